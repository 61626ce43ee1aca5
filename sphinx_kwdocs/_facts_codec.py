"""Turns what one file says into bytes and back, exactly, for the store.

The bytes are those of `marshal`, which holds plain values only and, other than `pickle`, never runs code when it is
read. They hold neither the file's path nor the ids made of it. Objects are taken apart into columns, and columns are
packed: strings into one string, numbers into an array, many of one value into that value.
"""

from __future__ import annotations

import marshal
from array import array
from dataclasses import fields
from functools import partial
from itertools import repeat, starmap
from operator import attrgetter
from sys import intern
from typing import TYPE_CHECKING, Any, TypeVar

from sphinx_kwdocs._thawed import thawed, tuple_maker
from sphinx_kwdocs.model import CodeBlock, CodeSpan, Diagnostic, FileFacts, Hyperlink, Import, Span, Symbol, Term
from sphinx_kwdocs.python_code import ClassCode, FunctionCode, Parameter, PythonCode, Scope, Site, Uses
from sphinx_kwdocs.terms import KeptTerms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

NOT_KEPT = (b"", b"")
"""What facts become that would not come back exactly."""

T = TypeVar("T")
_SEPARATOR = "\0"
_new_span, _new_site, _new_parameter = tuple_maker(Span), tuple_maker(Site), tuple_maker(Parameter)
_USES = ("exprs", "lines", "cols", "ends", "scopes")


_PLAIN = (Symbol, Import, Term, Hyperlink, CodeSpan, CodeBlock, Diagnostic, Scope, FunctionCode, ClassCode)


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


def symbol_columns(symbols: tuple[Symbol, ...]) -> tuple[Any, ...]:
    """Return all that is said of a file's symbols as plain values, those that make up their names first.

    Of symbols that would not come back exactly, it is what they look like.
    """
    try:
        return _symbols_row(symbols)
    except (_Misfit, ValueError, TypeError, AttributeError, OverflowError):
        names = [(symbol.name, symbol.qualname, symbol.kind) for symbol in symbols]
        return (*(repr([name[part] for name in names]) for part in range(3)), repr(symbols))


def import_columns(imports: tuple[Import, ...]) -> tuple[Any, ...]:
    """Return all that is said of a file's imports as plain values, or what they look like."""
    try:
        return _spanned_row(Import, imports)
    except (_Misfit, ValueError, TypeError, AttributeError, OverflowError):
        return (repr(imports),)


def decode_facts(data: bytes, path: str) -> FileFacts:
    """Return facts that are kept as those of the file at a path, without their code."""
    row = marshal.loads(data)  # noqa: S302  runs no code; the store has compared the bytes' checksum
    language, title, doc, doc_line, symbols, imports, exports, main_guard, *rest = row
    terms, hyperlinks, code_spans, code_blocks, is_generated, diagnostics = rest
    path = intern(path)
    return FileFacts(
        language,
        title,
        doc,
        doc_line,
        _symbols(symbols, path) if symbols else (),
        _imports(*imports) if imports else (),
        exports,
        main_guard,
        _terms(*terms) if terms else (),
        tuple(starmap(Hyperlink, hyperlinks)),
        _code_spans(*code_spans) if code_spans else (),
        tuple(starmap(CodeBlock, code_blocks)),
        is_generated,
        None,
        tuple(Diagnostic(path, *item) for item in diagnostics),
    )


def decode_code(data: bytes) -> PythonCode | None:
    """Return the code of a file's facts, or None if they had none."""
    if not data:
        return None
    exprs, scopes, sites, functions, classes, stars, uses, calls, fills = marshal.loads(data)  # noqa: S302  see above
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
        _symbols_row(facts.symbols),
        _spanned_row(Import, facts.imports),
        facts.exports,
        facts.main_guard,
        _terms_row(facts.terms),
        _rows(Hyperlink, facts.hyperlinks),
        _spanned_row(CodeSpan, facts.code_spans),
        _rows(CodeBlock, facts.code_blocks),
        facts.is_generated,
        tuple(row[1:] for row in _rows(Diagnostic, facts.diagnostics)),
    )


def _getter(cls: type) -> Callable[[Any], tuple[Any, ...]]:
    return attrgetter(*(item.name for item in fields(cls)))


_VALUES: Mapping[type, Callable[[Any], tuple[Any, ...]]] = {cls: _getter(cls) for cls in _PLAIN}
"""Functions from an object to the values of its fields."""


def _rows(cls: type, items: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    return tuple(map(_VALUES[cls], _require(cls, items)))


def _require(cls: type, items: tuple[T, ...]) -> tuple[T, ...]:
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
    texts = (_packed(names), _packed(qualnames), _packed(kinds), _packed_spans(spans), _packed_spans(extents))
    return (*texts, _packed(places), *map(_packed, rest))


def _symbols(row: tuple[Any, ...], path: str) -> tuple[Symbol, ...]:
    names, qualnames, kinds, spans, extents, parents, *rest = row
    qualified = tuple(_unpacked(qualnames))
    ids = ("", *map(f"{path}#".__add__, qualified))
    return _objects(
        Symbol,
        ids[1:],
        map(intern, _unpacked(names)),
        qualified,
        _unpacked(kinds),
        repeat(path),
        _spans(spans),
        _spans(extents),
        map(ids.__getitem__, _unpacked(parents)),
        *map(_unpacked, rest),
    )


def _spanned_row(cls: type, items: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the columns of objects whose first field is a span."""
    if not items:
        return ()
    spans, *rest = zip(*_rows(cls, items), strict=True)
    return (_packed_spans(spans), *map(_packed, rest))


def _imports(spans: Any, *rest: Any) -> tuple[Import, ...]:  # noqa: ANN401  packed
    return _objects(Import, _spans(spans), *map(_unpacked, rest))


def _code_spans(spans: Any, texts: Any) -> tuple[CodeSpan, ...]:  # noqa: ANN401  packed
    return _objects(CodeSpan, _spans(spans), _unpacked(texts))


def _terms_row(terms: Sequence[Term]) -> tuple[Any, ...]:
    if not terms:
        return ()
    names, lines, *rest = zip(*_rows(Term, tuple(terms)), strict=True)
    # Many short tuples are what `marshal` is quickest with.
    return (_packed(_require(str, names)), lines, *map(_packed, rest))


def _terms(names: Any, lines: Any, *rest: Any) -> KeptTerms:  # noqa: ANN401  packed
    found = list(map(intern, _unpacked(names)))
    make = partial(_made_terms, found, lines, rest)
    return KeptTerms(found, lines, make, are_code=rest[-1] == [True, len(lines)])


def _made_terms(names: list[str], lines: Any, rest: Any) -> tuple[Term, ...]:  # noqa: ANN401  packed
    return _objects(Term, names, lines, *map(_unpacked, rest))


def _packed_spans(spans: Sequence[Span]) -> tuple[Any, ...]:
    return tuple(map(_packed, zip(*_require(Span, tuple(spans)), strict=True)))


def _spans(row: tuple[Any, ...]) -> Iterable[Span]:
    return map(_new_span, zip(*map(_unpacked, row), strict=True))


def _packed(values: Sequence[Any]) -> Any:  # noqa: ANN401  whatever is shortest; its type tells `_unpacked` what it is
    """Return a column in the shortest form that `marshal` can keep."""
    first = values[0]
    cls = type(first)
    if len(set(map(type, values))) > 1 or cls not in {str, int, float, bool, tuple}:
        return tuple(values)
    # Zero has a sign, and tuples that are equal may hold values that are not.
    is_comparable = (first or cls is not float) and (not first or cls is not tuple)
    if is_comparable and values[-1] == first and values.count(first) == len(values):
        return [first, len(values)]
    if cls is str:
        joined = _SEPARATOR.join(values)
        return joined if joined.count(_SEPARATOR) == len(values) - 1 else tuple(values)
    if cls is float:
        return b"d" + array("d", values).tobytes()
    return _packed_integers(values) if cls is int else tuple(values)


def _packed_integers(values: Sequence[int]) -> bytes:
    try:
        return b"H" + array("H", values).tobytes()
    except OverflowError:
        return b"q" + array("q", values).tobytes()


def _unpacked(packed: Any) -> Iterable[Any]:  # noqa: ANN401  see `_packed`
    cls = type(packed)
    if cls is str:
        return packed.split(_SEPARATOR)  # type: ignore[no-any-return]
    if cls is bytes:
        return array(chr(packed[0]), packed[1:])
    if cls is list:
        return repeat(*packed)
    return packed  # type: ignore[no-any-return]


_FILLED: tuple[type, ...] = (Symbol, Import, Term, CodeSpan)
_THAWED = {cls: thawed(cls) for cls in _FILLED}


def _objects(cls: type[T], *columns: Iterable[Any]) -> tuple[T, ...]:
    """Make objects of a frozen class from the columns of its fields."""
    items: tuple[T, ...] = tuple(map(_THAWED[cls], *columns))
    for item in items:
        item.__class__ = cls
    return items


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
    )
