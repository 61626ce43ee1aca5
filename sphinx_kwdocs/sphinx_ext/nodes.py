"""Turns a Page into docutils nodes, for documents that every builder has to write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_kwdocs.page import Bullets, Code, IndexList, Link, Paragraph, Table, Target
from sphinx_kwdocs.render.characters import show_controls

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_kwdocs.page import Block, Content, IndexRow, Page, Section
    from sphinx_kwdocs.sphinx_ext.build import Build


WIDEST = 50
"""Characters of the widest column of a table, for builders of plain text."""


class target_link(nodes.Inline, nodes.TextElement):  # noqa: N801  docutils writes node classes in lower case
    """A link to one of our pages, whose address only the builder that writes it can tell."""


def document_nodes(page: Page, build: Build, name: str) -> Iterator[nodes.Node]:
    """Yield the nodes of a whole document."""
    is_entry = page.key == Target("index")
    if is_entry and not build.config.navigation:
        yield nodes.docinfo("", nodes.field("", nodes.field_name("", "orphan"), nodes.field_body()))
    section = nodes.section("", nodes.title("", "", nodes.Text(page.heading)), ids=[f"kwdocs-{page.key.kind}"])
    # Quotes and dashes in a path or a name are what they are.
    section["support_smartquotes"] = False
    for block in page.lead:
        section += _block(block)
    for part in page.sections:
        section += _section(part)
    if is_entry:
        section += hidden_toctree(name, [(None, build.page_name(Target("keywords")))])
    yield section


def hidden_toctree(parent: str, entries: list[tuple[str | None, str]]) -> nodes.compound:
    """Return a table of contents that is seen in the site's navigation only."""
    toctree = addnodes.toctree(
        parent=parent,
        entries=entries,
        includefiles=[name for _, name in entries],
        maxdepth=-1,
        caption=None,
        glob=None,
        hidden=True,
        includehidden=False,
        numbered=0,
        titlesonly=False,
    )
    return nodes.compound("", toctree, classes=["toctree-wrapper"])


def _section(section: Section) -> nodes.section:
    node = nodes.section("", nodes.title("", "", nodes.Text(section.title)), ids=[section.anchor])
    for block in section.blocks:
        node += _block(block)
    for inner in section.sections:
        node += _section(inner)
    return node


def _block(block: Block) -> nodes.Node:
    match block:
        case Paragraph(content):
            return nodes.paragraph("", "", *_content(content))
        case Bullets(items):
            return nodes.bullet_list("", *(_list_item(item) for item in items))
        case Table():
            return _table(block)
        case IndexList(rows):
            return nodes.definition_list("", *(_index_item(row) for row in rows))
    message = f"{type(block).__name__} stands on streamed pages only"
    raise TypeError(message)


def _list_item(content: Content) -> nodes.list_item:
    return nodes.list_item("", nodes.paragraph("", "", *_content(content)))


def _index_item(row: IndexRow) -> nodes.definition_list_item:
    places = nodes.paragraph()
    for position, place in enumerate(row.places):
        places += nodes.Text(f"{'; ' if position else ''}{place.kind} ")
        places += _link(place.link)
    term = nodes.term("", "", nodes.literal("", show_controls(row.name)))
    return nodes.definition_list_item("", term, nodes.definition("", places))


def _table(table: Table) -> nodes.container:
    columns = zip(table.head, *((_length(cell) for cell in row) for row in table.rows), strict=True)
    group = nodes.tgroup("", cols=len(table.head))
    for title, *lengths in columns:
        # Plain text has no other way to know how wide a column is.
        group += nodes.colspec(colwidth=min(WIDEST, max([len(str(title)), *map(int, lengths)])))
    group += nodes.thead("", _row([(cell,) for cell in table.head]))
    group += nodes.tbody("", *(_row(row) for row in table.rows))
    inner = nodes.table("", group, classes=["colwidths-auto"], align="left")
    return nodes.container("", inner, classes=["kw-table"])


def _length(content: Content) -> int:
    return sum(len(item if isinstance(item, str) else item.text) for item in content)


def _row(cells: Iterable[Content]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *_content(cell))) for cell in cells))


def _content(content: Content) -> Iterator[nodes.Node]:
    for item in content:
        if isinstance(item, str):
            yield nodes.Text(show_controls(item))
        elif isinstance(item, Link):
            yield _link(item)
        elif isinstance(item, Code):
            yield nodes.literal("", show_controls(item.text))
        else:
            yield nodes.reference("", item.text, refuri=item.url)


def _link(link: Link) -> target_link:
    text = show_controls(link.text)
    shown = nodes.literal("", text) if link.is_code else nodes.Text(text)
    return target_link("", "", shown, **link.target._asdict())
