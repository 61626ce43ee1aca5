"""Keeps Python's garbage collector from looking through what is no garbage: the index stays until the build ends."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def collector_paused() -> Iterator[None]:
    """Collect nothing while trees and indexes grow: a third of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Collect less often while pages are made, which hold no cycles; what templates leave behind still is collected."""
    thresholds = gc.get_threshold()
    gc.set_threshold(50_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


def set_aside() -> None:
    """Keep all that there is now out of collections: looking through a large index takes a second each time."""
    gc.freeze()


def take_back() -> None:
    """Let all that was set aside, by whomever, be collected again: Python does not tell the one from the other."""
    gc.unfreeze()


@contextmanager
def set_aside_meanwhile() -> Iterator[None]:
    """Keep all that there is now in memory that forked processes share: collections would have it copied."""
    is_first = gc.get_freeze_count() == 0
    set_aside()
    try:
        yield
    finally:
        # Else it stays aside until who was before us takes it back.
        if is_first:
            take_back()
