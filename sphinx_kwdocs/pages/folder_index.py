"""The index of one folder: its subfolders and files, each in its own words; the root's is the entry page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.blocks import Code, Link, Paragraph, Table
from sphinx_kwdocs.page import PAGE_FORMS, Page, Section, Target
from sphinx_kwdocs.pages._folder import folder_page
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.pages._words import (
    description,
    file_link,
    folder_link,
    joined,
    part_remark,
    sentence,
    type_label,
)
from sphinx_kwdocs.symbol_table import count_definitions
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import count, in_digits, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.blocks import Block, Content, Inline
    from sphinx_kwdocs.model import Folder
    from sphinx_kwdocs.pages._site import Site


ENTRIES = 300
"""Subfolders and files on one page; the root's first page is a document that every builder has to write."""


def keys(site: Site) -> Iterator[Target]:
    """Name the index of every folder, in parts where it is long."""
    for path, folder in site.index.folders.items():
        yield from (Target("index", path, part=part) for part in range(_part_count(folder)))


def _part_count(folder: Folder) -> int:
    return max(1, -(-(len(folder.folders) + len(folder.files)) // ENTRIES))


def build(site: Site, key: Target) -> Page:
    """Build the index of one folder, or a part of it; the root's is the site's entry page."""
    folder = site.index.folders[key.path]
    parts = _part_count(folder)
    start, end = key.part * ENTRIES, (key.part + 1) * ENTRIES
    folders = folder.folders[start:end]
    shift = len(folder.folders)
    files = folder.files[max(0, start - shift) : max(0, end - shift)]
    sections = [_overview(site, key.path)]
    if folders:
        sections.append(_subfolders(site, folders))
    if files:
        sections.append(_files(site, files))
    sections.append(_navigation(site, key, parts))
    if key.path or key.part:
        return folder_page(site, key, (), tuple(sections), part_remark(key.part, parts))
    return Page(key, site.title, site.title, "", _entry_lead(site), tuple(sections), folder="")


def _entry_lead(site: Site) -> tuple[Block, ...]:
    index = site.index
    totals = ", ".join((
        count(len(index.files), "file"),
        count(len(index.folders), "folder"),
        count(count_definitions(index.symbols), "definition"),
        count(len(site.keywords), "keyword entry"),
    ))  # fmt: skip
    links: list[Content] = [(Link(Target("keywords"), _("Keywords from A to Z")),)]
    if "doc" in site.choices.kinds:
        links.append((Link(Target("doc"), _("About this repository")),))
    links += [
        (Link(Target(form.name), _(form.tab or form.heading)),)
        for form in site.forms.values()
        if form.scope == "site" and form.name not in PAGE_FORMS and site.paths[form.name]
    ]
    if index.diagnostics:
        links.append((Link(Target("diagnostics"), count(len(index.all_diagnostics), "diagnostic")),))
    return (
        Paragraph((_("Every file, folder and name of this repository: {totals}.").format(totals=totals),)),
        Paragraph(joined(links, " · ")),
    )


def _overview(site: Site, path: str) -> Section:
    said: list[Block] = []
    if about := site.folder_words.get(path):
        said.append(Paragraph((about.words, " (", file_link(about.teller), ")")))
    folder = site.index.folders[path]
    folders, files = count(len(folder.folders), "subfolder"), count(len(folder.files), "file")
    inside = _("nothing directly inside.")
    if folder.folders and folder.files:
        inside = _("{folders} and {files} directly inside.").format(folders=folders, files=files)
    elif folder.folders or folder.files:
        inside = _("{contents} directly inside.").format(contents=folders if folder.folders else files)
    location = Code(f"{shown(path)}/")
    content = sentence(_("Location: {folder}; {contents}"), folder=location, contents=inside) if path else (inside,)
    said.append(Paragraph(content))
    return Section("overview", _("Overview"), tuple(said))


def _subfolders(site: Site, folders: tuple[str, ...]) -> Section:
    kinds = site.choices.kinds
    rows: list[tuple[Content, ...]] = []
    for path in folders:
        said = site.folder_words[path]
        number = in_digits(site.keyword_counts.get(path, 0))
        rows.append((
            (folder_link(path, whole=False),),
            (said.words if said else "",),
            (in_digits(site.file_counts.get(path, 0)),),
            *(((Link(Target("doc", path), _("about")),),) if "doc" in kinds else ()),
            (Link(Target("sub", path), number) if "sub" in kinds else number,),
        ))  # fmt: skip
    documentation = (_("Documentation"),) if "doc" in kinds else ()
    head = (_("Folder"), _("Description"), _("Files"), *documentation, _("Keywords"))
    return Section("subfolders", _("Subfolders"), (Table(head, tuple(rows)),))


def _files(site: Site, files: tuple[str, ...]) -> Section:
    rows: list[tuple[Content, ...]] = [
        (
            (file_link(path, whole=False),),
            (description(site.index, path) or type_label(site.index, path),),
            (Link(Target("docs", path), _("docs")),),
            (_keywords(site, path),),
        )
        for path in files
    ]
    head = (_("File"), _("Description"), _("Documentation"), _("Keywords"))
    return Section("files", _("Files"), (Table(head, tuple(rows)),))


def _keywords(site: Site, path: str) -> Inline:
    """Say how many keywords a file has, with a link to them if they have a page."""
    keywords = site.keyword_numbers.get(path)
    if keywords is None:
        return ""
    number = in_digits(keywords)
    return Link(Target("kw", path), number) if "kw" in site.choices.kinds else number


def _navigation(site: Site, key: Target, parts: int) -> Section:
    path = key.path
    links: list[Content] = []
    if path:
        parent = path.rpartition("/")[0]
        link = folder_link(parent) if parent else Link(Target("index"), site.title)
        links.append(sentence(_("Parent: {folder}"), folder=link))
    if "doc" in site.choices.kinds:
        links.append((Link(Target("doc", path), _("Folder documentation")),))
    if "sub" in site.choices.kinds:
        links.append((Link(Target("sub", path), _("Keyword index of this folder")),))
    # At the root there may be nothing to lead to.
    blocks = [Paragraph(joined(links or [(Link(Target("keywords"), _("Keywords from A to Z")),)], " · "))]
    if parts > 1:
        numbers: list[Content] = [
            (f"{part + 1}",) if part == key.part else (Link(Target("index", path, part=part), f"{part + 1}"),)
            for part in range(parts)
        ]
        blocks.append(Paragraph(sentence(_("Parts of this index: {parts}"), parts=joined(numbers))))
    return Section("navigation", _("Navigation"), tuple(blocks))


PAGE = PageKind(PAGE_FORMS["index"], keys, build)
