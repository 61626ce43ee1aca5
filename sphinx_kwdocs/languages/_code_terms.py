"""Makes terms of the names that were found in code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model import Term

if TYPE_CHECKING:
    from collections.abc import Iterable


def code_terms(found: Iterable[tuple[str, int]]) -> tuple[Term, ...]:
    """Return names that were found on lines, which ascend, as terms in alphabetical order whatever their case."""
    lines: dict[str, list[int]] = {}
    for name, line in found:
        lines.setdefault(name, []).append(line)
    return tuple(
        Term(name, tuple(dict.fromkeys(lines[name])), float(len(lines[name])), is_code=True)
        for name in sorted(lines, key=lambda name: (name.casefold(), name))
    )
