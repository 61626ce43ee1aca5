"""Checks what an author writes behind an option, and says what is allowed where it is not."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pathspec import GitIgnoreSpec

from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

Lines = tuple[int, int]
"""A first and a last line; the last is 0 where it is the last of what there is."""

_LINES = re.compile(r"\s*+L?(\d{1,9})\s*+(?:(-)\s*+(?:L?(\d{1,9})\s*+)?)?")
_SEPARATORS = re.compile(r"[,\n]")


def unknown_word(word: str, allowed: Collection[str]) -> str:
    """Say that a word is not among those allowed, and which of them is nearest."""
    near = get_close_matches(word.casefold()[:100], allowed, 1)
    every = ", ".join(allowed)
    if near:
        return _('"{word}" is unknown; the nearest is "{near}" (allowed: {allowed})').format(
            word=word, near=near[0], allowed=every
        )
    return _('"{word}" is unknown (allowed: {allowed})').format(word=word, allowed=every)


def one_of(*allowed: str) -> Callable[[str], str]:
    """Allow one of these words."""

    def check(text: str) -> str:
        word = text.strip()
        if word not in allowed:
            raise ValueError(unknown_word(word, allowed))
        return word

    return check


def some_of(known: Callable[[], Collection[str]]) -> Callable[[str], tuple[str, ...]]:
    """Allow some of the words that are known when this is asked, separated by commas or spaces."""

    def check(text: str) -> tuple[str, ...]:
        allowed = known()
        words = tuple(dict.fromkeys(text.replace(",", " ").split()))
        if not words:
            raise ValueError(_("at least one of these is needed: {allowed}").format(allowed=", ".join(allowed)))
        for word in words:
            if word not in allowed:
                raise ValueError(unknown_word(word, allowed))
        return words

    return check


def some_words(text: str) -> tuple[str, ...]:
    """Allow any words, separated by commas or spaces; what they may be is known only later."""
    words = tuple(dict.fromkeys(text.replace(",", " ").split()))
    if not words:
        raise ValueError(_("at least one word is needed"))
    return words


def number(least: int, most: int) -> Callable[[str], int]:
    """Allow a whole number between two others."""

    def check(text: str) -> int:
        word = text.strip()
        value = int(word) if re.fullmatch(r"[0-9]{1,9}", word) else -1
        if not least <= value <= most:
            message = _('"{word}" must be a whole number from {least} to {most}')
            raise ValueError(message.format(word=word, least=least, most=most))
        return value

    return check


def yes_or_no(text: str) -> bool:
    """Allow `yes` or `no`."""
    return one_of("yes", "no")(text) == "yes"


def patterns(text: str) -> tuple[str, ...]:
    """Allow gitignore patterns, separated by commas or line breaks."""
    found = tuple(stripped for part in _SEPARATORS.split(text) if (stripped := part.strip()))
    if not found:
        raise ValueError(_("at least one path or gitignore pattern is needed"))
    for pattern in found:
        try:
            GitIgnoreSpec.from_lines((pattern,))
        except (ValueError, re.error):
            raise ValueError(_('"{pattern}" is not a gitignore pattern').format(pattern=pattern)) from None
    return found


def lines(text: str) -> Lines:
    """Allow a line or a range of lines: `3`, `3-9`, `L3-L9`, or `3-` for all from there on."""
    match = _LINES.fullmatch(text)
    first = int(match[1]) if match else 0
    last = int(match[3]) if match and match[3] else first
    if match is None or not 1 <= first <= last:
        raise ValueError(_('"{text}" must be lines such as 3, 3-9 or 3-').format(text=text.strip()))
    return first, 0 if match[2] and not match[3] else last


def plain_text(text: str) -> str:
    """Allow any text, also none."""
    return " ".join(text.split())
