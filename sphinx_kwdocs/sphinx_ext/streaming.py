"""Hands the thousands of generated pages to the theme one at a time, and writes the folder data that they load."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.link import group_diagnostics
from sphinx_kwdocs.page import Target
from sphinx_kwdocs.publish import Publication, render_page, render_pages
from sphinx_kwdocs.render.folder_data import folder_scripts
from sphinx_kwdocs.render.urls import Urls
from sphinx_kwdocs.sphinx_ext.build import DOCUMENTS, build_of, logger
from sphinx_kwdocs.sphinx_ext.builders import makes_folders, writes_pages
from sphinx_kwdocs.sphinx_ext.progress import show_progress
from sphinx_kwdocs.sphinx_ext.search import feed_search
from sphinx_kwdocs.sphinx_ext.shell import Shells, page_context
from sphinx_kwdocs.sphinx_ext.stamp import Stamp, mark_incomplete, read_stamp, write_stamp
from sphinx_kwdocs.sphinx_ext.theme_cache import FolderCache
from sphinx_kwdocs.wording import diagnostics_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_kwdocs.model import Diagnostic
    from sphinx_kwdocs.publish import RenderedPage
    from sphinx_kwdocs.sphinx_ext.build import Build

_DIAGNOSTICS = Target("diagnostics")


def connect(app: Sphinx) -> None:
    """Connect the pages to the build."""
    written: set[str] = set()
    app.connect("doctree-resolved", lambda _app, _doctree, docname: written.add(docname))
    app.connect("html-collect-pages", partial(stream_pages, written))
    # Before themes and other extensions look at the context, so that they see pages without a source document.
    app.connect("html-page-context", partial(prepare_context, FolderCache()), priority=100)
    app.connect("html-page-context", show_contents, priority=900)


def stream_pages(written: set[str], app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield every page that is not a document: its name, what the theme needs to know, and the template.

    A build that writes no document, for a state whose pages are complete, writes no page either.
    """
    build = build_of(app.env)
    builder = app.builder
    if build is None or not writes_pages(builder):
        return
    feed_search(builder, build)
    last_page = Path(builder.get_outfilename(build.page_name(_DIAGNOSTICS)))
    if not written and read_stamp(app).digest == build.digest and last_page.exists():
        _summarise(build, build.site.index.all_diagnostics)
        return
    mark_incomplete(app)
    urls = Urls(
        build.addresses,
        suffix=builder.link_suffix,
        is_folder_style=makes_folders(builder),
        documents=_document_urls(builder, build),
    )
    # Folder by folder, because that is what the cache of a theme's parts lives on.
    keys = sorted(
        set(build.addresses).difference(DOCUMENTS, [_DIAGNOSTICS]), key=lambda key: _by_folder(build.addresses[key])
    )
    pages = render_pages(Publication(build.site, urls, build.externals), keys, app.parallel)
    shells = Shells(builder, build)
    problems = build.site.index.all_diagnostics
    for page in show_progress(app, pages, "writing pages", len(keys)):
        problems.extend(page.diagnostics)
        yield from _write(build.page_name(page.key), page, shells, builder)
    # The last one, since it lists what went wrong with the others.
    site = replace(build.site, index=replace(build.site.index, diagnostics=group_diagnostics(problems)))
    last = render_page(Publication(site, urls), _DIAGNOSTICS)
    yield from _write(build.page_name(last.key), last, shells, builder)
    scripts = _write_folder_scripts(app, build, urls)
    _summarise(build, problems)
    is_complete = written.issuperset(build.document_names)
    pages_written = _outputs(builder, map(build.page_name, build.addresses))
    outputs = pages_written.union(path.relative_to(app.outdir).as_posix() for path in scripts)
    write_stamp(app, Stamp(build.digest if is_complete else "", outputs), _written_by_others(app, builder))


def _document_urls(builder: StandaloneHTMLBuilder, build: Build) -> dict[str, str]:
    """Return the URLs of the project's own documents, seen from the folder of our pages."""
    up = "../" * (build.config.root.count("/") + 1)
    return {name: up + builder.get_target_uri(name) for name in build.facts}


def _write(
    name: str, page: RenderedPage, shells: Shells, builder: StandaloneHTMLBuilder
) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Write a page into its shell, or yield it for Sphinx to write it the long way."""
    spliced = shells.splice(name, page)
    if spliced is not None and shells.trusts(name, page):
        _write_text(str(builder.get_outfilename(name)), spliced)
        return
    yield name, page_context(page), "page.html"
    if spliced is not None:
        shells.compare(name, page, spliced)


def _write_text(path: str, text: str) -> None:
    # Nearly every folder is there already: asking first would cost each page what only the first one needs.
    try:
        stream = open(path, "w", encoding="utf-8", errors="xmlcharrefreplace")  # noqa: PTH123, SIM115
    except FileNotFoundError:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        stream = open(path, "w", encoding="utf-8", errors="xmlcharrefreplace")  # noqa: PTH123, SIM115
    with stream:
        stream.write(text)


def _written_by_others(app: Sphinx, builder: StandaloneHTMLBuilder) -> Iterator[str]:
    """Yield the files of the output folder that come from the author's documents, templates and extra files."""
    yield from _outputs(builder, (*app.env.found_docs, *app.config.html_additional_pages))
    for entry in app.config.html_extra_path:
        extra = Path(app.confdir, entry)
        yield from (path.relative_to(extra).as_posix() for path in extra.rglob("*"))


def _outputs(builder: StandaloneHTMLBuilder, names: Iterable[str]) -> frozenset[str]:
    """Return the files of pages, relative to the output folder."""
    start = len(os.path.join(builder.outdir, ""))  # noqa: PTH118  strings, since these are tens of thousands
    return frozenset(os.fspath(builder.get_outfilename(name))[start:].replace(os.sep, "/") for name in names)


def _by_folder(address: str) -> tuple[str, str]:
    folder, _, name = address.rpartition("/")
    return folder, name


def prepare_context(
    cache: FolderCache, app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Give pages with something of ours their style, and keep themes from linking to source that does not exist."""
    del templatename, doctree
    build = build_of(app.env)
    if build is None:
        return
    if not pagename.startswith(f"{build.config.root}/"):
        if shows_parts_of_the_index(build, pagename):
            app.add_css_file("kwdocs.css")
        return
    context.update(sourcename="", page_source_suffix="", display_vcs_links=False)
    if pagename not in build.document_names:
        cache.install(pagename, context)
    app.add_css_file("kwdocs.css")
    app.add_js_file("kwdocs.js", loading_method="defer")


def shows_parts_of_the_index(build: Build, docname: str) -> bool:
    """Tell whether a document has something in it that is ours to style."""
    facts = build.facts.get(docname)
    documentation = build.documentation
    return facts is not None and bool(
        facts.embeds or documentation.described.get(docname) or any(documentation.samples.get(docname, ()))
    )


def show_contents(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    """Let furo show the table of contents of our pages too; it hides those of pages that are not documents."""
    del templatename, doctree
    build = build_of(app.env)
    if build and "furo_hide_toc" in context and pagename.startswith(f"{build.config.root}/"):
        context["furo_hide_toc"] = not context.get("toc")


def _write_folder_scripts(app: Sphinx, build: Build, urls: Urls) -> list[Path]:
    base = Path(app.outdir, build.config.root)
    paths = []
    for address, script in folder_scripts(build.site.index, urls):
        path = base / address
        _write_text(str(path), script)
        paths.append(path)
    return paths


def _summarise(build: Build, problems: list[Diagnostic]) -> None:
    if problems:
        logger.info("kwdocs: %s, listed on %s", diagnostics_in_words(problems), build.page_name(_DIAGNOSTICS))
