"""Finds who is called: by the name at the call where it is a function's, by the value where it is not."""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.inference._engine import Engine
    from sphinx_kwdocs.inference._units import Unit
    from sphinx_kwdocs.inference._values import Value


class CallFinder:
    """Answers what calls run."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._units = [unit for unit in engine.units if unit.facts.symbols]
        self._starts = [unit.offset for unit in self._units]

    def add_callees(self, edges: dict[int, None], unit: Unit, number: int, items: tuple[Any, ...]) -> None:
        """Add what a call of an expression runs, whose name means these items; all by their numbers."""
        for item in items:
            if item.__class__ is int:
                if item in edges or self._is_callable(item):
                    edges[item] = None
                    return
            elif item.__class__ is str:
                return  # outside of the repository
        callees = [callee for value in self._engine.type_of(unit, number) for callee in _callees(value)]
        # Of several functions in a list, only one is called; of several that control may have led to, any is.
        if len(callees) == 1 or _is_choice(unit, number):
            edges.update(dict.fromkeys(callees))

    def _is_callable(self, target: int) -> bool:
        """Say whether a symbol is a function or a class."""
        at = bisect(self._starts, target) - 1
        if at < 0:
            return False
        unit, number = self._units[at], target - self._starts[at]
        return number < len(unit.facts.symbols) and number in unit.callables


def _is_choice(unit: Unit, number: int) -> bool:
    """Say whether control decides between the values of an expression."""
    while unit.exprs[number][0] == "bind":
        number = unit.exprs[number][2]
    return unit.exprs[number][0] in {"phi", "either"}


def _callees(value: Value) -> Iterator[int]:
    """Yield the numbers of the functions and classes that a call of a value runs."""
    target = value[1].target if value[0] in {"function", "class", "self class"} else None
    if target is not None:
        yield target
