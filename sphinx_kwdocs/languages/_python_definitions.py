"""Walks the statements of a Python syntax tree, without recursion, for definitions and imports."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages._python_docs import comment_above, comment_behind, docstring, string_statement
from sphinx_kwdocs.languages._python_exports import is_main_guard, type_checking_branch
from sphinx_kwdocs.languages._python_kinds import class_flavour, function_kind, inherited_flavour, variable_kind
from sphinx_kwdocs.languages._python_names import ClassFlavour, Names, Scope
from sphinx_kwdocs.languages._python_signature import (
    class_signature,
    function_signature,
    type_parameters,
    value_signature,
)
from sphinx_kwdocs.model import Import, Span, Symbol

if TYPE_CHECKING:
    from sphinx_kwdocs.languages._python_lines import SourceLines

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class _Block:
    """A list of statements on its way through the walk."""

    body: Sequence[ast.stmt]
    """The statements."""
    scope: Scope
    """What names in it belong to."""
    index: int = 0
    """The statement that comes next."""
    is_local: bool = False
    """Whether it is inside a function or a class."""
    is_conditional: bool = False
    """Whether it stands under another statement that may skip it."""
    is_type_checking: bool = False
    """Whether only type checkers read it."""
    is_loop: bool = False
    """Whether names assigned in it are only a loop's working names."""


class DefinitionWalk:
    """One pass over a module, which collects its symbols and imports in order of appearance."""

    def __init__(self, path: str, lines: SourceLines, exports: tuple[str, ...] | None) -> None:
        self.symbols: list[Symbol] = []
        self.imports: list[Import] = []
        self.main_guard = 0
        self._path = path
        self._lines = lines
        self._names = Names(path, exports)
        self._flavours: dict[str, ClassFlavour] = {}
        self._stack: list[_Block] = []

    def visit(self, module: ast.Module) -> None:
        """Collect everything the module defines and imports."""
        stack = self._stack
        stack.append(_Block(module.body, Scope()))
        while stack:
            block = stack[-1]
            body, depth = block.body, len(stack)
            handlers = _FUNCTION_HANDLERS if block.scope.kind == "function" else _HANDLERS
            for index in range(block.index, len(body)):
                handler = handlers.get(type(body[index]))
                if handler is not None:
                    block.index = index + 1
                    handler(self, block, body[index])
                    if len(stack) != depth:
                        break
            else:
                stack.pop()

    def visit_function(self, block: _Block, node: Function) -> None:
        """Note a function or a method, and go into it."""
        decorators = tuple([self._lines.text_of(each) for each in node.decorator_list])
        symbol = self._define(
            block.scope,
            node,
            kind=function_kind(block.scope, decorators),
            decorators=decorators,
            signature=function_signature(node, self._lines),
            is_async=isinstance(node, ast.AsyncFunctionDef),
        )
        self._enter(block, node, Scope("function", symbol.id, symbol.qualname, symbol.visibility))

    def visit_class(self, block: _Block, node: ast.ClassDef) -> None:
        """Note a class, and go into it."""
        decorators = tuple([self._lines.text_of(each) for each in node.decorator_list])
        bases = tuple([self._lines.text_of(each) for each in node.bases])
        flavour = class_flavour(bases, decorators, self._flavours)
        if not block.is_local:
            self._flavours[node.name] = inherited_flavour(bases, flavour, self._flavours)
        symbol = self._define(
            block.scope,
            node,
            kind="class",
            decorators=decorators,
            bases=bases,
            signature=class_signature(node, bases, self._lines),
        )
        self._enter(block, node, Scope("class", symbol.id, symbol.qualname, symbol.visibility, flavour))

    def visit_assign(self, block: _Block, node: ast.Assign) -> None:
        """Note the names that a module or a class assigns; in `a, b = 1, 2` each with its own value."""
        if block.is_loop:
            return
        pairs: list[tuple[ast.expr, ast.expr | None]] = [(target, node.value) for target in reversed(node.targets)]
        while pairs:
            target, value = pairs.pop()
            if isinstance(target, ast.Name):
                self._define_variable(block, node, target, "", value)
            elif isinstance(target, ast.Starred):
                pairs.append((target.value, None))
            elif isinstance(target, (ast.Tuple, ast.List)):
                pairs += reversed(list(zip(target.elts, _values_for(target, value), strict=True)))

    def visit_annotated(self, block: _Block, node: ast.AnnAssign) -> None:
        """Note a name that is declared with its type."""
        if isinstance(node.target, ast.Name) and not block.is_loop:
            self._define_variable(block, node, node.target, self._lines.text_of(node.annotation), node.value)

    def visit_type_alias(self, block: _Block, node: Any) -> None:
        """Note a `type X = …` statement; Python before 3.12 has no class for it."""
        qualname, identity = self._names.claim(block.scope, node.name.id)
        signature = f"{type_parameters(node, self._lines)} {value_signature('', node.value, self._lines)}".lstrip()
        symbol = Symbol(
            identity,
            node.name.id,
            qualname,
            "type-alias",
            self._path,
            self._lines.span(node.name),
            self._lines.span(node),
            block.scope.id,
            signature,
            self._variable_doc(block, node),
            self._names.visibility(block.scope, node.name.id),
        )
        self.symbols.append(symbol)
        self._define_type_parameters(node, Scope("function", symbol.id, symbol.qualname))

    def visit_import(self, block: _Block, node: ast.Import) -> None:
        """Note each module of an import statement."""
        for alias in node.names:
            self._import(block, alias, alias.name, "", 0)

    def visit_import_from(self, block: _Block, node: ast.ImportFrom) -> None:
        """Note each name of a from-import."""
        for alias in node.names:
            self._import(block, alias, node.module or "", alias.name, node.level)

    def visit_if(self, block: _Block, node: ast.If) -> None:
        """Go into both branches, and remember which is for running or for type checkers."""
        if block.scope.kind == "module" and not self.main_guard and is_main_guard(node.test):
            self.main_guard = node.lineno
        branch = type_checking_branch(node.test)
        self._nest(block, node.orelse, is_type_checking=branch is False)
        self._nest(block, node.body, is_type_checking=branch is True)

    def visit_loop(self, block: _Block, node: ast.For | ast.AsyncFor | ast.While) -> None:
        """Go into a loop."""
        self._nest(block, node.orelse, is_loop=True)
        self._nest(block, node.body, is_loop=True)

    def visit_try(self, block: _Block, node: ast.Try | ast.TryStar) -> None:
        """Go into all parts of a try statement."""
        self._nest(block, node.finalbody)
        self._nest(block, node.orelse)
        for handler in reversed(node.handlers):
            self._nest(block, handler.body)
        self._nest(block, node.body)

    def visit_with(self, block: _Block, node: ast.With | ast.AsyncWith) -> None:
        """Go into a with statement."""
        self._nest(block, node.body)

    def visit_match(self, block: _Block, node: ast.Match) -> None:
        """Go into every case."""
        for case in reversed(node.cases):
            self._nest(block, case.body)

    def _nest(
        self, block: _Block, body: Sequence[ast.stmt], *, is_type_checking: bool = False, is_loop: bool = False
    ) -> None:
        if body:
            nested = replace(
                block,
                body=body,
                index=0,
                is_conditional=block.is_conditional or not is_type_checking,
                is_type_checking=block.is_type_checking or is_type_checking,
                is_loop=block.is_loop or is_loop,
            )
            self._stack.append(nested)

    def _enter(self, block: _Block, node: Function | ast.ClassDef, scope: Scope) -> None:
        self._define_type_parameters(node, scope)
        self._stack.append(
            _Block(
                node.body,
                scope,
                is_local=True,
                is_conditional=block.is_conditional,
                is_type_checking=block.is_type_checking,
            )
        )

    def _define(self, scope: Scope, node: Function | ast.ClassDef, **facts: Any) -> Symbol:
        qualname, identity = self._names.claim(scope, node.name)
        line, col, end_line, end_col = self._lines.span(node)
        if node.decorator_list:
            line, col = self._lines.decorator_start(node.decorator_list[0])
        symbol = Symbol(
            id=identity,
            name=node.name,
            qualname=qualname,
            path=self._path,
            span=self._lines.header_name(node),
            extent=Span(line, col, end_line, end_col),
            parent=scope.id,
            doc=docstring(node.body),
            visibility=self._names.visibility(scope, node.name),
            **facts,
        )
        self.symbols.append(symbol)
        return symbol

    def _define_type_parameters(self, node: ast.AST, owner: Scope) -> None:
        for parameter in getattr(node, "type_params", ()):
            qualname, identity = self._names.claim(owner, parameter.name)
            extent = self._lines.span(parameter)
            span = self._lines.type_parameter_name(parameter)
            written = self._lines.text_of(parameter)
            signature = written.lstrip("* ")[span.end_col - span.col :].lstrip()
            self.symbols.append(
                Symbol(
                    identity,
                    parameter.name,
                    qualname,
                    "type-parameter",
                    self._path,
                    span,
                    extent,
                    owner.id,
                    signature,
                    visibility="local",
                )
            )

    def _define_variable(
        self, block: _Block, node: ast.Assign | ast.AnnAssign, target: ast.Name, annotation: str, value: ast.expr | None
    ) -> None:
        scope, name = block.scope, target.id
        if self._names.is_taken(scope, name):
            return
        kind = variable_kind(scope, name, annotation, value)
        if not kind:
            return
        qualname, identity = self._names.claim(scope, name)
        self.symbols.append(
            Symbol(
                identity,
                name,
                qualname,
                kind,
                self._path,
                self._lines.span(target),
                self._lines.span(node),
                scope.id,
                value_signature(annotation, value, self._lines),
                self._variable_doc(block, node),
                self._names.visibility(scope, name),
            )
        )

    def _variable_doc(self, block: _Block, node: ast.stmt) -> str:
        lines = self._lines.lines
        end = self._lines.span(node)
        if doc := comment_behind(lines[end.end_line - 1][end.end_col :]):
            return doc
        previous = block.index - 2
        floor = (block.body[previous].end_lineno or 0) if previous >= 0 else 0
        return comment_above(lines, node.lineno, floor) or string_statement(block.body, block.index)

    def _import(self, block: _Block, alias: ast.alias, module: str, name: str, level: int) -> None:
        self.imports.append(
            Import(
                self._lines.span(alias),
                module,
                name,
                alias.asname or "",
                level,
                block.is_conditional,
                block.is_type_checking,
                block.is_local,
            )
        )


def _values_for(target: ast.Tuple | ast.List, value: ast.expr | None) -> Sequence[ast.expr | None]:
    """Return the value of each name in an unpacking, where the source pairs them one to one."""
    names = target.elts
    if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(names):
        if not any(isinstance(each, ast.Starred) for each in (*names, *value.elts)):
            return value.elts
    return [None] * len(names)


_Handler = Callable[[DefinitionWalk, _Block, Any], None]
_FUNCTION_HANDLERS: dict[type[ast.AST], _Handler] = {
    ast.FunctionDef: DefinitionWalk.visit_function,
    ast.AsyncFunctionDef: DefinitionWalk.visit_function,
    ast.ClassDef: DefinitionWalk.visit_class,
    ast.Import: DefinitionWalk.visit_import,
    ast.ImportFrom: DefinitionWalk.visit_import_from,
    ast.If: DefinitionWalk.visit_if,
    ast.For: DefinitionWalk.visit_loop,
    ast.AsyncFor: DefinitionWalk.visit_loop,
    ast.While: DefinitionWalk.visit_loop,
    ast.Try: DefinitionWalk.visit_try,
    ast.TryStar: DefinitionWalk.visit_try,
    ast.With: DefinitionWalk.visit_with,
    ast.AsyncWith: DefinitionWalk.visit_with,
    ast.Match: DefinitionWalk.visit_match,
}
if hasattr(ast, "TypeAlias"):
    _FUNCTION_HANDLERS[ast.TypeAlias] = DefinitionWalk.visit_type_alias
_HANDLERS: dict[type[ast.AST], _Handler] = {
    **_FUNCTION_HANDLERS,
    ast.Assign: DefinitionWalk.visit_assign,
    ast.AnnAssign: DefinitionWalk.visit_annotated,
}
