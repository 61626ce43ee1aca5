"""Turns the occurrences of one file into bytes and back, for the store.

Targets are numbers into a list of the whole repository, which differs from build to build. The bytes hold the targets'
names instead, each once and a file's together, and numbers into these.
"""

from __future__ import annotations

import marshal
from array import array
from collections import Counter
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, cast

from sphinx_kwdocs.digests import sum_up
from sphinx_kwdocs.memory.type_check import fitting
from sphinx_kwdocs.model.index import CERTAINTIES, ROLES
from sphinx_kwdocs.model.occurrences import NOWHERE, FileReferences, FileUsage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_LARGEST = 1 << 31
_fits_usage = fitting(FileUsage)
_Groups = list[tuple[str, tuple[str, ...]]]
_Numbered = tuple[tuple[str, ...], bytes]


class PackedOccurrences(FileReferences):
    """The occurrences of a file as the store keeps them, unpacked when one of their columns is first asked for.

    After an edit only the pages of few files are made; of all others it is enough to know what they speak of.
    """

    __slots__ = (
        "_all_numbers",
        "_counts",
        "_holding",
        "_numbers_now",
        "_outside_table",
        "_packed",
        "_roles",
        "_state",
        "_usage",
    )

    def __init__(self, names: Sequence[str], row: tuple[Any, ...], numbers: Mapping[str, int]) -> None:
        """Take what the bytes hold, and the numbers of now."""
        self._outside_table: tuple[str, ...]
        self._names = names
        self._order = None
        self._asked = 0
        self._state, self._usage, self._holding, self._counts, self._roles, self._outside_table, *others = row
        packed, remotes, remote_paths = others
        self._all_numbers = numbers
        self._numbers_now: list[int] | None = None
        self._packed: bytes | None = packed
        self._remotes = array("I", remotes)
        self._remote_paths = tuple(_named(remote_paths))

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  any of the columns
        """Unpack the columns, which all are missing until then."""
        packed = self._packed if name in _COLUMNS else None
        if packed is None:
            raise AttributeError(name)
        self._packed = None
        targets, holders, lines, cols, ends, roles, known, own, outside, places = marshal.loads(packed)  # noqa: S302  see below
        now = [*self._numbers(), NOWHERE].__getitem__  # the last is where -1 leads
        self.targets = array("I", map(now, array("i", targets)))
        self.holders = array("i", map(now, array("i", holders)))
        self.lines, self.cols, self.ends = array("I", lines), array("I", cols), array("I", ends)
        self.roles, self.known = bytearray(roles), bytearray(known)
        self.add_columns(array("I", own), array("I", outside), _named((self._outside_table, places)))
        return getattr(self, name)

    @property
    def distinct_externals(self) -> Iterable[str]:
        """The full dotted names of what means something outside the repository, each once."""
        return self._outside_table

    @property
    def state(self) -> bytes:
        """What changes with anything that is known of the file's names, but not with the numbers of their targets."""
        return sum_up((self._state, self._remotes.tobytes(), self._remote_paths))

    def _targets_then(self) -> list[str]:
        return _ungrouped((path, rests) for path, rests, _how in self._usage)

    def _numbers(self) -> list[int]:
        """Return the numbers of the targets, and behind them those of names that only hold others."""
        if self._numbers_now is None:
            then = chain(self._targets_then(), _ungrouped(self._holding))
            self._numbers_now = list(map(self._all_numbers.__getitem__, then))
        return self._numbers_now

    @property
    def is_complete(self) -> bool:
        """Whether all that it speaks of is still there."""
        try:
            self._numbers()
        except KeyError:
            return False
        return True

    def tally(self) -> Iterable[tuple[int, int]]:
        """Return the number of each target with how often it occurs."""
        return zip(self._numbers(), self._counts, strict=False)

    def tally_by_name(self) -> Iterable[tuple[str, int]]:
        """Return each target with how often it occurs."""
        return zip(self._targets_then(), self._counts, strict=True)

    def kept_roles(self, target: int) -> bytes | None:
        """Return the roles of one target's occurrences, unless all columns are at hand."""
        if self._packed is None:
            return None
        place = self._numbers().index(target)
        begin = sum(self._counts[:place])
        return self._roles[begin : begin + self._counts[place]]  # type: ignore[no-any-return]

    def usage(self) -> list[FileUsage]:
        """Return how the file speaks of what it speaks of."""
        return list(map(FileUsage._make, self._usage))

    @property
    def is_empty(self) -> bool:
        """Whether no name of the file means anything; such a file is not kept in this form."""
        return False


_COLUMNS = {*FileReferences.__slots__} - {"_asked", "_names", "_order", "_remotes", "_remote_paths"}


def encode_references(refs: FileReferences) -> bytes:
    """Return the occurrences of a file as bytes; none if there are none."""
    if refs.is_empty:
        return b""
    # The repository's list has the symbols of a file together, hence so has this.
    counts = Counter(refs.targets)
    used = [*sorted(counts), *sorted({*refs.holders} - {*counts, NOWHERE})]
    places = {number: place for place, number in enumerate(used)}
    places[NOWHERE] = NOWHERE
    names = refs.names
    further = cast("tuple[bytes, bytes, bytes, tuple[str, ...], tuple[str, ...]]", tuple(refs.further_columns()))
    own, remotes, outside, remote_paths, outside_names = further
    outside_table, outside_places = _numbered(outside_names)
    columns = (
        *(array("i", map(places.__getitem__, column)).tobytes() for column in (refs.targets, refs.holders)),
        *(column.tobytes() for column in (refs.lines, refs.cols, refs.ends)),
        *(bytes(column) for column in (refs.roles, refs.known)),
        *(own, outside, outside_places),
    )
    known = (
        [tuple(each) for each in refs.usage()],
        _grouped(names[number] for number in used[len(counts) :]),
        tuple(map(counts.__getitem__, used[: len(counts)])),
        refs.roles_by_target(),
        outside_table,
        marshal.dumps(columns),
    )
    return marshal.dumps((sum_up((*known[:5], *columns)), *known, remotes, _numbered(remote_paths)))


def decode_references(
    data: bytes, names: Sequence[str], numbers: Mapping[str, int], *, is_sure: bool = False
) -> FileReferences | None:
    """Return the occurrences that bytes hold, with the targets' numbers of now.

    None if there is a target no longer, unless it is sure that all are there: then they are looked up when asked for.
    """
    if not data:
        return FileReferences(names)
    found = PackedOccurrences(names, marshal.loads(data), numbers)  # noqa: S302  runs no code; the store has compared the bytes' checksum
    return found if is_sure or found.is_complete else None


def is_whole(refs: FileReferences) -> bool:
    """Tell whether occurrences that anybody may have written are right in themselves: types, lengths and numbers."""
    if not isinstance(refs, PackedOccurrences):
        return True
    try:
        return all(_checks(refs))
    except Exception:  # noqa: BLE001  whatever is wrong with them, they are not there
        return False


def _checks(refs: PackedOccurrences) -> Iterator[bool]:
    usage, counts = refs.usage(), [count for _target, count in refs.tally()]
    yield all(_fits_usage(each) for each in usage)
    number = len(refs.lines)
    yield {number} == {len(column) for column in (refs.cols, refs.ends, refs.targets, refs.holders)}
    yield number == len(refs.roles) == len(refs.known) == sum(counts)
    yield all(role < len(ROLES) for role in refs.roles) and all(known < len(CERTAINTIES) for known in refs.known)
    places = list(zip(refs.lines, refs.cols, strict=True))
    yield places == sorted(places) and all(1 <= line < _LARGEST and col < _LARGEST for line, col in places)
    yield dict(refs.tally()) == Counter(refs.targets)
    yield all(refs.kept_roles(target) is None for target in refs.targets[:1])
    own, _remotes, outside, _paths, names = refs.further_columns()
    columns = cast("tuple[bytes, bytes, tuple[str, ...]]", (own, outside, names))
    size = array("I").itemsize
    yield len(columns[0]) % (7 * size) == 0 and len(columns[1]) == 3 * size * len(columns[2])
    yield all(type(name) is str for name in (*columns[2], *refs.distinct_externals))


def _grouped(names: Iterable[str]) -> _Groups:
    """Part ids behind the file's path, and gather those of one file that follow each other."""
    return [
        (path, tuple(name[len(path) :] for name in group))
        for path, group in groupby(names, key=lambda name: name.partition("#")[0])
    ]


def _ungrouped(groups: Iterable[tuple[str, tuple[str, ...]]]) -> list[str]:
    return [path + rest for path, group in groups for rest in group]


def _numbered(names: Sequence[str]) -> _Numbered:
    """Return the names, each once, and which of them stands where."""
    table = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return tuple(table), array("I", map(table.__getitem__, names)).tobytes()


def _named(numbered: _Numbered) -> list[str]:
    table, places = numbered
    return list(map(table.__getitem__, array("I", places)))
