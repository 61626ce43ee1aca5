"""Makes symbols of the attributes that only the methods of a Python class define, by assigning to `self`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._python_names import Scope as NameScope

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_kwdocs.languages._python_code_targets import Assigned
    from sphinx_kwdocs.languages._python_symbols import SymbolMaker
    from sphinx_kwdocs.model import Symbol
    from sphinx_kwdocs.python_code import Scope


def defining(assignments: Iterable[Assigned], scopes: Sequence[Scope]) -> dict[tuple[int, str], Assigned]:
    """Return the assignment that defines each attribute: an annotated one, one in `__init__`, or else the first."""
    found: dict[tuple[int, str], Assigned] = {}
    for each in assignments:
        key = each.cls, each.name
        if each.name in scopes[each.cls].first:
            continue
        best = found.get(key)
        if best is None or _rank(each) < _rank(best):
            found[key] = each
    return found


def _rank(assigned: Assigned) -> int:
    statement = assigned.body[assigned.place]
    if isinstance(statement, ast.AnnAssign):
        return 0
    return 1 if assigned.is_init else 2


def add_symbol(assigned: Assigned, owner: Symbol, made: SymbolMaker) -> None:
    """Add the definition of an attribute to a file's symbols."""
    scope = NameScope("class", owner.id, owner.qualname, owner.visibility)
    made.attribute(scope, assigned.body, assigned.place, assigned.node)
