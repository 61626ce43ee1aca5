"""Keeps the lines of the files that were read last, so that pages which quote the same files read them once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOST_KEPT = 8_000_000
"""Characters that are kept; what was not asked for longest goes first."""


class LineCache:
    """The lines of files by path."""

    def __init__(self, read: Callable[[str], str]) -> None:
        """Take the function that reads the text of a file; one that raises OSError leaves the file without lines."""
        self._read = read
        self._kept: dict[str, list[str]] = {}
        self._sizes: dict[str, int] = {}
        self._size = 0
        self.lost: set[str] = set()
        """The files that could not be read."""

    def __call__(self, path: str) -> Sequence[str]:
        """Return the lines of a file, without line ends."""
        lines = self._kept.pop(path, None)
        if lines is None:
            lines = self._load(path)
        # Dictionaries keep the order of insertion, so the first key is the one asked for longest ago.
        self._kept[path] = lines
        while self._size > MOST_KEPT and len(self._kept) > 1:
            oldest = next(iter(self._kept))
            del self._kept[oldest]
            self._size -= self._sizes.pop(oldest)
        return lines

    def _load(self, path: str) -> list[str]:
        try:
            text = self._read(path)
        except OSError:
            text = ""
            self.lost.add(path)
        self._sizes[path] = len(text)
        self._size += len(text)
        return text.split("\n")
