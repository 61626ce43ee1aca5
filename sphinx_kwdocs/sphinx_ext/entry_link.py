"""Adds a link to the source index at the end of the root document, where the theme shows no other one there."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from sphinx_kwdocs.sphinx_ext.build import build_of
from sphinx_kwdocs.sphinx_ext.builders import writes_pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

_MARK = "<!-- kwdocs: entry -->"
_prepared: WeakSet[Builder] = WeakSet()


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
        _watch_templates(builder, escape(url), escape(build.config.title))
        context["body"] += _MARK


def _watch_templates(builder: Any, url: str, title: str) -> None:  # noqa: ANN401  Sphinx does not foresee this
    """Look at each page after the theme has made it: there is no event for that."""
    if builder in _prepared:
        return
    _prepared.add(builder)
    render = builder.templates.render

    def render_with_link(template: str, context: dict[str, Any]) -> str:
        page: str = render(template, context)
        return with_link(page, url, title) if _MARK in page else page

    builder.templates.render = render_with_link


def with_link(page: str, url: str, title: str) -> str:
    """Put a link at the mark of a page, unless readers see one already."""
    link = f'<p class="kw-entry"><a class="reference internal" href="{url}">{title}</a></p>\n'
    is_there = re.search(rf'<a\s[^<>]*\bhref="{re.escape(url)}["#]', page) is not None
    return page.replace(_MARK, "" if is_there else link)
