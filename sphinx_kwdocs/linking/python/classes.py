"""Knows the bases of classes, the order in which members are looked up, and what a member is for a receiver."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_kwdocs.linking.python.dependencies import CUT
from sphinx_kwdocs.linking.python.values import NOTHING, Type, Value, substitute, union

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.units import ClassInfo, FunctionInfo, Unit
    from sphinx_kwdocs.model.python_code import Expr

Line = tuple[tuple["ClassInfo | str", tuple[Type, ...]], ...]
_GENERIC = {"typing.Generic", "typing.Protocol", "typing_extensions.Protocol", "typing_extensions.Generic"}
_ENUMS = {f"enum.{name}" for name in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum")}
_MOST_CLASSES = 200
CLASS_RECEIVERS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
"""Methods that get the class without a decorator saying so."""
_WRAPPERS = frozenset({"property", "staticmethod", "classmethod"})
"""What a class body may make of a function by a call."""


class Member(NamedTuple):
    """A name found in a class or in one of its bases."""

    owner: ClassInfo
    """The class that has it."""
    exprs: tuple[int, ...]
    """Expressions of the owner's unit that give it: the one of the class body first, then those of methods."""
    is_own: bool
    """Whether the class body gives it."""


def bases(engine: Engine, cls: ClassInfo) -> Type:
    """Return the bases of a class: classes of the repository and names of others, with their arguments."""
    known = cls.bases
    if known is None:
        return engine.apart(cls, "bases", _find_bases, NOTHING) if cls.code.bases else NOTHING
    return engine.trace.recall(known)  # type: ignore[no-any-return]  # of any answer


def _find_bases(engine: Engine, cls: ClassInfo) -> Type:
    return tuple(dict.fromkeys(value for base in cls.code.bases for value in _as_classes(engine, cls, base)))


def _as_classes(engine: Engine, cls: ClassInfo, base: int) -> Iterator[Value]:
    """Yield the class that a base is; a subscripted one with its arguments."""
    unit = cls.unit
    expr = unit.exprs[base]
    if expr[0] == "item":
        for value in engine.annotation(unit, base):
            if value[0] == "instance":
                yield ("class", value[1], value[2])
            elif value[0] == "value":
                yield ("outside", value[1], value[2])
            elif value[0] == "tuple":
                yield ("outside", "tuple", (union(value[1]),))
        return
    for value in engine.type_of(unit, base):
        if value[0] == "class":
            yield value
        elif value[0] == "external" or (
            value[0] == "value" and value[1] in {"collections.namedtuple", "typing.NamedTuple"}
        ):
            yield ("outside", value[1], ())


def line(engine: Engine, cls: ClassInfo) -> Line:
    """Return the method resolution order of a class, itself first; each with its arguments in the class's terms."""
    if cls.line is None:
        # From the top down, however long the line of bases is.
        trace = engine.trace
        outer = trace.mask
        waiting = [cls]
        seen = {cls}
        while waiting:
            above = [base for base in _own_bases(engine, waiting[-1]) if base.line is None and base not in seen]
            if above:
                seen.update(above)
                waiting += above
            else:
                low = waiting.pop()
                trace.mask = 0
                found = _own_line(engine, low)
                low.line = trace.noted(low, "line", found, trace.mask)
        trace.mask = outer
    return engine.trace.recall(cls.line)  # type: ignore[no-any-return]  # of any answer


def _own_bases(engine: Engine, cls: ClassInfo) -> list[ClassInfo]:
    return [base for sort, base, _ in bases(engine, cls) if sort == "class"]


def _own_line(engine: Engine, cls: ClassInfo) -> Line:
    """Return the order of a class whose bases have theirs, unless they go in circles."""
    own: Line = ((cls, tuple((("variable", key),) for key in parameters(engine, cls))),)
    lines: list[Line] = []
    for sort, base, args in bases(engine, cls):
        if sort == "outside":
            lines.append(((base, args),))
        else:
            known = dict(zip(parameters(engine, base), args, strict=False))
            if base.line is None:
                engine.trace.mask |= CUT
            above = engine.trace.recall(base.line) or ((base, args),)
            lines.append(tuple((each, tuple(substitute(arg, known, None) for arg in of)) for each, of in above))
    return (*own, *(lines[0] if len(lines) == 1 else _merge(lines)))[:_MOST_CLASSES]


def _merge(lines: list[Line]) -> Line:
    """Join the bases' orders as Python does; where that is impossible, take each class the first time it comes."""
    orders = [*lines, tuple(each[0] for each in lines if each)]
    behind = Counter(_identity(entry[0]) for order in orders for entry in order[1:])
    places = [0] * len(orders)
    merged: dict[int | str, Any] = {}
    while True:
        heads = [order[place] for order, place in zip(orders, places, strict=True) if place < len(order)]
        if not heads:
            return tuple(merged.values())
        chosen = next((head for head in heads if not behind[_identity(head[0])]), heads[0])
        merged[_identity(chosen[0])] = chosen
        for number, order in enumerate(orders):
            while places[number] < len(order) and _identity(order[places[number]][0]) in merged:
                places[number] += 1
                if places[number] < len(order):
                    behind[_identity(order[places[number]][0])] -= 1


def _identity(entry: ClassInfo | str) -> int | str:
    return entry if isinstance(entry, str) else id(entry)


def parameters(engine: Engine, cls: ClassInfo) -> tuple[Any, ...]:
    """Return the keys of a class's type variables, in order."""
    known = cls.parameters
    if known is None:
        has_some = cls.code.bases or cls.code.parameters
        return engine.apart(cls, "parameters", _parameters, ()) if has_some else ()
    return engine.trace.recall(known)  # type: ignore[no-any-return]  # of any answer


def _parameters(engine: Engine, cls: ClassInfo) -> tuple[Any, ...]:
    keys: dict[Any, None] = {(cls.unit.number, each): None for each in cls.code.parameters}
    generic: dict[Any, None] = {}
    for base in cls.code.bases:
        expr = cls.unit.exprs[base]
        if expr[0] != "item":
            continue
        forms = engine.type_of(cls.unit, expr[1])
        is_generic = any(value[0] == "external" and value[1] in _GENERIC for value in forms)
        for key in _variables_in(engine.annotation(cls.unit, base)):
            (generic if is_generic else keys)[key] = None
    return tuple(generic or keys)


def _variables_in(each: Type) -> Iterator[Any]:
    for value in each:
        if value[0] in {"variable", "type"}:
            yield value[1]
        elif value[0] in {"instance", "class", "value"}:
            for arg in value[2]:
                yield from _variables_in(arg)
        elif value[0] == "tuple":
            for arg in value[1]:
                yield from _variables_in(arg)


def find(engine: Engine, cls: ClassInfo, name: str, after: ClassInfo | None = None) -> Member | None:
    """Find a member through the method resolution order; `after` begins behind a class."""
    trace = engine.trace
    if after is None and name in cls.members:
        return trace.recall(cls.members[name])  # type: ignore[no-any-return]  # of any answer
    if name.startswith("__") and not name.endswith("__"):
        return own_member(cls, name) if after is None else None  # private to each class
    found = None
    is_behind = after is None
    outer, trace.mask = trace.mask, 0
    for each, _ in line(engine, cls):
        if is_behind and not isinstance(each, str):
            found = own_member(each, name)
            if found is not None:
                break
        is_behind = is_behind or each is after
    mask, trace.mask = trace.mask, trace.mask | outer
    if after is None:
        cls.members[name] = trace.noted(cls.members, name, found, mask)
    return found


def find_above(engine: Engine, value: Value, name: str) -> Member | None:
    """Find a member that `super()` gives."""
    cls = class_behind(value[2])
    return find(engine, cls, name, after=value[1]) if cls is not None else None


def own_member(cls: ClassInfo, name: str) -> Member | None:
    """Return a member that a class itself gives."""
    own = cls.unit.scopes[cls.scope].ends.get(name)
    assigned = tuple(cls.code.attributes.get(name, ()))
    if own is not None:
        return Member(cls, (own, *assigned), is_own=True)
    return Member(cls, assigned, is_own=False) if assigned else None


def outer_base(engine: Engine, cls: ClassInfo, names: frozenset[str] | set[str]) -> tuple[str, tuple[Type, ...]] | None:
    """Return the first class outside the repository, of those named, that a class descends from."""
    for each, args in line(engine, cls):
        if isinstance(each, str) and each in names:
            return each, args
    return None


def is_enum(engine: Engine, cls: ClassInfo) -> bool:
    """Say whether a class is an enum."""
    return outer_base(engine, cls, _ENUMS) is not None


def descends(engine: Engine, cls: ClassInfo, other: ClassInfo | str) -> bool:
    """Say whether a class is another or descends from it."""
    return any(each is other or each == other for each, _ in line(engine, cls))


def member_type(engine: Engine, receiver: Value, member: Member) -> Type:
    """Return the type of a member for a receiver: an instance, a class, or what `super()` gave."""
    unit = member.owner.unit
    found: list[Type] = []
    declared, owner = _declared(engine, member)
    if declared:
        # What only a method declares is no part of the class, and hence no descriptor.
        is_own = any(value[0] == "instance" for value in declared) and member.is_own
        found.append(union(_bound(engine, receiver, owner, value) for value in declared) if is_own else declared)
    for number, expr in enumerate(() if declared else member.exprs):
        each = engine.type_of(unit, expr)
        if number == 0 and member.is_own:
            is_described = any(getter_of(engine, value, owner) is not None for value in each)
            each = union(_bound(engine, receiver, member.owner, value) for value in each)
            if _is_enum_member(engine, member, expr):
                each = (("instance", member.owner, ()),)
            if is_described:
                return each  # whatever a method assigns goes through the descriptor
        found.append(each)
    plain = _plain_receiver(receiver)
    known = known_variables(engine, plain, owner) if plain is not None else {}
    return substitute(union(found), known, plain)


def _declared(engine: Engine, member: Member) -> tuple[Type, ClassInfo]:
    """Return the type that an annotation gives a variable of a class, and the class that says so: itself or a base."""
    unit = member.owner.unit
    bind = unit.exprs[member.exprs[0]]
    if bind[0] != "bind":
        return NOTHING, member.owner
    site = unit.sites[bind[1]]
    if site.kind not in {"variable", "attribute"}:
        return NOTHING, member.owner
    declared, owner = declaration(engine, member.owner, site.name)
    return engine.annotation_in(owner, owner.unit, declared) if declared else NOTHING, owner


def declaration(engine: Engine, cls: ClassInfo, name: str) -> tuple[int, ClassInfo]:
    """Return the annotation of an attribute and the class that has it: a class may assign what a base declares."""
    own = _own_declaration(cls, name)
    if own or not cls.code.bases or (name.startswith("__") and not name.endswith("__")):
        return own, cls
    for each, _ in line(engine, cls)[1:]:
        if isinstance(each, str):
            continue
        declared = _own_declaration(each, name)
        if declared:
            return declared, each
        if name in each.unit.scopes[each.scope].ends and _is_defined(each, name):
            break
    return 0, cls


def _own_declaration(cls: ClassInfo, name: str) -> int:
    return cls.unit.scopes[cls.scope].declared.get(name) or declared_in_methods(cls, name)


def _is_defined(cls: ClassInfo, name: str) -> bool:
    """Say whether a name of a class is a method or a class, which has nothing to do with what is declared above."""
    unit = cls.unit
    bind = unit.exprs[unit.scopes[cls.scope].ends[name]]
    return bind[0] == "bind" and unit.sites[bind[1]].kind in {"function", "class"}


def declared_in_methods(cls: ClassInfo, name: str) -> int:
    """Return the annotation that an assignment of an attribute in a method has, or 0."""
    known = cls.declared.get(name)
    if known is None:
        unit = cls.unit
        sites = (unit.sites[unit.exprs[number][1]] for number in cls.code.attributes.get(name, ()))
        known = cls.declared[name] = next((site.declared for site in sites if site.declared), 0)
    return known


def _is_enum_member(engine: Engine, member: Member, expr: int) -> bool:
    unit = member.owner.unit
    bind = unit.exprs[expr]
    if bind[0] != "bind" or not is_enum(engine, member.owner):
        return False
    site = unit.sites[bind[1]]
    return site.kind == "variable" and not site.declared and not site.name.startswith("_")


def known_variables(engine: Engine, receiver: Value, owner: ClassInfo) -> dict[Any, Type]:
    """Return what the type variables of a class are for a receiver, which may be an instance of a subclass."""
    cls = class_behind(receiver)
    wanted = parameters(engine, owner)
    if cls is None or not wanted:
        return {}
    args = receiver[2] if receiver[0] in {"instance", "class"} else ()
    known = dict(zip(parameters(engine, cls), args, strict=False))
    of = next((of for each, of in line(engine, cls) if each is owner), ())
    found = zip(wanted, (substitute(arg, known, None) for arg in of), strict=False)
    return {key: arg for key, arg in found if arg != (("variable", key),)}


def _plain_receiver(receiver: Value) -> Value | None:
    """Return the instance that `self` stands for."""
    if receiver[0] == "super":
        return _plain_receiver(receiver[2])
    if receiver[0] == "class":
        return ("instance", receiver[1], receiver[2])
    if receiver[0] == "self class":
        return ("self", receiver[1])
    return receiver


def _bound(engine: Engine, receiver: Value, owner: ClassInfo, value: Value) -> Type:
    """Return what a value of a class body is when it is read through a receiver."""
    if value[0] == "function":
        return _bound_function(engine, receiver, value[1])
    if value[0] == "value" and value[1] in _WRAPPERS and value[2]:
        made = (_bound_wrapper(engine, receiver, value[1], each[1]) for each in value[2][0] if each[0] == "function")
        return union(made)
    getter = getter_of(engine, value, owner)
    return (value,) if getter is None else engine.got(value, getter, receiver)


def getter_of(engine: Engine, value: Value, owner: ClassInfo) -> Member | None:
    """Return `__get__` of a value in a class body that is a descriptor."""
    return find(engine, value[1], "__get__") if value[0] == "instance" and value[1] is not owner else None


def is_described(engine: Engine, cls: ClassInfo, name: str) -> bool:
    """Say whether a class has a property or another descriptor of a name, through which assignments go."""
    member = find(engine, cls, name)
    if member is None or not member.is_own:
        return False
    values = _declared(engine, member)[0] or engine.type_of(member.owner.unit, member.exprs[0])
    return any(
        value[:2] == ("value", "property")
        or (value[0] == "function" and "property" in engine.traits(value[1]))
        or getter_of(engine, value, member.owner)
        for value in values
    )


def _bound_function(engine: Engine, receiver: Value, fn: FunctionInfo) -> Type:
    traits = engine.traits(fn)
    through_class = receiver[0] in {"class", "self class"}
    if "static" in traits:
        return (("function", fn, None),)
    if "property" in traits:
        if through_class and "class" not in traits:
            return NOTHING
        return engine.call(("function", fn, _plain_receiver(receiver)))
    if "class" in traits or fn.name in CLASS_RECEIVERS:
        return (("function", fn, _plain_receiver(receiver)),)
    if through_class:
        return (("function", fn, None),)
    return (("function", fn, _plain_receiver(receiver)),)


def _bound_wrapper(engine: Engine, receiver: Value, kind: str, fn: FunctionInfo) -> Type:
    """Return what `attr = property(f)`, `staticmethod(f)` or `classmethod(f)` is when it is read through a receiver."""
    if kind == "staticmethod":
        return (("function", fn, None),)
    plain = _plain_receiver(receiver)
    if kind == "classmethod":
        return (("function", fn, plain),)
    return NOTHING if receiver[0] in {"class", "self class"} else engine.call(("function", fn, plain))


def metaclass(engine: Engine, cls: ClassInfo) -> Type:
    """Return the metaclass of a class, if it is one of the repository."""
    if cls.metaclass is None:
        return engine.apart(cls, "metaclass", _find_metaclass, NOTHING)
    return engine.trace.recall(cls.metaclass)  # type: ignore[no-any-return]  # of any answer


def _find_metaclass(engine: Engine, cls: ClassInfo) -> Type:
    for each, _ in line(engine, cls):
        if isinstance(each, str):
            continue
        named = [value for keyword, value in each.code.keywords if keyword == "metaclass"]
        if named:
            return tuple(value for value in engine.type_of(each.unit, named[0]) if value[0] == "class")
    return NOTHING


def class_behind(value: Value) -> ClassInfo | None:
    """Return the class of the repository that a value is an instance of, or is."""
    return value[1] if value[0] in {"instance", "self", "class", "self class"} else None


def class_list(engine: Engine, unit: Unit, number: int) -> Type:
    """Return the classes that the second argument of `isinstance` names: one, a tuple of several, or a union."""
    expr: Expr = unit.exprs[number]
    if expr[0] == "operation":
        return union((class_list(engine, unit, expr[2]), class_list(engine, unit, expr[3])))
    found: list[Type] = []
    for value in engine.type_of(unit, number):
        if value[0] == "tuple":
            found += value[1]
        elif value[0] == "value":
            found += value[2][:1]
        else:
            found.append((value,))
    return tuple(value for value in union(found) if value[0] in {"class", "external", "self class"})


def is_a(engine: Engine, value: Value, cls: Value) -> bool:
    """Say whether a value is an instance of a class."""
    if value[0] in {"instance", "self"}:
        return descends(engine, value[1], cls[1])
    return value[0] == "value" and bool(value[1] == cls[1])
