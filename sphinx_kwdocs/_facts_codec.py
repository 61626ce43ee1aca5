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

from sphinx_kwdocs._columns import packed, spans, unpacked
from sphinx_kwdocs._thawed import maker, tuple_maker
from sphinx_kwdocs.digests import EQUAL_FORM
from sphinx_kwdocs.imports import KeptImports
from sphinx_kwdocs.model import (
    CodeBlock,
    CodeSpan,
    Diagnostic,
    FileFacts,
    Hyperlink,
    Import,
    Packaging,
    Span,
    Statement,
    Symbol,
    Term,
)
from sphinx_kwdocs.python_code import ClassCode, FunctionCode, Parameter, PythonCode, Scope, Site, Uses
from sphinx_kwdocs.symbols import KeptSymbols, public_numbers
from sphinx_kwdocs.terms import KeptTerms

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_DEEPEST = 1000
"""Levels of imports up to which their names are kept, too."""
NOT_KEPT = (b"", b"")
"""What facts become that would not come back exactly."""

T = TypeVar("T")
_new_facts = maker(FileFacts)
_new_site, _new_parameter, _new_code_span = tuple_maker(Site), tuple_maker(Parameter), maker(CodeSpan)
_USES = ("exprs", "lines", "cols", "ends", "scopes")


_PLAIN = (
    Packaging,
    Statement,
    Symbol,
    Import,
    Term,
    Hyperlink,
    CodeSpan,
    CodeBlock,
    Diagnostic,
    Scope,
    FunctionCode,
    ClassCode,
)


class _Misfit(Exception):  # noqa: N818  not an error: it only tells that facts are not kept
    """Facts are not of the types that their classes say, or speak of another file."""


def encode_facts(facts: FileFacts) -> tuple[bytes, bytes]:
    """Return the facts without their code, and their code or nothing.

    Both are empty if the facts would not come back exactly; those of another package's language may hold subclasses
    of strings or numbers, for example.
    """
    try:
        return marshal.dumps(_facts_row(facts)), b"" if facts.code is None else marshal.dumps(_code_row(facts.code))
    except (_Misfit, ValueError, TypeError, AttributeError, OverflowError):
        return NOT_KEPT


def symbol_columns(symbols: Sequence[Symbol]) -> tuple[Any, ...]:
    """Return all that is said of a file's symbols as plain values, those that make up their names first.

    Of symbols that would not come back exactly, it is what they look like.
    """
    if isinstance(symbols, KeptSymbols):
        return symbols.row
    try:
        return _symbols_row(tuple(symbols))
    except (_Misfit, ValueError, TypeError, AttributeError, OverflowError):
        names = [(symbol.name, symbol.qualname, symbol.kind) for symbol in symbols]
        return (*(repr([name[part] for name in names]) for part in range(3)), repr(symbols))


def import_columns(imports: Sequence[Import]) -> tuple[Any, ...]:
    """Return all that is said of a file's imports as plain values, or what they look like."""
    if isinstance(imports, KeptImports):
        return imports.row
    try:
        return _imports_row(tuple(imports))
    except (_Misfit, ValueError, TypeError, AttributeError, OverflowError):
        return (repr(imports),)


def decode_facts(data: bytes, path: str) -> FileFacts:
    """Return facts that are kept as those of the file at a path, without their code."""
    row = marshal.loads(data)  # noqa: S302  runs no code; the store has compared the bytes' checksum
    language, title, doc, doc_line, statements, symbols, imports, exports, main_guard, *rest = row
    terms, hyperlinks, code_spans, code_blocks, is_generated, packaging, diagnostics = rest
    path = intern(path)
    return _new_facts(
        language,
        title,
        doc,
        doc_line,
        tuple(starmap(Statement, statements)) if statements else (),
        KeptSymbols(path, symbols) if symbols else (),
        KeptImports(imports) if imports else (),
        exports,
        main_guard,
        KeptTerms(*terms) if terms else (),
        tuple(starmap(Hyperlink, hyperlinks)) if hyperlinks else (),
        _code_spans(*code_spans) if code_spans else (),
        tuple(starmap(CodeBlock, code_blocks)) if code_blocks else (),
        is_generated,
        Packaging(*packaging) if packaging else None,
        None,
        tuple(Diagnostic(path, *item) for item in diagnostics) if diagnostics else (),
    )


def decode_code(data: bytes) -> PythonCode | None:
    """Return the code of a file's facts, or None if they had none."""
    if not data:
        return None
    exprs, scopes, sites, functions, classes, stars, uses, *rest = marshal.loads(data)  # noqa: S302  see above
    calls, fills, passed = rest
    columns = Uses()
    *numbers, roles = uses
    for name, column in zip(_USES, numbers, strict=True):
        getattr(columns, name).frombytes(column)
    columns.roles.extend(roles)
    return PythonCode(
        exprs=exprs,
        scopes=list(starmap(Scope, scopes)),
        sites=list(map(_new_site, sites)),
        functions={
            scope: FunctionCode(tuple(map(_new_parameter, parameters)), *rest)
            for scope, (parameters, *rest) in functions.items()
        },
        classes={scope: ClassCode(*row) for scope, row in classes.items()},
        stars=stars,
        uses=columns,
        calls=calls,
        fills=fills,
        passed=passed,
    )


def _facts_row(facts: FileFacts) -> tuple[Any, ...]:
    """Return plain values from which the facts can be made; the code is left out."""
    _require(FileFacts, (facts,))
    symbols, diagnostics = _require(Symbol, facts.symbols), _require(Diagnostic, facts.diagnostics)
    paths = _require(str, (*[item.path for item in symbols], *[item.path for item in diagnostics]))
    if len(set(paths)) > 1:
        raise _Misfit
    return (
        facts.language,
        facts.title,
        facts.doc,
        facts.doc_line,
        _rows(Statement, facts.statements),
        _symbols_row(symbols),
        _imports_row(_require(Import, facts.imports)),
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


def _rows(cls: type, items: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    return tuple(map(_VALUES[cls], _require(cls, items)))


def _require(cls: type, items: Sequence[T]) -> tuple[T, ...]:
    if type(items) is not tuple or not set(map(type, items)) <= {cls}:
        raise _Misfit
    return items


def _symbols_row(symbols: tuple[Symbol, ...]) -> tuple[Any, ...]:
    """Return the columns of the symbols: parents are numbers of symbols from 1, ids are left out."""
    if not symbols:
        return ()
    rows = _rows(Symbol, symbols)
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
    public = list(public_numbers(symbols))
    known = (packed(names), packed(qualnames), packed(kinds), packed(public) if public else ())
    return (*known, marshal.dumps(columns, EQUAL_FORM))


def _imports_row(imports: tuple[Import, ...]) -> tuple[Any, ...]:
    """Return the names of what is imported, each once, the lines of the imports, and the bytes of their columns."""
    if not imports:
        return ()
    columns = _spanned_row(Import, imports)
    # A dot for each level: what another package says may be more than there is memory for.
    is_sane = all(item.level <= _DEEPEST for item in imports)
    names = packed(list(dict.fromkeys(item.wanted for item in imports))) if is_sane else ()
    return names, packed([item.span.line for item in imports]), marshal.dumps(columns, EQUAL_FORM)


def _spanned_row(cls: type, items: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the columns of objects whose first field is a span."""
    if not items:
        return ()
    spans, *rest = zip(*_rows(cls, items), strict=True)
    return (_packed_spans(spans), *map(packed, rest))


def _code_spans(places: Any, texts: Any, named: Any) -> tuple[CodeSpan, ...]:  # noqa: ANN401  packed
    return tuple(map(_new_code_span, spans(places), unpacked(texts), unpacked(named)))


def _terms_row(terms: Sequence[Term]) -> tuple[Any, ...]:
    if not terms:
        return ()
    names, lines, weights, are_code = zip(*_rows(Term, tuple(terms)), strict=True)
    # Many short tuples are what `marshal` is quickest with; and as bytes they wait until they are asked for.
    others = marshal.dumps((lines, packed(weights), packed(are_code)))
    return packed(_require(str, names)), set(are_code) == {True}, others


def _packed_spans(spans: Sequence[Span]) -> tuple[Any, ...]:
    return tuple(map(packed, zip(*_require(Span, tuple(spans)), strict=True)))


def _code_row(code: PythonCode) -> tuple[Any, ...]:
    functions = {
        scope: (tuple(map(tuple, item.parameters)), *_VALUES[FunctionCode](item)[1:])
        for scope, item in code.functions.items()
    }
    return (
        code.exprs,
        list(map(_VALUES[Scope], code.scopes)),
        list(map(tuple, code.sites)),
        functions,
        {scope: _VALUES[ClassCode](item) for scope, item in code.classes.items()},
        code.stars,
        (*(getattr(code.uses, name).tobytes() for name in _USES), bytes(code.uses.roles)),
        code.calls,
        code.fills,
        code.passed,
    )
