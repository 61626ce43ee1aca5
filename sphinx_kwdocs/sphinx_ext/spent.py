"""Counts the seconds that a build spends on what is ours."""

from __future__ import annotations

from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx


class _Clock:
    """What one application spent, and whether it is spending now: of steps within steps the outer one counts."""

    seconds = 0.0
    is_running = False


_clocks: WeakKeyDictionary[Sphinx, _Clock] = WeakKeyDictionary()


def start_counting(app: Sphinx) -> None:
    """Begin anew: the same application may build several times."""
    _clocks[app] = _Clock()


@contextmanager
def counted(app: Sphinx) -> Iterator[None]:
    """Count the time until the end of the block."""
    clock = _clocks.setdefault(app, _Clock())
    if clock.is_running:
        yield
        return
    clock.is_running = True
    begin = perf_counter()
    try:
        yield
    finally:
        clock.seconds += perf_counter() - begin
        clock.is_running = False


def seconds_spent(app: Sphinx) -> float:
    """Return the seconds that were counted."""
    return _clocks[app].seconds if app in _clocks else 0.0
