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

from sphinx_kwdocs.whole_files import with_checksum, without_checksum, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

_FORMAT = "kwdocs manifest 1"
_SPARE = 2
"""How many times as many numbers as are in use there may be."""

States = dict[str, dict[str, bytes]]
"""By aspect and key: what changes when what pages are made from does."""


class Group(NamedTuple):
    """Pages that are built together, as they were written last."""

    sources: bytes
    """The numbers of what they were made from."""
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
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    """The numbers of sources, by aspect and key."""

    def number(self, sources: Iterable[tuple[str, str]]) -> bytes:
        """Write sources as numbers, which are given for good."""
        numbers = self.numbers
        return array("I", sorted({numbers.setdefault(source, len(numbers)) for source in sources})).tobytes()

    def outdated(self, states: States, wanted: Iterable[str]) -> set[str]:
        """Return which of the groups that there are to be have to be made, now that sources have these states."""
        changed = {self.numbers[source] for source in _changes(self.states, states) if source in self.numbers}
        return {name for name in wanted if name not in self.groups or not _is_current(self.groups[name], changed)}

    def advance(self, states: States, outdated: Iterable[str], wanted: Iterable[str]) -> dict[str, Group]:
        """Take on new states; what is out of date or not wanted any more is given up, and returned."""
        self.states = states
        kept = set(wanted).difference(outdated)
        gone = {name: group for name, group in self.groups.items() if name not in kept}
        self.groups = {name: group for name, group in self.groups.items() if name in kept}
        return gone

    def compact(self) -> None:
        """Give up the numbers of sources that no group has, if they are many."""
        used = {number for group in self.groups.values() for number in array("I", group.sources)}
        if len(self.numbers) > _SPARE * len(used) + 1000:
            names = {number: source for source, number in self.numbers.items()}
            groups, self.numbers = self.groups, {}
            self.groups = {
                name: group._replace(sources=self.number(names[number] for number in array("I", group.sources)))
                for name, group in groups.items()
            }


def _changes(before: States, after: States) -> Iterator[tuple[str, str]]:
    for aspect in before.keys() | after.keys():
        old, new = before.get(aspect, {}), after.get(aspect, {})
        if old == new:
            continue
        yield from ((aspect, key) for key, state in new.items() if old.get(key) != state)
        yield from ((aspect, key) for key in old.keys() - new.keys())


def _is_current(group: Group, changed: set[int]) -> bool:
    numbers = array("I")
    numbers.frombytes(group.sources)
    return changed.isdisjoint(numbers)


def read_manifest(path: Path) -> Manifest:
    """Read a manifest; one that is not whole, or of another version, counts as none."""
    try:
        data = without_checksum(path.read_bytes())
        form, state, digest, states, groups, sources = marshal.loads(data)  # noqa: S302  ours
    except (OSError, ValueError, TypeError, EOFError):
        return Manifest()
    if form != _FORMAT:
        return Manifest()
    numbers = {source: number for number, source in enumerate(sources)}
    return Manifest(state, digest, states, {name: Group(*group) for name, group in groups.items()}, numbers)


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Write a manifest in the place of the last one, at once or not at all; raises OSError."""
    groups = {name: tuple(group) for name, group in manifest.groups.items()}
    content = (_FORMAT, manifest.state, manifest.digest, manifest.states, groups, [*manifest.numbers])
    write_whole(path, with_checksum(marshal.dumps(content)))


def digest_of(*values: object) -> bytes:
    """Sum up values by what they look like."""
    return blake2b(repr(values).encode("utf-8", "backslashreplace"), digest_size=8).digest()


def content_digest(content: str) -> bytes:
    """Sum up what is written to a file."""
    return blake2b(content.encode("utf-8", "backslashreplace"), digest_size=12).digest()


def ordered(states: Mapping[str, bytes]) -> bytes:
    """Sum up all states of an aspect."""
    keys = sorted(states)
    total = blake2b("\0".join(keys).encode("utf-8", "backslashreplace"), digest_size=8)
    # With their lengths, so that no two lists of states are one text.
    total.update(b"".join([b"%d:%b" % (len(state), state) for state in map(states.__getitem__, keys)]))
    return total.digest()
