"""Renders the lines of a source file as HTML: highlighted, each line an anchor, marked names as links."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from itertools import accumulate
from typing import TYPE_CHECKING

from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import STANDARD_TYPES, Token
from pygments.util import ClassNotFound

from sphinx_kwdocs.render._tokens import highlighter, span
from sphinx_kwdocs.render.characters import escape, new_attribute_to_html, show_controls
from sphinx_kwdocs.running.time_limit import USUAL, OverTimeError, TimeLimit, can_interrupt, limited

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pygments.lexer import Lexer
    from pygments.token import _TokenType

    from sphinx_kwdocs.model.plugin_records import Language

LONGEST_LINE = 20_000
"""A file with a line of more characters is shown without colours: it is data or made by a program."""
LONGEST_TEXT = 2_000_000
"""A file of more characters is shown without colours, which browsers would be slow to paint."""
LONGEST_TEXT_FOR_PYGMENTS = 100_000
"""The same for languages without token rules, because Pygments is some thirty times slower."""
LONGEST_TIME_FOR_PYGMENTS = 5.0
"""Seconds after which such a file is shown without colours: so much text takes a tenth of that, and some lexers need
hours for a few lines that were made for them."""

# Pygments' classes that would colour nearly everything, or that call a fragment an error.
_PLAIN_CLASSES = frozenset({"n", "o", "p", "w", "err"})

# Letters that source files hardly contain; one that a text lacks stands for the marked names while it is cut. The first
# ones are Latin: with them a text takes no more memory than before, and less time.
_PLACEHOLDERS = (*map(ord, "þðÞÐ"), *range(0xA000, 0xD7A4))

_BEGINNINGS = ['<span id="L1">']
_MOST_BEGINNINGS = 20_000
_LINE_START = re.compile(r'<span id="L\d+">')


Destination = tuple[str, str, str]
"""Where names lead: a URL, or an empty string if they are only coloured; Pygments' class for what they are, such as
`nf`; and what a reader sees when pointing at them, which may have several lines. Names that lead to the same share it:
a file has thousands of them, and an object with names for its parts would take as long as all else."""
Mark = tuple[int, int, int, Destination]
"""A stretch of one line, usually a name, that becomes a link: its line from 1, the columns of its first character and
behind its last one, from 0, and where it leads."""


def render_source(
    text: str,
    language: Language,
    marks: Sequence[Mark] = (),
    filename: str = "",
    *,
    titles_once: bool = False,
    limit: TimeLimit = USUAL,
) -> str:
    """Return the HTML of a file's lines, for use inside `<pre>`; line 12 is `<span id="L12">…</span>`.

    Marks are given in text order. One that lies outside the text, or overlaps an earlier one, is left out.
    What cannot be coloured within the limit is shown without colours.
    With `titles_once`, a link without a title has that of the first link to the same place that has one: a quarter of
    a page would be titles otherwise. Our script puts them where a reader points.
    """
    if not text:
        return ""
    if not text.endswith("\n"):
        text += "\n"
    colour = partial(_colour, language=language, filename=filename, limit=limit)
    return _render(text, colour, marks, titles_once=titles_once, wrap=_with_anchors)


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
    return _render(code, partial(_colour, language=language, filename="", limit=USUAL), ())


def _render(
    text: str,
    colour: Callable[[str], str],
    marks: Sequence[Mark],
    *,
    titles_once: bool = False,
    wrap: Callable[[str], str] = str,
) -> str:
    text = show_controls(text)
    sizes = [len(line) + 1 for line in text.split("\n")]
    coloured = len(text) <= LONGEST_TEXT and max(sizes) <= LONGEST_LINE + 1
    if not marks:
        return wrap(colour(text) if coloured else escape(text))
    # The text is cut with one letter in place of each marked name. So the tokens come out as they would without
    # marks, a link stands inside a single token whatever it covers, and putting the links back is one split and join.
    placeholder = _letter_not_in(text)
    gaps, names, places = _cut(text, sizes, marks) if placeholder else ([text], [], [])
    text = placeholder.join(gaps)
    # No link has a line break, so the lines can be wrapped while they are still short.
    rendered = wrap(colour(text) if coloured else escape(text))
    if not names:
        return rendered
    openings = _Openings(set(places) if titles_once else ())
    pieces = [""] * (4 * len(names) + 1)
    pieces[::4] = rendered.split(placeholder)
    pieces[1::4] = map(openings.__getitem__, places)
    pieces[2::4] = escape(placeholder.join(names)).split(placeholder)
    pieces[3::4] = map(_closing, places) if openings.has_unlinked else ["</a>"] * len(names)
    return "".join(pieces)


def _with_anchors(html: str) -> str:
    """Wrap each line, the last of which ends as all do."""
    lines = html.split("\n")
    lines.pop()
    pieces = [""] * (2 * len(lines))
    pieces[::2] = _line_beginnings(len(lines))
    pieces[1::2] = lines
    pieces.append("\n</span>")
    return "".join(pieces)


def _line_beginnings(number: int) -> list[str]:
    """Return what stands between the texts of lines; kept, since writing it takes longer than all else about lines."""
    more = [f'\n</span><span id="L{line}">' for line in range(len(_BEGINNINGS) + 1, number + 1)]
    if number > _MOST_BEGINNINGS:
        return _BEGINNINGS + more
    _BEGINNINGS.extend(more)
    return _BEGINNINGS[:number]


def _letter_not_in(text: str) -> str:
    if chr(_PLACEHOLDERS[0]) not in text:
        return chr(_PLACEHOLDERS[0])
    used = set(text)
    return next((letter for letter in map(chr, _PLACEHOLDERS) if letter not in used), "")


def _cut(text: str, sizes: Sequence[int], marks: Sequence[Mark]) -> tuple[list[str], list[str], list[Destination]]:
    """Return the stretches of text around the marks that can be shown, and the text of these with where they lead."""
    starts = list(accumulate(sizes, initial=0))
    number = len(sizes)
    gaps: list[str] = []
    names: list[str] = []
    places: list[Destination] = []
    done = 0
    for line, col, end_col, place in marks:
        if 0 < line <= number and col >= 0:
            begin = starts[line - 1]
            if done <= (start := begin + col) < (end := begin + end_col) < starts[line]:
                gaps.append(text[done:start])
                names.append(text[start:end])
                places.append(place)
                done = end
    gaps.append(text[done:])
    return gaps, names, places


class _Openings(dict[Destination, str]):
    """What stands before the names of a file that lead somewhere; asked for in text order, most of them often."""

    def __init__(self, titled_once: Iterable[Destination]) -> None:
        """Take the destinations whose titles are to stand at the first link only."""
        super().__init__()
        self._titled = {href for href, _class, title in titled_once if title and href}
        self._first: dict[str, str] = {}
        self.has_unlinked = False
        """Whether some names lead nowhere."""

    def __missing__(self, place: Destination) -> str:
        href, css_class, title = place
        if not href:
            self.has_unlinked = True
        if href not in self._titled:
            html = self[place] = _opening(href, css_class, title)
            return html
        first = self._first.get(href)
        if first is None:
            # Not kept, for it has the title.
            self._first[href] = title
            return _opening(href, css_class, title, says_nothing=not title)
        if first == title:
            html = self[place] = _opening(href, css_class, "")
        else:
            # A link that has no title must not get that of another, so it has an empty one.
            html = self[place] = _opening(href, css_class, title, says_nothing=not title)
        return html


def _opening(href: str, css_class: str, title: str, *, says_nothing: bool = False) -> str:
    if not (css_class or title or says_nothing):
        # As nearly all: a function's own names, and others that were there before.
        return f'<a href="{new_attribute_to_html(href)}">' if href else ""
    coloured = f' class="{new_attribute_to_html(css_class)}"' if css_class else ""
    leading = f' href="{new_attribute_to_html(href)}"' if href else ""
    said = ""
    if title or says_nothing:
        # A line break as such would cut the tag in two where the lines of the source are parted.
        said = f' title="{"&#10;".join(map(new_attribute_to_html, title.split(chr(10))))}"'
    return f"<{'a' if href else 'span'}{coloured}{leading}{said}>"


def _closing(place: Destination) -> str:
    href, css_class, title = place
    if href:
        return "</a>"
    return "</span>" if css_class or title else ""


def _colour(text: str, language: Language, filename: str, limit: TimeLimit) -> str:
    seconds = limit.seconds
    if language.tokens is not None:
        work = partial(highlighter(language.tokens).render, text)
    elif lexer := _usable_lexer(text, language.pygments, filename.rpartition("/")[2]):
        work = partial(_colour_with_pygments, text, lexer)
        seconds = min(seconds or LONGEST_TIME_FOR_PYGMENTS, LONGEST_TIME_FOR_PYGMENTS)
    else:
        return escape(text)
    try:
        return limited(work, seconds, filename)
    except OverTimeError:
        limit.exceeded(seconds)
        return escape(text)


def colours_in_time(text: str, name: str) -> bool:
    """Say whether a lexer of Pygments ends soon with a text, so that others may have it coloured without a limit."""
    lexer = _usable_lexer(text, name, "")
    if lexer is None:
        return False
    try:
        limited(partial(_colour_with_pygments, text, lexer), LONGEST_TIME_FOR_PYGMENTS, "")
    except OverTimeError:
        return False
    return True


def _usable_lexer(text: str, name: str, filename: str) -> Lexer | None:
    # Of the lexers that were tried, a third take the square of the time for some text, or never end. So none is asked
    # where none could be interrupted.
    is_asked = len(text) <= LONGEST_TEXT_FOR_PYGMENTS and can_interrupt()
    return _lexer(name, filename) if is_asked else None


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
