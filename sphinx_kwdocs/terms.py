"""Holds the terms of a file in columns until somebody looks at one: after an edit, of nearly all only names are asked.

The identifiers of all files of a large repository are hundreds of thousands, three times as many as its symbols.
"""

from __future__ import annotations

import marshal
from functools import cached_property
from sys import intern
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs._columns import unpacked
from sphinx_kwdocs._kept import Kept
from sphinx_kwdocs._thawed import thawed
from sphinx_kwdocs.model import Term

if TYPE_CHECKING:
    from collections.abc import Sequence

_ThawedTerm = thawed(Term)


class KeptTerms(Kept[Term]):
    """The terms of a file, of which the names can be asked for without making any."""

    def __init__(self, names: Any, are_code: bool, others: bytes) -> None:  # noqa: ANN401  as the store keeps it
        """Take the packed names, whether all terms surely are code, and the bytes of all else."""
        self.are_code = are_code
        self._names = names
        self._others = others

    @cached_property
    def names(self) -> list[str]:
        """Their names."""
        return list(map(intern, unpacked(self._names)))

    @cached_property
    def lines(self) -> Sequence[tuple[int, ...]]:
        """The lines of each."""
        return self._columns[0]

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


def term_names(terms: Sequence[Term]) -> list[str]:
    """Return the names of terms, in their order."""
    return terms.names if isinstance(terms, KeptTerms) else [term.name for term in terms]


def first_line(terms: Sequence[Term], number: int) -> int:
    """Return the first line of one of the terms."""
    return terms.lines[number][0] if isinstance(terms, KeptTerms) else terms[number].lines[0]


def are_code(terms: Sequence[Term]) -> bool:
    """Tell whether all terms are code."""
    return (isinstance(terms, KeptTerms) and terms.are_code) or all(term.is_code for term in terms)
