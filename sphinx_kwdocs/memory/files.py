"""Reads the files of a repository as `reading.read` does, but only those whose content is not known already.

One whose size and times are known is not opened, one whose content is known not parsed.
"""

# Paths are plain strings here: making Path objects would cost more than the work itself.
# ruff: noqa: PTH118

from __future__ import annotations

import marshal
import os
import stat
import time
from dataclasses import dataclass, fields, replace
from hashlib import blake2b
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_kwdocs.languages import all_languages
from sphinx_kwdocs.memory.facts import EncodedFacts, FactKeys, FactsCache, encode_file
from sphinx_kwdocs.memory.file_times import SETTLED
from sphinx_kwdocs.memory.program_version import program_digest
from sphinx_kwdocs.model.fast_frozen import maker, tuple_maker
from sphinx_kwdocs.model.files import Diagnostic, SourceFile, source_values
from sphinx_kwdocs.reading.listing import Listed
from sphinx_kwdocs.reading.read import read_file
from sphinx_kwdocs.running.workers import share, worthwhile_jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from sphinx_kwdocs.config import Config, Progress
    from sphinx_kwdocs.linking.linker import Linker
    from sphinx_kwdocs.memory.null_store import Store
    from sphinx_kwdocs.model.plugin_records import Language, Rule

CHUNK = 12
"""Files that a worker reads at a time."""
_FEW = 4
"""So many chunks are read here: to fork takes longer."""

_problem_values = attrgetter(*(item.name for item in fields(Diagnostic)[1:]))


class FileState(NamedTuple):
    """A file as it was found: plain values, so that thousands are kept and read back in milliseconds."""

    times: tuple[int, ...]
    """Its size, its times and its number on the disk; empty if these do not tell whether it changed."""
    checked_at: int
    """When it was looked at, in nanoseconds."""
    source: tuple[Any, ...]
    """The fields of its `SourceFile` behind the path."""
    key: str
    """The key of what it says; empty if it is no text."""
    problems: tuple[tuple[Any, ...], ...]
    """What a maintainer may want to know of it: the fields of diagnostics behind the path."""


_new_state = tuple_maker(FileState)
_new_source = maker(SourceFile)


class _Checked(NamedTuple):
    """An entry of the repository with what `lstat` said of it."""

    entry: Listed
    checked_at: int = 0
    """When that was asked, in nanoseconds; 0 if it was not."""
    status: os.stat_result | None = None
    """None if it was not asked, or there was no answer."""


class _Found(NamedTuple):
    """What a worker says of a file."""

    path: str
    state: FileState
    encoded: EncodedFacts | None


@dataclass(frozen=True, slots=True)
class FilesRead:
    """A repository as it was found."""

    files: Mapping[str, SourceFile]
    """Every file by path, in path order."""
    keys: Mapping[str, str]
    """The key of what each text file says, by path, in path order."""
    diagnostics: tuple[Diagnostic, ...]
    """What there is to say of files before any language has read them."""
    facts: FactsCache
    """What the files say."""
    store: Store
    """What keeps that from build to build."""
    place: str
    """Under which the store keeps what is known of this checkout only, and by this state of the program."""

    def remove_from_store(self) -> None:
        """Remove from the store what it has of these files."""
        for table in ("facts", "code", "interfaces", "links"):
            self.store.remove(table, self.keys.values())
        self.store.remove("digests", filter(self.is_own, self.store.keys("digests")))

    def is_own(self, key: str) -> bool:
        """Tell whether the store keeps something of this checkout under a key; linkers add their names to it."""
        return key.partition(" ")[0] == self.place

    def tidy(self) -> None:
        """Remove from the store what no file of now says, if it is as much as what they say."""
        gone = self.store.keep_only("facts", self.keys.values())
        for table in ("code", "interfaces", "links"):
            self.store.remove(table, gone)
        if gone:
            # Of other checkouts, and of this one under older programs; who still needs that finds it out again.
            for table in ("states", "digests"):
                self.store.remove(table, [key for key in self.store.keys(table) if not self.is_own(key)])


class CachedReader:
    """Reads one repository, with what earlier builds knew of it."""

    def __init__(
        self, root: Path, config: Config, rules: Mapping[str, Rule], linkers: Mapping[str, Linker], store: Store
    ) -> None:
        """Take linkers by the names of languages: what these want to know of files is found out along the way."""
        self._linkers = linkers
        self._root = root
        self._folder = os.path.join(root, "")
        self._config = config
        self._rules = rules
        self._store = store
        self._keys = FactKeys(rules.values(), config.time_limit)
        self._facts = FactsCache(store, self._find_out)
        # A store may be shared by several checkouts, each with times of its own, and by several versions; and the keys
        # of files hang on the languages that there are, and on the time that they are given.
        languages = [(each.name, each.version, each.patterns, each.interpreters) for each in all_languages().values()]
        state = repr((program_digest(), self._keys.rules, languages, config.time_limit))
        said = os.fsencode(root) + state.encode("utf-8", "backslashreplace")
        self._place = blake2b(said, digest_size=16).hexdigest()

    def read(
        self, listed: Sequence[Listed], progress: Progress, keep: Callable[[SourceFile], bool], jobs: int
    ) -> FilesRead:
        """Look at every file, and find out what it says unless that is known; `keep` chooses among them."""
        known, rules = self._read_states()
        has_same_rules = rules == self._config.withhold
        states: dict[str, FileState] = {}
        changed: list[_Checked] = []
        for entry in listed:
            state = known.get(entry.path) if has_same_rules else None
            is_known = state is not None and (not state.key or state.key in self._facts)
            checked = self._checked(entry) if is_known else _Checked(entry)
            if state is not None and is_known and self._is_same(checked, state):
                states[entry.path] = state
            else:
                changed.append(checked)
        chunks = [changed[start : start + CHUNK] for start in range(0, len(changed), CHUNK)]
        for chunk in progress(
            share(self._look, chunks, worthwhile_jobs(jobs, len(chunks), _FEW)), "reading the repository", len(chunks)
        ):
            for found in chunk:
                states[found.path] = found.state
                if found.encoded is not None:
                    self._facts.add(found.state.key, found.encoded)
            self._facts.save()
        # In path order, however they were found.
        states = {entry.path: states[entry.path] for entry in listed if entry.path in states}
        if any(self._was_shown(path, known.get(path)) for path, state in states.items() if _is_withheld(state)):
            self._forget_all_but(states)
        if states != known or not has_same_rules:
            kept = (self._config.withhold, {path: tuple(state) for path, state in states.items()})
            self._store.write("states", {self._place: marshal.dumps(kept)})
        return self._snapshot(states, keep)

    def _was_shown(self, path: str, before: FileState | None) -> bool:
        """Tell whether an earlier build may have kept what a file says that is withheld now."""
        if before is not None and _is_withheld(before):
            return False
        if before is not None and before.key:
            return True
        shown = replace(self._config, withhold=("!*",))
        keys: list[str] = []
        read_file(self._root, Listed(path), shown, (), is_known=self._noting(keys))
        return any(key in self._facts for key in keys)

    def _noting(self, keys: list[str]) -> Callable[[SourceFile, Language], bool]:
        """Return what says of any text that it is known, and notes the key of what it says."""

        def note(source: SourceFile, language: Language) -> bool:
            keys.append(self._keys.key(source, language))
            return True

        return note

    def _forget_all_but(self, states: Mapping[str, FileState]) -> None:
        """Remove from the store whatever no file of now says: what a withheld one said earlier is among it."""
        used = {state.key for state in states.values()}
        for table in ("facts", "code", "interfaces", "links"):
            self._store.remove(table, self._store.keys(table) - used)
        for table in ("states", "digests"):
            self._store.remove(table, self._store.keys(table))

    def _snapshot(self, states: Mapping[str, FileState], keep: Callable[[SourceFile], bool]) -> FilesRead:
        files: dict[str, SourceFile] = {}
        keys: dict[str, str] = {}
        diagnostics: list[Diagnostic] = []
        for path, state in states.items():
            source = _new_source(path, *state.source)
            if keep(source):
                files[path] = source
                diagnostics += [Diagnostic(path, *problem) for problem in state.problems]
                if state.key:
                    keys[path] = state.key
        return FilesRead(files, keys, tuple(diagnostics), self._facts, self._store, self._place)

    def _checked(self, entry: Listed) -> _Checked:
        """Ask for the size and times of a file: before it is read, so that a change in between shows in them."""
        now = time.time_ns()
        try:
            return _Checked(entry, now, os.lstat(self._folder + entry.path))
        except OSError:
            return _Checked(entry, now)

    def _is_same(self, checked: _Checked, state: FileState) -> bool:
        """Tell whether a file is surely the one that was seen: a write just after it may not show in its times."""
        if checked.status is None or not state.times or state.times[0] > self._config.max_size:
            return False
        times = _times(checked.status)
        return times == state.times and max(times[1], times[2]) + SETTLED < state.checked_at

    def _look(self, entries: Iterable[_Checked]) -> list[_Found]:
        """Look at some files, in whichever process: what they are, and what they say if that is not known."""
        return [found for entry in entries if (found := self._look_at(entry)) is not None]

    def _look_at(self, checked: _Checked) -> _Found | None:
        if not checked.checked_at:
            checked = self._checked(checked.entry)
        rules = self._rules.values()
        read = read_file(self._root, checked.entry, self._config, rules, checked.status, self._is_known)
        if read is None:
            return None
        source, key, encoded = read.source, "", None
        if read.language is not None:
            key = self._keys.key(source, read.language)
            if read.facts is not None:
                encoded = encode_file(read.facts, read.language, self._linkers.get(read.language.name))
            if read.is_over_time or (encoded is None and key not in self._facts):
                # It says nothing, under a key of its own.
                key = self._keys.over_time(key)
        problems = tuple(map(_problem_values, read.diagnostics))
        times = self._telling_times(source, checked.status)
        # Of one that is looked at each time it does not count when that was, and would be another each time.
        state = FileState(times, checked.checked_at if times else 0, source_values(source)[1:], key, problems)
        return _Found(source.path, state, encoded)

    def _telling_times(self, source: SourceFile, status: os.stat_result | None) -> tuple[int, ...]:
        """Return the times by which it shows that a file has changed; empty if these tell nothing."""
        is_read = source.digest and source.kind != "large"
        return _times(status) if status is not None and stat.S_ISREG(status.st_mode) and is_read else ()

    def _is_known(self, source: SourceFile, language: Language) -> bool:
        """Tell whether it is known what a file says, or that its language takes too long to read it."""
        key = self._keys.key(source, language)
        return key in self._facts or self._keys.over_time(key) in self._facts

    def _find_out(self, path: str, key: str) -> EncodedFacts | None:
        """Read a file once more, whose facts are wanted and not there; None if it is another than it was."""

        def is_another(source: SourceFile, language: Language) -> bool:
            found = self._keys.key(source, language)
            return key not in {found, self._keys.over_time(found)}

        read = read_file(self._root, Listed(path), self._config, self._rules.values(), is_known=is_another)
        if read is None or read.language is None or read.facts is None:
            return None
        return encode_file(read.facts, read.language, self._linkers.get(read.language.name))

    def _read_states(self) -> tuple[dict[str, FileState], tuple[str, ...]]:
        """Return what was known of files, and the setting by which some of them were withheld."""
        data = self._store.read("states", [self._place]).get(self._place)
        if data is None:
            return {}, ()
        # The store vouches for the bytes, and the key for their meaning.
        rules, states = marshal.loads(data)  # noqa: S302
        return dict(zip(states, map(_new_state, states.values()), strict=True)), rules


def _is_withheld(state: FileState) -> bool:
    return bool(state.source[0] == "withheld")


def _times(status: os.stat_result) -> tuple[int, ...]:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino
