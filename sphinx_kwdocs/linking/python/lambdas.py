"""Finds what the parameters of a lambda are by where it is handed to: an annotation there says what it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.python import calls, classes
from sphinx_kwdocs.linking.python.values import NOTHING, Type, Value, is_open, substitute, union

if TYPE_CHECKING:
    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.units import FunctionInfo
    from sphinx_kwdocs.model.python_code import Expr


def parameter(engine: Engine, fn: FunctionInfo, number: int) -> Type:
    """Return what a parameter of a lambda is given, as far as an annotation says so."""
    unit = fn.unit
    place: Expr = unit.exprs[fn.code.handed_to]
    if place[0] == "typed":
        wanted = engine.annotation(unit, place[1])
    else:
        given = calls.Given(unit, place[2], place[3])
        one = next(
            each
            for each in (*place[2], *(value for _, value in place[3]))
            if unit.exprs[each] == ("function", fn.scope)
        )
        wanted = union(_wanted(engine, value, given, one) for value in engine.type_of(unit, place[1]))
    taken = [value[2][1:] for value in wanted if value[0] == "value" and value[1] == "Callable"]
    return union(each[number] for each in taken if number < len(each))


def _wanted(engine: Engine, value: Value, given: calls.Given, one: int) -> Type:
    """Return what a value that is called wants as one of the arguments."""
    if value[0] == "function":
        return _wanted_by(engine, value[1], value[2], given, one)
    if value[0] not in {"class", "self class"}:
        return NOTHING
    maker = classes.find(engine, value[1], "__init__")
    if maker is None:
        return _field(engine, value, next((name for name, each in given.keywords if each == one), ""))
    found = engine.type_of(maker.owner.unit, maker.exprs[0])
    return union(_wanted_by(engine, each[1], ("self", value[1]), given, one) for each in found if each[0] == "function")


def _wanted_by(engine: Engine, fn: FunctionInfo, receiver: Value | None, given: calls.Given, one: int) -> Type:
    for number, each in calls.pairs(fn, receiver, given):
        annotation = fn.code.parameters[number].annotation
        if each == one and annotation:
            wanted = engine.annotation_in(fn.owner, fn.unit, annotation)
            if not is_open(wanted):
                return wanted
            return substitute(wanted, calls.told(engine, fn, receiver, given, but=one), receiver)
    return NOTHING


def _field(engine: Engine, value: Value, name: str) -> Type:
    """Return what a field of a class without a constructor of its own is declared to be."""
    member = classes.find(engine, value[1], name) if name else None
    declared = member.owner.unit.scopes[member.owner.scope].declared.get(name) if member is not None else None
    return engine.annotation(member.owner.unit, declared) if member is not None and declared else NOTHING
