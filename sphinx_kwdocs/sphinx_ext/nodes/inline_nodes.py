"""Turns the inline content of blocks into docutils nodes, and lines of nested lists into lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_kwdocs.model.blocks import Code, LineNumbers, Link
from sphinx_kwdocs.render.characters import show_controls

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_kwdocs.model.blocks import Content

DEEPEST_IN_LATEX = 3
"""The depth, from 0, of the innermost list that LaTeX can set in another; deeper items are marked with dashes."""


class target_link(nodes.Inline, nodes.TextElement):  # noqa: N801  docutils writes node classes in lower case
    """A link to one of our pages, whose address only the builder that writes it can tell."""


def content_nodes(content: Content) -> Iterator[nodes.Node]:
    """Yield the nodes of inline content."""
    was_code = False
    for item in content:
        is_code = isinstance(item, Code) or (isinstance(item, Link) and item.is_code)
        if is_code and was_code:
            # Plain text puts code in quotes, which would stand side by side.
            yield nodes.Text(" ")
        was_code = is_code
        if isinstance(item, str):
            yield nodes.Text(show_controls(item))
        elif isinstance(item, Link):
            yield link_node(item)
        elif isinstance(item, Code):
            yield code_node(item.text)
        elif isinstance(item, LineNumbers):
            yield from content_nodes(item.content)
        else:
            yield nodes.reference("", show_controls(item.text), refuri=item.url)


def code_node(text: str) -> nodes.literal:
    """Return inline code."""
    return nodes.literal("", show_controls(text))


def link_node(link: Link) -> target_link:
    """Return a link that is resolved when a builder writes it."""
    shown = code_node(link.text) if link.is_code else nodes.Text(show_controls(link.text))
    return target_link("", "", shown, **link.target._asdict())


def paragraph(*inline: nodes.Node) -> nodes.paragraph:
    """Return a paragraph."""
    return nodes.paragraph("", "", *inline)


def bullets(items: Iterable[Iterable[nodes.Node]]) -> list[nodes.Node]:
    """Return a list of items, unless there are none."""
    listed = [nodes.list_item("", paragraph(*item)) for item in items]
    return [nodes.bullet_list("", *listed)] if listed else []


def nested_bullets(items: Iterable[tuple[int, list[nodes.Node]]], *, deepest: int | None = None) -> list[nodes.Node]:
    """Return lists in lists, of items with their depths; an item goes at most one step deeper than the one before."""
    root = nodes.bullet_list()
    open_lists = [root]
    last = nodes.list_item()
    for wanted, inline in items:
        depth = max(0, min(wanted, len(open_lists))) if root.children else 0
        if deepest is not None and wanted > deepest:
            depth = min(depth, deepest)
            inline.insert(0, nodes.Text("\u2013 " * (wanted - deepest)))
        del open_lists[depth + 1 :]
        if depth == len(open_lists):
            inner = nodes.bullet_list()
            last += inner
            open_lists.append(inner)
        last = nodes.list_item("", paragraph(*inline))
        open_lists[depth] += last
    return [root] if root.children else []
