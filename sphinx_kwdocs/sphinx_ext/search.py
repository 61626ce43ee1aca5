"""Puts generated pages and public names into Sphinx's own search, as many as the settings allow."""

from __future__ import annotations

from functools import cache
from html import escape
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import sphinx
from docutils import nodes
from docutils.utils import new_document

from sphinx_kwdocs.page import Target
from sphinx_kwdocs.sphinx_ext.public_objects import page_of
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_kwdocs.sphinx_ext.build import Build


@cache
def _takes_text() -> bool:
    """Tell whether Sphinx's script shows titles as text; until 8.2 it took them for HTML."""
    script = Path(sphinx.__file__).parent / "themes" / "basic" / "static" / "searchtools.js"
    return "_escapeHTML(title)" in script.read_text(encoding="utf-8")


def _title(path: str) -> str:
    text = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in shown(path))
    return text if _takes_text() else escape(text)


def feed_search(builder: StandaloneHTMLBuilder, build: Build) -> None:
    """Tell the builder's search index of our pages; the names on them it asks of the domain."""
    indexer = builder.indexer
    if indexer is None or not build.searched:
        return
    index = build.site.index
    paths = [path for path in index.files if path in build.searched]
    holders = {symbol.path for symbol in build.public.values() if symbol.id in build.searched}
    names: list[str] = []
    for key in chain((Target("docs", path) for path in paths), (Target("kw", path) for path in sorted(holders))):
        title = _title(key.path)
        document = new_document("")
        if key.kind == "docs":
            # Without the suffix: who looks for `shapes.py` does not want every file of Python.
            words = key.path.rpartition(".")[0] or key.path
            document += nodes.paragraph(words, words)
        names.append(page_of(build, key))
        indexer.feed(names[-1], "", title, document)
    keep = indexer.prune

    def prune(docnames: Iterable[str]) -> None:
        keep({*docnames, *names})

    # Before it is written, Sphinx removes from the index all that is no document; ours are pages nevertheless.
    indexer.prune = prune  # type: ignore[method-assign]
