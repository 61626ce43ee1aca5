"""Says how wide a label of a picture is, and shortens long ones in the middle; browsers are not there to ask."""

from __future__ import annotations

import re
import unicodedata

from sphinx_kwdocs.render.characters import show_controls

LONGEST_LABEL = 34
"""Cells of a label that are shown; a Latin letter takes one, a Chinese one two."""
_HEAD = 12
"""Cells of a longer one that stand before the ellipsis: what tells names apart is rather at their ends."""

# A picture has no element that ends the effect of these, as `escape` does it in text.
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_JOINER = "\u200d"


def label(text: str) -> str:
    """Return a name as a picture can show it in full: on one line, without anything that reorders it."""
    return _BIDI.sub("\ufffd", show_controls(" ".join(text.split())))


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return len(text) if text.isascii() else sum(map(_cells_of, text))


def _cells_of(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def shorten(text: str) -> str:
    """Leave out the middle of a long label."""
    if cells(text) <= LONGEST_LABEL:
        return text
    units = _units(text)
    head = _fitting(units, _HEAD)
    tail = _fitting(units[::-1], LONGEST_LABEL - 1 - _HEAD)
    return f"{''.join(units[:head])}…{''.join(units[len(units) - tail :])}"


def _units(text: str) -> list[str]:
    """Part a text where it may be cut: not before an accent, nor inside an emoji made of several."""
    units: list[str] = []
    for char in text:
        if units and (_cells_of(char) == 0 or units[-1].endswith(_JOINER)):
            units[-1] += char
        else:
            units.append(char)
    return units


def _fitting(units: list[str], room: int) -> int:
    """Return how many of the first units fit."""
    for number, unit in enumerate(units):
        room -= cells(unit)
        if room < 0:
            return number
    return len(units)
