# This file is dual licensed under the terms of the Apache License, Version
# 2.0, and the BSD License. See the LICENSE file in the root of this
# repository for complete details.
"""
.. testsetup::

    from tool import build

Builds things.
"""

from __future__ import annotations
