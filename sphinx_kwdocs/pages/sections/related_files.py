"""The files that are tied to a file most strongly."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Bullets
from sphinx_kwdocs.model.page import Section
from sphinx_kwdocs.pages._linked_files import linked_files
from sphinx_kwdocs.pages._phrases_and_links import and_more, file_link
from sphinx_kwdocs.pages._site import FileSection
from sphinx_kwdocs.translation import N_, _

if TYPE_CHECKING:
    from sphinx_kwdocs.model.blocks import Content
    from sphinx_kwdocs.pages._site import Site

MOST_RELATED = 20
"""Related files beyond the strongest ones are only counted."""
_IMPORTED, _IMPORTS, _TEST_IMPORTS = N_("imported here"), N_("imports it"), N_("imports it, a test")
_LINKED, _SAME_NAME = N_("linked here"), N_("same name")


def write(site: Site, path: str) -> Section | None:
    """List the files that are tied to this one most strongly, and by what."""
    index = site.index
    ties: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for link in index.imports.get(path, ()):
        if link.target and link.target != path:
            ties[link.target][_IMPORTED] += 1
    for place in index.imported_by.get(path, ()):
        ties[place.path][_TEST_IMPORTS if place.path in index.tests else _IMPORTS] += 1
    for target in linked_files(index, path):
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


SECTION = FileSection("related-files", 130, write)
