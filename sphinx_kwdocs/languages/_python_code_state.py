"""Keeps what the walk over one Python file knows so far: expressions by number, scopes, sites, and what names are now.

The environment says what each name is at this point. Its keys are names, and the numbers of expressions such as
`self.x` that an assignment or a condition tells more about. Every change is noted on a trail, so that the ways of
control that part at an `if` are told from each other by their changes, whatever the number of names.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import count, repeat
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.model import ROLES
from sphinx_kwdocs.python_code import (
    BUILTINS_FIRST,
    NO_SYMBOL,
    UNKNOWN,
    ClassCode,
    Expr,
    FunctionCode,
    Scope,
    ScopeKind,
    SiteKind,
)

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Container, Sequence

    from sphinx_kwdocs.languages._python_lines import SourceLines
    from sphinx_kwdocs.model import Symbol

Key = str | int
Changes = dict[Key, int | None]
Use = tuple[int, int, int, int, int, int]

IMPORT, CALL, READ, WRITE, BASE, ANNOTATION, DECORATOR, MENTION = (
    ROLES.index(role) for role in ("import", "call", "read", "write", "base", "annotation", "decorator", "mention")
)
MOST_NOTED = 100_000
"""So many changes are kept for the jumps of one loop."""
MOST_FILLS = 3
"""What the first statements put into a container is telling; beyond that, it only takes time."""
MOST_ITEMS = 64
"""Of so many items something is known in each scope: all of them are looked at where a loop begins."""
MOST_WAYS = 16
"""A name that many ways of control give is known by the last of them."""


class Loop:
    """A loop on its way through the walk: where its body began on the trail, and what its jumps know."""

    __slots__ = ("breaks", "continues", "is_cut_short", "mark", "noted")

    def __init__(self, mark: int) -> None:
        self.mark = mark
        self.noted = 0
        self.is_cut_short = False
        self.breaks: list[Changes] = []
        self.continues: list[Changes] = []


class CodeState:
    """Everything the walk writes to, and how control parts and joins.

    The slots of all parts of the walk stand here: with so many attributes a dictionary would cost a tenth of the time.
    """

    __slots__ = (
        "_classes",
        "aliases",
        "around",
        "assignments",
        "attribute_keys",
        "body_now",
        "bound",
        "classes",
        "constants",
        "displays",
        "empty",
        "empty_sites",
        "env",
        "fills",
        "first",
        "free",
        "functions",
        "generic_names",
        "handed",
        "has_code_spans",
        "heads",
        "holder",
        "import_at",
        "imported",
        "index_now",
        "is_ascii",
        "is_deferred",
        "is_generator",
        "is_named",
        "is_nested",
        "is_quoted",
        "item_keys",
        "keeping",
        "known_symbols",
        "lambdas",
        "last_arguments",
        "last_index",
        "lines",
        "literals",
        "loop",
        "nameless",
        "narrowed",
        "numbers",
        "others",
        "outer",
        "passing",
        "phis",
        "placed",
        "put_keys",
        "reaching_out",
        "reading",
        "receivers",
        "renamed",
        "returned",
        "scope",
        "scopes",
        "sites",
        "stars",
        "statements",
        "symbol_at",
        "symbol_of",
        "symbols",
        "trail",
        "tuples",
        "uses",
        "visit",
        "walrus_names",
        "walruses",
        "yielded",
    )

    visit: dict[type[ast.AST], Callable[[Any, Any, int], int]]
    statements: dict[type[ast.AST], Callable[[Any, Any], bool | None]]

    def __init__(self, lines: SourceLines, symbols: Sequence[Symbol], *, is_ascii: bool) -> None:  # noqa: PLR0915  a table
        self.lines = lines
        # The number of every expression so far; one that is new gets the next. In the order of a dictionary, they are
        # the list of expressions; what the walk itself asks of an expression stands in the tables below.
        self.numbers: defaultdict[Expr, int] = defaultdict(count().__next__)
        self.numbers["unknown",]
        self.constants: set[int] = set()
        self.literals: dict[tuple[type, object], int] = {}
        self.tuples: dict[int, list[int]] = {}
        self.empty = {self.numbers["list",], self.numbers["dict", (), ()]}  # containers with nothing in them yet
        self.empty_sites: dict[int, int] = {}  # the sites of the names that were given one, by their bindings
        self.fills: dict[int, list[tuple[int, ...]]] = {}
        self.phis: dict[int, list[int]] = {}
        self.narrowed: dict[int, int] = {}  # what `instance` and `other` are said of
        self.others: set[int] = set()
        self.free: set[int] = set()  # names of other scopes that a condition told more about
        # The expressions that the environment has had as keys, by the names of the attributes.
        self.attribute_keys: defaultdict[str, dict[int, None]] = defaultdict(dict)
        # Those of them in this scope that have a subscript, each with what the subscripts are taken of.
        self.item_keys: dict[int, tuple[int, ...]] = {}
        self.aliases: dict[int, Any] = {}  # what holds if a name is true that was given a condition
        self.put_keys: set[int] = set()  # those that a literal and an assignment tell, each of which is another item
        self.displays: dict[int, list[tuple[int, int]]] = {}  # the pairs of dictionaries that are written out
        self.scopes: list[Scope] = [Scope("module", 0)]
        self.sites: list[tuple[str, int, int, int, SiteKind, int, int]] = []
        self.functions: dict[int, FunctionCode] = {}
        self.classes: dict[int, ClassCode] = {}
        self.uses: list[Use] = []
        self.nameless: list[tuple[int, int]] = []  # calls of what has no name there, with their scopes
        self.handed: set[int] = set()  # parameters that may be called, by their bindings, and what was taken from them
        self.passing: list[tuple[int, int]] = []  # calls of these or with these, with their scopes
        self.keeping: set[str] = set()  # attributes that keep such a parameter
        self.placed: list[Use] = []  # uses whose columns are known in code points
        self.symbols = symbols
        self.is_ascii = is_ascii
        self.imported: set[int] = set()  # the bindings of names that imports give
        self.symbol_at = {each.span[:2]: number for number, each in enumerate(symbols)}
        self.reaching_out: list[tuple[int, str, int, int]] = []  # scope, name, bind, site of `global` and `nonlocal`
        self.heads: dict[int, Expr] = {}  # what stands behind the numbers that were reserved at the head of loops
        self.walruses: list[tuple[str, int]] = []
        self.scope = 0
        self.reading = BUILTINS_FIRST  # where names that are not bound here are looked up
        self.env: dict[Key, int] = {}
        self.around: dict[Key, int] = {}  # in a class, how names stand around it
        self.lambdas: dict[int, FunctionCode] = {}
        self.trail: list[tuple[Key, int | None]] = []
        self.first = self.scopes[0].first
        self.outer = self.scopes[0].outer
        self.bound: list[tuple[str, int]] = []
        self.known_symbols: dict[str, int] = {}
        self.is_named = True  # whether names given here may be symbols
        self.is_deferred = False  # whether annotations are read when everything is defined
        self.is_quoted = False  # whether the walk is inside of a string
        self.is_generator = False
        self.is_nested = False  # whether the function that is read stands in another one
        self.has_code_spans = False
        self.last_arguments: tuple[int, ...] = ()
        self.last_index = UNKNOWN
        self.loop: Loop | None = None
        self.body_now: Sequence[ast.stmt] = ()
        self.index_now = 0

    def column(self, line: int, byte_column: int) -> int:
        """Return a column in code points."""
        return byte_column if self.is_ascii else self.lines.column(line, byte_column)

    def new_scope(self, kind: ScopeKind, symbol: int = NO_SYMBOL) -> int:
        """Open a scope within this one; return its number."""
        self.scopes.append(Scope(kind, self.scope, symbol, {}, {}, {}, {}))
        return len(self.scopes) - 1

    def give(
        self,
        name: str,
        line: int,
        col: int,
        value: int,
        kind: SiteKind = "variable",
        declared: int = 0,
        symbol: int = NO_SYMBOL,
    ) -> int:
        """Bind a name at a place, whose column is in code points; return the binding."""
        if self.is_named:
            at = self.symbol_at.get((line, col))
            if at is None:
                symbol = self.known_symbols.get(name, NO_SYMBOL)
            else:
                symbol = at
                self.known_symbols.setdefault(name, at)
        site = len(self.sites)
        self.sites.append((name, line, col, self.scope, kind, symbol, declared))
        number = self.numbers["bind", site, value]
        if value in self.empty:
            self.empty_sites[number] = site
        elif value in self.handed:
            self.handed.add(number)
        env = self.env
        self.trail.append((name, env.get(name)))
        env[name] = number
        if self.outer and name in self.outer:
            self.reaching_out.append((self.scope, name, number, site))
        else:
            self.first.setdefault(name, site)
            self.bound.append((name, number))
        if declared:
            self.scopes[self.scope].declared[name] = declared
        return number

    def fill(self, container: int, *held: int) -> None:
        """Note what is put into a container that a name was given empty."""
        site = self.empty_sites.get(container)
        if site is not None:
            known = self.fills.setdefault(site, [])
            if len(known) < MOST_FILLS:
                known.append(held)

    def put(self, container: int, index: int, value: int) -> None:
        """Let an item of a container be something from here on if a literal says which; else none is known any more."""
        if index not in self.constants:
            self.forget_items(container)
            return
        key = self.numbers["item", container, index]
        self.forget_items(key)
        self.forget_items(container, but=self.put_keys)
        is_told = value and value not in self.constants and self.loop is None
        if is_told and (key in self.item_keys or len(self.item_keys) < MOST_ITEMS):
            self.item_keys[key] = container, *self.item_keys.get(container, ())
            self.put_keys.add(key)
            self.set(key, value)
        elif key in self.env:
            self.set(key, None)

    def set(self, key: Key, value: int | None) -> None:
        """Let a name or an expression be something from here on; with None, nothing that is known here."""
        env = self.env
        self.trail.append((key, env.get(key)))
        if value is None:
            env.pop(key, None)
        else:
            env[key] = value

    def forget_items(self, container: int | None = None, but: Container[int] = ()) -> None:
        """Forget what conditions and assignments said of the items of a container, or of any, but for some."""
        for key, containers in self.item_keys.items():
            if key in self.env and (container is None or container in containers) and key not in but:
                self.set(key, None)

    def changes(self, mark: int) -> Changes:
        """Return what has changed since a mark on the trail."""
        if len(self.trail) == mark:
            return {}
        env = self.env
        return {key: env.get(key) for key, _ in self.trail[mark:]}

    def jump(self, loop: Loop, ways: list[Changes]) -> None:
        """Note what holds at a `break` or `continue`; not without end, if thousands of them know thousands of names."""
        loop.noted += len(self.trail) - loop.mark
        if loop.noted < MOST_NOTED:
            ways.append(self.changes(loop.mark))
        else:
            loop.is_cut_short = True

    def undo(self, mark: int) -> None:
        """Go back to how things were at a mark on the trail."""
        trail = self.trail
        if len(trail) > mark:
            env = self.env
            for key, value in reversed(trail[mark:]):
                if value is None:
                    env.pop(key, None)
                else:
                    env[key] = value
            del trail[mark:]

    def revert(self, mark: int, walruses: int) -> None:
        """Undo what holds only within an expression; names that `:=` gave since stay."""
        self.undo(mark)
        for name, value in self.walruses[walruses:]:
            self.set(name, value)

    def apply(self, changes: Changes) -> None:
        """Let all changes of one way of control hold."""
        for key, value in changes.items():
            self.set(key, value)

    def join(self, ways: list[Changes]) -> None:
        """Let hold what is true whichever of the ways was taken; each is told by its changes from here."""
        if len(ways) == 1:
            self.apply(ways[0])
            return
        if not any(ways):
            return
        values: dict[Key, list[int | None]] = {}
        for way in ways:
            for key, value in way.items():
                values.setdefault(key, []).append(value)
        for key, several in values.items():
            before = self.env.get(key)
            if len(several) < len(ways):
                several.insert(0, before)
            merged = self.merged(key, several, before)
            if merged != before:
                self.set(key, merged)

    def merged(self, key: Key, values: list[int | None], before: int | None) -> int | None:
        """Return what a key is where it may be any of several; conditions that cover all cases say nothing."""
        known = dict.fromkeys(values)
        is_partial = None in known
        known.pop(None, None)
        distinct: list[int] = list(known)  # type: ignore[arg-type]  # None is out
        if is_partial and (isinstance(key, int) or any(self.root(value) in self.free for value in distinct)):
            return None
        if not self.narrowed.keys().isdisjoint(distinct):
            return self._merged_narrowings(distinct, before)
        return self.phi(distinct) if distinct else None

    def _merged_narrowings(self, values: list[int], before: int | None) -> int | None:
        base = before if before is not None else self.root(values[0])
        root = self.root(base)
        same = [value for value in values if self.root(value) == root]
        if base in same or (len(same) > 1 and any(value in self.others for value in same)):
            rest = [value for value in values if value not in same]
            if before is None and not rest:
                return None
            return self.phi([base, *rest])
        return self.phi(values)

    def root(self, number: int) -> int:
        """Return an expression without what conditions say of it."""
        narrowed = self.narrowed
        while number in narrowed:
            number = narrowed[number]
        return number

    def phi(self, values: Sequence[int]) -> int:
        """Return one of several values: flat, distinct, and not too many."""
        if len(values) == 1:
            return values[0]
        if self.phis.keys().isdisjoint(values):
            members = dict.fromkeys(values)
        else:
            members = dict.fromkeys(each for value in values for each in self.phis.get(value, (value,)))
        kept = list(members)[-MOST_WAYS:]
        if len(kept) == 1:
            return kept[0]
        number = self.numbers["phi", *kept]
        self.phis[number] = kept
        return number

    def narrow(self, key: Key, value: int, cls: int, *, holds: bool) -> int:
        """Let a condition say of a key that it is, or is not, an instance of a class."""
        number = self.numbers["instance" if holds else "other", value, cls]
        self.narrowed[number] = value
        if not holds:
            self.others.add(number)
        if isinstance(key, str) and key not in self.env:
            self.free.add(value)
        self.set(key, number)
        return number

    def close_scope(self, number: int, first: dict[str, int], bound: list[tuple[str, int]]) -> None:
        """Note what each name of a scope is at its end, or all it may be."""
        scope, env = self.scopes[number], self.env
        ends = dict(zip(first, map(env.get, first, repeat(UNKNOWN)), strict=False))
        if self.around:
            # What a class only declares is not what the name means around it.
            ends.update({name: UNKNOWN for name, value in ends.items() if value == self.around.get(name)})
        if UNKNOWN in ends.values():
            given: dict[str, list[int]] = {}
            for name, value in bound:
                if ends[name] == UNKNOWN:
                    given.setdefault(name, []).append(value)
            ends.update({name: self.phi(values) for name, values in given.items()})
        scope.ends = ends
