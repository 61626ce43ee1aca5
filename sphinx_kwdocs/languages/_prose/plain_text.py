"""Reads plain text: paragraphs, underlined titles, and what is marked with the backticks and stars of e-mail."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._lines import split_lines
from sphinx_kwdocs.languages._prose.markdown_inline import scan_markdown
from sphinx_kwdocs.languages._prose.passage import Passage, pieces_of
from sphinx_kwdocs.languages._prose.rst_inline import scan_rst
from sphinx_kwdocs.languages._prose.sections import Prose

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx_kwdocs.model.facts import FileFacts

    _Scan = Callable[[Passage, Mapping[str, str]], Passage]

_UNDERLINE = re.compile(r"(=+|-+|~+|\*+)")
_ITEM = re.compile(r"\s*(?:[-*+•o]|\d{1,3}[.)])\s+(?=\S)")
_COMMENTED = re.compile(r"[ \t]*#+(?:[ \t]+|$)")
# What only reStructuredText has: roles, links with two marks, directives.
_RST_MARKUP = re.compile(r":[a-z]{1,20}:`|`_{1,2}(?!\w)|^\.\. [\w-]{1,40}::|^\.\. _", re.MULTILINE)
_LONGEST_TITLE = 80
_EXAMPLE_INDENT = 4
# A longer line is data that happens to stand in a text file.
_LONGEST_LINE = 20_000


def extract_plain(language: str, path: str, text: str) -> FileFacts:
    """Return what a plain text says."""
    lines = split_lines(text)
    prose = Prose(language, path, lines)
    scan = scan_rst if _RST_MARKUP.search(text) else scan_markdown
    paragraph: list[tuple[int, str]] = []
    introduces_example = False
    number = 1
    while number <= len(lines):
        line = lines[number - 1]
        if not paragraph and _is_title(lines, number):
            _add_title(prose, lines, number)
            number += 2
            continue
        if (not line.strip() or _ITEM.match(line) or len(line) > _LONGEST_LINE) and paragraph:
            introduces_example = _add(prose, paragraph, scan, is_example=introduces_example)
            paragraph = []
        if line.strip() and len(line) <= _LONGEST_LINE:
            paragraph.append((number, line))
        number += 1
    if paragraph:
        _add(prose, paragraph, scan, is_example=introduces_example)
    if not prose.has_heading():
        prose.fallback_title = _first_line(lines)
    return prose.facts()


def _is_title(lines: list[str], number: int) -> bool:
    title, underline = lines[number - 1].rstrip(), lines[number].rstrip() if number < len(lines) else ""
    if not title or title[0].isspace() or not re.search(r"\w", title) or len(title) > _LONGEST_TITLE:
        return False
    return bool(_UNDERLINE.fullmatch(underline)) and abs(len(underline) - len(title)) <= 2  # noqa: PLR2004


def _add_title(prose: Prose, lines: list[str], number: int) -> None:
    passage = scan_markdown(Passage("heading", pieces_of([(number, lines[number - 1])])), {})
    prose.add_heading("=-~*".index(lines[number][0]) + 1, passage, number)


def _add(prose: Prose, paragraph: list[tuple[int, str]], scan: _Scan, *, is_example: bool) -> bool:
    """Take in a paragraph, and say whether it announces an example; one that is an example is left out."""
    number, line = paragraph[0]
    item = _ITEM.match(line)
    if is_example and not item and line.startswith((" " * _EXAMPLE_INDENT, "\t")):
        return True
    if item:
        paragraph = [(number, " " * item.end() + line[item.end() :]), *paragraph[1:]]
    marks = [_COMMENTED.match(said) for _, said in paragraph]
    if all(marks):
        ends = [mark.end() for mark in marks if mark]
        paragraph = [(at, " " * end + said[end:]) for (at, said), end in zip(paragraph, ends, strict=True)]
    pieces = pieces_of(paragraph)
    if pieces and not (scan is scan_rst and pieces[0].text.startswith(".. ")):
        prose.add(scan(Passage("item" if item else "paragraph", pieces), {}))
    return bool(pieces) and pieces[-1].text.endswith(":")


def _first_line(lines: list[str]) -> str:
    """Return the first line if it stands by itself like a title, else nothing."""
    for number, line in enumerate(lines):
        if line.strip():
            stands_alone = number + 1 == len(lines) or not lines[number + 1].strip()
            title = " ".join(line.strip("#=*- \t").split())
            is_title = (
                stands_alone
                and 0 < len(title) <= _LONGEST_TITLE
                and title[-1] not in ".,:;"
                and title[0].isalnum()
                and not title[0].islower()
            )
            return title if is_title else ""
    return ""
