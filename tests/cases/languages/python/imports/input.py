from __future__ import annotations
import os
import os.path as p, sys , json as json
from . import sibling
from .. import parent as up
from ...far.away import (
    one,  # a comment
    two as deux,
    three
    as trois,
)
from module import *
from typing import TYPE_CHECKING
import typing as t

if TYPE_CHECKING:
    import only_types
    from x import Y
    try:
        import tried_type
    except ImportError: pass
else:
    import at_run_time
if t.TYPE_CHECKING: import also_types
if not TYPE_CHECKING:
    import never_types
else:
    import types_again
if a:
    import one_way
elif TYPE_CHECKING:
    import elif_types
try:
    import simplejson
except ImportError:
    import json
with suppress(ImportError):
    import suppressed
for _ in ():
    import looped

def function():
    import local
    if local:
        from pkg import local_conditional

class Class:
    from . import member

if __name__ == '__main__':
    import argparse
