"""Keeps what was made last: the pages of a file are built one after the other, and some of it serves them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

V = TypeVar("V")


class Latest(Generic[V]):
    """The value of one key at a time."""

    def __init__(self) -> None:
        self._held: dict[str, V] = {}

    def of(self, key: str, make: Callable[[], V]) -> V:
        """Return the value of a key; that of the one before is let go."""
        if key not in self._held:
            self._held.clear()
            self._held[key] = make()
        return self._held[key]
