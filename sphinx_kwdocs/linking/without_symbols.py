"""Takes symbols out of an Index, with all that speaks of them, for extensions that do not want them shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.findings import without_findings
from sphinx_kwdocs.model.import_table import ImportTable
from sphinx_kwdocs.model.occurrences import NOWHERE, FileReferences
from sphinx_kwdocs.model.references import Calls, Hierarchy, References
from sphinx_kwdocs.model.symbol_table import SymbolTable
from sphinx_kwdocs.model.symbols import Symbols

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.index import Index


def without_symbols(index: Index, unwanted: AbstractSet[str]) -> Index:
    """Return an Index that has neither these symbols nor those nested in them; their lines stay in the source."""
    gone = _with_nested(index, unwanted) if unwanted else frozenset()
    if not gone:
        return index
    names = index.references.names
    numbers = frozenset(number for number, name in enumerate(names) if name in gone)
    kept = {path: _without_targets(file, names, numbers) for path, file in index.references.files.items()}
    facts = {path: _without_symbols(file, gone) for path, file in index.facts.items()}
    return replace(
        index,
        facts=facts,
        symbols=SymbolTable(facts),
        imports=ImportTable(
            facts,
            {
                path: [(origin, target, "" if symbol in gone else symbol) for origin, target, symbol in meanings]
                for path, meanings in index.imports.meanings.items()
            },
        ),
        term_symbols={term: target for term, target in index.term_symbols.items() if target not in gone},
        references=References(names, kept),
        hierarchy=Hierarchy(*(_without(relation, gone) for relation in index.hierarchy)),
        calls=Calls(*(_without(relation, gone) for relation in index.calls)),
        findings=without_findings(index.findings, lambda finding: finding.symbol in gone),
    )


def _with_nested(index: Index, unwanted: AbstractSet[str]) -> frozenset[str]:
    gone: set[str] = set()
    # A symbol comes behind the one that it is nested in.
    for symbol in index.symbols.values():
        if symbol.id in unwanted or symbol.parent in gone:
            gone.add(symbol.id)
    return frozenset(gone)


def _without_symbols(facts: FileFacts, gone: frozenset[str]) -> FileFacts:
    kept = Symbols(symbol for symbol in facts.symbols if symbol.id not in gone)
    return facts if len(kept) == len(facts.symbols) else replace(facts, symbols=kept)


def _without_targets(file: FileReferences, names: Sequence[str], numbers: frozenset[int]) -> FileReferences:
    if numbers.isdisjoint(file.targets) and numbers.isdisjoint(file.holders):
        return file
    kept = FileReferences(names)
    columns = zip(file.lines, file.cols, file.ends, file.roles, file.known, file.targets, file.holders, strict=True)
    for line, col, end, role, known, target, holder in columns:
        if target not in numbers:
            kept.add(line, col, end, role, known, target, NOWHERE if holder in numbers else holder)
    kept.locals = file.locals
    kept.remotes = file.remotes
    kept.externals = file.externals
    return kept


def _without(relation: Mapping[str, tuple[str, ...]], gone: frozenset[str]) -> dict[str, tuple[str, ...]]:
    found = {
        name: tuple(other for other in others if other not in gone)
        for name, others in relation.items()
        if name not in gone
    }
    return {name: others for name, others in found.items() if others}
