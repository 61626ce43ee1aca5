"""The documentation of one folder: its role in its own words, what it holds, and how it is tied to other folders."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinx_kwdocs.page import Bullets, Link, Page, Paragraph, Section, Table, Target
from sphinx_kwdocs.pages._folder import folder_page
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.pages._words import description, file_link, folder_link, joined, line_link, symbol_link, type_label
from sphinx_kwdocs.wording import count, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.page import Block, Content
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
    return Section("role", "Role", (Paragraph((about.words, " (", file_link(about.teller), ")")),)) if about else None


def _contents(site: Site, path: str) -> Section:
    folder = site.index.folders[path]
    counts = Counter(type_label(site.index, file) for file in folder.files)
    rows = tuple(
        ((label,), (f"{number:,}",)) for label, number in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )
    inside = f"{count(len(folder.files), 'file')} and {count(len(folder.folders), 'subfolder')} directly inside."
    blocks: list[Block] = [Paragraph((inside,))]
    if rows:
        blocks.append(Table(("Type", "Files"), rows))
    return Section("contents-overview", "Contents Overview", tuple(blocks))


def _concepts(site: Site, path: str) -> Section | None:
    """Name what other folders import by name from the files directly in this one."""
    uses: Counter[str] = Counter()
    for file in site.index.folders[path].files:
        uses.update(site.imported_symbols.get(file, {}))
    if not uses:
        return None
    ranked = sorted(uses.items(), key=lambda item: (-item[1], item[0]))[:MOST]
    items: list[Content] = []
    for target, number in ranked:
        items.append(
            (symbol_link(site.index.symbols[target]), f": imported by {count(number, 'file')} of other folders")
        )
    return Section("key-concepts", "Key Concepts", (Bullets(tuple(items)),))


def _organization(site: Site, path: str) -> Section | None:
    """Tell which other folders the files directly in this one import from, and which import from it."""
    outward: Counter[str] = Counter()
    inward: Counter[str] = Counter()
    for file in site.index.folders[path].files:
        for target in {link.target for link in site.index.imports.get(file, ()) if link.target}:
            outward[target.rpartition("/")[0]] += 1
        for importer in {place.path for place in site.index.imported_by.get(file, ())}:
            inward[importer.rpartition("/")[0]] += 1
    outward.pop(path, None)
    inward.pop(path, None)
    inner = []
    for anchor, title, counter in (("imports-from", "Imports from", outward), ("imported-from", "Imported by", inward)):
        if counter:
            ranked = sorted(counter.items(), key=lambda item: (-item[1], item[0]))
            items: list[Content] = [
                (folder_link(other), f": {count(number, 'import')}") for other, number in ranked[:MOST]
            ]
            if len(ranked) > MOST:
                items.append((f"and {count(len(ranked) - MOST, 'more folder')}",))
            inner.append(Section(anchor, title, (Bullets(tuple(items)),)))
    title = "Architecture & Organization"
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
    if about and not about.teller.endswith("__init__.py"):
        items.append((file_link(about.teller, whole=False), ": introduces the folder"))
    for number, file in ranked[:MOST]:
        words = description(site.index, file)
        items.append(
            (file_link(file, whole=False), f": imported by {count(-number, 'file')}{'; ' if words else ''}{words}")
        )
    return Section("important-files", "Important Files", (Bullets(tuple(items)),)) if items else None


def _working(site: Site, path: str) -> Section | None:
    """List the tests that import the files directly in this folder, and the scripts among these."""
    index = site.index
    files = index.folders[path].files
    tests: Counter[str] = Counter()
    for file in files:
        tests.update({place.path for place in index.imported_by.get(file, ()) if place.path in index.tests})
    items: list[Content] = [
        (line_link(file, facts.main_guard, shown(file), is_code=True), " can be run as a script")
        for file in files
        if (facts := index.facts.get(file)) and facts.main_guard
    ]
    ranked = sorted(tests.items(), key=lambda item: (-item[1], item[0]))
    items += [(file_link(test), f" imports {count(number, 'file')} of it") for test, number in ranked[:MOST]]
    if len(ranked) > MOST:
        items.append((f"and {count(len(ranked) - MOST, 'more test file')}",))
    return Section("working-with-this-folder", "Working with This Folder", (Bullets(tuple(items)),)) if items else None


def _cross_references(site: Site, path: str) -> Section:
    below = site.file_counts.get(path, 0)
    links: list[Content] = [
        (Link(Target("index", path), "Folder index"),),
        (Link(Target("sub", path), "Keyword index of this folder"),),
    ]
    if path:
        links.append(
            ("Parent: ", Link(Target("doc", path.rpartition("/")[0]), shown(path.rpartition("/")[0]) + "/", True))
        )
    total = Paragraph((f"{count(below, 'file')} in this folder and all below it.",))
    return Section("cross-references", "Cross-References", (total, Paragraph(joined(links, " · "))))


PAGE = PageKind("doc", keys, build)
