"""The nouns of telling words: Term, and Terms, those of one file, whose names can be had without making any.

The identifiers of all files of a large repository are hundreds of thousands, three times as many as its symbols; after
an edit, of nearly all only names are asked for.
"""

from __future__ import annotations

import marshal
from dataclasses import dataclass
from functools import cached_property
from sys import intern
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.model.columns import unpacked
from sphinx_kwdocs.model.fast_frozen import thawed
from sphinx_kwdocs.model.lazy_sequence import LazySequence

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase that characterises a text, with the lines it stands on."""

    name: str
    """As a reader would look it up."""
    lines: tuple[int, ...]
    """Every line it occurs on, ascending, without repeats."""
    weight: float = 1.0
    """How telling it is within its file; only the order of magnitude has a meaning."""
    is_code: bool = False
    """Whether the author marked it as code, or it can only be an identifier."""


_ThawedTerm = thawed(Term)


class Terms(LazySequence[Term]):
    """The terms of a file; each column is parallel to them and can be had without them."""

    item_class = Term

    @staticmethod
    def packed(row: tuple[Any, ...]) -> Terms:
        """Return the terms of a file from a row that `memory.facts_codec` has packed."""
        return _PackedTerms(*row) if row else NO_TERMS

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple([term.name for term in self])

    @cached_property
    def lines(self) -> Sequence[tuple[int, ...]]:
        """The lines of each."""
        return tuple([term.lines for term in self])

    @cached_property
    def are_code(self) -> bool:
        """Whether all of them are code."""
        return all(term.is_code for term in self)


NO_TERMS = Terms(())


class _PackedTerms(Terms):
    """The terms of a file, at least one, as the store keeps them."""

    def __init__(self, names: Any, are_code: bool, others: bytes) -> None:  # noqa: ANN401  as the store keeps it
        """Take the packed names, whether all terms surely are code, and the bytes of all else."""
        self._names = names
        self._are_surely_code = are_code
        self._others = others

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(map(intern, unpacked(self._names)))

    @cached_property
    def lines(self) -> Sequence[tuple[int, ...]]:
        """The lines of each."""
        return self._columns[0]

    @cached_property
    def are_code(self) -> bool:
        """Whether all of them are code."""
        return self._are_surely_code or all(term.is_code for term in self)

    @property
    def _columns(self) -> tuple[Sequence[tuple[int, ...]], Any, Any]:
        return marshal.loads(self._others)  # type: ignore[no-any-return]  # noqa: S302  runs no code; the store vouches for it

    def __len__(self) -> int:
        return len(self.names)

    def __bool__(self) -> bool:
        return True

    def _make(self) -> tuple[Term, ...]:
        lines, weights, are_code = self._columns
        items = tuple(map(_ThawedTerm, self.names, lines, unpacked(weights), unpacked(are_code)))
        for item in items:
            item.__class__ = Term
        return items
