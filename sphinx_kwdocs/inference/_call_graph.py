"""Collects who calls whom: by the name at the call where it is a function's, by the value where it is not."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.references import NOWHERE, Calls

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sphinx_kwdocs.inference._engine import Engine
    from sphinx_kwdocs.inference._units import Unit
    from sphinx_kwdocs.inference._values import Value


class CallCollector:
    """The calls that were seen so far."""

    def __init__(self, engine: Engine, names: Sequence[str], files: Mapping[str, int]) -> None:
        self._engine = engine
        self._names = names
        self._files = files
        self._callable = {
            target
            for unit in engine.units
            for scope in (*unit.code.functions, *unit.code.classes)
            if (target := unit.target_of(scope)) is not None
        }
        self._edges: defaultdict[int, dict[int, None]] = defaultdict(dict)

    def add(self, unit: Unit, number: int, holder: int, items: tuple[Any, ...]) -> None:
        """Note a call of an expression in a definition, whose name means these items."""
        caller = holder if holder != NOWHERE else self._files[unit.path]
        edges = self._edges[caller]
        for item in items:
            if item.__class__ is int:
                if item in self._callable:
                    edges[item] = None
                    return
            elif item.__class__ is str:
                return  # outside of the repository
        callees = [callee for value in self._engine.type_of(unit, number) for callee in _callees(value)]
        # Of several functions in a list, only one is called; of several that control may have led to, any is.
        if len(callees) == 1 or _is_choice(unit, number):
            edges.update(dict.fromkeys(callees))

    def collected(self) -> Calls:
        """Return all calls, both ways."""
        callees: dict[str, tuple[str, ...]] = {}
        callers: defaultdict[str, list[str]] = defaultdict(list)
        for caller, found in sorted(self._edges.items()):
            if found:
                callees[self._names[caller]] = tuple(self._names[callee] for callee in found)
                for callee in found:
                    callers[self._names[callee]].append(self._names[caller])
        return Calls(callees, {callee: tuple(found) for callee, found in callers.items()})


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
