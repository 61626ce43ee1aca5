"""Finds the keys of TOML with the tables they stand in, statement by statement; what it cannot read it passes over."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._tokens.patterns import DOUBLE_QUOTED, HASH_COMMENT, TRIPLE_DOUBLE_QUOTED

if TYPE_CHECKING:
    from collections.abc import Iterator

TRIPLE_SINGLE_QUOTED = r"'{3}[\s\S]*?(?:'{3,5}|\Z)"
_PART = r"(?:[\w-]+|\"[^\"\n]*\"|'[^'\n]*')"
_NAME = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*+"
_HEADER = re.compile(rf"[ \t]*\[\[?[ \t]*({_NAME})[ \t]*\]\]?[ \t]*(?=#|\n|\Z)")
_ENTRY = re.compile(rf"[ \t]*({_NAME})[ \t]*=")
_LONGEST_PATH = 400
"""Characters of a path that anybody looks up; longer ones would make a few bytes of each key many."""
_SPLIT = re.compile(_PART)
# Whatever may hold a line break or a bracket that means nothing.
_TOKEN = re.compile(
    f"{TRIPLE_DOUBLE_QUOTED}|{TRIPLE_SINGLE_QUOTED}|{DOUBLE_QUOTED}|'[^'\n]*'?|{HASH_COMMENT}"
    r"|(?P<open>[\[{])|(?P<close>[\]}])|(?P<end>\n)|[^\"'#\[\]{}\n]+"
)


def toml_keys(_path: str, text: str) -> Iterator[tuple[str, int]]:
    """Yield each table and key by its path, with its line; none of a path that is absurdly long."""
    table: str | None = ""
    position, line = 0, 1
    while position < len(text):
        if header := _HEADER.match(text, position):
            table = _path_in("", header[1])
            if table:
                yield table, line
        elif (entry := _ENTRY.match(text, position)) and table is not None and (path := _path_in(table, entry[1])):
            yield path, line
        end = _end_of_statement(text, position)
        line += text.count("\n", position, end)
        position = end


def _path_in(table: str, name: str) -> str | None:
    """Return the path of a name in a table, None if it is too long; empty if nothing of the name is printable."""
    if len(table) + len(name) > _LONGEST_PATH:
        return None
    parts = [part.strip("\"'") for part in _SPLIT.findall(name)]
    joined = ".".join(filter(str.isprintable, parts))
    return f"{table}.{joined}" if table and joined else joined


def _end_of_statement(text: str, position: int) -> int:
    """Return where the line ends, or the line on which the last bracket is closed that was opened on it."""
    depth = 0
    for token in _TOKEN.finditer(text, position):
        kind = token.lastgroup
        if kind == "end" and depth <= 0:
            return token.end()
        depth += (kind == "open") - (kind == "close")
    return len(text)
