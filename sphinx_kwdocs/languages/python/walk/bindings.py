"""Binds names at the places that give them, and says what they are at the end of a scope."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.index import WRITE
from sphinx_kwdocs.model.python_code import NO_SYMBOL, UNKNOWN

if TYPE_CHECKING:
    from sphinx_kwdocs.languages.python.walk.state import WalkState
    from sphinx_kwdocs.model.python_code import SiteKind


def bind(
    walk: WalkState,
    name: str,
    line: int,
    col: int,
    value: int,
    kind: SiteKind = "variable",
    declared: int = UNKNOWN,
    symbol: int = NO_SYMBOL,
) -> int:
    """Bind a name at a place, whose column is in code points; return the binding."""
    frame, sites = walk.frame, walk.sites
    if frame.is_named:
        at = walk.source.symbol_at.get((line, col))
        if at is None:
            symbol = frame.symbol_of_name.get(name, NO_SYMBOL)
        else:
            symbol = at
            frame.symbol_of_name.setdefault(name, at)
    site = len(sites)
    sites.append((name, line, col, frame.scope, kind, symbol, declared))
    number = walk.numbers["bind", site, value]
    if value in walk.containers.empty:
        walk.containers.empty_sites[number] = site
    elif value in walk.callable_parameters.bindings:
        walk.callable_parameters.bindings.add(number)
    frame.env.set(name, number)
    names = frame.names
    if names.outer and name in names.outer:
        walk.reaching_out.append((frame.scope, name, number, site))
    else:
        names.first.setdefault(name, site)
        names.bound.append((name, number))
    if declared:
        walk.scopes[frame.scope].declared[name] = declared
    return number


def assign_name(walk: WalkState, name: str, line: int, col: int, value: int, declared: int = UNKNOWN) -> int:
    """Bind a name that is assigned; if it was given before, this is also a use of it."""
    frame, source = walk.frame, walk.source
    names = frame.names
    is_again = name in names.first and not (frame.is_named and (line, col) in source.symbol_at)
    number = bind(walk, name, line, col, value, "variable", declared)
    if is_again or name in names.outer:
        length = len(name) if source.is_ascii or name.isascii() else source.name_length(line, col, name)
        walk.placed.append((line, col, col + length, number, WRITE, frame.scope))
    return number


def close_scope(walk: WalkState) -> None:
    """Note what each name of the scope is at its end, or all it may be."""
    frame = walk.frame
    first = frame.names.first
    ends = dict(zip(first, map(frame.env.get, first, repeat(UNKNOWN)), strict=False))
    if frame.around:
        # What a class only declares is not what the name means around it.
        ends.update({name: UNKNOWN for name, value in ends.items() if value == frame.around.get(name)})
    if UNKNOWN in ends.values():
        given: dict[str, list[int]] = {}
        for name, value in frame.names.bound:
            if ends[name] == UNKNOWN:
                given.setdefault(name, []).append(value)
        ends.update({name: walk.exprs.phi(values) for name, values in given.items()})
    walk.scopes[frame.scope].ends = ends
