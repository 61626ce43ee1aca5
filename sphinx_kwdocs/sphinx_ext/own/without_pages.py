"""Takes out of our documents, for builders without our pages, what only makes sense where it leads somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.sphinx_ext.builders import writes_pages
from sphinx_kwdocs.sphinx_ext.nodes.joined_documents import documents_in
from sphinx_kwdocs.sphinx_ext.nodes.page_nodes import target_link
from sphinx_kwdocs.sphinx_ext.nodes.target_links import uri_of
from sphinx_kwdocs.sphinx_ext.session import build_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_kwdocs.sphinx_ext.state.build import BuildState


def connect(app: Sphinx) -> None:
    """Connect the clearing to the build."""
    app.add_post_transform(RemoveSignposts)


class RemoveSignposts(SphinxPostTransform):
    """Removes rows of links, and what consists of such rows only, where none of them leads to anything."""

    # Before links are replaced by what they show.
    default_priority = 4

    def run(self, **kwargs: object) -> None:
        """Clear our documents."""
        del kwargs
        build = build_of(self.env)
        if build is None or writes_pages(build.builder):
            return
        for part in documents_in(self.document, self.env.docname, build.document_names):
            for table in list(part.findall(nodes.table)):
                _remove_columns(build, table)
                for cell in table.findall(nodes.entry):
                    _remove_last_link(build, cell)
            for paragraph in list(part.findall(nodes.paragraph)):
                if not isinstance(paragraph.parent, nodes.entry):
                    _clear_row(build, paragraph)


def _leads_nowhere(build: BuildState, node: nodes.Node) -> bool:
    """Tell whether a node is a signpost to a page that is not there; the name of a thing is more than that."""
    if not isinstance(node, target_link) or isinstance(node.children[0], nodes.literal):
        return False
    target = Target(node["kind"], node["path"], node["anchor"], node["part"])
    return not uri_of(build, "", target)


def _is_row(paragraph: nodes.Node) -> bool:
    """Tell whether a paragraph has nothing but links, and signs between them."""
    has_links = False
    for child in paragraph.children:
        if isinstance(child, target_link):
            has_links = True
        elif not isinstance(child, nodes.Text) or any(map(str.isalnum, child)):
            return False
    return has_links


def _clear_row(build: BuildState, paragraph: nodes.paragraph) -> None:
    lost = [child for child in paragraph.children if _leads_nowhere(build, child)]
    if not lost or not _is_row(paragraph):
        return
    kept = [child for child in paragraph.children if isinstance(child, target_link) and child not in lost]
    if not kept:
        _remove(paragraph)
        return
    sign = next((child for child in paragraph.children if isinstance(child, nodes.Text)), " ")
    paragraph.children = []
    for position, link in enumerate(kept):
        paragraph += [nodes.Text(sign), link] if position else [link]


def _remove(node: nodes.Element) -> None:
    """Remove a node, and whatever has nothing but a heading then."""
    parent = node.parent
    parent.remove(node)
    if isinstance(parent, (nodes.list_item, nodes.bullet_list, nodes.section)) and all(
        isinstance(child, nodes.title) for child in parent.children
    ):
        _remove(parent)


def _remove_columns(build: BuildState, table: nodes.table) -> None:
    group = next(table.findall(nodes.tgroup))
    rows = list(group.findall(nodes.row))
    body = [row for row in rows if isinstance(row.parent, nodes.tbody)]
    for number in reversed(range(group["cols"])):
        cells = [row.children[number] for row in body]
        # The last one stays: there is no table without columns.
        if group["cols"] > 1 and cells and all(_is_signpost(build, cell) for cell in cells):
            for row in rows:
                row.remove(row.children[number])
            group.remove([child for child in group.children if isinstance(child, nodes.colspec)][number])
            group["cols"] -= 1


def _remove_last_link(build: BuildState, cell: nodes.entry) -> None:
    """Remove a signpost at the end of what a cell says."""
    for paragraph in cell.findall(nodes.paragraph):
        if paragraph.children and _leads_nowhere(build, paragraph.children[-1]):
            del paragraph.children[-2:]


def _is_signpost(build: BuildState, cell: nodes.Node) -> bool:
    if not cell.astext().strip():
        return True
    return all(
        _is_row(part) and all(_leads_nowhere(build, link) for link in part.findall(target_link))
        for part in cell.children
    )
