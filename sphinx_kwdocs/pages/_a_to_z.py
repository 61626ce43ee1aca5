"""Holds keywords in the order of an A-Z index by their names, so that one part is reached without making the others."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property, partial
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, overload
from zlib import crc32

from sphinx_kwdocs.pages._keywords import (
    by_letter,
    by_name,
    by_place,
    in_place_order,
    shown_values,
    term_kind,
    values_at,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx_kwdocs.model.documents import Passage
    from sphinx_kwdocs.model.index import ImportLink, Index
    from sphinx_kwdocs.pages._keywords import Keyword, ShownValues
    from sphinx_kwdocs.pages._lazy_mapping import Computed

PART_SIZE = 1_000
"""Places on one page: about 150 KB of HTML."""
_FEWEST = 500
"""Places on a page whose end a name decides."""
_ENDING = 64
"""One of so many names ends the page before it."""
COMMON = 20
"""An identifier without a definition that occurs in more files than this is left to the files' own pages."""


_MOST_KEPT = 40_000
"""Names of which it is kept what is shown: the parts that an edit concerns are asked for twice."""


class IndexEntry(NamedTuple):
    """What an index shows of a keyword."""

    kind: str
    """A key of `languages.all_kinds`."""
    path: str
    """The file, or the document."""
    line: int
    """The line; 0 in a document."""
    qualname: str
    """The qualified name of the symbol that it stands for, if it is one."""
    passage: Passage | None
    """The place in a document, if it is one."""
    rank: str
    """What orders those of a name that stand on one line."""


_new_entry = partial(tuple.__new__, IndexEntry)


class _Arranged(NamedTuple):
    """Names in index order."""

    names: list[str]
    """The names."""
    ends: list[int]
    """How many places the names up to each have."""
    letters: list[tuple[str, int]]
    """The headings, each with the number of the first name below it."""


class Listing(Sequence["Keyword"]):
    """Keywords in index order."""

    left_out = 0
    """How many names are left to the files' own pages because they occur nearly everywhere."""

    def __init__(self, keywords: Iterable[Keyword]) -> None:
        """Take keywords in any order; those of a name are sorted when somebody asks for them."""
        self._groups = by_name(keywords)
        self._kept: dict[str, list[ShownValues]] = {}

    @property
    def _sizes(self) -> Mapping[str, int]:
        """How many places each name has."""
        return {name: len(group) for name, group in self._groups.items()}

    @cached_property
    def _arranged(self) -> _Arranged:
        sizes = self._sizes
        names: list[str] = []
        letters: list[tuple[str, int]] = []
        for letter, group in by_letter(sizes):
            letters.append((letter, len(names)))
            names += group
        return _Arranged(names, list(accumulate(map(sizes.__getitem__, names))), letters)

    @property
    def names(self) -> Sequence[str]:
        """The names, in index order."""
        return self._arranged.names

    def _places(self, name: str) -> list[Keyword]:
        """Return the places of a name, in index order."""
        found = self._groups[name]
        return in_place_order(found) if len(found) > 1 else found

    def _start(self, number: int) -> int:
        return self._arranged.ends[number - 1] if number else 0

    def _number(self, position: int) -> int:
        """Return which of the names stands at a position."""
        return bisect_right(self._arranged.ends, position)

    def __len__(self) -> int:
        """Return the number of places."""
        return self._start(len(self.names))

    @overload
    def __getitem__(self, index: int) -> Keyword: ...

    @overload
    def __getitem__(self, index: slice) -> list[Keyword]: ...

    def __getitem__(self, index: int | slice) -> Keyword | list[Keyword]:
        """Return one keyword, or some of them."""
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        position = range(len(self))[index]
        number = self._number(position)
        return self._places(self.names[number])[position - self._start(number)]

    def __iter__(self) -> Iterator[Keyword]:
        """Yield all keywords."""
        for name in self.names:
            yield from self._places(name)

    @cached_property
    def cuts(self) -> Sequence[int]:
        """The positions where the parts of the index begin."""
        return range(0, max(1, len(self)), PART_SIZE)

    def part_of(self, position: int) -> int:
        """Return the part that a position belongs to."""
        return bisect_right(self.cuts, position) - 1

    def name_at(self, position: int) -> str:
        """Return the name of the keyword at a position, without making it."""
        return self.names[self._number(position)]

    def bounds(self, part: int) -> tuple[int, int]:
        """Return where a part begins and ends."""
        return self.cuts[part], self.cuts[part + 1] if part + 1 < len(self.cuts) else len(self)

    def part(self, part: int) -> Iterator[tuple[str, bool, list[IndexEntry]]]:
        """Yield the names of a part, as `rows` does, with what is shown of them."""
        start, end = self.bounds(part)
        for name, begin, stop in self._between(start, end):
            values = self._kept.get(name) or self._values(name)
            if len(values) > 1:
                values = sorted(values, key=by_place)
            if begin < start or stop > end:
                values = values[max(0, start - begin) : end - begin]
            yield name, begin < start, list(map(_new_entry, values))

    def values(self, part: int) -> list[tuple[str, list[ShownValues]]]:
        """Return what a part shows of its names, in no certain order but always the same; of a name that is cut, all.

        This takes far less time than making the keywords and putting them in order.
        """
        found = [(name, self._values(name)) for name, _begin, _stop in self._between(*self.bounds(part))]
        if len(self._kept) < _MOST_KEPT:
            self._kept.update(found)
        return found

    def _values(self, name: str) -> list[ShownValues]:
        return list(map(shown_values, self._groups.get(name, ())))

    def rows(self, start: int, end: int) -> Iterator[tuple[str, bool, list[Keyword]]]:
        """Yield the names from one position to another, whether one began before that, and its places in between."""
        for name, begin, _stop in self._between(start, end):
            yield name, begin < start, self._places(name)[max(0, start - begin) : end - begin]

    def _between(self, start: int, end: int) -> Iterator[tuple[str, int, int]]:
        """Yield the names with places between two positions, and where the places of each begin and end."""
        names, ends, _letters = self._arranged
        number = self._number(start)
        begin = self._start(number)
        last = self._number(end - 1) + 1
        for name, stop in zip(names[number:last], ends[number:last], strict=True):
            yield name, begin, stop
            begin = stop

    def names_between(self, start: int, end: int) -> tuple[list[str], list[int], list[str]]:
        """Return the names between two positions, how many places there are up to each, and those without a file."""
        first, last = self._number(start), self._number(max(start, end - 1)) + 1
        names, ends, _letters = self._arranged
        found, groups = names[first:last], self._groups
        others = [repr((name, groups[name])) for name in found if name in groups] if groups else []
        return found, [stop - start for stop in ends[first:last]], others

    def parts_with(self, names: Iterable[str]) -> set[int]:
        """Return the parts that some names stand in; a name that the index lacks stands in none."""
        wanted = set(names)
        ends = self._arranged.ends
        found: set[int] = set()
        for number in [number for number, name in enumerate(self.names) if name in wanted]:
            found.update(range(self.part_of(self._start(number)), self.part_of(ends[number] - 1) + 1))
        return found

    def letters(self) -> Iterator[tuple[str, int]]:
        """Yield the headings of the index, each with the position where it begins."""
        return ((letter, self._start(number)) for letter, number in self._arranged.letters)


class StableListing(Listing):
    """Keywords in index order, cut where names decide and not numbers: one more name moves no other to another part."""

    @cached_property
    def cuts(self) -> Sequence[int]:
        """The positions where the parts of the index begin."""
        names, ends, _letters = self._arranged
        cuts = [0]
        while True:
            cut = cuts[-1]
            too_long = bisect_right(ends, cut + PART_SIZE)
            late_enough = range(bisect_left(ends, cut + _FEWEST) + 1, too_long)
            number = next((each for each in late_enough if crc32(_bytes(names[each])) % _ENDING == 0), too_long)
            if number == len(names):
                return cuts
            # A name may have more places than one page takes.
            begin = self._start(number)
            cuts.append(begin if begin > cut else cut + PART_SIZE)


def _bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogatepass")


class RepositoryListing(StableListing):
    """The keywords of all files, without identifiers that stand nearly everywhere, and those of documents.

    Their names are put in order when somebody looks at them, and keywords are taken from their files when somebody
    looks at these.
    """

    def __init__(
        self,
        index: Index,
        keywords: Computed[tuple[Keyword, ...]],
        names: Mapping[str, list[str]],
        imports: Mapping[str, Mapping[str, ImportLink]],
        others: Iterable[Keyword] = (),
    ) -> None:
        """Take the keywords of files and their names, in the order of paths; `others` stand in documents.

        `imports` are those of each file by name.
        """
        super().__init__(others)
        self._index = index
        self._keywords = keywords
        self._imports = imports
        self._paths = tuple(names)
        self._starts = list(accumulate(map(len, names.values()), initial=0))
        identifiers = [_identifiers(index, path, len(found)) for path, found in names.items()]
        occurring: Counter[str] = Counter()
        for found, first in zip(names.values(), identifiers, strict=True):
            occurring.update(found[first:])
        common = {name for name, number in occurring.items() if number > COMMON}
        self.left_out = len(common)
        self._length = self._starts[-1] - sum(map(occurring.__getitem__, common)) + sum(map(len, self._groups.values()))
        places: defaultdict[str, list[int]] = defaultdict(list)
        for start, found, first in zip(self._starts, names.values(), identifiers, strict=False):
            for number, name in enumerate(found[:first], start):
                places[name].append(number)
            for number, name in enumerate(found[first:], start + first):
                if name not in common:
                    places[name].append(number)
        self._found: Mapping[str, list[int]] = places
        """Where each name stands, as numbers of all keywords of all files one behind the other."""

    def __len__(self) -> int:
        """Return the number of places, without putting names in order."""
        return self._length

    @property
    def _sizes(self) -> Mapping[str, int]:
        sizes = dict(zip(self._found, map(len, self._found.values()), strict=True))
        for name, group in self._groups.items():
            sizes[name] = sizes.get(name, 0) + len(group)
        return sizes

    def _places(self, name: str) -> list[Keyword]:
        starts, paths = self._starts, self._paths
        places = [self._keywords[paths[file]][number - starts[file]] for number, file in self._numbered(name)]
        return in_place_order([*places, *self._groups.get(name, ())])

    def _values(self, name: str) -> list[ShownValues]:
        index, imports, paths, starts = self._index, self._imports, self._paths, self._starts
        found = super()._values(name)
        for number in self._found.get(name, ()):
            file = bisect_right(starts, number) - 1
            start = starts[file]
            found.append(values_at(index, paths[file], name, number - start, starts[file + 1] - start, imports))
        return found

    def _numbered(self, name: str) -> Iterator[tuple[int, int]]:
        """Yield the numbers of a name's keywords, each with the number of its file."""
        return ((number, bisect_right(self._starts, number) - 1) for number in self._found.get(name, ()))


def _identifiers(index: Index, path: str, keywords: int) -> int:
    """Return which of a file's keywords is its first identifier, if it has any; all behind it are such, too."""
    return keywords - len(index.terms.get(path, ())) if term_kind(index, path) == "identifier" else keywords
