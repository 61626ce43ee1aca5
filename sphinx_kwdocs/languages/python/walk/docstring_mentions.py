"""Finds the names that Python docstrings mention in roles and code spans."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# It opens with a plain character, for which a text is searched many times as fast as for what may stand before it.
_CODE = re.compile(r"`(?<!``)(`?)(?!`)([^`\n]*)`\1(?!`)")
_ROLE_BACKWARDS = re.compile(r":[\w:.+-]*+")
_ROLES = frozenset(
    {"class", "func", "meth", "attr", "data", "const", "exc", "mod", "obj", "type", "any", "code", "literal"}
)
_NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_MENTION = re.compile(rf"[~.]{{0,2}}({_NAME})(?:\(\))?")
_TITLED = re.compile(rf"[^<`]*<[~.]{{0,2}}({_NAME})>")


def has_code_spans(body: Sequence[ast.stmt]) -> bool:
    """Tell whether a body opens with a docstring that may mention something."""
    statement = body[0] if body else None
    if type(statement) is not ast.Expr or type(statement.value) is not ast.Constant:
        return False
    text = statement.value.value
    return type(text) is str and "`" in text


def mentions(body: Sequence[ast.stmt], lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield line, column and dotted name of everything that the docstring which opens a body mentions."""
    statement = body[0]
    for number in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1):
        line = lines[number - 1]
        if "`" in line and "\\" not in line:
            behind = 0
            for match in _CODE.finditer(line):
                role = _role(line[behind : match.start()])
                behind = match.end()
                if role and role.removeprefix("py:") not in _ROLES:
                    continue  # a label, a term, a name of another language
                named = _MENTION.fullmatch(match[2]) or _TITLED.fullmatch(match[2])
                if named:
                    yield number, match.start(2) + named.start(1), named[1]


def _role(before: str) -> str:
    """Return the role that stands before a code span, or nothing: `:class:`."""
    match = _ROLE_BACKWARDS.match(before[::-1]) if before.endswith(":") else None
    return match[0][1:].rpartition(":")[0][::-1] if match else ""
