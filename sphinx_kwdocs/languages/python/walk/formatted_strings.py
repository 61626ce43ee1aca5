"""Reads formatted strings of Python, whose names stand elsewhere than older versions of its parser say."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.model.index import READ
from sphinx_kwdocs.model.python_code import UNKNOWN

if TYPE_CHECKING:
    from sphinx_kwdocs.languages.python.walk.state import WalkState

_LEFTMOST = ("value", "func", "left", "values", "elts", "test", "operand", "elt")
_HAS_LOST_PLACES = sys.version_info < (3, 12)


def read_formatted(walk: WalkState, node: ast.JoinedStr, _role: int) -> int:
    """Read the parts of a formatted string."""
    frame = walk.frame
    readers, uses = walk.readers, frame.uses
    for part in node.values:
        if not isinstance(part, ast.Constant):
            if _HAS_LOST_PLACES and not _stands_where_it_says(walk, part):
                frame.uses = []
            readers[type(part)](walk, part, READ)
            frame.uses = uses
    return walk.numbers["const", "str", None]


def _stands_where_it_says(walk: WalkState, node: ast.expr) -> bool:
    """Tell whether the places of names in a formatted string are right; before Python 3.12 some are not."""
    first: Any = node
    while type(first) is not ast.Name:
        for field in _LEFTMOST:
            inner = getattr(first, field, None)
            if inner is not None and inner != []:
                break
        else:
            return isinstance(first, (ast.Constant, ast.JoinedStr))
        first = inner[0] if isinstance(inner, list) else inner
    source = walk.source
    if first.lineno > len(source.lines.lines):
        return False
    return source.lines.lines[first.lineno - 1].startswith(first.id, source.column(first.lineno, first.col_offset))


def read_formatted_value(walk: WalkState, node: ast.FormattedValue, _role: int) -> int:
    """Read one value in a formatted string, and what is in its format."""
    walk.readers[type(node.value)](walk, node.value, READ)
    if node.format_spec is not None:
        walk.readers[type(node.format_spec)](walk, node.format_spec, READ)
    return UNKNOWN
