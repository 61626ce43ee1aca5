"""Finds symbols by the ends of their dotted names, of which only the last part is kept: a repository has many."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.mentions import distinct, dotted_place, ending_with
from sphinx_kwdocs.lookup._similar import SimilarNames

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.symbol_table import SymbolTable

_FEW = 16


class NameTable:
    """The symbols of a repository by name, headings left out."""

    def __init__(self, symbols: SymbolTable) -> None:
        self._symbols = symbols
        self.by_name = symbols.by_name
        """All symbols of a name, in path and text order."""
        self._by_holder: dict[str, dict[str, list[Symbol]]] = {}
        self._similar = SimilarNames(self.by_name)
        self._similar_holders: dict[str, SimilarNames] = {}

    def ending_with(self, dotted: str, *, local: bool = False) -> list[Symbol]:
        """Return the symbols whose dotted names end so; either those inside functions or all others."""
        before, _, name = dotted.rpartition(".")
        holder = before.rpartition(".")[2]
        group = self._narrowed(name, holder) if holder else self.by_name.get(name, ())
        found = ending_with(group, dotted) if before else group
        return [symbol for symbol in found if (symbol.visibility == "local") is local]

    def at(self, path: str, qualname: str) -> list[Symbol]:
        """Return what a file defines under a name, repeats included and names inside functions not."""
        holder, _, name = qualname.rpartition(".")
        first = self._symbols.get(f"{path}#{qualname}")
        if first is None and not holder:
            return []  # The first of a name has no number behind it.
        group = self._narrowed(name, (holder or dotted_place(path)).rpartition(".")[2])
        return [
            symbol
            for symbol in group
            if symbol.path == path and symbol.visibility != "local" and symbol.plain_qualname == qualname
        ]

    def _narrowed(self, name: str, holder: str) -> Sequence[Symbol]:
        """Return the symbols of a name that may stand in a class or file of another; a name can be very common."""
        group = self.by_name.get(name, ())
        if len(group) <= _FEW:
            return group
        if name not in self._by_holder:
            shelves: defaultdict[str, list[Symbol]] = defaultdict(list)
            for symbol in group:
                shelves[_holder_of(symbol)].append(symbol)
            self._by_holder[name] = dict(shelves)
        return self._by_holder[name].get(holder, ())

    def similar(self, dotted: str, count: int) -> Iterator[Iterable[str]]:
        """Yield ids of symbols that are called much like a name, the best group first."""
        before, _, name = dotted.rpartition(".")
        holder = before.rpartition(".")[2]
        names = [name] if name in self.by_name else []
        names += [each for each in self._similar.closest(name, count) if each != name]
        for each in names:
            if holder:
                yield distinct(symbol for symbol in self._narrowed(each, holder) if _holder_of(symbol) == holder)
        if names and holder:
            yield self._of_similar_holder(names[0], holder, count)
        for each in names:
            yield (symbol.id for symbol in self.by_name[each] if symbol.id == f"{symbol.path}#{symbol.plain_qualname}")

    def _of_similar_holder(self, name: str, holder: str, count: int) -> list[str]:
        if name not in self._similar_holders:
            holders = self._by_holder.get(name) or map(_holder_of, self.by_name[name])
            self._similar_holders[name] = SimilarNames(dict.fromkeys(holders))
        close = self._similar_holders[name].closest(holder, count)
        return [
            id_
            for each in close
            for id_ in distinct(symbol for symbol in self._narrowed(name, each) if _holder_of(symbol) == each)
        ]


def _holder_of(symbol: Symbol) -> str:
    """Return the part of a symbol's dotted name before its last."""
    before = symbol.plain_qualname.rpartition(".")[0] or dotted_place(symbol.path)
    return before.rpartition(".")[2]
