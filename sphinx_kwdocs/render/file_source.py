"""Renders the source of one file with its names as links: definitions to their keywords, mentions to what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.page import Target, symbol_anchor
from sphinx_kwdocs.render.source import Mark, render_source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model import Index, Symbol
    from sphinx_kwdocs.render.urls import PageUrls

_CSS_CLASSES = {
    "class": "nc",
    "type-alias": "nc",
    "function": "nf",
    "method": "nf",
    "property": "nf",
    "constant": "no",
    "enum-member": "no",
    "variable": "nv",
    "attribute": "nv",
    "field": "nv",
}


def render_file(index: Index, path: str, text: str, urls: PageUrls) -> str:
    """Return the HTML of a file's lines, for use inside `<pre>`."""
    facts = index.facts[path]
    marks = sorted((*_definitions(facts.symbols, urls), *_mentions(index, path, urls)))
    return render_source(text, index.languages[facts.language], marks, filename=path)


def _definitions(symbols: tuple[Symbol, ...], urls: PageUrls) -> Iterator[Mark]:
    for symbol in symbols:
        if css_class := _CSS_CLASSES.get(symbol.kind):
            line, col, _, end_col = symbol.span
            yield Mark(line, col, end_col, urls(_keyword(symbol)), css_class)


def _mentions(index: Index, path: str, urls: PageUrls) -> Iterator[Mark]:
    for occurrence in index.occurrences.get(path, ()):
        line, col, end_line, end_col = occurrence.span
        if line == end_line:
            symbol = index.symbols[occurrence.target]
            yield Mark(line, col, end_col, urls(_keyword(symbol)), title=f"{symbol.plain_qualname} in {symbol.path}")


def _keyword(symbol: Symbol) -> Target:
    return Target("kw", symbol.path, symbol_anchor(symbol.qualname))
