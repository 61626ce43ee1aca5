"""Renders the pages of a site as HTML one after the other, in worker processes where the system can fork."""

from __future__ import annotations

import multiprocessing
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from sphinx_kwdocs.model import Diagnostic
from sphinx_kwdocs.page import Target, symbol_anchor
from sphinx_kwdocs.pages import build_page
from sphinx_kwdocs.pages._words import shown
from sphinx_kwdocs.render.html import HtmlRenderer, escape
from sphinx_kwdocs.render.source import Mark, render_source
from sphinx_kwdocs.scan import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    from sphinx_kwdocs.model import Index
    from sphinx_kwdocs.page import Link
    from sphinx_kwdocs.pages._site import Site
    from sphinx_kwdocs.render.urls import PageUrls, Urls

CHUNK = 16
"""Pages a worker renders at a time: enough to make the hand-over cheap, few enough to keep memory low."""
_DEFINES = {"class": "nc", "function": "nf", "method": "nf", "property": "nf", "type-alias": "nc", "constant": "no",
            "variable": "nv", "attribute": "nv", "field": "nv", "enum-member": "no"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Publication:
    """A site with the URLs of its pages: all that rendering needs."""

    site: Site
    urls: Urls


@dataclass(frozen=True, slots=True)
class Step:
    """A link of a theme's own navigation."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as HTML, with what a theme shows around it."""

    key: Target
    title: str
    """Escaped."""
    body: str
    toc: str
    parents: tuple[Step, ...]
    previous: Step | None
    following: Step | None
    diagnostics: tuple[Diagnostic, ...]
    """What went wrong while rendering it."""


def render_page(publication: Publication, key: Target) -> RenderedPage:
    """Build and render one page."""
    page = build_page(publication.site, key)
    urls = publication.urls.seen_from(key)
    index = publication.site.index
    problems: list[Diagnostic] = []
    renderer = HtmlRenderer(urls, index.languages, lambda path, page_urls: _source(index, path, page_urls, problems))
    body = renderer.body(page)

    def step(link: Link) -> Step:
        return Step(urls(link.target), escape(link.text))

    return RenderedPage(
        key=key,
        title=escape(page.title),
        body=body,
        toc=renderer.toc(page),
        parents=tuple(map(step, page.parents)),
        previous=step(page.previous) if page.previous else None,
        following=step(page.following) if page.following else None,
        diagnostics=tuple(problems),
    )


def _source(index: Index, path: str, urls: PageUrls, problems: list[Diagnostic]) -> str:
    try:
        text = read_text(index.root, index.files[path])
    except OSError as error:
        problems.append(Diagnostic(path, 0, "changed", str(error)))
        # Other pages link to lines that are no longer known; each still gets its place, so that no link is broken.
        lines = "".join(f'<span id="L{line}">\n</span>' for line in range(2, index.files[path].lines + 1))
        return f'<span id="L1"><em>{escape(shown(str(error)))}</em>\n</span>{lines}'
    facts = index.facts[path]
    marks = [
        Mark(span.line, span.col, span.end_col, urls(Target("kw", path, symbol_anchor(symbol.qualname))), css_class)
        for symbol in facts.symbols
        if (css_class := _DEFINES.get(symbol.kind)) and (span := symbol.span)
    ]
    return render_source(text, index.languages[facts.language], marks, filename=path)


def render_pages(publication: Publication, keys: Iterable[Target], jobs: int = 1) -> Iterator[RenderedPage]:
    """Render pages in the order given; with several jobs, in worker processes that share the site by forking."""
    if jobs < 2 or "fork" not in multiprocessing.get_all_start_methods():  # noqa: PLR2004  one job is this process
        yield from (render_page(publication, key) for key in keys)
        return
    global _shared  # noqa: PLW0603  workers inherit it through the fork; passing it would pickle the whole index
    _shared = publication
    pending: deque[Future[list[RenderedPage]]] = deque()
    remaining = iter(keys)
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork")) as workers:
        # A window of chunks, not all at once: the theme is slower than the workers, and their pages would pile up.
        while chunk := list(islice(remaining, CHUNK)):
            pending.append(workers.submit(_render_chunk, chunk))
            if len(pending) > 2 * jobs:
                yield from pending.popleft().result()
        while pending:
            yield from pending.popleft().result()


_shared: Publication


def _render_chunk(keys: list[Target]) -> list[RenderedPage]:
    return [render_page(_shared, key) for key in keys]
