"""Cuts a long index of names into parts of bounded size and writes one part; nothing is dropped at a cut."""

from __future__ import annotations

from itertools import groupby, pairwise, starmap
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.blocks import Bullets, IndexList, IndexPlace, IndexRow, Link, Paragraph
from sphinx_kwdocs.model.page import Section, Target, line_target
from sphinx_kwdocs.pages._a_to_z import PART_SIZE
from sphinx_kwdocs.pages._document_links import SEE_ALSO, passage_link
from sphinx_kwdocs.pages._keywords import letter_of
from sphinx_kwdocs.translation import _, remembered
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from sphinx_kwdocs.pages._a_to_z import IndexEntry, Listing

_SAYING_WHERE = {"documentation", "mention", SEE_ALSO}
"""Kinds whose words are already followed by a place: `documented in`."""


def part_count(places: int) -> int:
    """Return how many parts an index of so many places has; an empty one still has a page."""
    return max(1, -(-places // PART_SIZE))


def part_sections(keywords: Listing, part: int) -> tuple[Section, ...]:
    """Write one part of an index, a section for each letter."""
    return tuple(
        [
            Section(_letter_anchor(letter), letter, (IndexList(tuple(starmap(_row, group))),))
            for letter, group in groupby(keywords.part(part), key=_letter)
        ]
    )


def _row(name: str, is_continued: bool, entries: list[IndexEntry]) -> IndexRow:
    places = tuple([_place(entry) for entry in entries])
    kinds = all_kinds()
    is_code = kinds[entries[0].kind].is_code or any(kinds[entry.kind].is_code for entry in entries)
    # As `IndexRow(…)`, in half the time, which counts here: a site has more of these and their places than of the rest.
    return tuple.__new__(IndexRow, (name, is_continued, places, is_code))


def _place(entry: IndexEntry) -> IndexPlace:
    kind, path, line, qualname, passage, _rank = entry
    if passage is not None:
        words = _word(kind) if kind in _SAYING_WHERE else _("{kind} in").format(kind=_word(kind))
        return IndexPlace(words, passage_link(passage))
    words = _symbol_words(kind, qualname) if qualname else _word(kind)
    text = path if path.isascii() else shown(path)
    return tuple.__new__(IndexPlace, (words, Link(line_target(path, line), f"{text}:{line}")))


def _symbol_words(kind: str, qualname: str) -> str:
    """Say what a symbol is, and whose: `method of Linear`."""
    if kind == SEE_ALSO:
        return _("see also {name} in").format(name=qualname)
    owner = "" if kind == "section" else qualname.rpartition(".")[0]
    return _owned(kind, owner) if owner else _word(kind)


@remembered
def _word(kind: str) -> str:
    return _(all_kinds()[kind].singular)


@remembered
def _owned(kind: str, owner: str) -> str:
    return _("{kind} of {owner}").format(kind=_word(kind), owner=owner)


def letters_paragraph(keywords: Listing, first: Target) -> Paragraph:
    """Link every letter of an index to where it begins; `first` is the page of the first part."""
    links: list[str | Link] = []
    for letter, position in keywords.letters():
        target = first._replace(anchor=_letter_anchor(letter), part=first.part + keywords.part_of(position))
        links += [" ", Link(target, letter)]
    return Paragraph(tuple(links[1:]))


def parts_list(keywords: Listing, first: Target) -> Bullets:
    """Link every part of an index by the names it spans."""
    items = []
    for part, (start, end) in enumerate(pairwise([*keywords.cuts, len(keywords)])):
        text = f"{keywords.name_at(start)} … {keywords.name_at(end - 1)}"
        items.append((Link(first._replace(part=first.part + part), text),))
    return Bullets(tuple(items))


def _letter(row: tuple[str, bool, list[IndexEntry]]) -> str:
    return letter_of(row[0])


def _letter_anchor(letter: str) -> str:
    names = {"#": "letter-other", "0–9": "letter-digits"}  # noqa: RUF001  see letter_of
    return names.get(letter, f"letter-{letter.lower()}")
