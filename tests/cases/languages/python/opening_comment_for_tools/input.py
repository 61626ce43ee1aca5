# Owner(s): ["module: pytree"]
# mypy: ignore-errors
# type: ignore
# Type definitions that everything shares: trees and leaves.
# vim: set ts=4:

import os
