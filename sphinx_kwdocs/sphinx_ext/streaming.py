"""Hands the thousands of generated pages to the theme one at a time, and writes the folder data that they load."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.display import status_iterator

from sphinx_kwdocs.page import Target
from sphinx_kwdocs.publish import Publication, render_pages
from sphinx_kwdocs.render.folder_data import folder_scripts
from sphinx_kwdocs.render.urls import Urls
from sphinx_kwdocs.sphinx_ext.build import DOCUMENTS, build_of, logger
from sphinx_kwdocs.sphinx_ext.stamp import write_stamp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinx_kwdocs.model import Diagnostic
    from sphinx_kwdocs.publish import RenderedPage, Step
    from sphinx_kwdocs.sphinx_ext.build import Build

_FOLDER_STYLE = {"dirhtml", "readthedocsdirhtml"}
_WITHOUT_PAGES = {"singlehtml", "readthedocssinglehtmllocalmedia", "epub", "htmlhelp", "applehelp", "devhelp", "qthelp"}


def connect(app: Sphinx) -> None:
    """Connect the pages to the build."""
    app.connect("html-collect-pages", stream_pages)
    # Before themes and other extensions look at the context, so that they see pages without a source document.
    app.connect("html-page-context", prepare_context, priority=100)


def writes_pages(builder: Builder) -> bool:
    """Tell whether a builder makes a site of separate HTML pages."""
    return isinstance(builder, StandaloneHTMLBuilder) and builder.name not in _WITHOUT_PAGES


def stream_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield every page that is not a document: its name, what the theme needs to know, and the template."""
    build = build_of(app)
    if build is None or not writes_pages(app.builder):
        return
    style = app.builder.name in _FOLDER_STYLE
    urls = Urls(build.addresses, suffix=app.builder.link_suffix, is_folder_style=style)  # type: ignore[attr-defined]
    keys = [key for key in build.addresses if key not in DOCUMENTS]
    pages = render_pages(Publication(build.site, urls), keys, app.parallel)
    problems: list[Diagnostic] = list(build.site.index.diagnostics)
    label = "kwdocs: writing pages... "
    for page in status_iterator(
        pages, label, "darkgreen", len(keys), app.verbosity, lambda page: build.addresses[page.key]
    ):
        problems.extend(page.diagnostics)
        yield build.page_name(page.key), _context(page), "page.html"
    _write_folder_scripts(app, build, urls)
    _summarise(build, problems)
    write_stamp(app, build.digest)


def _context(page: RenderedPage) -> dict[str, Any]:
    return {
        "title": page.title,
        "body": page.body,
        "toc": page.toc,
        "display_toc": True,
        "parents": [_step(step) for step in page.parents],
        "prev": _step(page.previous) if page.previous else None,
        "next": _step(page.following) if page.following else None,
        "meta": {},
        "metatags": "",
    }


def _step(step: Step) -> dict[str, str]:
    return {"link": step.url, "title": step.title}


def prepare_context(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    """Give our pages their style, and keep themes from linking to a source document that does not exist."""
    del templatename, doctree
    build = build_of(app)
    if build is None or not pagename.startswith(f"{build.config.root}/"):
        return
    context.update(sourcename="", page_source_suffix="", display_vcs_links=False)
    app.add_css_file("kwdocs.css")
    app.add_js_file("kwdocs.js", loading_method="defer")


def _write_folder_scripts(app: Sphinx, build: Build, urls: Urls) -> None:
    base = Path(app.outdir, build.config.root)
    for address, script in folder_scripts(build.site.index, build.addresses, urls):
        path = base / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script, encoding="utf-8")


def _summarise(build: Build, problems: list[Diagnostic]) -> None:
    files = len({problem.path for problem in problems})
    if problems:
        where = build.page_name(Target("diagnostics"))
        logger.info("kwdocs: %d diagnostics about %d files, listed on %s", len(problems), files, where)
