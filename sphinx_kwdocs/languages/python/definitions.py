"""Walks the statements of a Python syntax tree, without recursion, for definitions and imports."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages.python.exports import is_main_guard, type_checking_branch
from sphinx_kwdocs.languages.python.qualified_names import Scope
from sphinx_kwdocs.languages.python.symbols import Function, SymbolMaker
from sphinx_kwdocs.model.facts import Import
from sphinx_kwdocs.model.fast_frozen import maker

if TYPE_CHECKING:
    from sphinx_kwdocs.languages.python.source_lines import SourceLines

_import = maker(Import)


@dataclass(slots=True)
class _Block:
    """A list of statements on its way through the walk."""

    body: Sequence[ast.stmt]
    """The statements."""
    scope: Scope
    """What names in it belong to."""
    rest: Iterator[tuple[int, _Handler | None]]
    """The statements that the walk has not come to: the index of each, and what reads it."""
    is_conditional: bool
    """Whether it stands under another statement that may skip it."""
    is_type_checking: bool
    """Whether only type checkers read it."""
    is_loop: bool
    """Whether names assigned in it are only a loop's working names."""
    index: int = 0
    """The statement the walk has come to."""


class DefinitionWalk:
    """One pass over a module, which collects its symbols and imports in order of appearance."""

    def __init__(self, path: str, lines: SourceLines, exports: tuple[str, ...] | None) -> None:
        self.made = SymbolMaker(path, lines, exports)
        self.imports: list[Import] = []
        self.main_guard = 0
        self._lines = lines
        self._stack: list[_Block] = []

    def visit(self, module: ast.Module) -> None:
        """Collect everything the module defines and imports."""
        stack = self._stack
        self._enter(module.body, Scope())
        while stack:
            block = stack[-1]
            depth = len(stack)
            for index, handler in block.rest:
                if handler is not None:
                    block.index = index
                    handler(self, block, block.body[index])
                    if len(stack) != depth:
                        break
            else:
                stack.pop()

    def visit_function(self, block: _Block, node: Function) -> None:
        """Note a function or a method, and go into it."""
        self._enter(node.body, self.made.function(block.scope, node), block)

    def visit_class(self, block: _Block, node: ast.ClassDef) -> None:
        """Note a class, and go into it."""
        self._enter(node.body, self.made.class_(block.scope, node), block)

    def visit_assign(self, block: _Block, _node: ast.stmt) -> None:
        """Note the names that a module or a class assigns."""
        if not block.is_loop:
            self.made.assigned(block.scope, block.body, block.index)

    def visit_type_alias(self, block: _Block, _node: ast.stmt) -> None:
        """Note a `type X = …` statement."""
        self.made.type_alias(block.scope, block.body, block.index)

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
        if node.orelse:
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
        """Have a block read before the statements behind it; of several, the last one given comes first."""
        self._push(
            body,
            block.scope,
            is_conditional=block.is_conditional or not is_type_checking,
            is_type_checking=block.is_type_checking or is_type_checking,
            is_loop=block.is_loop or is_loop,
        )

    def _enter(self, body: Sequence[ast.stmt], scope: Scope, block: _Block | None = None) -> None:
        """Have the block of a scope read."""
        is_conditional, is_type_checking = (block.is_conditional, block.is_type_checking) if block else (False, False)
        self._push(body, scope, is_conditional=is_conditional, is_type_checking=is_type_checking, is_loop=False)

    def _push(
        self, body: Sequence[ast.stmt], scope: Scope, *, is_conditional: bool, is_type_checking: bool, is_loop: bool
    ) -> None:
        handlers = _FUNCTION_HANDLERS if scope.kind == "function" else _HANDLERS
        # Most blocks of functions neither define nor import anything, and are not looked at any further.
        if not handlers.keys().isdisjoint(map(type, body)):
            rest = enumerate(map(handlers.get, map(type, body)))
            self._stack.append(_Block(body, scope, rest, is_conditional, is_type_checking, is_loop))

    def _import(self, block: _Block, alias: ast.alias, module: str, name: str, level: int) -> None:
        self.imports.append(
            _import(
                self._lines.span(alias),
                module,
                name,
                alias.asname or "",
                level,
                block.is_conditional,
                block.is_type_checking,
                block.scope.kind != "module",
            )
        )


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
    ast.AnnAssign: DefinitionWalk.visit_assign,
}
