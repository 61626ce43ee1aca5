"""Adds links to the source and the uses of what documents describe with directives such as `py:function`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_kwdocs.pages import place_of, uses_target
from sphinx_kwdocs.sphinx_ext.builders import writes_pages
from sphinx_kwdocs.sphinx_ext.nodes.target_links import uri_of
from sphinx_kwdocs.sphinx_ext.session import build_of
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

    from sphinx_kwdocs.model.page import Target
    from sphinx_kwdocs.sphinx_ext.state.build import BuildState

SOURCE_CLASS = "kw-source-link"
USES_CLASS = "kw-uses-link"
_GAP = "\N{NO-BREAK SPACE}"
"""Keeps the link of another extension apart; a usual space would be dropped at the edge."""


def connect(app: Sphinx) -> None:
    """Connect the links to the build."""
    app.add_post_transform(LinkDescriptions)


class LinkDescriptions(SphinxPostTransform):
    """Appends the links to the signatures of descriptions."""

    # Before the links of other extensions are turned into references, so that theirs are seen as what they are.
    default_priority = 7

    def run(self, **kwargs: object) -> None:
        """Link every description of the document whose source is known."""
        del kwargs
        build = build_of(self.env)
        if build is None or not build.config.source_links or not writes_pages(build.builder):
            return
        described = build.documentation.described.get(self.env.docname)
        if not described:
            return
        for signature in self.document.findall(addnodes.desc_signature):
            target = next((described[anchor] for anchor in signature["ids"] if anchor in described), "")
            if target and (links := list(self._links(build, signature, target))):
                # Themes know how to place what has this class: on the right, side by side with that of others.
                frame = nodes.inline("", classes=["viewcode-link", "kw-signature-links"])
                for link in links:
                    frame.extend((link, nodes.Text(_GAP)))
                signature.append(frame)

    def _links(self, build: BuildState, signature: addnodes.desc_signature, target: str) -> Iterator[nodes.Node]:
        source, uses = source_and_uses(build, target)
        wanted = [] if has_source_link(signature) else [(source, _("[source]"), SOURCE_CLASS)]
        wanted += [(uses, _("[uses]"), USES_CLASS)] if uses else []
        for place, text, css_class in wanted:
            uri = uri_of(build, self.env.docname, place)
            yield nodes.reference("", text, internal=True, refuri=uri, classes=[css_class])


def source_and_uses(build: BuildState, target: str) -> tuple[Target, Target | None]:
    """Return where the source and the uses of what is described stand."""
    symbol = build.site.index.symbols.get(target)
    return place_of(build.site.index, target), uses_target(build.site, symbol) if symbol else None


def has_source_link(signature: addnodes.desc_signature) -> bool:
    """Tell whether viewcode, linkcode or the like have linked the source already."""
    return any(
        node.tagname == "viewcode_anchor" or "viewcode-link" in node.get("classes", ())
        for node in signature.findall(nodes.Element)
    )
