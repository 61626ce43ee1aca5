"""Turns the occurrences of one file into bytes and back, for the store.

Targets are numbers into a list of the whole repository, which differs from build to build. The bytes hold the targets'
names instead, each once and a file's together, and numbers into these.
"""

from __future__ import annotations

import marshal
from array import array
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from sphinx_kwdocs.references import NOWHERE, FileReferences

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_Groups = list[tuple[str, tuple[str, ...]]]
_Numbered = tuple[tuple[str, ...], bytes]


def encode_references(refs: FileReferences) -> bytes:
    """Return the occurrences of a file as bytes."""
    # The repository's list has the symbols of a file together, hence so has this.
    used = sorted({*refs.targets, *refs.holders} - {NOWHERE})
    places = {number: place for place, number in enumerate(used)}
    places[NOWHERE] = NOWHERE
    names = refs.names
    further = cast("tuple[bytes, bytes, bytes, tuple[str, ...], tuple[str, ...]]", tuple(refs.further_columns()))
    own, remotes, outside, remote_paths, outside_names = further
    row: tuple[Any, ...] = (
        _grouped(names[number] for number in used),
        *(array("i", map(places.__getitem__, column)).tobytes() for column in (refs.targets, refs.holders)),
        *(column.tobytes() for column in (refs.lines, refs.cols, refs.ends)),
        *(bytes(column) for column in (refs.roles, refs.known)),
        *(own, remotes, _numbered(remote_paths), outside, _numbered(outside_names)),
    )
    return marshal.dumps(row)


def decode_references(data: bytes, names: Sequence[str], numbers: Mapping[str, int]) -> FileReferences | None:
    """Return the occurrences that bytes hold, with the targets' numbers of now; None if there is one no longer."""
    row = marshal.loads(data)  # noqa: S302  runs no code; the store has compared the bytes' checksum
    groups, targets, holders, lines, cols, ends, roles, known, own, remotes, remote_paths, outside, outside_names = row
    now: list[Any] = list(map(numbers.get, _ungrouped(groups)))
    if None in now:
        return None
    now.append(NOWHERE)  # where -1 leads
    refs = FileReferences(names)
    refs.targets = array("I", map(now.__getitem__, array("i", targets)))
    refs.holders = array("i", map(now.__getitem__, array("i", holders)))
    refs.lines, refs.cols, refs.ends = array("I", lines), array("I", cols), array("I", ends)
    refs.roles, refs.known = bytearray(roles), bytearray(known)
    refs.add_columns(array("I", own), array("I", outside), _named(outside_names))
    if remotes:
        places = array("I", remotes)
        columns = (places[column::5] for column in range(5))
        refs.remotes = zip(*columns, _named(remote_paths), strict=True)
    return refs


def _grouped(names: Iterable[str]) -> _Groups:
    """Part ids behind the file's path, and gather those of one file that follow each other."""
    return [
        (path, tuple(name[len(path) :] for name in group))
        for path, group in groupby(names, key=lambda name: name.partition("#")[0])
    ]


def _ungrouped(groups: _Groups) -> list[str]:
    return [path + rest for path, group in groups for rest in group]


def _numbered(names: Sequence[str]) -> _Numbered:
    """Return the names, each once, and which of them stands where."""
    table = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return tuple(table), array("I", map(table.__getitem__, names)).tobytes()


def _named(numbered: _Numbered) -> list[str]:
    table, places = numbered
    return list(map(table.__getitem__, array("I", places)))
