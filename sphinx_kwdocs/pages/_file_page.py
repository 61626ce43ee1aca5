"""What the pages about one file have in common: their tabs, their way, their neighbours, the frame of the page."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Link
from sphinx_kwdocs.model.files import reading_order
from sphinx_kwdocs.model.page import Page, Target
from sphinx_kwdocs.pages._phrases_and_links import base_name, way_to
from sphinx_kwdocs.translation import _, lowered
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from sphinx_kwdocs.model.blocks import Block
    from sphinx_kwdocs.model.page import PageKindName, Section
    from sphinx_kwdocs.pages._site import Site


def file_page(
    site: Site, key: Target, lead: tuple[Block, ...], sections: tuple[Section, ...], remark: str = ""
) -> Page:
    """Put a file's page together."""
    path, heading = key.path, _(site.kinds[key.kind].form.heading) + remark
    previous, following = _neighbours(site, path, key.kind)
    return Page(
        key=key,
        title=f"{shown(path)} – {lowered(heading)}",  # noqa: RUF001  a title's dash
        heading=heading,
        about=shown(path),
        lead=lead,
        sections=sections,
        parents=way_to(site, path),
        tabs=_tabs(site, path),
        previous=previous,
        following=following,
        folder=path.rpartition("/")[0],
    )


def _tabs(site: Site, path: str) -> tuple[Link, ...]:
    """Link the pages about one file to one another, as far as there are any."""
    tabs = [
        Link(Target(form.name, path), _(form.tab or form.heading))
        for form in site.forms.values()
        if form.scope == "file" and path in site.paths[form.name]
    ]
    return (*tabs, Link(Target("index", path.rpartition("/")[0]), _("Folder")))


def _neighbours(site: Site, path: str, kind: PageKindName) -> tuple[Link | None, Link | None]:
    """Return the pages of the files before and after this one in its folder."""
    files = site.index.folders[path.rpartition("/")[0]].files
    position = bisect_left(files, reading_order(path), key=reading_order)
    before = files[position - 1] if position else None
    after = files[position + 1] if position + 1 < len(files) else None
    return _neighbour(site, before, kind), _neighbour(site, after, kind)


def _neighbour(site: Site, path: str | None, kind: PageKindName) -> Link | None:
    if path is None:
        return None
    return Link(Target(kind if path in site.paths[kind] else "docs", path), base_name(path))
