"""Keeps what the walk over one Python file knows so far: what it is given, what it has found, and where it is."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_kwdocs.languages.python.walk.environment import Environment, Key, Loop
from sphinx_kwdocs.languages.python.walk.expression_table import ExpressionTable
from sphinx_kwdocs.model.python_code import (
    BUILTINS_FIRST,
    NO_SYMBOL,
    ClassCode,
    Expr,
    FunctionCode,
    Scope,
    ScopeKind,
    SiteKind,
)

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Mapping, Sequence

    from sphinx_kwdocs.languages.python.walk.module_source import ModuleSource

Use = tuple[int, int, int, int, int, int]
"""Line, column, end, expression, role and scope of a name that is used: a row of `Uses`."""


class Receiver(NamedTuple):
    """The first parameter of a method."""

    cls: int
    """The scope of the class."""
    number: int
    """The parameter's binding."""
    is_init: bool
    """Whether the method is `__init__`."""


class AttributeAssignment(NamedTuple):
    """An assignment to an attribute of `self` or `cls`."""

    cls: int
    """The scope of the class."""
    name: str
    """The attribute."""
    site: int
    """Its place."""
    use: Use
    """The same as a use, for those that do not define it."""
    node: ast.Attribute
    """The target."""
    body: Sequence[ast.stmt]
    """The statements among which it stands."""
    place: int
    """Which of them it is."""
    is_init: bool
    """Whether it stands in `__init__`."""


class Fact(NamedTuple):
    """What a condition says of a value."""

    key: Key
    """The name, or the expression's number."""
    base: int
    """What it is without the condition."""
    cls: int
    """The class."""
    holds: bool
    """Whether it is of the class or is not."""


Facts = tuple[Fact, ...]


class NamedCondition(NamedTuple):
    """A condition that a name was given."""

    true: Facts
    """What is known where it holds."""
    false: Facts
    """What is known where it does not."""
    seen: tuple[tuple[Key, int | None], ...]
    """What it speaks of, with what each was then."""


@dataclass(slots=True)
class ScopeNames:
    """The names that one scope gives so far."""

    scope: int
    """The number of the scope."""
    first: dict[str, int]
    """The first site of each of its names: `Scope.first`."""
    outer: dict[str, bool]
    """Names that belong to another scope: `Scope.outer`."""
    bound: list[tuple[str, int]] = field(default_factory=list)
    """Every name with what it was bound to, in text order."""


@dataclass(slots=True)
class Frame:
    """Where the walk is: the scope, and what holds there at this point."""

    scope: int
    """The number of the scope."""
    lookup: int
    """Where names that are not bound here are looked up."""
    env: Environment
    """What names are now."""
    names: ScopeNames
    """The names that the scope gives."""
    holder: ScopeNames
    """Those of the nearest scope that is no comprehension, to which `:=` gives its name."""
    uses: list[Use]
    """Where uses are noted, with columns in bytes; in a string whose names have no places, nobody reads it."""
    around: Mapping[Key, int] = field(default_factory=dict)
    """In a class, how names stand around it."""
    symbol_of_name: dict[str, int] = field(default_factory=dict)
    """The symbols of names that have been given here."""
    item_keys: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The keys of the environment that have a subscript, each with what the subscripts are taken of."""
    receivers: Mapping[str, Receiver] = field(default_factory=dict)
    """The first parameters of the methods around, by their names."""
    returned: list[int] = field(default_factory=list)
    """What the function returns so far."""
    yielded: list[int] = field(default_factory=list)
    """What it yields so far."""
    loop: Loop | None = None
    """The loop that `break` leaves."""
    is_named: bool = True
    """Whether names given here may be symbols."""
    is_quoted: bool = False
    """Whether the walk is inside of a string."""
    is_generator: bool = False
    """Whether the function yields."""
    is_nested: bool = False
    """Whether the function stands in another one."""

    def copy(self) -> Frame:
        """Return another frame for the same place, which goes on from there on its own."""
        return Frame(
            self.scope, self.lookup, self.env, self.names, self.holder, self.uses, self.around, self.symbol_of_name,
            self.item_keys, self.receivers, self.returned, self.yielded, self.loop, self.is_named, self.is_quoted,
            self.is_generator, self.is_nested,
        )  # fmt: skip


@dataclass(slots=True)
class Containers:
    """What is known of lists and dictionaries that a name was given empty, and of items that were assigned."""

    empty: set[int]
    """The expressions that are containers with nothing in them yet."""
    empty_sites: dict[int, int] = field(default_factory=dict)
    """The sites of the names that were given one, by their bindings."""
    fills: dict[int, list[tuple[int, ...]]] = field(default_factory=dict)
    """What was put into each first, by these sites: `PythonCode.fills`."""
    put_keys: set[int] = field(default_factory=set)
    """The keys that a literal and an assignment tell, each of which is another item."""


@dataclass(slots=True)
class CallableParameters:
    """The parameters that may be functions or classes, and what is done with them."""

    bindings: set[int] = field(default_factory=set)
    """Their bindings, and what was taken from them."""
    attributes: set[str] = field(default_factory=set)
    """The attributes that keep such a parameter."""
    calls: list[tuple[int, int]] = field(default_factory=list)
    """Calls of these or with these, with their scopes."""


@dataclass(slots=True)
class WalkState:
    """Everything the walk reads from and writes to.

    Every part of the walk is a function that takes this first. Those that read an expression or a statement are found
    by the type of its node, so that no part has to know the others: `walk.readers[type(node)](walk, node, READ)`.
    """

    # What it is given.
    source: ModuleSource
    """The file."""
    readers: Mapping[type[ast.AST], Callable[[WalkState, Any, int], int]]
    """The functions that read an expression in a role, and return its number."""
    statement_readers: Mapping[type[ast.AST], Callable[[WalkState, Any], bool | None]]
    """The functions that read a statement, and tell whether control does not come out behind it."""

    # What it has found, for `PythonCode`.
    exprs: ExpressionTable = field(default_factory=ExpressionTable)
    """All expressions."""
    numbers: defaultdict[Expr, int] = field(init=False)
    """Their numbers; here, too, because nothing is asked for as often."""
    scopes: list[Scope] = field(default_factory=list)
    """All scopes; the first is the module."""
    sites: list[tuple[str, int, int, int, SiteKind, int, int]] = field(default_factory=list)
    """The fields of every `Site`."""
    functions: dict[int, FunctionCode] = field(default_factory=dict)
    """The functions and lambdas by their scopes."""
    classes: dict[int, ClassCode] = field(default_factory=dict)
    """The classes by their scopes."""
    stars: list[int] = field(default_factory=list)
    """The imports of everything from a module."""
    placed: list[Use] = field(default_factory=list)
    """Uses whose columns are known in code points; all others stand in `Frame.uses`."""
    nameless: list[tuple[int, int]] = field(default_factory=list)
    """Calls of what has no name there, with their scopes."""
    containers: Containers = field(init=False)
    """Containers that are filled."""
    callable_parameters: CallableParameters = field(default_factory=CallableParameters)
    """Parameters that may be called."""

    # What can only be settled at the end.
    attribute_assignments: list[AttributeAssignment] = field(default_factory=list)
    """The assignments to attributes of `self` and `cls`."""
    reaching_out: list[tuple[int, str, int, int]] = field(default_factory=list)
    """Scope, name, binding and site of each name that is given to a scope around."""

    # What it knows of expressions, wherever it is.
    attribute_keys: defaultdict[str, dict[int, None]] = field(default_factory=lambda: defaultdict(dict))
    """The expressions that environments have had as keys, by the names of the attributes."""
    conditions: dict[int, NamedCondition] = field(default_factory=dict)
    """The conditions that names were given, by their bindings."""
    imported: set[int] = field(default_factory=set)
    """The bindings of names that imports give."""
    lambdas: dict[int, FunctionCode] = field(default_factory=dict)
    """The lambdas."""
    pattern_classes: dict[ast.pattern, int] = field(default_factory=dict)
    """The classes that patterns name."""
    walruses: list[tuple[str, int]] = field(default_factory=list)
    """The names that `:=` gave, with their bindings."""

    # Where it is.
    frame: Frame = field(init=False)
    """The scope, and what holds there."""
    body: Sequence[ast.stmt] = ()
    """The statements among which the one that is read stands."""
    body_index: int = 0
    """Which of them it is."""
    last_arguments: tuple[int, ...] = ()
    """The arguments of the call that was read last."""

    def __post_init__(self) -> None:
        self.numbers = self.exprs.numbers
        self.containers = Containers({self.numbers["list",], self.numbers["dict", (), ()]})
        module = Scope("module", 0)
        self.scopes.append(module)
        names = ScopeNames(0, module.first, module.outer)
        self.frame = Frame(0, BUILTINS_FIRST, Environment(), names, names, [])

    def new_scope(self, kind: ScopeKind, symbol: int = NO_SYMBOL) -> int:
        """Open a scope within this one; return its number."""
        self.scopes.append(Scope(kind, self.frame.scope, symbol, {}, {}, {}, {}))
        return len(self.scopes) - 1
