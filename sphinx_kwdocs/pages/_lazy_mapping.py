"""Holds what is worked out for a file or a folder only when a page asks for it, and kept from then on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeVar

_V = TypeVar("_V")


class Computed(Mapping[str, _V]):
    """A mapping whose keys are known and whose values are made when first asked for; complete when iterated."""

    def __init__(self, keys: Collection[str], make: Callable[[str], _V]) -> None:
        """Take the keys in their order, and what makes the value of one; it must depend on nothing that changes."""
        self._keys = keys
        self._make = make
        self._known: dict[str, _V] = {}

    def __getitem__(self, key: str) -> _V:
        """Return the value of a key."""
        try:
            return self._known[key]
        except KeyError:
            if key not in self._keys:
                raise
        value = self._known[key] = self._make(key)
        return value

    def __contains__(self, key: object) -> bool:
        """Tell whether a key is known, without making its value."""
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        """Yield the keys."""
        return iter(self._keys)

    def __len__(self) -> int:
        """Return the number of keys."""
        return len(self._keys)
