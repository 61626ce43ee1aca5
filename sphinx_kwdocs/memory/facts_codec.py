"""Turns what one file says into bytes and back, exactly, for the store.

The bytes are those of `marshal`, which holds plain values only and, other than `pickle`, never runs code when it is
read. They hold neither the file's path nor the ids made of it. Objects are taken apart into columns, which are packed.
"""

from __future__ import annotations

import marshal
from dataclasses import fields
from itertools import starmap
from operator import attrgetter
from sys import intern
from typing import TYPE_CHECKING, Any, TypeVar

from sphinx_kwdocs.digests import EQUAL_FORM
from sphinx_kwdocs.model.columns import packed, spans, unpacked
from sphinx_kwdocs.model.facts import (
    CodeBlock,
    CodeSpan,
    FileFacts,
    Hyperlink,
    Import,
    Imports,
    NameUse,
    Packaging,
    Statement,
    Symbol,
    Symbols,
    Term,
    Terms,
)
from sphinx_kwdocs.model.fast_frozen import maker
from sphinx_kwdocs.model.files import Diagnostic, Span
from sphinx_kwdocs.model.uses import PackedUses

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sphinx_kwdocs.model.plugin_records import Language

_DEEPEST = 1000
"""Levels of imports up to which their names are kept, too."""
NOT_KEPT = (b"", b"")
"""What facts become that would not come back exactly."""

T = TypeVar("T")
_new_facts = maker(FileFacts)
_new_code_span = maker(CodeSpan)


_PLAIN = (
    Packaging,
    Statement,
    Symbol,
    Import,
    NameUse,
    Term,
    Hyperlink,
    CodeSpan,
    CodeBlock,
    Diagnostic,
)


class _Misfit(Exception):  # noqa: N818  not an error: it only tells that facts are not kept
    """Facts are not of the types that their classes say, or speak of another file."""


def encode_facts(facts: FileFacts, language: Language) -> tuple[bytes, bytes]:
    """Return the facts without their code, and their code or nothing.

    Both are empty if the facts would not come back exactly; those of another package's language may hold subclasses
    of strings or numbers, for example.
    """
    try:
        return marshal.dumps(_facts_row(facts)), _encode_code(facts.code, language)
    except (_Misfit, ValueError, TypeError, AttributeError, OverflowError):
        return NOT_KEPT


def _encode_code(code: object | None, language: Language) -> bytes:
    if code is None:
        return b""
    if language.encode_code is None:
        raise _Misfit
    return language.encode_code(code)


def symbol_columns(symbols: Symbols) -> tuple[Any, ...]:
    """Return all that is said of a file's symbols as plain values, those that make up their names first.

    Of symbols that would not come back exactly, it is what they look like.
    """
    try:
        return symbols.row or _symbols_row(symbols)
    except (_Misfit, ValueError, TypeError, AttributeError, OverflowError):
        names = [(symbol.name, symbol.qualname, symbol.kind) for symbol in symbols]
        return (*(repr([name[part] for name in names]) for part in range(3)), repr(symbols))


def import_columns(imports: Imports) -> tuple[Any, ...]:
    """Return all that is said of a file's imports as plain values, or what they look like."""
    try:
        return imports.row or _imports_row(imports)
    except (_Misfit, ValueError, TypeError, AttributeError, OverflowError):
        return (repr(imports),)


def decode_facts(data: bytes, path: str) -> FileFacts:
    """Return facts that are kept as those of the file at a path, without their code."""
    row = marshal.loads(data)  # noqa: S302  runs no code; the store has compared the bytes' checksum
    language, title, doc, doc_line, statements, symbols, imports, uses, exports, main_guard, *rest = row
    terms, hyperlinks, code_spans, code_blocks, is_generated, packaging, diagnostics = rest
    path = intern(path)
    return _new_facts(
        language,
        title,
        doc,
        doc_line,
        tuple(starmap(Statement, statements)) if statements else (),
        Symbols.packed(path, symbols),
        Imports.packed(imports),
        PackedUses(uses) if uses else (),
        exports,
        main_guard,
        Terms.packed(terms),
        tuple(starmap(Hyperlink, hyperlinks)) if hyperlinks else (),
        _code_spans(*code_spans) if code_spans else (),
        tuple(starmap(CodeBlock, code_blocks)) if code_blocks else (),
        is_generated,
        Packaging(*packaging) if packaging else None,
        None,
        tuple(Diagnostic(path, *item) for item in diagnostics) if diagnostics else (),
    )


def decode_code(data: bytes, language: Language) -> object | None:
    """Return the code of a file's facts, or None if they had none."""
    return language.decode_code(data) if data and language.decode_code is not None else None


def _facts_row(facts: FileFacts) -> tuple[Any, ...]:
    """Return plain values from which the facts can be made; the code is left out."""
    _require(FileFacts, (facts,))
    diagnostics = _require(Diagnostic, facts.diagnostics)
    paths = _require(
        str, (*[item.path for item in _require(Symbol, tuple(facts.symbols))], *[item.path for item in diagnostics])
    )
    if len(set(paths)) > 1:
        raise _Misfit
    return (
        facts.language,
        facts.title,
        facts.doc,
        facts.doc_line,
        _rows(Statement, facts.statements),
        _symbols_row(facts.symbols),
        _imports_row(facts.imports),
        marshal.dumps(_spanned_row(NameUse, facts.uses)) if facts.uses else b"",
        facts.exports,
        facts.main_guard,
        _terms_row(facts.terms),
        _rows(Hyperlink, facts.hyperlinks),
        _spanned_row(CodeSpan, facts.code_spans),
        _rows(CodeBlock, facts.code_blocks),
        facts.is_generated,
        _rows(Packaging, (facts.packaging,))[0] if facts.packaging else None,
        tuple(row[1:] for row in _rows(Diagnostic, facts.diagnostics)),
    )


def _getter(cls: type) -> Callable[[Any], tuple[Any, ...]]:
    return attrgetter(*(item.name for item in fields(cls)))


_VALUES: Mapping[type, Callable[[Any], tuple[Any, ...]]] = {cls: _getter(cls) for cls in _PLAIN}
"""Functions from an object to the values of its fields."""


def _rows(cls: type, items: Sequence[Any]) -> tuple[tuple[Any, ...], ...]:
    return tuple(map(_VALUES[cls], _require(cls, items)))


def _require(cls: type, items: Sequence[T]) -> tuple[T, ...]:
    if type(items) is not tuple or not set(map(type, items)) <= {cls}:
        raise _Misfit
    return items


def _symbols_row(symbols: Symbols) -> tuple[Any, ...]:
    """Return the columns of the symbols: parents are numbers of symbols from 1, ids are left out."""
    if not symbols:
        return ()
    rows = _rows(Symbol, tuple(symbols))
    ids, names, qualnames, kinds, paths, spans, extents, parents, *rest = zip(*rows, strict=True)
    _require(str, (*ids, *names, *qualnames, *parents))
    if ids != tuple(map(f"{paths[0]}#".__add__, qualnames)) or paths.count(paths[0]) != len(paths):
        raise _Misfit
    numbers = {identity: number for number, identity in enumerate(ids, 1)}
    numbers[""] = 0
    if not numbers.keys() >= set(parents):
        raise _Misfit
    places = [numbers[parent] for parent in parents]
    # What is seldom asked for stays bytes when all else is read; in a form that is the same for equal symbols.
    columns = (_packed_spans(spans), _packed_spans(extents), packed(places), *map(packed, rest))
    public = packed(symbols.public) if symbols.public else ()
    known = (packed(names), packed(qualnames), packed(kinds), public)
    return (*known, marshal.dumps(columns, EQUAL_FORM))


def _imports_row(imports: Imports) -> tuple[Any, ...]:
    """Return the names of what is imported, each once, the lines of the imports, and the bytes of their columns."""
    if not imports:
        return ()
    columns = _spanned_row(Import, tuple(imports))
    # A dot for each level: what another package says may be more than there is memory for.
    is_sane = all(item.level <= _DEEPEST for item in imports)
    names = packed(imports.distinct_names) if is_sane else ()
    return names, packed(imports.lines), marshal.dumps(columns, EQUAL_FORM)


def _spanned_row(cls: type, items: Sequence[Any]) -> tuple[Any, ...]:
    """Return the columns of objects whose first field is a span."""
    if not items:
        return ()
    spans, *rest = zip(*_rows(cls, items), strict=True)
    return (_packed_spans(spans), *map(packed, rest))


def _code_spans(places: Any, texts: Any, named: Any) -> tuple[CodeSpan, ...]:  # noqa: ANN401  packed
    return tuple(map(_new_code_span, spans(places), unpacked(texts), unpacked(named)))


def _terms_row(terms: Terms) -> tuple[Any, ...]:
    if not terms:
        return ()
    names, lines, weights, are_code = zip(*_rows(Term, tuple(terms)), strict=True)
    # Many short tuples are what `marshal` is quickest with; and as bytes they wait until they are asked for.
    others = marshal.dumps((lines, packed(weights), packed(are_code)))
    return packed(_require(str, names)), set(are_code) == {True}, others


def _packed_spans(spans: Sequence[Span]) -> tuple[Any, ...]:
    return tuple(map(packed, zip(*_require(Span, tuple(spans)), strict=True)))
