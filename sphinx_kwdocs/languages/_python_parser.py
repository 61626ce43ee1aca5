"""Knows which texts exhaust Python's own parser."""

from __future__ import annotations

import re

# CPython's parser keeps every prefix of a dotted module name: one of 400,000 parts takes 160 GB.
_MOST_PARTS = 2000
_GAP = r"(?:[ \t\f]|\\(?:\r\n?|\n))*+"
_EXHAUSTING = re.compile(rf"(?<![\w.])(?:import|from)\b{_GAP}(?:\.{_GAP})*+(?:\w++{_GAP}\.{_GAP}){{{_MOST_PARTS}}}")
_LEAST_EXHAUSTING = 20_000
_LONG_LINE = 4000


def may_exhaust_the_parser(text: str) -> bool:
    """Say whether a dotted name is absurdly long; most texts have no line, nor so many continued ones, to hold it."""
    if len(text) < _LEAST_EXHAUSTING or text.count(".") < _MOST_PARTS:
        return False
    is_possible = (
        max(map(len, text.split("\n"))) > _LONG_LINE  # one line, if carriage returns end them
        or (text.count("\\\n") + text.count("\\\r")) * _LONG_LINE > _LEAST_EXHAUSTING
    )
    return is_possible and bool(_EXHAUSTING.search(text))
