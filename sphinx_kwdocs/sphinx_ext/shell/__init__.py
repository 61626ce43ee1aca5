"""Renders a theme's page once for many pages and puts their bodies into it, as long as that gives the same bytes.

A theme takes 4 to 90 ms for a page, of which nearly everything is the same on the next one. So the theme renders one
page of each depth and shape with marks in the places that vary, and what lies between the marks is used again. The
first real page of each shape, and some more throughout the build, are rendered both ways; if the two differ, every page
is rendered the long way.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from sphinx_kwdocs.model.page import Target  # noqa: TC001  a field of a NamedTuple
from sphinx_kwdocs.sphinx_ext.settings import logger
from sphinx_kwdocs.sphinx_ext.shell.contents import PROBES, learn, place, probe, shows_contents
from sphinx_kwdocs.sphinx_ext.shell.context_changes import ContextChange, added_texts, own_texts, signature
from sphinx_kwdocs.sphinx_ext.shell.filling import Shape, has_sections, make_shell, page_context, values_of
from sphinx_kwdocs.sphinx_ext.shell.page_names import PassingName, find_choices
from sphinx_kwdocs.sphinx_ext.shell.placeholders import UnusableError, cut, mark
from sphinx_kwdocs.sphinx_ext.shell.theme_cache import stand_alone
from sphinx_kwdocs.sphinx_ext.shell.unknown_listeners import UnknownListeners, name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_kwdocs.publish import RenderedPage
    from sphinx_kwdocs.sphinx_ext.shell.contents import TocStyle
    from sphinx_kwdocs.sphinx_ext.shell.filling import Shell
    from sphinx_kwdocs.sphinx_ext.shell.page_names import NameChoices
    from sphinx_kwdocs.sphinx_ext.shell.placeholders import SplitText
    from sphinx_kwdocs.sphinx_ext.state.build import BuildState

__all__ = ["Shells", "WorkerReport", "page_context"]

_KNOWN_LISTENERS = re.compile(
    r"(sphinx|sphinx_kwdocs|alabaster|furo|sphinx_basic_ng|sphinx_rtd_theme|pydata_sphinx_theme|sphinx_book_theme|"
    r"sphinxcontrib\.jquery|myst_parser|sphinx_copybutton)(\..*)?"
)
_PLAIN_NAME = re.compile(r"[\w./-]*", re.ASCII)
# Besides the first page of each shape: enough to be spread over a build, and at most about a fiftieth of its time even
# with a theme that takes 60 ms for a page.
_FEWEST_CHECKS, _MOST_CHECKS, _PAGES_A_CHECK = 4, 32, 1000
_MOST_VARIANTS = 40


class WorkerReport(NamedTuple):
    """How it went with the shells of one process."""

    written: tuple[Target, ...]
    """The pages that were written from them."""
    reason: str
    """Why they were given up; empty if they were not."""
    is_misrendered: bool
    """Whether a page turned out to come out in another way."""


class Shells:
    """The shells of one build.

    For each page: `splice` it; what that gives can be written if `is_verified` says so. All else goes the long way, and
    then to `compare`. Pages that turn out to be `misrendered` have to be written again, the long way. Each process
    learns by itself; what it has to tell is its WorkerReport.
    """

    def __init__(self, builder: StandaloneHTMLBuilder, build: BuildState) -> None:
        self._builder = builder
        self._build = build
        self._start = len(build.config.root) + 1
        self._shells: dict[tuple[Shape, Hashable], Shell] = {}
        self._learned: dict[tuple[object, Hashable], tuple[TocStyle, ...]] = {}
        self._verified: set[tuple[Shape, Hashable]] = set()
        self._leading: dict[Shape, Shell] = {}
        self._written: list[Target] = []
        self._current: tuple[str, Shape | None] = ("", None)
        self._is_misrendered = False
        self._reason = ""
        wanted = min(max(len(build.addresses) // _PAGES_A_CHECK, _FEWEST_CHECKS), _MOST_CHECKS)
        self._pages_a_check = max(1, len(build.addresses) // wanted)
        self._unknown = UnknownListeners(builder)
        self._choices = self._prepare()

    def _prepare(self) -> NameChoices | None:
        """Find out whether this build can use shells at all."""
        try:
            _raise_if_impossible(self._builder, self._build)
            choices = find_choices(self._builder)
        except UnusableError as error:
            self._give_up(str(error))
            return None
        self._unknown.watch(_is_known)
        return choices

    def _give_up(self, reason: str) -> None:
        self._reason = self._reason or reason

    @property
    def listens(self) -> bool:
        """Whether somebody whom nobody knows hears of every page, and has to hear of all in one process."""
        return bool(self._unknown.handlers)

    def take_report(self) -> WorkerReport:
        """Return how it went since this was asked last."""
        written, self._written = tuple(self._written), []
        return WorkerReport(written, self._reason, self._is_misrendered)

    def hear(self, report: WorkerReport) -> None:
        """Take on how it went, here or elsewhere."""
        self._written += report.written
        self._is_misrendered |= report.is_misrendered
        self._give_up(report.reason)

    def report(self) -> None:
        """Say why pages went the long way, if they did."""
        if self._reason:
            logger.info("kwdocs: every page goes through the theme's templates by itself, because %s", self._reason)
            logger.info('kwdocs: that takes milliseconds for each page or more; kwdocs_frame = "slim" does without')

    @property
    def misrendered(self) -> tuple[Target, ...]:
        """The pages that were written from shells before it was known that a page may come out in another way."""
        return tuple(self._written) if self._is_misrendered else ()

    def splice(self, name: str, page: RenderedPage) -> str | None:
        """Return a page's HTML made from its shell, or None if it has to go the long way."""
        if self._reason or not _PLAIN_NAME.fullmatch(name):
            return None
        shape = self._shape(name, page)
        self._current = name, shape
        if shape is None:
            return None
        try:
            if self._unknown.handlers:
                return self._splice_for_unknown_listeners(shape, name, page)
            return self._fill(self._shell(shape, (), name), name, page, ())
        except UnusableError as error:
            self._give_up(str(error))
            return None

    def is_verified(self, name: str, page: RenderedPage) -> bool:
        """Tell whether a page that was spliced can be written as it is."""
        if not self._unknown.handlers:
            known, shape = self._current
            if known != name or shape is None or (shape, ()) not in self._verified or self._is_checked(name):
                return False
        self._written.append(page.key)
        return True

    def around(self) -> str | None:
        """Return what the theme puts around a page: navigation, style sheets, footers; None if that varies."""
        name = f"{self._build.config.root}/folder/page"
        chosen = self._choices.chosen(name) if self._choices and not self._reason else None
        if chosen is None:
            return None
        shape = Shape(1, False, 2, True, True, True, chosen)
        try:
            # As if they did nothing: what they do with a page depends on the page.
            idle = tuple(ContextChange((), None) for _handler in self._unknown.handlers)
            return self._render(shape, probe(PROBES[0]), idle, name)
        except UnusableError:
            return None

    def compare(self, name: str, page: RenderedPage, written: str, spliced: str | None = None) -> None:
        """Learn from a page that was rendered the long way, if it is one of those that are rendered both ways."""
        shape = self._shape(name, page)
        effects: Sequence[ContextChange] = ()
        if self._reason or shape is None:
            return
        if self._unknown.handlers:
            if name not in {self._unknown.recording, self._unknown.replayed}:
                return
            effects = tuple(self._unknown.effects)
            self._unknown.start()
            try:
                spliced = self._fill(self._shell(shape, effects, name), name, page, effects)
            except UnusableError as error:
                self._give_up(str(error))
        if spliced is not None:
            self._judge(name, spliced, written, shape, effects)

    def _judge(self, name: str, spliced: str, written: str, shape: Shape, effects: Sequence[ContextChange]) -> None:
        if written == spliced:
            key = shape, signature(effects)
            self._verified.add(key)
            self._leading.setdefault(shape, self._shells[key])
        else:
            self._is_misrendered = True
            self._give_up(f"the theme or an extension varies {name}: {_first_difference(spliced, written)}")

    def _shape(self, name: str, page: RenderedPage) -> Shape | None:
        chosen = self._choices.chosen(name) if self._choices else None
        if chosen is None:
            return None
        return Shape(
            depth=name.count("/", self._start),
            is_index=name.endswith("/index"),
            parents=len(page.parents),
            has_previous=page.previous is not None,
            has_following=page.following is not None,
            has_sections=has_sections(page),
            chosen=chosen,
        )

    def _is_checked(self, name: str) -> bool:
        """Tell whether a page is one of those that are always rendered both ways."""
        return crc32(name.encode()) % self._pages_a_check == 0

    def _fill(self, shell: Shell, name: str, page: RenderedPage, effects: Sequence[ContextChange]) -> str | None:
        if effects:
            own = own_texts(effects)
            title, body, toc = (
                own.get(key, value) for key, value in (("title", page.title), ("body", page.body), ("toc", page.toc))
            )
            page = replace(page, title=title, body=body, toc=toc)
            if has_sections(page) != shell.has_sections:
                return None
        values = values_of(page, name[self._start :].split("/"))
        if effects:
            values.update(added_texts(effects))
        return shell.fill(values)

    def _splice_for_unknown_listeners(self, shape: Shape, name: str, page: RenderedPage) -> str | None:
        """Splice a page after the listeners that nobody knows have been called for it."""
        unknown = self._unknown
        leading = self._leading.get(shape)
        if leading is None or self._is_checked(name):
            unknown.start(recording=name)
            return None
        # Should it go the long way after all, they must not be called a second time for this page.
        unknown.start(replayed=name)
        values = values_of(page, name[self._start :].split("/"))
        effects = unknown.call(leading.views, values, page_context(page))
        key = shape, signature(effects)
        spliced = self._fill(self._shells[key], name, page, effects) if key in self._verified else None
        if spliced is None and len(self._shells) > _MOST_VARIANTS + len(self._leading):
            named = unknown.varying(done for _shape, done in self._shells)
            self._give_up(f"{named} gives many pages something of their own")
        return spliced

    def _shell(self, shape: Shape, effects: Sequence[ContextChange], name: str) -> Shell:
        """Return the shell of a shape, for pages to which listeners did the same."""
        key = shape, signature(effects)
        if key not in self._shells:
            self._shells[key] = self._make_shell(shape, effects, name)
        return self._shells[key]

    def _make_shell(self, shape: Shape, effects: Sequence[ContextChange], name: str) -> Shell:
        """Let the theme render a page whose varying parts are marks, and cut it at them."""

        def cut_page(levels: Sequence[int]) -> SplitText:
            toc = probe(levels)
            rendered = self._render(shape, toc, effects, name)
            # Most themes show the table of contents as it is.
            return cut(rendered.replace(toc, mark("toc")))

        page = cut_page(PROBES[0] if shape.has_sections else (0,))
        views = self._unknown.views
        if not shape.has_sections or not shows_contents(page.parts):
            return make_shell(page, page.parts, (), views, shape)
        theme = shape.chosen, signature(effects)
        if theme not in self._learned:
            self._learned[theme] = learn([page.parts, *(cut_page(levels).parts for levels in PROBES[1:])])
        contents = self._learned[theme]
        return make_shell(page, place(page.parts, contents), contents, views, shape)

    def _render(self, shape: Shape, toc: str, effects: Sequence[ContextChange], name: str) -> str:
        context = page_context(shape.marked_page(next(iter(self._build.addresses)), toc))
        context.update(shape.chosen.context())
        marked = shape.marked_name(self._build.config.root)
        if shape.chosen.tests:
            marked = PassingName(marked)
            marked.real = name
        self._unknown.start(marking=True)
        self._unknown.effects = list(effects)
        try:
            with TemporaryDirectory() as folder:
                output = Path(folder, "page.html")
                self._builder.handle_page(marked, context, "page.html", outfilename=output)
                return output.read_text(encoding="utf-8")
        except Exception as error:
            # Real pages may come out well even so.
            message = f"the theme or an extension rejects a page of marks: {error}"
            raise UnusableError(message) from error
        finally:
            self._unknown.start()


def _is_known(handler: Callable[..., object]) -> bool:
    return _KNOWN_LISTENERS.fullmatch(name_of(handler)) is not None


def _raise_if_impossible(builder: StandaloneHTMLBuilder, build: BuildState) -> None:
    """Raise UnusableError if this build cannot use shells at all."""
    message = ""
    if builder.config.html_output_encoding.lower() not in {"utf-8", "utf8"}:
        message = "html_output_encoding is not UTF-8"
    elif not stand_alone(build):
        message = f"the project has documents of its own under {build.config.root}/"
    if message:
        raise UnusableError(message)


def _first_difference(one: str, other: str) -> str:
    position = next(
        (n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other))
    )
    return repr(other[max(0, position - 20) : position + 40])
