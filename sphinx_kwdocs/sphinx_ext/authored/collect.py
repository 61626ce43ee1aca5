"""Collects what the project's own documents say while Sphinx reads them: sections, names, code, keywords."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_kwdocs.model.documents import DocumentFacts, Heading, Mention, Sample, Word
from sphinx_kwdocs.sphinx_ext.authored.code_blocks import READ_FOR_SAMPLES, SampleReader, paired_samples
from sphinx_kwdocs.sphinx_ext.authored.described_objects import documents_of
from sphinx_kwdocs.sphinx_ext.authored.directives import take_declaration
from sphinx_kwdocs.sphinx_ext.authored.keywords import concepts_at, each_once, entries_at, terms_in
from sphinx_kwdocs.sphinx_ext.authored.walk import hidden_from_readers, plain_text, walk
from sphinx_kwdocs.sphinx_ext.domain import domain_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["collect", "connect", "documents_of", "is_inline_code", "paired_samples"]

_LONGEST_MENTION = 200
# What these roles show is no name of anything, or is named by its link.
_NO_NAMES = {"kbd", "option", "regexp", "samp", "xref"}
_NAME_AS_TITLE = re.compile(r"[^\W\d]\w*(?:(?:\.[^\W\d]\w*)+(?:\(\))?|\(\))")
"""A title that is a dotted name or a call; any other single word may be just a word."""
_OWNER = re.compile(r"\s+(?:from|in|of)\s+([a-z][a-z0-9_]{2,40})\b")
_NO_OWNERS = frozenset(
    ["all", "any", "both", "case", "each", "order", "our", "some", "that", "the", "their", "this", "your"]
)
_NO_PLACES = (nodes.citation_reference, nodes.footnote, nodes.footnote_reference, nodes.problematic)
_SPECIAL = (
    *_NO_PLACES, *READ_FOR_SAMPLES, nodes.literal, nodes.section, nodes.target, nodes.title, addnodes.desc_signature,
    addnodes.glossary, addnodes.index, addnodes.pending_xref,
)  # fmt: skip
"""All that is looked at for more than its place."""


def connect(app: Sphinx) -> None:
    """Connect the collector to the build."""
    app.connect("doctree-read", remember_document)


def remember_document(app: Sphinx, doctree: nodes.document) -> None:
    """Keep what a document says."""
    domain_of(app.env).documents[app.env.docname] = collect(app, doctree)
    if take_declaration(app.env, app.env.docname):
        # Known from now on; those who write documents as XML would show it.
        for target in doctree.findall(nodes.target):
            target.attributes.pop("kw_words", None)


def collect(app: Sphinx, doctree: nodes.document) -> DocumentFacts:
    """Return what a document says by itself; called when it has been read, before its links are resolved."""
    notes = _Notes(SampleReader(doctree))
    is_hidden = hidden_from_readers(app)
    for node, heading, hides in walk(doctree, is_hidden):
        if hides:
            # Whoever writes the document may show what stands in here after all, and it has to be up to date then.
            notes.note_hidden(node)
        else:
            notes.note(node, heading)
    title = notes.title or str(doctree.get("title", "")) or app.env.docname
    return notes.facts(title)


def is_inline_code(node: nodes.literal) -> bool:
    """Tell whether inline code may be a name: as written between backquotes or with the roles `code` and `file`."""
    roles = {*node["classes"], node.get("role", "")}
    if not _NO_NAMES.isdisjoint(roles):
        return False
    # `:file:` shows the variable part of a path as emphasis.
    return "file" not in roles or all(isinstance(part, nodes.Text) for part in node.children)


def _is_embed(node: nodes.Element) -> bool:
    return node.tagname == "kw_embed" and "directive" in node


class _PlainClasses(dict[type, bool]):
    """Tells of a class whether its nodes say nothing by what they are: those of most do not."""

    def __missing__(self, kind: type) -> bool:
        return self.setdefault(kind, not issubclass(kind, _SPECIAL))


_PLAIN = _PlainClasses()


@dataclass
class _Notes:
    """What has been found so far."""

    samples_of: SampleReader
    title: str = ""
    headings: list[Heading] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    words: list[Word] = field(default_factory=list)
    mentions: dict[Mention, None] = field(default_factory=dict)
    samples: list[Sample] = field(default_factory=list)
    roles: dict[tuple[str, str], None] = field(default_factory=dict)
    embeds: list[str] = field(default_factory=list)
    passed: dict[int, int] = field(default_factory=dict)
    """Behind which of its siblings the next inline code stands, by the identity of their list."""
    described: set[str] = field(default_factory=set)
    """The places of descriptions: Sphinx makes entries of the index for these by itself."""

    def note(self, node: nodes.Element, heading: int) -> None:
        """Take a node down, whatever it is."""
        if _PLAIN[type(node)]:
            if ids := node.attributes["ids"]:
                self.places.update(dict.fromkeys(ids, heading))
            if _is_embed(node):
                self.embeds.append(str(node["directive"]))
        else:
            self._note_special(node, heading)

    def _note_special(self, node: nodes.Element, heading: int) -> None:
        if isinstance(node, nodes.section):
            self._note_section(node, heading)
        elif node["ids"] and not isinstance(node, _NO_PLACES):
            self.places.update(dict.fromkeys(node["ids"], heading))
        if isinstance(node, (nodes.literal, nodes.title, addnodes.pending_xref)):
            self._note_name(node, heading)
        elif isinstance(node, addnodes.desc_signature):
            self.described.update(node["ids"])
        elif isinstance(node, (nodes.target, addnodes.glossary, addnodes.index)):
            self._note_words(node, heading)
        elif text := self.samples_of.read(node):
            self.samples.append(Sample(text, heading))

    def note_hidden(self, node: nodes.Element) -> None:
        """Take down what a part that readers do not see now asks of the repository."""
        for part in node.findall(nodes.Element):
            if _is_embed(part):
                self.embeds.append(str(part["directive"]))
            elif isinstance(part, addnodes.pending_xref):
                self._note_role(part)

    def _note_role(self, node: addnodes.pending_xref) -> None:
        if node.get("refdomain") == "kw" or node.get("reftype") == "any":
            self.roles[str(node.get("reftype")), str(node.get("reftarget", ""))] = None

    def facts(self, title: str) -> DocumentFacts:
        """Return all that was found; the section of a keyword is that of its place, which may stand below it."""
        words = (
            word._replace(heading=self.places.get(word.anchor, word.heading))
            for word in self.words
            if word.kind != "index-entry" or word.anchor not in self.described
        )
        return DocumentFacts(
            headings=(Heading("", title), *self.headings),
            places=self.places,
            words=each_once(words),
            mentions=tuple(self.mentions),
            samples=tuple(self.samples),
            roles=tuple(self.roles),
            embeds=tuple(self.embeds),
        )

    def _note_section(self, node: nodes.section, heading: int) -> None:
        title = next((plain_text(part) for part in node.children if isinstance(part, nodes.title)), "")
        self.title = self.title or title
        anchor, *others = node["ids"] or [""]
        if heading:
            self.headings.append(Heading(anchor, title))
        else:
            # The title's own anchor is the document's top.
            others = node["ids"]
        self.places.update(dict.fromkeys(others, heading))

    def _note_words(self, node: nodes.Element, heading: int) -> None:
        if isinstance(node, addnodes.index):
            self.words += entries_at(node, heading)
        elif isinstance(node, addnodes.glossary):
            self.words += terms_in(node, heading)
        else:
            self.words += concepts_at(node, heading)

    def _note_name(self, node: nodes.Element, heading: int) -> None:
        if isinstance(node, addnodes.pending_xref):
            self._note_role(node)
            self._mention(_name_in_reference(node, heading))
        elif isinstance(node, nodes.literal):
            if is_inline_code(node):
                self._mention(Mention(node.astext(), heading, module=self._owner(node)))
        elif _NAME_AS_TITLE.fullmatch(text := plain_text(node)):
            self._mention(Mention(text, heading))

    def _owner(self, node: nodes.literal) -> str:
        """Return what the words behind inline code may say it is of: `read_csv` from pandas."""
        siblings = node.parent.children if node.parent else []
        try:
            # Searched from the last one on, since a paragraph may have many.
            place = siblings.index(node, self.passed.get(id(siblings), 0)) + 1
        except ValueError:  # An extension has moved it and not said so.
            return ""
        self.passed[id(siblings)] = place
        behind = siblings[place : place + 2]  # The package may be written as code as well.
        text = "".join(each.astext()[:_LONGEST_MENTION] for each in behind)
        match = _OWNER.match(text) if behind and isinstance(behind[0], nodes.Text) else None
        return match[1] if match and match[1] not in _NO_OWNERS else ""

    def _mention(self, mention: Mention | None) -> None:
        if mention and mention.text.strip() and len(mention.text) <= _LONGEST_MENTION:
            self.mentions[mention] = None


def _name_in_reference(node: addnodes.pending_xref, heading: int) -> Mention | None:
    target, domain = str(node.get("reftarget", "")), node.get("refdomain")
    if domain == "kw":
        return Mention(target, heading, str(node.get("reftype")))
    if domain == "py" and not node.get("intersphinx"):
        # With `intersphinx` an author says that it is another project's.
        return Mention(target.lstrip(".~"), heading, "py", str(node.get("py:module") or ""))
    return None
