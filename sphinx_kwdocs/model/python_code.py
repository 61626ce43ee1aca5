"""What the statements of one Python file do with names, in a form that can be linked without its syntax tree.

Everything is a number into a list of the same file: an expression into `PythonCode.exprs`, a scope into `scopes`, a
place where a name is given into `sites`, a definition into the file's symbols. Expressions are tuples that open with
their sort; equal ones are one. What they are made of stands before them, but for the `phi` at the head of a loop, which
also has what the loop's body gives. Long displays are cut: of a list or a set that was, the first element is 0. In this
list `e` is an expression:

    ("unknown",)                      nothing is known; always number 0
    ("name", scope, name)             a name not bound at this point of its own scope: look from `scope` outwards;
                                      `types_in(scope)` is for an annotation in a class
    ("bind", site, e)                 a name given at a site, with the value it gets there
    ("phi", e, e, …)                  what a name may be where two ways of control join
    ("prefer", e, e)                  what a condition settled beforehand gives a name, and what else it might
    ("instance", e, class)            e where `isinstance(e, class)` holds; the class may be a tuple
    ("other", e, class)               e where it does not
    ("attr", e, name)                 e.name
    ("call", e, args, keywords)       a call; `args`: expressions, `keywords`: pairs of a name (empty for `**`) and one
    ("star", e)                       `*e` among arguments or elements
    ("item", e, index)                e[index]
    ("element", e)                    what a loop over e gives; ("async-element", e) an `async for`
    ("enter", e)                      what `with e as x` gives; ("async-enter", e) an `async with`
    ("await", e)                      what `await e` gives
    ("from", e)                       what `yield from e` gives: what the generator returns
    ("sent", scope)                   what `yield` gives in a function: what its caller sends
    ("part", e, number)               one of the values that e is unpacked into, negative behind a starred name
    ("rest", e, before, after)        what a starred name gets of e, but for so many values before and behind it
    ("list", e, …)                    a display or comprehension: also "set", "tuple", "generator"
    ("dict", keys, values)            a display or comprehension: two tuples; `**e` is the value ("star", e)
    ("const", type, value)            a literal: its type's name; its value if an int or a short str, else None
    ("either", e, …)                  one of several values: `a or b`, `a if c else b`
    ("operation", operator, e, e)     an operation by its name in `ast`, such as "Add"; a unary one has e twice, and
                                      `+=` is "IAdd"
    ("function", scope)               a function or a lambda, by the scope of its body
    ("class", scope)                  a class, by the scope of its body
    ("param", scope, number)          the value of a function's parameter
    ("import", number)                what the file's import of this number binds
    ("import-part", number, count)    the module that the first `count` parts of an import's module name
    ("typed", e)                      a value of the type that an annotation says
    ("caught", e)                     what `except e as x` gives
    ("type-parameter", bound)         a type parameter in brackets, with its bound or 0
    ("keyword", e, name)              the parameter that a call's keyword names; only as a reference
    ("applied", function, e)          an argument e that a function of the standard library may call; only as a call
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_kwdocs.model.facts import FileFacts

ScopeKind = Literal["module", "class", "function", "lambda", "comprehension", "type-parameters"]
SiteKind = Literal["variable", "parameter", "function", "class", "import", "attribute", "type-parameter"]
ParameterKind = Literal["positional", "any", "keyword", "rest", "options"]

Expr = tuple[Any, ...]
UNKNOWN = 0
"""The number of the expression of which nothing is known."""
BUILTINS_FIRST = -1
"""The scope of a name that the module's own statements read before they give it: a builtin, if there is one."""


def types_in(scope: int) -> int:
    """Return what stands for a class's scope where a type is looked for, or the scope that such a number stands for.

    A method or a variable that the class only gives further down is no type: what the name means around it is meant.
    """
    return -2 - scope


NO_SYMBOL = -1
"""What stands for a symbol where there is none."""


class Site(NamedTuple):
    """A place where a name is given."""

    name: str
    """The name."""
    line: int
    """Where it stands."""
    col: int
    """Where it begins."""
    scope: int
    """The scope it belongs to; for an attribute of `self` the scope of the class."""
    kind: SiteKind
    """By what it is given."""
    symbol: int = NO_SYMBOL
    """The definition it is; a variable's later sites have the number of the first one's."""
    declared: int = UNKNOWN
    """The annotation that stands at this site, as an expression."""


class Parameter(NamedTuple):
    """A parameter of a function."""

    name: str
    """Its name."""
    kind: ParameterKind
    """`positional` only, `any` way, `keyword` only, `rest` for `*args`, `options` for `**kwargs`."""
    site: int
    """Where it stands."""
    annotation: int = UNKNOWN
    """Its annotation."""
    default: int = UNKNOWN
    """Its default value."""


@dataclass(slots=True)
class Scope:
    """A stretch of code with names of its own."""

    kind: ScopeKind
    """What makes it."""
    parent: int
    """The scope it stands in; its own number for the module."""
    symbol: int = NO_SYMBOL
    """The definition whose body it is."""
    ends: dict[str, int] = field(default_factory=dict)
    """What each of its names is at its end, or all it may be where the end is not reached."""
    first: dict[str, int] = field(default_factory=dict)
    """The first site of each of its names."""
    declared: dict[str, int] = field(default_factory=dict)
    """The annotation of each name that has one, as an expression."""
    outer: dict[str, bool] = field(default_factory=dict)
    """Names that belong to another scope: True for `global`, False for `nonlocal`."""


def bound_below_module(scopes: Sequence[Scope], scope: int, name: str, *, is_free: bool = False) -> int | None:
    """Return what a name is bound to from a scope outwards; None if no function or class around it binds it.

    `is_free` passes over the scope itself if it is a class, as what stands inside of a function does.
    """
    while scope > 0:
        here = scopes[scope]
        if name in here.outer:
            if here.outer[name]:
                return None
        elif name in here.ends and not (is_free and here.kind == "class"):
            return here.ends[name]
        is_free = True
        scope = here.parent
    return None


@dataclass(slots=True)
class FunctionCode:
    """What a function takes and gives."""

    parameters: tuple[Parameter, ...]
    """Its parameters, in order."""
    decorators: tuple[int, ...] = ()
    """Its decorators, from top to bottom."""
    annotation: int = UNKNOWN
    """The annotation of what it returns."""
    returned: tuple[int, ...] = ()
    """The values that it returns."""
    yielded: tuple[int, ...] = ()
    """The values that it yields; `yield from e` is `("element", e)`."""
    elements_of: int = UNKNOWN
    """For a lambda: what `sorted`, `map` and the like call it with the elements of."""
    handed_to: int = UNKNOWN
    """For a lambda: the call that it is an argument of, or a value `("typed", e)` of the type that it has to have."""
    is_async: bool = False
    """Whether it is declared `async`."""
    is_generator: bool = False
    """Whether it yields."""


@dataclass(slots=True)
class ClassCode:
    """What a class is made of, beside the names of its body."""

    bases: tuple[int, ...] = ()
    """Its bases."""
    keywords: tuple[tuple[str, int], ...] = ()
    """Its keyword arguments, such as a metaclass."""
    decorators: tuple[int, ...] = ()
    """Its decorators."""
    parameters: tuple[int, ...] = ()
    """Its type parameters in brackets, as expressions."""
    attributes: dict[str, list[int]] = field(default_factory=dict)
    """What its methods assign to attributes of `self` or `cls`: expressions of sort `bind`, in text order."""


class Uses:
    """The names of a file that stand for something, in text order; columns are in code points, each on one line.

    The first place that gives a name is none of them; a later one is, and stands for what it gives.
    """

    __slots__ = ("cols", "ends", "exprs", "lines", "roles", "scopes")

    def __init__(self) -> None:
        self.exprs = array("I")
        """What each stands for."""
        self.lines = array("I")
        self.cols = array("I")
        self.ends = array("I")
        self.roles = bytearray()
        """Numbers into `model.ROLES`."""
        self.scopes = array("I")
        """The scope each stands in."""

    def __eq__(self, other: object) -> bool:
        """Compare by what the columns hold."""
        return isinstance(other, Uses) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]  # it is filled row by row


@dataclass(slots=True)
class PythonCode:
    """What one file's statements do with names."""

    exprs: list[Expr]
    """Every expression that matters."""
    scopes: list[Scope]
    """Every scope; number 0 is the module."""
    sites: list[Site]
    """Every place where a name is given."""
    functions: dict[int, FunctionCode]
    """Functions and lambdas, by the scope of their bodies."""
    classes: dict[int, ClassCode]
    """Classes, by the scope of their bodies."""
    stars: tuple[int, ...]
    """The numbers of the imports of `*` that stand at the module's top level or under its conditions."""
    uses: Uses
    """The names that stand for something."""
    calls: tuple[tuple[int, int], ...] = ()
    """Calls without a name at them, such as `f()()`: the called expression and the scope.

    An `element` stands for a loop, an `applied` for what a function of the standard library calls.
    """
    fills: dict[int, list[tuple[int, ...]]] = field(default_factory=dict)
    """What is put into containers that names are given empty, by the sites: elements, or keys with values."""
    passed: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """Calls of what a function got as a parameter, or calls that hand it on, by the scope of the function.

    Each is an expression of sort `call` and the scope it stands in: the function's own, or one of a function inside,
    or of another method of the class if an attribute keeps the parameter.
    """


def code_of(facts: FileFacts) -> PythonCode | None:
    """Return the code among what a Python file says; None if there is no syntax tree."""
    return facts.code if isinstance(facts.code, PythonCode) else None


def inner_functions(code: PythonCode, fn: FunctionCode) -> tuple[int, ...]:
    """Return what a function returns of the functions that it defines itself, as decorators do."""
    found = []
    for number in fn.returned:
        expr = code.exprs[number]
        if expr[0] == "bind" and code.exprs[expr[2]][0] == "function":
            found.append(number)
    return tuple(found)
