"""Chooses among the overloads of a function by the arguments of a call: literals, None, numbers, strings, classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.python import classes
from sphinx_kwdocs.linking.python.literals import behind
from sphinx_kwdocs.linking.python.literals import literal as find_literal
from sphinx_kwdocs.linking.python.standard_library import HOLDERS, MAPPINGS, SPECIAL_FORMS

if TYPE_CHECKING:
    from sphinx_kwdocs.linking.python.calls import Given
    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.units import FunctionInfo, Unit
    from sphinx_kwdocs.linking.python.values import Type, Value
    from sphinx_kwdocs.model.python_code import Expr, Parameter

NO, PERHAPS, YES = range(3)
_MOST = 24
"""Of more overloads than this the rest is not looked at."""
_LONGEST_WAY = 5
_CONCRETE = frozenset(
    ["str", "bytes", "int", "float", "complex", "bool", "list", "dict", "set", "frozenset", "tuple", "slice", "range"]
)
"""Classes that nothing is an instance of but what says so."""
_NUMBERS = {
    "bool": {"bool", "int", "float", "complex"},
    "int": {"int", "float", "complex"},
    "float": {"float", "complex"},
}
"""What else a number is taken for."""
_ANY_OBJECT = frozenset(["object", "Hashable", "typing.Hashable", "collections.abc.Hashable"])
_STRINGLIKE = frozenset(["Sequence", "Iterable", "Collection", "Container", "Reversible"])


def choose(
    engine: Engine, overloads: tuple[FunctionInfo, ...], receiver: Value | None, given: Given
) -> list[FunctionInfo]:
    """Return the overload that a call means, or all that it may mean."""
    found: list[FunctionInfo] = []
    for fn in overloads[:_MOST]:
        answer = _fits(engine, fn, receiver, given)
        if answer != NO:
            found.append(fn)
        if answer == YES:
            break
    return found


def _fits(engine: Engine, fn: FunctionInfo, receiver: Value | None, given: Given) -> int:
    """Say whether a call may mean an overload."""
    unit = given.unit
    if unit is None:
        return PERHAPS
    parameters = fn.code.parameters
    skipped = 0 if receiver is None else 1
    positional = [each for each in parameters if each.kind in {"positional", "any"}][skipped:]
    is_open = any(unit.exprs[each][0] == "star" for each in given.args) or any(not name for name, _ in given.keywords)
    paired = list(zip(positional, given.args, strict=False))
    if len(given.args) > len(positional):
        rest = next((each for each in parameters if each.kind == "rest"), None)
        if rest is None:
            return PERHAPS if is_open else NO
        paired += [(rest, each) for each in given.args[len(positional) :]]
    by_name = {each.name: each for each in parameters if each.kind in {"any", "keyword"}}
    has_options = any(each.kind == "options" for each in parameters)
    for name, one in given.keywords:
        if name in by_name:
            paired.append((by_name[name], one))
        elif name and not has_options:
            return NO
    if not is_open and _lacks_one(parameters[skipped:], paired):
        return NO
    answers = [_accepts(engine, fn.unit, each.annotation, unit, one) for each, one in paired if each.annotation]
    return min((*answers, PERHAPS if is_open else YES))


def _lacks_one(parameters: tuple[Parameter, ...], paired: list[tuple[Parameter, int]]) -> bool:
    """Say whether a parameter without a default gets nothing."""
    got = {each.name for each, _ in paired}
    return any(
        each.kind in {"positional", "any", "keyword"} and not each.default and each.name not in got
        for each in parameters
    )


def _accepts(engine: Engine, where: Unit, annotation: int, unit: Unit, one: int, depth: int = 0) -> int:  # noqa: PLR0911
    """Say whether an annotation allows an argument."""
    place = behind(engine, where, annotation)
    if place is None or depth > _LONGEST_WAY:
        return PERHAPS
    where, annotation = place
    expr: Expr = where.exprs[annotation]
    if expr[0] == "operation" and expr[1] == "BitOr":
        return max(_accepts(engine, where, each, unit, one, depth + 1) for each in expr[2:])
    literal = find_literal(engine, unit, one)
    if expr[:2] == ("const", "NoneType"):
        return _is_none(engine, literal, unit, one)
    if expr[0] == "item":
        form = next(
            (SPECIAL_FORMS.get(value[1]) for value in engine.type_of(where, expr[1]) if value[0] == "external"), None
        )
        index: Expr = where.exprs[expr[2]]
        parts: tuple[int, ...] = index[1:] if index[0] == "tuple" else (expr[2],)
        if form == "Literal":
            return _is_listed(literal, [where.exprs[each] for each in parts], engine.type_of(unit, one))
        if form in {"Union", "Optional"}:
            answers = [_accepts(engine, where, each, unit, one, depth + 1) for each in parts]
            return max((*answers, _is_none(engine, literal, unit, one) if form == "Optional" else NO))
        if form in {"Annotated", "Required", "NotRequired"} and parts:
            return _accepts(engine, where, parts[0], unit, one, depth + 1)
    return _is_among(engine, engine.annotation(where, annotation), literal, engine.type_of(unit, one))


def _is_none(engine: Engine, literal: Expr | None, unit: Unit, one: int) -> int:
    if literal is not None:
        return YES if literal[1] == "NoneType" else NO
    return NO if engine.type_of(unit, one) else PERHAPS


def _is_listed(literal: Expr | None, listed: list[Expr], given: Type) -> int:
    """Say whether a literal is one of those listed."""
    if literal is None:
        return NO if any(value[0] in {"instance", "function", "class", "tuple"} for value in given) else PERHAPS
    if literal in listed:
        return YES if literal[2] is not None or literal[1] == "NoneType" else PERHAPS
    return PERHAPS if any(literal[1] == each[1] for each in listed if each[0] == "const") and literal[2] is None else NO


def _is_among(engine: Engine, wanted: Type, literal: Expr | None, given: Type) -> int:
    """Say whether what is given is one of several values that are wanted."""
    if not wanted:
        return PERHAPS
    if literal is not None:
        return max(_takes_literal(engine, each, literal[1]) for each in wanted)
    answers = {max(_takes(engine, each, value) for each in wanted) for value in given}
    return answers.pop() if len(answers) == 1 else PERHAPS


def _takes_literal(engine: Engine, wanted: Value, kind: str) -> int:
    if wanted[0] == "variable":
        bounds = engine.bound_of(wanted)
        return max(_takes_literal(engine, each, kind) for each in bounds) if bounds else YES
    if wanted[0] == "value":
        name = wanted[1]
        if name == kind or name in _NUMBERS.get(kind, ()) or name in _ANY_OBJECT:
            return YES
        if kind in {"str", "bytes"} and name in _STRINGLIKE:
            return YES
        return NO if name in _CONCRETE or name in HOLDERS or name in MAPPINGS or kind == "NoneType" else PERHAPS
    return PERHAPS if wanted[0] == "instance" and _is_protocol(engine, wanted) else NO


def _takes(engine: Engine, wanted: Value, value: Value) -> int:  # noqa: PLR0911  one answer for each sort
    """Say whether a value is what is wanted."""
    sort = wanted[0]
    if sort in {"variable", "type"}:
        is_fitting = sort == "variable" or value[0] in {"class", "self class", "external", "type"}
        bounds = engine.bound_of(wanted)
        return (
            max(_takes(engine, each, value) for each in bounds) if bounds and is_fitting else YES if is_fitting else NO
        )
    if sort == "value" and wanted[1] in _ANY_OBJECT:
        return YES
    if value[0] in {"variable", "type", "external", "module", "method"}:
        return YES if value == wanted else PERHAPS
    if sort in {"class", "self class"}:
        is_class = value[0] in {"class", "self class"}
        return NO if not is_class else YES if classes.descends(engine, value[1], wanted[1]) else NO
    if sort in {"instance", "self"}:
        if value[0] in {"instance", "self"} and classes.descends(engine, value[1], wanted[1]):
            return YES
        return PERHAPS if _is_protocol(engine, wanted) else NO
    if sort == "value":
        return _takes_outside(engine, wanted[1], value)
    return PERHAPS


def _takes_outside(engine: Engine, name: str, value: Value) -> int:
    """Say whether a value is an instance of a class outside of the repository."""
    if name == "Callable":
        return (
            YES
            if value[0] in {"function", "class", "self class"}
            else PERHAPS
            if value[0] in {"instance", "self"}
            else NO
        )
    if value[0] in {"instance", "self"}:
        if any(each == name for each, _ in classes.line(engine, value[1])):
            return YES
        return NO if name in _CONCRETE else PERHAPS
    kind = "tuple" if value[0] == "tuple" else value[1] if value[0] == "value" else ""
    if kind and kind == name:
        return YES
    if kind in HOLDERS and name in HOLDERS and name not in _CONCRETE:
        return YES
    return NO if name in _CONCRETE and (kind in _CONCRETE or not kind) else PERHAPS


def _is_protocol(engine: Engine, value: Value) -> bool:
    return (
        classes.outer_base(engine, value[1], {"typing.Protocol", "typing_extensions.Protocol", "Protocol"}) is not None
    )
