"""Interrupts what takes too long with one file, and says which file takes long while it is at work.

Time is that of the processor, so that a busy machine does not make other pages than an idle one. Where a system has no
such alarm, or the work is done outside of the main thread, nothing is interrupted.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

T = TypeVar("T")

DEFAULT = 30.0
"""Seconds that one file may take, if nobody says otherwise."""
NOTICED_AFTER = 1.0
"""Seconds after which a file takes long."""
_AGAIN = 1.0
"""Seconds after which what was interrupted is interrupted again, should it have gone on."""
_LONGEST_WAIT = 3600.0
"""Seconds for which an alarm is set at most: it is set anew then, and a timer takes no more than so many."""
_LONGEST_NAME = 2_000
"""Bytes of a name that are told from process to process: so many are written at once or not at all."""


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """How long a piece of work may take, and who is told if it takes longer."""

    seconds: float = DEFAULT
    """0 for as long as it likes."""
    exceeded: Callable[[float], None] = lambda _seconds: None
    """Called with the seconds that it was given."""


USUAL = TimeLimit()


class OverTimeError(BaseException):
    """The work took too long. No Exception: those are caught by what is interrupted, which then would go on."""


def _ignore(about: str) -> None:
    del about


_notice: Callable[[str], None] = _ignore


@contextmanager
def noticing(notice: Callable[[str], None]) -> Iterator[None]:
    """Have a function told what takes long, by the names that `limited` is given."""
    global _notice  # noqa: PLW0603  forked processes inherit it
    outer, _notice = _notice, notice
    try:
        yield
    finally:
        _notice = outer


def can_interrupt() -> bool:
    """Tell whether work can be interrupted here: not on Windows, in a thread, or where others use the same alarm."""
    return (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and not any(signal.getitimer(signal.ITIMER_VIRTUAL))
        and signal.getsignal(signal.SIGVTALRM) is not None
    )


def limited(work: Callable[[], T], seconds: float, about: str) -> T:
    """Return what `work` gives, or raise OverTimeError after so many seconds, none if that is 0.

    `about` is the name that is told if it takes long. Of two limits around the same work, the outer one counts.
    """
    if not can_interrupt():
        start = time.process_time()
        found = work()
        if about and time.process_time() - start > NOTICED_AFTER:
            _notice(about)
        return found
    return _interrupted(work, seconds, about)


def _interrupted(work: Callable[[], T], seconds: float, about: str) -> T:
    start = time.process_time()
    is_at_work = is_silent = True

    def ring(_number: int, _frame: FrameType | None) -> None:
        nonlocal is_silent
        if not is_at_work:
            return
        left = seconds - (time.process_time() - start)
        if is_silent and about:
            is_silent = False
            _notice(about)
        if seconds and left <= 0:
            raise OverTimeError
        if seconds:
            signal.setitimer(signal.ITIMER_VIRTUAL, min(left, _LONGEST_WAIT), _AGAIN)

    before = signal.signal(signal.SIGVTALRM, ring)
    # Twice, since the alarm may ring at any line, also at the first of those that clean up.
    try:
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, min(NOTICED_AFTER, seconds or NOTICED_AFTER), _AGAIN)
            return work()
        finally:
            is_at_work = False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def relayed() -> Iterator[Callable[[], None]]:
    """Have forked processes tell this one what takes long; yields what passes on what they have told so far."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    outer = _notice

    def tell(about: str) -> None:
        with suppress(OSError):
            os.write(writing, about.encode("utf-8", "surrogateescape")[:_LONGEST_NAME] + b"\0")

    def pass_on() -> None:
        with suppress(BlockingIOError):
            for name in os.read(reading, 1 << 16).split(b"\0")[:-1]:
                outer(name.decode("utf-8", "surrogateescape"))

    try:
        with noticing(tell):
            yield pass_on
    finally:
        os.close(reading)
        os.close(writing)
