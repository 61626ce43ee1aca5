"""Tells what a name means that a module both defines and imports: the last on its usual path, whatever is tried."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.index import ImportLink

_ASSIGNED = frozenset({"constant", "variable"})


class Meant(NamedTuple):
    """What a name of a module can mean."""

    own: Sequence[Symbol]
    """Of what the module defines."""
    taken: Sequence[ImportLink]
    """Of what it imports."""


def meant(own: Sequence[Symbol], taken: Sequence[ImportLink]) -> Meant:
    """Return which definitions and imports of one name count: all where only conditions decide.

    What is only assigned under a condition is a stand-in for what was imported before.
    """
    # What stands under a condition is indented.
    defined = max((symbol.extent.line for symbol in own if not symbol.extent.col), default=0)
    imported = max((link.item.span.line for link in taken if not link.item.is_conditional), default=0)
    if defined or imported:
        return Meant(own, ()) if defined > imported else Meant((), taken)
    is_stand_in = all(symbol.kind in _ASSIGNED for symbol in own)
    is_before = min(link.item.span.line for link in taken) < min(symbol.extent.line for symbol in own)
    return Meant((), taken) if is_stand_in and is_before else Meant(own, taken)
