"""Finds what calls give: of functions with their type variables, of classes, and of the standard library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_kwdocs.linking.python import classes, containers, functions, standard_library
from sphinx_kwdocs.linking.python import overloads as _overloads
from sphinx_kwdocs.linking.python.values import (
    NOTHING,
    Type,
    Value,
    class_of,
    instance_of,
    is_open,
    known_tuple,
    outside,
    substitute,
    union,
    with_args,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.units import ClassInfo, FunctionInfo, Unit

_WITH_ARGS = 2
"""A class outside the repository that has more parts than this has arguments."""
Args = tuple[int, ...]
Keywords = tuple[tuple[str, int], ...]


class Given(NamedTuple):
    """What a call is given; where nobody calls, there is no unit."""

    unit: Unit | None = None
    args: tuple[int, ...] = ()
    keywords: tuple[tuple[str, int], ...] = ()


def call(engine: Engine, value: Value, given: Given) -> Type:
    """Return what a call of a value gives."""
    find = _CALLS.get(value[0])
    return find(engine, value, given) if find is not None else NOTHING


def _call_instance(engine: Engine, value: Value, given: Given) -> Type:
    member = classes.find(engine, value[1], "__call__")
    if member is None:
        return NOTHING
    found = engine.member(value, member)
    return union(call(engine, each, given) for each in found if each[0] in {"function", "value"})


def _call_value(_engine: Engine, value: Value, _given: Given) -> Type:
    return value[2][0] if value[1] in standard_library.CALLED and value[2] else NOTHING


def _call_method(engine: Engine, value: Value, given: Given) -> Type:
    return containers.call_method(engine, value[1], value[2], given.unit, given.args)


def _call_variable(_engine: Engine, value: Value, _given: Given) -> Type:
    return instance_of(value)


def _call_self_class(_engine: Engine, value: Value, _given: Given) -> Type:
    return (("self", value[1]),)


def _call_function(engine: Engine, value: Value, given: Given) -> Type:
    fn: FunctionInfo = value[1]
    receiver: Value | None = value[2]
    if "accessor" in engine.traits(fn):
        fn = functions.getter_of(engine, fn)
    overloads = fn.unit.overloads_of(fn)
    if not overloads and not fn.code.annotation and (stub := engine.stub_of(fn)) is not None:
        overloads = stub.unit.overloads_of(stub)
    if overloads and (chosen := _call_overload(engine, fn, overloads, receiver, given)):
        return chosen
    return _call_one(engine, fn, receiver, given)


def _call_overload(
    engine: Engine, fn: FunctionInfo, overloads: tuple[FunctionInfo, ...], receiver: Value | None, given: Given
) -> Type:
    """Return what the overload that a call means gives; nothing if it may be several and their function says more."""
    found = _overloads.choose(engine, overloads, receiver, given)
    if len(found) > 1 and fn not in overloads and (fn.code.annotation or engine.result(fn)):
        return NOTHING
    return union(_call_one(engine, each, receiver, given) for each in found)


def _call_one(engine: Engine, fn: FunctionInfo, receiver: Value | None, given: Given) -> Type:
    """Return what a call of a function gives, with its type variables and parameters put in."""
    unit, args, _ = given
    found = engine.result(fn)
    if not is_open(found):
        return found
    known = told(engine, fn, receiver, given)
    if receiver is None and fn.owner is not None and unit is not None and args and "static" not in engine.traits(fn):
        # A method called through its class: the first argument is the receiver.
        receiver = next((each for each in engine.type_of(unit, args[0]) if each[0] in {"instance", "self"}), None)
    return substitute(found, known, receiver)


def told(
    engine: Engine, fn: FunctionInfo, receiver: Value | None, given: Given, but: int | None = None
) -> dict[Any, Type]:
    """Return what a call says of a function's type variables and parameters; one argument may be left out."""
    known = _told_by_receiver(engine, fn, receiver)
    known.update({(fn, number): NOTHING for number in range(len(fn.code.parameters))})
    unit = given.unit
    if unit is not None:
        for number, one in pairs(fn, receiver, given):
            param = fn.code.parameters[number]
            if one == but:
                continue
            if param.annotation:
                match(engine, engine.annotation(fn.unit, param.annotation), engine.type_of(unit, one), known)
            elif unit.exprs[one][0] != "star":
                known[fn, number] = engine.type_of(unit, one)
    return known


def _told_by_receiver(engine: Engine, fn: FunctionInfo, receiver: Value | None) -> dict[Any, Type]:
    """Return what a receiver says of type variables: those of its class, and one that annotates `self`."""
    if receiver is None or fn.owner is None:
        return {}
    known = classes.known_variables(engine, receiver, fn.owner)
    first = fn.code.parameters[0] if fn.code.parameters else None
    if first is not None and first.annotation:
        wanted = engine.annotation(fn.unit, first.annotation)
        is_class = any(value[0] == "type" for value in wanted)
        match(engine, wanted, class_of(receiver) if is_class else (receiver,), known)
    return known


def pairs(fn: FunctionInfo, receiver: Value | None, given: Given) -> Iterator[tuple[int, int]]:
    """Yield the number of each parameter with the argument it gets."""
    parameters = fn.code.parameters
    skipped = 0 if receiver is None else 1
    positional = [number for number, each in enumerate(parameters) if each.kind in {"positional", "any"}]
    yield from zip(positional[skipped:], given.args, strict=False)
    by_name = {each.name: number for number, each in enumerate(parameters)}
    for name, one in given.keywords:
        if name in by_name:
            yield by_name[name], one


def match(engine: Engine, wanted: Type, given: Type, known: dict[Any, Type]) -> None:
    """Find what type variables stand for, by laying an annotated type over a real one."""
    for value in wanted:
        sort = value[0]
        if sort == "variable":
            _add(known, value[1], tuple(each for each in given if each not in wanted))
        elif sort == "type":
            _add(known, value[1], union(instance_of(each) for each in given))
        elif sort == "value" and is_open((value,)):
            _match_outside(engine, value, given, known)
        elif sort == "instance" and is_open((value,)):
            for each in given:
                if each[0] == "instance" and each[1] is value[1]:
                    _match_all(engine, value[2], each[2], known)


def _match_all(engine: Engine, wanted: tuple[Type, ...], given: tuple[Type, ...], known: dict[Any, Type]) -> None:
    for inner, other in zip(wanted, given, strict=False):
        match(engine, inner, other, known)


def _add(known: dict[Any, Type], key: object, found: Type) -> None:
    if found:
        known[key] = union((known.get(key, NOTHING), found))


def _match_outside(engine: Engine, wanted: Value, given: Type, known: dict[Any, Type]) -> None:
    for each in given:
        if wanted[1] == "Callable":
            match(engine, wanted[2][0], engine.call(each), known)
        elif wanted[1] in standard_library.MAPPINGS and len(wanted[2]) == 2:  # noqa: PLR2004  keys and values
            if each[0] == "value":
                _match_all(engine, wanted[2], each[2], known)
        elif wanted[2]:
            match(engine, wanted[2][0], containers.element(engine, each), known)


def _construct(engine: Engine, value: Value, given: Given) -> Type:
    """Return the instance that a class makes, with its arguments if its constructor tells them."""
    cls, args = value[1], value[2]
    made = _made_by_new(engine, value, given)
    if made:
        return made
    parameters = classes.parameters(engine, cls)
    if parameters and not args and given.unit is not None:
        known = _told_by_init(engine, cls, given, given.unit)
        args = tuple(known.get(key, NOTHING) for key in parameters) if known else ()
    return (with_args("instance", cls, args),)


def _made_by_new(engine: Engine, value: Value, given: Given) -> Type:
    """Return what `__new__` says to make, if it says so."""
    maker = classes.find(engine, value[1], "__new__")
    if maker is None:
        return NOTHING
    found = [
        _call_function(engine, ("function", each[1], ("instance", value[1], value[2])), given)
        for each in engine.member(value, maker)
        if each[0] == "function" and each[1].code.annotation
    ]
    made = union(found)
    return made if all(each[0] == "instance" for each in made) else NOTHING


def _told_by_init(engine: Engine, cls: ClassInfo, given: Given, unit: Unit) -> dict[Any, Type]:
    """Return what the arguments of a constructor say of the class's type variables."""
    known: dict[Any, Type] = {}
    maker = classes.find(engine, cls, "__init__")
    if maker is not None and maker.owner is cls:
        for each in engine.type_of(cls.unit, maker.exprs[0]):
            if each[0] == "function":
                for number, one in pairs(each[1], ("self", cls), given):
                    annotation = each[1].code.parameters[number].annotation
                    if annotation:
                        match(engine, engine.annotation(cls.unit, annotation), engine.type_of(unit, one), known)
    return known


def _call_outside(engine: Engine, value: Value, given: Given) -> Type:
    """Return what a function or class of the standard library gives."""
    name = value[1]
    unit, args, keywords = given
    if len(value) > _WITH_ARGS:
        return outside(standard_library.canonical(name), *value[2])
    if unit is None:
        return NOTHING
    if name in _SPECIAL:
        return _SPECIAL[name](engine, unit, args, keywords)
    found: Type = (("value", standard_library.canonical(name), ()),)
    if name in standard_library.HOLDER_OF_FIRST:
        kind = standard_library.HOLDER_OF_FIRST[name]
        found = outside(kind, _element_of(engine, unit, args[0])) if args else outside(kind)
    elif name in standard_library.SAME_AS_FIRST:
        found = engine.type_of(unit, args[0]) if args else NOTHING
    elif name in standard_library.ELEMENT_OF_FIRST:
        found = _element_of(engine, unit, args[0]) if args else NOTHING
    elif name in standard_library.METHOD_MAKERS:
        found = _wrapped(engine, standard_library.METHOD_MAKERS[name], given)
    elif name in standard_library.HOLDER_OF_SECOND:
        found = outside("Iterator", _element_of(engine, unit, args[1])) if len(args) > 1 else NOTHING
    return found


def _element_of(engine: Engine, unit: Unit, number: int) -> Type:
    return union(containers.element(engine, value) for value in engine.type_of(unit, number))


def _wrapped(engine: Engine, name: str, given: Given) -> Type:
    """Return what `property`, `staticmethod` or `classmethod` makes of a function, for a class that has it."""
    first = [*given.args[:1], *(value for keyword, value in given.keywords if keyword in {"fget", "func"})]
    return outside(name, engine.type_of(given.unit, first[0])) if given.unit is not None and first else outside(name)


def _super(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    if len(args) != 2:  # noqa: PLR2004  the class and the receiver
        return NOTHING
    receivers = engine.type_of(unit, args[1])
    return tuple(
        ("super", cls[1], receiver)
        for cls in engine.type_of(unit, args[0])
        if cls[0] in {"class", "self class"}
        for receiver in receivers
        if classes.class_behind(receiver) is not None
    )


def _new(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    return union(instance_of(value) for value in engine.type_of(unit, args[0])) if args else NOTHING


def _enumerate(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    return outside("Iterator", known_tuple((NOTHING, _element_of(engine, unit, args[0])))) if args else NOTHING


def _zip(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    if any(unit.exprs[each][0] == "star" for each in args):
        return NOTHING
    return outside("Iterator", known_tuple(tuple(_element_of(engine, unit, each) for each in args)))


def _map(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    if not args:
        return NOTHING
    return outside("Iterator", union(engine.call(value) for value in engine.type_of(unit, args[0])))


def _extreme(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    if len(args) == 1:
        return _element_of(engine, unit, args[0])
    return union(engine.type_of(unit, each) for each in args)


def _dict(engine: Engine, unit: Unit, args: Args, keywords: Keywords) -> Type:
    if args:
        found = [value for value in engine.type_of(unit, args[0]) if value[0] == "value"]
        for value in found:
            if value[1] in standard_library.MAPPINGS:
                return outside("dict", *value[2])
            if value[2] and value[2][0] and value[2][0][0][0] == "tuple" and len(value[2][0][0][1]) == 2:  # noqa: PLR2004
                return outside("dict", *value[2][0][0][1])
    values = union(engine.type_of(unit, value) for name, value in keywords if name)
    return outside("dict", outside("str"), values) if values else outside("dict")


def _defaultdict(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    if not args:
        return outside("defaultdict")
    values = union(engine.call(value, unit) for value in engine.type_of(unit, args[0]))
    return outside("defaultdict", NOTHING, values)


def _type(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    return union(class_of(value) for value in engine.type_of(unit, args[0])) if len(args) == 1 else NOTHING


def _cast(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    return engine.annotation(unit, args[0]) if args else NOTHING


def _chain(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    return outside("Iterator", union(_element_of(engine, unit, each) for each in args))


def _chain_of(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    inner = _element_of(engine, unit, args[0]) if args else NOTHING
    return outside("Iterator", union(containers.element(engine, value) for value in inner))


def _product(engine: Engine, unit: Unit, args: Args, keywords: Keywords) -> Type:
    return NOTHING if keywords else _zip(engine, unit, args, keywords)  # `repeat` makes tuples of another length


def _subsets(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    return outside("Iterator", outside("tuple", _element_of(engine, unit, args[0]))) if args else NOTHING


def _awaited_first(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    return union(containers.awaited(engine, value) for value in engine.type_of(unit, args[0])) if args else NOTHING


def _task(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    return outside("Task", _awaited_first(engine, unit, args, ()))


def _gather(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    if any(unit.exprs[each][0] == "star" for each in args):
        inner = union(containers.awaited(engine, value) for value in containers.elements(engine, unit, args))
        return outside("Coroutine", NOTHING, NOTHING, outside("list", inner))
    parts = tuple(union(containers.awaited(engine, value) for value in engine.type_of(unit, each)) for each in args)
    return outside("Coroutine", NOTHING, NOTHING, known_tuple(parts))


def _managed_first(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    return outside("ContextManager", engine.type_of(unit, args[0])) if args else NOTHING


def _reference(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    return outside("ref", engine.type_of(unit, args[0])) if args else NOTHING


def _group_by(engine: Engine, unit: Unit, args: Args, _keywords: Keywords) -> Type:
    if not args:
        return NOTHING
    return outside("Iterator", known_tuple((NOTHING, outside("Iterator", _element_of(engine, unit, args[0])))))


def _variable(engine: Engine, unit: Unit, _args: Args, keywords: Keywords) -> Type:
    default = union(engine.type_of(unit, value) for name, value in keywords if name == "default")
    return outside("ContextVar", default) if default else outside("ContextVar")


_SPECIAL: dict[str, Callable[[Engine, Unit, Args, Keywords], Type]] = {
    "super": _super,
    "object.__new__": _new,
    "enumerate": _enumerate,
    "zip": _zip,
    "itertools.zip_longest": _zip,
    "map": _map,
    "min": _extreme,
    "max": _extreme,
    "dict": _dict,
    "collections.OrderedDict": _dict,
    "collections.defaultdict": _defaultdict,
    "type": _type,
    **dict.fromkeys(standard_library.CASTS, _cast),
    "itertools.chain": _chain,
    "itertools.chain.from_iterable": _chain_of,
    "itertools.product": _product,
    "itertools.combinations": _subsets,
    "itertools.permutations": _subsets,
    "itertools.groupby": _group_by,
    "asyncio.run": _awaited_first,
    "asyncio.create_task": _task,
    "asyncio.ensure_future": _task,
    "asyncio.wait_for": _task,
    "asyncio.shield": _task,
    "asyncio.gather": _gather,
    "contextlib.nullcontext": _managed_first,
    "contextlib.closing": _managed_first,
    "weakref.ref": _reference,
    "contextvars.ContextVar": _variable,
}
_CALLS: dict[object, Callable[[Engine, Value, Given], Type]] = {
    "function": _call_function,
    "class": _construct,
    "self class": _call_self_class,
    "instance": _call_instance,
    "self": _call_instance,
    "external": _call_outside,
    "value": _call_value,
    "method": _call_method,
    "type": _call_variable,
}
