"""Gives links in documents their addresses when a builder writes them; without such a page only their text stays."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from docutils import nodes
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.errors import NoUri
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_kwdocs.model.page import DOCUMENT, Target
from sphinx_kwdocs.render.urls import quote_anchor
from sphinx_kwdocs.sphinx_ext.builders import makes_folders, writes_pages
from sphinx_kwdocs.sphinx_ext.nodes.page_nodes import target_link
from sphinx_kwdocs.sphinx_ext.session import build_of
from sphinx_kwdocs.sphinx_ext.state.repository import DOCUMENTS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_kwdocs.sphinx_ext.state.build import BuildState


def connect(app: Sphinx) -> None:
    """Connect the links to the build."""
    app.add_node(target_link)
    app.add_post_transform(ResolveTargetLinks)


class ResolveTargetLinks(SphinxPostTransform):
    """Replaces links to our pages and to documents by references, or by what they show."""

    default_priority = 5

    def run(self, **kwargs: object) -> None:
        """Resolve every link of the document."""
        del kwargs
        build = build_of(self.env)
        if build is not None and not _may_hold_links(build, self.env.docname):
            return
        for node in list(self.document.findall(target_link)):
            target = Target(node["kind"], node["path"], node["anchor"], node["part"])
            uri = uri_of(build, self.env.docname, target) if build else ""
            if uri:
                node.replace_self(nodes.reference("", "", *node.children, internal=True, refuri=uri))
            else:
                node.replace_self(node.children)


def _may_hold_links(build: BuildState, docname: str) -> bool:
    """Tell whether a document has to be searched for links: most are not ours, and show nothing of ours."""
    if build.has_embeds or docname in build.document_names:
        return True
    # Whoever joins documents writes ours under the name of another.
    return not writes_pages(build.builder) or isinstance(build.builder, SingleFileHTMLBuilder)


def uri_of(build: BuildState, docname: str, target: Target) -> str:
    """Return where a target stands, seen from a document; empty if the builder makes no page of it."""
    builder = build.builder
    if target.kind == DOCUMENT:
        name = target.path
    elif target.key in build.addresses and (target.key in DOCUMENTS or writes_pages(builder)):
        name = build.page_name(target.key)
    else:
        return ""
    try:
        uri = builder.get_relative_uri(docname, name)
    except NoUri:
        return ""
    if makes_folders(builder) and target.kind != DOCUMENT:
        uri = quote(uri)  # which Sphinx's other HTML builders do themselves
    # What is no URL but the label of a book's place is looked up as it is.
    anchor = quote_anchor(target.anchor) if builder.format == "html" else target.anchor
    # On a single page, a document's URL is a place of that page itself.
    return f"{'' if uri.startswith('#') else uri}#{anchor}" if anchor else uri
