"""Adds a link to the source index at the end of the root document, where the theme shows no other one there."""

from __future__ import annotations

import re
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.sphinx_ext.builders import writes_pages
from sphinx_kwdocs.sphinx_ext.patches import change_rendered_pages
from sphinx_kwdocs.sphinx_ext.session import build_of, session_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_MARK = "<!-- kwdocs: entry -->"


def connect(app: Sphinx) -> None:
    """Connect the link to the build."""
    # Last, because others may put what they like in place of the text.
    app.connect("html-page-context", _mark_place, priority=990)


def _mark_place(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    """Mark the end of the root document's text; only the whole page tells whether a link has to stand there."""
    del templatename
    build, builder = build_of(app.env), app.builder
    if build is None or doctree is None or pagename != app.config.root_doc or not isinstance(context.get("body"), str):
        return
    if build.config.navigation and writes_pages(builder):
        url = builder.get_relative_uri(pagename, f"{build.config.root}/index")
        if session_of(app.env).is_first("link the entry page"):
            # Each page is looked at after the theme has made it.
            change_rendered_pages(builder, partial(with_link, url=escape(url), title=escape(build.config.title)))
        context["body"] += _MARK


def with_link(page: str, url: str, title: str) -> str:
    """Put a link at the mark of a page, if it has one, unless readers see such a link already."""
    if _MARK not in page:
        return page
    link = f'<p class="kw-entry"><a class="reference internal" href="{url}">{title}</a></p>\n'
    is_there = re.search(rf'<a\s[^<>]*\bhref="{re.escape(url)}["#]', page) is not None
    return page.replace(_MARK, "" if is_there else link)
