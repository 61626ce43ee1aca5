"""Knows what attributes are that a class leaves to another: what `__get__` gives for an instance or the class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.python import calls
from sphinx_kwdocs.linking.python import classes as _classes
from sphinx_kwdocs.linking.python.values import NOTHING, Type, Value, class_of, substitute, union, with_args

if TYPE_CHECKING:
    from sphinx_kwdocs.linking.python.classes import Member
    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.units import FunctionInfo

_INSTANCE, _OWNER = 1, 2
"""The parameters of `__get__` behind `self`."""


def got(engine: Engine, value: Value, getter: Member, receiver: Value) -> Type:
    """Return what a descriptor gives when it is read through a receiver."""
    is_class = receiver[0] in {"class", "self class"}
    found: list[Type] = []
    for each in engine.member(value, getter):
        if each[0] == "function":
            fn = next((one for one in _ways(each[1]) if _fits(engine, one, receiver, is_class=is_class)), None)
            given = _given(engine, fn, value, receiver, is_class=is_class) if fn is not None else NOTHING
            if not is_class and fn is not None and not fn.code.annotation:
                # Without an annotation, `return self` for the class stands beside what an instance gets.
                given = tuple(one for one in given if one[:2] != value[:2])
            found.append(given)
    return union(found)


def _ways(fn: FunctionInfo) -> tuple[FunctionInfo, ...]:
    return fn.unit.overloads_of(fn) or (fn,)


def _fits(engine: Engine, fn: FunctionInfo, receiver: Value, *, is_class: bool) -> bool:
    """Say whether an overload of `__get__` is for an instance such as the receiver, or for its class."""
    if len(fn.code.parameters) <= _INSTANCE:
        return True
    annotation = fn.code.parameters[_INSTANCE].annotation
    if not annotation:
        return True
    is_none = fn.unit.exprs[annotation][:2] == ("const", "NoneType")
    wanted = engine.annotation(fn.unit, annotation)
    if is_class or is_none:
        return is_class and (is_none or not wanted)
    classes = [each for each in wanted if each[0] == "instance"]
    cls = _classes.class_behind(receiver)
    if cls is None or not classes or len(classes) < len(wanted):
        return True
    return any(_is_protocol(engine, each) or _classes.descends(engine, cls, each[1]) for each in classes)


def _is_protocol(engine: Engine, value: Value) -> bool:
    return _classes.outer_base(engine, value[1], {"typing.Protocol", "typing_extensions.Protocol"}) is not None


def _given(engine: Engine, fn: FunctionInfo, value: Value, receiver: Value, *, is_class: bool) -> Type:
    """Return what `__get__` gives, with the type variables of its class and of its own."""
    found = engine.result(fn)
    known = _classes.known_variables(engine, value, fn.owner) if fn.owner is not None else {}
    parameters = fn.code.parameters
    if not is_class and len(parameters) > _INSTANCE and parameters[_INSTANCE].annotation:
        calls.match(engine, engine.annotation(fn.unit, parameters[_INSTANCE].annotation), (receiver,), known)
    if len(parameters) > _OWNER and parameters[_OWNER].annotation:
        owner = (receiver,) if is_class else class_of(receiver)
        calls.match(engine, engine.annotation(fn.unit, parameters[_OWNER].annotation), owner, known)
    return substitute(found, known, value)


def made_around(engine: Engine, cls: Value, own: Type) -> Type:
    """Return the instance that a class makes when it decorates a function, with what its constructor tells of it."""
    parameters = _classes.parameters(engine, cls[1])
    maker = _classes.find(engine, cls[1], "__init__") if parameters else None
    if maker is None:
        return (("instance", cls[1], ()),)
    known = _classes.known_variables(engine, ("self", cls[1]), maker.owner)
    for each in engine.type_of(maker.owner.unit, maker.exprs[0]):
        if each[0] == "function" and len(each[1].code.parameters) > 1:
            annotation = each[1].code.parameters[1].annotation
            told: dict[object, Type] = {}
            if annotation:
                calls.match(engine, engine.annotation(maker.owner.unit, annotation), own, told)
            known = _in_terms_of(known, told)
    return (with_args("instance", cls[1], tuple(known.get(key, NOTHING) for key in parameters)),)


def _in_terms_of(known: dict[object, Type], told: dict[object, Type]) -> dict[object, Type]:
    """Return what a constructor told of a base's variables, as the variables of the class that inherits it."""
    found = dict(told)
    for key, each in known.items():
        if key in told and len(each) == 1 and each[0][0] == "variable":
            found[each[0][1]] = told[key]
    return found
