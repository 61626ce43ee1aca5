"""Puts what the walk over a Python file has found into its final order and numbers."""

from __future__ import annotations

from array import array
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_kwdocs.languages.python.walk.parameter_calls import find_passed
from sphinx_kwdocs.languages.python.walk.self_attributes import add_symbol, defining
from sphinx_kwdocs.model.python_code import NO_SYMBOL, PythonCode, Site, Uses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_kwdocs.languages.python.symbols import SymbolMaker
    from sphinx_kwdocs.languages.python.walk.state import Use, WalkState
    from sphinx_kwdocs.model.facts import Symbol


class _Attributes(NamedTuple):
    """The attributes that methods define."""

    symbol_of_site: dict[int, int]
    """The symbols of the sites that assign to them."""
    uses: list[Use]
    """The assignments that do not define one."""


def finish(walk: WalkState, made: SymbolMaker) -> tuple[PythonCode, tuple[Symbol, ...]]:
    """Return what the walk has found, and all symbols."""
    _reach_out(walk)
    exprs = walk.exprs.all()
    attributes = _make_attributes(walk, made)
    for number, symbol in attributes.symbol_of_site.items():
        site = walk.sites[number]
        walk.sites[number] = (*site[:5], symbol, site[6])
    symbols, renumbered = _in_text_order(made.symbols)
    for scope in walk.scopes:
        scope.symbol = renumbered[scope.symbol]
    parameters = walk.callable_parameters
    code = PythonCode(
        exprs,
        walk.scopes,
        _sites(walk, renumbered),
        walk.functions,
        walk.classes,
        tuple(walk.stars),
        _sorted_uses(walk, attributes.uses),
        tuple(dict.fromkeys(walk.nameless)),
        walk.containers.fills,
        find_passed(parameters.calls, parameters.bindings, exprs, walk.scopes, walk.classes)
        if parameters.calls
        else {},
    )
    return code, symbols


def _reach_out(walk: WalkState) -> None:
    """Let names that functions give to an outer scope be what that scope's names may be."""
    scopes = walk.scopes
    for scope, name, number, site in walk.reaching_out:
        owner = 0
        if not scopes[scope].outer[name]:
            owner = scopes[scope].parent
            while owner and (scopes[owner].kind == "class" or name not in scopes[owner].first):
                owner = scopes[owner].parent
            if not owner:
                continue
        outer = scopes[owner]
        outer.first.setdefault(name, site)
        outer.ends[name] = walk.exprs.phi([outer.ends[name], number]) if name in outer.ends else number
        given = walk.sites[site]
        symbol = walk.sites[outer.first[name]][5]
        walk.sites[site] = (*given[:3], owner, given[4], symbol, given[6])


def _make_attributes(walk: WalkState, made: SymbolMaker) -> _Attributes:
    """Make the symbols of attributes."""
    chosen = defining(walk.attribute_assignments, walk.scopes)
    numbers: dict[tuple[int, str], int] = {}
    for key, assigned in chosen.items():
        owner = walk.scopes[assigned.cls].symbol
        if owner != NO_SYMBOL:
            numbers[key] = len(made.symbols)
            add_symbol(assigned, made.symbols[owner], made)
    attributes = _Attributes({}, [])
    for assigned in walk.attribute_assignments:
        key = assigned.cls, assigned.name
        first = walk.scopes[assigned.cls].first.get(assigned.name)
        symbol = walk.sites[first][5] if first is not None else numbers.get(key, NO_SYMBOL)
        attributes.symbol_of_site[assigned.site] = symbol
        if chosen.get(key) is not assigned:
            attributes.uses.append(assigned.use)
    return attributes


def _in_text_order(symbols: Sequence[Symbol]) -> tuple[tuple[Symbol, ...], list[int]]:
    """Return symbols as they stand in the text, and their new numbers by the old."""
    order = sorted(range(len(symbols)), key=lambda number: symbols[number].span)
    renumbered = [NO_SYMBOL] * (len(order) + 1)  # the last is for `NO_SYMBOL`
    for new, old in enumerate(order):
        renumbered[old] = new
    return tuple([symbols[number] for number in order]), renumbered


def _sites(walk: WalkState, renumbered: list[int]) -> list[Site]:
    rows: Sequence[tuple[Any, ...]] = walk.sites
    if any(new != old for old, new in enumerate(renumbered[:-1])):
        rows = [row if row[5] == NO_SYMBOL else (*row[:5], renumbered[row[5]], row[6]) for row in rows]
    return list(map(partial(tuple.__new__, Site), rows))  # as `Site(*row)`, but not one by one


def _sorted_uses(walk: WalkState, assigned: list[Use]) -> Uses:
    rows, source = walk.frame.uses + assigned, walk.source
    if not source.is_ascii:
        wide = source.lines.wide
        rows = [(*source.name_place(*row[:3]), *row[3:]) if row[0] in wide else row for row in rows]
    rows += walk.placed
    rows.sort()
    uses = Uses()
    if rows:
        lines, cols, ends, exprs, roles, scopes = zip(*rows, strict=True)
        uses.lines, uses.cols, uses.ends = array("I", lines), array("I", cols), array("I", ends)
        uses.exprs, uses.roles, uses.scopes = array("I", exprs), bytearray(roles), array("I", scopes)
    return uses
