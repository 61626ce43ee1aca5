"""Finds single documents in the tree of a builder that joins them into a book or a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from collections.abc import Container, Iterator


def document_of(node: nodes.Node | None) -> str:
    """Return the name of the document that a node stands in; empty where the builder has joined none."""
    # Sphinx writes it at the sections; what it puts around a whole document is not the parent of what is in there.
    while node is not None:
        if isinstance(node, (nodes.section, addnodes.start_of_file)) and "docname" in node:
            return str(node["docname"])
        node = node.parent
    return ""


def documents_in(tree: nodes.document, docname: str, names: Container[str]) -> Iterator[nodes.Element]:
    """Yield what a tree, written under the name of a document, has of the documents of these names."""
    if docname in names:
        yield tree
    for node in tree.findall(addnodes.start_of_file):
        if node["docname"] in names:
            yield node
