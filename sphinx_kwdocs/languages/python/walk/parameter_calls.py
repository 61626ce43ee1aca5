"""Finds the calls of a Python file that depend on what a function gets as its parameters: of these, or with these."""

from __future__ import annotations

import ast
import builtins
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from sphinx_kwdocs.model.python_code import ClassCode, Expr, Scope

_CALLABLE = frozenset({"Callable", "Any", "object", "type", "Type"})
_BUILTINS = frozenset(dir(builtins))
_DEEPEST = 4
_IMPORTED = frozenset({"import", "import-part", "class"})
_LONGEST_WAY = 8


def may_be_called(annotation: Any, depth: int = 0) -> bool:  # noqa: ANN401  any expression, or None
    """Tell whether an annotation as it is written allows a function or a class."""
    kind = type(annotation)
    if kind is ast.Name or kind is ast.Attribute:
        return (annotation.id if kind is ast.Name else annotation.attr) in _CALLABLE
    if kind is ast.Constant:
        return isinstance(annotation.value, str) and "Callable" in annotation.value
    if depth > _DEEPEST:
        return False
    if kind is ast.Subscript:
        return may_be_called(annotation.value, depth + 1) or may_be_called(annotation.slice, depth + 1)
    if kind is ast.BinOp:
        return may_be_called(annotation.left, depth + 1) or may_be_called(annotation.right, depth + 1)
    return kind is ast.Tuple and any(may_be_called(each, depth + 1) for each in annotation.elts)


def find_passed(
    calls: Sequence[tuple[int, int]],
    handed: AbstractSet[int],
    exprs: Sequence[Expr],
    scopes: Sequence[Scope],
    classes: Mapping[int, ClassCode],
) -> dict[int, tuple[tuple[int, int], ...]]:
    """Return such calls by the function whose parameter each depends on; `handed` are the parameters that count."""
    origins = _Origins(handed, exprs, scopes, classes)
    calls_by_owner: dict[int, dict[tuple[int, int], None]] = {}
    for call, scope in calls:
        _, called, arguments, keywords = exprs[call]
        given = (*arguments, *(value for _, value in keywords)) if origins.is_followed(called) else ()
        for number in (called, *given):
            for owner in origins.of(number):
                calls_by_owner.setdefault(owner, {})[call, scope] = None
    return {owner: tuple(owned) for owner, owned in sorted(calls_by_owner.items())}


class _Origins:
    """Says of which functions' parameters an expression is made."""

    def __init__(
        self, handed: AbstractSet[int], exprs: Sequence[Expr], scopes: Sequence[Scope], classes: Mapping[int, ClassCode]
    ) -> None:
        self._handed = handed
        self._exprs = exprs
        self._scopes = scopes
        self._classes = classes

    def of(self, number: int) -> Iterator[int]:
        """Yield the scopes of these functions."""
        for _ in range(_LONGEST_WAY):
            expr = self._exprs[number]
            sort = expr[0]
            if sort == "bind":
                if self._exprs[expr[2]][0] == "param":
                    yield from self._if_handed(number)
                    return
                number = expr[2]
            elif sort == "name":
                number = self._free(expr[1], expr[2])
            elif sort == "element":
                number = expr[1]
            elif sort == "item":
                yield from self._if_handed(expr[2])
                number = expr[1]
            else:
                if sort == "attr":
                    yield from self._kept(expr)
                return

    def is_followed(self, number: int) -> bool:
        """Tell whether what a call hands on is followed: by a name, or an attribute of one or of `self`."""
        expr = self._exprs[number]
        if expr[0] == "attr":
            expr = self._exprs[expr[1]]
            if expr[0] == "bind":
                value = self._exprs[expr[2]]
                return value[0] in _IMPORTED or bool(value[0] == "param" and value[2] == 0)
            return bool(expr[0] == "name")
        return expr[0] in {"bind", "name"} and not self._is_builtin(expr)

    def _is_builtin(self, expr: Expr) -> bool:
        """Tell whether a name is one of Python's own, which does nothing that is followed with what it is handed."""
        if expr[0] != "name" or expr[2] not in _BUILTINS:
            return False
        scope = max(expr[1], 0)
        while scope and expr[2] not in self._scopes[scope].ends:
            scope = self._scopes[scope].parent
        return expr[2] not in self._scopes[scope].ends

    def _if_handed(self, number: int) -> Iterator[int]:
        """Yield the scope of the function that something is a parameter of."""
        expr = self._exprs[number]
        if number in self._handed and expr[0] == "bind" and self._exprs[expr[2]][0] == "param":
            yield self._exprs[expr[2]][1]

    def _free(self, scope: int, name: str) -> int:
        """Return what a name of a function around gives, or 0."""
        while scope > 0:
            here = self._scopes[scope]
            if name in here.outer:
                return 0
            if name in here.ends and here.kind == "function":
                return here.ends[name]
            scope = here.parent
        return 0

    def _kept(self, expr: Expr) -> Iterator[int]:
        """Yield the scopes of the methods whose parameters an attribute of `self` keeps."""
        owner = self._exprs[expr[1]]
        param = self._exprs[owner[2]] if owner[0] == "bind" else owner
        if param[0] != "param" or param[2] != 0:
            return
        cls = self._classes.get(self._scopes[param[1]].parent)
        for given in cls.attributes.get(expr[2], ()) if cls is not None else ():
            yield from self._if_handed(self._exprs[given][2])
