"""Notes which parts of a repository a page is made from, by handing pages mappings that remember what they were asked.

Nobody has to say what a page depends on, and nobody can forget to: a page sees the repository through these only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sphinx_kwdocs.model.import_table import ImportTable
from sphinx_kwdocs.model.index import ImportLink
from sphinx_kwdocs.model.occurrences import FileUses
from sphinx_kwdocs.model.references import References
from sphinx_kwdocs.model.symbol_table import SymbolTable
from sphinx_kwdocs.model.symbols import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_kwdocs.model.import_table import Meanings
    from sphinx_kwdocs.model.occurrences import FileReferences

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")

WHOLE_ASPECT = "\0all"
"""The key of everything at once: a page that lists or counts all of an aspect depends on each."""
EVERYTHING = ("everything", WHOLE_ASPECT)
"""The source that changes with any other."""


class RecordingMapping(Mapping[K, V], Generic[K, V]):
    """A mapping that remembers the keys it was asked for, also those that it does not have."""

    __slots__ = ("_inner", "seen")

    def __init__(self, inner: Mapping[K, V]) -> None:
        self._inner = inner
        self.seen: set[Any] = set()

    def _note(self, key: object) -> None:
        self.seen.add(key)

    def __getitem__(self, key: K) -> V:
        self._note(key)
        return self._inner[key]

    def get(self, key: K, default: T | None = None) -> V | T | None:  # type: ignore[override]  # as dicts have it
        """Return the value of a key, or a default."""
        self._note(key)
        return self._inner.get(key, default)

    def __contains__(self, key: object) -> bool:
        self._note(key)
        return key in self._inner

    def __iter__(self) -> Iterator[K]:
        self.seen.add(WHOLE_ASPECT)
        return iter(self._inner)

    def __len__(self) -> int:
        self.seen.add(WHOLE_ASPECT)
        return len(self._inner)

    def __bool__(self) -> bool:
        self.seen.add(WHOLE_ASPECT)
        return bool(self._inner)

    def keys(self) -> Any:  # noqa: ANN401  a view, as dicts give it
        """Return all keys."""
        self.seen.add(WHOLE_ASPECT)
        return self._inner.keys()

    def values(self) -> Any:  # noqa: ANN401  a view, as dicts give it
        """Return all values."""
        self.seen.add(WHOLE_ASPECT)
        return self._inner.values()

    def items(self) -> Any:  # noqa: ANN401  a view, as dicts give it
        """Return all pairs."""
        self.seen.add(WHOLE_ASPECT)
        return self._inner.items()


class RecordingWhole(RecordingMapping[K, V]):
    """A mapping that remembers only whether it was asked for anything."""

    __slots__ = ()

    def _note(self, key: object) -> None:  # noqa: ARG002  whatever it is
        self.seen.add(WHOLE_ASPECT)


class RecordingImports(RecordingMapping[str, tuple[ImportLink, ...]], ImportTable):
    """The imports of files, remembering of which they were asked for."""

    def __init__(self, inner: ImportTable) -> None:
        super().__init__(inner)
        self._table = inner

    @property
    def meanings(self) -> Mapping[str, Meanings]:
        """The origin, target and symbol of each import, by path."""
        self.seen.add(WHOLE_ASPECT)
        return self._table.meanings


class RecordingSymbols(RecordingMapping[str, Symbol], SymbolTable):
    """Symbols by id, remembering which were asked for; what may mean a file is asked for, too.

    Every id has a `#` behind its file's path. What has none is no symbol whatever files say, and need not be noted: it
    would tie a page that names a file to all symbols of that file.
    """

    def __init__(self, inner: SymbolTable) -> None:
        super().__init__(inner.at_hand)
        self._table = inner

    def _note(self, key: object) -> None:
        if not isinstance(key, str) or "#" in key:
            self.seen.add(key)

    @property
    def at_hand(self) -> Mapping[str, Symbol]:
        """The same mapping."""
        return self

    def path_of(self, symbol_id: str) -> str | None:
        """Return the file that a symbol stands in."""
        self._note(symbol_id)
        return self._table.path_of(symbol_id)

    def at(self, place: int) -> Symbol:
        """Return the symbol at a place, which depends on all."""
        self.seen.add(WHOLE_ASPECT)
        return self._table.at(place)

    def name_at(self, place: int) -> tuple[str, str]:
        """Return the path and the qualified name of the symbol at a place, which depend on all."""
        self.seen.add(WHOLE_ASPECT)
        return self._table.name_at(place)

    @property
    def definitions(self) -> int:
        """How many there are that are no headings."""
        self.seen.add(WHOLE_ASPECT)
        return self._table.definitions

    @property
    def by_name(self) -> Mapping[str, Sequence[Symbol]]:
        """All symbols of a name, in path and text order."""
        self.seen.add(WHOLE_ASPECT)
        return self._table.by_name


class RecordingSet(AbstractSet[K], Generic[K]):
    """A set that remembers what was looked for in it."""

    __slots__ = ("_inner", "seen")

    def __init__(self, inner: AbstractSet[K]) -> None:
        self._inner = inner
        self.seen: set[Any] = set()

    def __contains__(self, key: object) -> bool:
        self.seen.add(key)
        return key in self._inner

    def __iter__(self) -> Iterator[K]:
        self.seen.add(WHOLE_ASPECT)
        return iter(self._inner)

    def __len__(self) -> int:
        self.seen.add(WHOLE_ASPECT)
        return len(self._inner)


class RecordingUses(FileUses):
    """The occurrences of one target in one file, remembering whether it was asked where they stand."""

    __slots__ = ("_key", "_seen")

    def __init__(self, file: FileReferences, target: int, number: int, key: str, seen: set[Any]) -> None:
        # Without `super`: there is one for each name and each file that uses it.
        self._file = file
        self._target = target
        self._number = number
        self._found = None
        self._key = key
        self._seen = seen

    @property
    def file(self) -> FileReferences:
        """All occurrences of the file, which tell where each stands."""
        self._seen.add(self._key)
        return self._file


class RecordingReferences(References):
    """The occurrences of a repository, remembering whose were asked for."""

    def __init__(self, inner: References, place_key: Callable[[str], str]) -> None:
        """Take what names the state that the places of a target's occurrences belong to."""
        self._inner = inner
        self._place_key = place_key
        self.names = inner.names
        files = RecordingMapping(inner.files)
        self.files = files
        self.of_files = files.seen
        """The files whose own occurrences were asked for."""
        self.of_targets: set[Any] = set()
        """The targets of which it was asked who speaks of them."""
        self.of_places: set[Any] = set()
        """The states of places that were asked for."""

    def of(self, path: str) -> FileReferences | None:
        """Return the occurrences in a file, or None if it has none."""
        self.of_files.add(path)
        return self._inner.of(path)

    def count(self, target: str) -> int:
        """Return how often a symbol or file is spoken of."""
        self.of_targets.add(target)
        return self._inner.count(target)

    @property
    def counts(self) -> Mapping[str, int]:
        """How often each symbol or file is spoken of."""
        self.of_targets.add(WHOLE_ASPECT)
        return self._inner.counts

    def rows_by_file(self, target: str) -> list[tuple[str, FileReferences, Sequence[int]]]:
        """Return the files that speak of a symbol or file, with all that tells where."""
        self.of_targets.add(target)
        self.of_places.add(self._place_key(target))
        return self._inner.rows_by_file(target)

    def users_of(self, target: str) -> list[tuple[str, tuple[FileReferences, int, int]]]:
        """Return the files that speak of a symbol or file, with all that tells where."""
        self.of_targets.add(target)
        self.of_places.add(self._place_key(target))
        return self._inner.users_of(target)

    def uses_by_file(self, target: str) -> dict[str, FileUses]:
        """Return the occurrences of a symbol or file by the files they stand in."""
        self.of_targets.add(target)
        users = self._inner.users_of(target)
        if not users:
            return {}
        key, seen = self._place_key(target), self.of_places
        return {path: RecordingUses(file, number, times, key, seen) for path, (file, number, times) in users}


class ReadLog:
    """What was asked for since it was last taken."""

    def __init__(self, files_of: Callable[[str], Iterable[str]]) -> None:
        """Take what tells the files that the id of a symbol may belong to."""
        self._files_of = files_of
        self._by_key: defaultdict[str, list[set[Any]]] = defaultdict(list)
        self._by_symbol: defaultdict[str, list[set[Any]]] = defaultdict(list)
        self._added: set[tuple[str, str]] = set()
        self.taken = 0
        """How often they were taken."""

    @property
    def aspects(self) -> set[str]:
        """The aspects that it listens to."""
        return {*self._by_key, *self._by_symbol}

    def listen(self, aspect: str, seen: set[Any], *, by_symbol: bool = False) -> None:
        """Listen to a mapping whose keys are paths, or such as are ids of symbols, which are noted by their files."""
        (self._by_symbol if by_symbol else self._by_key)[aspect].append(seen)

    def take(self) -> set[tuple[str, str]]:
        """Return what was asked for, by aspect and key, and begin anew."""
        self.taken += 1
        sources, self._added = self._added, set()
        for aspect, keys in _taken(self._by_key):
            sources.update([(aspect, key if key.__class__ is str else "\0".join(key)) for key in keys])
        # Pages ask about the same few symbols in every respect, so it is found out once to which files they belong.
        by_symbol = _taken(self._by_symbol)
        paths = {key: tuple(self._files_of(key)) for key in set().union(*(keys for _aspect, keys in by_symbol))}
        for aspect, keys in by_symbol:
            sources.update([(aspect, path) for path in set(chain.from_iterable(map(paths.__getitem__, keys)))])
        return sources

    def add_everything(self) -> None:
        """Note that a page may have read anything."""
        self._added.add(EVERYTHING)

    def add(self, sources: set[tuple[str, str]]) -> None:
        """Note what was taken before once more, by aspect and key."""
        self._added |= sources


def _taken(sets: Mapping[str, list[set[Any]]]) -> list[tuple[str, set[Any]]]:
    """Take what is in the sets of each aspect, and leave them empty."""
    taken: list[tuple[str, set[Any]]] = []
    for aspect, several in sets.items():
        together: set[Any] = set()
        for seen in several:
            if seen:
                together |= seen
                seen.clear()
        if together:
            taken.append((aspect, together))
    return taken
