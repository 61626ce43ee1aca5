"""Writes the sections that tie a file to others: what it needs, what needs it, what tests it, what speaks of it."""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from shlex import quote
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from sphinx_kwdocs.page import Bullets, Code, Link, Paragraph, Section, Snippet, Table, Target
from sphinx_kwdocs.pages._file_users import mentions, tests_using, used_by, uses
from sphinx_kwdocs.pages._words import base_name, file_link, joined, numbered_lines, symbol_link, with_lines
from sphinx_kwdocs.vocabulary import ORIGINS
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_kwdocs.model import ImportLink, Index, Place
    from sphinx_kwdocs.page import Block, Content
    from sphinx_kwdocs.pages._site import Site

MOST_RELATED = 20
"""Related files beyond the strongest ones are only counted."""


def dependencies(site: Site, path: str) -> Section | None:
    """List what the file imports, by where it comes from."""
    links = site.index.imports.get(path, ())
    inner = []
    for origin, title in ORIGINS.items():
        chosen = [link for link in links if link.origin == origin]
        if chosen:
            inner.append(Section(f"dependencies-{origin}", title, (_import_table(site, path, chosen, origin),)))
    linked = _linked_files(site.index, path)
    if linked:
        items = tuple((file_link(target), " on ", *numbered_lines(path, lines)) for target, lines in linked.items())
        inner.append(Section("dependencies-links", "Links to files", (Bullets(items),)))
    return Section("dependencies", "Dependencies", (), tuple(inner)) if inner else None


def _import_table(site: Site, path: str, links: list[ImportLink], origin: str) -> Table:
    lines: defaultdict[tuple[str, str, str], list[ImportLink]] = defaultdict(list)
    for link in links:
        lines[(link.item.wanted, link.target, link.symbol)].append(link)
    rows: list[tuple[Content, ...]] = []
    for (wanted, target, symbol), group in sorted(lines.items()):
        row: list[Content] = [(Code(wanted),)]
        if origin == "repository":
            row.append(_import_target(site.index, target, symbol))
        row.append((*numbered_lines(path, (link.item.span.line for link in group)), _circumstances(group)))
        rows.append(tuple(row))
    head = ("Import", "File", "Where") if origin == "repository" else ("Import", "Where")
    return Table(head, tuple(rows))


def _import_target(index: Index, target: str, symbol: str) -> Content:
    if not symbol:
        return (file_link(target),)
    return (file_link(target), ": ", symbol_link(index.symbols[symbol]))


def _circumstances(group: list[ImportLink]) -> str:
    words = [
        word
        for word, holds in (
            ("type checking only", all(link.item.is_type_checking for link in group)),
            ("conditional", all(link.item.is_conditional for link in group)),
            ("inside a definition", all(link.item.is_local for link in group)),
        )
        if holds
    ]
    return f" ({', '.join(words)})" if words else ""


def _linked_files(index: Index, path: str) -> dict[str, list[int]]:
    """Return the files of the repository that a prose file links to, with its lines."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for link in index.facts[path].hyperlinks if path in index.facts else ():
        try:
            parts = urlsplit(link.target)
        except ValueError:
            continue
        if parts.scheme or parts.netloc or not parts.path:
            continue
        place = unquote(parts.path)
        base = "" if place.startswith("/") else path.rpartition("/")[0]
        target = posixpath.normpath(posixpath.join(base, place.lstrip("/")))
        if target in index.files and target != path:
            found[target].append(link.line)
    return dict(sorted(found.items()))


def testing_and_usage(site: Site, path: str) -> Section | None:
    """List the tests that import the file or use its names, and the statements that use it."""
    inner = []
    if items := _tests(site, path):
        inner.append(Section("testing", "Testing", (Bullets(tuple(items)),)))
    if usage := _usage(site.index, path):
        inner.append(Section("usage-examples", "Usage Examples", tuple(usage)))
    return Section("testing-usage", "Testing & Usage", (), tuple(inner)) if inner else None


def _tests(site: Site, path: str) -> list[Content]:
    imports = _by_file(place for place in site.index.imported_by.get(path, ()) if place.path in site.index.tests)
    using = tests_using(site, path)
    found: list[Content] = []
    for test in sorted({*imports, *using}):
        said: list[Content] = []
        if test in imports:
            said.append((" imports it on ", *numbered_lines(test, imports[test])))
        if test in using:
            said.append(using[test])
        found.append((file_link(test), *joined(said, ";")))
    return found


def _usage(index: Index, path: str) -> list[Block]:
    facts = index.facts.get(path)
    if facts is None:
        return []
    module = index.modules.get(path, "")
    folder = path.rpartition("/")[0]
    in_package = f"{folder}/__init__.py" in index.files
    blocks: list[Block] = []
    if module and in_package and path not in index.tests and not module.endswith("__main__"):
        blocks.append(Snippet("python", f"import {module}"))
    if facts.main_guard and module and in_package:
        blocks.append(Snippet("shell", f"python -m {module}"))
    elif facts.main_guard and not in_package and shown(path) == path:
        start = "./" if path.startswith("-") else ""
        blocks.append(Snippet("shell", f"python {start}{quote(path)}"))
    return blocks


def related_files(site: Site, path: str) -> Section | None:
    """List the files that are tied to this one most strongly, and by what."""
    index = site.index
    ties: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for link in index.imports.get(path, ()):
        if link.target and link.target != path:
            ties[link.target]["imported here"] += 1
    for place in index.imported_by.get(path, ()):
        ties[place.path]["imports it, a test" if place.path in index.tests else "imports it"] += 1
    for target in _linked_files(index, path):
        ties[target]["linked here"] += 1
    stem = base_name(path).partition(".")[0]
    for other in site.same_stem.get((path.rpartition("/")[0], stem), ()):
        if other != path:
            ties[other]["same name"] += 1
    if not ties:
        return None
    ranked = sorted(ties, key=lambda other: (-len(ties[other]), -sum(ties[other].values()), other))
    items: list[Content] = [
        (file_link(other), f": {', '.join(sorted(ties[other]))}") for other in ranked[:MOST_RELATED]
    ]
    if len(ranked) > MOST_RELATED:
        items.append((f"and {len(ranked) - MOST_RELATED:,} more",))
    return Section("related-files", "Related Files", (Bullets(tuple(items)),))


def cross_references(site: Site, path: str) -> Section:
    """List who imports the file, who uses its names and whose names it uses, and link the pages around it."""
    index = site.index
    inner = []
    by_file = _by_file(index.imported_by.get(path, ()))
    if by_file:
        items = tuple(with_lines(other, lines) for other, lines in by_file.items())
        inner.append(Section("imported-by", "Imported by", (Bullets(items),)))
    for anchor, title, write in (
        ("used-by", "Used by", used_by),
        ("uses", "Uses", uses),
        ("mentioned-in", "Mentioned in", mentions),
    ):
        if listed := tuple(write(site, path)):
            inner.append(Section(anchor, title, (Bullets(listed),)))
    folder = path.rpartition("/")[0]
    ways: list[Content] = [(Link(Target("kw", path), "Keyword index of this file"),)] if path in index.facts else []
    if path in site.paths["xref"]:
        ways.append((Link(Target("xref", path), "Uses of its names"),))
    ways += [
        (Link(Target("index", folder), "Folder index"),),
        (Link(Target("doc", folder), "Folder documentation"),),
    ]
    return Section("cross-references", "Cross-References", (Paragraph(joined(ways, " · ")),), tuple(inner))


def _by_file(places: Iterable[Place]) -> dict[str, list[int]]:
    lines: defaultdict[str, list[int]] = defaultdict(list)
    for place in places:
        lines[place.path].append(place.line)
    return dict(lines)
