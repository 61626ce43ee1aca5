"""Writes characters so that HTML may hold them and readers see what is there."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# What HTML does not allow in a page: controls, lone surrogates and noncharacters.
_NONCHARACTERS = "".join(f"\\U{plane + 0xFFFE:08x}\\U{plane + 0xFFFF:08x}" for plane in range(0, 0x110000, 0x10000))
_FORBIDDEN = re.compile(rf"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef{_NONCHARACTERS}]")

_PRINTABLE = bytes([*b"\t\n", *range(0x20, 0x7F)])

# Characters that reorder the text after them, so that code reads as something else than what runs ("Trojan Source").
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")

# Most texts are plain ASCII without markup: one look at them is cheaper than a replacement for each special character.
_SPECIAL = re.compile(r"[^ -%'-;=?-~]")
_SPECIAL_IN_ATTRIBUTE = re.compile(r"[^ !#$%(-;=?-~]")


_LONGEST_KEPT = 60
_MOST_KEPT = 50_000


def show_controls(text: str) -> str:
    """Replace each character that HTML forbids by one that can be seen; the length stays the same."""
    # Either is far faster than searching, and nearly always enough.
    if text.isascii():
        if not text.encode("ascii").translate(None, _PRINTABLE):
            return text
    elif text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return _FORBIDDEN.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:  # noqa: PLR2004  the first 32 have a picture each
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"  # noqa: PLR2004  DEL


def escape(text: str) -> str:
    """Return text as HTML for the inside of an element; text that went through `show_controls` reads back as it was.

    A character that changes the direction of text stays where it is, so that copied code is the code, but stands
    alone in a `bdi` element: browsers end its effect there, even without our style sheet. The title tells which one
    it is, and the style sheet makes that visible.
    """
    # Asking is faster than replacing nothing.
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    if text.isascii():
        return text
    return _BIDI.sub(_isolated, text)


def _isolated(match: re.Match[str]) -> str:
    return f'<bdi class="kw-bidi" title="U+{ord(match.group()):04X}">{match.group()}</bdi>'


def new_text_to_html(text: str) -> str:
    """Return any text as HTML for the inside of an element, without keeping it: one that hardly comes twice."""
    return escape(show_controls(text)) if _SPECIAL.search(text) else text


def new_attribute_to_html(value: str) -> str:
    """Return any text as HTML for the value of an attribute in double quotes, without keeping it."""
    # A line break would cut the tag in two where a source's lines are wrapped.
    return html.escape(show_controls(value.replace("\n", " "))) if _SPECIAL_IN_ATTRIBUTE.search(value) else value


class _Kept(dict[str, str]):
    """What texts are written as; most of those on a page are names and words that stand on it, or on others, often."""

    def __init__(self, write: Callable[[str], str]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, text: str) -> str:
        written = self._write(text)
        if len(text) <= _LONGEST_KEPT:
            if len(self) >= _MOST_KEPT:
                self.clear()
            self[text] = written
        return written


def keeping(write: Callable[[str], str]) -> Callable[[str], str]:
    """Return a function that does the same, and does it once for a text that is short and comes often."""
    return _Kept(write).__getitem__


text_to_html = keeping(new_text_to_html)
"""Returns any text as HTML for the inside of an element."""
attribute_to_html = keeping(new_attribute_to_html)
"""Returns any text as HTML for the value of an attribute in double quotes."""
