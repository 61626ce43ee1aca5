"""Makes terms of the names that were found in code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.facts import Term, Terms
from sphinx_kwdocs.model.fast_frozen import maker

if TYPE_CHECKING:
    from collections.abc import Iterable

_term = maker(Term)


def code_terms(found: Iterable[tuple[str, int]]) -> Terms:
    """Return names that were found on lines, which ascend, as terms in alphabetical order whatever their case."""
    lines: dict[str, list[int]] = {}
    for name, line in found:
        lines.setdefault(name, []).append(line)
    by_case = sorted(sorted(lines), key=str.casefold)
    return Terms([_term(name, tuple(dict.fromkeys(lines[name])), float(len(lines[name])), True) for name in by_case])
