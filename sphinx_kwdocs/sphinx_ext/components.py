"""Connects the parts that read the repository and write its pages, when a build needs them, not when Sphinx starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.sphinx_ext import document_states, phases, streaming
from sphinx_kwdocs.sphinx_ext.authored import collect, description_links, embedding, name_links, role_targets
from sphinx_kwdocs.sphinx_ext.nodes import target_links
from sphinx_kwdocs.sphinx_ext.own import entry_link, epub, latex, navigation, sitemap, symbol_finder, without_pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PARTS = (
    collect, phases, navigation, entry_link, embedding, target_links, role_targets, description_links, name_links,
    latex, epub, without_pages, document_states, sitemap, symbol_finder, streaming,
)  # fmt: skip


def connect(app: Sphinx) -> None:
    """Connect every part; none listens to anything that happens before documents are found."""
    for part in PARTS:
        part.connect(app)
