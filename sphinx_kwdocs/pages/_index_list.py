"""Cuts a long index of names into parts of bounded size and writes one part; nothing is dropped at a cut."""

from __future__ import annotations

from bisect import bisect_right
from itertools import groupby
from typing import TYPE_CHECKING

from sphinx_kwdocs.blocks import Bullets, IndexList, IndexPlace, IndexRow, Link, Paragraph
from sphinx_kwdocs.documents import Passage
from sphinx_kwdocs.model import Symbol
from sphinx_kwdocs.page import Section, Target
from sphinx_kwdocs.pages._documents import SEE_ALSO, passage_link
from sphinx_kwdocs.pages._keywords import Keyword, letter_of
from sphinx_kwdocs.translation import _, remembered
from sphinx_kwdocs.vocabulary import KINDS
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SAYING_WHERE = {"documentation", "mention", SEE_ALSO}
"""Kinds whose words are already followed by a place: `documented in`."""
PART_SIZE = 1_000
"""Places on one page: about 150 KB of HTML."""


def part_count(places: int) -> int:
    """Return how many parts an index of so many places has; an empty one still has a page."""
    return max(1, -(-places // PART_SIZE))


def part_sections(keywords: Sequence[Keyword], part: int) -> tuple[Section, ...]:
    """Write one part of an index whose keywords are in index order, a section for each letter."""
    start = part * PART_SIZE
    inside = keywords[start : start + PART_SIZE]
    before = keywords[start - 1].name if start else None
    sections = []
    for letter, group in groupby(inside, key=_letter):
        rows = tuple(_row(name, list(places), before) for name, places in groupby(group, key=lambda item: item.name))
        sections.append(Section(_letter_anchor(letter), letter, (IndexList(rows),)))
    return tuple(sections)


def _row(name: str, keywords: list[Keyword], before: str | None) -> IndexRow:
    places = tuple(IndexPlace(_kind_words(keyword), _place(keyword)) for keyword in keywords)
    return IndexRow(name, name == before, places, any(KINDS[keyword.kind].is_code for keyword in keywords))


def _place(keyword: Keyword) -> Link:
    if isinstance(keyword.origin, Passage):
        return passage_link(keyword.origin)
    return Link(Target("docs", keyword.path, f"L{keyword.line}"), f"{shown(keyword.path)}:{keyword.line}")


def _kind_words(keyword: Keyword) -> str:
    """Say what a keyword is, and whose: `method of Linear`."""
    if keyword.kind == SEE_ALSO and isinstance(keyword.origin, Symbol):
        return _("see also {name} in").format(name=keyword.origin.plain_qualname)
    if isinstance(keyword.origin, Passage) and keyword.kind not in _SAYING_WHERE:
        return _("{kind} in").format(kind=_(KINDS[keyword.kind].singular))
    owner = keyword.origin.plain_qualname.rpartition(".")[0] if isinstance(keyword.origin, Symbol) else ""
    return _owned(keyword.kind, owner) if owner and keyword.kind != "section" else _(KINDS[keyword.kind].singular)


@remembered
def _owned(kind: str, owner: str) -> str:
    return _("{kind} of {owner}").format(kind=_(KINDS[kind].singular), owner=owner)


def letters_paragraph(keywords: Sequence[Keyword], first: Target) -> Paragraph:
    """Link every letter of an index to where it begins; `first` is the page of the first part."""
    links: list[str | Link] = []
    for position in _letter_starts(keywords):
        letter = _letter(keywords[position])
        target = first._replace(anchor=_letter_anchor(letter), part=first.part + position // PART_SIZE)
        links += [" ", Link(target, letter)]
    return Paragraph(tuple(links[1:]))


def _letter_starts(keywords: Sequence[Keyword]) -> Iterator[int]:
    # Index order begins with the letter, so each letter's end is found by halving instead of by looking at every name.
    position = 0
    while position < len(keywords):
        yield position
        position = bisect_right(keywords, _letter(keywords[position]), lo=position, key=_letter)


def parts_list(keywords: Sequence[Keyword], first: Target) -> Bullets:
    """Link every part of an index by the names it spans."""
    items = []
    for part in range(part_count(len(keywords))):
        start = part * PART_SIZE
        last = keywords[min(start + PART_SIZE, len(keywords)) - 1]
        text = f"{keywords[start].name} … {last.name}"
        items.append((Link(first._replace(part=first.part + part), text),))
    return Bullets(tuple(items))


def _letter(keyword: Keyword) -> str:
    return letter_of(keyword.name)


def _letter_anchor(letter: str) -> str:
    names = {"#": "letter-other", "0–9": "letter-digits"}  # noqa: RUF001  see letter_of
    return names.get(letter, f"letter-{letter.lower()}")
