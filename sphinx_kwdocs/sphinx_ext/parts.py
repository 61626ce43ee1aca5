"""Connects the parts that read the repository and write its pages, when a build needs them, not when Sphinx starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.sphinx_ext import (
    collect,
    description_links,
    documents,
    embedding,
    entry_link,
    latex_text,
    links,
    name_links,
    navigation,
    pageless,
    references,
    shown,
    sitemap,
    streaming,
    symbol_finder,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PARTS = (
    collect, documents, navigation, entry_link, embedding, links, references, description_links, name_links,
    latex_text, pageless, shown, sitemap, symbol_finder, streaming,
)  # fmt: skip


def connect(app: Sphinx) -> None:
    """Connect every part; none listens to anything that happens before documents are found."""
    for part in PARTS:
        part.connect(app)
