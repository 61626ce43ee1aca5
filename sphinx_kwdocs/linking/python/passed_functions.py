"""Finds the calls that functions make of what they are handed: the file that hands a function on tells who calls it.

A function's code says which of its calls depend on its parameters. Each call that hands it a function or a class is
followed through these, to whatever they hand on in turn. So what a file gives depends on the functions it calls, and
never on its own callers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.linking.python import classes, containers, literals
from sphinx_kwdocs.linking.python.calls import Given, pairs
from sphinx_kwdocs.linking.python.dependencies import Noted
from sphinx_kwdocs.linking.python.values import NOTHING, Type, Value, outside, union
from sphinx_kwdocs.model.python_code import inner_functions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sphinx_kwdocs.linking.python.call_graph import CallFinder
    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.units import FunctionInfo, Unit
    from sphinx_kwdocs.model.python_code import Expr

_DEEPEST = 6
"""So many functions hand something on to one another."""
_MOST_STEPS = 5000
"""So many functions are followed for one file."""
_PARTIAL = ("external", "functools.partial")
_NOTHING, _ANYTHING, _LITERALS = range(3)
"""What a function may do with its parameters: neither call them nor hand them on, do so, ask for a function by them."""
_NAMED = frozenset({"name", "attr", "bind", "import"})
_MADE = frozenset({"dict", "either", "element", "item", "list", "phi", "prefer", "tuple"})
"""Sorts of expressions that may give a function though they do not name one."""
Known = dict[Any, Type]
"""What parameters get, by their function and number."""


class Passing:
    """Answers what becomes of functions that are handed to others."""

    def __init__(self, engine: Engine, calls: CallFinder) -> None:
        self._engine = engine
        self._calls = calls
        self._seen: set[Any] = set()
        self._follows: dict[Any, int] = {}
        self._edges: Mapping[int, dict[int, None]] = {}
        self._finders: dict[object, Callable[[Unit, Expr, Known, int], Type | None]] = {
            "const": self._literal,
            "param": self._parameter,
            "name": self._name,
            "phi": self._any_of,
            "either": self._any_of,
            "prefer": self._any_of,
            "element": self._element,
            "item": self._item,
            "attr": self._kept,
        }

    def add_edges(self, edges: Mapping[int, dict[int, None]], unit: Unit) -> None:
        """Add who calls what this file hands on; all by their numbers. A caller that is new gets its dictionary."""
        self._seen = set()
        self._edges = edges
        targets, follows = unit.targets, self._follows
        for expr in [each for each in unit.exprs if each[0] == "call"]:
            meaning = targets[expr[1]]
            if meaning.__class__ is tuple and meaning[0] and follows.get(meaning[0][0]) == _NOTHING:
                continue  # nearly all that are called again and again
            if self._may_matter(unit, expr):
                for value in self._callees(unit, expr[1]):
                    self._hand(value, Given(unit, expr[2], expr[3]), {}, 0)
        for scope, code in unit.code.functions.items():
            if code.decorators and self._is_own(unit, code.decorators):
                self._decorate(unit, code.decorators, (("function", unit.function_of_scope(scope), None),))
        for scope, made in unit.code.classes.items():
            if made.decorators:
                self._decorate(unit, made.decorators, (("class", unit.class_of_scope(scope), ()),))

    def _may_matter(self, unit: Unit, call: Expr) -> bool:
        """Say whether a call may hand a function to one that calls its parameters; of most it can be told at once."""
        items = self._meant(unit, call[1])
        if items is None:
            return unit.exprs[call[1]][0] in {"call", "item"}
        if not items:
            return False
        follows = self._follows.get(items[0])
        if follows is None:
            follows = self._find_follows(items[0])
            if items[0].__class__ is not tuple:  # what is local is not called from elsewhere
                self._follows[items[0]] = follows
        if follows == _NOTHING:
            return False
        given = (*call[2], *(value for _, value in call[3]))
        return not given or follows == _LITERALS or any(self._may_be_called(unit, each) for each in given)

    def _find_follows(self, item: object) -> int:
        """Say what something that is called may do with its parameters, so far as its own code tells."""
        if not isinstance(item, int):
            return _ANYTHING if item == _PARTIAL[1] else _NOTHING
        place = self._calls.place_of(item)
        if place is None or place[1] in place[0].code.classes:
            return _ANYTHING
        passed = place[0].code.passed.get(place[1])
        if passed is None:
            return _NOTHING
        exprs = place[0].exprs
        return _LITERALS if any(exprs[exprs[each][1]][0] == "item" for each, _ in passed) else _ANYTHING

    def _may_be_called(self, unit: Unit, number: int) -> bool:
        expr: Expr = unit.exprs[number]
        while expr[0] == "bind" and expr[2] and unit.sites[expr[1]].kind == "variable":
            number = expr[2]
            expr = unit.exprs[number]
        if expr[0] == "call":
            return any(map(self._may_return, self._meant(unit, expr[1]) or ()))
        if expr[0] not in _NAMED:
            return expr[0] in _MADE
        items = self._meant(unit, number)
        return items is None or any(item.__class__ is int and self._calls.place_of(item) for item in items)

    def _may_return(self, item: object) -> bool:
        """Say whether a function may give another one; an annotation does not say which."""
        place = self._calls.place_of(item) if isinstance(item, int) else None
        code = place[0].code.functions.get(place[1]) if place is not None else None
        return code is not None and not code.annotation

    def _meant(self, unit: Unit, number: int) -> tuple[Any, ...] | None:
        """Return what a name was found to mean; None for what is no name."""
        expr: Expr = unit.exprs[number]
        while expr[0] == "bind" and expr[2] and unit.sites[expr[1]].kind == "variable":
            number = expr[2]
            expr = unit.exprs[number]
        known = unit.targets[number]
        meaning = known.found if known.__class__ is Noted else known
        return meaning[0] if meaning is not None else None

    def _callees(self, unit: Unit, number: int) -> Type:
        """Return what is called: the functions and classes that a name means, or else the values there are."""
        items = self._meant(unit, number) or ()
        places = [self._calls.place_of(item) for item in items if item.__class__ is int]
        if not places or None in places:
            return self._engine.type_of(unit, number)
        found: list[Value] = []
        for other, scope in filter(None, places):
            if scope in other.code.classes:
                found.append(("class", other.class_of_scope(scope), ()))
            else:
                fn = other.function_of_scope(scope)
                found.append(("function", fn, self._bound_to(unit, number, fn) if fn.owner is not None else None))
        return tuple(found)

    def _bound_to(self, unit: Unit, number: int, fn: FunctionInfo) -> Value | None:
        """Return what a method is bound to where it is called."""
        expr: Expr = unit.exprs[number]
        while expr[0] == "bind" and expr[2]:
            expr = unit.exprs[expr[2]]
        given = self._engine.traits(fn)
        receivers = self._engine.type_of(unit, expr[1]) if expr[0] == "attr" and "static" not in given else NOTHING
        is_of_class = "class" in given or fn.name in classes.CLASS_RECEIVERS
        return next((each for each in receivers if is_of_class or each[0] not in {"class", "self class"}), None)

    def _is_own(self, unit: Unit, decorators: tuple[int, ...]) -> bool:
        """Say whether some of the decorators may be of the repository."""
        for decorator in decorators:
            expr: Expr = unit.exprs[decorator]
            items = self._meant(unit, expr[1] if expr[0] == "call" else decorator)
            if items is None or any(item.__class__ is not str for item in items):
                return True
        return False

    def _decorate(self, unit: Unit, decorators: tuple[int, ...], own: Type) -> Type:
        """Hand a function or a class to its decorators; return what they make of it."""
        for decorator in reversed(decorators):
            made: list[Type] = []
            for value in self._engine.type_of(unit, decorator):
                fn, receiver = self._function(value)
                if fn is not None:
                    first = 0 if receiver is None else 1
                    self._run(fn, {(fn, first): own} if first < len(fn.code.parameters) else {}, 0)
                    made += [self._engine.type_of(fn.unit, each) for each in self._inner(value)]
            own = union(made) or own
        return own

    def _inner(self, value: Value) -> tuple[int, ...]:
        return inner_functions(value[1].unit.code, value[1].code) if value[0] == "function" else ()

    def wrappers(self, fn: FunctionInfo) -> Iterator[int]:
        """Yield the functions that decorators put in place of one, by their numbers."""
        own: Type = NOTHING
        for decorator in reversed(fn.code.decorators):
            values = self._engine.type_of(fn.unit, decorator)
            own = (
                union(self._engine.type_of(value[1].unit, each) for value in values for each in self._inner(value))
                or own
            )
        for value in own:
            if value[0] == "function" and value[1].target is not None:
                yield value[1].target

    def _function(self, value: Value) -> tuple[FunctionInfo | None, Value | None]:
        """Return the function that a call of a value runs, and what it is bound to."""
        if value[0] == "function":
            return value[1], value[2]
        if value[0] in {"class", "self class"}:
            maker = classes.find(self._engine, value[1], "__init__")
            for each in self._engine.type_of(maker.owner.unit, maker.exprs[0]) if maker is not None else ():
                if each[0] == "function":
                    return each[1], ("self", value[1])
        return None, None

    def _hand(self, value: Value, given: Given, known: Known, depth: int) -> None:
        """Follow what a call hands to a value; `known` is what the parameters around the call are."""
        unit = given.unit
        if unit is None or depth > _DEEPEST:
            return
        if value == _PARTIAL and given.args:
            rest = Given(unit, given.args[1:], given.keywords)
            for each in self._values(unit, given.args[0], known):
                self._hand(each, rest, known, depth + 1)
            return
        fn, receiver = self._function(value)
        if fn is None or not fn.unit.code.passed.get(fn.scope):
            return
        bound: Known = {}
        for number, one in pairs(fn, receiver, given):
            if unit.exprs[one][0] == "star":
                break
            bound[fn, number] = self._useful(self._values(unit, one, known))
        self._bind_rest(fn, receiver, given, known, bound)
        for number, param in enumerate(fn.code.parameters):
            if param.default and (fn, number) not in bound:
                bound[fn, number] = self._useful(self._values(fn.unit, param.default, {}))
        self._run(fn, {key: each for key, each in bound.items() if each}, depth)

    def _bind_rest(self, fn: FunctionInfo, receiver: Value | None, given: Given, known: Known, bound: Known) -> None:
        """Let `*args` be what is left of the arguments."""
        kinds = [each.kind for each in fn.code.parameters]
        if "rest" in kinds and given.unit is not None:
            before = kinds.index("rest") - (0 if receiver is None else 1)
            held = union(self._values(given.unit, one, known) for one in given.args[before:])
            bound[fn, kinds.index("rest")] = self._useful(outside("tuple", held))

    def _useful(self, found: Type) -> Type:
        """Return what may be called of some values, or may say which of several is."""
        return tuple(
            value
            for value in found
            if value[0] in {"function", "class", "self class", "literal"}
            or (value[0] == "value" and any(map(self._useful, value[2])))
            or (value[0] == "tuple" and any(map(self._useful, value[1])))
        )

    def _run(self, fn: FunctionInfo, known: Known, depth: int) -> None:
        """Follow what a function does with its parameters."""
        key = (fn, *known.items())
        if not known or key in self._seen or len(self._seen) > _MOST_STEPS:
            return
        self._seen.add(key)
        unit = fn.unit
        for call, scope in unit.code.passed.get(fn.scope, ()):
            _, called, args, keywords = unit.exprs[call]
            values = self._values(unit, called, known)
            own = self._calls.callees(unit, called, self.values(unit, called))  # which the function's file tells
            new = [each for each in self._calls.callees(unit, called, values) if each not in own]
            if new:
                self._edges[unit.holders[scope]].update(dict.fromkeys(new))
            for value in values:
                self._hand(value, Given(unit, args, keywords), known, depth + 1)

    def _values(self, unit: Unit, number: int, known: Known, depth: int = 0) -> Type:
        """Return the values of an expression, given what some parameters are; a literal is itself."""
        if depth > _DEEPEST:
            return NOTHING
        expr: Expr = unit.exprs[number]
        while expr[0] == "bind" and expr[2]:
            expr = unit.exprs[expr[2]]
        find = self._finders.get(expr[0])
        found = find(unit, expr, known, depth + 1) if find is not None else None
        return self._engine.type_of(unit, number) if found is None else found

    def _literal(self, _unit: Unit, expr: Expr, _known: Known, _depth: int) -> Type:
        return (("literal", expr[1], expr[2]),) if expr[2] is not None else NOTHING

    def _parameter(self, unit: Unit, expr: Expr, known: Known, _depth: int) -> Type | None:
        return known.get((unit.function_of_scope(expr[1]), expr[2]))

    def _name(self, unit: Unit, expr: Expr, known: Known, depth: int) -> Type | None:
        binding = self._engine.names.look_up(unit, expr[1], expr[2])
        is_own = binding is not None and binding[0] is unit
        return self._values(unit, binding[1], known, depth) if binding is not None and is_own else None

    def _any_of(self, unit: Unit, expr: Expr, known: Known, depth: int) -> Type:
        return union(self._values(unit, each, known, depth) for each in expr[1:])

    def _element(self, unit: Unit, expr: Expr, known: Known, depth: int) -> Type:
        return union(containers.element(self._engine, each) for each in self._values(unit, expr[1], known, depth))

    def _item(self, unit: Unit, expr: Expr, known: Known, depth: int) -> Type:
        """Return what a subscript gives: of what is written out, the very element."""
        written = literals.literal(self._engine, unit, expr[2])
        index: Type = (("literal", *written[1:]),) if written else self._values(unit, expr[2], known, depth)
        place = literals.element(self._engine, unit, expr[1], index[0]) if len(index) == 1 else None
        if place is not None:
            return self._values(*place, {}, depth)
        held = containers.Index(unit, expr[2], unit.exprs[expr[2]])
        return union(containers.item(self._engine, each, held) for each in self._values(unit, expr[1], known, depth))

    def _kept(self, unit: Unit, expr: Expr, known: Known, depth: int) -> Type | None:
        """Return what an attribute of `self` keeps of the parameters that are known."""
        found: list[Type] = []
        for value in self._engine.type_of(unit, expr[1]) if known else ():
            member = classes.find(self._engine, value[1], expr[2]) if value[0] == "self" else None
            if member is not None:
                found += [self._values(member.owner.unit, each, known, depth) for each in member.exprs]
        return union(found) or None

    def values(self, unit: Unit, number: int) -> Type:
        """Return the values of what is called, of a display the very element."""
        expr: Expr = unit.exprs[number]
        while expr[0] == "bind" and expr[2]:
            expr = unit.exprs[expr[2]]
        return self._item(unit, expr, {}, 0) if expr[0] == "item" else self._engine.type_of(unit, number)
