"""What linking one file gives, whatever its language, in a form that can be kept, and what all give together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.model.references import Calls, Hierarchy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx_kwdocs.model.index import Origin
    from sphinx_kwdocs.model.occurrences import FileReferences


class FoundImport(NamedTuple):
    """What an import was found to mean; the fields are those of an `ImportLink`."""

    origin: Origin
    target: str = ""
    symbol: str = ""


class FarPlace(NamedTuple):
    """A name that means something in another file which is no symbol, wherever that stands there."""

    line: int
    """Where the name stands."""
    col: int
    """Where it begins."""
    end_col: int
    """Where it ends."""
    path: str
    """The other file."""
    number: int
    """Which one of the places that the other file's interface lists."""


@dataclass(frozen=True, slots=True)
class FileLinks:
    """All that linking one file gives."""

    references: FileReferences
    """What its names mean; without those in other files that are no symbols."""
    far_places: tuple[FarPlace, ...] = ()
    """Those, in text order."""
    imports: tuple[tuple[Origin, str, str], ...] = ()
    """What its imports mean, as `FoundImport` or plain values of the same, parallel to those of its facts."""
    calls: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The functions and classes that each definition of it, or the file itself, calls.

    Callers may be of other files: functions that are handed what they call by this one.
    """
    bases: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The bases of its classes."""
    overrides: tuple[tuple[str, str], ...] = ()
    """Members of its classes, each with the one it replaces."""
    dependencies: frozenset[str] = frozenset()
    """The other files that were looked at, by path, and the folders whose entries were, with a slash at the end."""
    asked: Mapping[str, str] = field(default_factory=dict)
    """The names in documentation that no scope knows, each with the symbol that it was found to mean, or empty."""
    problem: str = ""
    """What went wrong with it; then it holds nothing else, and is not to be kept."""

    def placed(self, place: Callable[[str, int], tuple[int, int]]) -> FileReferences:
        """Return what its names mean, all of them; `place` says where a numbered place of a file stands."""
        found = self.references
        found.remotes = (
            (line, col, end_col, *place(path, number), path) for line, col, end_col, path, number in self.far_places
        )
        return found


def join_hierarchy(files: Iterable[FileLinks]) -> Hierarchy:
    """Return how all classes and their members descend from one another; the files are given in path order."""
    bases: dict[str, tuple[str, ...]] = {}
    overrides: dict[str, tuple[str, ...]] = {}
    for file in files:
        bases.update(file.bases)
        overrides.update((low, (high,)) for low, high in file.overrides)
    return Hierarchy(bases, _Reversed(bases), overrides, _Reversed(overrides))


def join_calls(files: Iterable[FileLinks], numbers: Mapping[str, int]) -> Calls:
    """Return who calls whom; `numbers` are the places of all symbols and files in the order of the result."""
    found = sorted((pair for file in files for pair in file.calls), key=lambda pair: numbers[pair[0]])
    callees: dict[str, tuple[str, ...]] = {}
    for caller, several in found:
        # Where a function is handed to another one, the file of the call says what that calls.
        before = callees.get(caller)
        callees[caller] = several if before is None else tuple(dict.fromkeys((*before, *several)))
    return Calls(callees, _Reversed(callees))


class _Reversed(Mapping[str, tuple[str, ...]]):
    """A relation the other way round, found out when it is first asked for: only pages that are made do."""

    def __init__(self, relation: Mapping[str, tuple[str, ...]]) -> None:
        self._relation = relation

    @cached_property
    def _found(self) -> dict[str, tuple[str, ...]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for low, high in self._relation.items():
            for each in high:
                found[each].append(low)
        return {each: tuple(lows) for each, lows in found.items()}

    def __getitem__(self, each: str) -> tuple[str, ...]:
        return self._found[each]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)
