"""How a file stands in its project: its module, what it exports, and its classes among others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Code, FactList, Link, Tree
from sphinx_kwdocs.model.page import Section, Target
from sphinx_kwdocs.pages._class_hierarchy import class_tree
from sphinx_kwdocs.pages._phrases_and_links import line_link, sentence
from sphinx_kwdocs.pages._site import FileSection
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import count

if TYPE_CHECKING:
    from sphinx_kwdocs.model.blocks import Block, Content
    from sphinx_kwdocs.pages._site import Site


def write(site: Site, path: str) -> Section | None:
    """Name what is known of it."""
    facts = site.index.facts.get(path)
    if facts is None:
        return None
    rows: list[tuple[str, Content]] = []
    module = site.index.modules.get(path, "")
    if module:
        rows.append((_("Module"), (Code(module),)))
    if facts.exports is not None:
        names = count(len(facts.exports), "name")
        rows.append((_("Exports"), sentence(_("{names} in {place}"), names=names, place=Code("__all__"))))
    if facts.main_guard:
        guard = line_link(path, facts.main_guard)
        rows.append((_("Runs as a script"), sentence(_("its main guard is on {line}"), line=guard)))
    if importers := {place.path for place in site.index.imported_by.get(path, ())}:
        link = Link(Target("docs", path, "cross-references"), count(len(importers), "file"))
        rows.append((_("Imported by"), (link,)))
    blocks: list[Block] = [FactList(tuple(rows))] if rows else []
    if classes := tuple(class_tree(site.index, facts.symbols)):
        blocks.append(Tree(classes))
    return Section("architecture-design", _("Architecture & Design"), tuple(blocks)) if blocks else None


SECTION = FileSection("architecture-design", 60, write)
