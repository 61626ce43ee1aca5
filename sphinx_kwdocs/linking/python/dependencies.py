"""Keeps account of what an answer was made from: which files were looked at, and whether something went in circles.

The account is one number, so that two are joined at once: its lowest bit says that a cycle was cut on the way, each
other one stands for a file, or for a folder whose entries were looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

CUT = 1
"""An answer that depends on where a cycle was entered, so it holds only for the file that asked for it."""


class Noted:
    """An answer with what it was made from; one that was made from its own file alone is kept as it is."""

    __slots__ = ("found", "mask")

    def __init__(self, found: Any, mask: int) -> None:  # noqa: ANN401  any answer
        self.found = found
        self.mask = mask


class Trace:
    """What the answer that is being found was made from so far."""

    __slots__ = ("_folders", "_masks", "_units", "mask", "temporary")

    def __init__(self, units: int) -> None:
        """Begin; `units` is the number of files, each of which has its number for a bit."""
        self.mask = 0
        self._units = units
        self._folders: dict[str, int] = {}
        self._masks: dict[int, int] = {}
        self.temporary: list[tuple[Any, Any]] = []
        """Who holds the answers that were cut, each with the key or attribute."""

    def noted(self, holder: Any, key: Any, found: Any, mask: int) -> Any:  # noqa: ANN401  any answer of any holder
        """Return an answer as its holder is to keep it, by its key or attribute; only for this file if it was cut."""
        if not mask:
            return found
        if mask & CUT:
            self.temporary.append((holder, key))
        return Noted(found, self._masks.setdefault(mask, mask))

    def recall(self, known: Any) -> Any:  # noqa: ANN401  any answer
        """Return an answer that was kept."""
        if known.__class__ is Noted:
            self.mask |= known.mask
            return known.found
        return known

    def look_into(self, folder: str) -> None:
        """Note that the entries of a folder were looked at."""
        number = self._folders.setdefault(folder, len(self._folders))
        self.mask |= 1 << (self._units + 2 + number)  # one for a file that is no part of the repository

    def drop_temporary(self, start: int = 0) -> None:
        """Let go of the answers that hold only for the file that was asked about, from one of them on."""
        for holder, key in self.temporary[start:]:
            if holder.__class__ is list:
                holder[key] = None
            elif holder.__class__ is dict:
                holder.pop(key, None)
            else:
                setattr(holder, key, None)
        del self.temporary[start:]

    def numbers(self, mask: int) -> Iterator[int]:
        """Yield the numbers of the files in an account."""
        yield from (bit for bit in _bits(mask >> 1) if bit < self._units)

    def folders(self, mask: int) -> Iterator[str]:
        """Yield the folders in an account."""
        names = tuple(self._folders)
        yield from (names[bit] for bit in _bits(mask >> (self._units + 2)))


def _bits(mask: int) -> Iterator[int]:
    text = bin(mask)[:1:-1]
    at = text.find("1")
    while at >= 0:
        yield at
        at = text.find("1", at + 1)
