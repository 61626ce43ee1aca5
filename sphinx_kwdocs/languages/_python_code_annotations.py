"""Reads annotations, also those in strings, and other strings that hold names."""

from __future__ import annotations

import ast
from typing import Any

from sphinx_kwdocs.languages._python_code_exprs import Expressions
from sphinx_kwdocs.languages._python_code_state import ANNOTATION, READ
from sphinx_kwdocs.python_code import UNKNOWN

_LONGEST_TYPE = 2000


class Annotations(Expressions):
    """The part of the walk that reads annotations."""

    __slots__ = ()

    def annotation(self, node: ast.expr) -> int:
        """Read an annotation; return the type that it names."""
        if (self.is_deferred or self.is_quoted) and self.reading != self.scope:
            reading, self.reading = self.reading, self.scope
            number = self.type_argument(node)
            self.reading = reading
            return number
        return self.type_argument(node)

    def type_argument(self, node: Any) -> int:  # noqa: ANN401, PLR0911  any expression, one answer for each sort
        """Read a type, or a part of one."""
        kind = type(node)
        if kind is ast.Name:
            return self.name(node, ANNOTATION)
        if kind is ast.Subscript:
            return self._subscript(node)
        if kind is ast.Constant:
            return self._quoted_type(node) if type(node.value) is str else self.constant(node, READ)
        if kind is ast.BinOp:
            return self._union(node)
        if kind is ast.Tuple:
            return self.numbers["tuple", *[self.type_argument(each) for each in node.elts]]
        if kind is ast.List:
            return self.numbers["list", *[self.type_argument(each) for each in node.elts]]
        if kind is ast.Starred:
            return self.numbers["star", self.type_argument(node.value)]
        return self.visit[kind](self, node, ANNOTATION)

    def _subscript(self, node: ast.Subscript) -> int:
        owner = self.type_argument(node.value)
        last = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
        if last == "Literal":
            index = self.visit[type(node.slice)](self, node.slice, READ)
        elif last == "Annotated" and isinstance(node.slice, ast.Tuple) and node.slice.elts:
            first, *rest = node.slice.elts
            parts = [self.type_argument(first), *[self.visit[type(each)](self, each, READ) for each in rest]]
            index = self.numbers["tuple", *parts]
        else:
            index = self.type_argument(node.slice)
        return self.numbers["item", owner, index] if owner else UNKNOWN

    def _union(self, node: ast.expr) -> int:
        stack: list[ast.BinOp] = []
        while isinstance(node, ast.BinOp):
            stack.append(node)
            node = node.left
        number = self.type_argument(node)
        while stack:
            each = stack.pop()
            number = self.numbers["operation", type(each.op).__name__, number, self.type_argument(each.right)]
        return number

    def _quoted_type(self, node: ast.Constant) -> int:
        """Read the type in a string, with the places of its names if it is written plainly on one line."""
        text: str = node.value  # type: ignore[assignment]
        if len(text) > _LONGEST_TYPE or self.is_quoted:
            return UNKNOWN
        try:
            tree = ast.parse(text.strip() if text[:1].isspace() else text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return UNKNOWN
        is_plain = not text[:1].isspace() and self.is_plain_string(node)
        kept = self.uses
        if is_plain:
            for part in ast.walk(tree):
                if isinstance(part, (ast.expr, ast.keyword)):
                    part.lineno = part.end_lineno = node.lineno
                    part.col_offset += node.col_offset + 1
                    part.end_col_offset += node.col_offset + 1  # type: ignore[operator]
        else:
            self.uses = []
        self.is_quoted = True
        try:
            return self.annotation(tree)
        finally:
            self.is_quoted = False
            self.uses = kept

    def is_plain_string(self, node: ast.Constant) -> bool:
        """Tell whether a string is written on one line, in one pair of quotes, without prefix or escapes."""
        if node.lineno != node.end_lineno:
            return False
        line = node.lineno
        start, end = self.column(line, node.col_offset), self.column(line, node.end_col_offset or 0)
        written = self.lines.lines[line - 1][start:end]
        return written[:1] in {"'", '"'} and written[1:-1] == node.value

    def quoted_use(self, node: ast.Constant, number: int, role: int) -> None:
        """Note a use of the name that a plain string holds."""
        if self.is_plain_string(node):
            line = node.lineno
            start, end = self.column(line, node.col_offset), self.column(line, node.end_col_offset or 0)
            self.placed.append((line, start + 1, end - 1, number, role, self.scope))
