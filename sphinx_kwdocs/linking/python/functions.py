"""Knows functions: what their decorators make of them, what their parameters are and what they give back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.python import containers
from sphinx_kwdocs.linking.python.classes import CLASS_RECEIVERS
from sphinx_kwdocs.linking.python.pytest_fixtures import FIXTURES
from sphinx_kwdocs.linking.python.standard_library import ACCESSORS, CONTEXT_MAKERS, GENERATORS, PROPERTIES
from sphinx_kwdocs.linking.python.values import NOTHING, Type, Value, outside, union

if TYPE_CHECKING:
    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.units import FunctionInfo, Unit
    from sphinx_kwdocs.model.python_code import Expr

_SENT_TO = {"Generator", "AsyncGenerator"}
"""Classes whose second argument is what is sent into them."""
_TELLING_DEFAULTS = frozenset({"instance", "class", "self", "self class", "function", "module", "external"})
"""Sorts of values that a parameter has if its default has: what holds others may be filled otherwise."""


def traits(engine: Engine, fn: FunctionInfo) -> frozenset[str]:
    """Return what decorators say: static, class, property, accessor, manager, fixture, overload."""
    found: set[str] = set()
    for decorator in fn.code.decorators:
        expr: Expr = fn.unit.exprs[decorator]
        if expr[0] == "attr" and expr[2] in ACCESSORS:
            found |= {"property", "accessor"}
            continue
        if expr[0] == "call":
            decorator = expr[1]  # noqa: PLW2901  `@cached_property()` says the same as without the brackets
        for value in engine.type_of(fn.unit, decorator):
            if value[0] == "external":
                found |= _trait_of(value[1])
            elif value[0] == "class" and "property" in value[1].name.lower():
                found.add("property")
                if "class" in value[1].name.lower():
                    found.add("class")
    return frozenset(found)


def _trait_of(name: str) -> set[str]:
    if name == "staticmethod":
        return {"static"}
    if name in {"classmethod", "abc.abstractclassmethod"}:
        return {"class"}
    if name in PROPERTIES:
        return {"property"}
    if name in CONTEXT_MAKERS:
        return {"manager"}
    if name in FIXTURES:
        return {"fixture"}
    return {"overload"} if name.endswith(".overload") else set()


def decorated(engine: Engine, fn: FunctionInfo) -> Type:
    """Return what the name of a function is bound to, which a decorator may have replaced."""
    own: Type = (("function", fn, None),)
    unit = fn.unit
    for decorator in reversed(fn.code.decorators):
        for value in engine.type_of(unit, decorator):
            if value[0] == "class" and "property" not in engine.traits(fn):
                # An instance of a class of the repository, made around the function.
                own = engine.made_around(value, own)
            elif value[0] == "function" and own[0][0] == "function":
                own = _replaced(engine, value[1], own)
    return own


def _replaced(engine: Engine, decorator: FunctionInfo, own: Type) -> Type:
    """Return what a decorator that is a function makes of one: the same, unless it says to give an instance."""
    if not decorator.code.annotation:
        return own
    given = engine.result(decorator)
    return given if given and all(value[0] == "instance" for value in given) else own


def getter_of(engine: Engine, fn: FunctionInfo, *, is_same_name: bool = False) -> FunctionInfo:
    """Return the function that reads a property, given its setter or itself.

    With `is_same_name` it is the first function of the property that has its name: a setter may have another one.
    """
    for _ in range(4):
        accessor = next(
            (
                expr[1]
                for expr in map(fn.unit.exprs.__getitem__, fn.code.decorators)
                if expr[0] == "attr" and expr[2] in ACCESSORS
            ),
            None,
        )
        if accessor is None:
            break
        before = [each[1] for value in engine.type_of(fn.unit, accessor) for each in _functions_in(value)]
        if not before or before[0] is fn or (is_same_name and before[0].name != fn.name):
            break
        fn = before[0]
    return fn


def _functions_in(value: Value) -> Type:
    """Return a function as it is, and the function that a property was made of by a call."""
    held = value[2][0] if value[0] == "value" and value[1] == "property" and value[2] else (value,)
    return tuple(each for each in held if each[0] == "function")


def parameter(engine: Engine, fn: FunctionInfo, number: int) -> Type:
    """Return the values that a parameter may have inside its function."""
    param = fn.code.parameters[number]
    if param.annotation:
        found = engine.annotation_in(fn.owner, fn.unit, param.annotation)
        if number == 0 and fn.owner is not None and len(found) == 1 and found[0][0] in {"variable", "type"}:
            return _receiver(engine, fn) or found  # `self: S`, which says of itself what it gives back
        if param.kind == "rest":
            return outside("tuple", found)
        return outside("dict", outside("str"), found) if param.kind == "options" else found
    receiver = _receiver(engine, fn) if number == 0 and param.kind in {"positional", "any"} else NOTHING
    return receiver or _given(engine, fn, number)


def _given(engine: Engine, fn: FunctionInfo, number: int) -> Type:
    """Return what callers give a parameter without annotation, as far as that can be told inside of the function."""
    param = fn.code.parameters[number]
    if fn.code.elements_of and number == 0:
        values = engine.type_of(fn.unit, fn.code.elements_of)
        return union(containers.element(engine, value) for value in values)
    if fn.code.handed_to and (expected := engine.handed(fn, number)):
        return expected
    fixture = engine.fixtures.value(fn, number)
    if fixture:
        return fixture
    default = engine.type_of(fn.unit, param.default) if param.default else NOTHING
    # A caller who is given it back will know more.
    own: Type = (("variable", (fn, number)),) if param.kind in {"positional", "any", "keyword"} else NOTHING
    return union((own, tuple(value for value in default if value[0] in _TELLING_DEFAULTS)))


def _receiver(engine: Engine, fn: FunctionInfo) -> Type:
    """Return what the first parameter of a method is."""
    given = engine.traits(fn)
    if fn.owner is None or ("static" in given and fn.name != "__new__"):
        return NOTHING
    is_class = "class" in given or fn.name in CLASS_RECEIVERS
    return (("self class" if is_class else "self", fn.owner),)


def plain_receiver(fn: FunctionInfo) -> Type | None:
    """Return what the first parameter of a method is, if neither decorators nor an annotation have a say in it."""
    first = fn.code.parameters[0]
    if fn.owner is None or fn.code.decorators or first.annotation or first.kind not in {"positional", "any"}:
        return None
    return (("self class" if fn.name in CLASS_RECEIVERS else "self", fn.owner),)


def result(engine: Engine, fn: FunctionInfo) -> Type:
    """Return what a call gives, in the function's own terms."""
    code, unit = fn.code, fn.unit
    if code.annotation:
        found = engine.annotation_in(fn.owner, unit, code.annotation)
    elif (stub := engine.stub_of(fn)) is not None:
        found = engine.result(stub)
    elif code.is_generator:
        given = union(engine.type_of(unit, each) for each in code.yielded)
        back = NOTHING if code.is_async else union(engine.type_of(unit, each) for each in code.returned)
        found = outside("AsyncGenerator", given) if code.is_async else outside("Generator", given, NOTHING, back)
    else:
        found = union(engine.type_of(unit, each) for each in code.returned)
    if "manager" in engine.traits(fn):
        return outside("ContextManager", union(_held(value) for value in found))
    if code.is_async and not code.is_generator:
        return outside("Coroutine", NOTHING, NOTHING, found)
    return found


def _held(value: Value) -> Type:
    """Return what a generator gives."""
    held: tuple[Type, ...] = value[2] if value[0] == "value" and value[1] in GENERATORS else ()
    return held[0] if held else NOTHING


def sent(engine: Engine, fn: FunctionInfo) -> Type:
    """Return what a caller sends into a generator, by its annotation."""
    declared = engine.annotation_in(fn.owner, fn.unit, fn.code.annotation)
    return union(
        value[2][1] for value in declared if value[0] == "value" and value[1] in _SENT_TO and len(value[2]) > 1
    )


def plain_super(engine: Engine, unit: Unit, scope: int) -> Type:
    """Return what `super()` gives in a method, or in a function inside of one."""
    while scope > 0:
        here = unit.scopes[scope]
        if here.kind == "function":
            fn = unit.function_of_scope(scope)
            if fn.owner is not None:
                cls = fn.owner
                values = parameter(engine, fn, 0) if fn.code.parameters else NOTHING
                return tuple(("super", cls, value) for value in values)
        scope = here.parent
    return NOTHING
