"""Puts the field for finding symbols on the documents that we make; the pages that are streamed have it already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_kwdocs.render.symbol_finder import symbol_finder
from sphinx_kwdocs.render.urls import SYMBOLS
from sphinx_kwdocs.sphinx_ext.builders import makes_folders, writes_pages
from sphinx_kwdocs.sphinx_ext.session import build_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def connect(app: Sphinx) -> None:
    """Connect the field to the build."""
    app.add_post_transform(AddFinder)


class AddFinder(SphinxPostTransform):
    """Places the field below the title."""

    default_priority = 900

    def run(self, **kwargs: object) -> None:
        """Place it if the builder writes the scripts that it needs."""
        del kwargs
        build = build_of(self.env)
        if build is None or not writes_pages(build.builder) or self.env.docname not in build.document_names:
            return
        title = next(iter(self.document.findall(nodes.title)), None)
        if title is None or title.parent is None:
            return
        name = self.env.docname.removeprefix(f"{build.config.root}/")
        # A document `a` is `a/index.html` for builders that make folders, unless it is `index` itself.
        up = "../" if makes_folders(build.builder) and name != "index" else ""
        place = nodes.raw("", symbol_finder(f"{up}{SYMBOLS}/"), format="html")
        title.parent.insert(title.parent.index(title) + 1, place)
