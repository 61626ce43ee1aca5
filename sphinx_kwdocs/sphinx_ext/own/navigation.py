"""Adds one entry for the source index to the site's navigation, unless the author placed it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_kwdocs.sphinx_ext.nodes.page_nodes import hidden_toctree
from sphinx_kwdocs.sphinx_ext.session import start_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def connect(app: Sphinx) -> None:
    """Connect the entry to the build."""
    # Before Sphinx's collector of tables of contents, which listens at the usual priority of 500, and behind
    # extensions that do the same at 400, such as sphinx-autoapi: they append to the last table of contents.
    app.connect("doctree-read", add_entry, priority=450)


def add_entry(app: Sphinx, doctree: nodes.document) -> None:
    """Append a hidden table of contents with our entry page to the root document."""
    repository = start_of(app.env)
    if repository is None or not repository.config.navigation or app.env.docname != app.config.root_doc:
        return
    entry = f"{repository.config.root}/index"
    if any(entry in toctree["includefiles"] for toctree in doctree.findall(addnodes.toctree)):
        return
    # At the very end, so that the order of the author's own documents stays as it was.
    sections = [node for node in doctree.children if isinstance(node, nodes.section)]
    last: nodes.Element = sections[-1] if sections else doctree
    last.append(hidden_toctree(app.env.docname, [(repository.config.title, entry)]))
