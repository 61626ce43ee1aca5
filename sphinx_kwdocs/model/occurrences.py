"""Holds of whom one file speaks: its resolved occurrences, in columns of numbers.

A large repository has millions of occurrences; as objects they take two gigabytes, as columns twenty bytes each.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import chain, groupby
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.digests import sum_up
from sphinx_kwdocs.model.files import Span
from sphinx_kwdocs.model.index import CERTAINTIES, MENTION, ROLES, Occurrence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

NOWHERE = -1
"""The holder of an occurrence that stands in no definition."""
_FEW_ASKED = 3
"""Targets for which a file is looked through before its occurrences are sorted by target."""


class Local(NamedTuple):
    """A name in a function that means one of the function's own: a parameter or a variable."""

    line: int
    """Where it stands."""
    col: int
    """Where it begins."""
    end_col: int
    """Where it ends."""
    to_line: int
    """Where the name is given what it is here; its own line where that happens."""
    to_col: int
    """Where it begins there."""
    first_line: int
    """Where the name is given something for the first time, which is the same for all that mean one variable."""
    first_col: int
    """Where it begins there."""


class Remote(NamedTuple):
    """A name that means something in another file which is no symbol: mostly a parameter, named by an argument."""

    line: int
    """Where it stands."""
    col: int
    """Where it begins."""
    end_col: int
    """Where it ends."""
    to_line: int
    """Where the name is given."""
    to_col: int
    """Where it begins there."""
    path: str
    """The other file."""


class External(NamedTuple):
    """A name that means something outside the repository."""

    line: int
    """Where it stands."""
    col: int
    """Where it begins."""
    end_col: int
    """Where it ends."""
    name: str
    """Its full dotted name, `os.path.join`; one of Python's builtins without a module."""


class FileUsage(NamedTuple):
    """How a file speaks of targets whose ids begin with the same path."""

    path: str
    """What stands before the first `#` of the ids."""
    rests: tuple[str, ...]
    """What follows in each."""
    state: bytes
    """Changes with how often, in which roles and in which definitions they are spoken of, and where they are only
    mentioned; but not with where all else stands, which an edit further up moves."""


class FileReferences:
    """The occurrences of one file, in text order; all on one line each."""

    __slots__ = (
        "_asked",
        "_locals",
        "_names",
        "_order",
        "_outside",
        "_outside_names",
        "_remote_paths",
        "_remotes",
        "cols",
        "ends",
        "holders",
        "known",
        "lines",
        "roles",
        "targets",
    )

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._order: array[int] | None = None
        self._asked = 0
        self.lines = array("I")
        self.cols = array("I")
        self.ends = array("I")
        self.roles = bytearray()
        self.known = bytearray()
        self.targets = array("I")
        """Numbers of the targets, in the repository's list of targets."""
        self.holders = array("i")
        """Numbers of the innermost definitions they stand in, in the same list, or `NOWHERE`."""
        self._locals = array("I")
        self._remotes = array("I")
        self._remote_paths: tuple[str, ...] = ()
        self._outside = array("I")
        self._outside_names: tuple[str, ...] = ()

    def add(self, line: int, col: int, end_col: int, role: int, known: int, target: int, holder: int = NOWHERE) -> None:
        """Add an occurrence; the caller adds them in text order."""
        self.lines.append(line)
        self.cols.append(col)
        self.ends.append(end_col)
        self.roles.append(role)
        self.known.append(known)
        self.targets.append(target)
        self.holders.append(holder)

    def add_all(self, rows: Sequence[tuple[int, ...]]) -> None:
        """Add occurrences that are given in text order, each a tuple as `add` takes it."""
        if rows:
            lines, cols, ends, roles, known, targets, holders = zip(*rows, strict=True)
            self.lines.extend(lines)
            self.cols.extend(cols)
            self.ends.extend(ends)
            self.roles.extend(roles)
            self.known.extend(known)
            self.targets.extend(targets)
            self.holders.extend(holders)

    def add_columns(self, found: Sequence[int], outside: Sequence[int], names: Sequence[str]) -> None:
        """Add local names, seven numbers each, and names outside, three numbers each and their names beside them."""
        self._locals = array("I", found)
        self._outside = array("I", outside)
        self._outside_names = tuple(map(intern, names))

    @property
    def locals(self) -> Iterator[Local]:
        """The names of functions' own, in text order."""
        return map(Local, *(self._locals[column::7] for column in range(7)))

    @locals.setter  # noqa: A003  no other word says it
    def locals(self, found: Iterable[tuple[int, int, int, int, int, int, int]]) -> None:
        self._locals = array("I", chain.from_iterable(found))

    @property
    def remotes(self) -> Iterator[Remote]:
        """The names given in other files that are no symbols, in text order."""
        return map(Remote, *(self._remotes[column::5] for column in range(5)), self._remote_paths)

    @remotes.setter
    def remotes(self, found: Iterable[tuple[int, int, int, int, int, str]]) -> None:
        places = tuple(found)
        self._remotes = array("I", chain.from_iterable(place[:5] for place in places))
        self._remote_paths = tuple(place[5] for place in places)

    @property
    def externals(self) -> Iterator[External]:
        """The names that mean something outside the repository, in text order."""
        return map(External, *(self._outside[column::3] for column in range(3)), self._outside_names)

    @externals.setter
    def externals(self, found: Iterable[tuple[int, int, int, str]]) -> None:
        places = tuple(found)
        self._outside = array("I", chain.from_iterable(place[:3] for place in places))
        self._outside_names = tuple(intern(place[3]) for place in places)

    @property
    def distinct_externals(self) -> Iterable[str]:
        """The full dotted names of what means something outside the repository, each once."""
        return dict.fromkeys(self._outside_names)

    @property
    def names(self) -> Sequence[str]:
        """All that the numbers of targets and holders may stand for, by number."""
        return self._names

    def further_columns(self) -> Iterator[object]:
        """Yield all that is known of names which are no occurrences, as plain values."""
        yield from (column.tobytes() for column in (self._locals, self._remotes, self._outside))
        yield from (self._remote_paths, self._outside_names)

    @property
    def state(self) -> bytes:
        """What changes with anything that is known of the file's names, but not with the numbers of their targets."""
        numbers = {number: place for place, number in enumerate(dict.fromkeys((*self.targets, *self.holders)))}
        return sum_up(
            (
                [self._names[number] if number >= 0 else "" for number in numbers],
                *(array("I", map(numbers.__getitem__, column)).tobytes() for column in (self.targets, self.holders)),
                *(column.tobytes() for column in (self.lines, self.cols, self.ends)),
                *(bytes(column) for column in (self.roles, self.known)),
                *self.further_columns(),
            )
        )

    def tally(self) -> Iterable[tuple[int, int]]:
        """Return the number of each target with how often it occurs."""
        return Counter(self.targets).items()

    def tally_by_name(self) -> Iterable[tuple[str, int]]:
        """Return each target with how often it occurs."""
        return ((self._names[target], count) for target, count in self.tally())

    def usage(self) -> list[FileUsage]:
        """Return how the file speaks of what it speaks of, in the order of the repository's list of targets."""
        names, order = self._names, self._by_target()
        found: list[FileUsage] = []
        begin = 0
        for path, group in groupby(sorted(self.tally()), key=lambda item: names[item[0]].partition("#")[0]):
            targets, counts = zip(*group, strict=True)
            rows = order[begin : begin + sum(counts)]
            begin += len(rows)
            rests = tuple([names[target][len(path) :] for target in targets])
            roles = bytes(map(self.roles.__getitem__, rows))
            holders = list(map(self.holders.__getitem__, rows))
            numbers = {holder: number for number, holder in enumerate(dict.fromkeys(holders))}
            said = (
                rests,
                counts,
                roles,
                [names[holder] if holder != NOWHERE else "" for holder in numbers],
                array("I", map(numbers.__getitem__, holders)).tobytes(),
                [self.lines[row] for row in rows if self.roles[row] == MENTION] if MENTION in roles else [],
            )
            found.append(FileUsage(path, rests, sum_up(said)))
        return found

    def _by_target(self) -> array[int]:
        """Return all rows in the order of their targets, those of each in text order."""
        if self._order is None:
            self._order = array("I", sorted(range(len(self.targets)), key=self.targets.__getitem__))
        return self._order

    def rows_of(self, target: int) -> Sequence[int]:
        """Return the rows of one target's occurrences, in text order."""
        targets = self.targets
        if self._order is None and self._asked < _FEW_ASKED:
            # After an edit most files are asked for one target, and to sort all takes longer than to look for it.
            self._asked += 1
            rows = array("I")
            row = -1
            for _ in range(targets.count(target)):
                row = targets.index(target, row + 1)
                rows.append(row)
            return rows
        order, key = self._by_target(), targets.__getitem__
        return order[bisect_left(order, target, key=key) : bisect_right(order, target, key=key)]

    def roles_by_target(self) -> bytes:
        """Return the roles of all occurrences in the order of their targets, those of each in text order."""
        return bytes(map(self.roles.__getitem__, self._by_target()))

    def kept_roles(self, target: int) -> bytes | None:  # noqa: ARG002  what is not kept has none at hand
        """Return the roles of one target's occurrences if they are at hand without unpacking all that is known."""
        return None

    @property
    def is_empty(self) -> bool:
        """Whether no name of the file means anything."""
        return not (self.lines or self._locals or self._remotes or self._outside)

    def __len__(self) -> int:
        """Return the number of occurrences."""
        return len(self.lines)

    def __getitem__(self, row: int) -> Occurrence:
        """Return one occurrence as an object."""
        holder = self.holders[row]
        line = self.lines[row]
        return Occurrence(
            Span(line, self.cols[row], line, self.ends[row]),
            ROLES[self.roles[row]],
            self._names[self.targets[row]],
            CERTAINTIES[self.known[row]],
            self._names[holder] if holder >= 0 else "",
        )

    def __iter__(self) -> Iterator[Occurrence]:
        """Yield all occurrences as objects."""
        return map(self.__getitem__, range(len(self.lines)))


class FileUses:
    """The occurrences of one target in one file, in text order.

    A page that does not ask where they stand, except for mentions, need not be made again when they only move. Which
    they are is found out when that is asked: most pages only count most of them.
    """

    __slots__ = ("_file", "_found", "_number", "_target")

    def __init__(self, file: FileReferences, target: int, number: int) -> None:
        """Take all occurrences of the file, the number of the target, and how many occurrences it has."""
        self._file = file
        self._target = target
        self._number = number
        self._found: Sequence[int] | None = None

    @property
    def file(self) -> FileReferences:
        """All occurrences of the file, which tell where each stands."""
        return self._file

    @property
    def rows(self) -> Sequence[int]:
        """Which of them are meant."""
        if self._found is None:
            self._found = self._file.rows_of(self._target)
        return self._found

    @property
    def roles(self) -> bytes:
        """Their roles, as places in `ROLES`."""
        known = self._file.kept_roles(self._target) if self._found is None else None
        return bytes(map(self._file.roles.__getitem__, self.rows)) if known is None else known

    @property
    def holders(self) -> list[str]:
        """The innermost definitions they stand in, or an empty string."""
        names, numbers = self._file.names, map(self._file.holders.__getitem__, self.rows)
        return [names[number] if number != NOWHERE else "" for number in numbers]

    @property
    def mention_lines(self) -> list[int]:
        """The lines of those that are only mentions."""
        roles = self.roles
        if MENTION not in roles:
            return []
        lines = self._file.lines
        return [lines[row] for row, role in zip(self.rows, roles, strict=True) if role == MENTION]

    def __len__(self) -> int:
        """Return the number of occurrences."""
        return self._number

    def __iter__(self) -> Iterator[Occurrence]:
        """Yield them as objects."""
        return map(self.file.__getitem__, self.rows)
