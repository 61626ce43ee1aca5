"""The nouns of a page: what it is about, where a link leads, and the sections that its blocks stand in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from sphinx_kwdocs.model.blocks import Block, Link

_T = TypeVar("_T")

PageKindName = str
"""The name of a kind of page: one of ours, one of a plug-in, or `document`."""
DOCUMENT = "document"
"""The kind of a target that is a document of the project's own: its path is the document's name."""


@dataclass_transform(frozen_default=True)
def unchanging(cls: type[_T]) -> type[_T]:
    """Make a class of what pages consist of: frozen for the type checker only.

    Pages are made of so many objects that guarding each against changes would take a tenth of the time of a page.
    """
    found = dataclass(slots=True, unsafe_hash=True)(cls)
    # What `dataclasses` looks at, and documents nowhere: as of frozen classes, other packages can make frozen ones of
    # these, and only such. Nothing at run time keeps their fields from being set.
    found.__dataclass_params__.frozen = True  # type: ignore[attr-defined]
    return found


@dataclass(frozen=True, slots=True)
class PageForm:
    """What a kind of page is about and how it is called; who builds it is said in `pages`."""

    name: PageKindName
    """The kind, as targets and addresses name it."""
    scope: Literal["file", "folder", "site"]
    """Whether there is one for a file, for a folder, or one for all."""
    heading: str
    """What its heading begins with."""
    tab: str = ""
    """What a link from another page about the same file or folder says."""
    first_number: int = 1
    """The number of its first part; the parts behind it carry theirs in their addresses."""
    has_letters: bool = False
    """Whether letters lead to its sections, so that it needs no other list of contents."""
    is_apart: bool = False
    """Whether each part is made by itself, because most changes of what it shows leave the file's other pages alone."""


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


def line_target(path: str, line: int) -> Target:
    """Return the place of a line of a file."""
    # The same as `Target(…)` in half the time, and most links of a site lead to lines.
    return tuple.__new__(Target, ("docs", path, f"L{line}", 0))


# The sections of the pages that have a place for every symbol; a heading of prose could have the same anchors.
_SECTIONS_BESIDE_SYMBOLS = {
    *("file-information", "keywords-extracted", "keyword-section-map"),
    *("names-on-this-page", "uses-by-name", "the-file-itself"),
}


def symbol_anchor(qualname: str) -> str:
    """Return where a symbol stands on its file's keyword page, and on the page of its uses."""
    return f"{qualname}~" if qualname[:5] == "kind-" or qualname in _SECTIONS_BESIDE_SYMBOLS else qualname


@unchanging
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


@unchanging
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
