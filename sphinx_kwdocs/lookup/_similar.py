"""Finds names that are spelled like another, in a time that does not grow with the number of names."""

from __future__ import annotations

from collections import defaultdict
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_COMPARED = 300
_LONGEST = 80
_CUTOFF = 0.7


class SimilarNames:
    """A set of names, sorted by first letter and length when one is first asked for."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = names
        self._spellings: dict[str, list[str]] = {}
        self._shelves: dict[tuple[str, int], list[str]] = {}

    def closest(self, name: str, count: int) -> list[str]:
        """Return the names that are most like one, in any case; the best first."""
        wanted = name.lower()
        if not wanted or len(wanted) > _LONGEST:
            return []
        if not self._shelves:
            self._sort()
        found = get_close_matches(wanted, self._pool(wanted), count, _CUTOFF)
        return [spelling for folded in found for spelling in self._spellings[folded]][:count]

    def _sort(self) -> None:
        shelves: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
        for name in self._names:
            folded = name.lower()
            spellings = self._spellings.setdefault(folded, [])
            if not spellings and folded:
                shelves[folded[0], len(folded)].append(folded)
            spellings.append(name)
        self._shelves = dict(shelves)

    def _pool(self, wanted: str) -> list[str]:
        """Return the few names worth comparing: they begin alike and are about as long."""
        reach = min(4, max(1, len(wanted) // 3))
        pool: list[str] = []
        for length in sorted(range(len(wanted) - reach, len(wanted) + reach + 1), key=lambda n: abs(n - len(wanted))):
            pool += self._shelves.get((wanted[0], length), ())
        for shared in range(2, len(wanted) // 2 + 1):
            if len(pool) <= _COMPARED:
                break
            # One slip of the pen leaves at least one half of a word as it was.
            ends = wanted[:shared], wanted[-shared:]
            pool = [name for name in pool if name.startswith(ends[0]) or name.endswith(ends[1])]
        return pool[:_COMPARED]
