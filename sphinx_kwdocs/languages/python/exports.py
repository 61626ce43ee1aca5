"""Reads from a Python syntax tree what the module says of itself: `__all__`, and how it is run."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages.python.docstrings import encodable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SIMPLE = (ast.Assign, ast.Expr, ast.ImportFrom)
"""The most frequent of the statements that can change `__all__` and hold no others."""
_APART = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import)
"""Statements that leave `__all__` alone, whatever they hold."""


class _NotStaticError(Exception):
    """`__all__` is computed."""


def static_exports(module: ast.Module) -> tuple[str, ...] | None:
    """Return the names in `__all__`, or None if there is none or it is computed."""
    names: list[str] | None = None
    try:
        for statement, is_conditional in _module_statements(module.body):
            change = _change(statement)
            if change is None:
                continue
            verb, strings = change
            if verb == "set" and not (is_conditional and names):
                names = list(strings)
            elif names is None and verb != "set":
                return None
            elif verb == "remove":
                names = [name for name in names or () if name not in strings]
            else:
                names = [*(names or ()), *strings]
    except _NotStaticError:
        return None
    return None if names is None else tuple(dict.fromkeys(encodable(name) for name in names))


def is_main_guard(test: ast.expr) -> bool:
    """Say whether a condition is `__name__ == "__main__"`, perhaps with more conditions."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(_names_main(value) for value in test.values)
    return _names_main(test)


def type_checking_branch(test: ast.expr) -> bool | None:
    """Return which branch of an `if` only type checkers read: True, False (`else`), or None for neither."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return False if _is_type_checking(test.operand) else None
    return True if _is_type_checking(test) else None


def _is_type_checking(test: ast.expr) -> bool:
    if isinstance(test, ast.Attribute):
        return test.attr == "TYPE_CHECKING" and isinstance(test.value, ast.Name)
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _names_main(test: ast.expr) -> bool:
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)):
        return False
    sides = (test.left, test.comparators[0])
    has_name = any(isinstance(side, ast.Name) and side.id == "__name__" for side in sides)
    return has_name and any(isinstance(side, ast.Constant) and side.value == "__main__" for side in sides)


def _module_statements(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield the simple statements of a module in order, those under a condition marked."""
    stack = [(statement, False) for statement in reversed(body)]
    while stack:
        statement, is_conditional = stack.pop()
        if isinstance(statement, _SIMPLE):
            yield statement, is_conditional
            continue
        if isinstance(statement, _APART):
            continue
        if isinstance(statement, (ast.For, ast.AsyncFor, ast.While)):
            _refuse_changes_in(statement)
            continue
        blocks: list[Sequence[ast.stmt]] = [getattr(statement, name, ()) for name in ("finalbody", "orelse")]
        blocks += [
            part.body for part in reversed([*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())])
        ]
        if isinstance(statement, (ast.If, ast.Try, ast.TryStar, ast.With, ast.AsyncWith)):
            blocks.append(statement.body)
        for block in blocks:
            stack += [(each, True) for each in reversed(block)]
        yield statement, is_conditional


def _refuse_changes_in(loop: ast.stmt) -> None:
    if any(isinstance(node, ast.Name) and node.id == "__all__" for node in ast.walk(loop)):
        raise _NotStaticError


def _change(statement: ast.stmt) -> tuple[str, list[str]] | None:
    """Return what a statement does to `__all__`: set, add or remove these names; None if it leaves it alone."""
    match statement:
        case ast.Assign(targets=targets, value=value) if any(_is_all(target) for target in targets):
            return "set", _strings(value)
        case ast.AnnAssign(target=target, value=ast.expr() as value) if _is_all(target):
            return "set", _strings(value)
        case ast.AugAssign(target=target, op=operator, value=value) if _is_all(target):
            if not isinstance(operator, ast.Add):
                raise _NotStaticError
            return "add", _strings(value)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr=attr), args=arguments)) if _is_all(owner):
            return _called_change(attr, arguments)
        case ast.Delete(targets=targets) if any(_is_all(target) for target in targets):
            raise _NotStaticError
        case ast.ImportFrom(names=aliases) if "__all__" in {alias.asname or alias.name for alias in aliases}:
            raise _NotStaticError
    return None


def _called_change(method: str, arguments: list[ast.expr]) -> tuple[str, list[str]]:
    if len(arguments) == 1 and method == "extend":
        return "add", _strings(arguments[0])
    if len(arguments) == 1 and method in {"append", "remove"}:
        return ("add" if method == "append" else "remove"), _strings(ast.List(arguments))
    raise _NotStaticError


def _is_all(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "__all__"


def _strings(node: ast.expr) -> list[str]:
    """Return the strings of a literal list, or of several added up."""
    found: list[str] = []
    stack = [node]
    while stack:
        part = stack.pop()
        if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Add):
            stack += [part.right, part.left]
        elif isinstance(part, (ast.List, ast.Tuple)):
            for element in part.elts:
                if not (isinstance(element, ast.Constant) and isinstance(element.value, str)):
                    raise _NotStaticError
                found.append(element.value)
        else:
            raise _NotStaticError
    return found
