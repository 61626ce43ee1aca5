"""Reads the arguments of Python calls; of some functions, strings among them are names or types."""

from __future__ import annotations

import ast
from typing import Any

from sphinx_kwdocs.languages._python_code_conditions import Conditions
from sphinx_kwdocs.languages._python_code_state import READ, WRITE
from sphinx_kwdocs.python_code import UNKNOWN

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


class Calls(Conditions):
    """The part of the walk that reads calls."""

    __slots__ = ()

    renamed: dict[str, str]

    def called(self, node: ast.Call, function: int) -> int:  # noqa: C901  the hot path
        """Read the arguments of a call; return what the call gives."""
        called: Any = node.func
        kind = type(called)
        name = called.id if kind is Name else called.attr if kind is Attribute else ""
        if kind is Name and name in self.renamed:
            name = self.renamed[name]
        is_telling = name in _TELLING
        if is_telling and node.args:
            if kind is Name and name in _SPECIAL:
                return self._special_call(node, function, name)
            if kind is Attribute and name in _TYPES_IN_CALLS:
                return self._typed_call(node, function, name)
        visit, given = self.visit, []
        for each in node.args:
            given.append(visit[type(each)](self, each, READ))  # noqa: PERF401  a comprehension takes longer for so few
        arguments, named = tuple(given), node.keywords
        keywords = self.keywords(named, function) if named else ()
        self.last_arguments = arguments
        if is_telling:
            self._told(called, name, function, arguments, keywords)
        if not function:
            return UNKNOWN
        if not name:
            self.nameless.append((function, self.scope))
        number = self.numbers["call", function, arguments, keywords]
        handed = self.handed
        if handed and (
            function in handed
            or not handed.isdisjoint(arguments)
            or self.is_nested
            or (kind is Attribute and name in self.keeping)
            or (keywords and any(value in handed for _, value in keywords))
        ):
            self.passing.append((number, self.scope))
        if self.lambdas:
            self._hand_lambdas(number, arguments, keywords)
        if is_telling and name in _EMPTY_MAKERS and kind is Name and not given and not named:
            self.empty.add(number)
        return number

    def _hand_lambdas(self, call: int, arguments: tuple[int, ...], keywords: tuple[tuple[str, int], ...]) -> None:
        """Note of the lambdas among a call's arguments that this call gets them."""
        for number in (*arguments, *(value for _, value in keywords)):
            if number in self.lambdas:
                self.lambdas[number].handed_to = call

    def expect(self, value: int, annotation: int) -> None:
        """Note of a value, if it is a lambda, that an annotation says what it has to be."""
        if annotation and value in self.lambdas:
            self.lambdas[value].handed_to = self.numbers["typed", annotation]

    def _told(
        self,
        called: Any,  # noqa: ANN401  a Name or an Attribute
        name: str,
        function: int,
        arguments: tuple[int, ...],
        keywords: tuple[tuple[str, int], ...],
    ) -> None:
        """Note what a call tells of containers and lambdas."""
        if self.item_keys and name in _CHANGING and type(called) is Attribute and (key := self.key_of(called.value)):
            self.forget_items(key[1])
        if name in _FILLING and self.empty_sites and type(called) is Attribute and type(called.value) is Name:
            self._filled(self.env.get(called.value.id, UNKNOWN), name, arguments)
        if name == "update" and type(called) is Attribute and type(called.value) is Name and len(arguments) == 1:
            self._updated(self.env.get(called.value.id, UNKNOWN), arguments[0])
        if name in _ELEMENTWISE:
            self._elementwise(called, name, function, arguments, keywords)

    def _elementwise(
        self,
        called: Any,  # noqa: ANN401  a Name or an Attribute
        name: str,
        function: int,
        arguments: tuple[int, ...],
        keywords: tuple[tuple[str, int], ...],
    ) -> None:
        """Note what is called here with the elements of another argument; of a lambda also with which."""
        iterable = arguments[_ELEMENTWISE[name]] if len(arguments) > _ELEMENTWISE[name] else UNKNOWN
        if name == "sort" and isinstance(called, Attribute) and (key := self.key_of(called.value)):
            iterable = key[1]
        applied = [value for keyword, value in keywords if keyword == "key"]
        if _ELEMENTWISE[name]:
            applied += arguments[:1]
        if function:
            self.nameless += [(self.numbers["applied", function, each], self.scope) for each in applied if each]
        if name == "reduce":
            return  # which gives the elements second, and first what came out of those before
        for number in (*arguments, *(value for _, value in keywords)):
            if number in self.lambdas and number != iterable:
                self.lambdas[number].elements_of = iterable

    def _updated(self, container: int, given: int) -> None:
        """Note which items a container has from a dictionary that is written out."""
        for key, value in self.displays.get(given, ()) if container else ():
            self.put(container, key, value)

    def _filled(self, container: int, method: str, arguments: tuple[int, ...]) -> None:
        """Note that a method puts something into a container."""
        wanted, sort = _FILLING[method]
        if container in self.empty_sites and len(arguments) == wanted:
            if sort == "pair":
                self.fill(container, *arguments)
            elif arguments[-1]:
                self.fill(container, arguments[-1] if sort == "one" else self.numbers["element", arguments[-1]])

    def keywords(self, keywords: list[ast.keyword], function: int) -> tuple[tuple[str, int], ...]:
        """Read keyword arguments; each name of one stands for a parameter."""
        pairs = []
        for each in keywords:
            name = each.arg
            if name is None:
                pairs.append(("", self.visit[type(each.value)](self, each.value, READ)))
                continue
            if function:
                number = self.numbers["keyword", function, name]
                line, col = each.lineno, each.col_offset
                length = len(name) if self.is_ascii else len(name.encode())
                self.uses.append((line, col, col + length, number, WRITE, self.scope))
            pairs.append((name, self.visit[type(each.value)](self, each.value, READ)))
        return tuple(pairs)

    def _special_call(self, node: ast.Call, function: int, name: str) -> int:
        """Read a call whose string arguments are names: `getattr(x, "name")`, `cast("C", x)`."""
        if name not in _ATTRIBUTE_CALLS:
            return self._typed_call(node, function, name)
        visit = self.visit
        arguments = tuple([visit[type(each)](self, each, READ) for each in node.args])
        keywords = self.keywords(node.keywords, function) if node.keywords else ()
        second = node.args[1] if len(arguments) > 1 else None
        if isinstance(second, Constant) and isinstance(second.value, str) and arguments[0]:
            number = self.numbers["attr", arguments[0], second.value]
            if second.value.isidentifier():
                self.quoted_use(second, number, _ATTRIBUTE_CALLS[name])
            if name == "getattr":
                return number if len(arguments) < 3 else self.numbers["either", number, arguments[2]]  # noqa: PLR2004
        return self.numbers["call", function, arguments, keywords]

    def _typed_call(self, node: ast.Call, function: int, name: str) -> int:
        """Read `cast`, whose first argument is a type, or `TypeVar`, whose bound and further arguments are."""
        visit = self.visit
        arguments = []
        for index, each in enumerate(node.args):
            is_type = (index == 0) if name == "cast" else index > 0
            arguments.append(self.type_argument(each) if is_type else visit[type(each)](self, each, READ))
        pairs = []
        for keyword in node.keywords:
            if keyword.arg in {"bound", "default"} and name != "cast":
                pairs.append((keyword.arg, self.type_argument(keyword.value)))
            else:
                pairs += self.keywords([keyword], function)
        return self.numbers["call", function, tuple(arguments), tuple(pairs)] if function else UNKNOWN
