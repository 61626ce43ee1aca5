"""A passage of running text: its words, its markup told apart, and the way back to lines and columns."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING, Literal, NamedTuple

from sphinx_kwdocs.model.files import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

PassageRole = Literal["heading", "paragraph", "item", "term", "cell"]
"""What a passage is: `term` is the name in a definition list or glossary, `cell` a row of a table."""

UNSEEN = "\1"
"""Stands in a masked text for what a reader does not see as text, such as an image."""


class Piece(NamedTuple):
    """The part of one source line that belongs to a passage."""

    line: int
    """The line."""
    col: int
    """Where the part starts."""
    text: str
    """The part, a stretch of that line."""


class InlineCode(NamedTuple):
    """Inline code, as offsets in a passage's text."""

    start: int
    """First character, behind the opening mark."""
    end: int
    """Behind the last character, before the closing mark."""
    text: str
    """The code, or the target of a role."""
    role: str = ""
    """The role, in lower case, if it has one."""


class InlineLink(NamedTuple):
    """A link, as offsets in a passage's text."""

    start: int
    """First character of what it shows."""
    end: int
    """Behind the last character of what it shows."""
    target: str
    """Where it leads, as written."""
    text: str = ""
    """What it shows, if that is not the text it spans."""


@dataclass(slots=True)
class Passage:
    """One block of running text, and what an inline scanner found in it."""

    role: PassageRole
    pieces: tuple[Piece, ...]
    text: str = ""
    hidden: list[tuple[int, int]] = field(default_factory=list)
    """Marks that are no part of the text: dropped, and words go on across them."""
    cuts: list[tuple[int, int]] = field(default_factory=list)
    """Images, HTML, URLs: dropped, and no phrase goes on across them."""
    opaque: list[tuple[int, int]] = field(default_factory=list)
    """Code: part of the text, but not words."""
    codes: list[InlineCode] = field(default_factory=list)
    links: list[InlineLink] = field(default_factory=list)
    stressed: list[tuple[int, int]] = field(default_factory=list)
    """Bold and emphasised stretches."""
    has_gaps: bool = False
    """Whether it shows something that only a build of the documents puts in, such as a version."""
    is_lead: bool = False
    """Whether it is the file's opening paragraph."""
    _offsets: list[int] = field(default_factory=list)
    _dropped: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.text = "\n".join(piece.text for piece in self.pieces)
        offset = 0
        for piece in self.pieces:
            self._offsets.append(offset)
            offset += len(piece.text) + 1

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset in the text."""
        number = bisect_right(self._offsets, offset) - 1
        piece = self.pieces[number]
        return piece.line, piece.col + offset - self._offsets[number]

    def span(self, start: int, end: int) -> Span:
        """Return the span of a stretch that is not empty and neither starts nor ends with a line break."""
        line, col = self.place(start)
        end_line, end_col = self.place(end - 1)
        return Span(line, col, end_line, end_col + 1)

    def plain(self, start: int = 0, end: int | None = None) -> str:
        """Return the text, or a stretch of it, as a reader sees it, on one line; `settle` comes first."""
        stop = len(self.text) if end is None else end
        kept: list[str] = []
        position = start
        number = bisect_left(self._dropped, (start, start))
        while number < len(self._dropped) and self._dropped[number][0] < stop:
            first, last = self._dropped[number]
            kept.append(self.text[position:first])
            position = max(position, last)
            number += 1
        kept.append(self.text[position:stop])
        return " ".join(unescape("".join(kept)).split())

    def settle(self) -> None:
        """Order what the scanner found, once it has found all."""
        self._dropped = sorted(self.hidden + self.cuts)

    def masked(self) -> str:
        """Return the text at its length, with marks as blanks, code as NUL and images and the like as `UNSEEN`."""
        if not (self.hidden or self.opaque or self.cuts):
            return self.text
        characters = list(self.text)
        for regions, filler in ((self.hidden, " "), (self.opaque, "\0"), (self.cuts, UNSEEN)):
            for first, last in regions:
                characters[first:last] = filler * (last - first)
        return "".join(characters)


def find_piece(line: int, source: str, content: str, after: int = 0) -> Piece | None:
    """Locate a parser's line of text in the source line it was taken from, which it usually ends."""
    if not content:
        return None
    col = len(source.rstrip()) - len(content)
    if col < after or not source.startswith(content, col):
        col = source.find(content, after)
    return Piece(line, col, content) if col >= 0 else None


def pieces_of(lines: Iterable[tuple[int, str]]) -> tuple[Piece, ...]:
    """Return the pieces of numbered source lines, without the blanks around them."""
    found = []
    for number, line in lines:
        content = line.strip()
        if content:
            found.append(Piece(number, line.index(content[0]), content))
    return tuple(found)
