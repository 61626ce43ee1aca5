"""Gives an index references that a test names one by one, so that pages are tested without a resolver."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.index import CERTAINTIES, ROLES
from sphinx_kwdocs.model.occurrences import NOWHERE, External, FileReferences, Local
from sphinx_kwdocs.model.references import Hierarchy, References

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_kwdocs.model.index import Certainty, Index, Role

NO_RELATIVES = Hierarchy({}, {}, {}, {})


@dataclass(frozen=True)
class Named:
    """A use, found by the text that stands there."""

    path: str
    line: int
    text: str
    target: str
    role: Role = "read"
    known: Certainty = "exact"
    holder: str = ""


def linked(
    index: Index,
    uses: Iterable[Named],
    hierarchy: Hierarchy = NO_RELATIVES,
    *,
    variables: Mapping[str, tuple[Local, ...]] | None = None,
    externals: Mapping[str, tuple[External, ...]] | None = None,
) -> Index:
    """Return the index with these references in place of its own."""
    names = (*index.symbols, *index.files)
    numbers = {name: number for number, name in enumerate(names)}
    rows: defaultdict[str, list[tuple[int, ...]]] = defaultdict(list)
    texts: dict[str, list[str]] = {}
    for use in uses:
        if use.path not in texts:
            texts[use.path] = (index.root / use.path).read_text(encoding="utf-8").split("\n")
        holder = numbers[use.holder] if use.holder else NOWHERE
        kind = (ROLES.index(use.role), CERTAINTIES.index(use.known), numbers[use.target], holder)
        found = list(re.finditer(rf"\b{re.escape(use.text)}\b", texts[use.path][use.line - 1]))
        assert found, use
        rows[use.path] += [(use.line, match.start(), match.end(), *kind) for match in found]
    files: dict[str, FileReferences] = {}
    for path in sorted({*rows, *(variables or {}), *(externals or {})}):
        files[path] = FileReferences(names)
        for row in sorted(rows[path], key=lambda row: row[:3]):
            files[path].add(*row)
        files[path].locals = (variables or {}).get(path, ())
        files[path].externals = (externals or {}).get(path, ())
    return replace(index, references=References(names, files), hierarchy=hierarchy)
