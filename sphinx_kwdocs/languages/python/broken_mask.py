"""Blanks strings and comments out of Python text that does not parse, and finds back into step after a lost quote."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

_NEXT = re.compile(r"#[^\n]*+|\"\"\"|'''|\"|'")
_LINE_STRING = {
    '"': re.compile(r'"(?:[^"\\\n]++|\\[\s\S])*+"?'),
    "'": re.compile(r"'(?:[^'\\\n]++|\\[\s\S])*+'?"),
}
_TRIPLE_REST = {
    '"""': re.compile(r'(?:[^"\\]++|\\[\s\S]|"(?!""))*+'),
    "'''": re.compile(r"(?:[^'\\]++|\\[\s\S]|'(?!''))*+"),
}
# A docstring's closing quotes of which one is missing: behind a word, or alone on a line.
_BROKEN_CLOSE = {
    '"""': re.compile(r'(?m:(?<=[^\s=(\[{,:+%"\\])(?<!\b[rbfuRBFU])""(?!")[ \t]*+$|^[ \t]*+""[ \t]*+$)'),
    "'''": re.compile(r"(?m:(?<=[^\s=(\[{,:+%'\\])(?<!\b[rbfuRBFU])''(?!')[ \t]*+$|^[ \t]*+''[ \t]*+$)"),
}
_HEADER_END = re.compile(
    r"[ \t]*+(?:(?:async[ \t]+)?(?:def|class)[ \t]+\w+[ \t]*(?=[(:\[])|\)[ \t]*(?=->|:)).*:[ \t]*+$"
)
_PREFIX_ONLY = re.compile(r"[ \t]*+[rRuUbBfF]{0,2}$")
_STRING_PREFIX = re.compile(r"(?:^|[^\w.)\]])(?:[rRbBuUfFtT]{1,2})?$")
_NEWLINES = re.compile(r"[^\n]+")
_MOST_BEFORE = 200
_MOST_REPAIRS = 20
"""How often a file is believed to be out of step; bounds the work on hostile input."""


@dataclass(frozen=True, slots=True)
class MaskedText:
    """A text of the same length and lines: comments are blanks, strings are quotes."""

    text: str
    """The masked text."""
    strings: dict[int, int]
    """Where each string starts, at its quotes, and where it ends."""
    inside: frozenset[int]
    """Lines, from 1, that begin inside a string."""


@dataclass(frozen=True, slots=True)
class _Quoted:
    """What quotes turned out to be."""

    end: int
    """Where to go on."""
    is_string: bool = True
    """Whether they open a string, which ends there."""
    is_doubtful: bool = False
    """Whether that took a guess."""


def mask(text: str) -> MaskedText:
    """Mask a text whose lines end in line feeds only."""
    parts: list[str] = []
    strings: dict[int, int] = {}
    repairs = _MOST_REPAIRS
    position = 0
    while match := _NEXT.search(text, position):
        start, token = match.start(), match[0]
        parts.append(text[position:start])
        if token[0] == "#":
            position = match.end()
            parts.append(" " * (position - start))
            continue
        found = _string_end(text, start, token, may_repair=repairs > 0)
        position = found.end
        repairs -= found.is_doubtful
        if found.is_string:
            strings[start] = position
            parts.append(_NEWLINES.sub(lambda run: '"' * len(run[0]), text[start:position]))
        else:
            parts.append(" " * (position - start))
    parts.append(text[position:])
    return MaskedText("".join(parts), strings, _lines_inside(text, strings))


def _lines_inside(text: str, strings: dict[int, int]) -> frozenset[int]:
    found: set[int] = set()
    line, counted = 1, 0
    for start, end in strings.items():
        line += text.count("\n", counted, start)
        breaks = text.count("\n", start, end)
        found.update(range(line + 1, line + breaks + 1))
        line, counted = line + breaks, end
    return frozenset(found)


def _string_end(text: str, start: int, token: str, *, may_repair: bool) -> _Quoted:
    """Return where the string that opens here ends, or where to go on if these quotes open none."""
    if len(token) == 1:
        match = _LINE_STRING[token].match(text, start)
        end = match.end() if match else start + 1
        if may_repair and end == start + 2 and _may_be_broken_opening(text, start):
            return _Quoted(_end_of_broken_opening(text, start, token * 3) or end, is_doubtful=True)
        return _Quoted(end)
    rest = _TRIPLE_REST[token].match(text, start + 3)
    stop = rest.end() if rest else start + 3
    is_closed = text.startswith(token, stop)
    if may_repair and _is_out_of_step(text, start, stop, is_closed=is_closed):
        if broken := _BROKEN_CLOSE[token].search(text, start + 3, stop):
            return _Quoted(broken.end(), is_doubtful=True)
        return _Quoted(start + 3, is_string=False, is_doubtful=True)
    return _Quoted(stop + 3 if is_closed else len(text))


def _before(text: str, position: int) -> str:
    """Return what stands before a position on its line; of a very long line only its end, which is never blank."""
    start = text.rfind("\n", max(0, position - _MOST_BEFORE), position) + 1
    if not start and position > _MOST_BEFORE:
        return "…" + text[position - _MOST_BEFORE : position]
    return text[start:position]


def _may_be_broken_opening(text: str, start: int) -> bool:
    """Say whether two quotes look like three of which one is missing: before a word, or alone on their line."""
    after = text[start + 2 : start + 3]
    return after.isidentifier() or (after == "\n" and not _before(text, start).strip())


def _end_of_broken_opening(text: str, start: int, quotes: str) -> int:
    """Return where the string ends whose opening lost a quote, or 0 if the two quotes are just an empty string."""
    stop = text.find(quotes, start + 2)
    if stop < 0 or _header_below(None).search(text, start + 2, stop):
        return 0
    is_alone = text.startswith("\n", start + 2)
    return 0 if is_alone and _before(text, stop) != _before(text, start) else stop + 3


def _is_out_of_step(text: str, start: int, stop: int, *, is_closed: bool) -> bool:
    """Say whether triple quotes that seem to open a string close one: what follows them is plainly code."""
    before = _before(text, start)
    if before.strip() and not _STRING_PREFIX.search(before[-4:]):
        return True
    last_break = text.rfind("\n", start, stop)
    if is_closed and last_break > 0 and _PREFIX_ONLY.match(text[last_break + 1 : stop]):
        header_start = text.rfind("\n", start, last_break) + 1 or start
        if _HEADER_END.match(text[header_start:last_break]):
            return True
    if not _PREFIX_ONLY.match(before):
        return False
    width = len(before) - len(before.strip()) if is_closed else None
    return width != 0 and bool(_header_below(width).search(text, start, stop))


@cache
def _header_below(width: int | None) -> re.Pattern[str]:
    """Return a pattern for the first line of a definition that is indented less than a width, or by anything."""
    indent = "*" if width is None else f"{{0,{min(width, 200) - 1}}}"
    return re.compile(rf"(?m:^[ \t]{indent}(?:async[ \t]+def|def|class)[ \t]+\w+[ \t]*[(:\[])")
