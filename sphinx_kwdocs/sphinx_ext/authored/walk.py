"""Goes through what readers of a document may see, section by section, and reads titles as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.util.tags import Tags

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx.application import Sphinx

# `ifconfig` is decided by whoever writes the page, after everything here: what it holds may never be seen.
_UNSEEN_TAGS = {"ifconfig"}
_UNSEEN = (nodes.substitution_definition, nodes.system_message, nodes.comment, nodes.raw)
# What a link shows belongs to its target, and the types in a signature to what is described.
_CLOSED = (
    addnodes.desc_signature,
    addnodes.download_reference,
    addnodes.pending_xref,
    nodes.doctest_block,
    nodes.literal,
    nodes.literal_block,
    nodes.reference,
)
_SKIPPED, _CHAPTER, _WHOLE, _ORDINARY = range(4)
_NO_TITLE = (nodes.citation_reference, nodes.footnote_reference, nodes.problematic, nodes.raw)


class _Ways(dict[type, int]):
    """How to go on at a node of a class: found out once for each class, since a document has thousands of nodes."""

    def __missing__(self, kind: type) -> int:
        way = _ORDINARY
        for bases, meaning in ((_UNSEEN, _SKIPPED), (nodes.section, _CHAPTER), (_CLOSED, _WHOLE)):
            if way == _ORDINARY and issubclass(kind, bases):
                way = meaning
        return self.setdefault(kind, way)


_WAYS = _Ways()


def show_all(node: nodes.Element) -> bool:
    """Hide nothing."""
    del node
    return False


def hidden_from_readers(app: Sphinx) -> Callable[[nodes.Element], bool]:
    """Say which nodes are not in the HTML pages: they alone show what is collected, whichever builder reads first."""
    tags = app.tags
    if app.builder.format != "html":
        name, kind = app.builder.name, app.builder.format
        others = {name, kind, f"builder_{name}", f"format_{kind}"}
        tags = Tags([*(set(tags) - others), "html", "builder_html", "format_html"])
    todos = bool(getattr(app.config, "todo_include_todos", True))

    def is_hidden(node: nodes.Element) -> bool:
        if isinstance(node, addnodes.only):
            try:
                return not tags.eval_condition(node["expr"])
            except Exception:  # noqa: BLE001  whatever is wrong with it: Sphinx says so, and shows the content
                return False
        return node.tagname in _UNSEEN_TAGS or (node.tagname == "todo_node" and not todos)

    return is_hidden


def walk(
    doctree: nodes.document, is_hidden: Callable[[nodes.Element], bool] = show_all
) -> Iterator[tuple[nodes.Element, int, bool]]:
    """Yield the elements in order, each with the number of its section and whether it is hidden, but nothing in those.

    Number 0 is the document, and with it the section that gives it its title.
    """
    count, first = 0, True
    waiting: list[tuple[nodes.Element, int]] = [(doctree, 0)]
    while waiting:
        node, heading = waiting.pop()
        way = _WAYS[type(node)]
        if way == _SKIPPED:
            continue
        if way == _CHAPTER:
            if not (first and node.parent is doctree):
                count += 1
                heading = count
            first = False
        hides = way != _WHOLE and is_hidden(node)
        yield node, heading, hides
        if way != _WHOLE and not hides:
            waiting += [(child, heading) for child in node.children[::-1] if isinstance(child, nodes.Element)]


def plain_text(node: nodes.Element) -> str:
    """Return what a reader reads of a title or a paragraph, on one line, without the numbers of footnotes."""
    parts: list[str] = []
    waiting: list[nodes.Node] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, nodes.Text):
            parts.append(part.astext())
        elif not isinstance(part, _NO_TITLE):
            waiting += reversed(part.children)
    return " ".join("".join(parts).split())
