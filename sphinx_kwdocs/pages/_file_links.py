"""Writes the sections that tie a file to others: what it needs, what needs it, what speaks of it."""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from sphinx_kwdocs.blocks import Bullets, Code, Link, Paragraph, Table
from sphinx_kwdocs.page import Section, Target
from sphinx_kwdocs.pages._documents import documented, mentioned
from sphinx_kwdocs.pages._file_users import mentions, used_by, uses
from sphinx_kwdocs.pages._words import (
    and_more,
    file_link,
    joined,
    numbered_lines,
    sentence,
    symbol_link,
    with_lines,
)
from sphinx_kwdocs.translation import N_, _, pgettext, remembered
from sphinx_kwdocs.vocabulary import ORIGINS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_kwdocs.blocks import Content
    from sphinx_kwdocs.model import ImportLink, Index, Place
    from sphinx_kwdocs.pages._site import Site

MOST_RELATED = 20
"""Related files beyond the strongest ones are only counted."""
_IMPORTED, _IMPORTS, _TEST_IMPORTS = N_("imported here"), N_("imports it"), N_("imports it, a test")
_LINKED, _SAME_NAME = N_("linked here"), N_("same name")

_CIRCUMSTANCES = (N_("type checking only"), N_("conditional"), N_("inside a definition"))


def dependencies(site: Site, path: str) -> Section | None:
    """List what the file imports, by where it comes from."""
    links = site.index.imports.get(path, ())
    inner = []
    for origin, title in ORIGINS.items():
        chosen = [link for link in links if link.origin == origin]
        if chosen:
            inner.append(Section(f"dependencies-{origin}", _(title), (_import_table(site, path, chosen, origin),)))
    linked = _linked_files(site.index, path)
    if linked:
        items = tuple(
            sentence(_("{file} on {lines}"), file=file_link(target), lines=numbered_lines(path, lines))
            for target, lines in linked.items()
        )
        inner.append(Section("dependencies-links", _("Links to files"), (Bullets(items),)))
    return Section("dependencies", _("Dependencies"), (), tuple(inner)) if inner else None


def _import_table(site: Site, path: str, links: list[ImportLink], origin: str) -> Table:
    lines: defaultdict[tuple[str, str, str], list[ImportLink]] = defaultdict(list)
    for link in links:
        lines[(link.item.wanted, link.target, link.symbol)].append(link)
    rows: list[tuple[Content, ...]] = []
    for (wanted, target, symbol), group in sorted(lines.items()):
        row: list[Content] = [(Code(wanted),)]
        if origin == "repository":
            row.append(_import_target(site, target, symbol))
        row.append((*numbered_lines(path, [link.item.span.line for link in group]), _circumstances(group)))
        rows.append(tuple(row))
    head = (_("Import"), _("File"), _("Where")) if origin == "repository" else (_("Import"), _("Where"))
    return Table(head, tuple(rows))


def _import_target(site: Site, target: str, symbol: str) -> Content:
    if not symbol:
        return (file_link(target),)
    return (file_link(target), ": ", symbol_link(site.index.symbols[symbol], site.choices.kinds))


def _circumstances(group: list[ImportLink]) -> str:
    """Say what holds for all imports of a group."""
    is_type_checking = is_conditional = is_local = True
    for link in group:
        item = link.item
        is_type_checking = is_type_checking and item.is_type_checking
        is_conditional = is_conditional and item.is_conditional
        is_local = is_local and item.is_local
    return _circumstances_in_words(is_type_checking, is_conditional, is_local)


@remembered
def _circumstances_in_words(*held: bool) -> str:
    words = [_(word) for word, holds in zip(_CIRCUMSTANCES, held, strict=True) if holds]
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


def related_files(site: Site, path: str) -> Section | None:
    """List the files that are tied to this one most strongly, and by what."""
    index = site.index
    ties: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for link in index.imports.get(path, ()):
        if link.target and link.target != path:
            ties[link.target][_IMPORTED] += 1
    for place in index.imported_by.get(path, ()):
        ties[place.path][_TEST_IMPORTS if place.path in index.tests else _IMPORTS] += 1
    for target in _linked_files(index, path):
        ties[target][_LINKED] += 1
    folder, _slash, name = path.rpartition("/")
    for other in site.same_stem[folder].get(name.partition(".")[0], ()):
        if other != path:
            ties[other][_SAME_NAME] += 1
    if not ties:
        return None
    ranked = sorted(ties, key=lambda other: (-len(ties[other]), -sum(ties[other].values()), other))
    items: list[Content] = [
        (file_link(other), f": {', '.join(map(_, sorted(ties[other])))}") for other in ranked[:MOST_RELATED]
    ]
    if len(ranked) > MOST_RELATED:
        items.append((and_more(len(ranked) - MOST_RELATED),))
    return Section("related-files", _("Related Files"), (Bullets(tuple(items)),))


def cross_references(site: Site, path: str) -> Section:
    """List who imports the file, who uses its names and whose names it uses, and link the pages around it."""
    index = site.index
    inner = []
    by_file = _by_file(index.imported_by.get(path, ()))
    if by_file:
        items = tuple(with_lines(other, lines) for other, lines in by_file.items())
        inner.append(Section("imported-by", _("Imported by"), (Bullets(items),)))
    for anchor, title, write in (
        ("used-by", _("Used by"), used_by),
        ("uses", pgettext("the files whose names this one uses", "Uses"), uses),
        ("mentioned-in", _("Mentioned in"), mentions),
        ("documented-in", _("Documented in"), documented),
        ("mentioned-in-documents", _("Mentioned in documents"), mentioned),
    ):
        if listed := tuple(write(site, path)):
            inner.append(Section(anchor, title, (Bullets(listed),)))
    folder = path.rpartition("/")[0]
    ways: list[Content] = []
    if path in index.facts and "kw" in site.choices.kinds:
        ways.append((Link(Target("kw", path), _("Keyword index of this file")),))
    if path in site.paths["xref"]:
        ways.append((Link(Target("xref", path), _("Uses of its names")),))
    ways.append((Link(Target("index", folder), _("Folder index")),))
    if "doc" in site.choices.kinds:
        ways.append((Link(Target("doc", folder), _("Folder documentation")),))
    return Section("cross-references", _("Cross-References"), (Paragraph(joined(ways, " · ")),), tuple(inner))


def _by_file(places: Iterable[Place]) -> dict[str, list[int]]:
    lines: defaultdict[str, list[int]] = defaultdict(list)
    for place in places:
        lines[place.path].append(place.line)
    return dict(lines)
