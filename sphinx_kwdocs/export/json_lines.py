"""Writes the Index as JSON lines, one file of the repository a line: a contract, versioned by `SCHEMA`."""

from __future__ import annotations

import json
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.model.plugin_records import Export

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.files import Span
    from sphinx_kwdocs.model.findings import Finding
    from sphinx_kwdocs.model.index import ImportLink, Index, Occurrence
    from sphinx_kwdocs.model.occurrences import External, FileReferences

SCHEMA = 1
"""Raised when a field changes its meaning or goes away; a new field does not raise it."""
_FUNCTIONS = frozenset({"function", "method", "property"})
_FAR = 1 << 30


def json_lines(index: Index) -> Iterator[str]:
    """Yield a line of JSON for every file, in path order, without line ends."""
    for path in index.files:
        yield json.dumps(_record(index, path), ensure_ascii=True, separators=(",", ":"))


def _record(index: Index, path: str) -> dict[str, Any]:
    source = index.files[path]
    facts = index.facts.get(path)
    references = index.references.of(path)
    problems = index.diagnostics.get(path, ())
    return {
        "schema": SCHEMA,
        "path": path,
        "kind": source.kind,
        "language": facts.language if facts else None,
        "digest": source.digest or None if source.kind != "large" else None,
        "size": source.size,
        "lines": source.lines if source.kind != "large" else 0,
        "symbols": [_symbol(index, symbol) for symbol in facts.symbols] if facts else [],
        "imports": [_import(link) for link in index.imports.get(path, ())],
        "references": [_reference(item) for item in references or ()],
        "externals": [_external(item) for item in references.externals] if references is not None else [],
        "variables": list(_variables(index, path, references)) if references is not None else [],
        "findings": [_finding(item) for item in index.findings.get(path, ())],
        "diagnostics": [{"line": item.line, "code": item.code, "message": item.message} for item in problems],
    }


def _symbol(index: Index, symbol: Symbol) -> dict[str, Any]:
    return {
        "id": symbol.id,
        "name": symbol.name,
        "qualname": symbol.qualname,
        "kind": symbol.kind,
        **_place(symbol.span),
        "extent": _place(symbol.extent),
        "parent": symbol.parent or None,
        "signature": symbol.signature,
        "doc": symbol.doc,
        "visibility": symbol.visibility,
        **{name: list(ids.get(symbol.id, ())) for name, ids in index.hierarchy._asdict().items()},
        "calls": list(index.calls.callees.get(symbol.id, ())),
        "called_by": list(index.calls.callers.get(symbol.id, ())),
    }


def _import(link: ImportLink) -> dict[str, Any]:
    item = link.item
    return {
        "line": item.span.line,
        "module": "." * item.level + item.module,
        "name": item.name or None,
        "alias": item.alias or None,
        "target": link.target or None,
        "origin": link.origin,
    }


def _reference(item: Occurrence) -> dict[str, Any]:
    return {
        **_place(item.span),
        "role": item.role,
        "target": item.target,
        "known": item.known,
        "holder": item.holder or None,
    }


def _external(item: External) -> dict[str, Any]:
    return {"line": item.line, "col": item.col, "end_line": item.line, "end_col": item.end_col, "name": item.name}


def _finding(item: Finding) -> dict[str, Any]:
    return {
        "rule": item.rule,
        "category": item.category,
        "severity": item.severity,
        "line": item.line,
        "message": item.message,
        "excerpt": item.excerpt,
    }


def _variables(index: Index, path: str, references: FileReferences) -> Iterator[dict[str, Any]]:
    """Yield where names are used that a module or a class gives without defining them, as a loop does."""
    found = [(item[:3], (path, item.first_line, item.first_col)) for item in references.locals]
    found += [(item[:3], (item.path, item.to_line, item.to_col)) for item in references.remotes]
    functions: dict[str, list[tuple[int, int]]] = {}
    for (line, col, end_col), (given_in, to_line, to_col) in sorted(found):
        if given_in not in functions:
            functions[given_in] = _functions(index, given_in)
        spans = functions[given_in]
        at = bisect_right(spans, (to_line, _FAR)) - 1
        if at < 0 or spans[at][1] < to_line:
            yield {
                "line": line,
                "col": col,
                "end_line": line,
                "end_col": end_col,
                "path": given_in,
                "to_line": to_line,
                "to_col": to_col,
            }


def _functions(index: Index, path: str) -> list[tuple[int, int]]:
    """Return the first and last lines of the outermost functions of a file, in order."""
    found: list[tuple[int, int]] = []
    for symbol in index.facts[path].symbols:
        lines = symbol.extent.line, symbol.extent.end_line
        if symbol.kind in _FUNCTIONS and (not found or found[-1][1] < lines[0]):
            found.append(lines)
    return found


def _place(span: Span) -> dict[str, int]:
    return span._asdict()


EXPORT = Export(
    "json-lines", f"One line of JSON for every file of a repository (schema {SCHEMA}), in path order.", json_lines
)
