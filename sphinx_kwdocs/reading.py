"""Reads the files of a repository: one whose times are known is not opened, one whose content is known not parsed."""

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

from sphinx_kwdocs._listing import Listed
from sphinx_kwdocs._thawed import maker, tuple_maker
from sphinx_kwdocs._times import SETTLED
from sphinx_kwdocs.extraction import extract, facts_over_time, first_line
from sphinx_kwdocs.known_facts import FactKeys, KnownFacts, Packed, pack
from sphinx_kwdocs.languages import all_languages, language_of
from sphinx_kwdocs.model import Diagnostic, SourceFile, source_values
from sphinx_kwdocs.program import program_digest
from sphinx_kwdocs.scan import scan
from sphinx_kwdocs.time_limit import OverTimeError, limited
from sphinx_kwdocs.workers import share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from sphinx_kwdocs.config import Config, Progress
    from sphinx_kwdocs.model import Rule
    from sphinx_kwdocs.no_store import Keeper

CHUNK = 12
"""Files that a worker reads at a time."""
_FEW = 4
"""So many chunks are read here: to fork takes longer."""

_problem_values = attrgetter(*(item.name for item in fields(Diagnostic)[1:]))


class FileState(NamedTuple):
    """A file as it was found: plain values, so that thousands are kept and read back in milliseconds."""

    times: tuple[int, ...]
    """Its size, its times and its number on the disk; empty if these do not tell whether it changed."""
    seen: int
    """When it was looked at, in nanoseconds."""
    source: tuple[Any, ...]
    """The fields of its `SourceFile` behind the path."""
    key: str
    """The key of what it says; empty if it is no text."""
    problems: tuple[tuple[Any, ...], ...]
    """What a maintainer may want to know of it: the fields of diagnostics behind the path."""


_new_state = tuple_maker(FileState)
_new_source = maker(SourceFile)


class _Found(NamedTuple):
    """What a worker says of a file."""

    path: str
    state: FileState
    packed: Packed | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A repository as it was found."""

    files: Mapping[str, SourceFile]
    """Every file by path, in path order."""
    keys: Mapping[str, str]
    """The key of what each text file says, by path, in path order."""
    diagnostics: tuple[Diagnostic, ...]
    """What there is to say of files before any language has read them."""
    facts: KnownFacts
    """What the files say."""
    store: Keeper
    """What keeps that from build to build."""
    place: str
    """Under which the store keeps what is known of this checkout only, and by this state of the program."""

    def remove_from_store(self) -> None:
        """Remove from the store what it has of these files."""
        for table in ("facts", "code", "interfaces", "links"):
            self.store.remove(table, self.keys.values())
        self.store.remove("digests", [self.place])

    def tidy(self) -> None:
        """Remove from the store what no file of now says, if it is as much as what they say."""
        gone = self.store.keep_only("facts", self.keys.values())
        for table in ("code", "interfaces", "links"):
            self.store.remove(table, gone)
        if gone:
            # Of other checkouts, and of this one under older programs; who still needs that finds it out again.
            for table in ("states", "digests"):
                self.store.remove(table, self.store.keys(table) - {self.place})


class Reader:
    """Reads one repository, with what earlier builds knew of it."""

    def __init__(self, root: Path, config: Config, rules: Mapping[str, Rule], store: Keeper) -> None:
        self._root = root
        self._folder = os.path.join(root, "")
        self._config = config
        self._rules = rules
        self._store = store
        self._keys = FactKeys(rules.values(), config.time_limit)
        self._facts = KnownFacts(store, self._find_out)
        # A store may be shared by several checkouts, each with times of its own, and by several versions; and the keys
        # of files hang on the languages that there are, and on the time that they are given.
        languages = [(each.name, each.version, each.patterns, each.interpreters) for each in all_languages().values()]
        state = repr((program_digest(), self._keys.rules, languages, config.time_limit))
        said = os.fsencode(root) + state.encode("utf-8", "backslashreplace")
        self._place = blake2b(said, digest_size=16).hexdigest()

    def read(
        self, listed: Sequence[Listed], progress: Progress, keep: Callable[[SourceFile], bool], jobs: int
    ) -> Snapshot:
        """Look at every file, and find out what it says unless that is known; `keep` chooses among them."""
        known, rules = self._read_states()
        has_same_rules = rules == self._config.withhold
        states: dict[str, FileState] = {}
        changed: list[Listed] = []
        for entry in listed:
            state = known.get(entry.path) if has_same_rules else None
            is_known = state is not None and (not state.key or state.key in self._facts)
            if state is not None and is_known and self._is_same(entry.path, state):
                states[entry.path] = state
            else:
                changed.append(entry)
        chunks = [changed[start : start + CHUNK] for start in range(0, len(changed), CHUNK)]
        for chunk in progress(
            share(self._look, chunks, jobs if len(chunks) > _FEW else 1), "reading the repository", len(chunks)
        ):
            for found in chunk:
                states[found.path] = found.state
                if found.packed is not None:
                    self._facts.add(found.state.key, found.packed)
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
        return any(
            item.source.kind == "text" and self._key(item.source, first_line(item.text)) in self._facts
            for item in scan(self._root, [Listed(path)], shown)
        )

    def _forget_all_but(self, states: Mapping[str, FileState]) -> None:
        """Remove from the store whatever no file of now says: what a withheld one said earlier is among it."""
        used = {state.key for state in states.values()}
        for table in ("facts", "code", "interfaces", "links"):
            self._store.remove(table, self._store.keys(table) - used)
        for table in ("states", "digests"):
            self._store.remove(table, self._store.keys(table))

    def _snapshot(self, states: Mapping[str, FileState], keep: Callable[[SourceFile], bool]) -> Snapshot:
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
        return Snapshot(files, keys, tuple(diagnostics), self._facts, self._store, self._place)

    def _key(self, source: SourceFile, head: str) -> str:
        return self._keys.key(source, language_of(source.path, head))

    def _is_same(self, path: str, state: FileState) -> bool:
        """Tell whether a file is surely the one that was seen: a write just after it may not show in its times."""
        if not state.times or state.times[0] > self._config.max_size:
            return False
        try:
            times = _times(os.lstat(self._folder + path))
        except OSError:
            return False
        return times == state.times and max(times[1], times[2]) + SETTLED < state.seen

    def _look(self, entries: Iterable[Listed]) -> list[_Found]:
        """Look at some files, in whichever process: what they are, and what they say if that is not known."""
        return [found for entry in entries for found in self._look_at(entry)]

    def _look_at(self, entry: Listed) -> Iterable[_Found]:
        seen = time.time_ns()
        try:
            # Before it is read: a change in between then shows in the times.
            status = os.lstat(os.path.join(self._root, entry.path))
        except OSError:
            status = None
        for item in scan(self._root, [entry], self._config):
            source = item.source
            is_read = status is not None and stat.S_ISREG(status.st_mode) and source.digest and source.kind != "large"
            times = _times(status) if status is not None and is_read else ()
            key = self._key(source, first_line(item.text)) if source.kind == "text" else ""
            packed = None
            if key and key not in self._facts:
                key, packed = self._extract_unless_known(source.path, item.text, key)
            problems = tuple(map(_problem_values, item.diagnostics))
            # Of one that is looked at each time it does not count when that was, and would be another each time.
            state = FileState(times, seen if times else 0, source_values(source)[1:], key, problems)
            yield _Found(source.path, state, packed)

    def _extract_unless_known(self, path: str, text: str, key: str) -> tuple[str, Packed | None]:
        """Find out what a file says, unless it is known that this takes too long."""
        over_time = self._keys.over_time(key)
        return (over_time, None) if over_time in self._facts else self._extract(path, text, key)

    def _extract(self, path: str, text: str, key: str) -> tuple[str, Packed]:
        """Find out what a file says; one that takes too long says nothing, under a key of its own."""
        seconds = self._config.time_limit
        try:
            return key, pack(limited(lambda: extract(path, text, self._rules.values()), seconds, path))
        except OverTimeError:
            return self._keys.over_time(key), pack(facts_over_time(path, text, seconds))

    def _find_out(self, path: str, key: str) -> Packed | None:
        for item in scan(self._root, [Listed(path)], self._config):
            found = self._key(item.source, first_line(item.text)) if item.source.kind == "text" else ""
            if found and key in (found, self._keys.over_time(found)):
                return self._extract(path, item.text, found)[1]
        return None

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
