"""Says what of a Python file can matter to the linking of another one, as a digest that no position enters.

What only the file's own names lead to is no part of it: an edit inside of a function keeps the digest unless it changes
what the function gives back, what it assigns to attributes, or which calls it makes of its parameters or with them.
"""

from __future__ import annotations

import marshal
from array import array
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import count, islice
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.digests import sum_up
from sphinx_kwdocs.model.python_code import (
    BUILTINS_FIRST,
    NO_SYMBOL,
    Expr,
    FunctionCode,
    PythonCode,
    bound_below_module,
    inner_functions,
    types_in,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_kwdocs.model.facts import FileFacts, Import

_ALL = frozenset({"phi", "either", "list", "set", "tuple", "generator"})
"""Sorts of expressions whose parts are all expressions."""
_TWO = frozenset({"prefer", "instance", "other", "item"})
"""Sorts of expressions whose first two parts are expressions."""
_ONE = frozenset(
    {
        "attr",
        "star",
        "element",
        "async-element",
        "enter",
        "async-enter",
        "await",
        "from",
        "part",
        "rest",
        "typed",
        "caught",
        "type-parameter",
        "keyword",
    }
)
"""Sorts of expressions whose first part is one; what follows is a name or a number."""
_SCOPED = frozenset({"function", "class", "param", "sent"})
"""Sorts of expressions whose first part is a scope."""
_IMPORTS = frozenset({"import", "import-part"})


@dataclass(frozen=True, slots=True)
class Interface:
    """What of a Python file another one can see."""

    digest: str
    """Of everything but positions, as hexadecimal digits."""
    places: array[int] = field(default_factory=lambda: array("I"))
    """Where names are given that are no symbols: the number of the site, line and column, one after the other."""

    def place(self, number: int) -> tuple[int, int]:
        """Return the line and column of a place."""
        return self.places[3 * number + 1], self.places[3 * number + 2]

    def to_bytes(self) -> bytes:
        """Return it in a form that can be kept."""
        return marshal.dumps((self.digest, self.places.tobytes()))

    @classmethod
    def from_bytes(cls, data: bytes) -> Interface:
        """Read it from that form."""
        digest, places = marshal.loads(data)  # noqa: S302  runs no code; who keeps the bytes vouches for them
        return cls(digest, array("I", places))


def read_interface(facts: FileFacts, code: PythonCode | None) -> Interface:
    """Find out what another file can see of a Python file."""
    if code is None:
        seen = [(each.name, each.qualname, each.kind == "class") for each in facts.symbols if not each.parent]
        return Interface(sum_up(seen).hex())
    form = _Form(facts, code)
    return Interface(sum_up(form.written()).hex(), array("I", form.places))


class _Form:
    """Finds what another file can come to, and writes it down in one go.

    Expressions, sites and scopes are numbered anew, each when it is first come to, so that nothing else in the file
    has a say in it. Nothing may be gone through in an order that the old numbers decide, such as that of a set.
    """

    def __init__(self, facts: FileFacts, code: PythonCode) -> None:
        self.places: list[int] = []
        """Of each site that is no symbol the number, line and column, once it is written down."""
        self._facts = facts
        self._code = code
        self._exprs: defaultdict[int, int] = defaultdict(count(1).__next__, {0: 0})
        self._sites: defaultdict[int, int] = defaultdict(count().__next__)
        self._scopes: defaultdict[int, int] = defaultdict(count(1).__next__, {0: 0})
        self._with_class = {0}
        """Scopes whose class has been seen."""
        self._around: list[int] = []
        """Scopes of which the innermost class or function is asked for that was seen, which only the end can tell."""
        self._callables = frozenset(code.scopes[each].symbol for each in (*code.functions, *code.classes))

    def written(self) -> list[Any]:
        """Return all of it as plain values, one after the other as their sorts tell them apart."""
        code, facts, scopes = self._code, self._facts, self._code.scopes
        found: list[Any] = [
            facts.exports,
            [_import(facts.imports[number]) for number in code.stars],
            self._named(scopes[0].ends.items()),
            self._named(scopes[0].declared.items()),
        ]
        for scope in (*code.classes, *code.functions):
            # A stub or a source beside the file finds these by their qualified names.
            if scopes[scope].symbol != NO_SYMBOL and not self._is_inside(scope):
                self._scopes[scope]
        exprs: list[Any] = []
        sites: list[Any] = []
        done_exprs = done_scopes = 1
        done_sites = 0
        while True:
            if new := _newest(self._exprs, done_exprs):
                done_exprs += len(new)
                self._write_exprs(new, exprs)
            elif new := _newest(self._sites, done_sites):
                done_sites += len(new)
                self._write_sites(new, sites)
            elif new := _newest(self._scopes, done_scopes):
                done_scopes += len(new)
                for scope in new:
                    self._write_scope(scope, found)
            else:
                break
        nearest = self._nearest()
        return [found, exprs, sites, [nearest[scope] for scope in self._around]]

    def _is_inside(self, scope: int) -> bool:
        scopes = self._code.scopes
        while scope > 0:
            scope = scopes[scope].parent
            if scopes[scope].kind in {"function", "lambda"}:
                return True
        return False

    def _nearest(self) -> list[int]:
        """Return the innermost class or function that was seen, for each scope: itself, or one around it."""
        found: list[int] = []
        for number, scope in enumerate(self._code.scopes):
            around = found[scope.parent] if scope.parent < number else -1
            found.append(self._scopes.get(number, around) if number else -1)
        return found

    def _named(self, pairs: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
        exprs = self._exprs
        return [(name, exprs[number]) for name, number in pairs]

    def _all(self, numbers: Iterable[int]) -> tuple[int, ...]:
        return tuple(map(self._exprs.__getitem__, numbers))

    def _symbol(self, number: int) -> tuple[str, bool] | None:
        return (self._facts.symbols[number].qualname, number in self._callables) if number != NO_SYMBOL else None

    def _write_exprs(self, numbers: Iterable[int], found: list[Any]) -> None:
        """Write down expressions; the most frequent sorts at once."""
        table, exprs, sites = self._code.exprs, self._exprs, self._sites
        for number in numbers:
            expr = table[number]
            sort = expr[0]
            if sort == "bind":
                found += (sort, sites[expr[1]], exprs[expr[2]])
            elif sort in _ONE:
                found += (sort, exprs[expr[1]], *expr[2:])
            elif sort in _SCOPED:
                found += (sort, self._scopes[expr[1]], *expr[2:])
            elif sort == "name":
                found += (sort, expr[1] < 0, expr[2], self._look_up_any(expr[1], expr[2]))
            else:
                found += self._expr(sort, expr)

    def _expr(self, sort: str, expr: Expr) -> tuple[Any, ...]:
        exprs = self._exprs
        if sort in _IMPORTS:
            return (sort, _import(self._facts.imports[expr[1]]), *expr[2:])
        if sort == "call":
            func = self._code.exprs[expr[1]]
            if func[0] == "name" and func[2] == "super":
                self._see_methods_around(func[1])
            return sort, exprs[expr[1]], self._all(expr[2]), self._named(expr[3])
        if sort in _ALL:
            return sort, self._all(expr[1:])
        if sort in _TWO:
            return sort, exprs[expr[1]], exprs[expr[2]]
        if sort == "operation":
            return sort, expr[1], exprs[expr[2]], exprs[expr[3]]
        return (sort, self._all(expr[1]), self._all(expr[2])) if sort == "dict" else expr

    def _look_up_any(self, scope: int, name: str) -> int | tuple[int, int]:
        """Follow a name; a type in a class may be the class's own or one around it."""
        if scope >= BUILTINS_FIRST:
            return self._look_up(scope, name)
        own = types_in(scope)
        return self._look_up(own, name), self._look_up(self._code.scopes[own].parent, name)

    def _look_up(self, scope: int, name: str) -> int:
        """Follow a name as the linker looks it up in the file itself; -1 if it is none of the file's."""
        scopes = self._code.scopes
        found = bound_below_module(scopes, scope, name)
        if found is None:
            found = scopes[0].ends.get(name)
        if found is not None:
            return self._exprs[found]
        if name == "__class__":
            self._see_class_around(scope)
            self._around.append(max(scope, 0))
        return -1

    def _see_class_around(self, scope: int) -> None:
        self._with_class.add(scope)  # or there is none
        scopes = self._code.scopes
        while scope > 0 and scopes[scope].kind != "class":
            scope = scopes[scope].parent
        if scope > 0:
            self._scopes[scope]

    def _see_methods_around(self, scope: int) -> None:
        """Follow what `super()` means at a place."""
        scopes = self._code.scopes
        self._around.append(max(scope, 0))
        while scope > 0:
            if scopes[scope].kind == "function":
                self._scopes[scope]
            scope = scopes[scope].parent

    def _write_sites(self, numbers: Iterable[int], found: list[Any]) -> None:
        code, exprs, sites = self._code, self._exprs, self._sites
        for number in numbers:
            name, line, col, scope, kind, symbol, declared = code.sites[number]
            here = code.scopes[scope]
            if scope not in self._with_class:
                self._see_class_around(scope)
            if symbol == NO_SYMBOL:
                self.places += (number, line, col)
            filled = code.fills.get(number)
            found += (
                name,
                kind,
                self._symbol(symbol),
                exprs[declared],
                exprs[here.declared.get(name, 0)],
                sites[here.first.get(name, number)],
                tuple(map(self._all, filled)) if filled else None,
            )
            self._around.append(scope)

    def _write_scope(self, number: int, found: list[Any]) -> None:
        """Write down what a class or a function is made of."""
        code = self._code
        scope = code.scopes[number]
        self._around.append(scope.parent)
        found += (scope.kind, self._symbol(scope.symbol))
        if number in code.classes:
            made = code.classes[number]
            found += (
                self._all(made.bases),
                self._named(made.keywords),
                self._all(made.decorators),
                self._all(made.parameters),
                [(name, self._all(assigned)) for name, assigned in made.attributes.items()],
                self._named(scope.ends.items()),
                self._named(scope.declared.items()),
            )
        if number in code.functions:
            self._write_function(code.functions[number], found)
            passed = code.passed.get(number, ())
            found.append([(self._exprs[call], self._symbol(self._holder(scope))) for call, scope in passed])
        parent = scope.parent
        while parent > 0 and code.scopes[parent].kind == "type-parameters":
            parent = code.scopes[parent].parent
        if parent > 0 and code.scopes[parent].kind == "class":
            self._scopes[parent]

    def _holder(self, scope: int) -> int:
        """Return the symbol of the innermost definition that a scope stands in."""
        scopes = self._code.scopes
        while scope > 0 and scopes[scope].symbol == NO_SYMBOL:
            scope = scopes[scope].parent
        return scopes[scope].symbol

    def _write_function(self, fn: FunctionCode, found: list[Any]) -> None:
        exprs, sites = self._exprs, self._sites
        found += (self._all(fn.decorators), exprs[fn.annotation], exprs[fn.elements_of], exprs[fn.handed_to])
        found += (fn.is_async, fn.is_generator)
        if fn.annotation:
            found.append(self._all(inner_functions(self._code, fn)))
        else:
            found += (self._all(fn.returned), self._all(fn.yielded))
        found.append(len(fn.parameters))
        for name, kind, site, annotation, default in fn.parameters:
            found += (name, kind, sites[site], exprs[annotation], exprs[default])


def _newest(numbered: dict[int, int], done: int) -> list[int]:
    """Return what was numbered behind the first ones, in order."""
    newest = list(islice(reversed(numbered), len(numbered) - done))
    newest.reverse()
    return newest


def _import(item: Import) -> tuple[str, str, str, int]:
    return item.module, item.name, item.alias, item.level
