"""Puts links around names in a code block that Pygments has already made HTML of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.render.characters import attribute_to_html

if TYPE_CHECKING:
    from collections.abc import Sequence

_PIECE = re.compile(r"<[^<>]*+>?|[^<]++")
_CHARACTER = re.compile(r"&[^;&\s]{1,12};|[\s\S]")
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'"}
# The numbers of lines, which are no part of the code.
_NUMBERS = {'<span class="lineno">', '<span class="linenos">', '<span class="linenos special">'}


class NameLink(NamedTuple):
    """A name in a block of code, with where it leads."""

    line: int
    """Its line in the block, from 1."""
    col: int
    """Where it begins, in code points."""
    end_col: int
    """Where it ends."""
    text: str
    """The name as the block has it there; where something else stands, no link is made."""
    href: str
    """Where it leads."""
    title: str = ""
    """What a reader is told about it before going there."""


def link_names(html: str, names: Sequence[NameLink]) -> str:
    """Return a highlighted block with names as links; `html` is what Pygments' HtmlFormatter wrote.

    From the first name on that is not where it should be, no more links are made: the text is not the one that the
    names were found in. A name that is cut by a tag is passed over.
    """
    # With numbers in a table, the code is in the last cell.
    begin = html.rfind("<pre")
    end = html.rfind("</pre>")
    if begin < 0 or end < begin or not names:
        return html
    code = "".join(_Linker(names).pieces(html[begin:end]))
    return f"{html[:begin]}{code}{html[end:]}"


class _Linker:
    """Walks once through the HTML of the code and once through the names."""

    def __init__(self, names: Sequence[NameLink]) -> None:
        self._names = sorted(names, reverse=True)
        """Those that are still to come, the next one last."""
        self._line = 1
        self._col = 0

    def pieces(self, html: str) -> list[str]:
        """Return the HTML in pieces, with links."""
        names = self._names
        number = 0
        """How many elements are open in the number of a line, with its own."""
        links = 0
        pieces = _PIECE.findall(html)
        # Most pieces stay what they are. A block has hundreds, so these are told apart by as little as possible.
        for place, piece in enumerate(pieces):
            if piece[0] != "<":
                if not names:
                    break
                if not number and ("\n" in piece or names[-1].line <= self._line):
                    pieces[place] = self._text(piece, can_link=not links)
            elif number:
                number += -1 if piece[1] == "/" else 1
            elif piece in _NUMBERS:
                number = 1
            elif piece == "</a>":
                links -= 1
            elif piece.startswith("<a "):
                links += 1
        return pieces

    def _text(self, piece: str, *, can_link: bool) -> str:
        """Return text between two tags, and go on to its end."""
        if "\n" not in piece:
            return self._segment(piece, can_link=can_link)
        done: list[str] = []
        for number, segment in enumerate(piece.split("\n")):
            if number:
                self._line += 1
                self._col = 0
            done.append(self._segment(segment, can_link=can_link))
        return "\n".join(done)

    def _segment(self, segment: str, *, can_link: bool) -> str:
        """Return text of one line."""
        names = self._names
        if not segment or not names or names[-1].line > self._line:
            return segment
        characters = _CHARACTER.findall(segment) if "&" in segment else segment
        start = self._col
        end = self._col = start + len(characters)
        done: list[str] = []
        at = start
        while names and (names[-1].line, names[-1].col) < (self._line, end):
            name = names.pop()
            if name.line < self._line or name.col < at or name.end_col > end or name.end_col <= name.col:
                continue
            written = characters[name.col - start : name.end_col - start]
            if "".join(_ENTITIES.get(each, each) for each in written) != name.text:
                names.clear()
            elif can_link:
                done += (*characters[at - start : name.col - start], _link(name, "".join(written)))
                at = name.end_col
        return "".join((*done, *characters[at - start :])) if done else segment


def _link(name: NameLink, inner: str) -> str:
    title = f' title="{attribute_to_html(name.title)}"' if name.title else ""
    return f'<a class="kw-name" href="{attribute_to_html(name.href)}"{title}>{inner}</a>'
