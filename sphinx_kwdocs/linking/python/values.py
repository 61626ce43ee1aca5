"""The values that expressions of a program may have, as far as they can be told without running it.

A value is a tuple that opens with its sort; a type is a tuple of the values that something may have, without repeats,
and the empty one says that nothing is known. `cls` is a ClassInfo, `fn` a FunctionInfo, `args` a tuple of types:

    ("module", unit)            a module of the repository
    ("folder", path)            a folder that is a namespace package, with its last slash
    ("class", cls, args)        a class of the repository
    ("instance", cls, args)     an instance of one
    ("self", cls)               an instance of the class or of whichever subclass a method was called on
    ("self class", cls)         that class
    ("super", cls, value)       what `super()` gives in a class, for a receiver
    ("function", fn, value)     a function, with the receiver it is bound to or None
    ("external", name)          something outside the repository, by its dotted name; a class may have args behind that
    ("value", name, args)       an instance of a class outside, or what a call of something outside gives
    ("method", value, name)     an attribute of such an instance
    ("tuple", types)            a tuple of known length
    ("variable", key)           a value of a type variable; the key is the unit's number and the variable's expression
    ("type", key)               the class that a type variable stands for
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.linking.python.standard_library import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Value = tuple[Any, ...]
Type = tuple[Value, ...]
NOTHING: Type = ()
WIDEST = 8
"""More values than this say nothing a reader could use."""
_DEEPEST = 5


def union(types: Iterable[Type]) -> Type:
    """Return all that one of several types may be."""
    found: dict[Value, None] = {}
    for each in types:
        for value in each:
            found[value] = None
            if len(found) >= WIDEST:
                return tuple(found)
    return tuple(found)


def with_args(sort: str, what: Any, args: tuple[Type, ...]) -> Value:  # noqa: ANN401  a ClassInfo or a name
    """Return a class or an instance with its arguments; one nested too deeply says nothing of what it holds."""
    return (sort, what, () if any(_depth(each) > _DEEPEST for each in args) else args)


def outside(name: str, *args: Type) -> Type:
    """Return an instance of a class outside the repository."""
    return (with_args("value", name, args),)


def known_tuple(types: tuple[Type, ...]) -> Type:
    """Return a tuple of known length."""
    if any(_depth(each) > _DEEPEST for each in types):
        return (("value", "tuple", ()),)
    return (("tuple", types),)


def _depth(each: Type) -> int:
    deepest = 0
    for value in each:
        inner = _inner_types(value)
        if inner:
            deepest = max(deepest, 1 + max(map(_depth, inner)))
            if deepest > _DEEPEST:
                break
    return deepest


def _inner_types(value: Value) -> tuple[Type, ...]:
    sort = value[0]
    inner: tuple[Type, ...] = ()
    if sort in {"instance", "class", "value"}:
        inner = value[2]
    elif sort == "external":
        inner = value[2] if len(value) > 2 else ()  # noqa: PLR2004  has arguments
    elif sort == "tuple":
        inner = value[1]
    return inner


def is_open(each: Type) -> bool:
    """Say whether a type has parts that depend on where it is used."""
    for value in each:
        sort = value[0]
        if sort in {"self", "self class", "variable", "type"}:
            return True
        if any(map(is_open, _inner_types(value))):
            return True
    return False


def substitute(each: Type, variables: Mapping[Any, Type], receiver: Value | None) -> Type:
    """Put what is known where a type is used in place of its variables and of `self`."""
    return union(_substitute(value, variables, receiver) for value in each) if is_open(each) else each


def _substitute(value: Value, variables: Mapping[Any, Type], receiver: Value | None) -> Type:
    sort = value[0]
    found: Type = (value,)
    if sort == "variable":
        found = variables.get(value[1], found)
    elif sort == "type":
        known = variables.get(value[1])
        found = found if known is None else union(map(class_of, known))
    elif sort == "self" and receiver is not None:
        found = (receiver,)
    elif sort == "self class" and receiver is not None:
        found = class_of(receiver)
    elif sort in {"instance", "class", "value"} or (sort == "external" and len(value) > 2):  # noqa: PLR2004
        found = (with_args(sort, value[1], tuple(substitute(arg, variables, receiver) for arg in value[2])),)
    elif sort == "tuple":
        found = known_tuple(tuple(substitute(arg, variables, receiver) for arg in value[1]))
    return found


def is_bare(each: Type) -> bool:
    """Say whether a type is a container of which is not known what it holds."""
    return len(each) == 1 and each[0][0] == "value" and not any(each[0][2])


def class_of(value: Value) -> Type:
    """Return the class of a value."""
    sort = value[0]
    if sort == "instance":
        return (("class", value[1], value[2]),)
    if sort == "self":
        return (("self class", value[1]),)
    if sort == "value":
        return (("external", value[1]),)
    if sort == "variable":
        return (("type", value[1]),)
    return NOTHING


def instance_of(value: Value) -> Type:
    """Return what a call of a class makes."""
    sort = value[0]
    if sort == "class":
        return (("instance", value[1], value[2]),)
    if sort == "self class":
        return (("self", value[1]),)
    if sort == "external":
        return (("value", canonical(value[1]), value[2] if len(value) > 2 else ()),)  # noqa: PLR2004  has arguments
    if sort == "type":
        return (("variable", value[1]),)
    return NOTHING
