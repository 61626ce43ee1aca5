"""Checks what a language of another package says about a file, before anything else relies on it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.facts import (
    CodeBlock,
    CodeSpan,
    FileFacts,
    Hyperlink,
    Import,
    Imports,
    NameUse,
    Symbol,
    Symbols,
    Term,
    Terms,
)
from sphinx_kwdocs.model.files import Diagnostic, Span
from sphinx_kwdocs.model.index import ROLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinx_kwdocs.model.plugin_records import Language

Item = TypeVar("Item")

_ROLES = frozenset(ROLES) - {"definition"}
_DEEPEST = 100
"""Levels above a file from which it may import."""


def validated_facts(facts: object, language: Language, path: str, text: str) -> FileFacts:
    """Return the facts without what cannot be true of the file; a diagnostic says what was left out and why.

    Raises TypeError if they are no facts at all. What only linkers of ours look at is left out without a word.
    """
    if not isinstance(facts, FileFacts):
        problem = f"extract returned a {type(facts).__name__}, but must return FileFacts"
        raise TypeError(problem)
    lines = text.split("\n")
    faults: list[str] = []
    known: set[str] = set()

    def without_invalid(items: Iterable[Item], fault: Callable[[Item], str]) -> tuple[Item, ...]:
        good = []
        for item in items:
            said = _said(fault, item)
            if said:
                faults.append(f"{item!r:.80} {said}")
            else:
                good.append(item)
        return tuple(good)

    result = replace(
        facts,
        language=language.name,
        title=str(facts.title),
        doc=str(facts.doc),
        doc_line=facts.doc_line if _is_line(facts.doc_line, lines) else 0,
        statements=(),
        symbols=Symbols(without_invalid(facts.symbols, lambda item: _symbol_fault(item, path, lines, known))),
        imports=Imports(without_invalid(facts.imports, lambda item: _import_fault(item, lines))),
        uses=without_invalid(facts.uses, lambda item: _use_fault(item, lines)),
        exports=None,
        main_guard=0,
        terms=Terms(without_invalid(facts.terms, lambda item: _term_fault(item, lines))),
        hyperlinks=without_invalid(facts.hyperlinks, lambda item: _link_fault(item, lines)),
        code_spans=without_invalid(facts.code_spans, lambda item: _span_fault(item, lines)),
        code_blocks=without_invalid(facts.code_blocks, lambda item: _block_fault(item, lines)),
        is_generated=bool(facts.is_generated),
        packaging=None,
        code=None,
        diagnostics=(),
    )
    if not faults:
        return result
    said = f"The language {language.name} said {len(faults)} things that cannot be so, first: {faults[0]}"
    return replace(result, diagnostics=(Diagnostic(path, 0, "plugin", said),))


def _said(fault: Callable[[Item], str], item: Item) -> str:
    try:
        return fault(item)
    except (AttributeError, TypeError, ValueError) as error:
        return f"is not as it should be: {error}"


def _symbol_fault(symbol: object, path: str, lines: list[str], known: set[str]) -> str:
    if not isinstance(symbol, Symbol):
        return "is no Symbol"
    fault = next(_symbol_faults(symbol, path, lines, known), "")
    if not fault:
        known.add(symbol.id)
    return fault


def _symbol_faults(symbol: Symbol, path: str, lines: list[str], known: set[str]) -> Iterator[str]:
    kind = all_kinds().get(symbol.kind)
    if kind is None or not kind.is_definition:
        yield f"has the kind {symbol.kind!r}, which is none of definitions"
    if symbol.path != path or not symbol.name or symbol.id != f"{path}#{symbol.qualname}":
        yield "has an id that is not the file's path, # and its qualified name"
    if symbol.id in known:
        yield "has an id that another has"
    if symbol.parent and symbol.parent not in known:
        yield "is nested in what does not stand before it"
    if not _is_span(symbol.span, lines) or symbol.span.line != symbol.span.end_line:
        yield "has a span that is not in one line of the file"
    if not _is_span(symbol.extent, lines):
        yield "has an extent that is not in the file"


def _import_fault(item: object, lines: list[str]) -> str:
    if not isinstance(item, Import):
        return "is no Import"
    if not _is_span(item.span, lines):
        return "has a span that is not in the file"
    if not all(isinstance(text, str) for text in (item.module, item.name, item.alias)):
        return "has a name that is no text"
    if not isinstance(item.level, int) or not 0 <= item.level <= _DEEPEST:
        return "has a level that no file has"
    return "" if item.module or item.name else "names nothing"


def _use_fault(item: object, lines: list[str]) -> str:
    if not isinstance(item, NameUse):
        return "is no NameUse"
    if not _is_span(item.span, lines) or item.span.line != item.span.end_line:
        return "has a span that is not in one line of the file"
    if not isinstance(item.name, str) or not item.name:
        return "has no name"
    return "" if item.role in _ROLES else f"has the role {item.role!r}, which is none of uses"


def _term_fault(term: object, lines: list[str]) -> str:
    if not isinstance(term, Term):
        return "is no Term"
    is_good = term.name and term.lines and all(_is_line(line, lines) for line in term.lines)
    return "" if is_good else "stands on no line of the file"


def _span_fault(item: CodeSpan, lines: list[str]) -> str:
    is_good = isinstance(item, CodeSpan) and _is_span(item.span, lines) and item.span.line == item.span.end_line
    return "" if is_good else "has a span that is not in one line of the file"


def _link_fault(item: Hyperlink, lines: list[str]) -> str:
    is_good = isinstance(item, Hyperlink) and _is_line(item.line, lines)
    return "" if is_good else "stands on no line of the file"


def _block_fault(item: CodeBlock, lines: list[str]) -> str:
    is_good = isinstance(item, CodeBlock) and _is_line(item.line, lines) and _is_line(item.end_line, lines)
    return "" if is_good else "stands on no line of the file"


def _is_line(line: object, lines: list[str]) -> bool:
    return isinstance(line, int) and 1 <= line <= len(lines)


def _is_span(span: Span, lines: list[str]) -> bool:
    if not isinstance(span, Span) or not (_is_line(span.line, lines) and _is_line(span.end_line, lines)):
        return False
    if not (0 <= span.col <= len(lines[span.line - 1]) and 0 <= span.end_col <= len(lines[span.end_line - 1])):
        return False
    return (span.line, span.col) <= (span.end_line, span.end_col)
