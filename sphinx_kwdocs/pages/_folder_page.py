"""What the pages about one folder have in common: their tabs, their way, and the frame of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Link
from sphinx_kwdocs.model.page import Page, Target
from sphinx_kwdocs.pages._phrases_and_links import way_to
from sphinx_kwdocs.translation import _, lowered
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from sphinx_kwdocs.model.blocks import Block
    from sphinx_kwdocs.model.page import Section
    from sphinx_kwdocs.pages._site import Site


def folder_page(
    site: Site, key: Target, lead: tuple[Block, ...], sections: tuple[Section, ...], remark: str = ""
) -> Page:
    """Put a folder's page together."""
    path = key.path
    heading = _(site.kinds[key.kind].form.heading) + remark
    name = f"{shown(path)}/" if path else "/"
    return Page(
        key=key,
        title=f"{name} – {lowered(heading)}",  # noqa: RUF001  a title's dash
        heading=heading,
        about=name,
        lead=lead,
        sections=sections,
        parents=way_to(site, path),
        tabs=tuple(
            Link(Target(form.name, path), _(form.tab or form.heading))
            for form in site.forms.values()
            if form.scope == "folder" and path in site.paths[form.name]
        ),
        folder=path,
    )
