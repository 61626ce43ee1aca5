"""The nouns of what stands on a page: typed blocks whose links say what they lead to, not at which URL it stands."""

from __future__ import annotations

from typing import NamedTuple

from sphinx_kwdocs.model.page import Target, unchanging


@unchanging
class Code:
    """Inline code."""

    text: str
    """The code."""


@unchanging
class Link:
    """A link to a page of ours."""

    target: Target
    """What it leads to."""
    text: str
    """What it shows."""
    is_code: bool = False
    """Whether that is shown as code."""


@unchanging
class WebLink:
    """A link to a place outside of the site."""

    url: str
    """Where it leads."""
    text: str
    """What it shows."""


@unchanging
class LineNumbers:
    """Lines of a file by their numbers, each a link; one object for all, since some names stand on hundreds."""

    path: str
    """The file."""
    lines: tuple[int, ...]
    """The lines, as they are to be shown."""

    @property
    def text(self) -> str:
        """What is shown."""
        return ", ".join(map(str, self.lines))

    @property
    def content(self) -> Content:
        """The same as single links."""
        links = [Link(Target("docs", self.path, f"L{line}"), f"{line}") for line in self.lines]
        return tuple(part for link in links for part in (", ", link))[1:]


Inline = str | Code | Link | WebLink | LineNumbers
Content = tuple[Inline, ...]


@unchanging
class Paragraph:
    """A paragraph."""

    content: Content
    """What it says: texts, code and links, one behind the other."""


@unchanging
class FactList:
    """Labelled facts, one a line."""

    rows: tuple[tuple[str, Content], ...]
    """Labels, each with what is said."""


@unchanging
class Bullets:
    """A plain list."""

    items: tuple[Content, ...]
    """What each line says."""


@unchanging
class Table:
    """A table; every row is as long as its head."""

    head: tuple[str, ...]
    """The headings of its columns."""
    rows: tuple[tuple[Content, ...], ...]
    """What stands in the cells, row by row."""
    ends_in_numbers: bool = False
    """Whether the columns behind the second hold numbers alone: these need little room, but their headings."""

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes in HTML, by which a stylesheet lays it out where there is little room."""
        return ("kw-table", "kw-numbers") if self.ends_in_numbers else ("kw-table",)


@unchanging
class Snippet:
    """A few lines to copy."""

    language: str
    """The name of a language."""
    text: str
    """The lines."""


@unchanging
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
    uses: Link | None = None
    """Who uses it."""
    is_folded: bool = False
    """Whether it is to stand folded up at the end of its list, with all that is nested in it."""


@unchanging
class Outline:
    """Definitions in order of appearance, nested."""

    items: tuple[OutlineItem, ...]


class TreeItem(NamedTuple):
    """A line of a nested list."""

    depth: int
    """How deeply it is nested, from 0; at most one more than the line before."""
    content: Content
    """What it says."""


@unchanging
class Tree:
    """A nested list."""

    items: tuple[TreeItem, ...]
    """Its lines."""


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


@unchanging
class Entries:
    """Keywords of a file."""

    entries: tuple[Entry, ...]
    folded: tuple[Entry, ...] = ()
    """Those that are to stand folded up at the end."""


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
    is_code: bool = True
    """Whether it is written as code."""


@unchanging
class IndexList:
    """Names with their places."""

    rows: tuple[IndexRow, ...]


class BarPart(NamedTuple):
    """A part of a bar."""

    label: str
    """What it stands for."""
    number: int
    """How much of the whole it is."""
    name: str
    """A word for its colour: `good`, `fair` or `poor`."""


@unchanging
class Bar:
    """Shares of a whole, side by side, with a sentence that says the same."""

    parts: tuple[BarPart, ...]
    """The shares."""
    said: str
    """The sentence."""


class GraphNode(NamedTuple):
    """Something in a picture of what is tied to what."""

    link: Link
    """What it is."""
    hint: str = ""
    """What a reader sees when pointing at it."""
    is_main: bool = False
    """Whether the picture is about it."""


@unchanging
class Graph:
    """A picture of what is tied to what, from left to right or from top to bottom, and the same as a list."""

    title: str
    """What the picture shows, in a sentence."""
    nodes: tuple[GraphNode, ...]
    """What is in it."""
    edges: tuple[tuple[int, int], ...]
    """From which node to which, by their places in `nodes`."""
    verb: str
    """What an edge says, for the list: `imports`."""
    left_out: int = 0
    """How many nodes there are besides."""


@unchanging
class Excerpt:
    """Some lines of a file, highlighted and linked as on its source page."""

    path: str
    """The file."""
    line: int
    """The first line."""
    end_line: int
    """The last line."""


class UseLine(NamedTuple):
    """A line of a file that uses a name."""

    line: int
    """The line."""
    spans: tuple[tuple[int, int], ...]
    """Columns where the name begins and ends, in text order."""
    words: str
    """What the line does with the name."""
    holder: str = ""
    """The definition that the line stands in, or empty."""
    holder_line: int = 0
    """Where that is defined, in the same file."""


@unchanging
class UseList:
    """The lines of one file that use a name, with their text."""

    path: str
    """The file."""
    remark: str
    """What is to be said of the file as a whole."""
    lines: tuple[UseLine, ...]
    """The lines that are shown."""
    more: str = ""
    """How many there are besides."""
    is_whole: bool = False
    """Whether calls that go over several lines are shown to their ends."""


Block = (
    Paragraph
    | FactList
    | Bullets
    | Tree
    | Table
    | Snippet
    | SourceBlock
    | Outline
    | Entries
    | IndexList
    | UseList
    | Bar
    | Graph
    | Excerpt
)
