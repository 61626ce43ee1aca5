"""Fills the places at which authors ask for a part of the index, when a builder writes the document."""

from __future__ import annotations

from functools import cache, partial
from hashlib import blake2b
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_kwdocs.embeds import EMBEDS, EmbedError
from sphinx_kwdocs.pages import definition_target
from sphinx_kwdocs.reading.scan import read_text
from sphinx_kwdocs.render.file_source import SourceRenderer
from sphinx_kwdocs.render.line_cache import LineCache
from sphinx_kwdocs.running.time_limit import TimeLimit
from sphinx_kwdocs.sphinx_ext.authored.directives import kw_embed
from sphinx_kwdocs.sphinx_ext.authored.name_links import OPT_OUT
from sphinx_kwdocs.sphinx_ext.builders import draws_pictures
from sphinx_kwdocs.sphinx_ext.nodes.block_nodes import EMBED_CLASS, BlockWriter
from sphinx_kwdocs.sphinx_ext.nodes.joined_documents import document_of
from sphinx_kwdocs.sphinx_ext.nodes.target_links import uri_of
from sphinx_kwdocs.sphinx_ext.session import build_of
from sphinx_kwdocs.sphinx_ext.settings import warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_kwdocs.lookup import Lookup
    from sphinx_kwdocs.model.blocks import Block
    from sphinx_kwdocs.pages import Site
    from sphinx_kwdocs.sphinx_ext.state.build import BuildState


def connect(app: Sphinx) -> None:
    """Connect the places to the build."""
    app.add_node(kw_embed)
    app.add_post_transform(FillEmbeds)


class FillEmbeds(SphinxPostTransform):
    """Replaces the places by what is to be shown there."""

    # Before links and references are resolved, since there are some among it.
    default_priority = 3

    def run(self, **kwargs: object) -> None:
        """Fill every place of the document."""
        del kwargs
        build = build_of(self.env)
        if build is not None and not build.has_embeds:
            return
        places = list(self.document.findall(kw_embed))
        writer_of = cache(partial(block_writer, build)) if build else None
        for place in places:
            shown: list[nodes.Node] = []
            if build and writer_of:
                docname = document_of(place) or self.env.docname
                blocks = resolve_embed(place, build.site, build.lookup, build.path_of(docname))
                shown = writer_of(docname).blocks(blocks)
            classes = ["kwdocs", EMBED_CLASS, f"kw-embed-{place['directive']}", OPT_OUT]
            # Quotes and dashes in a path or a name are what they are.
            frame = nodes.container("", *shown, classes=classes, support_smartquotes=False)
            # A label in front of the place is one of the place, and has to stay.
            place.replace_self(frame if shown or place["ids"] else [])


def resolve_embed(node: kw_embed, site: Site, lookup: Lookup, near: str) -> tuple[Block, ...]:
    """Make what is shown at a place; what cannot be shown is warned of, and nothing is."""
    embed = EMBEDS[node["directive"]]
    try:
        return tuple(embed.build(site, lookup, embed.request(node["argument"], node["options"], near)))
    except EmbedError as error:
        warn(error.subtype, f"kw:{embed.name}: {error.message}", location=node)
        return ()


def block_writer(build: BuildState, docname: str) -> BlockWriter:
    """Return what writes blocks into a document."""
    index = build.site.index
    href = cache(partial(uri_of, build, docname))
    renderer = SourceRenderer(index, href, partial(definition_target, build.site), build.externals)
    # Whoever writes the file's own page says if it takes too long.
    limit = TimeLimit(build.config.time_limit)

    @cache
    def source(path: str) -> str:
        try:
            return renderer.render(path, read_text(index.root, index.files[path]), limit)
        except OSError:
            return ""

    lines = LineCache(lambda path: read_text(index.root, index.files[path]))
    # Unique also where a builder joins documents, whatever their names are.
    prefix = f"kw-graph-{blake2b(docname.encode(), digest_size=4).hexdigest()}"
    draws = draws_pictures(build.builder)
    return BlockWriter(index, build.builder.format, href, source, lines, draws=draws, prefix=prefix)
