"""Notes which parts of a repository a page is made from, by handing pages mappings that remember what they were asked.

Nobody has to say what a page depends on, and nobody can forget to: a page sees the repository through these only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sphinx_kwdocs.file_references import FileUses
from sphinx_kwdocs.model import FileFacts
from sphinx_kwdocs.references import References

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_kwdocs.file_references import FileReferences
    from sphinx_kwdocs.model import Symbol

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")

ALL = "\0all"
"""The key of everything at once: a page that lists or counts all depends on each."""
ABOUT = ("language", "title", "doc")
"""The fields of a file's facts that say what the file is: pages of others ask for these, and most edits leave them."""


class WatchedMapping(Mapping[K, V], Generic[K, V]):
    """A mapping that remembers the keys it was asked for, also those that it does not have."""

    __slots__ = ("_inner", "seen")

    def __init__(self, inner: Mapping[K, V]) -> None:
        self._inner = inner
        self.seen: set[Any] = set()

    def __getitem__(self, key: K) -> V:
        self.seen.add(key)
        return self._inner[key]

    def get(self, key: K, default: T | None = None) -> V | T | None:  # type: ignore[override]  # as dicts have it
        """Return the value of a key, or a default."""
        self.seen.add(key)
        return self._inner.get(key, default)

    def __contains__(self, key: object) -> bool:
        self.seen.add(key)
        return key in self._inner

    def __iter__(self) -> Iterator[K]:
        self.seen.add(ALL)
        return iter(self._inner)

    def __len__(self) -> int:
        self.seen.add(ALL)
        return len(self._inner)

    def __bool__(self) -> bool:
        self.seen.add(ALL)
        return bool(self._inner)

    def keys(self) -> Any:  # noqa: ANN401  a view, as dicts give it
        """Return all keys."""
        self.seen.add(ALL)
        return self._inner.keys()

    def values(self) -> Any:  # noqa: ANN401  a view, as dicts give it
        """Return all values."""
        self.seen.add(ALL)
        return self._inner.values()

    def items(self) -> Any:  # noqa: ANN401  a view, as dicts give it
        """Return all pairs."""
        self.seen.add(ALL)
        return self._inner.items()


class WatchedSymbols(WatchedMapping[str, "Symbol"]):
    """Symbols by id, remembering which were asked for; what may mean a file is asked for, too.

    Every id has a `#` behind its file's path. What has none is no symbol whatever files say, and need not be noted: it
    would tie a page that names a file to all symbols of that file.
    """

    __slots__ = ()

    def __getitem__(self, key: str) -> Symbol:
        if "#" in key:
            self.seen.add(key)
        return self._inner[key]

    def get(self, key: str, default: T | None = None) -> Symbol | T | None:  # type: ignore[override]  # as dicts have it
        """Return the symbol with an id, or a default."""
        if "#" in key:
            self.seen.add(key)
        return self._inner.get(key, default)

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, str) or "#" in key:
            self.seen.add(key)
        return key in self._inner


class WatchedWhole(WatchedMapping[K, V]):
    """A mapping that remembers only whether it was asked for anything."""

    __slots__ = ()

    def __getitem__(self, key: K) -> V:
        self.seen.add(ALL)
        return self._inner[key]

    def get(self, key: K, default: T | None = None) -> V | T | None:  # type: ignore[override]  # as dicts have it
        """Return the value of a key, or a default."""
        self.seen.add(ALL)
        return self._inner.get(key, default)

    def __contains__(self, key: object) -> bool:
        self.seen.add(ALL)
        return key in self._inner


class AskedFacts(FileFacts):
    """What a file says, remembering whether more was asked than what the file is."""

    __slots__ = ("_facts", "_path", "_seen")

    def __init__(self, facts: FileFacts, path: str, seen: set[Any]) -> None:
        # Frozen, as all facts are.
        for name, value in (("_facts", facts), ("_path", path), ("_seen", seen)):
            object.__setattr__(self, name, value)

    @property  # type: ignore[misc]  # nobody sets it
    def __class__(self) -> Any:  # noqa: ANN401  the class of all facts
        """What they pass for, also where a page of another package compares them or makes others of them."""
        return FileFacts


def _asked(name: str) -> Any:  # noqa: ANN401  stands for a field of any type
    def value(self: Any) -> Any:  # noqa: ANN401
        if name not in ABOUT:
            self._seen.add(self._path)
        return getattr(self._facts, name)

    return property(value)


for _field in fields(FileFacts):
    setattr(AskedFacts, _field.name, _asked(_field.name))


class WatchedFacts(WatchedMapping[str, FileFacts]):
    """What files say, remembering of which only what they are was asked, and of which more."""

    __slots__ = ("_asked", "about")

    def __init__(self, inner: Mapping[str, FileFacts]) -> None:
        super().__init__(inner)
        self._asked: dict[str, AskedFacts] = {}
        self.about: set[Any] = set()
        """The files of which it was asked what they are, or whether they say anything."""

    def __getitem__(self, key: str) -> FileFacts:
        self.about.add(key)
        found = self._asked.get(key)
        if found is None:
            found = self._asked[key] = AskedFacts(self._inner[key], key, self.seen)
        return found

    def get(self, key: str, default: T | None = None) -> FileFacts | T | None:  # type: ignore[override]  # as dicts have it
        """Return what a file says, or a default."""
        self.about.add(key)
        return self[key] if key in self._inner else default

    def __contains__(self, key: object) -> bool:
        self.about.add(key)
        return key in self._inner


class WatchedSet(AbstractSet[K], Generic[K]):
    """A set that remembers what was looked for in it."""

    __slots__ = ("_inner", "seen")

    def __init__(self, inner: AbstractSet[K]) -> None:
        self._inner = inner
        self.seen: set[Any] = set()

    def __contains__(self, key: object) -> bool:
        self.seen.add(key)
        return key in self._inner

    def __iter__(self) -> Iterator[K]:
        self.seen.add(ALL)
        return iter(self._inner)

    def __len__(self) -> int:
        self.seen.add(ALL)
        return len(self._inner)


class WatchedUses(FileUses):
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


class WatchedReferences(References):
    """The occurrences of a repository, remembering whose were asked for."""

    def __init__(self, inner: References, place_key: Callable[[str], str]) -> None:
        """Take what names the state that the places of a target's occurrences belong to."""
        vars(self).update(vars(inner))
        self.of_files: set[Any] = set()
        """The files whose own occurrences were asked for."""
        self.of_targets: set[Any] = set()
        """The targets of which it was asked who speaks of them."""
        self.of_places: set[Any] = set()
        """The states of places that were asked for."""
        self._place_key = place_key
        self.files = watched = WatchedMapping(inner.files)
        watched.seen = self.of_files
        self._inner = inner

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
        self.of_targets.add(ALL)
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
        found = self._inner.users_of(target)
        if not found:
            return {}
        key, seen = self._place_key(target), self.of_places
        return {path: WatchedUses(file, number, times, key, seen) for path, (file, number, times) in found}


class Notes:
    """What was asked for since it was last taken."""

    def __init__(self, path_of: Callable[[str], Iterable[str]]) -> None:
        """Take what tells the files that the id of a symbol may belong to."""
        self._path_of = path_of
        self._by_key: defaultdict[str, list[set[Any]]] = defaultdict(list)
        self._by_symbol: defaultdict[str, list[set[Any]]] = defaultdict(list)
        self._added: set[tuple[str, str]] = set()
        self.taken = 0
        """How often they were taken."""

    def watch(self, aspect: str, seen: set[Any], *, by_symbol: bool = False) -> None:
        """Listen to a mapping whose keys are paths, or such as are ids of symbols, which are noted by their files."""
        (self._by_symbol if by_symbol else self._by_key)[aspect].append(seen)

    def take(self) -> set[tuple[str, str]]:
        """Return what was asked for, by aspect and key, and begin anew."""
        self.taken += 1
        found, self._added = self._added, set()
        for aspect, keys in _taken(self._by_key):
            found.update([(aspect, key if key.__class__ is str else "\0".join(key)) for key in keys])
        # Pages ask about the same few symbols in every respect, so it is found out once to which files they belong.
        by_symbol = _taken(self._by_symbol)
        paths = {key: tuple(self._path_of(key)) for key in set().union(*(keys for _aspect, keys in by_symbol))}
        for aspect, keys in by_symbol:
            found.update([(aspect, path) for path in set(chain.from_iterable(map(paths.__getitem__, keys)))])
        return found

    def add(self, sources: set[tuple[str, str]]) -> None:
        """Note what was taken before once more, by aspect and key."""
        self._added |= sources


def _taken(sets: Mapping[str, list[set[Any]]]) -> list[tuple[str, set[Any]]]:
    """Take what is in the sets of each aspect, and leave them empty."""
    taken: list[tuple[str, set[Any]]] = []
    for aspect, several in sets.items():
        found: set[Any] = set()
        for seen in several:
            if seen:
                found |= seen
                seen.clear()
        if found:
            taken.append((aspect, found))
    return taken
