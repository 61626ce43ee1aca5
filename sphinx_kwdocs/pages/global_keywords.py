"""The A-Z index of every keyword of the repository, in parts of bounded size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Link, Paragraph
from sphinx_kwdocs.model.page import Page, PageForm, Target
from sphinx_kwdocs.pages._a_to_z import COMMON
from sphinx_kwdocs.pages._index_list import letters_paragraph, part_sections, parts_list
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.translation import N_, _, ngettext
from sphinx_kwdocs.wording import count, in_digits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.blocks import Block
    from sphinx_kwdocs.pages._site import Site

INLINE = 300
"""Up to so many places the first page lists them itself; it is a document that every builder has to write."""


def keys(site: Site) -> Iterator[Target]:
    """Name the parts of the index; of a longer one the first page is only an overview."""
    parts = len(site.keywords.cuts) if _shift(site) else 0
    return (Target("keywords", part=part) for part in range(parts + 1))


def build(site: Site, key: Target) -> Page:
    """Build one part."""
    # A part knows that there are parts; asking for more would tie it to all of them.
    shift = 1 if key.part else _shift(site)
    first = Target("keywords", part=shift)
    lead: list[Block] = [] if key.part else _introduction(site)
    lead.append(letters_paragraph(site.keywords, first))
    if shift and not key.part:
        lead.append(parts_list(site.keywords, first))
    parts = len(site.keywords.cuts) if shift else 1
    title = _("Keywords")
    if key.part:
        title = _("Keywords, part {part} of {parts}").format(part=key.part, parts=parts)
    return Page(
        key=key,
        title=title,
        heading=title,
        about="",
        lead=tuple(lead),
        sections=part_sections(site.keywords, key.part - shift) if key.part or not shift else (),
        parents=_parents(site, key),
        previous=_neighbour(key.part - 1) if key.part > 1 else None,
        following=_neighbour(key.part + 1) if 0 < key.part < parts else None,
    )


def _shift(site: Site) -> int:
    return int(len(site.keywords) > INLINE)


def _introduction(site: Site) -> list[Block]:
    names = count(len(site.keywords.names), "name")
    places = count(len(site.keywords), "place")
    text = _("{names} at {places}, from A to Z.").format(names=names, places=places)
    said: list[Block] = [Paragraph((text,))]
    if site.keywords.left_out:
        text = ngettext(
            "{number} identifier without a known definition that occurs in more than {files} files "
            "is listed on those files' own keyword pages only.",
            "{number} identifiers without a known definition that occur in more than {files} files "
            "are listed on those files' own keyword pages only.",
            site.keywords.left_out,
        )
        said.append(Paragraph((text.format(number=in_digits(site.keywords.left_out), files=COMMON),)))
    return said


def _parents(site: Site, key: Target) -> tuple[Link, ...]:
    entry = Link(Target("index"), site.title)
    return (entry, Link(Target("keywords"), _("Keywords"))) if key.part else (entry,)


def _neighbour(part: int) -> Link:
    return Link(Target("keywords", part=part), _("Keywords, part {part}").format(part=part))


# Its first page is an overview where there are parts, so these count from 1.
PAGE = PageKind(PageForm("keywords", "site", N_("Keywords"), first_number=0, has_letters=True), keys, build, order=10)
