"""What the pages about one file have in common: their way, tabs, neighbours, and the sections of its documentation."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from sphinx_kwdocs.page import Link, Target
from sphinx_kwdocs.pages._words import base_name, folder_link

if TYPE_CHECKING:
    from sphinx_kwdocs.page import PageKindName
    from sphinx_kwdocs.pages._site import Site


def file_tabs(path: str) -> tuple[Link, ...]:
    """Link the pages about one file to one another."""
    folder = path.rpartition("/")[0]
    return (
        Link(Target("docs", path), "Documentation"),
        Link(Target("kw", path), "Keyword index"),
        Link(folder_link(folder).target, "Folder"),
    )


def neighbours(site: Site, path: str, kind: PageKindName) -> tuple[Link | None, Link | None]:
    """Return the pages of the files before and after this one in its folder."""
    files = site.index.folders[path.rpartition("/")[0]].files
    position = bisect_left(files, (path.casefold(), path), key=lambda item: (item.casefold(), item))
    before = files[position - 1] if position else None
    after = files[position + 1] if position + 1 < len(files) else None
    return _neighbour(before, kind), _neighbour(after, kind)


def _neighbour(path: str | None, kind: PageKindName) -> Link | None:
    return Link(Target(kind, path), base_name(path)) if path else None
