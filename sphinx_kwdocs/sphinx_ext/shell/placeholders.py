"""Stand-ins for what varies from page to page, and how they are found again in what a theme made of them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

TITLE = ("Aa\u00e9", "&amp;", "&lt;", "&gt;", "&quot;", "&#x27;", "{", "}", "\\")
"""What may stand in a title and be written in another way. The first must come out as it is; of the others, it is
enough to know which do."""
ENTRY = ("Aa\u00e9", "&amp;", "&lt;", "&gt;", '"', "'", "{", "}", "\\", "  ")
"""The same for an entry of a table of contents."""
MARKUP = ("Aa\u00e9", "&amp;", '"', "'", "{", "  ", "<br />", "\n")
"""The same for what is markup already."""
_SPECIALS = {"title": TITLE, "parent": TITLE, "previous": TITLE, "following": TITLE, "toctext": ENTRY, "added": MARKUP}

_FOUND = re.compile(
    r"kwdocsmark([a-z]+\d*)kwdocsmark|kwdocstext([a-z]+\d*)kwdocstext((?:(?!kwdocs(?:mark|text|end)).)*)kwdocsend",
    re.DOTALL,
)
_REMAINS = re.compile("kwdocs(?:mark|text|and|end)")
_HARMLESS = "[^\\s&<>\"'\\\\{}]++| (?! )"


class UnusableError(Exception):
    """What a theme made of the marks cannot be filled in; the message says why."""


class SplitText(NamedTuple):
    """A text cut at its marks."""

    parts: list[str]
    """What stands between the marks, and at every second place the word of a mark."""
    kept: dict[str, frozenset[str]]
    """For each mark of a text, which special characters came out everywhere as they are."""


def mark(word: str) -> str:
    """Return a mark for a name or URL: letters that every template writes as they are."""
    return f"kwdocsmark{word}kwdocsmark"


def text_mark(word: str) -> str:
    """Return a mark for a text, which also shows what becomes of special characters there."""
    return f"kwdocstext{word}kwdocstext{'kwdocsand'.join(_SPECIALS[_kind(word)])}kwdocsend"


def _kind(word: str) -> str:
    return word.rstrip("0123456789")


def holds_marks(text: str) -> bool:
    """Tell whether a mark, or what is left of one, is in a text."""
    return _REMAINS.search(text) is not None


def cut(text: str) -> SplitText:
    """Cut a text at its marks."""
    parts: list[str] = []
    kept: dict[str, frozenset[str]] = {}
    position = 0
    for found in _FOUND.finditer(text):
        parts.append(text[position : found.start()])
        position = found.end()
        word = found[1] or found[2]
        parts.append(word)
        if found[2]:
            survived = _surviving(_kind(word), found[3])
            kept[word] = survived & kept.get(word, survived)
    parts.append(text[position:])
    if any(holds_marks(part) for part in parts[::2]):
        message = "a title or name is not written as a whole"
        raise UnusableError(message)
    return SplitText(parts, kept)


def _surviving(kind: str, tail: str) -> frozenset[str]:
    shown, specials = tail.split("kwdocsand"), _SPECIALS[kind]
    if len(shown) != len(specials) or shown[0] != specials[0]:
        message = f"the {kind} is written in another way"
        raise UnusableError(message)
    return frozenset(special for special, now in zip(specials, shown, strict=True) if special == now)


@lru_cache(maxsize=64)
def harmless(kept: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern for texts that are written as they are wherever these special characters are."""
    options = [_HARMLESS, *sorted(map(re.escape, kept))]
    if "  " in kept:
        options.append(" ")
    return re.compile(f"(?! )(?:{'|'.join(options)})*(?<! )")
