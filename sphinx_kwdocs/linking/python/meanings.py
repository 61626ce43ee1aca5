"""Finds what names in the source mean: symbols and files of the repository, local names, or things outside."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.linking.python import classes
from sphinx_kwdocs.linking.python.dependencies import CUT
from sphinx_kwdocs.linking.python.functions import getter_of
from sphinx_kwdocs.model.index import EXACT, INFERRED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.scopes import Binding
    from sphinx_kwdocs.linking.python.units import Unit
    from sphinx_kwdocs.linking.python.values import Value
    from sphinx_kwdocs.model.python_code import Expr

_DEEPEST = 90
_MOST_WAYS = 64
_PLAIN = frozenset({"variable", "parameter", "attribute", "class", "type-parameter"})
_OPAQUE = frozenset({"value", "method", "tuple", "function"})
"""Sorts of values whose attributes are none of the repository's."""
_NARROWED = frozenset({"instance", "other"})
_MOST = 8
"""A receiver of more classes than this says too little."""


# Plain tuples, since nearly every name has one: named ones take four times as long to make and to take apart.
Meaning = tuple[tuple[Any, ...], int]
"""What a name means: numbers of symbols and files, dotted names outside, or a `GivenAt`; and how certain that is."""
GivenAt = tuple[int, int, int, int, int, int]
"""A name that is no symbol, by where it is given.

These are the number of the unit, line and column, those of where the same variable is given first, and the site's place
among those of the unit.
"""
NONE: Meaning = ((), EXACT)


class Targets:
    """Answers what expressions name."""

    def __init__(self, engine: Engine, files: Mapping[str, int]) -> None:
        self._engine = engine
        self._trace = engine.trace
        self._files = files
        self._active: set[tuple[int, int]] = set()
        self._was_cut = False
        self._finders: dict[object, Callable[[Unit, int, Expr], Meaning]] = {
            "bind": self._bind,
            "phi": self._phi,
            "prefer": self._prefer,
            "instance": self._inner,
            "other": self._inner,
            "import": self._import,
            "import-part": self._import_part,
            "keyword": self._keyword,
        }

    def reset(self) -> None:
        """Forget what was being found out, after something went wrong with it."""
        self._active.clear()
        self._was_cut = False

    def of(self, unit: Unit, number: int) -> Meaning:
        """Return what an expression names."""
        known = unit.targets[number]
        trace = self._trace
        if known is not None:
            if known.__class__ is tuple:
                return known
            trace.mask |= known.mask
            return known.found  # type: ignore[no-any-return]  # of any answer
        expr: Expr = unit.exprs[number]
        sort = expr[0]
        kind = unit.sites[expr[1]][4] if sort == "bind" else ""  # as `.kind`, in a third of the time
        if kind in _PLAIN:
            found = unit.targets[number] = self.site(unit, expr[1])  # the most frequent ones need no look-up
            return found
        outer, trace.mask = trace.mask, 0
        if sort == "name":
            found, is_final = self._name(unit, expr)
        elif kind == "import":
            found = self.of(unit, expr[2])
            is_final = unit.targets[expr[2]] is not None
        elif sort == "attr":
            found, is_final = self._attr(unit, number, expr)
        else:
            find = self._finders.get(sort)
            found, is_final = self._search(unit, number, expr, find) if find is not None else (NONE, False)
        mask = trace.mask
        trace.mask = mask | outer
        if is_final:
            unit.targets[number] = trace.noted(unit.targets, number, found, mask) if mask else found
        return found

    def _search(
        self, unit: Unit, number: int, expr: Expr, find: Callable[[Unit, int, Expr], Meaning]
    ) -> tuple[Meaning, bool]:
        """Find what an expression names; say whether that holds wherever it is asked for."""
        key = (unit.number, number)
        active = self._active
        if key in active or len(active) > _DEEPEST:
            self._was_cut = True
            self._trace.mask |= CUT
            return NONE, False
        active.add(key)
        found = find(unit, number, expr)
        active.discard(key)
        if not active:
            self._was_cut = False
        # What was cut may have been so only because of where the search began.
        return found, not self._was_cut

    def _bind(self, unit: Unit, _number: int, expr: Expr) -> Meaning:
        site = unit.sites[expr[1]]
        if site.kind == "function" and unit.exprs[expr[2]][0] == "function":
            # A property is where it is read, whether or not something else can be done with it.
            fn = unit.function_of_scope(unit.exprs[expr[2]][1])
            if fn.code.decorators and "accessor" in self._engine.traits(fn):
                getter = getter_of(self._engine, fn, is_same_name=True).target
                if getter is not None:
                    return (getter,), EXACT
        return self.site(unit, expr[1])

    def site(self, unit: Unit, number: int) -> Meaning:
        """Return what a site gives a name to."""
        # By their places: to name the fields takes three times as long.
        site = unit.sites[number]
        first = site if site[5] >= 0 else unit.sites[unit.scopes[site[3]].first.get(site[0], number)]
        if first[5] >= 0:  # for another site, a function or a class that was put into something else
            return (unit.offset + first[5],), EXACT
        return ((unit.number, site[1], site[2], first[1], first[2], number),), EXACT

    def _phi(self, unit: Unit, number: int, _expr: Expr) -> Meaning:
        """Of several ways to give a name, take the first in the text; of a function's own names, the last before here.

        What gives a symbol None only declares it, and comes last. At the head of a loop, what its body gives has
        higher numbers.
        """
        ways = _ways(unit, number)
        found = [self.of(unit, each) for each in sorted(ways, key=partial(_rank, unit))]
        chosen = self._first(found)
        items = chosen[0]
        if not items:
            return NONE
        if items[0].__class__ is tuple:
            before = max((each for each in ways if each < number), default=0, key=partial(_site_number, unit))
            return self.of(unit, before) if before else chosen
        is_only = all(each[0] == items for each in found)
        return chosen if is_only else (items, INFERRED)

    def _prefer(self, unit: Unit, _number: int, expr: Expr) -> Meaning:
        """Take what a settled condition chose, unless only the other way is in the repository."""
        return self._first(self.of(unit, each) for each in expr[1:])

    @staticmethod
    def _first(meanings: Iterable[Meaning]) -> Meaning:
        """Of several places that give a name, take the first that is a symbol, or else the first."""
        found = [meaning for meaning in meanings if meaning[0]]
        return next((each for each in found if isinstance(each[0][0], int)), found[0] if found else NONE)

    def _inner(self, unit: Unit, _number: int, expr: Expr) -> Meaning:
        while expr[0] in _NARROWED:
            inner = expr[1]
            expr = unit.exprs[inner]
        return self.of(unit, inner)

    def _name(self, unit: Unit, expr: Expr) -> tuple[Meaning, bool]:
        """Return what a name means; say whether that holds. Whatever goes in circles is noticed behind it."""
        binding = self._engine.names.look_up(unit, expr[1], expr[2])
        if binding is None:
            cls = self._engine.enclosing_class(unit, expr[1]) if expr[2] == "__class__" else None
            return ((cls.target,), EXACT) if cls is not None and cls.target is not None else NONE, True
        other, found = binding
        if other is None:
            return self._value(found), True
        return self.of(other, found), other.targets[found] is not None

    def binding(self, binding: Binding | None) -> Meaning:
        """Return what a name that was looked up means."""
        if binding is None:
            return NONE
        unit, found = binding
        return self._value(found) if unit is None else self.of(unit, found)

    def _value(self, value: Value) -> Meaning:
        if value[0] == "module":
            return (self._files[value[1].path],), EXACT
        return ((value[1],), EXACT) if value[0] == "external" else NONE

    def _import(self, unit: Unit, _number: int, expr: Expr) -> Meaning:
        return self.binding(self._engine.names.imported(unit, expr[1]))

    def _import_part(self, unit: Unit, _number: int, expr: Expr) -> Meaning:
        return self._value(self._engine.names.module(unit, unit.facts.imports[expr[1]], expr[2]))

    def _attr(self, unit: Unit, number: int, expr: Expr) -> tuple[Meaning, bool]:
        """Return what an attribute means, and whether that holds; most lead nowhere where a search could go on."""
        values = self._engine.type_of(unit, expr[1])
        if not values:
            return NONE, True
        sort = values[0][0] if len(values) == 1 else ""
        if sort == "external":
            return ((f"{values[0][1]}.{expr[2]}",), EXACT), True
        return (NONE, True) if sort in _OPAQUE else self._search(unit, number, expr, self._attribute_of)

    def _attribute_of(self, unit: Unit, _number: int, expr: Expr) -> Meaning:
        values = self._engine.type_of(unit, expr[1])
        if len(values) == 1:
            return self.attribute(values[0], expr[2])
        found: dict[Any, None] = {}
        known = EXACT
        for value in values:
            items, certainty = self.attribute(value, expr[2])
            found.update(dict.fromkeys(items))
            known = max(known, certainty)
        return (tuple(found), known) if 0 < len(found) <= _MOST else NONE

    def attribute(self, value: Value, name: str) -> Meaning:
        """Return what an attribute of a value names."""
        sort = value[0]
        if sort in {"module", "folder"}:
            return self.binding(self._engine.names.attribute(value, name))
        if sort == "external":
            return (f"{value[1]}.{name}",), EXACT
        if sort in {"variable", "type"}:
            for bound in self._engine.bound_of(value):
                items, _ = self.attribute(bound, name)
                if items:
                    return items, INFERRED
            return NONE
        if sort == "super":
            member = classes.find_above(self._engine, value, name)
        else:
            cls = classes.class_behind(value)
            member = classes.find(self._engine, cls, name) if cls is not None else None
            if member is None and cls is not None and sort in {"class", "self class"}:
                for meta in classes.metaclass(self._engine, cls):
                    member = classes.find(self._engine, meta[1], name)
        if member is None:
            return NONE
        return self.member(member)[0], INFERRED if sort == "instance" else EXACT

    def member(self, member: classes.Member) -> Meaning:
        """Return what a member of a class is defined as."""
        unit = member.owner.unit
        if member.is_own:
            return self.of(unit, member.exprs[0])
        return self.of(unit, member.exprs[0])  # all have the same symbol

    def _keyword(self, unit: Unit, _number: int, expr: Expr) -> Meaning:
        found: dict[Any, None] = {}
        for value in self._engine.type_of(unit, expr[1]):
            found.update(dict.fromkeys(self._parameter(value, expr[2])[0]))
        return (tuple(found), INFERRED) if len(found) == 1 else NONE

    def _parameter_of(self, member: classes.Member | None, name: str) -> Meaning:
        """Return the parameter of a method."""
        if member is not None:
            for made in self._engine.type_of(member.owner.unit, member.exprs[0]):
                if made[0] == "function":
                    return self._parameter(made, name)
        return NONE

    def _parameter(self, value: Value, name: str) -> Meaning:
        if value[0] == "function":
            for parameter in value[1].code.parameters:
                if parameter.name == name and parameter.kind in {"any", "keyword"}:
                    unit, number = value[1].unit, parameter.site
                    line, col = unit.sites[number].line, unit.sites[number].col
                    return ((unit.number, line, col, line, col, number),), EXACT
        elif value[0] in {"instance", "self"}:
            return self._parameter_of(classes.find(self._engine, value[1], "__call__"), name)
        elif value[0] in {"class", "self class"}:
            maker = classes.find(self._engine, value[1], "__init__") or classes.find(self._engine, value[1], "__new__")
            if maker is not None:
                return self._parameter_of(maker, name)
            member = classes.find(self._engine, value[1], name)
            if member is not None and member.is_own and name in member.owner.unit.scopes[member.owner.scope].declared:
                return self.member(member)
        return NONE


def _ways(unit: Unit, number: int) -> list[int]:
    """Return what control may have given a name, without the joins and conditions on the way."""
    found: dict[int, None] = {}
    seen = {number}
    stack = [number]
    while stack and len(found) < _MOST_WAYS:
        each = stack.pop()
        expr: Expr = unit.exprs[each]
        if expr[0] == "phi":
            following = [way for way in expr[1:] if way not in seen]
        elif expr[0] in _NARROWED and expr[1] not in seen:
            following = [expr[1]]
        else:
            following = []
            if expr[0] not in _NARROWED:
                found[each] = None
        seen.update(following)
        stack += reversed(following)
    return list(found)


def _rank(unit: Unit, number: int) -> tuple[bool, int]:
    """Order the ways in which control may give a name."""
    expr: Expr = unit.exprs[number]
    if expr[0] != "bind":
        return False, -1
    return unit.exprs[expr[2]][:2] == ("const", "NoneType"), expr[1]


def _site_number(unit: Unit, number: int) -> int:
    expr: Expr = unit.exprs[number]
    return expr[1] if expr[0] == "bind" else -1
