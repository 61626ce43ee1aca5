"""What the pages about one file have in common: their way, tabs, neighbours, and the sections of its documentation."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from sphinx_kwdocs.page import Link, Target
from sphinx_kwdocs.pages._words import base_name

if TYPE_CHECKING:
    from sphinx_kwdocs.page import PageKindName
    from sphinx_kwdocs.pages._site import Site


def file_tabs(site: Site, path: str) -> tuple[Link, ...]:
    """Link the pages about one file to one another; only text has keywords."""
    keywords = (Link(Target("kw", path), "Keyword index"),) if path in site.index.facts else ()
    return (
        Link(Target("docs", path), "Documentation"),
        *keywords,
        Link(Target("index", path.rpartition("/")[0]), "Folder"),
    )


def neighbours(site: Site, path: str, kind: PageKindName) -> tuple[Link | None, Link | None]:
    """Return the pages of the files before and after this one in its folder."""
    files = site.index.folders[path.rpartition("/")[0]].files
    position = bisect_left(files, (path.casefold(), path), key=lambda item: (item.casefold(), item))
    before = files[position - 1] if position else None
    after = files[position + 1] if position + 1 < len(files) else None
    return _neighbour(site, before, kind), _neighbour(site, after, kind)


def _neighbour(site: Site, path: str | None, kind: PageKindName) -> Link | None:
    if path is None:
        return None
    return Link(Target(kind if path in site.index.facts else "docs", path), base_name(path))
