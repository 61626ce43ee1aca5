"""Makes the symbols of a Python file out of the statements that define them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages.python.docstrings import comment_above, comment_behind, docstring, string_statement
from sphinx_kwdocs.languages.python.kinds import class_flavour, function_kind, inherited_flavour, variable_kind
from sphinx_kwdocs.languages.python.qualified_names import ClassFlavour, Names, Scope, is_constant_name
from sphinx_kwdocs.languages.python.signatures import (
    class_signature,
    function_signature,
    type_parameters,
    value_signature,
)
from sphinx_kwdocs.model.facts import Symbol
from sphinx_kwdocs.model.fast_frozen import maker
from sphinx_kwdocs.model.files import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_kwdocs.languages.python.source_lines import SourceLines
    from sphinx_kwdocs.model.symbols import Visibility

Function = ast.FunctionDef | ast.AsyncFunctionDef
_symbol = maker(Symbol)


class SymbolMaker:
    """The symbols of one file so far; each definition is handed over in order of appearance."""

    def __init__(self, path: str, lines: SourceLines, exports: tuple[str, ...] | None) -> None:
        self.symbols: list[Symbol] = []
        self.numbers: dict[ast.AST, int] = {}
        """The number of the symbol that each function and class statement makes."""
        self._path = path
        self._lines = lines
        self._names = Names(path, exports)
        self._flavours: dict[str, ClassFlavour] = {}

    def function(self, scope: Scope, node: Function) -> Scope:
        """Add a function or a method; return the scope of its body."""
        decorators = tuple([self._lines.text_of(each) for each in node.decorator_list])
        signature = function_signature(node, self._lines)
        symbol = self._define(scope, node, function_kind(scope, decorators), signature, decorators)
        inner = Scope("function", symbol.id, symbol.qualname, symbol.visibility)
        self._type_parameters(node, inner)
        return inner

    def class_(self, scope: Scope, node: ast.ClassDef) -> Scope:
        """Add a class; return the scope of its body."""
        decorators = tuple([self._lines.text_of(each) for each in node.decorator_list])
        bases = tuple([self._lines.text_of(each) for each in node.bases])
        flavour = class_flavour(bases, decorators, self._flavours)
        if scope.kind == "module":
            self._flavours[node.name] = inherited_flavour(bases, flavour, self._flavours)
        symbol = self._define(scope, node, "class", class_signature(node, bases, self._lines), decorators, bases)
        inner = Scope("class", symbol.id, symbol.qualname, symbol.visibility, flavour)
        self._type_parameters(node, inner)
        return inner

    def assigned(self, scope: Scope, body: Sequence[ast.stmt], index: int) -> None:
        """Add the names that the assignment at an index of a body gives; in `a, b = 1, 2` each with its own value."""
        node = body[index]
        if isinstance(node, ast.AnnAssign):
            if isinstance(node.target, ast.Name):
                self._variable(scope, body, index, node.target, node.value, self._lines.text_of(node.annotation))
            return
        if not isinstance(node, ast.Assign):
            return
        pairs: list[tuple[ast.expr, ast.expr | None]] = [(target, node.value) for target in reversed(node.targets)]
        while pairs:
            target, value = pairs.pop()
            if isinstance(target, ast.Name):
                self._variable(scope, body, index, target, value)
            elif isinstance(target, ast.Starred):
                pairs.append((target.value, None))
            elif isinstance(target, (ast.Tuple, ast.List)):
                pairs += reversed(list(zip(target.elts, _values_for(target, value), strict=True)))

    def type_alias(self, scope: Scope, body: Sequence[ast.stmt], index: int) -> None:
        """Add a `type X = …` statement; Python before 3.12 has no class for it."""
        node: Any = body[index]
        signature = f"{type_parameters(node, self._lines)} {value_signature('', node.value, self._lines)}".lstrip()
        symbol = self._add(
            scope,
            node.name.id,
            "type-alias",
            self._lines.span(node.name),
            self._lines.span(node),
            signature,
            self._variable_doc(body, index),
        )
        self._type_parameters(node, Scope("function", symbol.id, symbol.qualname))

    def attribute(self, scope: Scope, body: Sequence[ast.stmt], index: int, target: ast.Attribute) -> None:
        """Add an attribute that a method assigns to `self`, by the statement at an index of a body."""
        statement = body[index]
        annotation, value = "", None
        if isinstance(statement, ast.AnnAssign):
            annotation, value = self._lines.text_of(statement.annotation), statement.value
        elif isinstance(statement, ast.Assign) and target in statement.targets:
            value = statement.value
        is_assignment = isinstance(statement, (ast.Assign, ast.AnnAssign))
        self._add(
            scope,
            target.attr,
            "constant" if is_constant_name(target.attr) else "attribute",
            self._lines.attribute_name(target),
            self._lines.span(statement if is_assignment else target),
            value_signature(annotation, value, self._lines),
            self._variable_doc(body, index) if is_assignment else "",
        )

    def _define(
        self,
        scope: Scope,
        node: Function | ast.ClassDef,
        kind: str,
        signature: str,
        decorators: tuple[str, ...],
        bases: tuple[str, ...] = (),
    ) -> Symbol:
        extent = self._lines.span(node)
        self.numbers[node] = len(self.symbols)
        if node.decorator_list:
            extent = Span(*self._lines.decorator_start(node.decorator_list[0]), *extent[2:])
        name = self._lines.header_name(node)
        is_async = type(node) is ast.AsyncFunctionDef
        return self._add(
            scope, node.name, kind, name, extent, signature, docstring(node.body), decorators, bases, is_async=is_async
        )

    def _variable(
        self,
        scope: Scope,
        body: Sequence[ast.stmt],
        index: int,
        target: ast.Name,
        value: ast.expr | None,
        annotation: str = "",
    ) -> None:
        """Add a name unless the scope has it: a name that is assigned again stays what it was."""
        if self._names.is_taken(scope, target.id):
            return
        kind = variable_kind(scope, target.id, annotation, value)
        if kind:
            self._add(
                scope,
                target.id,
                kind,
                self._lines.span(target),
                self._lines.span(body[index]),
                value_signature(annotation, value, self._lines),
                self._variable_doc(body, index),
            )

    def _type_parameters(self, node: ast.AST, owner: Scope) -> None:
        for parameter in getattr(node, "type_params", ()):
            span = self._lines.type_parameter_name(parameter)
            written = self._lines.text_of(parameter).lstrip("* ")
            self._add(
                owner,
                parameter.name,
                "type-parameter",
                span,
                self._lines.span(parameter),
                written[span.end_col - span.col :].lstrip(),
                visibility="local",
            )

    def _add(
        self,
        scope: Scope,
        name: str,
        kind: str,
        span: Span,
        extent: Span,
        signature: str,
        doc: str = "",
        decorators: tuple[str, ...] = (),
        bases: tuple[str, ...] = (),
        *,
        is_async: bool = False,
        visibility: Visibility | None = None,
    ) -> Symbol:
        qualname, identity = self._names.claim(scope, name)
        symbol = _symbol(
            identity,
            name,
            qualname,
            kind,
            self._path,
            span,
            extent,
            scope.id,
            signature,
            doc,
            visibility or self._names.visibility(scope, name),
            decorators,
            bases,
            is_async,
        )
        self.symbols.append(symbol)
        return symbol

    def _variable_doc(self, body: Sequence[ast.stmt], index: int) -> str:
        """Return what is said of a name: a `#:` comment behind or above it, or a string below."""
        lines = self._lines.lines
        place = self._lines.span(body[index])
        if doc := comment_behind(lines[place.end_line - 1][place.end_col :]):
            return doc
        # A line that looks like a comment may be the end of a string of the statement above.
        floor = (body[index - 1].end_lineno or 0) if index else 0
        return comment_above(lines, place.line, floor) or string_statement(body, index + 1)


def _values_for(target: ast.Tuple | ast.List, value: ast.expr | None) -> Sequence[ast.expr | None]:
    """Return the value of each name in an unpacking, where the source pairs them one to one."""
    names = target.elts
    if not isinstance(value, (ast.Tuple, ast.List)) or len(value.elts) != len(names):
        return [None] * len(names)
    is_starred = any(isinstance(each, ast.Starred) for each in (*names, *value.elts))
    return [None] * len(names) if is_starred else value.elts
