"""Lets a process end at once after a build: all that the build knew goes with the process, not piece by piece.

Python frees millions of small objects one after the other when it ends, and looks through them before that, though the
memory of a process is given back as a whole in no time. For a large repository that takes longer than an edit's pages.
"""

from __future__ import annotations

import atexit
import gc
import io
from contextlib import suppress
from weakref import ref

_FILES = (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)
_alive: list[ref[object]] = []


def leave_at_once(state: object) -> None:
    """Spare the end of the process the work of freeing something large, if it is still there then.

    Until then nothing is held: what a process needs no longer that builds several times is freed as ever.
    """
    if not _alive:
        atexit.register(_leave)
    _alive[:] = [*(known for known in _alive if known() is not None), ref(state)]


def _leave() -> None:
    # The build is done; whoever presses Ctrl-C now wants the end, which comes anyway.
    with suppress(KeyboardInterrupt):
        _keep_from_being_freed()


def _keep_from_being_freed() -> None:
    left: list[object] = [state for known in _alive if (state := known()) is not None]
    _alive.clear()
    if not left:
        return
    # What nobody frees is not closed either, and somebody may have left that to the end. What a build that was broken
    # off has set aside is not among the objects that Python names.
    gc.unfreeze()
    for item in gc.get_objects():
        if type(item) in _FILES:
            with suppress(OSError, ValueError):
                item.flush()
    # Nobody lets go of a list that holds itself but the collector, and that does not look at what is frozen.
    left.append(left)
    gc.freeze()
