"""The nouns of a page: sections of typed blocks whose links say what they lead to, not at which URL it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

PageKindName = Literal["docs", "kw", "index", "doc", "sub", "keywords", "diagnostics"]


class Target(NamedTuple):
    """What a link leads to."""

    kind: PageKindName
    """The kind of page."""
    path: str = ""
    """The file or folder the page is about; empty for the root folder and for global pages."""
    anchor: str = ""
    """A place on the page: `L12`, a section or a keyword; empty for its top."""
    part: int = 0
    """Which part of a page that is split, counted from 0."""

    @property
    def key(self) -> Target:
        """The page itself."""
        return Target(self.kind, self.path, "", self.part)


# The sections of a keyword page, whose anchors a heading of prose could have too.
_KEYWORD_PAGE_SECTIONS = {"file-information", "keywords-extracted", "keyword-section-map"}


def symbol_anchor(qualname: str) -> str:
    """Return where a symbol stands on its file's keyword page."""
    return f"{qualname}~" if qualname in _KEYWORD_PAGE_SECTIONS or qualname.startswith("kind-") else qualname


@dataclass(frozen=True, slots=True)
class Code:
    """Inline code."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of ours."""

    target: Target
    text: str
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class WebLink:
    """A link to a place outside of the site."""

    url: str
    text: str


Inline = str | Code | Link | WebLink
Content = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    content: Content


@dataclass(frozen=True, slots=True)
class FactList:
    """Labelled facts, one a line."""

    rows: tuple[tuple[str, Content], ...]


@dataclass(frozen=True, slots=True)
class Bullets:
    """A plain list."""

    items: tuple[Content, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; every row is as long as its head."""

    head: tuple[str, ...]
    rows: tuple[tuple[Content, ...], ...]


@dataclass(frozen=True, slots=True)
class Snippet:
    """A few lines to copy."""

    language: str
    text: str


@dataclass(frozen=True, slots=True)
class SourceBlock:
    """The whole text of a file, highlighted, with a place to link to at every line."""

    path: str


class OutlineItem(NamedTuple):
    """A definition in a file's outline."""

    depth: int
    """How deeply it is nested, from 0."""
    kind: str
    """The word for its kind."""
    link: Link
    """The definition."""
    signature: str
    """How it is declared."""
    summary: str
    """The first sentence of its documentation."""


@dataclass(frozen=True, slots=True)
class Outline:
    """Definitions in order of appearance, nested."""

    items: tuple[OutlineItem, ...]


class Entry(NamedTuple):
    """A keyword of a file, with all that is known of it there."""

    anchor: str
    """Where it stands on its page."""
    link: Link
    """Its line in the source."""
    signature: str = ""
    """How it is declared."""
    summary: str = ""
    """The first sentence of its documentation."""
    remarks: Content = ()
    """Where it is nested, what it leads to, other lines it is on."""


@dataclass(frozen=True, slots=True)
class Entries:
    """Keywords of a file."""

    entries: tuple[Entry, ...]


class IndexPlace(NamedTuple):
    """One place of a name in an index of many files."""

    kind: str
    """The word for its kind."""
    link: Link
    """The place."""


class IndexRow(NamedTuple):
    """A name in an index of many files."""

    name: str
    """The name."""
    is_continued: bool
    """Whether its first places are on the page before."""
    places: tuple[IndexPlace, ...]
    """Its places on this page."""


@dataclass(frozen=True, slots=True)
class IndexList:
    """Names with their places."""

    rows: tuple[IndexRow, ...]


Block = Paragraph | FactList | Bullets | Table | Snippet | SourceBlock | Outline | Entries | IndexList


@dataclass(frozen=True, slots=True)
class Section:
    """A headed part of a page."""

    anchor: str
    """Where it stands on its page; unique there."""
    title: str
    """Its heading."""
    blocks: tuple[Block, ...] = ()
    """What it says."""
    sections: tuple[Section, ...] = ()
    """Its parts."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page, ready to be rendered in any format."""

    key: Target
    """Which page it is."""
    title: str
    """Its title, in plain text."""
    heading: str
    """Its heading, in plain text."""
    about: str
    """The path its heading ends in, shown as code; or empty."""
    lead: tuple[Block, ...]
    """What stands above the first section."""
    sections: tuple[Section, ...]
    """Its sections."""
    parents: tuple[Link, ...] = ()
    """The way to it from the entry page."""
    tabs: tuple[Link, ...] = ()
    """The other pages about the same file or folder, and this one."""
    previous: Link | None = None
    """The page before it in its folder."""
    following: Link | None = None
    """The page after it in its folder."""
    folder: str = ""
    """The folder whose contents a reader may want beside it."""
