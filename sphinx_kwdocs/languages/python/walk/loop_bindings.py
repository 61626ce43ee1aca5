"""Finds the names and attributes that a Python loop assigns, before it is read."""

from __future__ import annotations

import ast
from typing import Any

_Loop = ast.For | ast.AsyncFor | ast.While
_BLOCKS = ("body", "orelse", "finalbody")


def assigned_in(loop: _Loop) -> tuple[dict[str, None], set[str]]:
    """Return the names that a round of a loop may change, and the attributes; not those of functions inside."""
    names: dict[str, None] = {}
    attributes: set[str] = set()
    stack: list[Any] = [*loop.body]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is ast.Expr or kind is ast.Return or kind is ast.Pass:
            continue
        if kind is ast.Assign:
            for target in node.targets:
                _take(target, names, attributes)
        elif kind is ast.AugAssign or kind is ast.AnnAssign:
            _take(node.target, names, attributes)
        elif kind in _COMPOUND:
            _COMPOUND[kind](node, stack, names, attributes)
    if isinstance(loop, (ast.For, ast.AsyncFor)):
        own: dict[str, None] = {}
        _take(loop.target, own, attributes)
        for name in own:  # each round gives it anew before anything reads it
            names.pop(name, None)
    return names, attributes


def _take(target: ast.expr, names: dict[str, None], attributes: set[str]) -> None:
    stack = [target]
    while stack:
        each = stack.pop()
        if isinstance(each, ast.Name):
            names[each.id] = None
        elif isinstance(each, ast.Attribute):
            attributes.add(each.attr)
        elif isinstance(each, (ast.Tuple, ast.List)):
            stack += each.elts
        elif isinstance(each, ast.Starred):
            stack.append(each.value)


def _block(node: Any, stack: list[Any], names: dict[str, None], attributes: set[str]) -> None:  # noqa: ANN401
    for name in _BLOCKS:
        stack += getattr(node, name, ())
    for handler in getattr(node, "handlers", ()):
        stack += handler.body
    if isinstance(node, (ast.For, ast.AsyncFor)):
        _take(node.target, names, attributes)
    elif isinstance(node, (ast.With, ast.AsyncWith)):
        for item in node.items:
            if item.optional_vars is not None:
                _take(item.optional_vars, names, attributes)


def _match(node: ast.Match, stack: list[Any], names: dict[str, None], _attributes: set[str]) -> None:
    for case in node.cases:
        stack += case.body
        for each in ast.walk(case.pattern):
            name = getattr(each, "name", None) or getattr(each, "rest", None)
            if isinstance(name, str):
                names[name] = None


def _definition(node: Any, _stack: list[Any], names: dict[str, None], _attributes: set[str]) -> None:  # noqa: ANN401
    names[node.name] = None


def _import(node: Any, _stack: list[Any], names: dict[str, None], _attributes: set[str]) -> None:  # noqa: ANN401
    for alias in node.names:
        names[alias.asname or alias.name.partition(".")[0]] = None


_COMPOUND: dict[type[ast.AST], Any] = {
    **dict.fromkeys((ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.With, ast.AsyncWith), _block),
    ast.Match: _match,
    **dict.fromkeys((ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef), _definition),
    **dict.fromkeys((ast.Import, ast.ImportFrom), _import),
}
