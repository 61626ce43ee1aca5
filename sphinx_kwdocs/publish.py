"""Renders the pages of a site as HTML one after the other, in worker processes where the system can fork."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, Protocol, TypeVar

from sphinx_kwdocs.languages import language_of
from sphinx_kwdocs.model.files import Diagnostic
from sphinx_kwdocs.pages import PAGE_KINDS, added_sections, build_page, definition_target, failed_page
from sphinx_kwdocs.reading.scan import read_text
from sphinx_kwdocs.render.characters import attribute_to_html, text_to_html
from sphinx_kwdocs.render.file_source import SourceRenderer
from sphinx_kwdocs.render.html import HtmlRenderer
from sphinx_kwdocs.render.line_cache import LineCache
from sphinx_kwdocs.render.source import render_source
from sphinx_kwdocs.render.urls import no_externals
from sphinx_kwdocs.running.time_limit import DEFAULT, TimeLimit
from sphinx_kwdocs.running.workers import do_nothing, share
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sphinx_kwdocs.model.blocks import Link
    from sphinx_kwdocs.model.page import Page, PageForm, PageKindName, Target
    from sphinx_kwdocs.pages import Site
    from sphinx_kwdocs.render.urls import ExternalUrls, Urls

Taken = TypeVar("Taken")
CHUNK = 16
"""Pages a worker renders at a time: enough to make the hand-over cheap, few enough to keep memory low."""


@dataclass(frozen=True)
class Publication:
    """A site with the URLs of its pages: all that rendering needs."""

    site: Site
    urls: Urls
    externals: ExternalUrls = no_externals
    """Says where names from outside the repository are documented."""
    time_limit: float = DEFAULT
    """Seconds that colouring a file may take, 0 for no limit."""

    @cached_property
    def texts(self) -> LineCache:
        """The texts of files; each worker keeps those that it has read."""
        index = self.site.index
        return LineCache(lambda path: read_text(index.root, index.files[path]))

    def lines(self, path: str) -> Sequence[str]:
        """Return the lines of a file, to be quoted."""
        # A site that notes what pages are made from has to know of the file, also if it need not be read again.
        self.site.index.files.get(path)
        return self.texts(path)

    def text(self, path: str) -> str:
        """Return the text of a file, or raise an OSError."""
        self.site.index.files.get(path)
        return self.texts.text(path)


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
    """Build and render one page; should one fail that another package has a part in, its place says so."""
    site = publication.site
    if key.kind in PAGE_KINDS and not added_sections().items:
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
    source = SourceRenderer(index, urls, partial(definition_target, site), publication.externals)
    renderer = HtmlRenderer(
        urls, index.languages, lambda path: _source(publication, source, path, problems), publication.lines, site.forms
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


def _source(publication: Publication, source: SourceRenderer, path: str, problems: list[Diagnostic]) -> str:
    try:
        text = publication.text(path)
    except OSError as error:
        problems.append(Diagnostic(path, 0, "changed", str(error)))
        # Other pages link to lines that are no longer known; each still gets its place, so that no link is broken.
        number = publication.site.index.files[path].lines
        lines = "".join(f'<span id="L{line}">\n</span>' for line in range(2, number + 1))
        return f'<span id="L1"><em>{text_to_html(shown(str(error)))}</em>\n</span>{lines}'

    def note(seconds: float) -> None:
        problems.append(Diagnostic(path, 0, "slow", f"Shown without colours: these took more than {seconds:g} seconds"))

    limit = TimeLimit(publication.time_limit, note)
    if path not in publication.site.index.facts:
        # Of the head of a file that is too large, nothing but its text is known.
        return render_source(text, language_of(path, text[:200]), filename=path, limit=limit)
    return source.render(path, text, limit)


@dataclass(frozen=True, slots=True)
class RenderedGroup:
    """Pages that are made together, with what they were made from."""

    name: str
    """As manifests name it."""
    pages: tuple[RenderedPage, ...]
    """In the order of their keys."""
    sources: tuple[tuple[str, str], ...]
    """By aspect and key."""
    is_passing: bool = False
    """Whether a file changed meanwhile, so that they have to be made again."""


class ReadLog(Protocol):
    """What pages have read of a site."""

    def add_everything(self) -> None:
        """Note that a page may have read anything."""

    def take(self) -> set[tuple[str, str]]:
        """Return what was read since this was last asked, by aspect and key."""


class Recorder(Protocol):
    """Tells what pages are made from."""

    def __call__(self, site: Site) -> tuple[Site, ReadLog]:
        """Return a site that says the same, and what will have been read of it."""


class _NothingRead:
    """Notes nothing."""

    def add_everything(self) -> None:
        """Do nothing."""

    def take(self) -> set[tuple[str, str]]:
        """Return nothing."""
        return set()


def record_nothing(site: Site) -> tuple[Site, ReadLog]:
    """Return the site itself, and nothing that was read of it: for who will not make pages again."""
    return site, _NothingRead()


def group_of(key: Target, forms: Mapping[PageKindName, PageForm]) -> str:
    """Name the group that a page belongs to: most pages of a file are made from the same, and so are a folder's."""
    form = forms[key.kind]
    if form.scope == "site" or form.is_apart or key.kind not in PAGE_KINDS:
        return f"{key.kind} {key.part}:{key.path}"
    return f"{form.scope}:{key.path}"


def render_groups(
    publication: Publication,
    groups: Iterable[tuple[str, tuple[Target, ...]]],
    take: Callable[[RenderedGroup], Taken],
    jobs: int = 1,
    meanwhile: Callable[[], None] = do_nothing,
    recorder: Recorder = record_nothing,
) -> Iterator[Taken]:
    """Render groups of pages in the order given, and yield what `take` makes of each; `recorder` hears what was read.

    With several jobs both happens in worker processes, which inherit the site: only what `take` returns is sent. They
    begin before what is to be done `meanwhile`.
    """
    site, log = recorder(publication.site)
    recorded = replace(publication, site=site)
    lost = recorded.texts.lost

    def render(chunk: list[tuple[str, tuple[Target, ...]]]) -> list[Taken]:
        found = []
        for name, keys in chunk:
            pages = tuple(render_page(recorded, key) for key in keys)
            if any(key.kind not in PAGE_KINDS for key in keys):
                # A page of another package may be made from anything.
                log.add_everything()
            sources = log.take()
            is_passing = not lost.isdisjoint(path for aspect, path in sources if aspect == "files") or any(
                problem.code == "changed" for page in pages for problem in page.diagnostics
            )
            found.append(take(RenderedGroup(name, pages, tuple(sources), is_passing)))
        return found

    yield from chain.from_iterable(share(render, _chunks(groups), jobs, meanwhile))


def _chunks(groups: Iterable[tuple[str, tuple[Target, ...]]]) -> Iterator[list[tuple[str, tuple[Target, ...]]]]:
    chunk: list[tuple[str, tuple[Target, ...]]] = []
    # What is found out about a file serves all its pages, so they stay together; those about no file need not.
    for _about, several in groupby(groups, key=lambda group: group[1][0].path or group[0]):
        chunk += several
        if sum(len(keys) for _name, keys in chunk) >= CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
