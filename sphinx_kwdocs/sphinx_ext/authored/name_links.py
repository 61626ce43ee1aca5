"""Turns names in the text and in the code blocks of documents into links, where they mean exactly one thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_kwdocs.linking.python.samples import split_block
from sphinx_kwdocs.model.page import DOCUMENT, Target
from sphinx_kwdocs.pages import place_of
from sphinx_kwdocs.render.file_source import symbol_title
from sphinx_kwdocs.render.highlighted_links import NameLink, link_names
from sphinx_kwdocs.sphinx_ext.authored.collect import is_inline_code, paired_samples
from sphinx_kwdocs.sphinx_ext.builders import writes_pages
from sphinx_kwdocs.sphinx_ext.nodes.target_links import uri_of
from sphinx_kwdocs.sphinx_ext.patches import change_highlighted_blocks
from sphinx_kwdocs.sphinx_ext.session import build_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

    from sphinx_kwdocs.model.documents import DocumentFacts, SampleName
    from sphinx_kwdocs.sphinx_ext.state.build import BuildState

OPT_OUT = "kw-nolink"
"""The class, and the field at a document's top, with which authors opt out."""
LINK_CLASS = "kw-link"
_NAMES = "kw_names"
_WORD = re.compile(r"\w+")
_IMPORT = re.compile(r"^[ \t>.]*(?:from|import)\b.*$", re.MULTILINE)
_SAME_PURPOSE = "sphinx_codeautolink"


def connect(app: Sphinx) -> None:
    """Connect the links to the build."""
    app.add_post_transform(LinkInlineCode)
    app.add_post_transform(LinkCodeBlocks)
    watch_highlighter(app)


class _Linking(SphinxPostTransform):
    """What the links in text and in code blocks share: where a name leads to, and where none is wanted."""

    def link_in(self, build: BuildState) -> None:
        """Link the names of the document."""
        raise NotImplementedError

    def is_wanted(self, build: BuildState) -> bool:
        """Tell whether the settings ask for these links."""
        raise NotImplementedError

    def run(self, **kwargs: object) -> None:
        """Link names unless the settings, the builder or the author say otherwise."""
        del kwargs
        build = build_of(self.env)
        if build is None or not writes_pages(build.builder) or not self.is_wanted(build):
            return
        if OPT_OUT not in self.env.metadata.get(self.env.docname, ()):
            self.link_in(build)

    def place(self, build: BuildState, target: str, context: str) -> tuple[str, str]:
        """Return where a name leads to, seen from the document, and what a reader sees when pointing at it."""
        place, title = name_place(build, target, context)
        return uri_of(build, self.env.docname, place), title


class LinkInlineCode(_Linking):
    """Makes links of inline code."""

    default_priority = 20

    def is_wanted(self, build: BuildState) -> bool:
        """Tell whether inline code is to be linked."""
        return build.config.inline_links

    def link_in(self, build: BuildState) -> None:
        """Link the inline code of the document."""
        targets = build.documentation.links.get(self.env.docname)
        if not targets:
            return
        for node in list(self.document.findall(nodes.literal)):
            target = targets.get(node.astext(), "")
            if target and is_inline_code(node) and not _is_left_alone(node):
                uri, title = self.place(build, target, node.astext())
                if uri:
                    link = nodes.reference("", "", internal=True, refuri=uri, classes=[LINK_CLASS])
                    link["reftitle"] = title
                    node.replace_self(link)
                    link += node


class LinkCodeBlocks(_Linking):
    """Notes at blocks of code which of their names are links; the highlighter's text gets them."""

    default_priority = 20

    def is_wanted(self, build: BuildState) -> bool:
        """Tell whether code blocks are to be linked."""
        return build.config.code_links

    def link_in(self, build: BuildState) -> None:
        """Note the links of the document's blocks."""
        facts = build.facts.get(self.env.docname)
        names = build.documentation.samples.get(self.env.docname, ())
        if facts is None or not any(names):
            return
        context = code_context(facts)
        places: dict[str, tuple[str, str]] = {}
        for number, node in paired_samples(self.document, facts.samples):
            if names[number] and not _is_left_alone(node):
                text = facts.samples[number].text
                node[_NAMES] = list(self._links(build, text, names[number], context, places))

    def _links(
        self,
        build: BuildState,
        text: str,
        found: tuple[SampleName, ...],
        context: str,
        places: dict[str, tuple[str, str]],
    ) -> Iterator[NameLink]:
        lines = split_block(text)
        for name in found:
            key = name.target or name.external
            if key not in places:
                place = self.place(build, name.target, context) if name.target else _outside(build, name.external)
                places[key] = place
            uri, title = places[key]
            if uri:
                written = lines[name.line - 1][name.col : name.end_col]
                yield NameLink(name.line, name.col, name.end_col, written, uri, title)


def code_context(facts: DocumentFacts) -> str:
    """Return what the code blocks of a document say of modules: their imports."""
    return "\n".join(line for sample in facts.samples for line in _IMPORT.findall(sample.text))


def name_place(build: BuildState, target: str, context: str) -> tuple[Target, str]:
    """Return where a name leads to and what a reader sees when pointing at it.

    That is the description that an author wrote, if there is one, and the source otherwise. Of several descriptions it
    is one under the name of a module that the context speaks of: the inline code itself, or the block of code.
    """
    symbol = build.site.index.symbols.get(target)
    title = symbol_title(symbol, "") if symbol else target
    passages = build.documentation.documented.get(target, ())
    if not passages:
        return place_of(build.site.index, target), title
    words = set(_WORD.findall(context)) if len(passages) > 1 else set()
    chosen = next((passage for passage in passages if passage.name.partition(".")[0] in words), passages[0])
    return Target(DOCUMENT, chosen.document, chosen.anchor), title


def _outside(build: BuildState, name: str) -> tuple[str, str]:
    place = build.externals(name)
    return (place.url, place.title) if place else ("", "")


def _is_left_alone(node: nodes.Element) -> bool:
    """Tell whether a name stands in a heading, a link, a signature, or where an author opted out."""
    parent: Any = node
    while parent is not None:
        if isinstance(parent, (nodes.Titular, nodes.reference, addnodes.pending_xref, addnodes.desc_signature)):
            return True
        if OPT_OUT in parent.get("classes", ()):
            return True
        parent = parent.parent
    return False


def watch_highlighter(app: Sphinx) -> None:
    """Let the builder's highlighter put links into the blocks that have any."""
    # Who has chosen another extension for these links is to have its links; it looks for blocks as Sphinx writes them.
    if writes_pages(app.builder) and _SAME_PURPOSE not in app.extensions:
        change_highlighted_blocks(app.builder, _with_links)


def _with_links(html: str, node: object) -> str:
    names = node.get(_NAMES) if isinstance(node, nodes.Element) else None
    return link_names(html, names) if names else html
