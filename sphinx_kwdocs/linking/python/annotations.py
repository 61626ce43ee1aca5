"""Reads annotations: which values something annotated may have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.linking.python import classes
from sphinx_kwdocs.linking.python.standard_library import SPECIAL_FORMS, canonical
from sphinx_kwdocs.linking.python.values import NOTHING, Type, Value, class_of, known_tuple, outside, union, with_args

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.scopes import Binding
    from sphinx_kwdocs.linking.python.units import Unit
    from sphinx_kwdocs.model.python_code import Expr

_VARIABLES = {
    f"{module}.{name}"
    for module in ("typing", "typing_extensions")
    for name in ("TypeVar", "ParamSpec", "TypeVarTuple")
}
SELF = "Self"
"""The key of the type variable that each class fills with itself."""
_NEW_TYPES = {"typing.NewType", "typing_extensions.NewType"}


def read(engine: Engine, unit: Unit, number: int) -> Type:
    """Return the values that an annotation allows; None is not among them."""
    expr: Expr = unit.exprs[number]
    reader = _READERS.get(expr[0])
    return reader(engine, unit, number, expr) if reader is not None else NOTHING


def _read_bind(engine: Engine, unit: Unit, number: int, expr: Expr) -> Type:
    site = unit.sites[expr[1]]
    if site.kind == "variable":
        return _read_alias(engine, unit, number, expr[2])
    if site.kind == "import":
        binding = engine.names.imported(unit, unit.exprs[expr[2]][1])
        return _read_binding(engine, binding)
    if site.kind == "type-parameter":
        return (("variable", (unit.number, expr[2])),)
    return union(map(_from_value, engine.type_of(unit, number)))


def _read_alias(engine: Engine, unit: Unit, number: int, value: int) -> Type:
    """Read a variable that is used as a type: an alias, a type variable, a new type."""
    expr: Expr = unit.exprs[value]
    if expr[0] == "call":
        made = engine.type_of(unit, expr[1])
        names = {each[1] for each in made if each[0] == "external"}
        if names & _VARIABLES:
            key = (unit.number, number)
            engine.bounds.setdefault(key, _bounds_of(unit, expr))
            return (("variable", key),)
        if names & _NEW_TYPES and len(expr[2]) == 2:  # noqa: PLR2004  its name and what it is
            return engine.annotation(unit, expr[2][1])
        # A class that a function was given and gave back.
        return union(_from_value(each) for each in engine.type_of(unit, value) if each[0] == "class")
    return engine.annotation(unit, value)


def _bounds_of(unit: Unit, call: Expr) -> tuple[tuple[Unit, int], ...]:
    """Return where a type variable says what it is at least, or what it may be."""
    bounds = [value for keyword, value in call[3] if keyword == "bound"]
    return tuple((unit, value) for value in bounds or call[2][1:])


def _read_binding(engine: Engine, binding: Binding | None) -> Type:
    if binding is None:
        return NOTHING
    unit, found = binding
    return engine.annotation(unit, found) if unit is not None else _from_value(found)


def _read_name(engine: Engine, unit: Unit, _number: int, expr: Expr) -> Type:
    return _read_binding(engine, engine.names.look_up(unit, expr[1], expr[2]))


def _read_attribute(engine: Engine, unit: Unit, _number: int, expr: Expr) -> Type:
    found: list[Type] = []
    for value in engine.type_of(unit, expr[1]):
        if value[0] in {"module", "folder"}:
            found.append(_read_binding(engine, engine.names.attribute(value, expr[2])))
        elif value[0] in {"class", "self class"}:
            member = classes.find(engine, value[1], expr[2])
            if member is not None:
                found.append(engine.annotation(member.owner.unit, member.exprs[0]))
        elif value[0] == "external":
            found.append(_from_value(("external", f"{value[1]}.{expr[2]}")))
    return union(found)


def _read_item(engine: Engine, unit: Unit, _number: int, expr: Expr) -> Type:
    index: Expr = unit.exprs[expr[2]]
    parts: tuple[int, ...] = index[1:] if index[0] == "tuple" else (expr[2],)
    found: list[Type] = []
    for value in engine.type_of(unit, expr[1]):
        if value[0] == "external":
            found.append(_read_generic(engine, unit, value[1], parts))
        elif value[0] == "class":
            args = tuple(engine.annotation(unit, part) for part in parts)
            found.append((with_args("instance", value[1], args),))
    if not found:  # an alias with parameters
        found.append(engine.annotation(unit, expr[1]))
    return union(found)


def _read_generic(engine: Engine, unit: Unit, name: str, parts: tuple[int, ...]) -> Type:
    form = SPECIAL_FORMS.get(name)
    if form is not None:
        return _read_form(engine, unit, form, parts)
    args = tuple(engine.annotation(unit, part) for part in parts)
    short = canonical(name)
    if short == "tuple":
        is_endless = len(parts) == 2 and unit.exprs[parts[1]][:2] == ("const", "ellipsis")  # noqa: PLR2004
        return outside("tuple", args[0]) if is_endless else known_tuple(args)
    return outside(short, *args)


def _read_form(engine: Engine, unit: Unit, form: str, parts: tuple[int, ...]) -> Type:
    found: Type = NOTHING
    if not parts:
        return found  # `Annotated[()]`
    if form in {"Optional", "Union"}:
        found = union(engine.annotation(unit, part) for part in parts)
    elif form in {"Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly"}:
        found = engine.annotation(unit, parts[0])
    elif form == "Callable":
        found = _read_callable(engine, unit, parts)
    elif form == "Type":
        found = union(class_of(value) for value in engine.annotation(unit, parts[0]))
    elif form in {"Generic", "Protocol"}:
        found = outside(form, *(engine.annotation(unit, part) for part in parts))
    return found


def _read_callable(engine: Engine, unit: Unit, parts: tuple[int, ...]) -> Type:
    """Read `Callable[[A, B], C]`: what a call gives comes first, then what it is given, if that is written out."""
    first: Expr = unit.exprs[parts[0]]
    taken = first[1:] if first[0] == "list" and len(parts) > 1 else ()
    return outside("Callable", engine.annotation(unit, parts[-1]), *(engine.annotation(unit, each) for each in taken))


def _read_operation(engine: Engine, unit: Unit, _number: int, expr: Expr) -> Type:
    if expr[1] != "BitOr":
        return NOTHING
    return union((engine.annotation(unit, expr[2]), engine.annotation(unit, expr[3])))


def _read_either(engine: Engine, unit: Unit, _number: int, expr: Expr) -> Type:
    return union(engine.annotation(unit, each) for each in expr[1:])


def _read_preferred(engine: Engine, unit: Unit, _number: int, expr: Expr) -> Type:
    return engine.annotation(unit, expr[1]) or engine.annotation(unit, expr[2])


def _read_inner(engine: Engine, unit: Unit, _number: int, expr: Expr) -> Type:
    return engine.annotation(unit, expr[1])


def _read_parameter(_engine: Engine, unit: Unit, number: int, _expr: Expr) -> Type:
    return (("variable", (unit.number, number)),)


def _read_value(engine: Engine, unit: Unit, number: int, _expr: Expr) -> Type:
    return union(map(_from_value, engine.type_of(unit, number)))


def _from_value(value: Value) -> Type:
    """Return an instance of what an annotation names."""
    if value[0] == "class":
        return (("instance", value[1], value[2]),)
    if value[0] == "self class":
        return (("self", value[1]),)
    if value[0] != "external":
        return NOTHING
    form = SPECIAL_FORMS.get(value[1])
    if form == "Self":
        return (("variable", SELF),)
    if form is not None:
        return outside("Callable") if form == "Callable" else NOTHING
    return outside(canonical(value[1]))


_READERS: dict[object, Callable[[Engine, Unit, int, Any], Type]] = {
    "bind": _read_bind,
    "name": _read_name,
    "attr": _read_attribute,
    "item": _read_item,
    "operation": _read_operation,
    "phi": _read_either,
    "prefer": _read_preferred,
    "either": _read_either,
    "instance": _read_inner,
    "other": _read_inner,
    "type-parameter": _read_parameter,
    "class": _read_value,
    "import": _read_value,
}
