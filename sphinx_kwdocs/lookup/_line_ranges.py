"""Reads the lines that an author names behind a path: `src/shapes.py#L3-L9`."""

from __future__ import annotations

import re

_LINES = re.compile(r"L?(\d{1,9})(?:-L?(\d{1,9}))?")


def split_lines(text: str) -> tuple[str, str]:
    """Part a path from the lines behind it; the second is empty if there are none, otherwise as written."""
    # The last sign: a file's own name may have one.
    path, sign, lines = text.rpartition("#")
    return (path, lines) if sign else (text, "")


def first_and_last(lines: str) -> tuple[int, int] | None:
    """Return the lines that a text names; None if it names none."""
    match = _LINES.fullmatch(lines)
    return (int(match[1]), int(match[2] or match[1])) if match else None
