"""Puts a small frame of our own around a page, where a project does not want all that its theme puts there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_kwdocs.render.characters import attribute_to_html, text_to_html
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_INDEX = '<meta name="robots" content="noindex" />'
STYLES = ("kwdocs.css", "kwdocs-slim.css")
SCRIPT = "kwdocs.js"


@dataclass(frozen=True, slots=True)
class SlimFrame:
    """What is the same around all pages of a site."""

    language: str
    """The language of the site, as HTML names it; empty if it is not known."""
    encoding: str
    """The encoding of the pages."""
    site_title: str
    """The name of the site, in plain text."""
    footer: str
    """What stands at the end of each page, in plain text."""
    has_noindex: bool
    """Whether search engines are asked not to list the pages."""

    def around(self, page: SlimPage) -> str:
        """Return the whole HTML of a page."""
        up = page.up
        language = f' lang="{attribute_to_html(self.language)}"' if self.language else ""
        styles = "".join(f'<link rel="stylesheet" href="{up}_static/{name}" />\n' for name in STYLES)
        canonical = f'<link rel="canonical" href="{attribute_to_html(page.canonical)}" />\n' if page.canonical else ""
        robots = f"{NO_INDEX}\n" if self.has_noindex else ""
        links = [(page.home, text_to_html(self.site_title))]
        if page.search:
            links.append((page.search, text_to_html(_("Search"))))
        ways = "".join(f'<a href="{attribute_to_html(url)}">{title}</a>\n' for url, title in links)
        return (
            f'<!DOCTYPE html>\n<html{language}>\n<head>\n<meta charset="{self.encoding}" />\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1" />\n'
            '<meta name="color-scheme" content="light dark" />\n'
            f"{robots}<title>{page.title} - {text_to_html(self.site_title)}</title>\n{styles}{canonical}"
            f'<script defer src="{up}_static/{SCRIPT}"></script>\n</head>\n<body class="kw-slim">\n'
            f"<header>\n{ways}</header>\n<main>\n{page.body}{_neighbours(page.neighbours)}</main>\n"
            f"<footer>{text_to_html(self.footer)}</footer>\n</body>\n</html>\n"
        )


@dataclass(frozen=True, slots=True)
class SlimPage:
    """What is other from page to page."""

    title: str
    """As HTML."""
    body: str
    """As HTML."""
    up: str
    """The way to the folder of the whole site, empty or ending in a slash."""
    home: str
    """The URL of the site's first page."""
    search: str
    """The URL of the site's search; empty if it has none."""
    canonical: str
    """The page's own URL on the web; empty if it is not known."""
    neighbours: Sequence[tuple[str, str, str]]
    """The pages before and behind it: `prev` or `next`, the URL and the title, as HTML."""


def _neighbours(links: Sequence[tuple[str, str, str]]) -> str:
    if not links:
        return ""
    label = attribute_to_html(_("Neighbours"))
    listed = "".join(f'<a rel="{relation}" href="{url}">{title}</a>\n' for relation, url, title in links)
    return f'<nav class="kw-neighbours" aria-label="{label}">\n{listed}</nav>\n'
