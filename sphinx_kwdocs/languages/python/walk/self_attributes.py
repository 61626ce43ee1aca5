"""Makes symbols of the attributes that only the methods of a Python class define, by assigning to `self`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages.python.qualified_names import Scope as NameScope

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_kwdocs.languages.python.symbols import SymbolMaker
    from sphinx_kwdocs.languages.python.walk.state import AttributeAssignment
    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.python_code import Scope


def defining(
    assignments: Iterable[AttributeAssignment], scopes: Sequence[Scope]
) -> dict[tuple[int, str], AttributeAssignment]:
    """Return the assignment that defines each attribute: an annotated one, one in `__init__`, or else the first."""
    chosen: dict[tuple[int, str], AttributeAssignment] = {}
    for assigned in assignments:
        key = assigned.cls, assigned.name
        if assigned.name in scopes[assigned.cls].first:
            continue
        best = chosen.get(key)
        if best is None or _rank(assigned) < _rank(best):
            chosen[key] = assigned
    return chosen


def _rank(assigned: AttributeAssignment) -> int:
    statement = assigned.body[assigned.place]
    if isinstance(statement, ast.AnnAssign):
        return 0
    return 1 if assigned.is_init else 2


def add_symbol(assigned: AttributeAssignment, owner: Symbol, made: SymbolMaker) -> None:
    """Add the definition of an attribute to a file's symbols."""
    scope = NameScope("class", owner.id, owner.qualname, owner.visibility)
    made.attribute(scope, assigned.body, assigned.place, assigned.node)
