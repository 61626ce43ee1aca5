"""The index of one folder: its subfolders and files, each in its own words; the root's is the entry page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.page import Code, Link, Page, Paragraph, Section, Table, Target
from sphinx_kwdocs.pages._folder import folder_page
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.pages._words import description, file_link, folder_link, joined, type_label
from sphinx_kwdocs.wording import count, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model import Folder
    from sphinx_kwdocs.page import Block, Content
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
        return folder_page(site, key, (), tuple(sections), f", part {key.part + 1} of {parts}" if parts > 1 else "")
    return Page(key, site.title, site.title, "", _entry_lead(site), tuple(sections), folder="")


def _entry_lead(site: Site) -> tuple[Block, ...]:
    index = site.index
    totals = ", ".join((
        count(len(index.files), "file"),
        count(len(index.folders), "folder"),
        count(sum(symbol.kind != "section" for symbol in index.symbols.values()), "definition"),
        count(len(site.keywords), "keyword entry", "keyword entries"),
    ))  # fmt: skip
    links: list[Content] = [(Link(Target("keywords"), "Keywords from A to Z"),)]
    links.append((Link(Target("doc"), "About this repository"),))
    if index.diagnostics:
        links.append((Link(Target("diagnostics"), count(len(index.all_diagnostics), "diagnostic")),))
    return (
        Paragraph((f"Every file, folder and name of this repository: {totals}.",)),
        Paragraph(joined(links, " · ")),
    )


def _overview(site: Site, path: str) -> Section:
    said: list[Block] = []
    if about := site.folder_words.get(path):
        said.append(Paragraph((about.words, " (", file_link(about.teller), ")")))
    folder = site.index.folders[path]
    inside = [count(len(folder.folders), "subfolder")] if folder.folders else []
    inside += [count(len(folder.files), "file")] if folder.files else []
    location: Content = ("Location: ", Code(f"{shown(path)}/"), "; ") if path else ()
    said.append(Paragraph((*location, f"{' and '.join(inside) or 'nothing'} directly inside.")))
    return Section("overview", "Overview", tuple(said))


def _subfolders(site: Site, folders: tuple[str, ...]) -> Section:
    rows: list[tuple[Content, ...]] = []
    for path in folders:
        keywords = Link(Target("sub", path), f"{site.keyword_counts.get(path, 0):,}")
        about = Link(Target("doc", path), "about")
        rows.append((
            (folder_link(path, whole=False),),
            (site.folder_words[path].words if path in site.folder_words else "",),
            (f"{site.file_counts.get(path, 0):,}",),
            (about,),
            (keywords,),
        ))  # fmt: skip
    head = ("Folder", "Description", "Files", "Documentation", "Keywords")
    return Section("subfolders", "Subfolders", (Table(head, tuple(rows)),))


def _files(site: Site, files: tuple[str, ...]) -> Section:
    rows: list[tuple[Content, ...]] = [
        (
            (file_link(path, whole=False),),
            (description(site.index, path) or type_label(site.index, path),),
            (Link(Target("docs", path), "docs"),),
            (
                Link(Target("kw", path), f"{len(keywords):,}")
                if (keywords := site.file_keywords.get(path)) is not None
                else "",
            ),
        )
        for path in files
    ]
    return Section("files", "Files", (Table(("File", "Description", "Documentation", "Keywords"), tuple(rows)),))


def _navigation(site: Site, key: Target, parts: int) -> Section:
    path = key.path
    links: list[Content] = []
    if path:
        parent = path.rpartition("/")[0]
        links.append(("Parent: ", folder_link(parent) if parent else Link(Target("index"), site.title)))
    links.append((Link(Target("doc", path), "Folder documentation"),))
    links.append((Link(Target("sub", path), "Keyword index of this folder"),))
    blocks = [Paragraph(joined(links, " · "))]
    if parts > 1:
        numbers: list[Content] = [
            (f"{part + 1}",) if part == key.part else (Link(Target("index", path, part=part), f"{part + 1}"),)
            for part in range(parts)
        ]
        blocks.append(Paragraph(("Parts of this index: ", *joined(numbers))))
    return Section("navigation", "Navigation", tuple(blocks))


PAGE = PageKind("index", keys, build)
