"""Keeps the lines of the files that were read last, so that pages which show or quote the same files read them once."""

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
            try:
                text = self._read(path)
            except OSError:
                text = ""
                self.lost.add(path)
            return self._keep(path, text)
        # Dictionaries keep the order of insertion, so the first key is the one asked for longest ago.
        self._kept[path] = lines
        return lines

    def text(self, path: str) -> str:
        """Return the text of a file, or raise what reading it raises."""
        if path in self._kept and path not in self.lost:
            return "\n".join(self(path))
        text = self._read(path)
        self._keep(path, text)
        return text

    def _keep(self, path: str, text: str) -> list[str]:
        lines = self._kept[path] = text.split("\n")
        self._size += len(text) - self._sizes.get(path, 0)
        self._sizes[path] = len(text)
        while self._size > MOST_KEPT and len(self._kept) > 1:
            oldest = next(iter(self._kept))
            del self._kept[oldest]
            self._size -= self._sizes.pop(oldest)
        return lines
