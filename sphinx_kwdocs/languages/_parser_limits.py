"""Knows which texts exhaust Python's own parser, which nothing can interrupt."""

from __future__ import annotations

import re

# CPython's parser keeps every prefix of a dotted module name: one of 400,000 parts takes 160 GB.
_MOST_PARTS = 2000
_GAP = r"(?:[ \t\f]|\\(?:\r\n?|\n))*+"
_EXHAUSTING = re.compile(rf"(?<![\w.])(?:import|from)\b{_GAP}(?:\.{_GAP})*+(?:\w++{_GAP}\.{_GAP}){{{_MOST_PARTS}}}")
_LEAST_EXHAUSTING = 20_000
_LONG_LINE = 4000
# Before 3.12 the parser looks for each expression of an f-string from the beginning of the string; later ones, with
# which 300,000 fields take twelve seconds, are slow with them too.
_FORMAT = re.compile(
    r"(?<!\w)(?:[fF][rR]?|[rR][fF])"
    r"(?:\"{3}(?:[^\"\\]|\\[\s\S]|\"(?!\"\"))*+|'{3}(?:[^'\\]|\\[\s\S]|'(?!''))*+"
    r"|\"(?:[^\"\\\n]|\\[\s\S])*+|'(?:[^'\\\n]|\\[\s\S])*+)"
)
_MOST_FIELDS = 20_000


def may_exhaust_the_parser(text: str) -> bool:
    """Say whether a dotted name is absurdly long, or an f-string has absurdly many fields."""
    return _has_long_name(text) or _has_long_format(text)


def _has_long_format(text: str) -> bool:
    if text.count("{") < _MOST_FIELDS:
        return False
    return any(text.count("{", *string.span()) > _MOST_FIELDS for string in _FORMAT.finditer(text))


def _has_long_name(text: str) -> bool:
    # Most texts have no line, nor so many continued ones, to hold one.
    if len(text) < _LEAST_EXHAUSTING or text.count(".") < _MOST_PARTS:
        return False
    is_possible = (
        max(map(len, text.split("\n"))) > _LONG_LINE  # one line, if carriage returns end them
        or (text.count("\\\n") + text.count("\\\r")) * _LONG_LINE > _LEAST_EXHAUSTING
    )
    return is_possible and bool(_EXHAUSTING.search(text))
