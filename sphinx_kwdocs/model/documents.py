"""The nouns of the project's own documents: what each says by itself, and what all of them say about the repository.

What a document says is collected while it is read, as plain tuples that cost little to keep between builds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

WordKind = Literal["concept", "glossary-term", "index-entry"]


class Heading(NamedTuple):
    """A section of a document."""

    anchor: str
    """Its place in the document; empty for the document's top."""
    title: str
    """Its title, in plain text."""


class DocumentedObject(NamedTuple):
    """Something that a document describes with a directive of a domain."""

    domain: str
    """The domain: `py`."""
    kind: str
    """The domain's word for what it is: `function`."""
    name: str
    """Its full name."""
    anchor: str
    """Its place in the document."""
    heading: int
    """The section it stands in, by its place in the document's headings."""


class Word(NamedTuple):
    """A keyword that an author put into a document: a concept, a term of a glossary or an entry of the index."""

    kind: WordKind
    """Which of these; a key of `languages.all_kinds()`."""
    text: str
    """What a reader looks up, in plain text."""
    anchor: str
    """Its place in the document."""
    heading: int
    """The section it stands in, by its place in the document's headings."""
    aliases: tuple[str, ...] = ()
    """Other words for it."""
    see: tuple[str, ...] = ()
    """Keywords or names of the repository that a reader may want besides."""
    summary: str = ""
    """What it means, in a sentence."""


class Mention(NamedTuple):
    """A name in running text: inline code, the text of a role, or a section's title."""

    text: str
    """As written."""
    heading: int
    """The section it stands in, by its place in the document's headings."""
    role: str = ""
    """How it is to be looked up: as a role of ours does, `py` for one of Python's domain, otherwise as inline code."""
    module: str = ""
    """The module that an author says Python's names are of, if one is said; of inline code, a word that may say it."""


class Sample(NamedTuple):
    """A block of code in a document."""

    text: str
    """The code, with its prompts if it is a session."""
    heading: int
    """The section it stands in, by its place in the document's headings."""


class DocumentFacts(NamedTuple):
    """What one document says by itself."""

    headings: tuple[Heading, ...]
    """Its sections in order; the first stands for the document itself and has its title."""
    places: Mapping[str, int] = {}
    """The section of every place in it that can be linked to and is no section, by anchor."""
    objects: tuple[DocumentedObject, ...] = ()
    """What its domain directives describe."""
    words: tuple[Word, ...] = ()
    """Its keywords."""
    mentions: tuple[Mention, ...] = ()
    """Names in its text, each once a section, in order."""
    samples: tuple[Sample, ...] = ()
    """Its blocks of Python code, in order."""
    roles: tuple[tuple[str, str], ...] = ()
    """Each role of ours, or `any`, with its text, also where the document is not shown now; each once."""
    embeds: tuple[str, ...] = ()
    """The names of our directives that show parts of the index in it, in order."""


class Passage(NamedTuple):
    """A place in a document."""

    document: str
    """The document's name."""
    anchor: str
    """The place in it; empty for its top."""
    title: str
    """What a reader sees: the document's title, and the section's behind it if it is another."""
    name: str = ""
    """Under which name something is described there."""


class SeeAlso(NamedTuple):
    """What a keyword points to."""

    word: Word
    """The keyword."""
    passage: Passage
    """Its place."""
    text: str
    """What it points to, as the author wrote it."""
    found: Passage | str
    """The place of another keyword, or the id of a symbol or the path of a file; an empty string if there is none."""


class SampleName(NamedTuple):
    """A name in a block of code that means something."""

    line: int
    """Its line in the block, from 1."""
    col: int
    """Where it begins, in code points of the block's own line, prompt included."""
    end_col: int
    """Where it ends."""
    target: str
    """The id of the symbol or the path of the file that it means, or empty."""
    external: str = ""
    """The full dotted name of what it means outside the repository, if it is nothing inside."""


@dataclass(frozen=True, slots=True)
class Documentation:
    """What the project's documents say about the repository; an empty one where there are no documents."""

    documented: Mapping[str, tuple[Passage, ...]] = field(default_factory=dict)
    """Where a symbol or a file is described, by its id or path, in document order."""
    mentioned: Mapping[str, tuple[Passage, ...]] = field(default_factory=dict)
    """Where a symbol or a file is spoken of besides, each section once."""
    objects: tuple[tuple[DocumentedObject, Passage], ...] = ()
    """What documents describe and the repository does not define, with its place."""
    words: tuple[tuple[Word, Passage], ...] = ()
    """The keywords of all documents, each with its place."""
    see: tuple[SeeAlso, ...] = ()
    """What these keywords point to."""
    links: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By document and text: the id or path of what inline code means, for that which means exactly one thing."""
    described: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By document and anchor: the id or path of what a directive of a domain describes."""
    sources: Mapping[str, Passage] = field(default_factory=dict)
    """The document that is made from a file, by the file's path."""
    samples: Mapping[str, tuple[tuple[SampleName, ...], ...]] = field(default_factory=dict)
    """By document: the names in each of its blocks of code, parallel to its facts' `samples`."""
