"""Follows values through what holds them: loops, subscripts, unpacking, `with`, `await`, methods of containers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.linking.python import classes
from sphinx_kwdocs.linking.python.standard_library import (
    ACCESSORS,
    AWAITABLES,
    ELEMENT_METHODS,
    GENERIC,
    HOLDERS,
    MANAGERS,
    MAPPINGS,
    SAME_METHODS,
    VALUE_METHODS,
    VARIABLES,
    canonical,
)
from sphinx_kwdocs.linking.python.values import NOTHING, Type, Value, known_tuple, outside, substitute, union, with_args

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.units import Unit
    from sphinx_kwdocs.model.python_code import Expr

_PAIR = 2
_RETURNED = 2
"""The argument of `Generator` that says what it returns."""


def _as_holder(engine: Engine, value: Value) -> Value | None:
    """Return a container that an instance of the repository descends from, with its arguments."""
    for each, args in classes.line(engine, value[1]):
        if isinstance(each, str):
            name = canonical(each)
            if name in HOLDERS or name in MAPPINGS or name in AWAITABLES or name in MANAGERS:
                known = dict(
                    zip(classes.parameters(engine, value[1]), value[2] if value[0] == "instance" else (), strict=False)
                )
                return ("value", name, tuple(substitute(arg, known, None) for arg in args))
    return None


def called(
    engine: Engine, value: Value, method: str, unit: Unit | None = None, args: tuple[int, ...] = ()
) -> Type | None:
    """Return what a method of an instance gives for arguments, or None if its class has no such method."""
    if value[0] == "variable":
        given = [called(engine, each, method, unit, args) for each in engine.bound_of(value) if each[0] == "instance"]
        return union(each or NOTHING for each in given) if any(each is not None for each in given) else None
    member = classes.find(engine, value[1], method) if value[0] in {"instance", "self"} else None
    if member is None:
        return None
    return union(engine.call(each, unit, args) for each in engine.member(value, member))


def element(engine: Engine, value: Value) -> Type:
    """Return what a loop over a value gives."""
    find = _ELEMENTS.get(value[0])
    return find(engine, value) if find is not None else NOTHING


def elements(engine: Engine, unit: Unit, numbers: tuple[int, ...]) -> Type:
    """Return what several expressions give together, some of them with a star."""
    found: list[Type] = []
    for number in numbers:
        expr: Expr = unit.exprs[number]
        if expr[0] == "star":
            found += [element(engine, value) for value in engine.type_of(unit, expr[1])]
        else:
            found.append(engine.type_of(unit, number))
    return union(found)


def _element_of_holder(_engine: Engine, value: Value) -> Type:
    held: tuple[Type, ...] = value[2] if value[1] in HOLDERS or value[1] in MAPPINGS else ()
    return held[0] if held else NOTHING


def _element_of_tuple(_engine: Engine, value: Value) -> Type:
    return union(value[1])


def _element_of_instance(engine: Engine, value: Value) -> Type:
    given = called(engine, value, "__iter__")
    if given is not None:
        return union(_next(engine, each) for each in given)
    fields = named_fields(engine, value)
    if fields is not None:
        return union(fields)
    given = called(engine, value, "__getitem__")
    if given is not None:
        return given
    holder = _as_holder(engine, value)
    return element(engine, holder) if holder is not None else NOTHING


def _element_of_class(engine: Engine, value: Value) -> Type:
    return (("instance", value[1], ()),) if classes.is_enum(engine, value[1]) else NOTHING


def _element_of_variable(engine: Engine, value: Value) -> Type:
    return union(element(engine, each) for each in engine.bound_of(value))


_ELEMENTS: dict[object, Callable[[Engine, Value], Type]] = {
    "value": _element_of_holder,
    "tuple": _element_of_tuple,
    "instance": _element_of_instance,
    "self": _element_of_instance,
    "class": _element_of_class,
    "self class": _element_of_class,
    "variable": _element_of_variable,
}


def _next(engine: Engine, value: Value) -> Type:
    if value[0] in {"instance", "self"}:
        found = called(engine, value, "__next__")
        if found is not None:
            return found
    return element(engine, value) if value[0] not in {"instance", "self"} else NOTHING


def async_element(engine: Engine, value: Value) -> Type:
    """Return what an `async for` over a value gives."""
    if value[0] not in {"instance", "self"}:
        return element(engine, value)
    given = called(engine, value, "__aiter__") or NOTHING
    found: list[Type] = []
    for each in given:
        if each[0] in {"instance", "self"}:
            following = called(engine, each, "__anext__") or NOTHING
            found.append(union(awaited(engine, one) for one in following))
        else:
            found.append(element(engine, each))
    return union(found)


def named_fields(engine: Engine, value: Value) -> tuple[Type, ...] | None:
    """Return the fields of a named tuple, in order; None if the class is none."""
    cls = value[1]
    if classes.outer_base(engine, cls, {"typing.NamedTuple"}) is None:
        return None
    for each, _ in classes.line(engine, cls):
        if not isinstance(each, str) and each.unit.scopes[each.scope].declared:
            unit = each.unit
            return tuple(engine.annotation(unit, declared) for declared in unit.scopes[each.scope].declared.values())
    return None


def part(engine: Engine, value: Value, number: int) -> Type:
    """Return one of the values that a value is unpacked into."""
    if value[0] == "tuple":
        return value[1][number] if -len(value[1]) <= number < len(value[1]) else NOTHING
    if value[0] in {"instance", "self"}:
        fields = named_fields(engine, value)
        if fields is not None:
            return fields[number] if -len(fields) <= number < len(fields) else NOTHING
    return element(engine, value)


def rest(engine: Engine, value: Value, before: int, after: int) -> Type:
    """Return what a starred name gets of a value, but for so many parts before and behind it."""
    if value[0] == "tuple":
        return union(value[1][before : len(value[1]) - after])
    return element(engine, value)


class Index(NamedTuple):
    """What stands in the brackets of a subscript."""

    unit: Unit
    number: int
    expr: Expr

    @property
    def is_slice(self) -> bool:
        """Whether a part of a sequence is taken."""
        return self.expr[:2] == ("const", "slice")

    @property
    def position(self) -> int | None:
        """The position that is asked for, if it is written out."""
        return self.expr[2] if self.expr[:2] == ("const", "int") else None


def item(engine: Engine, value: Value, index: Index) -> Type:
    """Return what a subscript gives."""
    find = _ITEMS.get(value[0])
    return find(engine, value, index) if find is not None else NOTHING


def _item_of_tuple(engine: Engine, value: Value, index: Index) -> Type:
    if index.is_slice:
        return outside("tuple", union(value[1]))
    return part(engine, value, index.position) if index.position is not None else union(value[1])


def _item_of_holder(engine: Engine, value: Value, index: Index) -> Type:
    if value[1] in MAPPINGS:
        return value[2][1] if len(value[2]) == _PAIR else NOTHING
    return (value,) if index.is_slice and value[1] in HOLDERS else element(engine, value)


def _item_of_instance(engine: Engine, value: Value, index: Index) -> Type:
    given = called(engine, value, "__getitem__", index.unit, (index.number,))
    if given is not None:
        return given
    if index.position is not None and named_fields(engine, value) is not None:
        return part(engine, value, index.position)
    if index.expr[:2] == ("const", "str") and (found := _typed_key(engine, value, index.expr[2])):
        return found
    holder = _as_holder(engine, value)
    return item(engine, holder, index) if holder is not None else NOTHING


def _item_of_class(engine: Engine, value: Value, index: Index) -> Type:
    if classes.is_enum(engine, value[1]):
        return (("instance", value[1], ()),)
    parts: tuple[int, ...] = index.expr[1:] if index.expr[0] == "tuple" else (index.number,)
    return (with_args("class", value[1], tuple(engine.annotation(index.unit, each) for each in parts)),)


def _item_of_outside(engine: Engine, value: Value, index: Index) -> Type:
    """Return a class of the standard library with what it holds: `deque[C]` is called like `deque`."""
    if canonical(value[1]) not in GENERIC:
        return NOTHING
    parts: tuple[int, ...] = index.expr[1:] if index.expr[0] == "tuple" else (index.number,)
    return (with_args("external", value[1], tuple(engine.annotation(index.unit, each) for each in parts)),)


_ITEMS: dict[object, Callable[[Engine, Value, Index], Type]] = {
    "tuple": _item_of_tuple,
    "value": _item_of_holder,
    "instance": _item_of_instance,
    "self": _item_of_instance,
    "class": _item_of_class,
    "external": _item_of_outside,
}


def _typed_key(engine: Engine, value: Value, key: str | None) -> Type:
    """Return the value under a key of a typed dictionary."""
    for each, _ in classes.line(engine, value[1]):
        if not isinstance(each, str):
            declared = each.unit.scopes[each.scope].declared.get(key or "")
            if declared and classes.outer_base(engine, each, {"typing.TypedDict", "typing_extensions.TypedDict"}):
                return engine.annotation(each.unit, declared)
    return NOTHING


def entered(engine: Engine, value: Value, method: str) -> Type:
    """Return what `with` gives."""
    if value[0] in {"instance", "self"}:
        given = called(engine, value, method)
        if given is not None:
            return union(awaited(engine, each) for each in given) if method == "__aenter__" else given
        holder = _as_holder(engine, value)
        return entered(engine, holder, method) if holder is not None else NOTHING
    if value[0] == "value":
        if value[1] in MANAGERS:
            return value[2][0] if value[2] else NOTHING
        return (value,)
    return NOTHING


def awaited(engine: Engine, value: Value) -> Type:
    """Return what `await` gives."""
    if value[0] == "value":
        held: tuple[Type, ...] = value[2] if value[1] in AWAITABLES else ()
        return held[-1] if held else NOTHING
    if value[0] in {"instance", "self"}:
        given = called(engine, value, "__await__")
        if given is not None:
            return union(returned(engine, each) for each in given)
        holder = _as_holder(engine, value)
        return awaited(engine, holder) if holder is not None else NOTHING
    return NOTHING


def returned(engine: Engine, value: Value) -> Type:
    """Return what a generator gives back at its end, which is what `yield from` gives."""
    if value[0] == "value" and value[1] == "Generator":
        return value[2][_RETURNED] if len(value[2]) > _RETURNED else NOTHING
    if value[0] in {"instance", "self"}:
        given = called(engine, value, "__iter__") or NOTHING
        return union(returned(engine, each) for each in given if each[0] == "value")
    return awaited(engine, value)


def inherited_attribute(engine: Engine, value: Value, name: str) -> Type:
    """Return an attribute that a class of the repository has from a container it descends from."""
    holder = _as_holder(engine, value)
    return (("method", holder, name),) if holder is not None else NOTHING


def call_method(engine: Engine, value: Value, name: str, unit: Unit | None, args: tuple[int, ...]) -> Type:
    """Return what a method of a container gives."""
    if value[0] == "tuple":
        value = ("value", "tuple", (union(value[1]),))
    kind, held = value[1], value[2]
    found: Type = NOTHING
    if kind in MAPPINGS:
        found = _call_mapping(engine, value, name, unit, args)
    elif name in {"enter_context", "enter_async_context"} and unit is not None and args:
        found = _enter_context(engine, name, engine.type_of(unit, args[0]))
    elif kind in HOLDERS and held and name in ELEMENT_METHODS:
        found = held[0]
    elif kind in HOLDERS and name in SAME_METHODS:
        found = (value,)
    elif kind in AWAITABLES and held and name == "result":
        found = held[-1]
    elif kind in AWAITABLES and held and name == "__await__":
        found = outside("Generator", NOTHING, NOTHING, held[-1])
    elif kind in VARIABLES and held and name == "get":
        fallback = engine.type_of(unit, args[0]) if unit is not None and args else NOTHING
        found = union((held[0], fallback))
    elif kind == "property" and name in ACCESSORS:
        found = _call_accessor(engine, value, name, unit, args)
    return found


def _call_accessor(engine: Engine, value: Value, name: str, unit: Unit | None, args: tuple[int, ...]) -> Type:
    """Return a property with another getter, or with the same one."""
    if name == "getter" and unit is not None and args:
        return outside("property", engine.type_of(unit, args[0]))
    return (value,)


def _enter_context(engine: Engine, name: str, managers: Type) -> Type:
    """Return what an exit stack gives for a context manager it enters."""
    if name == "enter_context":
        return union(entered(engine, each, "__enter__") for each in managers)
    found = union(entered(engine, each, "__aenter__") for each in managers)
    return outside("Coroutine", NOTHING, NOTHING, found)


def _call_mapping(engine: Engine, value: Value, name: str, unit: Unit | None, args: tuple[int, ...]) -> Type:
    if name == "copy":
        return (value,)
    keys, values = value[2] if len(value[2]) == _PAIR else (NOTHING, NOTHING)
    if name in VALUE_METHODS:
        fallback = engine.type_of(unit, args[1]) if unit is not None and len(args) == _PAIR else NOTHING
        return union((values, fallback))
    views = {
        "items": known_tuple((keys, values)),
        "values": values,
        "keys": keys,
        "__iter__": keys,
    }
    if name in views:
        return outside("Iterable", views[name])
    return known_tuple((keys, values)) if name == "popitem" else NOTHING
