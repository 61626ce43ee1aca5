"""Holds who speaks of what in a whole repository: the occurrences of all files, and the way back."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.model.occurrences import NOWHERE, FileUses

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sphinx_kwdocs.model.index import Occurrence
    from sphinx_kwdocs.model.occurrences import FileReferences


class Use(NamedTuple):
    """One occurrence of a target, with the file it stands in."""

    path: str
    """The file."""
    occurrence: Occurrence
    """The occurrence."""


def count_targets(files: Iterable[FileReferences]) -> dict[str, int]:
    """Return how often each symbol or file is spoken of."""
    counts: defaultdict[str, int] = defaultdict(int)
    for file in files:
        for target, count in file.tally_by_name():
            counts[target] += count
    return dict(counts)


class References:
    """All occurrences of a repository, by file and by what they mean. A target is a symbol's id or a file's path."""

    def __init__(
        self,
        names: Sequence[str],
        files: Mapping[str, FileReferences],
        numbers: Mapping[str, int] | None = None,
        counts: Mapping[str, int] | None = None,
    ) -> None:
        """Take the targets by number; if they are known, also the numbers of targets and how often each occurs."""
        self.files = files
        """The occurrences of each file that has any, by path, in path order."""
        self.names = names
        """The targets, by number."""
        self._numbers = {name: number for number, name in enumerate(names)} if numbers is None else numbers
        self._paths = tuple(files)
        self._counts = count_targets(files.values()) if counts is None else counts

    @cached_property
    def _users(self) -> Mapping[int, list[int]]:
        """The files that speak of each target, in path order: the number of each and how often it does, in a row.

        Which rows of a file these are only the file itself knows, so that the others need not be looked at.
        """
        users: defaultdict[int, list[int]] = defaultdict(list)
        for place, file in enumerate(self.files.values()):
            for target, count in file.tally():
                users[target] += (place, count)
        return users

    def of(self, path: str) -> FileReferences | None:
        """Return the occurrences in a file, or None if it has none."""
        return self.files.get(path)

    def count(self, target: str) -> int:
        """Return how often a symbol or file is spoken of, its own definition not counted."""
        return self._counts.get(target, 0)

    @property
    def counts(self) -> Mapping[str, int]:
        """How often each symbol or file is spoken of, without those of which nobody speaks."""
        return self._counts

    def uses(self, target: str) -> Iterator[Use]:
        """Yield every occurrence of a symbol or file, in path and text order."""
        for path, uses in self.uses_by_file(target).items():
            for occurrence in uses:
                yield Use(path, occurrence)

    def uses_by_file(self, target: str) -> dict[str, FileUses]:
        """Return the occurrences of a symbol or file by the files they stand in, these in path order."""
        return {path: FileUses(*uses) for path, uses in self.users_of(target)}

    def users_of(self, target: str) -> list[tuple[str, tuple[FileReferences, int, int]]]:
        """Return the files that speak of a target, in path order, each with what makes its `FileUses`."""
        number = self._numbers.get(target, NOWHERE)
        found = self._users.get(number, ())
        paths = map(self._paths.__getitem__, found[::2])
        return [(path, (self.files[path], number, times)) for path, times in zip(paths, found[1::2], strict=True)]

    def rows_by_file(self, target: str) -> list[tuple[str, FileReferences, Sequence[int]]]:
        """Return the files that speak of a target, in path order, each with its occurrences and which are meant."""
        return [(path, file, file.rows_of(number)) for path, (file, number, _times) in self.users_of(target)]


class Calls(NamedTuple):
    """Who calls whom, also where the called function has no name at the call; all are symbols' ids or files' paths."""

    callees: Mapping[str, tuple[str, ...]]
    """The functions and classes that a definition calls, or a file outside of any; in text order."""
    callers: Mapping[str, tuple[str, ...]]
    """The definitions and files that call a function or a class, in path and text order."""


class Hierarchy(NamedTuple):
    """How classes and their members descend from one another, across files; all keys and values are symbols' ids."""

    bases: Mapping[str, tuple[str, ...]]
    """The classes of the repository that a class names as its bases, in order."""
    subclasses: Mapping[str, tuple[str, ...]]
    """The classes that name a class as a base, in path and text order."""
    overrides: Mapping[str, tuple[str, ...]]
    """The next definition of a member up the method resolution order."""
    overridden_by: Mapping[str, tuple[str, ...]]
    """The definitions that replace a member, in path and text order."""
