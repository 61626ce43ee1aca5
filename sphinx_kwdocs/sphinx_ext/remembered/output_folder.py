"""Keeps the output folder in step with what its pages are made from: writes what differs, removes what is gone.

What was written from what is kept beside the doctrees, once for every output folder. A page that is about to be
written again is forgotten first, so that whatever ends a build, the next one knows which pages it cannot rely on.
"""

# Paths are plain strings here: making Path objects would cost more than the work itself.
# ruff: noqa: PTH118

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_kwdocs.memory.manifest import Group, Manifest, content_digest, give_up, read_manifest, write_manifest
from sphinx_kwdocs.model.files import Diagnostic
from sphinx_kwdocs.sphinx_ext.remembered.output_record import (
    files_below,
    finish_record,
    kept_file,
    plan_files,
    read_record,
    writer_id,
)
from sphinx_kwdocs.sphinx_ext.remembered.write_all import is_forced
from sphinx_kwdocs.sphinx_ext.settings import logger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx

    from sphinx_kwdocs.memory.manifest import States

ALONE = "alone"
"""The group of pages that are made in every build that makes any."""


@dataclass(frozen=True, slots=True)
class WrittenGroup:
    """Pages that were made and written together."""

    name: str
    sources: tuple[tuple[str, str], ...]
    """What they were made from, by aspect and key."""
    files: dict[str, bytes]
    """What was written, relative to the output folder, with the digests of the content."""
    problems: tuple[Diagnostic, ...] = ()
    """What went wrong while rendering them."""
    is_passing: bool = False
    """Whether a file changed meanwhile, so that they have to be made again."""


class Output:
    """What the output folder holds of ours, and what it is to hold."""

    def __init__(self, app: Sphinx, state: str) -> None:
        """Find out what is there; `state` is what every page depends on."""
        self._app = app
        self._encoding = app.config.html_output_encoding
        self._folder = os.path.join(app.outdir, "")
        self._file = kept_file(app, "pages")
        self._record = read_record(app)
        manifest = read_manifest(self._file)
        self._earlier = {name for group in manifest.groups.values() for name in group.files}
        # An output folder that was emptied, or brought from elsewhere, is not the one that the manifest is about.
        record = self._record
        is_ours = bool(record.files) and record.digest in {"", manifest.digest} and record.writer == writer_id(app)
        is_known = is_ours and manifest.state == state and not is_forced(app)
        self.manifest = manifest if is_known else Manifest(state)
        self._before: dict[str, bytes] = {}
        self._given_up: dict[str, Group] = {}
        self._there: frozenset[str] = frozenset()
        self._passing: dict[str, Group] = {}
        self._states: Callable[[], States] = dict

    def begin(
        self,
        states: Callable[[], States],
        groups: Iterable[str],
        files_of: Callable[[AbstractSet[str]], Iterable[str]],
    ) -> set[str]:
        """Return which groups have to be made, after taking note that they are not what they should be.

        `files_of` names the files of groups: should the build not end, they may be there all the same. Where there is
        nothing to compare with, the states are not asked for before the end.
        """
        wanted = set(groups)
        manifest = self.manifest
        self._states = states
        outdated = manifest.outdated(states(), wanted) | self._incomplete(wanted) if manifest.groups else wanted
        self._given_up = manifest.give_up(outdated, wanted)
        # What a page was, for telling whether it has to be written: only if it is surely what was written.
        self._before = {name: digest for group in self._given_up.values() for name, digest in group.files.items()}
        alone = manifest.groups.pop(ALONE, None)
        self._before |= alone.files if alone else {}
        manifest.digest = ""
        plan_files(self._app, files_of(outdated))
        self._keep(lambda: give_up(self._file, {*outdated, ALONE}))
        return outdated

    def _incomplete(self, wanted: set[str]) -> set[str]:
        """Return the groups of which somebody has removed a file."""
        self._there = frozenset(files_below(self._folder))
        groups = self.manifest.groups
        return {name for name in wanted if name in groups and not self.has(groups[name].files)}

    def has(self, files: Iterable[str]) -> bool:
        """Tell whether files were there when the build began, those of complete groups looked for."""
        return self._there.issuperset(files)

    def given_up(self, group: str) -> Mapping[str, bytes]:
        """Return the files of a group that has to be made again as they were written, with their digests."""
        found = self._given_up.get(group)
        return found.files if found else {}

    def changed(self, aspect: str) -> set[str]:
        """Return the keys of an aspect whose states are not those of the last build."""
        old, new = self.manifest.states.get(aspect, {}), self._states().get(aspect, {})
        return {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}

    def plan(self, names: Iterable[str]) -> None:
        """Take note of files that are about to be written: should the build not end, they may be there all the same."""
        plan_files(self._app, names)

    def write(self, name: str, text: str) -> bytes:
        """Write a file, relative to the output folder, unless it is there with the same content; return its digest."""
        content = text.encode(self._encoding, "xmlcharrefreplace")
        digest = content_digest(content)
        path = self._folder + name.replace("/", os.sep)
        if self._before.get(name) != digest or not os.path.exists(path):  # noqa: PTH110  a string
            _write(path, content)
        return digest

    def complete(self, group: WrittenGroup) -> None:
        """Take note that all pages of a group are written; one whose files changed meanwhile is made again."""
        rows = tuple(astuple(problem) for problem in group.problems)
        found = Group(self.manifest.number(group.sources), group.files, rows)
        (self._passing if group.is_passing else self.manifest.groups)[group.name] = found

    def replace(self, group: str, name: str, text: str) -> None:
        """Write a file of a group that is complete once more."""
        self._before.pop(name, None)
        found = self.manifest.groups.get(group) or self._passing[group]
        found.files[name] = self.write(name, text)

    @property
    def is_passing(self) -> bool:
        """Whether pages show a state of the repository that was gone before they were made."""
        return bool(self._passing)

    def problems(self) -> list[Diagnostic]:
        """Return what went wrong with pages, also with those that are not made anew now."""
        groups = (*self.manifest.groups.values(), *self._passing.values())
        return [Diagnostic(*row) for group in groups for row in group.problems]

    def finish(self, digest: str, others: Iterable[str], documents: Iterable[str]) -> None:
        """Remove what is left of earlier builds, and remember the state that the pages are of.

        `others` are files that somebody else writes, `documents` those of our documents, which Sphinx writes.
        """
        manifest = self.manifest
        manifest.states = self._states()
        manifest.compact()
        files = {name for group in (*manifest.groups.values(), *self._passing.values()) for name in group.files}
        finish_record(self._app, frozenset(files.union(documents)), others, self._earlier)
        manifest.digest = digest
        self._keep(lambda: write_manifest(self._file, manifest))

    def _keep(self, write: Callable[[], None]) -> None:
        try:
            write()
        except OSError as error:
            # An old one would vouch for pages that it knows nothing of.
            with suppress(OSError):
                self._file.unlink()
            logger.info("kwdocs: which pages are up to date cannot be remembered: %s", error)


def _write(path: str, content: bytes) -> None:
    # Nearly every folder is there already: asking first would cost each page what only the first one needs.
    try:
        stream = open(path, "wb")  # noqa: PTH123, SIM115  a string; closed below
    except FileNotFoundError:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        stream = open(path, "wb")  # noqa: PTH123, SIM115
    with stream:
        stream.write(content)
