"""Puts generated pages and public names into Sphinx's own search, as many as the settings allow."""

from __future__ import annotations

from functools import cache
from html import escape
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sphinx
from docutils import nodes
from docutils.utils import new_document

from sphinx_kwdocs.page import Target
from sphinx_kwdocs.sphinx_ext.domain import domain_of
from sphinx_kwdocs.sphinx_ext.public_objects import page_of, symbol_page_kind
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_kwdocs.sphinx_ext.build import Build


_NAMELESS = frozenset({"__init__", "__main__", "index", "mod", "readme"})
"""Names of files that say no more than their folder's."""


@cache
def _takes_text() -> bool:
    """Tell whether Sphinx's script shows titles as text; until 8.2 it took them for HTML."""
    script = Path(sphinx.__file__).parent / "themes" / "basic" / "static" / "searchtools.js"
    return "_escapeHTML(title)" in script.read_text(encoding="utf-8")


def _title(path: str) -> str:
    text = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in shown(path))
    return text if _takes_text() else escape(text)


SearchedPage = tuple[str, str, str]
"""The name of a page, its title, and words to find it by."""


def searched_pages(build: Build) -> Iterator[SearchedPage]:
    """Yield the pages that are to be found; the names on them Sphinx asks of the domain."""
    index = build.site.index
    paths = [path for path in index.files if path in build.searched]
    holders = {symbol.path for symbol in build.public.values() if symbol.id in build.searched}
    kind = symbol_page_kind(build)
    # Where names lead to the pages of files, these are there once.
    others = sorted(holders if kind == "kw" else holders.difference(paths))
    for key in chain((Target("docs", path) for path in paths), (Target(kind, path) for path in others)):
        yield page_of(build, key), _title(key.path), _words(key.path) if key.kind == "docs" else ""


def _words(path: str) -> str:
    """Return what a file is found by: its name, or its folder's where the name says nothing.

    Not the whole path, since a search for a package does not want every file in it, and no suffix, since one for
    `shapes.py` does not want every file of Python.
    """
    *folders, name = path.split("/")
    stem = name.rpartition(".")[0] or name
    return folders[-1] if folders and stem.casefold() in _NAMELESS else stem


def feed_search(builder: StandaloneHTMLBuilder, pages: Sequence[SearchedPage]) -> None:
    """Tell the builder's search index of our pages."""
    indexer = builder.indexer
    if indexer is None:
        return
    # The settings that a document is made with take ten times as long as all that is done with the document.
    settings = new_document("").settings
    for name, title, words in pages:
        document = new_document("", settings)
        if words:
            document += nodes.paragraph(words, words)
        indexer.feed(name, "", title, document)
    names = frozenset(page[0] for page in pages)
    keep, freeze = indexer.prune, indexer.freeze
    domain = domain_of(builder.env)

    def freeze_own_names() -> dict[str, Any]:
        with domain.searched():
            return freeze()

    indexer.freeze = freeze_own_names  # type: ignore[method-assign]

    def prune(docnames: Iterable[str]) -> None:
        keep({*docnames, *names})
        # It leaves the words of what is gone, and one of these may be a password that was shown by mistake.
        for words in (getattr(indexer, "_mapping", {}), getattr(indexer, "_title_mapping", {})):
            for word in [word for word, places in words.items() if not places]:
                del words[word]

    # Before it is written, Sphinx removes from the index all that is no document; ours are pages nevertheless.
    indexer.prune = prune  # type: ignore[method-assign]
