"""The keyword index of a folder and all below it, each keyword with its files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Bullets, Link, Paragraph
from sphinx_kwdocs.model.page import PageForm, Section, Target
from sphinx_kwdocs.pages._folder_listing import has_whole_subtree, listing, listing_size
from sphinx_kwdocs.pages._folder_page import folder_page
from sphinx_kwdocs.pages._index_list import letters_paragraph, part_count, part_sections, parts_list
from sphinx_kwdocs.pages._phrases_and_links import folder_link, part_remark
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.translation import N_, _
from sphinx_kwdocs.wording import count, in_digits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.blocks import Block, Content
    from sphinx_kwdocs.model.page import Page
    from sphinx_kwdocs.pages._site import Site


def keys(site: Site) -> Iterator[Target]:
    """Name the keyword pages of every folder."""
    for path in site.index.folders:
        parts = part_count(_size(site, path))
        yield from (Target("sub", path, part=part) for part in range(parts))


def _size(site: Site, path: str) -> int:
    return listing_size(site.index, path, site.keyword_numbers, site.keyword_counts)


def build(site: Site, key: Target) -> Page:
    """Build one part of a folder's keyword pages."""
    path = key.path
    parts = part_count(_size(site, path))
    # No other page needs a listing of one part.
    keywords = (
        site.long_listings[path] if parts > 1 else listing(site.index, path, site.file_keywords, site.keyword_counts)
    )
    first = Target("sub", path)
    lead: list[Block] = []
    if keywords:
        lead.append(letters_paragraph(keywords, first))
    sections = (_scope(site, path, len(keywords)), *part_sections(keywords, key.part))
    if parts > 1:
        sections = (*sections, Section("parts", _("Parts"), (parts_list(keywords, first),)))
    return folder_page(site, key, tuple(lead), sections, part_remark(key.part, parts))


def _scope(site: Site, path: str, listed: int) -> Section:
    total = count(site.keyword_counts.get(path, 0), "keyword place")
    if has_whole_subtree(path, site.keyword_counts):
        said = Paragraph((_("{keywords} of the files in this folder and all below it.").format(keywords=total),))
        return Section("scope", _("Scope"), (said,))
    text = _(
        "{keywords} in this folder and all below it. The {listed} of the files directly in it are listed here, "
        "the others on the subfolders' own pages."
    )
    said = Paragraph((text.format(keywords=total, listed=in_digits(listed)),))
    items: list[Content] = [
        (
            folder_link(child, whole=False),
            ": ",
            Link(Target("sub", child), count(site.keyword_counts.get(child, 0), "keyword place")),
        )
        for child in site.index.folders[path].folders
    ]
    if not path:
        items.insert(0, (Link(Target("keywords"), _("All keywords of the repository from A to Z")),))
    return Section("scope", _("Scope"), (said, Bullets(tuple(items))))


PAGE = PageKind(
    PageForm("sub", "folder", N_("Folder keywords"), N_("Keywords"), has_letters=True), keys, build, order=50
)
