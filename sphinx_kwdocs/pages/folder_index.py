"""The index of one folder: its subfolders and files, each in its own words; the root's is the entry page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Code, Link, Paragraph, Table
from sphinx_kwdocs.model.page import Page, PageForm, Section, Target
from sphinx_kwdocs.pages._folder_page import folder_page
from sphinx_kwdocs.pages._own_kinds import own_kinds
from sphinx_kwdocs.pages._phrases_and_links import (
    description,
    file_link,
    folder_description,
    folder_link,
    joined,
    part_remark,
    sentence,
    type_label,
)
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.translation import N_, _
from sphinx_kwdocs.wording import count, in_digits, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.blocks import Block, Content, Inline
    from sphinx_kwdocs.model.files import Folder
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
        count(index.symbols.definitions, "definition"),
        # What the column of keywords adds up to: the index from A to Z lists more, and less, and says so itself.
        count(site.keyword_counts.get("", 0), "keyword place"),
    ))  # fmt: skip
    links: list[Content] = [(Link(Target("keywords"), _("Keywords from A to Z")),)]
    if "doc" in site.choices.kinds:
        links.append((Link(Target("doc"), _("About this repository")),))
    links += [
        (Link(Target(form.name), _(form.tab or form.heading)),)
        for form in site.forms.values()
        if form.scope == "site" and form.name not in own_kinds() and site.paths[form.name]
    ]
    if index.diagnostics:
        links.append((Link(Target("diagnostics"), count(len(index.all_diagnostics), "diagnostic")),))
    if index.findings:
        number = sum(map(len, index.findings.values()))
        links.append((Link(Target("diagnostics", "", "findings"), count(number, "finding")),))
    return (
        Paragraph((_("Every file, folder and name of this repository: {totals}.").format(totals=totals),)),
        Paragraph(joined(links, " · ")),
    )


def _overview(site: Site, path: str) -> Section:
    said: list[Block] = []
    if about := site.folder_words.get(path):
        said.append(Paragraph(folder_description(about)))
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
    rows: list[tuple[Content, ...]] = [
        (
            (folder_link(path, whole=False),),
            _folder_description(site, path),
            (in_digits(site.file_counts.get(path, 0)),),
            (_number_of_keywords(site, Target("sub", path), site.keyword_counts.get(path, 0)),),
        )
        for path in folders
    ]
    head = (_("Folder"), _("Description"), _("Files"), _("Keywords"))
    return Section("subfolders", _("Subfolders"), (Table(head, tuple(rows), ends_in_numbers=True),))


def _folder_description(site: Site, path: str) -> Content:
    """Say what a folder says it is, with a link to its documentation, as its name leads to its index."""
    words = site.folder_words[path]
    said: Content = (words.words,) if words else ()
    if "doc" not in site.choices.kinds:
        return said
    return joined((said, (Link(Target("doc", path), _("about")),)), " ")


def _files(site: Site, files: tuple[str, ...]) -> Section:
    """List files; the name of each leads to its documentation."""
    rows: list[tuple[Content, ...]] = [
        (
            (file_link(path, whole=False),),
            (description(site.index, path) or type_label(site.index, path),),
            (_number_of_keywords(site, Target("kw", path), site.keyword_numbers.get(path, 0)),),
        )
        for path in files
    ]
    head = (_("File"), _("Description"), _("Keywords"))
    return Section("files", _("Files"), (Table(head, tuple(rows), ends_in_numbers=True),))


def _number_of_keywords(site: Site, page: Target, keywords: int) -> Inline:
    """Write a number of keywords, with a link to their page if that is made; nothing if there are none."""
    if not keywords:
        return ""
    number = in_digits(keywords)
    return Link(page, number) if page.kind in site.choices.kinds else number


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


PAGE = PageKind(PageForm("index", "folder", N_("Folder"), N_("Folder index")), keys, build, order=30)
