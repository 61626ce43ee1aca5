"""Reads what a shared cache holds of a file in full, or not at all: right types and lengths, lines that there are."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.memory.facts_codec import decode_facts
from sphinx_kwdocs.memory.type_check import fitting
from sphinx_kwdocs.model.facts import FileFacts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.files import Span

_fits_facts = fitting(FileFacts)


def whole_facts(data: bytes, path: str, lines: int) -> FileFacts | None:
    """Return the facts that bytes hold of a file with so many lines; None if any part of them cannot be so."""
    try:
        facts = decode_facts(data, path)
        is_good = _fits_facts(facts) and all(_checks(facts, lines))
    except Exception:  # noqa: BLE001  whatever is wrong with them, they are not there
        return None
    return facts if is_good else None


def _checks(facts: FileFacts, lines: int) -> Iterator[bool]:
    symbols, imports, terms = facts.symbols, facts.imports, facts.terms
    yield len(tuple(symbols)) == len(symbols.qualnames) == len(symbols.kinds) == len(symbols.lines) == len(symbols)
    yield all(0 <= number < len(symbols) for number in symbols.public)
    yield len(imports.lines) == len(tuple(imports))
    yield all(isinstance(name, str) for name in imports.distinct_names)
    yield len(tuple(terms)) == len(terms.lines) == len(terms)
    yield from _symbol_checks(symbols)
    spans = chain(
        chain.from_iterable((symbol.span, symbol.extent) for symbol in symbols),
        (item.span for item in imports),
        (item.span for item in facts.uses),
        (item.span for item in facts.code_spans),
    )
    yield all(_is_span(span, lines) for span in spans)
    yield all(use.name and use.span.line == use.span.end_line for use in facts.uses)
    yield all(term.name and term.lines and all(1 <= line <= lines for line in term.lines) for term in terms)
    yield max(facts.doc_line, facts.main_guard, 0) <= lines
    places = (*(item.line for item in facts.hyperlinks), *(item.end_line for item in facts.code_blocks))
    yield all(line <= lines for line in (*places, *(item.line for item in facts.diagnostics)))
    yield all(item.line <= lines for item in facts.statements)


def _symbol_checks(symbols: Sequence[Symbol]) -> Iterator[bool]:
    known, kinds = {""}, frozenset(name for name, kind in all_kinds().items() if kind.is_definition)
    for symbol in symbols:
        yield symbol.kind in kinds and bool(symbol.name) and symbol.parent in known and symbol.id not in known
        known.add(symbol.id)


def _is_span(span: Span, lines: int) -> bool:
    # A text without a line break at its end has one line more than it counts, and an empty one has one.
    return 1 <= span.line <= span.end_line <= lines + 1 and (span.line < span.end_line or span.col <= span.end_col)
