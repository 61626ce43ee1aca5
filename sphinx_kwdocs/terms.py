"""Holds the terms of a file in columns until somebody looks at one: after an edit, of nearly all only names are asked.

The identifiers of all files of a large repository are hundreds of thousands, three times as many as its symbols.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx_kwdocs.model import Term


class KeptTerms(Sequence["Term"]):
    """The terms of a file, made when one of them is asked for; it is equal to a tuple of the same terms."""

    def __init__(
        self,
        names: list[str],
        lines: Sequence[tuple[int, ...]],
        make: Callable[[], tuple[Term, ...]],
        *,
        are_code: bool,
    ) -> None:
        """Take the names and lines, and what makes the terms; `are_code` if all of them surely are code."""
        self.names = names
        self.lines = lines
        self.are_code = are_code
        self._make = make

    @cached_property
    def _terms(self) -> tuple[Term, ...]:
        return self._make()

    def __len__(self) -> int:
        return len(self.names)

    @overload
    def __getitem__(self, index: int) -> Term: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Term, ...]: ...
    def __getitem__(self, index: int | slice) -> Term | tuple[Term, ...]:
        return self._terms[index]

    def __iter__(self) -> Iterator[Term]:
        return iter(self._terms)

    def __eq__(self, other: object) -> bool:
        return self._terms == (other._terms if isinstance(other, KeptTerms) else other)

    def __hash__(self) -> int:
        return hash(self._terms)

    def __repr__(self) -> str:
        return repr(self._terms)


def term_names(terms: Sequence[Term]) -> list[str]:
    """Return the names of terms, in their order."""
    return terms.names if isinstance(terms, KeptTerms) else [term.name for term in terms]


def first_line(terms: Sequence[Term], number: int) -> int:
    """Return the first line of one of the terms."""
    return terms.lines[number][0] if isinstance(terms, KeptTerms) else terms[number].lines[0]


def are_code(terms: Sequence[Term]) -> bool:
    """Tell whether all terms are code."""
    return (isinstance(terms, KeptTerms) and terms.are_code) or all(term.is_code for term in terms)
