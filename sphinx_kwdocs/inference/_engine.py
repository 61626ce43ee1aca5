"""Finds out what expressions, annotations, functions and members are: each once, with cycles cut and depth bounded."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.inference import _annotations, _calls, _classes, _functions
from sphinx_kwdocs.inference._attributes import ATTRIBUTES
from sphinx_kwdocs.inference._evaluations import EVALUATIONS, HANDED_ON, LEAVES
from sphinx_kwdocs.inference._fixtures import Fixtures
from sphinx_kwdocs.inference._library import MAPPINGS
from sphinx_kwdocs.inference._values import (
    NOTHING,
    Type,
    Value,
    class_of,
    outside,
    substitute,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping

    from sphinx_kwdocs.inference._classes import Member
    from sphinx_kwdocs.inference._names import Binding, Names
    from sphinx_kwdocs.inference._units import ClassInfo, FunctionInfo, Unit
    from sphinx_kwdocs.python_code import Expr

_DEEPEST = 60
"""Evaluations inside one another, each a few frames of Python's stack."""
_FAR = 1 << 30
_MOST_APART = 4
_MOST_TRIES = 4
"""Something in a cycle is found out anew so often at most; each time costs as much as the whole cycle."""


class Engine:
    """The evaluation of a whole repository.

    An expression that needs itself gets nothing for it the second time. What was found on the way depends on where
    the cycle was entered, so it is kept only until the outermost expression of the cycle is known: a look-up that
    failed inside of a cycle would otherwise be lost for good.
    """

    def __init__(self, names: Names, units: Mapping[str, Unit]) -> None:
        self.names = names
        self.units = tuple(units.values())
        """All units, by number."""
        self.fixtures = Fixtures(self, units)
        self.bounds: dict[Any, tuple[tuple[Unit, int], ...]] = {}
        """Where the bound or the constraints of each type variable stand."""
        self._active: dict[Hashable, int] = {}
        self._passing: dict[Hashable, Type] = {}
        self._tries: dict[Hashable, int] = {}
        self._members: dict[Hashable, Type] = {}
        self._lowest = _FAR
        self._apart = 0

    def type_of(self, unit: Unit, number: int) -> Type:
        """Return the values that an expression may have."""
        known = unit.values[number]
        if known is not None:
            return known
        expr: Expr = unit.exprs[number]
        sort = expr[0]
        if sort == "name":
            return self._name(unit, number, expr)
        if sort == "bind" and unit.sites[expr[1]].kind in HANDED_ON:
            return self._same(unit, number, unit, expr[2])
        evaluate = EVALUATIONS.get(sort)
        if evaluate is None:
            return NOTHING
        if sort in LEAVES:
            found = unit.values[number] = evaluate(self, unit, expr)
            return found
        found, is_final = self._once((unit.number, number), evaluate, unit, expr)
        if is_final:
            unit.values[number] = found
        return found

    def _same(self, unit: Unit, number: int, other: Unit, source: int) -> Type:
        """Return what an expression has from another one; whatever goes in circles is noticed there."""
        found = self.type_of(other, source)
        if other.values[source] is not None:
            unit.values[number] = found
        return found

    def _name(self, unit: Unit, number: int, expr: Expr) -> Type:
        """Return the values of a name that has to be looked up."""
        binding = self.names.look_up(unit, expr[1], expr[2])
        if binding is not None:
            other, found = binding
            if other is not None:
                return self._same(unit, number, other, found)
            unit.values[number] = (found,)
            return (found,)
        if expr[2] == "__class__":
            cls = self.enclosing_class(unit, expr[1])
            return (("class", cls, ()),) if cls is not None else NOTHING
        return NOTHING

    def bound(self, binding: Binding | None) -> Type:
        """Return the values of a name that was looked up."""
        if binding is None:
            return NOTHING
        unit, found = binding
        return (found,) if unit is None else self.type_of(unit, found)

    def annotation(self, unit: Unit, number: int) -> Type:
        """Return the values that an annotation allows."""
        known = unit.annotations.get(number)
        if known is not None:
            return known
        found, is_final = self._once((unit.number, ~number), _annotations.read, unit, number)
        if is_final:
            unit.annotations[number] = found
        return found

    def annotation_in(self, cls: ClassInfo | None, unit: Unit, number: int) -> Type:
        """Return the values that an annotation allows in a class, which `Self` means there."""
        found = self.annotation(unit, number)
        return substitute(found, {_annotations.SELF: (("self", cls),)}, None) if cls is not None else found

    def result(self, fn: FunctionInfo) -> Type:
        """Return what a call of a function gives, in the function's own terms."""
        if fn.result is not None:
            return fn.result
        found, is_final = self._once(fn, _functions.result, fn)
        if is_final:
            fn.result = found
        return found

    def _once(self, key: Hashable, evaluate: Callable[..., Type], *of: object) -> tuple[Type, bool]:
        """Evaluate something that is not known yet; say whether what was found holds wherever it is asked for."""
        active, passing = self._active, self._passing
        if passing and key in passing:
            self._lowest = 0
            return passing[key], False
        depth = active.get(key)
        if depth is not None:
            self._lowest = min(self._lowest, depth)
            return NOTHING, False
        depth = len(active)
        if depth >= _DEEPEST:
            self._lowest = 0
            return NOTHING, False
        active[key] = depth
        before = len(passing)
        outer, self._lowest = self._lowest, _FAR
        found = evaluate(self, *of)
        del active[key]
        lowest, self._lowest = self._lowest, outer
        if lowest < depth:
            self._lowest = min(outer, lowest)
            tries = self._tries[key] = self._tries.get(key, 0) + 1
            passing[key] = found
            return found, tries >= _MOST_TRIES
        while len(passing) > before:
            passing.popitem()
        return found, True

    def member(self, receiver: Value, member: Member) -> Type:
        """Return the type of a member for a receiver."""
        key = (receiver, member.owner, member.exprs)
        known = self._members.get(key)
        if known is not None:
            return known
        found, is_final = self._once(key, _classes.member_type, receiver, member)
        if is_final:
            self._members[key] = found
        return found

    def traits(self, fn: FunctionInfo) -> frozenset[str]:
        """Return what a function's decorators make of it."""
        if fn.traits is None:
            fn.traits = frozenset()
            if fn.code.decorators:
                with self.apart():
                    fn.traits = _functions.traits(self, fn)
        return fn.traits

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Find something out as if nothing else was being found out, so that it holds wherever it is asked for."""
        if self._apart >= _MOST_APART:
            yield
            return
        outer = self._active, self._passing, self._lowest
        self._active, self._passing, self._lowest = {}, {}, _FAR
        self._apart += 1
        try:
            yield
        finally:
            self._apart -= 1
            self._active, self._passing, self._lowest = outer

    def reset(self) -> None:
        """Forget what was being found out, after something went wrong with it."""
        self._active, self._passing, self._lowest, self._apart = {}, {}, _FAR, 0

    def call(
        self, value: Value, unit: Unit | None = None, args: tuple[int, ...] = (), keywords: tuple[Any, ...] = ()
    ) -> Type:
        """Return what a call of a value gives."""
        return _calls.call(self, value, _calls.Given(unit, args, keywords))

    def attribute(self, value: Value, name: str) -> Type:
        """Return the values of an attribute."""
        find = ATTRIBUTES.get(value[0])
        return find(self, value, name) if find is not None else NOTHING

    def bound_of(self, value: Value) -> Type:
        """Return what a type variable is at least."""
        key = value[1]
        if key == _annotations.SELF or not isinstance(key[0], int):
            return NOTHING  # a class that is not known here, or the parameter of a function
        places = self.bounds.get(key)
        if places is None:
            unit = self.units[key[0]]
            expr: Expr = unit.exprs[key[1]]
            places = ((unit, expr[1]),) if expr[0] == "type-parameter" and expr[1] else ()
        found = union(self.annotation(*place) for place in places)
        return found if value[0] == "variable" else union(class_of(each) for each in found)

    def filled(self, unit: Unit, expr: Expr, empty: Type) -> Type:
        """Return an empty list, dict or set as what the first statement that fills it makes of it."""
        wanted = 2 if empty[0][1] in MAPPINGS else 1
        for numbers in unit.code.fills.get(expr[1], ()):
            held = tuple(self.type_of(unit, each) for each in numbers)
            if any(held) and len(held) == wanted:
                return outside(empty[0][1], *held)
        return empty

    def stub_of(self, fn: FunctionInfo) -> FunctionInfo | None:
        """Return the annotated function of the same name in the stub beside a source."""
        stub = self.names.stub_beside(fn.unit)
        scope = stub.scope_named(fn.unit.qualname(fn.scope)) if stub is not None else None
        if stub is None or scope not in stub.code.functions:
            return None
        return stub.function_of_scope(scope) if stub.code.functions[scope].annotation else None

    def enclosing_class(self, unit: Unit, scope: int) -> ClassInfo | None:
        """Return the innermost class that a scope stands in, or is."""
        while scope > 0:
            here = unit.scopes[scope]
            if here.kind == "class":
                return unit.class_of_scope(scope)
            scope = here.parent
        return None
