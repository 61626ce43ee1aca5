"""Plans the pages of a site and builds them one at a time; each kind of page stands in a module of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.pages import (
    diagnostics,
    file_docs,
    file_keywords,
    folder_docs,
    folder_index,
    folder_keywords,
    global_keywords,
)
from sphinx_kwdocs.pages._site import PageKind, Site, make_site

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_kwdocs.page import Page, Target

__all__ = ["PAGE_KINDS", "PageKind", "Site", "build_page", "make_site", "page_keys"]

PAGE_KINDS: Mapping[str, PageKind] = {
    module.PAGE.name: module.PAGE
    for module in (
        global_keywords,
        diagnostics,
        folder_index,
        folder_docs,
        folder_keywords,
        file_docs,
        file_keywords,
    )
}
"""Every kind of page by name, in the order in which they get their addresses."""


def page_keys(site: Site) -> Iterator[Target]:
    """Name every page of the site, in a fixed order."""
    for kind in PAGE_KINDS.values():
        yield from kind.keys(site)


def build_page(site: Site, key: Target) -> Page:
    """Build one page."""
    return PAGE_KINDS[key.kind].build(site, key)
