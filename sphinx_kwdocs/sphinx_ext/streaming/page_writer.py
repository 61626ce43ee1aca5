"""Writes rendered pages into what the theme puts around them, in whichever process they were rendered."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from sphinx.util import logging

from sphinx_kwdocs.sphinx_ext.remembered.output_folder import WrittenGroup
from sphinx_kwdocs.sphinx_ext.session import session_of
from sphinx_kwdocs.sphinx_ext.shell import Shells, page_context

if TYPE_CHECKING:
    from collections.abc import Iterable
    from logging import LogRecord

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_kwdocs.publish import RenderedGroup, RenderedPage
    from sphinx_kwdocs.sphinx_ext.remembered.output_folder import Output
    from sphinx_kwdocs.sphinx_ext.shell import WorkerReport
    from sphinx_kwdocs.sphinx_ext.shell.slim_frame import SlimPages
    from sphinx_kwdocs.sphinx_ext.state.build import BuildState


class GroupReport(NamedTuple):
    """What the process that asked for a group of pages has to know of it."""

    group: WrittenGroup
    """What was written."""
    shells: WorkerReport | None = None
    """How it went with the shells."""
    logs: tuple[LogRecord, ...] = ()
    """What was said meanwhile, which nobody has heard yet."""


class PageWriter:
    """Writes pages; forked processes have their own, of which only what `write_group` returns comes back."""

    def __init__(
        self,
        builder: StandaloneHTMLBuilder,
        build: BuildState,
        shells: Shells,
        output: Output,
        slim: SlimPages | None = None,
    ) -> None:
        """Take what pages need; with `slim`, the theme is not asked."""
        self._builder = builder
        self._build = build
        self._shells = shells
        self._output = output
        self._slim = slim

    def write_group(self, group: RenderedGroup) -> GroupReport:
        """Write the pages of a group."""
        collector = logging.LogCollector()
        with collector.collect():
            files = dict(map(self.write, group.pages))
        logging.convert_serializable(collector.logs)
        problems = tuple(problem for page in group.pages for problem in page.diagnostics)
        written = WrittenGroup(group.name, group.sources, files, problems, group.is_passing)
        return GroupReport(written, self._shells.take_report(), tuple(collector.logs))

    def write(self, page: RenderedPage) -> tuple[str, bytes]:
        """Write a page into its shell if that gives the same as the long way; return its file and the digest of it."""
        name = self._build.page_name(page.key)
        text = self._slim.make(name, page) if self._slim else self._in_theme(name, page)
        [file] = output_files(self._builder, [name])
        return file, self._output.write(file, text)

    def _in_theme(self, name: str, page: RenderedPage) -> str:
        shells = self._shells
        text = shells.splice(name, page)
        if text is None or not shells.is_verified(name, page):
            spliced, text = text, self.long_way(page)
            shells.compare(name, page, text, spliced)
        return text

    def long_way(self, page: RenderedPage) -> str:
        """Let Sphinx and the theme make a page."""
        with TemporaryDirectory() as folder:
            file = Path(folder, "page.html")
            name = self._build.page_name(page.key)
            self._builder.handle_page(name, page_context(page), "page.html", outfilename=file)
            return file.read_text(encoding=self._builder.config.html_output_encoding, errors="surrogateescape")


def output_files(builder: StandaloneHTMLBuilder, names: Iterable[str]) -> list[str]:
    """Return the files of pages, relative to the output folder."""
    # Every page is asked for twice, when it is planned and when it is written, and it takes as long as filling a shell.
    known = session_of(builder.env).page_files
    start = len(os.path.join(builder.outdir, ""))  # noqa: PTH118  strings, since these are tens of thousands
    found: list[str] = []
    for name in names:
        file = known.get(name)
        if file is None:
            file = known[name] = os.fspath(builder.get_outfilename(name))[start:].replace(os.sep, "/")
        found.append(file)
    return found
