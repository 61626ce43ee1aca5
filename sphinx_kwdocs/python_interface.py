"""Says what of a Python file can matter to the linking of another one, as a digest that no position enters.

What only the file's own names lead to is no part of it: an edit inside of a function keeps the digest unless it changes
what the function gives back or what it assigns to attributes.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.digests import sum_up
from sphinx_kwdocs.python_code import NO_SYMBOL, Expr, PythonCode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_kwdocs.model import FileFacts, Import

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
        "part",
        "rest",
        "typed",
        "caught",
        "type-parameter",
        "keyword",
    }
)
"""Sorts of expressions whose first part is one; what follows is a name or a number."""
_SCOPED = frozenset({"function", "class", "param"})
"""Sorts of expressions whose first part is a scope."""
_IMPORTS = frozenset({"import", "import-part"})
_LEAVES = frozenset({"const", "unknown"}) | _IMPORTS
"""Sorts of expressions that hold no others."""


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


def read_interface(facts: FileFacts, code: PythonCode | None) -> Interface:
    """Find out what another file can see of a Python file."""
    if code is None:
        seen = [(each.name, each.qualname, each.kind == "class") for each in facts.symbols if not each.parent]
        return Interface(sum_up(seen).hex())
    walk = _Walk(code)
    walk.run()
    form = _Form(walk, facts, code)
    return Interface(sum_up(form.written()).hex(), array("I", form.places))


class _Walk:
    """Finds the expressions, sites and scopes that another file can come to."""

    def __init__(self, code: PythonCode) -> None:
        self._code = code
        self.exprs: set[int] = {0}
        self.sites: set[int] = set()
        self.scopes: set[int] = {0}
        self.found: dict[tuple[int, str], int] = {}
        """What names that are looked up lead to in the file itself: an expression, or -1."""
        self._without_class = {0}
        self._waiting: list[int] = []
        self._waiting_scopes: list[int] = []

    def run(self) -> None:
        """Follow everything from the names of the module."""
        code = self._code
        self._see(code.scopes[0].ends.values())
        self._see(code.scopes[0].declared.values())
        for scope in (*code.classes, *code.functions):
            # A stub or a source beside the file finds these by their qualified names.
            if code.scopes[scope].symbol != NO_SYMBOL and not self._is_inside(scope):
                self._see_scope(scope)
        self._follow_all()
        while self._waiting_scopes:
            self._open(self._waiting_scopes.pop())
            self._follow_all()

    def _is_inside(self, scope: int) -> bool:
        scopes = self._code.scopes
        while scope > 0:
            scope = scopes[scope].parent
            if scopes[scope].kind in {"function", "lambda"}:
                return True
        return False

    def _see(self, numbers: Iterable[int]) -> None:
        new = set(numbers) - self.exprs
        if new:
            self.exprs |= new
            self._waiting += new

    def _see_scope(self, scope: int) -> None:
        if scope not in self.scopes:
            self.scopes.add(scope)
            self._waiting_scopes.append(scope)

    def _follow_all(self) -> None:
        """Follow the expressions that wait; the most frequent sorts at once."""
        exprs, seen, waiting = self._code.exprs, self.exprs, self._waiting
        while waiting:
            expr = exprs[waiting.pop()]
            sort = expr[0]
            if sort == "bind":
                inner = expr[2]
                if expr[1] not in self.sites:
                    self._see_site(expr[1])
            elif sort in _ONE:
                inner = expr[1]
            elif sort in _LEAVES:
                continue
            elif sort in _SCOPED:
                self._see_scope(expr[1])
                continue
            elif sort == "name":
                self._look_up(expr[1], expr[2])
                continue
            else:
                self._follow(sort, expr)
                continue
            if inner not in seen:
                seen.add(inner)
                waiting.append(inner)

    def _follow(self, sort: str, expr: Expr) -> None:
        if sort == "call":
            self._see((expr[1], *expr[2], *(value for _, value in expr[3])))
            func = self._code.exprs[expr[1]]
            if func[:1] == ("name",) and func[2] == "super":
                self._see_method(func[1])
        elif sort in _ALL:
            self._see(expr[1:])
        elif sort in _TWO:
            self._see(expr[1:3])
        elif sort == "operation":
            self._see(expr[2:4])
        elif sort == "dict":
            self._see((*expr[1], *expr[2]))

    def _look_up(self, scope: int, name: str) -> None:
        """Follow a name as the linker looks it up in the file itself."""
        key = (scope, name)
        if key in self.found:
            return
        scopes = self._code.scopes
        start = scope
        is_free = False
        found = None
        while scope > 0:
            here = scopes[scope]
            if name in here.outer:
                if here.outer[name]:
                    break
            elif name in here.ends and not (is_free and here.kind == "class"):
                found = here.ends[name]
                break
            is_free = True
            scope = here.parent
        found = scopes[0].ends.get(name, -1) if found is None else found
        self.found[key] = found
        if found >= 0:
            self._see((found,))
        elif name == "__class__":
            self._see_class_around(start)

    def _see_class_around(self, scope: int) -> None:
        self._without_class.add(scope)  # or it has been seen
        scopes = self._code.scopes
        while scope > 0 and scopes[scope].kind != "class":
            scope = scopes[scope].parent
        if scope > 0:
            self._see_scope(scope)

    def _see_method(self, scope: int) -> None:
        """Follow what `super()` means at a place."""
        scopes = self._code.scopes
        while scope > 0:
            if scopes[scope].kind == "function":
                self._see_scope(scope)
            scope = scopes[scope].parent

    def _see_site(self, number: int) -> None:
        """Follow a site that was not seen before."""
        self.sites.add(number)
        code = self._code
        name, _, _, at, _, _, declared = code.sites[number]
        scope = code.scopes[at]
        if declared or scope.declared:
            self._see((declared, scope.declared.get(name, 0)))
        if number in code.fills:
            for filled in code.fills[number]:
                self._see(filled)
        first = scope.first.get(name, number)
        if first not in self.sites:
            self._see_site(first)
        if at not in self._without_class:
            self._see_class_around(at)

    def _open(self, number: int) -> None:
        """Follow what a class or a function is made of."""
        code = self._code
        scope = code.scopes[number]
        if number in code.classes:
            made = code.classes[number]
            self._see((*made.bases, *(value for _, value in made.keywords), *made.decorators, *made.parameters))
            self._see(scope.ends.values())
            self._see(scope.declared.values())
            for assigned in made.attributes.values():
                self._see(assigned)
        if number in code.functions:
            self._open_function(number)
        parent = scope.parent
        while parent > 0 and code.scopes[parent].kind == "type-parameters":
            parent = code.scopes[parent].parent
        if parent > 0 and code.scopes[parent].kind == "class":
            self._see_scope(parent)

    def _open_function(self, number: int) -> None:
        fn = self._code.functions[number]
        self._see((*fn.decorators, fn.annotation, fn.elements_of))
        if not fn.annotation:
            self._see((*fn.returned, *fn.yielded))
        module = self._code.scopes[0].ends
        for name, _, site, annotation, default in fn.parameters:
            if annotation or default:
                self._see((annotation, default))
            if site not in self.sites:
                self._see_site(site)
            if name in module:  # it may ask for a fixture
                self._see((module[name],))


class _Form:
    """Writes down what was found, with numbers that depend on nothing else."""

    def __init__(self, walk: _Walk, facts: FileFacts, code: PythonCode) -> None:
        self.places: list[int] = []
        """Of each site that is no symbol the number, line and column, once it is written down."""
        self._walk = walk
        self._facts = facts
        self._code = code
        self._exprs = {number: place for place, number in enumerate(sorted(walk.exprs))}
        self._sites = {number: place for place, number in enumerate(sorted(walk.sites))}
        self._scopes = {number: place for place, number in enumerate(sorted(walk.scopes))}
        self._around_scope = self._nearest()
        self._callables = frozenset(code.scopes[each].symbol for each in (*code.functions, *code.classes))

    def written(self) -> list[Any]:
        """Return all of it as plain values."""
        code, facts = self._code, self._facts
        module = code.scopes[0]
        return [
            facts.exports,
            [_import(facts.imports[number]) for number in code.stars],
            self._named(module.ends.items()),
            self._named(module.declared.items()),
            self._written_exprs(),
            self._written_sites(),
            [self._scope(number) for number in self._scopes if number],
        ]

    def _named(self, pairs: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
        exprs = self._exprs
        return [(name, exprs[number]) for name, number in pairs]

    def _all(self, numbers: Iterable[int]) -> list[int]:
        return list(map(self._exprs.__getitem__, numbers))

    def _symbol(self, number: int) -> tuple[str, str, bool] | None:
        if number == NO_SYMBOL:
            return None
        symbol = self._facts.symbols[number]
        return symbol.name, symbol.qualname, number in self._callables

    def _written_exprs(self) -> list[tuple[Any, ...]]:
        """Write down the expressions; the most frequent sorts at once."""
        table, exprs, sites = self._code.exprs, self._exprs, self._sites
        found: list[tuple[Any, ...]] = []
        for number in exprs:
            expr = table[number]
            sort = expr[0]
            if sort == "bind":
                found.append((sort, sites[expr[1]], exprs[expr[2]]))
            elif sort in _ONE:
                found.append((sort, exprs[expr[1]], *expr[2:]))
            else:
                found.append(self._expr(sort, expr))
        return found

    def _expr(self, sort: str, expr: Expr) -> tuple[Any, ...]:  # noqa: PLR0911  one way for each sort
        exprs = self._exprs
        if sort in _SCOPED:
            return (sort, self._scopes[expr[1]], *expr[2:])
        if sort in _IMPORTS:
            return (sort, _import(self._facts.imports[expr[1]]), *expr[2:])
        if sort == "name":
            found = self._walk.found[expr[1], expr[2]]
            around = self._around_scope[expr[1]] if expr[2] == "__class__" and expr[1] > 0 else -1
            return sort, expr[1] < 0, expr[2], exprs[found] if found >= 0 else -1, around
        if sort == "call":
            return sort, exprs[expr[1]], self._all(expr[2]), self._named(expr[3]), self._around(expr[1])
        if sort in _ALL:
            return (sort, *self._all(expr[1:]))
        if sort in _TWO:
            return sort, exprs[expr[1]], exprs[expr[2]]
        if sort == "operation":
            return sort, expr[1], exprs[expr[2]], exprs[expr[3]]
        return (sort, self._all(expr[1]), self._all(expr[2])) if sort == "dict" else expr

    def _nearest(self) -> list[int]:
        """Return the innermost class or function that was seen, for each scope: itself, or one around it."""
        found: list[int] = []
        for number, scope in enumerate(self._code.scopes):
            around = found[scope.parent] if scope.parent < number else -1
            found.append(self._scopes.get(number, around) if number else -1)
        return found

    def _around(self, func: int) -> int:
        """Return the function around a call of `super`."""
        expr = self._code.exprs[func]
        return self._around_scope[expr[1]] if expr[0] == "name" and expr[2] == "super" else -1

    def _written_sites(self) -> list[tuple[Any, ...]]:
        code, exprs, sites, around = self._code, self._exprs, self._sites, self._around_scope
        found: list[tuple[Any, ...]] = []
        for number in sites:
            name, line, col, scope, kind, symbol, declared = code.sites[number]
            here = code.scopes[scope]
            if symbol == NO_SYMBOL:
                self.places += (number, line, col)
            found.append(
                (
                    name,
                    kind,
                    self._symbol(symbol) if symbol != NO_SYMBOL else None,
                    exprs[declared],
                    exprs[here.declared[name]] if name in here.declared else 0,
                    sites[here.first.get(name, number)],
                    [self._all(each) for each in code.fills[number]] if number in code.fills else None,
                    around[scope],
                )
            )
        return found

    def _scope(self, number: int) -> list[Any]:
        code = self._code
        scope = code.scopes[number]
        found: list[Any] = [scope.kind, self._symbol(scope.symbol), self._around_scope[scope.parent]]
        if number in code.classes:
            made = code.classes[number]
            found += [
                self._all(made.bases),
                self._named(made.keywords),
                self._all(made.decorators),
                self._all(made.parameters),
                [(name, self._all(assigned)) for name, assigned in made.attributes.items()],
                self._named(scope.ends.items()),
                self._named(scope.declared.items()),
            ]
        if number in code.functions:
            found += self._function(number)
        return found

    def _function(self, number: int) -> Iterator[Any]:
        fn = self._code.functions[number]
        exprs = self._exprs
        yield self._all(fn.decorators)
        yield exprs[fn.annotation], exprs[fn.elements_of], fn.is_async, fn.is_generator
        yield [] if fn.annotation else [self._all(fn.returned), self._all(fn.yielded)]
        for name, kind, site, annotation, default in fn.parameters:
            yield name, kind, self._sites[site], exprs[annotation], exprs[default]


def _import(item: Import) -> tuple[str, str, str, int]:
    return item.module, item.name, item.alias, item.level
