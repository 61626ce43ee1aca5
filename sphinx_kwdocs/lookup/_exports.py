"""Finds what a dotted name of Python means as an importer would: through modules, re-exports and base classes."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.mentions import dotted_place
from sphinx_kwdocs.lookup._rebound_names import meant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sphinx_kwdocs.lookup._names import NameTable
    from sphinx_kwdocs.model.facts import Import, Symbol
    from sphinx_kwdocs.model.index import ImportLink, Index

_DEEPEST = 40
_MODULES = 200
_STAR = "*"
_STRANGE = "?"
_HARMLESS = frozenset({"object", "ABC", "Generic", "Protocol"})
"""Bases that give a class no members worth a page."""

Parts = tuple[str, ...]


class Exports:
    """What can be reached by name from the modules of a repository. A target is a symbol's id or a file's path."""

    def __init__(self, index: Index, names: NameTable) -> None:
        self._index = index
        self._names = names
        self._by_module: dict[str, list[str]] = {}
        self._by_last: dict[str, list[str]] = {}
        for path, module in index.modules.items():
            self._by_module.setdefault(module, []).append(path)
            self._by_last.setdefault(module.rpartition(".")[2], []).append(path)
        self.tops = frozenset(module.partition(".")[0] for module in self._by_module)
        """The first parts of all modules' names."""
        self._bound: dict[str, Mapping[str, Sequence[ImportLink]]] = {}
        self._lines: dict[str, tuple[str, ...]] = {}

    def modules(self, dotted: str) -> list[str]:
        """Return the files that are imported by a name; a stub only where it has no source beside it."""
        paths = self._by_module.get(dotted, [])
        return [path for path in paths if not (path.endswith(".pyi") and path[:-1] in paths)]

    def modules_ending_with(self, dotted: str) -> list[str]:
        """Return the files of modules whose names end so."""
        paths = self._by_last.get(dotted.rpartition(".")[2], ())
        return [path for path in paths if f".{self._index.modules[path]}".endswith(f".{dotted}")][:_MODULES]

    def full_name(self, parts: Parts) -> list[str]:
        """Return what a full dotted name means, modules left out."""
        for cut in range(len(parts) - 1, 0, -1):
            dotted = ".".join(parts[:cut])
            # What a stub declares, its source defines or takes from elsewhere; alone it counts if the source does not.
            found = self._in_modules(self.modules(dotted), parts[cut:])
            found = found or self._in_modules(self._by_module.get(dotted, ()), parts[cut:])
            if found:
                return found
        return []

    def handed_on(self, parts: Parts) -> list[str]:
        """Return the same where the module's name is given by its end only."""
        for cut in range(len(parts) - 1, 0, -1):
            found = self._in_modules(self.modules_ending_with(".".join(parts[:cut])), parts[cut:])
            if found:
                return found
        return []

    def _in_modules(self, paths: Iterable[str], parts: Parts) -> list[str]:
        found = (target for path in paths for target in self._member(path, parts, set(), 0))
        return [target for target in dict.fromkeys(found) if target in self._index.symbols]

    def _member(self, path: str, parts: Parts, seen: set[tuple[str, Parts]], depth: int) -> Iterator[str]:
        """Yield what a name means in a module."""
        if (path, parts) in seen or depth > _DEEPEST:
            return
        seen.add((path, parts))
        if len(parts) > 1 and (own := self._names.at(path, ".".join(parts))):
            yield from (symbol.id for symbol in own)
            return
        for head in self._bound_to(path, parts[0], seen, depth):
            if len(parts) == 1:
                yield head
            elif head in self._index.symbols:
                yield from self.attribute(head, parts[1:])
            else:
                yield from self._member(head, parts[1:], seen, depth + 1)

    def _bound_to(self, path: str, name: str, seen: set[tuple[str, Parts]], depth: int) -> list[str]:
        """Return what a module has by a name."""
        own = self._names.at(path, name)
        if not own:
            return list(self._taken_in(path, name, seen, depth))
        taken: list[str] = []
        kept: Sequence[Symbol] = own
        if links := self._bindings(path).get(name):
            kept, links = meant(own, links)
            taken = [target for link in links for target in self._imported(path, link, seen, depth)]
        # What is taken from outside of the repository leaves only what stands in for it.
        return [*(symbol.id for symbol in (kept if taken else own)), *taken]

    def _taken_in(self, path: str, name: str, seen: set[tuple[str, Parts]], depth: int) -> Iterator[str]:
        """Yield what a module has by a name without defining it."""
        bound = self._bindings(path)
        if name in bound:
            for link in bound[name]:
                yield from self._imported(path, link, seen, depth)
            return
        found = False
        for link in bound.get(_STAR, ()):
            if link.target and self._is_exported(link.target, name):
                for target in self._member(link.target, (name,), seen, depth + 1):
                    found = True
                    yield target
        if not found and path.rpartition("/")[2] in {"__init__.py", "__init__.pyi"}:
            yield from self.modules(f"{self._index.modules.get(path, '')}.{name}")

    def _imported(self, path: str, link: ImportLink, seen: set[tuple[str, Parts]], depth: int) -> Iterator[str]:
        item = link.item
        if link.symbol:
            yield link.symbol
        elif not item.name and not item.alias and "." in item.module:
            yield from self.modules(item.module.partition(".")[0])
        elif link.target and item.name and _is_module_itself(path, item, link.target):
            yield from self._member(link.target, (item.name,), seen, depth + 1)
        elif link.target:
            yield link.target

    def _bindings(self, path: str) -> Mapping[str, Sequence[ImportLink]]:
        """Return the imports of a module by the name that they give it."""
        if path not in self._bound:
            bound: defaultdict[str, list[ImportLink]] = defaultdict(list)
            for link in self._index.imports.get(path, ()):
                item = link.item
                if not item.is_local:
                    bound[item.alias or item.name or item.module.partition(".")[0]].append(link)
            self._bound[path] = dict(bound)
        return self._bound[path]

    def _is_exported(self, path: str, name: str) -> bool:
        file = self._index.facts.get(path)
        exports = file.exports if file else None
        return name in exports if exports is not None else not name.startswith("_")

    def attribute(self, holder: str, parts: Parts) -> Iterator[str]:
        """Yield what a class has by a name, of its own or from a base."""
        found = self._own_or_inherited(holder, parts[0])
        for each in found:
            if len(parts) == 1:
                yield each
            else:
                yield from self.attribute(each, parts[1:])

    def _own_or_inherited(self, holder: str, name: str) -> list[str]:
        if self._index.symbols[holder].kind != "class":
            return []
        is_mangled = name.startswith("__") and not name.endswith("__")
        for number, each in enumerate(self._line(holder)):
            symbol = self._index.symbols.get(each)
            if symbol is None or (number and is_mangled):
                return []  # A class from elsewhere may have a member of that name, which comes first.
            if own := self._names.at(symbol.path, f"{symbol.plain_qualname}.{name}"):
                return [member.id for member in own]
        return []

    def _line(self, holder: str, depth: int = 0) -> tuple[str, ...]:
        """Return a class and the classes it inherits from, in the order in which Python looks members up."""
        if holder not in self._lines:
            self._lines[holder] = (holder,)  # Should it be its own base, by mistake.
            bases = self._bases(holder) if depth < _DEEPEST else []
            lines = [*(list(self._line(base, depth + 1)) for base in bases), list(bases)]
            self._lines[holder] = (holder, *(each for each in _merge(lines) if each != holder))
        return self._lines[holder]

    def _bases(self, holder: str) -> list[str]:
        """Return the bases of a class in order; those of the repository are ids, others are what is written."""
        known = self._index.hierarchy.bases.get(holder, ())
        symbol = self._index.symbols.get(holder)
        written = [base.partition("[")[0] for base in symbol.bases] if symbol else []
        written = [base for base in written if base.rpartition(".")[2] not in _HARMLESS]
        if len(written) <= len(known):
            return list(known)
        by_name = {self._index.symbols[base].name: base for base in known if base in self._index.symbols}
        bases = [by_name.get(base.rpartition(".")[2], f"{_STRANGE}{base}") for base in written]
        return list(dict.fromkeys([*bases, *known]))


def _merge(lines: list[list[str]]) -> Iterator[str]:
    """Merge the orders of several bases, as Python does; where that is impossible, the first of them goes on."""
    while lines := [line for line in lines if line]:
        later = {each for line in lines for each in line[1:]}
        chosen = next((line[0] for line in lines if line[0] not in later), lines[0][0])
        yield chosen
        lines = [[each for each in line if each != chosen] for line in lines]


def _is_module_itself(path: str, item: Import, target: str) -> bool:
    """Tell whether an import that names something leads to the module only, and not to what is named in it."""
    place = dotted_place(target)
    if item.level:
        folders = path.split("/")[: -item.level]
        return place == ".".join([*folders, item.module] if item.module else folders)
    return f".{place}".endswith(f".{item.module}") and not f".{place}".endswith(f".{item.module}.{item.name}")
