"""Parts what a file says of itself into paragraphs of running text, without tags, lists, rulers and directives."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.wording import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MOST_PARAGRAPHS = 20
_RULER_LINE = re.compile(r"[ \t]*([=~^*#+\"'_.`<>|/\\-])(?:[ \t]*\1){2,}[ \t]*")
_RULER = re.compile(r"(?<!\S)([=~^*#+_-])\1{3,}(?!\S)")
_DIRECTIVE = re.compile(r"\.\. |:\w[\w -]*:(?!`)|>>>|\[\w+\]: |[ \t]*[|+][-=|+ ]")
_BULLET = re.compile(r"[ \t]*(?:[-*+•]|\(?\d{1,3}[.)])[ \t]+(?=\S)")
# What Doxygen and its like are told of a file, and the one thing that a reader is told.
_TAG_LINE = re.compile(
    r"[ \t]*[@\\](?:file|author|date|version|copyright|since|ingroup|addtogroup|defgroup|package|fileoverview)\b"
)
_BRIEF = re.compile(r"[ \t]*[@\\](?:brief|short|description|fileoverview|fileOverview)[ \t:]+")
# Words after which a line cannot be over.
_UNFINISHED = re.compile(
    r"(?:[,;(/&-]|\b(?:a|an|and|are|as|at|by|can|for|from|in|into|is|its|not|of|on|or|than|that|the|this|to|via|when"
    r"|which|will|with|your))[ \t]*$",
    re.IGNORECASE,
)
_POINTS_ELSEWHERE = re.compile(r"[ \t]*(?:See\b|For more\b|For details\b|More info|Generated (?:on|by)\b|https?://)")


class Paragraph(NamedTuple):
    """A paragraph of running text."""

    line: int
    """How many lines stand above it."""
    text: str
    """Its words on one line, without the marks of markup."""


def paragraphs_of(lines: Iterable[str]) -> Iterator[Paragraph]:
    """Yield the paragraphs of running text among some lines.

    Lines are taken as they are needed: most files say what they are for at once.
    """
    paragraphs = 0
    block: list[str] = []
    for number, line in enumerate(chain(lines, ("",))):
        if line.strip() and not _RULER_LINE.fullmatch(line):
            block.append(line)
        elif block:
            for part in _running_texts(block, is_first=not paragraphs):
                yield Paragraph(number - len(block) + part.line, part.text)
            paragraphs += 1
            if paragraphs == _MOST_PARAGRAPHS:
                return
            block = []


def _running_texts(lines: list[str], *, is_first: bool) -> Iterator[Paragraph]:
    """Yield the running text that a block of lines begins with, one text for all lines unless their author parts it."""
    if _DIRECTIVE.match(lines[0]) or (lines[0][:1].isspace() and not is_first):
        return
    kept: list[str] = []
    skipped = 0
    for number, line in enumerate(lines):
        said = _said(line)
        if not said:
            # Before the text, a tag; behind it, the end of the text.
            if kept:
                break
            skipped = number + 1
            continue
        if bullet := _BULLET.match(line):
            is_lone = is_first and not kept and not any(map(_BULLET.match, lines[number + 1 :]))
            if not is_lone:
                break
            said = line[bullet.end() :]
        kept.append(said)
    parts = _parted(kept)
    for number, (start, part) in enumerate(parts):
        text = _RULER.sub("", plain_text("\n".join(part))).strip()
        behind = start + len(part) + skipped
        is_cut = number + 1 == len(parts) and behind < len(lines) and _BULLET.match(lines[behind])
        if text and not (is_cut and text[-1] not in ".!?:"):
            yield Paragraph(start + skipped, text)


def _parted(lines: list[str]) -> list[tuple[int, list[str]]]:
    """Part lines where one is over without a full stop: its author went on below though there was room for more."""
    width = max(map(len, lines), default=0)
    parts: list[tuple[int, list[str]]] = []
    for number, line in enumerate(lines):
        if not number or _is_over(lines[number - 1], line, width):
            parts.append((number, []))
        parts[-1][1].append(line)
    return parts


def _is_over(line: str, following: str, width: int) -> bool:
    above, below = line.rstrip(), following.strip()
    if above[-1:] in ".!?:" or not below[:1].isupper() or _UNFINISHED.search(above):
        is_address = below.startswith(("http://", "https://"))
        return is_address and above[-1:] != ":" and not _UNFINISHED.search(above)
    has_room = len(above) + 1 + len(below.split()[0]) <= width
    return has_room or _POINTS_ELSEWHERE.match(below) is not None


def _said(line: str) -> str:
    """Return what a line says to a reader."""
    if brief := _BRIEF.match(line):
        return line[brief.end() :].strip()
    return "" if _TAG_LINE.match(line) else line
