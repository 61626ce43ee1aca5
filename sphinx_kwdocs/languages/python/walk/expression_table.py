"""Numbers the expressions of one Python file, and knows of them what the walk itself asks."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_kwdocs.model.python_code import Expr

_LARGEST_INT = 1 << 31
_LONGEST_STRING = 40
_MOST_WAYS = 16
"""A name that many ways of control give is known by the last of them."""


@dataclass(slots=True)
class ExpressionTable:
    """The expressions of a file so far; see `PythonCode` for what they look like."""

    numbers: defaultdict[Expr, int] = field(default_factory=lambda: defaultdict(count().__next__))
    """The number of every expression; one that is new gets the next, so that the keys are the list of all."""
    constants: set[int] = field(default_factory=set)
    """The expressions that are literals."""
    literals: dict[tuple[type, object], int] = field(default_factory=dict)
    """The literals by their type and value."""
    tuples: dict[int, list[int]] = field(default_factory=dict)
    """The parts of tuples that are written out."""
    displays: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """The pairs of dictionaries that are written out."""
    phis: dict[int, list[int]] = field(default_factory=dict)
    """The members of every `phi`."""
    narrowed: dict[int, int] = field(default_factory=dict)
    """What every `instance` and `other` is said of."""
    others: set[int] = field(default_factory=set)
    """The expressions of sort `other`."""
    free: set[int] = field(default_factory=set)
    """Names of other scopes that a condition told more about."""
    heads: dict[int, Expr] = field(default_factory=dict)
    """What stands behind the numbers that were reserved at the head of loops."""

    def __post_init__(self) -> None:
        self.numbers["unknown",]  # the first of all

    def literal(self, value: object) -> int:
        """Return a literal that has no number yet; its value is kept if it is short."""
        kind = type(value)
        is_kept = kind is bool
        if kind is str:
            is_kept = len(value) <= _LONGEST_STRING  # type: ignore[arg-type]
        elif kind is int:
            is_kept = -_LARGEST_INT < value < _LARGEST_INT  # type: ignore[operator]
        number = self.numbers["const", kind.__name__, value if is_kept else None]
        self.constants.add(number)
        self.literals[kind, value] = number
        return number

    def part(self, value: int, place: int) -> int:
        """Return a part of a value; of a tuple that is written out, the part itself."""
        parts = self.tuples.get(value)
        if parts is not None and -len(parts) <= place < len(parts):
            return parts[place]
        return self.numbers["part", value, place]

    def phi(self, values: Sequence[int]) -> int:
        """Return one of several values: flat, distinct, and not too many."""
        if len(values) == 1:
            return values[0]
        if self.phis.keys().isdisjoint(values):
            members = dict.fromkeys(values)
        else:
            members = dict.fromkeys(each for value in values for each in self.phis.get(value, (value,)))
        kept = list(members)[-_MOST_WAYS:]
        if len(kept) == 1:
            return kept[0]
        number = self.numbers["phi", *kept]
        self.phis[number] = kept
        return number

    def loop_head(self, before: int) -> int:
        """Return a number for what a name is at the head of a loop; what its rounds give it is told later."""
        number = self.numbers["loop", len(self.heads)]
        self.heads[number] = ("phi", before)
        return number

    def narrow(self, value: int, cls: int, *, holds: bool) -> int:
        """Return a value of which a condition says that it is, or is not, an instance of a class."""
        number = self.numbers["instance" if holds else "other", value, cls]
        self.narrowed[number] = value
        if not holds:
            self.others.add(number)
        return number

    def root(self, number: int) -> int:
        """Return an expression without what conditions say of it."""
        narrowed = self.narrowed
        while number in narrowed:
            number = narrowed[number]
        return number

    def all(self) -> list[Expr]:
        """Return every expression at its number."""
        exprs = list(self.numbers)
        for number, expr in self.heads.items():
            exprs[number] = expr
        return exprs
