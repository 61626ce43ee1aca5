"""Finds single documents in the tree of a builder that joins them into a book or a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx import addnodes

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from docutils import nodes


def document_of(node: nodes.Node | None) -> str:
    """Return the name of the document that a node stands in; empty where the builder has joined none."""
    while node is not None and not isinstance(node, addnodes.start_of_file):
        node = node.parent
    return str(node["docname"]) if node is not None else ""


def documents_in(tree: nodes.document, docname: str, names: Container[str]) -> Iterator[nodes.Element]:
    """Yield what a tree, written under the name of a document, has of the documents of these names."""
    if docname in names:
        yield tree
    for node in tree.findall(addnodes.start_of_file):
        if node["docname"] in names:
            yield node
