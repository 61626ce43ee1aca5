"""Knows functions: what their decorators make of them, what their parameters are and what they give back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.inference import _holders
from sphinx_kwdocs.inference._classes import CLASS_RECEIVERS
from sphinx_kwdocs.inference._fixtures import FIXTURES
from sphinx_kwdocs.inference._library import CONTEXT_MAKERS, GENERATORS, PROPERTIES
from sphinx_kwdocs.inference._values import NOTHING, Type, Value, outside, union

if TYPE_CHECKING:
    from sphinx_kwdocs.inference._engine import Engine
    from sphinx_kwdocs.inference._units import FunctionInfo, Unit
    from sphinx_kwdocs.python_code import Expr

_ACCESSORS = {"setter", "getter", "deleter"}


def traits(engine: Engine, fn: FunctionInfo) -> frozenset[str]:
    """Return what decorators say: static, class, property, accessor, manager, fixture, overload."""
    found: set[str] = set()
    for decorator in fn.code.decorators:
        expr: Expr = fn.unit.exprs[decorator]
        if expr[0] == "attr" and expr[2] in _ACCESSORS:
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
                own = (("instance", value[1], ()),)
            elif value[0] == "function" and own[0][0] == "function":
                own = _replaced(engine, value[1], own)
    return own


def _replaced(engine: Engine, decorator: FunctionInfo, own: Type) -> Type:
    """Return what a decorator that is a function makes of one: the same, unless it says to give an instance."""
    if not decorator.code.annotation:
        return own
    given = engine.result(decorator)
    return given if given and all(value[0] == "instance" for value in given) else own


def getter_of(engine: Engine, fn: FunctionInfo) -> FunctionInfo:
    """Return the function that reads a property, given its setter or itself."""
    for _ in range(4):
        accessor = next(
            (
                expr[1]
                for expr in map(fn.unit.exprs.__getitem__, fn.code.decorators)
                if expr[0] == "attr" and expr[2] in _ACCESSORS
            ),
            None,
        )
        if accessor is None:
            break
        before = [value[1] for value in engine.type_of(fn.unit, accessor) if value[0] == "function"]
        if not before or before[0] is fn:
            break
        fn = before[0]
    return fn


def parameter(engine: Engine, fn: FunctionInfo, number: int) -> Type:
    """Return the values that a parameter may have inside its function."""
    param = fn.code.parameters[number]
    if param.annotation:
        found = engine.annotation_in(fn.owner, fn.unit, param.annotation)
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
        return union(_holders.element(engine, value) for value in values)
    fixture = engine.fixtures.value(fn, number)
    if fixture:
        return fixture
    default = engine.type_of(fn.unit, param.default) if param.default else NOTHING
    # A caller who is given it back will know more.
    own: Type = (("variable", (fn, number)),) if param.kind in {"positional", "any", "keyword"} else NOTHING
    return union((own, tuple(value for value in default if value[0] in {"instance", "class", "function", "external"})))


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
        name = "AsyncGenerator" if code.is_async else "Generator"
        found = outside(name, union(engine.type_of(unit, each) for each in code.yielded))
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
