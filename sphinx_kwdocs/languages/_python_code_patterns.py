"""Reads the patterns of Python's `match`: what they capture, and what a value is where they fit."""

from __future__ import annotations

import ast
import re
from typing import Any

from sphinx_kwdocs.languages._python_code_scopes import Scopes
from sphinx_kwdocs.languages._python_code_state import READ, Key
from sphinx_kwdocs.python_code import UNKNOWN

# PEP 634: a positional pattern of these is for the value itself.
_TAKE_THEMSELVES = frozenset(
    {"bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"}
)


class Patterns(Scopes):
    """The part of the walk that reads patterns."""

    __slots__ = ()

    _classes: dict[ast.pattern, int]

    def find_name(self, name: str, line: int, byte_column: int, before: str) -> tuple[int, int]:
        """Return where a name stands that the syntax tree gives no place for, behind a place and a pattern."""
        column = self.column(line, byte_column)
        pattern = re.compile(rf"{before}({re.escape(name)})\b" if name.isascii() else rf"{before}(\w+)")
        for number in range(line, min(line + 3, len(self.lines.lines)) + 1):
            match = pattern.search(self.lines.lines[number - 1], column if number == line else 0)
            if match:
                return number, match.start(1)
        return line, column

    def case(self, node: ast.pattern, subject: int, key: tuple[Key, int] | None) -> None:
        """Read the pattern of a case, and let hold what it says of the subject."""
        self.pattern(node, subject)
        while isinstance(node, ast.MatchAs) and node.pattern is not None:
            node = node.pattern
        parts = node.patterns if isinstance(node, ast.MatchOr) else [node]
        classes = [self._classes.get(each) for each in parts]
        if key is None or None in classes:
            return
        cls = classes[0] if len(classes) == 1 else self.numbers["tuple", *classes]
        self.narrow(key[0], subject, cls, holds=True)  # type: ignore[arg-type]

    def pattern(self, node: Any, subject: int) -> int:  # noqa: ANN401  any pattern
        """Read a pattern; return what the subject is where it fits."""
        if isinstance(node, ast.MatchAs):
            inner = self.pattern(node.pattern, subject) if node.pattern is not None else subject
            if node.name is not None:
                self._capture(node, node.name, inner)
            return inner
        if isinstance(node, ast.MatchClass):
            return self._class_pattern(node, subject)
        if isinstance(node, ast.MatchOr):
            values = list(dict.fromkeys(self._alternatives(node.patterns, subject)))
            return values[0] if len(values) == 1 else self.numbers["either", *values]
        if isinstance(node, ast.MatchSequence):
            self._sequence(node.patterns, subject)
        elif isinstance(node, ast.MatchMapping):
            self._mapping(node, subject)
        elif isinstance(node, ast.MatchValue):
            self.visit[type(node.value)](self, node.value, READ)
        return subject

    def _alternatives(self, patterns: list[ast.pattern], subject: int) -> list[int]:
        """Read the alternatives of a pattern: what they capture may be from any of them."""
        mark = len(self.trail)
        values, ways = [], []
        for each in patterns:
            values.append(self.pattern(each, subject))
            ways.append(self.changes(mark))
            self.undo(mark)
        self.join(ways)
        return values

    def _capture(self, node: ast.pattern, name: str, value: int) -> None:
        line = node.end_lineno
        line, col, _ = self.placed_name((line, node.end_col_offset - len(name), node.end_col_offset, 0, 0, 0))
        self.assigned_name(name, line, col, value)

    def _class_pattern(self, node: ast.MatchClass, subject: int) -> int:
        cls = self.visit[type(node.cls)](self, node.cls, READ)
        self._classes[node] = cls
        value = self.numbers["instance", subject, cls]
        is_itself = isinstance(node.cls, ast.Name) and node.cls.id in _TAKE_THEMSELVES
        for each in node.patterns:
            self.pattern(each, value if is_itself else UNKNOWN)
        typed = self.numbers["typed", cls]
        for name, each in zip(node.kwd_attrs, node.kwd_patterns, strict=True):
            number = self.numbers["attr", typed, name]
            self._keyword(name, each, number)
            self.pattern(each, number)
        return value

    def _keyword(self, name: str, value: ast.pattern, number: int) -> None:
        """Note the use of the attribute that a keyword of a class pattern names; it stands before its value."""
        line = value.lineno
        before = self.lines.lines[line - 1][: self.column(line, value.col_offset)]
        match = re.search(rf"(?<!\w){re.escape(name)}(?=\s*=[\s(]*$)", before)
        if match:
            self.placed.append((line, match.start(), match.end(), number, READ, self.scope))

    def _sequence(self, patterns: list[ast.pattern], subject: int) -> None:
        is_behind_star = False
        for number, each in enumerate(patterns):
            if isinstance(each, ast.MatchStar):
                is_behind_star = True
                if each.name is not None:
                    behind = len(patterns) - number - 1
                    self._capture(
                        each, each.name, self.numbers["rest", subject, number, behind] if subject else UNKNOWN
                    )
            else:
                place = number - len(patterns) if is_behind_star else number
                self.pattern(each, self.part(subject, place) if subject else UNKNOWN)

    def _mapping(self, node: ast.MatchMapping, subject: int) -> None:
        for key, each in zip(node.keys, node.patterns, strict=True):
            number = self.visit[type(key)](self, key, READ)
            self.pattern(each, self.numbers["item", subject, number] if subject else UNKNOWN)
        if node.rest is not None:
            last = node.patterns[-1] if node.patterns else node
            column = last.end_col_offset if node.patterns else node.col_offset
            line = last.end_lineno if node.patterns else node.lineno
            line, col = self.find_name(node.rest, line, column, r"\*\*\s*")
            self.assigned_name(node.rest, line, col, UNKNOWN)

    def takes_all(self, node: ast.pattern) -> bool:
        """Tell whether a pattern fits everything."""
        if isinstance(node, ast.MatchAs):
            return node.pattern is None or self.takes_all(node.pattern)
        return isinstance(node, ast.MatchOr) and any(self.takes_all(each) for each in node.patterns)

    def taken_class(self, node: ast.pattern) -> int | None:
        """Return the class whose every instance a pattern takes, or None."""
        while isinstance(node, ast.MatchAs) and node.pattern is not None:
            node = node.pattern
        if isinstance(node, ast.MatchClass) and not node.patterns and not node.kwd_patterns:
            return self._classes.get(node)
        return None
