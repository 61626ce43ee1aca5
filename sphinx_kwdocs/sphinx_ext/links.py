"""Gives links in documents their addresses when a builder writes them; without such a page only their text stays."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from docutils import nodes
from sphinx.errors import NoUri
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_kwdocs.page import Target
from sphinx_kwdocs.render.urls import quote_anchor
from sphinx_kwdocs.sphinx_ext.build import DOCUMENTS, build_of
from sphinx_kwdocs.sphinx_ext.builders import makes_folders, writes_pages
from sphinx_kwdocs.sphinx_ext.nodes import target_link

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_kwdocs.sphinx_ext.build import Build


def connect(app: Sphinx) -> None:
    """Connect the links to the build."""
    app.add_node(target_link)

    class ResolveTargetLinks(SphinxPostTransform):
        """Replaces links to our pages by references, or by what they show."""

        default_priority = 5

        def run(self, **kwargs: object) -> None:
            """Resolve every link of the document."""
            del kwargs
            build = build_of(app)
            for node in list(self.document.findall(target_link)):
                uri = _uri(app, build, self.env.docname, node) if build else ""
                if uri:
                    node.replace_self(nodes.reference("", "", *node.children, internal=True, refuri=uri))
                else:
                    node.replace_self(node.children)

    app.add_post_transform(ResolveTargetLinks)


def _uri(app: Sphinx, build: Build, docname: str, node: target_link) -> str:
    target = Target(node["kind"], node["path"], node["anchor"], node["part"])
    if target.key not in build.addresses or not (target.key in DOCUMENTS or writes_pages(app.builder)):
        return ""
    try:
        uri = app.builder.get_relative_uri(docname, build.page_name(target.key))
    except NoUri:
        return ""
    if makes_folders(app.builder):
        uri = quote(uri)  # which Sphinx's other HTML builders do themselves
    return f"{uri}#{quote_anchor(target.anchor)}" if target.anchor else uri
