"""Finds who is called: by the name at the call where it is a function's, by the value where it is not."""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.linking.python import classes
from sphinx_kwdocs.linking.python.passed_functions import Passing
from sphinx_kwdocs.linking.python.standard_library import APPLYING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.units import Unit
    from sphinx_kwdocs.linking.python.values import Type, Value
    from sphinx_kwdocs.model.python_code import Expr

_LOOPS = {"element": ("__iter__", "__next__"), "async-element": ("__aiter__", "__anext__")}
"""What a loop calls, and what it calls of what that gives."""


class CallFinder:
    """Answers what calls run."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._units = [unit for unit in engine.units if unit.facts.symbols]
        self._starts = [unit.offset for unit in self._units]
        self.passing = Passing(engine, self)

    def add_callees(self, edges: dict[int, None], unit: Unit, number: int, items: tuple[Any, ...]) -> None:
        """Add what a call of an expression runs, whose name means these items; all by their numbers."""
        for item in items:
            if item.__class__ is int:
                if item in edges:
                    return
                place = self.place_of(item)
                if place is not None:
                    edges[item] = None
                    self._add_wrappers(edges, *place)
                    return
            elif item.__class__ is str:
                return  # outside of the repository
        edges.update(dict.fromkeys(self._by_value(unit, number)))

    def _by_value(self, unit: Unit, number: int) -> list[int]:
        expr: Expr = unit.exprs[number]
        if expr[0] in _LOOPS:
            return list(self._looped(unit, expr))
        if expr[0] == "applied":
            is_applying = any(_applies(value) for value in self._engine.type_of(unit, expr[1]))
            return self.callees(unit, expr[2], self._engine.type_of(unit, expr[2])) if is_applying else []
        return self.callees(unit, number, self.passing.values(unit, number))

    def callees(self, unit: Unit, number: int, values: Type) -> list[int]:
        """Return what a call of an expression runs that has these values."""
        found = [callee for value in values for callee in _callees(value)]
        # Of several functions in a list, only one is called; of several that control may have led to, any is.
        return found if len(found) == 1 or _is_choice(unit, number) else []

    def _looped(self, unit: Unit, expr: Expr) -> Iterator[int]:
        """Yield the methods that a loop runs."""
        first, following = _LOOPS[expr[0]]
        for value in self._engine.type_of(unit, expr[1]):
            if value[0] not in {"instance", "self"}:
                continue
            for each in self._methods(value, first):
                yield from _callees(each)
                for made in self._engine.call(each):
                    if made[0] in {"instance", "self"}:
                        yield from (callee for method in self._methods(made, following) for callee in _callees(method))

    def _methods(self, value: Value, name: str) -> Type:
        member = classes.find(self._engine, value[1], name)
        return self._engine.member(value, member) if member is not None else ()

    def _add_wrappers(self, edges: dict[int, None], unit: Unit, scope: int) -> None:
        """Add what decorators put in place of a function."""
        code = unit.code.functions.get(scope)
        if code is not None and code.decorators:
            edges.update(dict.fromkeys(self.passing.wrappers(unit.function_of_scope(scope))))

    def place_of(self, target: int) -> tuple[Unit, int] | None:
        """Return the file and the scope of a symbol, if it is a function or a class."""
        at = bisect(self._starts, target) - 1
        if at < 0:
            return None
        unit, number = self._units[at], target - self._starts[at]
        scope = unit.callables.get(number) if number < len(unit.facts.symbols) else None
        return (unit, scope) if scope is not None else None


def _is_choice(unit: Unit, number: int) -> bool:
    """Say whether control decides between the values of an expression, or comes to each of them."""
    while unit.exprs[number][0] == "bind":
        number = unit.exprs[number][2]
    return unit.exprs[number][0] in {"phi", "either", "element", "param"}


def _applies(value: Value) -> bool:
    """Say whether a value is a function of the standard library that calls what it is handed."""
    return value[-1] == "sort" if value[0] == "method" else value[0] == "external" and value[1] in APPLYING


def _callees(value: Value) -> Iterator[int]:
    """Yield the numbers of the functions and classes that a call of a value runs."""
    target = value[1].target if value[0] in {"function", "class", "self class"} else None
    if target is not None:
        yield target
