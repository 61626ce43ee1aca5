"""Puts generated pages and public names into Sphinx's own search, as many as the settings allow."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.utils import new_document

from sphinx_kwdocs.page import Target
from sphinx_kwdocs.render.characters import text_to_html
from sphinx_kwdocs.sphinx_ext.public_objects import page_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_kwdocs.sphinx_ext.build import Build


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
        title = text_to_html(key.path)
        document = new_document("")
        if key.kind == "docs":
            # A heading, so that words of the path are found; Sphinx's script takes titles for HTML.
            document += nodes.title(title, title)
        names.append(page_of(build, key))
        indexer.feed(names[-1], "", title, document)
    keep = indexer.prune

    def prune(docnames: Iterable[str]) -> None:
        keep({*docnames, *names})

    # Before it is written, Sphinx removes from the index all that is no document; ours are pages nevertheless.
    indexer.prune = prune  # type: ignore[method-assign]
