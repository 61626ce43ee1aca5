"""Remembers for an output folder which pages it has, what each was made from, and what that was at the time.

A group is what is built together: the pages of one file, those of one folder, or one page of the whole site. What it
was made from are sources: an aspect of the repository with a key, such as the symbols of one file. If the state of none
of a group's sources has changed, its pages are what they would be if they were made again.
"""

from __future__ import annotations

import marshal
from array import array
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.memory.atomic_files import with_checksum, without_checksum, write_whole
from sphinx_kwdocs.memory.recording import WHOLE_ASPECT
from sphinx_kwdocs.memory.type_check import fitting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_FORMAT = "kwdocs manifest 2"
_fits_problem = fitting(tuple[str, int, str, str])
_SPARE = 2
"""How many times as many keys as are in use there may be."""
_BITS = 16
"""A source is one number: that of its key, and in the last bits that of its aspect."""

States = dict[str, dict[str, bytes]]
"""By aspect and key: what changes when what pages are made from does."""


class Group(NamedTuple):
    """Pages that are built together, as they were written last."""

    sources: bytes
    """The numbers of what they were made from, eight bytes each."""
    files: dict[str, bytes]
    """The files that were written, relative to the output folder, with the digests of their content."""
    problems: tuple[tuple[str, int, str, str], ...] = ()
    """What went wrong: fields of diagnostics."""


@dataclass(slots=True)
class Manifest:
    """What an output folder holds of ours."""

    state: str = ""
    """What all pages depend on; another one makes all that follows worthless."""
    digest: str = ""
    """The state of repository and documents for which everything is complete; empty if it is not."""
    states: States = field(default_factory=dict)
    """The state of all sources."""
    groups: dict[str, Group] = field(default_factory=dict)
    """The groups that are complete, by name."""
    aspects: dict[str, int] = field(default_factory=dict)
    """The numbers of aspects."""
    keys: dict[str, int] = field(default_factory=dict)
    """The numbers of keys: each stands in many aspects, so that all sources would be ten times as many."""

    def number(self, sources: Iterable[tuple[str, str]]) -> bytes:
        """Write sources as numbers, which are given for good."""
        aspects, keys = self.aspects, self.keys
        numbers = {
            keys.setdefault(key, len(keys)) << _BITS | aspects.setdefault(aspect, len(aspects))
            for aspect, key in sources
        }
        return array("Q", sorted(numbers)).tobytes()

    def outdated(self, states: States, wanted: Iterable[str]) -> set[str]:
        """Return which of the groups that there are to be have to be made, now that sources have these states."""
        aspects, keys = self.aspects, self.keys
        changed = {
            keys[key] << _BITS | aspects[aspect]
            for aspect, key in _changes(self.states, states)
            if key in keys and aspect in aspects
        }
        return {name for name in wanted if name not in self.groups or not _is_current(self.groups[name], changed)}

    def give_up(self, outdated: Iterable[str], wanted: Iterable[str]) -> dict[str, Group]:
        """Give up the groups that are out of date or not wanted any more, and return them."""
        kept = set(wanted).difference(outdated)
        gone = {name: group for name, group in self.groups.items() if name not in kept}
        self.groups = {name: group for name, group in self.groups.items() if name in kept}
        return gone

    def compact(self) -> None:
        """Give up the numbers of keys that no group has, if they are many."""
        if len(self.keys) <= _SPARE * len(self.groups) + 1000:
            return
        used = {number >> _BITS for group in self.groups.values() for number in array("Q", group.sources)}
        if len(self.keys) > _SPARE * len(used) + 1000:
            aspects, keys = list(self.aspects), list(self.keys)
            groups, self.keys = self.groups, {}
            last = (1 << _BITS) - 1
            self.groups = {
                name: group._replace(
                    sources=self.number((aspects[number & last], keys[number >> _BITS]) for number in _numbers(group))
                )
                for name, group in groups.items()
            }


def _changes(before: States, after: States) -> Iterator[tuple[str, str]]:
    for aspect in before.keys() | after.keys():
        old, new = before.get(aspect, {}), after.get(aspect, {})
        if old == new:
            continue
        # Whoever asks for all of an aspect depends on each of its keys.
        yield aspect, WHOLE_ASPECT
        yield from ((aspect, key) for key, state in new.items() if old.get(key) != state)
        yield from ((aspect, key) for key in old.keys() - new.keys())


def _numbers(group: Group) -> array[int]:
    numbers = array("Q")
    numbers.frombytes(group.sources)
    return numbers


def _is_current(group: Group, changed: set[int]) -> bool:
    return changed.isdisjoint(_numbers(group))


def read_manifest(path: Path) -> Manifest:
    """Read a manifest; one that is not whole, or of another version, counts as none."""
    try:
        data = without_checksum(path.read_bytes())
        form, state, digest, states, groups, aspects, keys = marshal.loads(data)  # noqa: S302  ours
        given_up = _given_up(path)
        is_good = form == _FORMAT and type(state) is type(digest) is str
        is_good = is_good and _are_states(states) and _are_groups(groups, len(aspects), len(keys))
        is_good = is_good and len(set(aspects)) == len(aspects) and len(set(keys)) == len(keys)
    except (OSError, ValueError, TypeError, EOFError, AttributeError, OverflowError):
        return Manifest()
    if not is_good:
        return Manifest()
    if given_up is not None:
        digest = ""
        for name in given_up:
            groups.pop(name, None)
    numbered = ({name: number for number, name in enumerate(names)} for names in (aspects, keys))
    return Manifest(state, digest, states, {name: Group(*group) for name, group in groups.items()}, *numbered)


def _are_states(states: object) -> bool:
    return type(states) is dict and all(
        type(found) is dict and {bytes}.issuperset(map(type, found.values())) for found in states.values()
    )


def _are_groups(groups: dict[str, tuple[bytes, dict[str, bytes], tuple[object, ...]]], aspects: int, keys: int) -> bool:
    last = (1 << _BITS) - 1
    for sources, files, problems in groups.values():
        numbers = array("Q", sources)
        if numbers and (max(numbers) >> _BITS >= keys or max(map(last.__and__, numbers)) >= aspects):
            return False
        if {str}.issuperset(map(type, files)) is False or {bytes}.issuperset(map(type, files.values())) is False:
            return False
        if not all(_fits_problem(problem) for problem in problems):
            return False
    return True


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Write a manifest in the place of the last one, at once or not at all; raises OSError."""
    groups = {name: tuple(group) for name, group in manifest.groups.items()}
    content = (
        *(_FORMAT, manifest.state, manifest.digest, manifest.states, groups),
        *([*manifest.aspects], [*manifest.keys]),
    )
    write_whole(path, with_checksum(marshal.dumps(content)))
    _beside(path).unlink(missing_ok=True)


def give_up(path: Path, groups: Iterable[str]) -> None:
    """Take note that groups of the manifest that was written last do not count, until it is written again.

    Which are few after an edit, so that this takes far less time than to write all of it. Raises OSError.
    """
    write_whole(_beside(path), with_checksum(marshal.dumps(sorted(groups))))


def _given_up(path: Path) -> list[str] | None:
    """Return the groups that do not count; None if the build that wrote the manifest was the last to write pages."""
    try:
        found = _beside(path).read_bytes()
    except FileNotFoundError:
        return None
    return marshal.loads(without_checksum(found))  # type: ignore[no-any-return]  # noqa: S302  ours


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}-given-up")


def content_digest(content: bytes) -> bytes:
    """Sum up what is written to a file."""
    return blake2b(content, digest_size=12).digest()
