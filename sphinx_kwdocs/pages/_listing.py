"""Holds keywords in the order of an A-Z index by their names, so that one part is reached without making the others."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, overload
from zlib import crc32

from sphinx_kwdocs.pages._keywords import by_name, in_name_order, in_place_order, keyword_names, letter_of, term_kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx_kwdocs.model import Index
    from sphinx_kwdocs.pages._keywords import Keyword

PART_SIZE = 1_000
"""Places on one page: about 150 KB of HTML."""
_FEWEST = 500
"""Places on a page whose end a name decides."""
_ENDING = 64
"""One of so many names ends the page before it."""
COMMON = 20
"""An identifier without a definition that occurs in more files than this is left to the files' own pages."""


class Listing(Sequence["Keyword"]):
    """Keywords in index order."""

    left_out = 0
    """How many names are left to the files' own pages because they occur nearly everywhere."""

    def __init__(self, keywords: Iterable[Keyword]) -> None:
        """Take keywords in any order; those of a name are sorted when somebody asks for them."""
        self._groups = by_name(keywords)

    @property
    def _sizes(self) -> Mapping[str, int]:
        """How many places each name has."""
        return {name: len(group) for name, group in self._groups.items()}

    @cached_property
    def _arranged(self) -> tuple[list[str], list[int]]:
        """The names in index order, and how many places the names up to each have."""
        sizes = self._sizes
        names = in_name_order(sizes)
        return names, list(accumulate(map(sizes.__getitem__, names)))

    @property
    def names(self) -> Sequence[str]:
        """The names, in index order."""
        return self._arranged[0]

    def _places(self, name: str) -> list[Keyword]:
        """Return the places of a name, in index order."""
        found = self._groups[name]
        return in_place_order(found) if len(found) > 1 else found

    def _start(self, number: int) -> int:
        return self._arranged[1][number - 1] if number else 0

    def _number(self, position: int) -> int:
        """Return which of the names stands at a position."""
        return bisect_right(self._arranged[1], position)

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

    def part(self, part: int) -> Iterator[tuple[str, bool, list[Keyword]]]:
        """Yield the names of a part."""
        return self.rows(*self.bounds(part))

    def rows(self, start: int, end: int) -> Iterator[tuple[str, bool, list[Keyword]]]:
        """Yield the names from one position to another, whether one began before that, and its places in between."""
        names, ends = self._arranged
        number = self._number(start)
        begin = self._start(number)
        last = self._number(end - 1) + 1
        for name, stop in zip(names[number:last], ends[number:last], strict=True):
            places = self._places(name)
            if begin < start or stop > end:
                places = places[max(0, start - begin) : end - begin]
            yield name, begin < start, places
            begin = stop

    def names_between(self, start: int, end: int) -> list[tuple[str, int, object]]:
        """Return the names between two positions, each with the places up to it and those without a file."""
        first, last = self._number(start), self._number(max(start, end - 1)) + 1
        names, ends = self._arranged
        groups = self._groups
        return [
            (name, stop - start, groups.get(name))
            for name, stop in zip(names[first:last], ends[first:last], strict=True)
        ]

    def parts_with(self, names: Iterable[str]) -> set[int]:
        """Return the parts that some names stand in; a name that the index lacks stands in none."""
        found: set[int] = set()
        for name in set(names):
            number = self._places_of_names.get(name)
            if number is not None:
                found.update(range(self.part_of(self._start(number)), self.part_of(self._arranged[1][number] - 1) + 1))
        return found

    @cached_property
    def _places_of_names(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def sources(self, start: int, end: int) -> Iterator[tuple[str, str]]:
        """Yield what stands between two positions: names, each with its file, or with all that is said of it.

        This takes far less time than making the keywords. Of a name that is cut all is told on both sides.
        """
        if start < end <= len(self):
            for name in self.names[self._number(start) : self._number(end - 1) + 1]:
                yield from ((name, origin) for origin in self._origins(name))

    def _origins(self, name: str) -> Iterator[str]:
        return (repr(keyword) for keyword in self._groups.get(name, ()))

    def letters(self) -> Iterator[tuple[str, int]]:
        """Yield the headings of the index, each with the position where it begins."""
        return iter(self._letters)

    @cached_property
    def _letters(self) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        number = 0
        while number < len(self.names):
            letter = letter_of(self.names[number])
            found.append((letter, self._start(number)))
            # Index order begins with the letter, so its end is found by halving instead of by looking at every name.
            number = bisect_right(self.names, letter, lo=number, key=letter_of)
        return found


class StableListing(Listing):
    """Keywords in index order, cut where names decide and not numbers: one more name moves no other to another part."""

    @cached_property
    def cuts(self) -> Sequence[int]:
        """The positions where the parts of the index begin."""
        cuts = [0]
        begin = 0
        for name, end in zip(*self._arranged, strict=True):
            size = begin - cuts[-1]
            if size and (end - cuts[-1] > PART_SIZE or (size >= _FEWEST and crc32(_bytes(name)) % _ENDING == 0)):
                cuts.append(begin)
            # A name may have more places than one page takes.
            cuts.extend(range(cuts[-1] + PART_SIZE, end, PART_SIZE))
            begin = end
        return cuts


def _bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogatepass")


class RepositoryListing(StableListing):
    """The keywords of all files, without identifiers that stand nearly everywhere, and those of documents.

    How many there are is counted at once. Their names are put in order when somebody looks at them, and keywords are
    taken from their files when somebody looks at these.
    """

    def __init__(
        self,
        index: Index,
        keywords: Mapping[str, tuple[Keyword, ...]],
        numbers: Mapping[str, int],
        others: Iterable[Keyword] = (),
    ) -> None:
        """Take the keywords of files and how many each has, in the order of paths; `others` stand in documents."""
        super().__init__(others)
        self._index = index
        self._keywords = keywords
        self._paths = tuple(numbers)
        self._starts = list(accumulate(numbers.values(), initial=0))
        identifiers: Counter[str] = Counter()
        for path in self._paths:
            if term_kind(index, path) == "identifier":
                identifiers.update([term.name for term in index.terms.get(path, ())])
        self._common = {name for name, number in identifiers.items() if number > COMMON}
        self._length = self._starts[-1] - sum(map(identifiers.__getitem__, self._common))
        self._length += sum(map(len, self._groups.values()))
        self.left_out = len(self._common)

    def __len__(self) -> int:
        """Return the number of places, without looking at names."""
        return self._length

    @cached_property
    def _found(self) -> dict[str, list[int]]:
        """Where each name stands, as numbers of all keywords of all files one behind the other."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        common = self._common
        for start, path in zip(self._starts, self._paths, strict=False):
            names = keyword_names(self._index, path)
            first_term = len(names)
            if term_kind(self._index, path) == "identifier":
                first_term -= len(self._index.terms.get(path, ()))
            for number, name in enumerate(names[:first_term], start):
                found[name].append(number)
            for number, name in enumerate(names[first_term:], start + first_term):
                if name not in common:
                    found[name].append(number)
        return found

    @property
    def _sizes(self) -> Mapping[str, int]:
        sizes = Counter({name: len(group) for name, group in self._groups.items()})
        sizes.update({name: len(group) for name, group in self._found.items()})
        return sizes

    def _places(self, name: str) -> list[Keyword]:
        starts, paths, keywords = self._starts, self._paths, self._keywords
        places = []
        for number in self._found.get(name, ()):
            file = bisect_right(starts, number) - 1
            places.append(keywords[paths[file]][number - starts[file]])
        places += self._groups.get(name, ())
        return in_place_order(places) if len(places) > 1 else places

    def _numbered(self, name: str) -> Iterator[tuple[int, int]]:
        """Yield the numbers of a name's keywords, each with the number of its file."""
        return ((number, bisect_right(self._starts, number) - 1) for number in self._found.get(name, ()))

    def _origins(self, name: str) -> Iterator[str]:
        yield from (self._paths[file] for _number, file in self._numbered(name))
        yield from super()._origins(name)
