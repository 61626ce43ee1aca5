"""Joins pyrefly's two answers, which differ in what they lose, into the places that each identifier means."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from _pyrefly import Named
from _sites import DEFINITION, INSIDE, OUTSIDE, SILENT, UNPLACED, Definition, Place, Row, Site, is_strict
from _source import Source, all_sites

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from _pyrefly import Declared, GleanFile, Spot

_IMPORT_STEPS = 8
"""How many imports of imports are followed."""


def _parents(path: str) -> list[str]:
    """Return the folders that a file stands in, the nearest first, each with its slash."""
    parts = path.split("/")[:-1]
    return ["".join(f"{part}/" for part in parts[:length]) for length in range(len(parts), -1, -1)]


def _is_import(declared: list[Declared]) -> bool:
    """Say whether something is only imported where it is declared."""
    return bool(declared) and all(item.kind == "imp" for item in declared)


class Join:
    """Joins the two answers of pyrefly, which differ in what they lose."""

    def __init__(self, sources: Mapping[str, Source], files: Mapping[str, GleanFile]) -> None:
        self.sources = sources
        self.files = files
        self._modules = {
            name: path
            for path, file in files.items()
            for name, items in file.declared.items()
            if items[0].kind == "module"
        }
        self._importable = {path.rpartition(".")[0] for path in files}
        self._importable |= {folder[:-1] for path in files for folder in _parents(path)}
        self._by_name: dict[str, dict[str, list[Definition]]] = {}
        self._by_word: dict[str, dict[str, list[tuple[int, int]]]] = {}
        for path, source in sources.items():
            names = self._by_name.setdefault(path, {})
            words = self._by_word.setdefault(path, {})
            for key, item in sorted(source.found.definitions.items()):
                names.setdefault(item.qualname, []).append(item)
                words.setdefault(item.qualname.rpartition(".")[2], []).append(key)

    def rows(self, path: str, spots: Mapping[tuple[int, int], list[Spot]]) -> list[Row]:
        """Return the table of one file."""
        source = self.sources[path]
        named: dict[tuple[int, int], list[Named]] = {}
        for (start, _), names in self.files[path].xrefs.items():
            named.setdefault(source.place(start), []).extend(names)
        meant: dict[tuple[int, int], tuple[Place, ...]] = {}
        rows = []
        for site in all_sites(source, self.files[path]):
            key = site.line, site.col
            state, targets, note = self.judge(path, site, named.get(key, []), spots.get(key, []))
            meant[key] = targets if state == INSIDE else ()
            rows.append((site, state, targets, note))
        return [
            Row(*site[:4], state, self.category(site, targets, state, meant), site.shape, targets, note)
            for site, state, targets, note in rows
        ]

    def judge(self, path: str, site: Site, named: list[Named], spots: list[Spot]) -> tuple[str, tuple[Place, ...], str]:
        """Return the state of an identifier, its targets and the name of what stands outside."""
        own = Place(path, site.line, site.col)
        places = [self.place(spot) for spot in spots if spot.path in self.sources]
        if own in places or site.shape == "name behind as":
            return DEFINITION, (), ""
        exact = [item for item in places if self.word(item) == site.text]
        targets = [other for item in exact if self.kind(item) != "import" for other in self.group(item)]
        imports = [item for item in exact if self.kind(item) == "import"]
        targets = targets or self.by_report(named, places, use_mixed=not imports)
        targets = targets or [item for item in places if item.line == 0]
        targets = targets or [place for target in named for place in self.imported(target)]
        if targets:
            unique = tuple(dict.fromkeys(twin for item in targets for twin in self.twins(item)))
            return (DEFINITION, (), "") if own in unique else (INSIDE, unique, "")
        if self.is_lost(path, named) or self.may_be_ours(path, named):
            return UNPLACED, (), ""
        for target in named:
            if _is_import(declared := self.declared(target)):
                imports.extend(self.declared_places(target, declared))
        note = next((item.name for item in named if item.path not in self.sources), "")
        # The server leads from a call to the `__call__` of what is called: only for keywords it speaks of the name.
        by_server = site.syntax == "keyword" and any(not spot.path for spot in spots)
        if note or by_server or imports:
            return OUTSIDE, tuple(dict.fromkeys(imports)), note
        return SILENT, (), ""

    def by_report(self, named: list[Named], places: list[Place], *, use_mixed: bool) -> list[Place]:
        """Return the places that the report's targets in the repository mean.

        What is both imported and assigned in a file is taken for the variable only if nothing else is meant.
        """
        targets: list[Place] = []
        mixed: list[Place] = []
        for target in named:
            declared = self.declared(target)
            if target.path in self.sources and not _is_import(declared):
                found = self.meant(target, declared, places)
                (mixed if any(item.kind == "imp" for item in declared) else targets).extend(found)
        return targets or (mixed if use_mixed else [])

    def is_lost(self, path: str, named: list[Named]) -> bool:
        """Say whether the report means something in the repository without saying where.

        An attribute of something unknown is named after the file it stands in: that is no answer at all.
        """
        for target in named:
            declared = self.declared(target)
            if target.path in self.sources and not _is_import(declared) and (declared or target.path != path):
                return True
        return False

    def may_be_ours(self, path: str, named: list[Named]) -> bool:
        """Say whether pyrefly just did not find a module that stands beside or above the file.

        Scripts and test data import their neighbours, from folders that are no root of imports.
        """
        if any(item.path and item.path not in self.sources for item in named):
            return False
        lost = [item.name for item in named if not item.path]
        lost += [item.origin for target in named for item in self.declared(target) if item.origin]
        tops = {name.partition(".")[0] for name in lost}
        if "__unknown__" in tops:
            return True
        return any(f"{folder}{top}" in self._importable for folder in _parents(path) for top in tops)

    def declared(self, target: Named) -> list[Declared]:
        """Return the declarations of a target in the repository."""
        return self.files[target.path].declared.get(target.name, []) if target.path in self.files else []

    def meant(self, target: Named, declared: list[Declared], places: list[Place]) -> list[Place]:
        """Return the places of a target in the repository."""
        if any(item.kind == "module" for item in declared):
            return [Place(target.path, 0, 0)]
        if not declared and target.name in self._modules:
            return [Place(self._modules[target.name], 0, 0)]
        return self.narrowed(target, declared, places)

    def imported(self, target: Named) -> list[Place]:
        """Return what an import brings, through imports of imports."""
        for _ in range(_IMPORT_STEPS):
            declared = self.declared(target)
            if not _is_import(declared):
                return self.meant(target, declared, []) if declared else []
            target = self.named(declared[0].origin)
        return []

    def named(self, name: str) -> Named:
        """Return the target of a qualified name: the longest module that it begins with holds it."""
        module = name
        while module and module not in self._modules:
            module = module.rpartition(".")[0]
        return Named(self._modules.get(module, ""), name)

    def place(self, spot: Spot) -> Place:
        """Return the place that the server means; a module begins at the very first character."""
        source = self.sources[spot.path]
        place = Place(spot.path, spot.line + 1, source.lines.from_utf16(spot.line + 1, spot.col))
        site = source.found.sites.get((place.line, place.col))
        if site and site.shape == "global statement":
            # A global statement gives no value: what is meant is the variable of the module.
            same = self._by_name[place.path].get(site.text, [])
            place = Place(spot.path, same[0].line, same[0].col) if same else place
        is_file = place.line == 1 and place.col == 0 and (1, 0) not in source.found.definitions
        return Place(spot.path, 0, 0) if is_file else place

    def word(self, place: Place) -> str:
        """Return the identifier at a place."""
        return self.sources[place.path].lines.word(place.line, place.col)

    def declared_places(self, target: Named, declared: Iterable[Declared]) -> list[Place]:
        """Return where the names of some declarations stand."""
        source = self.sources[target.path]
        wanted = target.name.rpartition(".")[2]
        places = self._by_word[target.path].get(wanted, [])
        found = []
        for item in declared:
            first, last = source.place(item.start), source.place(item.start + item.length)
            at = bisect_left(places, first)
            if at < len(places) and places[at] < last:
                found.append(Place(target.path, *places[at]))
        return found

    def narrowed(self, target: Named, declared: list[Declared], places: list[Place]) -> list[Place]:
        """Return the places of a named target; where it is declared several times, the one that the server means."""
        wanted = target.name.rpartition(".")[2]
        exact = [item for item in places if item.path == target.path and self.word(item) == wanted]
        exact = [item for item in exact if self.kind(item) != "import"]
        if exact:
            return [other for item in exact for other in self.group(item)]
        return self.declared_places(target, [item for item in declared if item.kind != "imp"])

    def group(self, place: Place) -> list[Place]:
        """Return a place with those that are one with it: overloads, or the parts of a property."""
        definition = self.sources[place.path].found.definitions.get((place.line, place.col))
        if definition is None or not is_strict(definition.kind):
            return [place]
        same = self._by_name[place.path][definition.qualname]
        group = next((item.group for item in same if item.group), "")
        if not group:
            return [place]
        return [Place(place.path, item.line, item.col) for item in same if is_strict(item.kind)]

    def twins(self, place: Place) -> list[Place]:
        """Return a place with the same definition in the stub beside the file, or in the file beside the stub."""
        other = place.path.removesuffix("i") if place.path.endswith(".pyi") else f"{place.path}i"
        if other not in self.sources:
            return [place]
        if place.line == 0:
            return [place, Place(other, 0, 0)]
        same = self._by_name[other].get(self.qualname(place), [])
        return [place, *(Place(other, item.line, item.col) for item in same)]

    def category(
        self, site: Site, targets: tuple[Place, ...], state: str, meant: Mapping[tuple[int, int], tuple[Place, ...]]
    ) -> str:
        """Sort an identifier by its syntax and by what it means."""
        simple = {"import": "imports", "keyword": "keywords", "string": "strings", "dots": "dots"}
        if site.syntax in simple:
            return simple[site.syntax]
        kinds = {self.kind(item) for item in targets} if state == INSIDE else set()
        if site.syntax == "name":
            return "locals" if kinds and kinds <= {"local", "parameter"} else "names"
        if state != INSIDE:
            return "attribute"
        if kinds & {"module"} or not any(self.owner(item) for item in targets):
            return "module attributes"
        receivers = meant.get(site.receiver, ()) if site.receiver else ()
        owners = {self.owner(item) for item in targets}
        names = {(item.path, self.qualname(item)) for item in receivers if self.kind(item) == "class"}
        return "class attributes" if names & owners else "instance attributes"

    def kind(self, place: Place) -> str:
        """Return what is defined at a place."""
        if place.line == 0:
            return "module"
        definition = self.sources[place.path].found.definitions.get((place.line, place.col))
        return definition.kind if definition else ""

    def qualname(self, place: Place) -> str:
        """Return the qualified name of what is defined at a place."""
        definition = self.sources[place.path].found.definitions.get((place.line, place.col))
        return definition.qualname if definition else ""

    def owner(self, place: Place) -> tuple[str, str] | None:
        """Return the file and qualified name of the class that a member belongs to, or None if it is no member."""
        if place.line == 0:
            return None
        if self.kind(place) in {"method", "property", "class variable", "instance attribute"}:
            return place.path, self.qualname(place).rpartition(".")[0]
        owner = self.qualname(place).rpartition(".")[0]
        if any(item.kind == "class" for item in self._by_name[place.path].get(owner, [])):
            return place.path, owner
        return None
