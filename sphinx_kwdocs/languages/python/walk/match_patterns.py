"""Reads the patterns of Python's `match`: what they capture, and what a value is where they fit."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages.python.walk.bindings import assign_name
from sphinx_kwdocs.languages.python.walk.branches import join
from sphinx_kwdocs.languages.python.walk.narrowing import narrow
from sphinx_kwdocs.model.index import READ
from sphinx_kwdocs.model.python_code import UNKNOWN

if TYPE_CHECKING:
    from sphinx_kwdocs.languages.python.walk.container_items import KnownValue
    from sphinx_kwdocs.languages.python.walk.state import WalkState

# PEP 634: a positional pattern of these is for the value itself.
_TAKE_THEMSELVES = frozenset(
    {"bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"}
)


def read_case(walk: WalkState, node: ast.pattern, subject: int, known: KnownValue | None) -> None:
    """Read the pattern of a case, and let hold what it says of the subject."""
    _read_pattern(walk, node, subject)
    while isinstance(node, ast.MatchAs) and node.pattern is not None:
        node = node.pattern
    parts = node.patterns if isinstance(node, ast.MatchOr) else [node]
    classes = [walk.pattern_classes.get(part) for part in parts]
    if known is None or None in classes:
        return
    cls = classes[0] if len(classes) == 1 else walk.numbers["tuple", *classes]
    narrow(walk, known.key, subject, cls, holds=True)  # type: ignore[arg-type]


def _read_pattern(walk: WalkState, node: Any, subject: int) -> int:  # noqa: ANN401  any pattern
    """Read a pattern; return what the subject is where it fits."""
    if isinstance(node, ast.MatchAs):
        inner = _read_pattern(walk, node.pattern, subject) if node.pattern is not None else subject
        if node.name is not None:
            _capture(walk, node, node.name, inner)
        return inner
    if isinstance(node, ast.MatchClass):
        return _read_class_pattern(walk, node, subject)
    if isinstance(node, ast.MatchOr):
        values = list(dict.fromkeys(_read_alternatives(walk, node.patterns, subject)))
        return values[0] if len(values) == 1 else walk.numbers["either", *values]
    if isinstance(node, ast.MatchSequence):
        _read_sequence(walk, node.patterns, subject)
    elif isinstance(node, ast.MatchMapping):
        _read_mapping(walk, node, subject)
    elif isinstance(node, ast.MatchValue):
        walk.readers[type(node.value)](walk, node.value, READ)
    return subject


def _read_alternatives(walk: WalkState, patterns: list[ast.pattern], subject: int) -> list[int]:
    """Read the alternatives of a pattern: what they capture may be from any of them."""
    env = walk.frame.env
    mark = len(env.trail)
    values, ways = [], []
    for pattern in patterns:
        values.append(_read_pattern(walk, pattern, subject))
        ways.append(env.changes(mark))
        env.undo(mark)
    join(walk, ways)
    return values


def _capture(walk: WalkState, node: ast.pattern, name: str, value: int) -> None:
    end = node.end_col_offset
    line, col, _ = walk.source.name_place(node.end_lineno, end - len(name), end)
    assign_name(walk, name, line, col, value)


def _read_class_pattern(walk: WalkState, node: ast.MatchClass, subject: int) -> int:
    cls = walk.readers[type(node.cls)](walk, node.cls, READ)
    walk.pattern_classes[node] = cls
    value = walk.numbers["instance", subject, cls]
    is_itself = isinstance(node.cls, ast.Name) and node.cls.id in _TAKE_THEMSELVES
    for pattern in node.patterns:
        _read_pattern(walk, pattern, value if is_itself else UNKNOWN)
    typed = walk.numbers["typed", cls]
    for name, pattern in zip(node.kwd_attrs, node.kwd_patterns, strict=True):
        number = walk.numbers["attr", typed, name]
        _note_keyword(walk, name, pattern, number)
        _read_pattern(walk, pattern, number)
    return value


def _note_keyword(walk: WalkState, name: str, value: ast.pattern, number: int) -> None:
    """Note the use of the attribute that a keyword of a class pattern names; it stands before its value."""
    line = value.lineno
    before = walk.source.lines.lines[line - 1][: walk.source.column(line, value.col_offset)]
    match = re.search(rf"(?<!\w){re.escape(name)}(?=\s*=[\s(]*$)", before)
    if match:
        walk.placed.append((line, match.start(), match.end(), number, READ, walk.frame.scope))


def _read_sequence(walk: WalkState, patterns: list[ast.pattern], subject: int) -> None:
    is_behind_star = False
    for number, pattern in enumerate(patterns):
        if isinstance(pattern, ast.MatchStar):
            is_behind_star = True
            if pattern.name is not None:
                behind = len(patterns) - number - 1
                rest = walk.numbers["rest", subject, number, behind] if subject else UNKNOWN
                _capture(walk, pattern, pattern.name, rest)
        else:
            place = number - len(patterns) if is_behind_star else number
            _read_pattern(walk, pattern, walk.exprs.part(subject, place) if subject else UNKNOWN)


def _read_mapping(walk: WalkState, node: ast.MatchMapping, subject: int) -> None:
    for key, pattern in zip(node.keys, node.patterns, strict=True):
        number = walk.readers[type(key)](walk, key, READ)
        _read_pattern(walk, pattern, walk.numbers["item", subject, number] if subject else UNKNOWN)
    if node.rest is not None:
        last = node.patterns[-1] if node.patterns else node
        column = last.end_col_offset if node.patterns else node.col_offset
        line = last.end_lineno if node.patterns else node.lineno
        line, col = walk.source.find_name(node.rest, line, column, r"\*\*\s*")
        assign_name(walk, node.rest, line, col, UNKNOWN)


def takes_all(node: ast.pattern) -> bool:
    """Tell whether a pattern fits everything."""
    if isinstance(node, ast.MatchAs):
        return node.pattern is None or takes_all(node.pattern)
    return isinstance(node, ast.MatchOr) and any(takes_all(part) for part in node.patterns)


def taken_class(walk: WalkState, node: ast.pattern) -> int | None:
    """Return the class whose every instance a pattern takes, or None."""
    while isinstance(node, ast.MatchAs) and node.pattern is not None:
        node = node.pattern
    if isinstance(node, ast.MatchClass) and not node.patterns and not node.kwd_patterns:
        return walk.pattern_classes.get(node)
    return None
