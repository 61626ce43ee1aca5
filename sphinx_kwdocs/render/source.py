"""Renders the lines of a source file as HTML: highlighted, each line an anchor, marked names as links."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import STANDARD_TYPES, Token
from pygments.util import ClassNotFound

from sphinx_kwdocs.render._tokens import highlighter, span
from sphinx_kwdocs.render.characters import attribute_to_html, escape, show_controls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygments.lexer import Lexer
    from pygments.token import _TokenType

    from sphinx_kwdocs.model import Language

LONGEST_LINE = 20_000
"""A file with a line of more characters is shown without colours: it is data or made by a program."""
LONGEST_TEXT = 2_000_000
"""A file of more characters is shown without colours, which browsers would be slow to paint."""
LONGEST_TEXT_FOR_PYGMENTS = 100_000
"""The same for languages without token rules, because Pygments is some thirty times slower."""

# Pygments' classes that would colour nearly everything, or that call a fragment an error.
_PLAIN_CLASSES = frozenset({"n", "o", "p", "w", "err"})

# Letters that source files hardly contain; one that a text lacks stands for the marked names while it is cut. The first
# ones are Latin: with them a text takes no more memory than before, and less time.
_PLACEHOLDERS = (*map(ord, "þðÞÐ"), *range(0xA000, 0xD7A4))

_LINE_START = re.compile(r'<span id="L\d+">')


class Mark(NamedTuple):
    """A stretch of one line, usually a name, that becomes a link."""

    line: int
    """The line, from 1."""
    col: int
    """Column of the first character, from 0."""
    end_col: int
    """Column behind the last character."""
    href: str
    """Where it leads; if empty, the stretch is only coloured."""
    css_class: str = ""
    """Pygments' class for what it is: `nf`, `nc`, `n`."""
    title: str = ""
    """What a reader sees when pointing at it; may have several lines."""


PlainMark = tuple[int, int, int, str, str, str]
"""The same as a Mark; a file has thousands, and naming their parts would take as long as all else."""
_Shown = tuple[str, str, str, str]
"""A stretch of text with where it leads, its class, and its title."""


def render_source(
    text: str, language: Language, marks: Sequence[PlainMark] = (), filename: str = "", *, titles_once: bool = False
) -> str:
    """Return the HTML of a file's lines, for use inside `<pre>`; line 12 is `<span id="L12">…</span>`.

    Marks are given in text order. One that lies outside the text, or overlaps an earlier one, is left out.
    With `titles_once`, a link without a title has that of the first link to the same place that has one: a quarter of
    a page would be titles otherwise. Our script puts them where a reader points.
    """
    if not text:
        return ""
    if not text.endswith("\n"):
        text += "\n"
    lines = _render(text, language, marks, filename, titles_once=titles_once).split("\n")
    lines.pop()
    return "".join([f'<span id="L{number}">{line}\n</span>' for number, line in enumerate(lines, 1)])


def cut_lines(html: str, first: int, last: int) -> list[str]:
    """Return some lines of what `render_source` made, each with its line break, without their anchors.

    Every character of a source is escaped, so what looks like the beginning of a line can only be one.
    """
    first = max(1, first)
    start = html.find(f'<span id="L{first}">')
    if start < 0 or last < first:
        return []
    end = html.find(f'<span id="L{last + 1}">', start)
    cut = html[start : end if end >= 0 else len(html)]
    return [line.removesuffix("</span>") for line in _LINE_START.split(cut)[1:]]


def render_snippet(code: str, language: Language) -> str:
    """Return the HTML of a small block of code, without anchors."""
    return _render(code, language, (), "")


def _render(
    text: str, language: Language, marks: Sequence[PlainMark], filename: str, *, titles_once: bool = False
) -> str:
    text = show_controls(text)
    lengths = list(map(len, text.split("\n")))
    coloured = len(text) <= LONGEST_TEXT and max(lengths) <= LONGEST_LINE
    if not marks:
        return _colour(text, language, filename) if coloured else escape(text)
    # The text is cut with one letter in place of each marked name. So the tokens come out as they would without
    # marks, a link stands inside a single token whatever it covers, and putting the links back is one split and join.
    placeholder = _letter_not_in(text)
    gaps, shown = _cut(text, lengths, marks) if placeholder else ([text], [])
    links = _links_with_titles_once(shown) if titles_once else [_link(*mark) for mark in shown]
    text = placeholder.join(gaps)
    rendered = _colour(text, language, filename) if coloured else escape(text)
    if not links:
        return rendered
    pieces = [""] * (2 * len(links) + 1)
    pieces[::2] = rendered.split(placeholder)
    pieces[1::2] = links
    return "".join(pieces)


def _letter_not_in(text: str) -> str:
    if chr(_PLACEHOLDERS[0]) not in text:
        return chr(_PLACEHOLDERS[0])
    used = set(text)
    return next((letter for letter in map(chr, _PLACEHOLDERS) if letter not in used), "")


def _cut(text: str, lengths: Sequence[int], marks: Sequence[PlainMark]) -> tuple[list[str], list[_Shown]]:
    """Return the stretches of text around the marks that can be shown, and what is to be shown of these."""
    starts = list(accumulate(lengths, lambda start, length: start + length + 1, initial=0))
    gaps: list[str] = []
    shown: list[_Shown] = []
    done = 0
    for line, col, end_col, href, css_class, title in marks:
        if 0 < line <= len(lengths) and col >= 0:
            begin = starts[line - 1]
            if done <= (start := begin + col) < (end := begin + end_col) < starts[line]:
                gaps.append(text[done:start])
                shown.append((text[start:end], href, css_class, title))
                done = end
    gaps.append(text[done:])
    return gaps, shown


def _links_with_titles_once(shown: list[_Shown]) -> list[str]:
    titled = {href for _name, href, _class, title in shown if title and href}
    first: dict[str, str] = {}
    links = []
    for name, href, css_class, title in shown:
        if first.get(href) == title or href not in titled:
            links.append(_link(name, href, css_class, "" if href in titled else title))
        else:
            first.setdefault(href, title)
            # A link that has no title must not get that of another, so it has an empty one.
            links.append(_link(name, href, css_class, title, says_nothing=not title))
    return links


@lru_cache(maxsize=32_768)
def _link(name: str, href: str, css_class: str, title: str, *, says_nothing: bool = False) -> str:
    if not (href or css_class or title):
        return escape(name)
    element = "a" if href else "span"
    given = (("class", css_class), ("href", href))
    attributes = "".join([f' {key}="{attribute_to_html(value)}"' for key, value in given if value])
    if title or says_nothing:
        # A line break as such would cut the tag in two where the lines of the source are parted.
        attributes += f' title="{"&#10;".join(map(attribute_to_html, title.split(chr(10))))}"'
    return f"<{element}{attributes}>{escape(name)}</{element}>"


def _colour(text: str, language: Language, filename: str) -> str:
    if language.tokens is not None:
        return highlighter(language.tokens).render(text)
    if len(text) <= LONGEST_TEXT_FOR_PYGMENTS and (lexer := _lexer(language.pygments, filename.rpartition("/")[2])):
        return _colour_with_pygments(text, lexer)
    return escape(text)


@lru_cache(maxsize=1024)
def _lexer(name: str, filename: str) -> Lexer | None:
    try:
        if name:
            return get_lexer_by_name(name, stripnl=False, ensurenl=False)
        return get_lexer_for_filename(filename, stripnl=False, ensurenl=False) if filename else None
    except ClassNotFound:
        return None


def _colour_with_pygments(text: str, lexer: Lexer) -> str:
    try:
        tokens = list(lexer.get_tokens(text))
    except Exception:  # noqa: BLE001  a lexer that fails costs the colours, never the page
        return escape(text)
    if "".join([value for _, value in tokens]) != text:
        return escape(text)
    return "".join([span(_css_class(kind), value) for kind, value in tokens])


@lru_cache(maxsize=1024)
def _css_class(kind: _TokenType) -> str:
    while kind not in STANDARD_TYPES:
        kind = kind.parent or Token
    css_class = STANDARD_TYPES[kind]
    return "" if css_class in _PLAIN_CLASSES else css_class
