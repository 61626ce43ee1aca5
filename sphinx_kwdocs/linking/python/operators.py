"""Finds what operators give: by the method of the left side, or the reflected one of the right side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.python import containers
from sphinx_kwdocs.linking.python.values import NOTHING, Type, Value, known_tuple, outside, union

if TYPE_CHECKING:
    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.units import Unit
    from sphinx_kwdocs.model.python_code import Expr

_BINARY = {
    "Add": "add",
    "Sub": "sub",
    "Mult": "mul",
    "Div": "truediv",
    "FloorDiv": "floordiv",
    "Mod": "mod",
    "Pow": "pow",
    "BitOr": "or",
    "BitAnd": "and",
    "BitXor": "xor",
    "MatMult": "matmul",
    "LShift": "lshift",
    "RShift": "rshift",
}
_UNARY = {"Invert": "__invert__", "USub": "__neg__", "UAdd": "__pos__"}
_COMPARISONS = {
    "Eq": ("__eq__", "__eq__"),
    "NotEq": ("__ne__", "__ne__"),
    "Lt": ("__lt__", "__gt__"),
    "LtE": ("__le__", "__ge__"),
    "Gt": ("__gt__", "__lt__"),
    "GtE": ("__ge__", "__le__"),
}
_OF_HOLDERS = {"Add", "BitOr", "BitAnd", "Sub", "Mult"}
"""Operators that make of a container one that holds the same."""
_INSTANCES = {"instance", "self", "variable"}
_METHODS: dict[str, tuple[tuple[str, ...], str]] = {
    **{name: ((f"__{short}__",), f"__r{short}__") for name, short in _BINARY.items()},
    **{f"I{name}": ((f"__i{short}__", f"__{short}__"), f"__r{short}__") for name, short in _BINARY.items()},
    **{name: ((method,), reflected) for name, (method, reflected) in _COMPARISONS.items()},
}
"""The methods of the left side, the first that there is, and that of the right side; by the operator."""


def operation(engine: Engine, unit: Unit, expr: Expr) -> Type:
    """Return what an operation gives."""
    _, operator, left, right = expr
    unary = _UNARY.get(operator)
    if unary is not None:
        return union(containers.called(engine, value, unary) or NOTHING for value in engine.type_of(unit, left))
    methods = _METHODS.get(operator)
    if methods is None:
        return NOTHING
    given = engine.type_of(unit, left)
    found: list[Type] = []
    if not given or any(value[0] not in _INSTANCES for value in given):
        # What is built in leaves a class that it does not know to that class.
        found = _reflected(engine, unit, right, left, methods[1])
    for value in given:
        if value[0] in _INSTANCES:
            tried = [containers.called(engine, value, name, unit, (right,)) for name in methods[0]]
            made = next((each for each in tried if each is not None), None)
            found += [made] if made is not None else _reflected(engine, unit, right, left, methods[1])
        elif not any(found):
            found += _of_holder(value, operator.removeprefix("I"), engine.type_of(unit, right))
    return union(found)


def _reflected(engine: Engine, unit: Unit, right: int, left: int, method: str) -> list[Type]:
    """Return what the right side of an operation makes of its left side."""
    return [
        containers.called(engine, value, method, unit, (left,)) or NOTHING
        for value in engine.type_of(unit, right)
        if value[0] in _INSTANCES
    ]


def _of_holder(value: Value, operator: str, right: Type) -> list[Type]:
    if value[0] == "value" and operator in _OF_HOLDERS:
        is_bare = value[2] == () or value[2] == (NOTHING,)
        return [(value,), tuple(each for each in right if each[0] == "value")] if is_bare else [(value,)]
    if value[0] == "tuple" and operator == "Add":
        others = [each for each in right if each[0] == "tuple"]
        return [known_tuple((*value[1], *each[1])) for each in others] or [outside("tuple", union(value[1]))]
    return []
