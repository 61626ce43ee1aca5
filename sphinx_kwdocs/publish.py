"""Renders the pages of a site as HTML one after the other, in worker processes where the system can fork."""

from __future__ import annotations

import gc
import multiprocessing
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from sphinx_kwdocs.model import Diagnostic
from sphinx_kwdocs.pages import PAGE_KINDS, build_page, failed_page, uses_target
from sphinx_kwdocs.render.characters import attribute_to_html, text_to_html
from sphinx_kwdocs.render.file_source import SourceRenderer
from sphinx_kwdocs.render.html import HtmlRenderer
from sphinx_kwdocs.render.lines import LineCache
from sphinx_kwdocs.render.urls import no_externals
from sphinx_kwdocs.scan import read_text
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    from sphinx_kwdocs.blocks import Link
    from sphinx_kwdocs.page import Page, Target
    from sphinx_kwdocs.pages import Site
    from sphinx_kwdocs.render.urls import ExternalUrls, Urls

CHUNK = 16
"""Pages a worker renders at a time: enough to make the hand-over cheap, few enough to keep memory low."""


@dataclass(frozen=True, slots=True)
class Publication:
    """A site with the URLs of its pages: all that rendering needs."""

    site: Site
    urls: Urls
    externals: ExternalUrls = no_externals
    """Says where names from outside the repository are documented."""
    lines: LineCache = field(init=False, compare=False)
    """The lines that pages of uses quote."""

    def __post_init__(self) -> None:
        """Begin with no lines; each worker keeps those that it has read."""
        index = self.site.index
        object.__setattr__(self, "lines", LineCache(lambda path: read_text(index.root, index.files[path])))


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
    """Build and render one page; should one of another package fail, its place says so."""
    site = publication.site
    if key.kind in PAGE_KINDS:
        return _render(publication, build_page(site, key))
    try:
        page = build_page(site, key)
        if page.key != key:
            message = f"it is the page {page.key}"
            raise ValueError(message)  # noqa: TRY301  what is said of it is the same
        return _render(publication, page)
    except Exception as error:  # noqa: BLE001  whatever another package does, the build goes on
        said = f"The page {key.kind} failed: {type(error).__name__}: {error}"
        failed = _render(publication, failed_page(site, key, error))
        return replace(failed, diagnostics=(Diagnostic(key.path, 0, "plugin", said),))


def _render(publication: Publication, page: Page) -> RenderedPage:
    urls = publication.urls.seen_from(page.key)
    site, index = publication.site, publication.site.index
    problems: list[Diagnostic] = []
    source = SourceRenderer(index, urls, partial(uses_target, site), publication.externals)
    renderer = HtmlRenderer(
        urls, index.languages, lambda path: _source(source, path, problems), publication.lines, site.forms
    )
    body = renderer.body(page)

    def step(link: Link) -> Step:
        return Step(urls(link.target), attribute_to_html(link.text))

    return RenderedPage(
        key=page.key,
        title=attribute_to_html(page.title),
        body=body,
        toc=renderer.toc(page),
        parents=tuple(map(step, page.parents)),
        previous=step(page.previous) if page.previous else None,
        following=step(page.following) if page.following else None,
        diagnostics=tuple(problems),
    )


def _source(source: SourceRenderer, path: str, problems: list[Diagnostic]) -> str:
    index = source.index
    try:
        text = read_text(index.root, index.files[path])
    except OSError as error:
        problems.append(Diagnostic(path, 0, "changed", str(error)))
        # Other pages link to lines that are no longer known; each still gets its place, so that no link is broken.
        lines = "".join(f'<span id="L{line}">\n</span>' for line in range(2, index.files[path].lines + 1))
        return f'<span id="L1"><em>{text_to_html(shown(str(error)))}</em>\n</span>{lines}'
    return source.render(path, text)


def render_pages(publication: Publication, keys: Iterable[Target], jobs: int = 1) -> Iterator[RenderedPage]:
    """Render pages in the order given; with several jobs, in worker processes that share the site by forking."""
    with _seldom_collecting():
        if jobs < 2 or "fork" not in multiprocessing.get_all_start_methods():  # noqa: PLR2004  one is this process
            yield from (render_page(publication, key) for key in keys)
        else:
            yield from _render_in_workers(publication, keys, jobs)


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """Keep the garbage collector from what cannot be garbage: a sixth of the time.

    The index stays until the end, and looking through it in workers would copy its memory; what a page is made of
    holds no cycles. What templates leave behind still is collected, only less often.
    """
    thresholds = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


def _render_in_workers(publication: Publication, keys: Iterable[Target], jobs: int) -> Iterator[RenderedPage]:
    pending: deque[Future[list[RenderedPage]]] = deque()
    remaining = iter(keys)
    with _sharing(publication), ProcessPoolExecutor(jobs, multiprocessing.get_context("fork")) as workers:
        # A window of chunks, not all at once: the theme is slower than the workers, and their pages would pile up.
        while chunk := list(islice(remaining, CHUNK)):
            pending.append(workers.submit(_render_chunk, chunk))
            if len(pending) > 2 * jobs:
                yield from pending.popleft().result()
        while pending:
            yield from pending.popleft().result()


_shared: Publication | None = None


@contextmanager
def _sharing(publication: Publication) -> Iterator[None]:
    """Leave a publication where forked workers find it; handing it over would pickle the whole index."""
    global _shared  # noqa: PLW0603  a fork inherits nothing but what is there
    _shared = publication
    try:
        yield
    finally:
        _shared = None


def _render_chunk(keys: list[Target]) -> list[RenderedPage]:
    if _shared is None:
        message = "a worker was started without a publication"
        raise RuntimeError(message)
    return [render_page(_shared, key) for key in keys]
