"""Finds the attributes of values, one way for each sort of value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.python import classes, containers
from sphinx_kwdocs.linking.python.values import NOTHING, Type, Value, class_of, union

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_kwdocs.linking.python.engine import Engine


def _class_attribute(engine: Engine, value: Value, name: str) -> Type:
    member = classes.find(engine, value[1], name)
    if member is not None:
        return engine.member(value, member)
    if name == "__class__":
        return class_of(value)
    found = containers.inherited_attribute(engine, value, name)
    return found or containers.called(engine, value, "__getattr__") or NOTHING


def _own_attribute(engine: Engine, value: Value, name: str) -> Type:
    """Return an attribute of a class itself: one of its members, or one of its metaclass."""
    member = classes.find(engine, value[1], name)
    if member is not None:
        return engine.member(value, member)
    if name == "__new__":
        return (("external", "object.__new__"),)
    return union(engine.attribute(("instance", meta[1], ()), name) for meta in classes.metaclass(engine, value[1]))


def _module_attribute(engine: Engine, value: Value, name: str) -> Type:
    return engine.bound(engine.names.attribute(value, name))


def _outer_attribute(_engine: Engine, value: Value, name: str) -> Type:
    return (("external", f"{value[1]}.{name}"),)


def _method_of_value(_engine: Engine, value: Value, name: str) -> Type:
    return (("method", value, name),)


def _super_attribute(engine: Engine, value: Value, name: str) -> Type:
    member = classes.find_above(engine, value, name)
    if member is None:
        return (("external", "object.__new__"),) if name == "__new__" else NOTHING
    return engine.member(value, member)


def _bound_attribute(engine: Engine, value: Value, name: str) -> Type:
    return union(engine.attribute(each, name) for each in engine.bound_of(value))


ATTRIBUTES: dict[object, Callable[[Engine, Value, str], Type]] = {
    "instance": _class_attribute,
    "self": _class_attribute,
    "class": _own_attribute,
    "self class": _own_attribute,
    "module": _module_attribute,
    "folder": _module_attribute,
    "external": _outer_attribute,
    "value": _method_of_value,
    "tuple": _method_of_value,
    "super": _super_attribute,
    "variable": _bound_attribute,
    "type": _bound_attribute,
}
"""What finds an attribute, by the sort of value."""
OPAQUE = frozenset({"external", "value", "tuple"})
"""Sorts of values whose attributes follow from the value and the name alone."""
