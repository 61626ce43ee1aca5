"""The documentation of one folder: its role in its own words, what it holds, and how it is tied to other folders."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Bullets, Link, Paragraph, Table
from sphinx_kwdocs.model.page import Page, PageForm, Section, Target
from sphinx_kwdocs.pages._folder_page import folder_page
from sphinx_kwdocs.pages._phrases_and_links import (
    description,
    file_link,
    folder_description,
    folder_link,
    joined,
    line_link,
    sentence,
    symbol_link,
    type_label,
)
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.translation import N_, _
from sphinx_kwdocs.wording import count, in_digits, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.blocks import Block, Content
    from sphinx_kwdocs.pages._site import Site

MOST = 15
"""How many names, files or folders a ranked list shows."""


def keys(site: Site) -> Iterator[Target]:
    """Name the documentation of every folder."""
    return (Target("doc", path) for path in site.index.folders)


def build(site: Site, key: Target) -> Page:
    """Build the documentation of one folder."""
    path = key.path
    writers = (_role, _contents, _concepts, _organization, _important, _working, _cross_references)
    sections = tuple(section for write in writers if (section := write(site, path)))
    return folder_page(site, key, (), sections)


def _role(site: Site, path: str) -> Section | None:
    about = site.folder_words.get(path)
    return Section("role", _("Role"), (Paragraph(folder_description(about)),)) if about else None


def _contents(site: Site, path: str) -> Section:
    folder = site.index.folders[path]
    counts = Counter(type_label(site.index, file) for file in folder.files)
    rows = tuple(
        ((label,), (in_digits(number),))
        for label, number in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )
    inside = _("{files} and {folders} directly inside.").format(
        files=count(len(folder.files), "file"), folders=count(len(folder.folders), "subfolder")
    )
    blocks: list[Block] = [Paragraph((inside,))]
    if rows:
        blocks.append(Table((_("Type"), _("Files")), rows))
    return Section("contents-overview", _("Contents Overview"), tuple(blocks))


def _concepts(site: Site, path: str) -> Section | None:
    """Name what other folders import by name from the files directly in this one."""
    uses: Counter[str] = Counter()
    for file in site.index.folders[path].files:
        uses.update(site.imported_symbols[file])
    if not uses:
        return None
    ranked = sorted(uses.items(), key=lambda item: (-item[1], item[0]))[:MOST]
    items: list[Content] = []
    for target, number in ranked:
        name = symbol_link(site.index.symbols[target], site.choices.kinds)
        template = _("{name}: imported by {files} of other folders")
        items.append(sentence(template, name=name, files=count(number, "file")))
    return Section("key-concepts", _("Key Concepts"), (Bullets(tuple(items)),))


def _organization(site: Site, path: str) -> Section | None:
    """Tell which other folders the files directly in this one import from, and which import from it."""
    # A statement may name several files of a folder, and a file several statements.
    outside: set[tuple[str, str, int]] = set()
    inside: set[tuple[str, str, int]] = set()
    for file in site.index.folders[path].files:
        links = (link for link in site.index.imports.get(file, ()) if link.target)
        outside.update([(link.target.rpartition("/")[0], file, link.item.span.line) for link in links])
        places = site.index.imported_by.get(file, ())
        inside.update([(place.path.rpartition("/")[0], place.path, place.line) for place in places])
    outward, inward = (Counter(folder for folder, _, _ in found if folder != path) for found in (outside, inside))
    inner = []
    for anchor, title, counter in (
        ("imports-from", _("Imports from"), outward),
        ("imported-from", _("Imported by"), inward),
    ):
        if counter:
            ranked = sorted(counter.items(), key=lambda item: (-item[1], item[0]))
            items: list[Content] = [
                (folder_link(other), f": {count(number, 'import')}") for other, number in ranked[:MOST]
            ]
            if len(ranked) > MOST:
                items.append((_("and {others}").format(others=count(len(ranked) - MOST, "more folder")),))
            inner.append(Section(anchor, title, (Bullets(tuple(items)),)))
    title = _("Architecture & Organization")
    return Section("architecture-organization", title, (), tuple(inner)) if inner else None


def _important(site: Site, path: str) -> Section | None:
    """Rank the folder's files by how many others import them; its README always comes first."""
    ranked: list[tuple[int, str]] = []
    for file in site.index.folders[path].files:
        importers = len({place.path for place in site.index.imported_by.get(file, ())})
        if importers:
            ranked.append((-importers, file))
    ranked.sort()
    items: list[Content] = []
    about = site.folder_words.get(path)
    if about and about.teller.rpartition("/")[2].casefold().startswith("readme"):
        items.append(sentence(_("{file}: introduces the folder"), file=file_link(about.teller, whole=False)))
    for number, file in ranked[:MOST]:
        words = description(site.index, file)
        imported = sentence(
            _("{file}: imported by {files}"), file=file_link(file, whole=False), files=count(-number, "file")
        )
        items.append(joined((imported, (words,)), "; ") if words else imported)
    return Section("important-files", _("Important Files"), (Bullets(tuple(items)),)) if items else None


def _working(site: Site, path: str) -> Section | None:
    """List the tests that import the files directly in this folder, and the scripts among these."""
    index = site.index
    files = index.folders[path].files
    tests: Counter[str] = Counter()
    for file in files:
        tests.update({place.path for place in index.imported_by.get(file, ()) if place.path in index.tests})
    items: list[Content] = [
        sentence(_("{file} can be run as a script"), file=line_link(file, facts.main_guard, shown(file), is_code=True))
        for file in files
        if (facts := index.facts.get(file)) and facts.main_guard
    ]
    ranked = sorted(tests.items(), key=lambda item: (-item[1], item[0]))
    template = _("{test} imports {files} of it")
    items += [sentence(template, test=file_link(test), files=count(number, "file")) for test, number in ranked[:MOST]]
    if len(ranked) > MOST:
        items.append((_("and {others}").format(others=count(len(ranked) - MOST, "more test file")),))
    return (
        Section("working-with-this-folder", _("Working with This Folder"), (Bullets(tuple(items)),)) if items else None
    )


def _cross_references(site: Site, path: str) -> Section:
    below = site.file_counts.get(path, 0)
    links: list[Content] = [(Link(Target("index", path), _("Folder index")),)]
    if "sub" in site.choices.kinds:
        links.append((Link(Target("sub", path), _("Keyword index of this folder")),))
    if path:
        parent = path.rpartition("/")[0]
        link = Link(Target("doc", parent), f"{shown(parent)}/", is_code=True)
        links.append(sentence(_("Parent: {folder}"), folder=link))
    total = Paragraph((_("{files} in this folder and all below it.").format(files=count(below, "file")),))
    return Section("cross-references", _("Cross-References"), (total, Paragraph(joined(links, " · "))))


PAGE = PageKind(
    PageForm("doc", "folder", N_("Folder documentation"), N_("Folder documentation")), keys, build, order=40
)
