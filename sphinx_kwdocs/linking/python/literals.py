"""Follows names to what the source itself writes out: literals, annotations, and the elements of displays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.model.python_code import UNKNOWN

if TYPE_CHECKING:
    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.units import Unit
    from sphinx_kwdocs.linking.python.values import Value
    from sphinx_kwdocs.model.python_code import Expr

Place = tuple["Unit", int]
"""An expression of a file."""
_LONGEST_WAY = 5
_LONGEST_TUPLE = 32
"""Of a tuple as long as this more may have been left out; a list says so by an unknown element before the others."""


def behind(engine: Engine, unit: Unit, number: int) -> Place | None:
    """Follow a name, an import or a variable to the expression that gives it; None if the way is too long."""
    for _ in range(_LONGEST_WAY):
        expr: Expr = unit.exprs[number]
        binding: Any = None
        if expr[0] == "name":
            binding = engine.names.look_up(unit, expr[1], expr[2])
        elif expr[0] == "import":
            binding = engine.names.imported(unit, expr[1])
        elif expr[0] == "bind" and expr[2] and unit.sites[expr[1]].kind in {"variable", "import"}:
            binding = unit, expr[2]
        if binding is None or binding[0] is None:
            return unit, number
        unit, number = binding
    return None


def literal(engine: Engine, unit: Unit, number: int) -> Expr | None:
    """Return the literal that an expression is, also behind a name."""
    place = behind(engine, unit, number)
    expr: Expr | None = place[0].exprs[place[1]] if place is not None else None
    return expr if expr is not None and expr[0] == "const" else None


def element(engine: Engine, unit: Unit, container: int, index: Value) -> Place | None:
    """Return the element of a display that a literal asks for: `("literal", type, value)`."""
    place = behind(engine, unit, container) if index[0] == "literal" else None
    if place is None:
        return None
    unit, number = place
    expr: Expr = unit.exprs[number]
    before = after = 0
    if expr[0] == "rest":
        _, number, before, after = expr
        expr = unit.exprs[number]
    if expr[0] in {"list", "tuple"} and index[1] == "int":
        return _at(unit, expr, index[2], before, after)
    if expr[0] != "dict":
        return None
    wanted = ("const", *index[1:])
    found = [value for key, value in zip(expr[1], expr[2], strict=False) if unit.exprs[key] == wanted]
    return (unit, found[-1]) if found and unit.exprs[found[-1]][0] != "star" else None


def _at(unit: Unit, display: Expr, position: int, before: int, after: int) -> Place | None:
    """Return the element at a position between the first and the last ones, if nothing starred or cut moves it."""
    elements = display[1:]
    is_cut = elements[:1] == (UNKNOWN,) or len(elements) >= _LONGEST_TUPLE
    if is_cut or any(unit.exprs[each][0] == "star" for each in elements):
        return None
    kept = elements[before : len(elements) - after]
    return (unit, kept[position]) if -len(kept) <= position < len(kept) else None
