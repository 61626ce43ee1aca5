"""Puts generated pages and public names into Sphinx's own search, as many as the settings allow."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import sphinx
from docutils import nodes
from docutils.utils import new_document
from sphinx import addnodes

from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.sphinx_ext.domain import domain_of
from sphinx_kwdocs.sphinx_ext.patches import freeze_search_within, keep_pages_in_search
from sphinx_kwdocs.sphinx_ext.state.public_objects import page_of, symbol_page_kind
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_kwdocs.sphinx_ext.state.build import BuildState


_NAMELESS = frozenset({"__init__", "__main__", "index", "mod", "readme"})
"""Names of files that say no more than their folder's."""
_WORD = re.compile(r"\w+")


@cache
def _takes_text() -> bool:
    """Tell whether Sphinx's script shows titles as text; until 8.2 it took them for HTML."""
    script = Path(sphinx.__file__).parent / "themes" / "basic" / "static" / "searchtools.js"
    return "_escapeHTML(title)" in script.read_text(encoding="utf-8")


def _title(path: str) -> str:
    text = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in shown(path))
    return text if _takes_text() else escape(text)


class SearchedPage(NamedTuple):
    """A page as Sphinx's search is to know it."""

    name: str
    """The page's name, as Sphinx makes a URL of it."""
    title: str
    """What is shown of it."""
    words: str = ""
    """What it is found by, word by word."""
    entries: tuple[str, ...] = ()
    """What it is found by as a whole, and then before all else."""


def searched_pages(build: BuildState) -> Iterator[SearchedPage]:
    """Yield the pages that are to be found; the names on them Sphinx asks of the domain."""
    index = build.site.index
    paths = [path for path in index.files if path in build.searched]
    holders = {symbol.path for symbol in build.public.values() if symbol.id in build.searched}
    kind = symbol_page_kind(build)
    # Where names lead to the pages of files, these are there once.
    others = sorted(holders if kind == "kw" else holders.difference(paths))
    for key in chain((Target("docs", path) for path in paths), (Target(kind, path) for path in others)):
        page = SearchedPage(page_of(build, key), _title(key.path))
        yield page._replace(words=_words(key.path), entries=_entries(key.path)) if key.kind == "docs" else page


def _words(path: str) -> str:
    """Return what a file is found by: its name, or its folder's where the name says nothing.

    Not the whole path, since a search for a package does not want every file in it, and no suffix, since one for
    `shapes.py` does not want every file of Python.
    """
    *folders, name = path.split("/")
    stem = name.rpartition(".")[0] or name
    return folders[-1] if folders and stem.casefold() in _NAMELESS else stem


def _entries(path: str) -> tuple[str, ...]:
    """Return what a file is found by if somebody types it as a whole: its path, and its name with the suffix."""
    return tuple(map(_as_entry, dict.fromkeys((path, path.rpartition("/")[2]))))


def _as_entry(text: str) -> str:
    """Make a text so long that no single word of it is half of it: Sphinx's script finds an entry by its half.

    Nobody sees entries: it is the title that is shown.
    """
    longest = max(map(len, _WORD.findall(text)), default=0)
    return shown(text).ljust(2 * longest + 1, "/")


def feed_search(builder: StandaloneHTMLBuilder, pages: Sequence[SearchedPage]) -> None:
    """Tell the builder's search index of our pages."""
    indexer = builder.indexer
    if indexer is None:
        return
    # The settings that a document is made with take ten times as long as all that is done with the document.
    settings = new_document("").settings
    for page in pages:
        document = new_document("", settings)
        if page.words:
            document += nodes.paragraph(page.words, page.words)
        document += addnodes.index(entries=[("single", entry, "", "main", None) for entry in page.entries])
        indexer.feed(page.name, "", page.title, document)
    names = frozenset(page.name for page in pages)
    freeze_search_within(indexer, domain_of(builder.env).searched)
    keep_pages_in_search(indexer, names)
