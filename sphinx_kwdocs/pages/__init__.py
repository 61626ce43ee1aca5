"""Plans the pages of a site and builds them one at a time; each kind of page stands in a module of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_kwdocs.pages import (
    diagnostics,
    file_docs,
    file_keywords,
    file_uses,
    folder_docs,
    folder_index,
    folder_keywords,
    global_keywords,
)
from sphinx_kwdocs.pages._site import PageKind, Site, prepare_site
from sphinx_kwdocs.pages._uses import uses_target

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_kwdocs.model import Index
    from sphinx_kwdocs.page import Page, PageKindName, Target
    from sphinx_kwdocs.pages._site import Hosting

__all__ = ["PAGE_KINDS", "PageKind", "Site", "build_page", "make_site", "page_keys", "uses_target"]

PAGE_KINDS: Mapping[PageKindName, PageKind] = {
    module.PAGE.name: module.PAGE
    for module in (
        global_keywords,
        diagnostics,
        folder_index,
        folder_docs,
        folder_keywords,
        file_docs,
        file_keywords,
        file_uses,
    )
}
"""Every kind of page by name, in the order in which they get their addresses."""


def make_site(index: Index, title: str, hosting: Hosting | None = None) -> Site:
    """Prepare an Index for its pages."""
    site = prepare_site(index, title, hosting)
    paths = {name: frozenset(key.path for key in kind.keys(site)) for name, kind in PAGE_KINDS.items()}
    return replace(site, paths=paths)


def page_keys(site: Site) -> Iterator[Target]:
    """Name every page of the site, in a fixed order."""
    for kind in PAGE_KINDS.values():
        yield from kind.keys(site)


def build_page(site: Site, key: Target) -> Page:
    """Build one page."""
    return PAGE_KINDS[key.kind].build(site, key)
