"""Who speaks of a file and of whom it speaks, and the ways to the pages around it."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Bullets, Link, Paragraph
from sphinx_kwdocs.model.page import Section, Target
from sphinx_kwdocs.pages._document_links import documented, mentioned
from sphinx_kwdocs.pages._file_relations import mentions, used_by, uses
from sphinx_kwdocs.pages._phrases_and_links import joined, with_lines
from sphinx_kwdocs.pages._site import FileSection
from sphinx_kwdocs.translation import _, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_kwdocs.model.blocks import Content
    from sphinx_kwdocs.model.files import Place
    from sphinx_kwdocs.pages._site import Site


def write(site: Site, path: str) -> Section:
    """List who imports the file, who uses its names and whose names it uses, and link the pages around it."""
    index = site.index
    inner = []
    by_file = _by_file(index.imported_by.get(path, ()))
    if by_file:
        items = tuple(with_lines(other, lines) for other, lines in by_file.items())
        inner.append(Section("imported-by", _("Imported by"), (Bullets(items),)))
    for anchor, title, items_of in (
        ("used-by", _("Used by"), used_by),
        ("uses", pgettext("the files whose names this one uses", "Uses"), uses),
        ("mentioned-in", _("Mentioned in"), mentions),
        ("documented-in", _("Documented in"), documented),
        ("mentioned-in-documents", _("Mentioned in documents"), mentioned),
    ):
        if listed := tuple(items_of(site, path)):
            inner.append(Section(anchor, title, (Bullets(listed),)))
    folder = path.rpartition("/")[0]
    ways: list[Content] = []
    if path in index.about and "kw" in site.choices.kinds:
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


SECTION = FileSection("cross-references", 140, write)
