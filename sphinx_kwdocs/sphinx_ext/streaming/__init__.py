"""Has the thousands of generated pages made and written, those that are out of date, and tells Sphinx the outcome."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.linking.link import group_diagnostics
from sphinx_kwdocs.memory.fingerprints import states_of
from sphinx_kwdocs.memory.recorded_site import record_reads
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.pages import complete_lists
from sphinx_kwdocs.publish import Publication, group_of, render_groups, render_page
from sphinx_kwdocs.render.slim_frame import NO_INDEX
from sphinx_kwdocs.render.urls import Urls
from sphinx_kwdocs.running.garbage import seldom_collecting
from sphinx_kwdocs.running.workers import worthwhile_jobs
from sphinx_kwdocs.sphinx_ext.builders import makes_folders, writes_pages
from sphinx_kwdocs.sphinx_ext.progress import show_progress
from sphinx_kwdocs.sphinx_ext.remembered.last_outcome import remember_outcome
from sphinx_kwdocs.sphinx_ext.remembered.output_folder import ALONE, Output, WrittenGroup
from sphinx_kwdocs.sphinx_ext.remembered.output_record import is_complete, mark_complete
from sphinx_kwdocs.sphinx_ext.remembered.page_frame_state import page_state
from sphinx_kwdocs.sphinx_ext.session import build_of, outcome_of, session_of, start_of
from sphinx_kwdocs.sphinx_ext.settings import logger
from sphinx_kwdocs.sphinx_ext.shell import Shells
from sphinx_kwdocs.sphinx_ext.shell.slim_frame import SlimPages
from sphinx_kwdocs.sphinx_ext.shell.theme_cache import FolderCache
from sphinx_kwdocs.sphinx_ext.state.repository import DOCUMENTS
from sphinx_kwdocs.sphinx_ext.streaming.page_writer import GroupReport, PageWriter, output_files
from sphinx_kwdocs.sphinx_ext.streaming.scripts import SCRIPTS, write_scripts
from sphinx_kwdocs.sphinx_ext.streaming.search import feed_search, searched_pages
from sphinx_kwdocs.sphinx_ext.summary import Made, say_summary
from sphinx_kwdocs.sphinx_ext.time_spent import counted
from sphinx_kwdocs.wording import diagnostics_in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_kwdocs.sphinx_ext.state.build import BuildState

DIAGNOSTICS = Target("diagnostics")
_FEW = 24
"""Groups of pages up to which forking a process takes longer than making them here."""
_SMALL_PART = 100
"""The same, as a part of all groups: each process finds out again what pages ask of the whole repository, and copies
what it touches of the index. With the wheel of torch, 48 of 15,000 took 1.1 s here, and 1.2 s and twice the CPU time in
two processes."""


def connect(app: Sphinx) -> None:
    """Connect the pages to the build."""
    written: set[str] = set()
    app.connect("doctree-resolved", lambda _app, _doctree, docname: written.add(docname))
    finish: list[Callable[[], object]] = []
    app.connect("html-collect-pages", partial(stream_pages, written, finish))
    # Not before, because Sphinx writes its search index and its inventory after all pages.
    app.connect("build-finished", lambda _app, exception: [step() for step in finish if exception is None])
    # Before themes and other extensions look at the context, so that they see pages without a source document.
    app.connect("html-page-context", partial(prepare_context, FolderCache()), priority=100)
    app.connect("html-page-context", show_contents, priority=900)


def stream_pages(
    written: set[str], finish: list[Callable[[], object]], app: Sphinx
) -> Iterable[tuple[str, dict[str, Any], str]]:
    """Write every page that is not a document, unless it is there and would be the same; none is left to Sphinx."""
    finish.clear()
    builder = app.builder
    if not writes_pages(builder) or outcome_of(app.env) is not None:
        return ()
    build, repository = build_of(app.env), start_of(app.env)
    if build is None or repository is None:
        return ()
    feed_search(builder, tuple(searched_pages(build)))
    # Our documents are written, or were for this state; a build of single documents may have left them out.
    has_documents = written.issuperset(build.document_names) or is_complete(app, build.digest)
    with counted(app), seldom_collecting():
        streaming = _Streaming(app, builder, build)
        streaming.write()
        streaming.finish()
    session_of(app.env).note_pages_written()
    _say(streaming.summary)
    finish.append(partial(say_summary, app, builder, build.config.root, Made(streaming.made, len(build.addresses))))
    # What was made from a file that changed meanwhile is made again, even if the file is what it was before.
    if has_documents and not streaming.is_passing:
        remember = partial(remember_outcome, app, repository, build, streaming.summary)
        finish += [partial(mark_complete, app, build.digest), remember]
    return ()


class _Streaming:
    """The writing of all pages of one build."""

    def __init__(self, app: Sphinx, builder: StandaloneHTMLBuilder, build: BuildState) -> None:
        self._app = app
        self._builder = builder
        self._build = build
        self.summary = ""
        """What there is to say of diagnostics."""
        self.made = 0
        """How many pages were made."""
        self._shells = Shells(builder, build)
        self._slim = SlimPages(builder, build) if build.config.frame == "slim" else None
        around = self._slim.around() if self._slim else self._shells.around()
        self._output = Output(app, page_state(app, builder, build, around))
        self._writer = PageWriter(builder, build, self._shells, self._output, self._slim)
        self._urls = Urls(
            build.addresses,
            suffix=builder.link_suffix,
            is_folder_style=makes_folders(builder),
            documents=_document_urls(builder, build),
        )

    def write(self) -> None:
        """Write what is out of date."""
        build, output = self._build, self._output
        groups = self._groups()
        states = cache(partial(states_of, build.site, build.keys, build.digest, output.manifest.states))

        def files_of(names: AbstractSet[str]) -> list[str]:
            keys = chain([DIAGNOSTICS], *(groups[name] for name in names if name in groups))
            return output_files(self._builder, map(build.page_name, keys))

        outdated = output.begin(states, [*groups, *SCRIPTS], files_of)
        publication = Publication(build.site, self._urls, build.externals, build.config.time_limit)

        def meanwhile() -> None:
            # What takes its time and needs no page.
            states()
            write_scripts(build, self._urls, output, outdated)

        self._write_pages(publication, self._in_order(groups, outdated), len(groups), meanwhile)
        problems = [*build.site.index.all_diagnostics, *output.problems()]
        # The last one, since it lists what went wrong with the others.
        site = replace(build.site, index=replace(build.site.index, diagnostics=group_diagnostics(problems)))
        diagnostics = render_page(Publication(site, self._urls), DIAGNOSTICS)
        output.complete(WrittenGroup(ALONE, (), dict([self._writer.write(diagnostics)])))
        if problems:
            said = diagnostics_in_words(problems)
            self.summary = f"{said}, listed on {build.page_name(DIAGNOSTICS)}"

    def _write_pages(
        self,
        publication: Publication,
        groups: Mapping[str, Sequence[Target]],
        total: int,
        meanwhile: Callable[[], None],
    ) -> None:
        """Make and write the pages of some groups, of all that there are."""
        if 2 * len(groups) > total:
            # Once, before workers are forked, instead of in each of them.
            complete_lists(publication.site)
        jobs = worthwhile_jobs(self._app.parallel, len(groups), max(_FEW, total // _SMALL_PART))
        chosen = ((name, tuple(keys)) for name, keys in groups.items())
        shells, write = self._shells, self._writer.write_group
        if shells.listens and self._slim is None:
            rendered = render_groups(publication, chosen, lambda group: group, jobs, meanwhile, record_reads)
            written: Iterator[GroupReport] = map(write, rendered)
        else:
            written = render_groups(publication, chosen, write, jobs, meanwhile, record_reads)
        for report in show_progress(self._app, written, "writing pages", len(groups), is_counted=False):
            for record in report.logs:
                logger.handle(record)
            if report.shells:
                shells.hear(report.shells)
            self._output.complete(report.group)
            self.made += len(report.group.files)
        if self._slim is None:
            shells.report()
        for key in shells.misrendered:
            # A theme or an extension turned out to vary some pages, after these were written without asking it.
            [file] = output_files(self._builder, [self._build.page_name(key)])
            text = self._writer.long_way(render_page(publication, key))
            self._output.replace(group_of(key, self._build.site.forms), file, text)

    @property
    def is_passing(self) -> bool:
        """Whether files changed while their pages were made."""
        return self._output.is_passing

    def finish(self) -> None:
        """Remove what is left of earlier builds, and remember what there is now."""
        documents = output_files(self._builder, self._build.document_names)
        others = _written_by_others(self._app, self._builder)
        self._output.finish(self._build.digest, others, documents)

    def _groups(self) -> dict[str, list[Target]]:
        """Return the pages that are made together, by the names of the groups, in any order."""
        forms = self._build.site.forms
        groups: dict[str, list[Target]] = {}
        for key in set(self._build.addresses).difference(DOCUMENTS, [DIAGNOSTICS]):
            groups.setdefault(group_of(key, forms), []).append(key)
        return groups

    def _in_order(self, groups: Mapping[str, Sequence[Target]], names: AbstractSet[str]) -> dict[str, list[Target]]:
        """Return some groups folder by folder: the cache of a theme's parts lives on that."""
        addresses = self._build.addresses
        pages = [(name, key) for name in names if name in groups for key in groups[name]]
        found: dict[str, list[Target]] = {}
        for name, key in sorted(pages, key=lambda page: _by_folder(addresses[page[1]])):
            found.setdefault(name, []).append(key)
        return found


def _document_urls(builder: StandaloneHTMLBuilder, build: BuildState) -> dict[str, str]:
    """Return the URLs of the project's own documents, seen from the folder of our pages."""
    up = "../" * (build.config.root.count("/") + 1)
    return {name: up + builder.get_target_uri(name) for name in build.facts}


def _written_by_others(app: Sphinx, builder: StandaloneHTMLBuilder) -> Iterator[str]:
    """Yield the files of the output folder that come from the author's documents, templates and extra files."""
    yield from output_files(builder, (*app.env.found_docs, *app.config.html_additional_pages))
    for entry in app.config.html_extra_path:
        extra = Path(app.confdir, entry)
        yield from (path.relative_to(extra).as_posix() for path in extra.rglob("*"))


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
    context.update(display_vcs_links=False)
    if build.config.noindex:
        context["metatags"] = f"{context.get('metatags') or ''}\n    {NO_INDEX}"
    if pagename in build.document_names:
        context.update(sourcename="", page_source_suffix="")
    else:
        cache.install(pagename, context, build)
    app.add_css_file("kwdocs.css")
    app.add_js_file("kwdocs.js", loading_method="defer")


def shows_parts_of_the_index(build: BuildState, docname: str) -> bool:
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


def _say(summary: str) -> None:
    if summary:
        logger.info("kwdocs: %s", summary)
