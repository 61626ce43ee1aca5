"""Finds out what expressions, annotations, functions and members are: each once, with cycles cut and depth bounded."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sphinx_kwdocs.linking.python import annotations as _annotations
from sphinx_kwdocs.linking.python import calls, classes, descriptors, functions, lambdas
from sphinx_kwdocs.linking.python.attributes import ATTRIBUTES
from sphinx_kwdocs.linking.python.dependencies import CUT, Noted
from sphinx_kwdocs.linking.python.expressions import AT_ONCE, EVALUATIONS, HANDED_ON
from sphinx_kwdocs.linking.python.pytest_fixtures import Fixtures
from sphinx_kwdocs.linking.python.standard_library import MAPPINGS
from sphinx_kwdocs.linking.python.values import (
    NOTHING,
    Type,
    Value,
    class_of,
    outside,
    substitute,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from sphinx_kwdocs.linking.python.classes import Member
    from sphinx_kwdocs.linking.python.scopes import Binding, Names
    from sphinx_kwdocs.linking.python.units import ClassInfo, FunctionInfo, Unit
    from sphinx_kwdocs.model.python_code import Expr

_Found = TypeVar("_Found")
_DEEPEST = 60
"""Evaluations inside one another, each a few frames of Python's stack."""
_FAR = 1 << 30
_MOST_APART = 4
_MOST_TRIES = 4
"""Something in a cycle is found out anew so often at most; each time costs as much as the whole cycle."""
_MOST_RESTARTS = 200
_MEMBER_KEY = 3


class TooDeepError(Exception):
    """Something has to be found out before what asked for it, which has come too deep for Python's stack."""

    def __init__(self, key: Hashable, again: Callable[[], object]) -> None:
        super().__init__(key)
        self.key = key
        self.again = again


class Engine:
    """The evaluation of a whole repository.

    An expression that needs itself gets nothing for it the second time. What was found on the way depends on where
    the cycle was entered, so it is kept only until the outermost expression of the cycle is known: a look-up that
    failed inside of a cycle would otherwise be lost for good.
    """

    def __init__(self, names: Names, units: Mapping[str, Unit]) -> None:
        self.names = names
        self.trace = names.trace
        self.units = tuple(units.values())
        """All units, by number."""
        self.fixtures = Fixtures(self, units)
        self.bounds: dict[Any, tuple[tuple[Unit, int], ...]] = {}
        """Where the bound or the constraints of each type variable stand."""
        self._active: dict[Hashable, int] = {}
        self._passing: dict[Hashable, tuple[Type, int]] = {}
        self._tries: dict[Hashable, int] = {}
        self._tried: list[Hashable] = []
        self._members: dict[Hashable, Type | Noted] = {}
        self._lowest = _FAR
        self._below = 0
        self._apart = 0
        self._is_restarting = False
        self._gives_up = False

    def type_of(self, unit: Unit, number: int) -> Type:  # noqa: PLR0911  the ways that need no evaluation come first
        """Return the values that an expression may have."""
        known = unit.values[number]
        if known is not None:
            if known.__class__ is tuple:
                return known
            self.trace.mask |= known.mask
            return known.found  # type: ignore[no-any-return]  # of any answer
        expr: Expr = unit.exprs[number]
        sort = expr[0]
        if sort == "name":
            return self._name(unit, number, expr)
        if sort == "bind" and unit.sites[expr[1]][4] in HANDED_ON:  # as `.kind`, in a third of the time
            return self._same(unit, number, unit, expr[2])
        at_once = AT_ONCE.get(sort)
        if at_once is not None:
            trace = self.trace
            outer, trace.mask = trace.mask, 0
            simple = at_once(self, unit, expr)
            mask, trace.mask = trace.mask, trace.mask | outer
            if simple is not None:
                unit.values[number] = trace.noted(unit.values, number, simple, mask) if mask else simple
                return simple
        evaluate = EVALUATIONS.get(sort)
        if evaluate is None:
            return NOTHING
        found, is_final, mask = self._once((unit.number, number), evaluate, unit, expr)
        if is_final:
            unit.values[number] = self.trace.noted(unit.values, number, found, mask) if mask else found
        return found

    def _same(self, unit: Unit, number: int, other: Unit, source: int) -> Type:
        """Return what an expression has from another one; whatever goes in circles is noticed there."""
        trace = self.trace
        outer, trace.mask = trace.mask, 0
        found = self.type_of(other, source)
        mask, trace.mask = trace.mask, trace.mask | outer
        if other.values[source] is not None:
            unit.values[number] = trace.noted(unit.values, number, found, mask) if mask else found
        return found

    def _name(self, unit: Unit, number: int, expr: Expr) -> Type:
        """Return the values of a name that has to be looked up."""
        trace = self.trace
        outer, trace.mask = trace.mask, 0
        binding = self.names.look_up(unit, expr[1], expr[2])
        found = NOTHING
        is_known = False
        if binding is not None:
            other, source = binding
            found = (source,) if other is None else self.type_of(other, source)
            is_known = other is None or other.values[source] is not None
        elif expr[2] == "__class__":
            cls = self.enclosing_class(unit, expr[1])
            found = (("class", cls, ()),) if cls is not None else NOTHING
        mask, trace.mask = trace.mask, trace.mask | outer
        if is_known:
            unit.values[number] = trace.noted(unit.values, number, found, mask) if mask else found
        return found

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
            return self.trace.recall(known)  # type: ignore[no-any-return]  # of any answer
        found, is_final, mask = self._once((unit.number, ~number), _annotations.read, unit, number)
        if is_final:
            unit.annotations[number] = self.trace.noted(unit.annotations, number, found, mask)
        return found

    def annotation_in(self, cls: ClassInfo | None, unit: Unit, number: int) -> Type:
        """Return the values that an annotation allows in a class, which `Self` means there."""
        found = self.annotation(unit, number)
        return substitute(found, {_annotations.SELF: (("self", cls),)}, None) if cls is not None else found

    def result(self, fn: FunctionInfo) -> Type:
        """Return what a call of a function gives, in the function's own terms."""
        if fn.result is not None:
            return self.trace.recall(fn.result)  # type: ignore[no-any-return]  # of any answer
        found, is_final, mask = self._once(fn, functions.result, fn)
        if is_final:
            fn.result = self.trace.noted(fn, "result", found, mask)
        return found

    def _once(self, key: Hashable, evaluate: Callable[..., Type], *of: Any) -> tuple[Type, bool, int]:  # noqa: ANN401
        """Evaluate something that is not known yet; say whether what was found holds wherever it is asked for.

        The number says what it was made from.
        """
        active, passing, trace = self._active, self._passing, self.trace
        if passing and key in passing:
            self._lowest = 0
            found, mask = passing[key]
            trace.mask |= mask | CUT
            return found, False, 0
        depth = active.get(key)
        if depth is not None:
            self._lowest = min(self._lowest, depth)
            trace.mask |= CUT
            return NOTHING, False, 0
        depth = len(active)
        if depth + self._below >= _DEEPEST:
            if not self._gives_up:
                raise TooDeepError(key, partial(self._ask, key, of))
            if depth >= _DEEPEST:
                self._lowest = 0
                trace.mask |= CUT
                return NOTHING, False, 0
        active[key] = depth
        before = len(passing)
        outer, self._lowest = self._lowest, _FAR
        outer_mask, trace.mask = trace.mask, 0
        start = (0, 0) if depth else (len(trace.temporary), len(self._tried))
        try:
            found = evaluate(self, *of)
        except TooDeepError as deep:
            if depth or self._apart or self._is_restarting:
                raise
            found = self._after(deep, start, key, partial(evaluate, self, *of))
        del active[key]
        mask = trace.mask
        trace.mask = mask | outer_mask
        lowest, self._lowest = self._lowest, outer
        if lowest < depth:
            self._lowest = min(outer, lowest)
            tries = self._tries[key] = self._tries.get(key, 0) + 1
            self._tried.append(key)
            passing[key] = found, mask
            return found, tries >= _MOST_TRIES, mask
        while len(passing) > before:
            passing.popitem()
        return found, True, mask

    def _ask(self, key: Any, of: tuple[Any, ...]) -> Type:  # noqa: ANN401  any key
        """Find out what a key stands for."""
        if key.__class__ is not tuple:
            return self.result(key)
        if len(key) == _MEMBER_KEY:
            return self.member(*of)
        unit, number = self.units[key[0]], key[1]
        return self.type_of(unit, number) if number >= 0 else self.annotation(unit, ~number)

    def _after(
        self, deep: TooDeepError, start: tuple[int, int], key: Hashable, evaluate: Callable[[], _Found]
    ) -> _Found:
        """Find out first what lies too deep in something, so that the depth at which things are cut never matters.

        Each time everything begins anew, as it was at the start. What needs itself at such a depth is cut after all.
        """
        waiting = [deep]
        keys = {deep.key}
        while True:
            self._begin_anew(*start)
            self._is_restarting = bool(waiting)
            try:
                if not waiting:
                    self._active[key] = 0
                    return evaluate()
                waiting[-1].again()
                waiting.pop()
                start = len(self.trace.temporary), len(self._tried)
            except TooDeepError as deeper:
                if deeper.key in keys or len(keys) > _MOST_RESTARTS:
                    self._gives_up = True
                    waiting.clear()
                else:
                    keys.add(deeper.key)
                    waiting.append(deeper)
            finally:
                self._is_restarting = False

    def _begin_anew(self, temporary: int, tried: int) -> None:
        """Forget what is being found out, and what was found since, but for what holds wherever it is asked for."""
        self._active.clear()
        self._passing.clear()
        self._lowest = _FAR
        self.trace.drop_temporary(temporary)
        for each in self._tried[tried:]:
            self._tries[each] -= 1
        del self._tried[tried:]
        self.trace.mask = 0

    def member(self, receiver: Value, member: Member) -> Type:
        """Return the type of a member for a receiver."""
        key = (receiver, member.owner, member.exprs)
        known = self._members.get(key)
        if known is not None:
            return self.trace.recall(known)  # type: ignore[no-any-return]  # of any answer
        found, is_final, mask = self._once(key, classes.member_type, receiver, member)
        if is_final:
            self._members[key] = self.trace.noted(self._members, key, found, mask)
        return found

    def got(self, value: Value, getter: Member, receiver: Value) -> Type:
        """Return what a descriptor gives when it is read through a receiver."""
        return descriptors.got(self, value, getter, receiver)

    def made_around(self, cls: Value, own: Type) -> Type:
        """Return what a class makes of a function that it decorates."""
        return descriptors.made_around(self, cls, own)

    def handed(self, fn: FunctionInfo, number: int) -> Type:
        """Return what a parameter of a lambda is given by what the lambda is handed to."""
        return lambdas.parameter(self, fn, number)

    def traits(self, fn: FunctionInfo) -> frozenset[str]:
        """Return what a function's decorators make of it."""
        known = fn.traits
        if known is None:
            return self.apart(fn, "traits", functions.traits, frozenset()) if fn.code.decorators else frozenset()
        return self.trace.recall(known)  # type: ignore[no-any-return]  # of any answer

    def apart(
        self, of: ClassInfo | FunctionInfo, what: str, evaluate: Callable[[Engine, Any], _Found], unknown: _Found
    ) -> _Found:
        """Find something out as if nothing else was being found out, so that it holds wherever it is asked for.

        While it is being found out, `unknown` is what is known of it.
        """
        depth = self._below + len(self._active)
        if self._apart >= _MOST_APART and not self._gives_up:
            raise TooDeepError((of, what), partial(self.apart, of, what, evaluate, unknown))
        setattr(of, what, Noted(unknown, CUT))
        outer = self._active, self._passing, self._lowest, self._below
        if self._apart < _MOST_APART:
            self._active, self._passing, self._lowest, self._below = {}, {}, _FAR, depth
        self._apart += 1
        trace = self.trace
        outer_mask, trace.mask = trace.mask, 0
        start = len(trace.temporary), len(self._tried)
        found = None
        try:
            found = evaluate(self, of)
        except TooDeepError as deep:
            if depth or self._apart > 1 or self._is_restarting:
                raise
            self._apart = 0
            found = self._after(deep, start, (of, what), partial(self._evaluate_apart, of, evaluate))
            self._apart = 1
        finally:
            self._apart -= 1
            self._active, self._passing, self._lowest, self._below = outer
            mask, trace.mask = trace.mask, trace.mask | outer_mask
            setattr(of, what, None if found is None else trace.noted(of, what, found, mask))
        return found

    def _evaluate_apart(self, of: Any, evaluate: Callable[[Engine, Any], _Found]) -> _Found:  # noqa: ANN401
        self._apart = 1
        self._active.clear()
        try:
            return evaluate(self, of)
        finally:
            self._apart = 0

    def reset(self) -> None:
        """Forget what was being found out and what holds only for one file, to be ready for the next one."""
        self._active, self._passing, self._lowest, self._below, self._apart = {}, {}, _FAR, 0, 0
        self._tries.clear()
        self._tried.clear()
        self._gives_up = self._is_restarting = False
        self.trace.drop_temporary()
        self.trace.mask = 0

    def call(
        self, value: Value, unit: Unit | None = None, args: tuple[int, ...] = (), keywords: tuple[Any, ...] = ()
    ) -> Type:
        """Return what a call of a value gives."""
        return calls.call(self, value, calls.Given(unit, args, keywords))

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
