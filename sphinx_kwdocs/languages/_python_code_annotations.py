"""Reads annotations, also those in strings, and other strings that hold names."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages._python_code_exprs import Expressions
from sphinx_kwdocs.languages._python_code_state import ANNOTATION, READ
from sphinx_kwdocs.python_code import UNKNOWN, types_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_kwdocs.model import Import

_LONGEST_TYPE = 2000
_TYPING = frozenset({"typing", "typing_extensions"})
_GENERIC_MODULES = _TYPING | {"collections", "collections.abc"}
_GENERIC_BUILTINS = frozenset({"dict", "frozenset", "list", "set", "tuple", "type"})


def renamed(imports: Iterable[Import]) -> dict[str, str]:
    """Return what names of `typing` are called that are imported under another name, by that name."""
    return {each.alias: each.name for each in imports if each.alias and each.name and each.module in _TYPING}


def generic_names(imports: Iterable[Import]) -> set[str]:
    """Return names that take types in brackets: builtins, and names and modules of the standard library."""
    found = {
        each.alias or each.name or each.module.partition(".")[0] for each in imports if each.module in _GENERIC_MODULES
    }
    return found | _GENERIC_BUILTINS


class Annotations(Expressions):
    """The part of the walk that reads annotations."""

    __slots__ = ()

    generic_names: set[str]

    def annotation(self, node: ast.expr) -> int:
        """Read an annotation; return the type that it names."""
        if (self.is_deferred or self.is_quoted) and self.reading != self.scope:
            is_class = self.scopes[self.scope].kind == "class"
            reading, self.reading = self.reading, types_in(self.scope) if is_class else self.scope
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
        last = self.form_of(node.value)
        if last == "Literal":
            index = self.visit[type(node.slice)](self, node.slice, READ)
        elif last == "Annotated" and isinstance(node.slice, ast.Tuple) and node.slice.elts:
            first, *rest = node.slice.elts
            parts = [self.type_argument(first), *[self.visit[type(each)](self, each, READ) for each in rest]]
            index = self.numbers["tuple", *parts]
        else:
            index = self.type_argument(node.slice)
        return self.numbers["item", owner, index] if owner else UNKNOWN

    def form_of(self, node: ast.expr) -> str:
        """Return the name by which `typing` knows what stands before brackets, or is an annotation."""
        if isinstance(node, ast.Attribute):
            return node.attr
        return self.renamed.get(node.id, node.id) if isinstance(node, ast.Name) else ""

    def is_generic(self, node: ast.expr) -> bool:
        """Tell whether what stands before brackets takes types there, so that strings in them are types."""
        while isinstance(node, ast.Attribute):
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self.generic_names:
            return False
        now = self.env.get(node.id)
        if now is not None:
            return now in self.imported
        first = self.scopes[0].first.get(node.id)
        return node.id in _GENERIC_BUILTINS if first is None else self.sites[first][4] == "import"

    def generic_part(self, node: ast.expr, form: str) -> int:
        """Read what stands in the brackets of an alias such as `dict[str, "C"]`, which is no annotation."""
        kind = type(node)
        if kind is ast.Constant and type(node.value) is str:  # type: ignore[attr-defined]
            return self._quoted_type(node)  # type: ignore[arg-type]
        if kind is ast.Tuple or kind is ast.List:
            parts: list[ast.expr] = node.elts  # type: ignore[attr-defined]
            if form == "Annotated":
                first = [self.generic_part(each, "") for each in parts[:1]]
                return self.numbers["tuple", *first, *[self.visit[type(each)](self, each, READ) for each in parts[1:]]]
            return self.numbers[
                "tuple" if kind is ast.Tuple else "list", *[self.generic_part(each, "") for each in parts]
            ]
        return self.visit[kind](self, node, READ)

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
