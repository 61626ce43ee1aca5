"""What a file needs: its imports by where they come from, and the files that it links to."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Bullets, Code, Table
from sphinx_kwdocs.model.page import Section
from sphinx_kwdocs.model.vocabulary import ORIGINS
from sphinx_kwdocs.pages._linked_files import linked_files
from sphinx_kwdocs.pages._phrases_and_links import (
    file_link,
    numbered_lines,
    sentence,
    symbol_link,
)
from sphinx_kwdocs.pages._site import FileSection
from sphinx_kwdocs.translation import N_, _, remembered

if TYPE_CHECKING:
    from sphinx_kwdocs.model.blocks import Content
    from sphinx_kwdocs.model.index import ImportLink
    from sphinx_kwdocs.pages._site import Site

_CIRCUMSTANCES = (N_("type checking only"), N_("conditional"), N_("inside a definition"))


def write(site: Site, path: str) -> Section | None:
    """List what the file imports, by where it comes from."""
    links = site.index.imports.get(path, ())
    inner = []
    for origin, title in ORIGINS.items():
        chosen = [link for link in links if link.origin == origin]
        if chosen:
            inner.append(Section(f"dependencies-{origin}", _(title), (_import_table(site, path, chosen, origin),)))
    linked = linked_files(site.index, path)
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


SECTION = FileSection("dependencies", 70, write)
