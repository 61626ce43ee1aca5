"""Turns a Page into docutils nodes, for documents that every builder has to write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.sphinx_ext.nodes.block_nodes import BlockWriter
from sphinx_kwdocs.sphinx_ext.nodes.inline_nodes import target_link

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.page import Page, Section
    from sphinx_kwdocs.sphinx_ext.state.build import BuildState

__all__ = ["document_nodes", "hidden_toctree", "target_link"]


def document_nodes(page: Page, build: BuildState, name: str) -> Iterator[nodes.Node]:
    """Yield the nodes of a whole document."""
    is_entry = page.key == Target("index")
    if is_entry and not build.config.navigation:
        yield nodes.docinfo("", nodes.field("", nodes.field_name("", "orphan"), nodes.field_body()))
    section = nodes.section("", _title(page.heading), ids=[f"kwdocs-{page.key.kind}"])
    # Quotes and dashes in a path or a name are what they are.
    section["support_smartquotes"] = False
    writer = BlockWriter(build.site.index)
    section += writer.blocks(page.lead)
    for part in page.sections:
        section += _section(part, writer)
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


def _title(text: str) -> nodes.title:
    # The project's translators have nothing to do with our words and the repository's names.
    return nodes.title("", "", nodes.Text(text), translatable=False)


def _section(section: Section, writer: BlockWriter) -> nodes.section:
    node = nodes.section("", _title(section.title), ids=[section.anchor])
    node += writer.blocks(section.blocks)
    for inner in section.sections:
        node += _section(inner, writer)
    return node
