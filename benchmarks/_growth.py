"""Measures how the time of some work grows with the text it is given; what would not end is interrupted."""

from __future__ import annotations

import gc
import signal
from contextlib import contextmanager
from itertools import pairwise
from math import log2
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MOST_GROWTH = 1.2
"""The exponent of the text's length that is allowed."""
LONGEST_RUN = 1.0
"""Seconds of the processor's time after which a run is interrupted."""
_LARGEST = 600_000
_LEAST = 0.000_001
_TELLING = 0.06
"""Seconds below which a measurement tells nothing."""


class Growth(NamedTuple):
    """How the time grew that some work took."""

    exponent: float
    """Of the text's length; infinite if the work had to be interrupted."""
    size: int
    """Characters of the longest text that was tried."""
    seconds: float
    """The time that it took."""

    @property
    def is_too_much(self) -> bool:
        """Whether it grew faster than the text."""
        return self.exponent > MOST_GROWTH


class _InterruptedError(BaseException):
    """Some work took too long; no Exception, so that nobody catches it."""


def measure(run: Callable[[str], object], make: Callable[[int], str], size: int, allowed: float) -> Growth:
    """Double a text until its time tells how that grows; all is well if the first takes no more than is `allowed`."""
    times = [_time(run, make(size))]
    if times[0] <= allowed:
        return Growth(0, size, times[0])
    while times[-1] < LONGEST_RUN and size < _LARGEST and (times[-1] < 2 * _TELLING or len(times) < 3):
        size *= 2
        text = make(size)
        times.append(min(_time(run, text) for _ in range(2 if times[-1] < _TELLING / 4 else 1)))
    if times[-1] >= LONGEST_RUN:
        return Growth(float("inf"), size, times[-1])
    if times[-1] < _TELLING or _exponent(times) <= MOST_GROWTH:
        return Growth(0, size, times[-1])
    # Once more, since others may have been at work.
    again = [min(_time(run, make(size // part)) for _ in range(3)) for part in (4, 2, 1)]
    return Growth(_exponent(again), size, again[-1])


def _exponent(times: Sequence[float]) -> float:
    """Return the exponent of the last three measurements, the size doubled each time; the lesser one of the two."""
    return min(log2(max(later, _LEAST) / max(earlier, _LEAST)) for earlier, later in pairwise(times[-3:]))


def _time(run: Callable[[str], object], text: str) -> float:
    # A pass of the collector over all that a process holds is not the text's doing.
    was_enabled = gc.isenabled()
    gc.disable()
    start = process_time()
    try:
        with _interrupting():
            run(text)
    except _InterruptedError:
        return LONGEST_RUN
    finally:
        if was_enabled:
            gc.enable()
    return process_time() - start


@contextmanager
def _interrupting() -> Iterator[None]:
    """Interrupt what takes long, by the time of the processor: others may be at work on it too."""

    def interrupt(_number: int, _frame: object) -> None:
        raise _InterruptedError

    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, LONGEST_RUN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
