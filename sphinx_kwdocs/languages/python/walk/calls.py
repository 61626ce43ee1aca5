"""Reads the arguments of Python calls; of some functions, strings among them are names or types."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages.python.walk.annotations import note_quoted_use, read_type
from sphinx_kwdocs.languages.python.walk.container_items import fill, forget_items_of, known_value, put_item
from sphinx_kwdocs.model.index import READ, WRITE
from sphinx_kwdocs.model.python_code import UNKNOWN

if TYPE_CHECKING:
    from sphinx_kwdocs.languages.python.walk.state import WalkState

_ATTRIBUTE_CALLS = {"getattr": READ, "hasattr": READ, "setattr": WRITE, "delattr": WRITE}
_TYPE_VARIABLES = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple", "NewType"})
_SPECIAL = frozenset({*_ATTRIBUTE_CALLS, *_TYPE_VARIABLES, "cast"})
_EMPTY_MAKERS = frozenset({"list", "dict", "set", "deque"})
_FILLING = {
    "append": (1, "one"),
    "appendleft": (1, "one"),
    "add": (1, "one"),
    "insert": (2, "one"),
    "extend": (1, "all"),
    "update": (1, "all"),
    "setdefault": (2, "pair"),
}
"""Methods that put something into a container: how many arguments they take, and what the last one is."""
_ELEMENTWISE = {
    "sorted": 0,
    "min": 0,
    "max": 0,
    "sort": 0,
    "groupby": 0,
    "map": 1,
    "filter": 1,
    "takewhile": 1,
    "dropwhile": 1,
    "filterfalse": 1,
    "reduce": 1,
}
"""Functions that call another one with the elements of one of their arguments: of which."""
_TYPES_IN_CALLS = _TYPE_VARIABLES | {"cast"}
_CHANGING = _FILLING.keys() | {"pop", "popitem", "popleft", "clear", "remove", "reverse", "sort", "move_to_end"}
"""Methods after which the items of a container may be others."""
_TELLING = _SPECIAL | _EMPTY_MAKERS | _CHANGING | _ELEMENTWISE.keys()
"""All names of functions and methods that a call tells more of than what it gives."""

Attribute, Constant, Name = ast.Attribute, ast.Constant, ast.Name
Keywords = tuple[tuple[str, int], ...]
"""The keyword arguments of a call: names, empty for `**`, and values."""


def read_call_arguments(walk: WalkState, node: ast.Call, function: int) -> int:  # noqa: C901  the hot path
    """Read the arguments of a call; return what the call gives."""
    called: Any = node.func
    kind = type(called)
    name = called.id if kind is Name else called.attr if kind is Attribute else ""
    if kind is Name and name in walk.source.typing_names:
        name = walk.source.typing_names[name]
    is_telling = name in _TELLING
    if is_telling and node.args:
        if kind is Name and name in _SPECIAL:
            return _read_special_call(walk, node, function, name)
        if kind is Attribute and name in _TYPES_IN_CALLS:
            return _read_typed_call(walk, node, function, name)
    readers, given = walk.readers, []
    for argument in node.args:
        given.append(readers[type(argument)](walk, argument, READ))  # noqa: PERF401  a comprehension takes longer for so few
    arguments, named = tuple(given), node.keywords
    keywords = read_keywords(walk, named, function) if named else ()
    walk.last_arguments = arguments
    if is_telling:
        _note_effects(walk, called, name, function, arguments, keywords)
    if not function:
        return UNKNOWN
    frame = walk.frame
    if not name:
        walk.nameless.append((function, frame.scope))
    number = walk.numbers["call", function, arguments, keywords]
    followed = walk.callable_parameters.bindings
    if followed and (
        function in followed
        or not followed.isdisjoint(arguments)
        or frame.is_nested
        or (kind is Attribute and name in walk.callable_parameters.attributes)
        or (keywords and any(value in followed for _, value in keywords))
    ):
        walk.callable_parameters.calls.append((number, frame.scope))
    if walk.lambdas:
        _hand_lambdas(walk, number, arguments, keywords)
    if is_telling and name in _EMPTY_MAKERS and kind is Name and not given and not named:
        walk.containers.empty.add(number)
    return number


def _hand_lambdas(walk: WalkState, call: int, arguments: tuple[int, ...], keywords: Keywords) -> None:
    """Note of the lambdas among a call's arguments that this call gets them."""
    for number in (*arguments, *(value for _, value in keywords)):
        if number in walk.lambdas:
            walk.lambdas[number].handed_to = call


def expect_type(walk: WalkState, value: int, annotation: int) -> None:
    """Note of a value, if it is a lambda, that an annotation says what it has to be."""
    if annotation and value in walk.lambdas:
        walk.lambdas[value].handed_to = walk.numbers["typed", annotation]


def _note_effects(
    walk: WalkState,
    called: Any,  # noqa: ANN401  a Name or an Attribute
    name: str,
    function: int,
    arguments: tuple[int, ...],
    keywords: Keywords,
) -> None:
    """Note what a call tells of containers and lambdas."""
    is_method = type(called) is Attribute
    if is_method and name in _CHANGING:
        forget_items_of(walk, called.value)
    container = UNKNOWN
    if is_method and type(called.value) is Name:
        container = walk.frame.env.get(called.value.id, UNKNOWN)
    if name in _FILLING and container in walk.containers.empty_sites:
        _fill_by_method(walk, container, name, arguments)
    if name == "update" and container and len(arguments) == 1:
        for key, value in walk.exprs.displays.get(arguments[0], ()):
            put_item(walk, container, key, value)
    if name in _ELEMENTWISE:
        _read_elementwise(walk, called, name, function, arguments, keywords)


def _read_elementwise(
    walk: WalkState,
    called: Any,  # noqa: ANN401  a Name or an Attribute
    name: str,
    function: int,
    arguments: tuple[int, ...],
    keywords: Keywords,
) -> None:
    """Note what is called here with the elements of another argument; of a lambda also with which."""
    iterable = arguments[_ELEMENTWISE[name]] if len(arguments) > _ELEMENTWISE[name] else UNKNOWN
    if name == "sort" and isinstance(called, Attribute) and (known := known_value(walk, called.value)):
        iterable = known.value
    applied = [value for keyword, value in keywords if keyword == "key"]
    if _ELEMENTWISE[name]:
        applied += arguments[:1]
    if function:
        scope = walk.frame.scope
        walk.nameless += [(walk.numbers["applied", function, value], scope) for value in applied if value]
    if name == "reduce":
        return  # which gives the elements second, and first what came out of those before
    for number in (*arguments, *(value for _, value in keywords)):
        if number in walk.lambdas and number != iterable:
            walk.lambdas[number].elements_of = iterable


def _fill_by_method(walk: WalkState, container: int, method: str, arguments: tuple[int, ...]) -> None:
    """Note that a method puts something into a container."""
    wanted, sort = _FILLING[method]
    if len(arguments) == wanted:
        if sort == "pair":
            fill(walk, container, *arguments)
        elif arguments[-1]:
            fill(walk, container, arguments[-1] if sort == "one" else walk.numbers["element", arguments[-1]])


def read_keywords(walk: WalkState, keywords: list[ast.keyword], function: int) -> Keywords:
    """Read keyword arguments; each name of one stands for a parameter."""
    readers, pairs = walk.readers, []
    for keyword in keywords:
        name = keyword.arg
        if name is None:
            pairs.append(("", readers[type(keyword.value)](walk, keyword.value, READ)))
            continue
        if function:
            number = walk.numbers["keyword", function, name]
            line, col = keyword.lineno, keyword.col_offset
            length = len(name) if walk.source.is_ascii else len(name.encode())
            walk.frame.uses.append((line, col, col + length, number, WRITE, walk.frame.scope))
        pairs.append((name, readers[type(keyword.value)](walk, keyword.value, READ)))
    return tuple(pairs)


def _read_special_call(walk: WalkState, node: ast.Call, function: int, name: str) -> int:
    """Read a call whose string arguments are names: `getattr(x, "name")`, `cast("C", x)`."""
    if name not in _ATTRIBUTE_CALLS:
        return _read_typed_call(walk, node, function, name)
    readers = walk.readers
    arguments = tuple([readers[type(argument)](walk, argument, READ) for argument in node.args])
    keywords = read_keywords(walk, node.keywords, function) if node.keywords else ()
    second = node.args[1] if len(arguments) > 1 else None
    if isinstance(second, Constant) and isinstance(second.value, str) and arguments[0]:
        number = walk.numbers["attr", arguments[0], second.value]
        if second.value.isidentifier():
            note_quoted_use(walk, second, number, _ATTRIBUTE_CALLS[name])
        if name == "getattr":
            return number if len(arguments) < 3 else walk.numbers["either", number, arguments[2]]  # noqa: PLR2004
    return walk.numbers["call", function, arguments, keywords]


def _read_typed_call(walk: WalkState, node: ast.Call, function: int, name: str) -> int:
    """Read `cast`, whose first argument is a type, or `TypeVar`, whose bound and further arguments are."""
    readers, arguments = walk.readers, []
    for index, argument in enumerate(node.args):
        is_type = (index == 0) if name == "cast" else index > 0
        arguments.append(read_type(walk, argument) if is_type else readers[type(argument)](walk, argument, READ))
    pairs: list[tuple[str, int]] = []
    for keyword in node.keywords:
        if keyword.arg in {"bound", "default"} and name != "cast":
            pairs.append((keyword.arg, read_type(walk, keyword.value)))
        else:
            pairs += read_keywords(walk, [keyword], function)
    return walk.numbers["call", function, tuple(arguments), tuple(pairs)] if function else UNKNOWN
