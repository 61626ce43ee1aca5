"""Counts lines and columns of a text as Python, Glean and language servers each do."""

from __future__ import annotations

import io
import re

_WORD = re.compile(r"[^\W\d]\w*")


class Lines:
    """The lines of a text as Python counts them, with columns in characters for columns in bytes."""

    def __init__(self, text: str) -> None:
        self.lines = io.StringIO(text, newline=None).read().split("\n")
        self._bytes = {number: line.encode() for number, line in enumerate(self.lines, 1) if not line.isascii()}

    def col(self, line: int, offset: int) -> int:
        """Return the column in characters of a column in bytes."""
        raw = self._bytes.get(line)
        return offset if raw is None else len(raw[:offset].decode(errors="replace"))

    def utf16(self, line: int, col: int) -> int:
        """Return the column in UTF-16 units, as language servers count."""
        return col if line not in self._bytes else len(self.lines[line - 1][:col].encode("utf-16-le")) // 2

    def from_utf16(self, line: int, units: int) -> int:
        """Return the column in characters of a column in UTF-16 units."""
        if line not in self._bytes:
            return units
        return len(self.lines[line - 1].encode("utf-16-le")[: 2 * units].decode("utf-16-le", errors="replace"))

    def word(self, line: int, col: int) -> str:
        """Return the identifier that begins at a place, or nothing."""
        if not 0 < line <= len(self.lines):
            return ""
        match = _WORD.match(self.lines[line - 1], col)
        return match.group() if match else ""

    def find(self, word: str, line: int, col: int, last: int) -> tuple[int, int] | None:
        """Return where a whole word stands next, not behind line `last`."""
        pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
        while line <= min(last, len(self.lines)):
            match = pattern.search(self.lines[line - 1], col)
            if match:
                return line, match.start()
            line, col = line + 1, 0
        return None
