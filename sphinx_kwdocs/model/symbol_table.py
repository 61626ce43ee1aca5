"""Finds symbols among those of all files, by their ids and by their names, and takes them from their files when asked.

A large repository has a hundred thousand of them, and after an edit hardly any is looked at.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, overload

from sphinx_kwdocs.model.symbols import Symbol
from sphinx_kwdocs.model.vocabulary import SECTION

if TYPE_CHECKING:
    from collections.abc import Callable, ItemsView, ValuesView

    from sphinx_kwdocs.model.facts import FileFacts


class SymbolTable(Mapping[str, Symbol]):
    """Every symbol of a repository by its id."""

    def __init__(self, facts: Mapping[str, FileFacts]) -> None:
        """Take what files say, in path order."""
        files = [(path, file.symbols) for path, file in facts.items() if file.symbols]
        self._paths = [path for path, _symbols in files]
        self._files = [symbols for _path, symbols in files]
        self._starts = list(accumulate(map(len, self._files), initial=0))
        ids = chain.from_iterable(symbols.ids for symbols in self._files)
        self._places = dict(zip(ids, range(self._starts[-1]), strict=True))
        """Where each stands among the symbols of all files, one behind the other."""

    def __getitem__(self, symbol_id: str) -> Symbol:
        return self.at(self._places[symbol_id])

    def __contains__(self, symbol_id: object) -> bool:
        return symbol_id in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def get(self, symbol_id: str, default: Any = None) -> Any:  # noqa: ANN401  as mappings have it
        """Return a symbol, or a default."""
        place = self._places.get(symbol_id)
        return default if place is None else self.at(place)

    def values(self) -> ValuesView[Symbol]:
        """Return all symbols, which makes them."""
        return self._all.values()

    def items(self) -> ItemsView[str, Symbol]:
        """Return all ids with their symbols, which makes these."""
        return self._all.items()

    @cached_property
    def _all(self) -> dict[str, Symbol]:
        symbols = list(chain.from_iterable(self._files))
        return {symbol_id: symbols[place] for symbol_id, place in self._places.items()}

    @property
    def at_hand(self) -> Mapping[str, Symbol]:
        """The same mapping; once all symbols were asked for, one that answers faster."""
        return self._all if "_all" in vars(self) else self

    def path_of(self, symbol_id: str) -> str | None:
        """Return the file that a symbol stands in without making it; None if there is no such symbol."""
        place = self._places.get(symbol_id)
        return None if place is None else self._paths[bisect_right(self._starts, place) - 1]

    def at(self, place: int) -> Symbol:
        """Return the symbol at a place."""
        number = bisect_right(self._starts, place) - 1
        return self._files[number][place - self._starts[number]]

    def name_at(self, place: int) -> tuple[str, str]:
        """Return the path and the qualified name of the symbol at a place without making it."""
        number = bisect_right(self._starts, place) - 1
        return self._paths[number], self._files[number].qualnames[place - self._starts[number]]

    @property
    def definitions(self) -> int:
        """How many there are that are no headings."""
        kinds = list(chain.from_iterable(symbols.kinds for symbols in self._files))
        return sum(kinds[place] != SECTION for place in self._places.values())

    @cached_property
    def by_name(self) -> Mapping[str, Sequence[Symbol]]:
        """All symbols of a name, in path and text order; headings are left out."""
        names = list(chain.from_iterable(symbols.names for symbols in self._files))
        kinds = list(chain.from_iterable(symbols.kinds for symbols in self._files))
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for place in self._places.values():
            if kinds[place] != SECTION:
                groups[names[place]].append(place)
        return _ByName(self, dict(groups))


class _ByName(Mapping[str, Sequence[Symbol]]):
    """The symbols of each name."""

    def __init__(self, table: SymbolTable, places: Mapping[str, Sequence[int]]) -> None:
        self._table = table
        self._places = places

    def __getitem__(self, name: str) -> Sequence[Symbol]:
        return Namesakes(self._table, self._places[name])

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class Namesakes(Sequence[Symbol]):
    """The symbols of one name, each made when it is come to."""

    def __init__(self, table: SymbolTable, places: Sequence[int]) -> None:
        self._table = table
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Symbol: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Symbol, ...]: ...
    def __getitem__(self, index: int | slice) -> Symbol | tuple[Symbol, ...]:
        if isinstance(index, slice):
            return tuple(map(self._table.at, self._places[index]))
        return self._table.at(self._places[index])

    def __iter__(self) -> Iterator[Symbol]:
        return map(self._table.at, self._places)

    def choose(self, fits: Callable[[str, str], bool]) -> Iterator[Symbol]:
        """Yield those whose paths and qualified names fit; no others are made."""
        return (self._table.at(place) for place in self._places if fits(*self._table.name_at(place)))
