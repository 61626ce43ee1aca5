"""Says what pages are made from, by aspects: hands them a site that notes what they ask for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sphinx_kwdocs.pages import Latest
from sphinx_kwdocs.references import Calls, Hierarchy
from sphinx_kwdocs.symbol_table import SymbolTable
from sphinx_kwdocs.watch import (
    ALL,
    Notes,
    WatchedFacts,
    WatchedMapping,
    WatchedReferences,
    WatchedSet,
    WatchedSymbols,
    WatchedWhole,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sphinx_kwdocs.model import Symbol
    from sphinx_kwdocs.pages import Hosting, IndexEntry, Keyword, Listing, Site

V = TypeVar("V")

EVERYTHING = ("everything", ALL)
"""The source that changes with any other."""
LETTERS = "letters"
"""The key of where the letters of the index begin."""
_BY_PATH = ("files", "folders", "imports", "imported_by", "modules", "terms", "term_symbols", "diagnostics", "purposes")
"""The mappings of an Index whose keys are noted as they are."""
_OF_SITE = (
    "file_keywords", "keyword_numbers", "imported_symbols", "same_stem", "folder_words", "file_counts",
    "keyword_counts", "long_listings", "tests_by_stem", "sources_by_stem", "common_limits",
)  # fmt: skip
"""The mappings of a Site whose keys are noted as they are."""


@dataclass(frozen=True, slots=True)
class WatchedHosting:
    """Tells where files are hosted, and notes of which ones that was asked."""

    inner: Hosting
    seen: set[Any]

    def url(self, path: str, line: int = 0) -> str:
        """Return a URL, or an empty string."""
        self.seen.add(path)
        return self.inner.url(path, line)


class WatchedKeywords:
    """The index from A to Z, noting which of its parts were asked for.

    A part gives only what it shows. Who asks for keywords has all that their files say in hand.
    """

    def __init__(self, inner: Listing, seen: set[Any], of_files: set[Any]) -> None:
        self._inner = inner
        self._seen = seen
        self._of_files = of_files

    def part(self, part: int) -> Iterator[tuple[str, bool, list[IndexEntry]]]:
        """Yield the names of a part."""
        self._seen.add(str(part))
        return self._inner.part(part)

    def letters(self) -> Iterator[tuple[str, int]]:
        """Yield the headings of the index, each with the position where it begins, which nobody shows."""
        return self._inner.letters()

    def part_of(self, position: int) -> int:
        """Return the part that a position belongs to."""
        self._seen.add(LETTERS)
        return self._inner.part_of(position)

    @property
    def cuts(self) -> Sequence[int]:
        """The positions where parts begin, for who wants to know how many there are."""
        self._seen.add(LETTERS)
        return self._inner.cuts

    def _all(self) -> Listing:
        self._seen.add(ALL)
        self._of_files.add(ALL)
        return self._inner

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  whatever a listing has
        return getattr(self._all(), name)

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Keyword]:
        return iter(self._all())


class NotedLatest(Latest[V]):
    """Keeps what was made last, and what it was made from: it is noted again for each page that it serves."""

    def __init__(self, notes: Notes) -> None:
        super().__init__()
        self._notes = notes
        self._sources: set[tuple[str, str]] = set()
        self._noted = -1

    def of(self, key: str, make: Callable[[], V]) -> V:
        """Return the value of a key; that of the one before is let go."""
        notes = self._notes

        def make_and_note() -> V:
            before = notes.take()
            made = make()
            self._sources = notes.take()
            notes.add(before)
            return made

        found = super().of(key, make_and_note)
        if self._noted != notes.taken:
            self._noted = notes.taken
            notes.add(self._sources)
        return found


def file_of(symbols: Mapping[str, Symbol], target: str) -> str:
    """Return the file that a symbol stands in, or the target itself if it is no symbol."""
    if isinstance(symbols, SymbolTable):
        return symbols.path_of(target) or target
    symbol = symbols.get(target)
    return symbol.path if symbol else target


def place_key(site: Site, target: str) -> str:
    """Name the state of where a target is spoken of: that of the part of its file's page of uses on which it stands."""
    path, plan = file_of(site.index.symbols, target), site.use_plan
    return path if plan.part_counts.get(path, 1) == 1 else f"{path}\0{plan.parts.get(target, 0)}"


def watch_site(site: Site) -> tuple[Site, Notes]:
    """Return a site that tells its pages the same, with the notes of what they ask for."""
    symbols = site.index.symbols
    if isinstance(symbols, SymbolTable):
        symbols = symbols.at_hand
    notes = Notes(lambda target: _files_of(target, symbols))

    def watched(aspect: str, inner: Mapping[Any, Any], *, by_symbol: bool = False) -> WatchedMapping[Any, Any]:
        mapping = WatchedMapping(inner)
        notes.watch(aspect, mapping.seen, by_symbol=by_symbol)
        return mapping

    def watched_set(aspect: str, inner: frozenset[str]) -> Any:  # noqa: ANN401  stands for a frozenset
        found = WatchedSet(inner)
        notes.watch(aspect, found.seen)
        return found

    index = site.index
    references = WatchedReferences(index.references, partial(place_key, site))
    notes.watch("references", references.of_files)
    notes.watch("ways", references.of_targets, by_symbol=True)
    notes.watch("places", references.of_places)
    by_path: dict[str, Any] = {name: watched(name, getattr(index, name)) for name in _BY_PATH}
    facts, watched_symbols = WatchedFacts(index.facts), WatchedSymbols(symbols)
    notes.watch("facts", facts.seen)
    notes.watch("about", facts.about)
    notes.watch("symbols", watched_symbols.seen, by_symbol=True)
    # Who calls a function follows from what all call, in their order. No page of ours asks, and to sum it up by file
    # would take as long as the other way round.
    callers = WatchedWhole(index.calls.callers)
    notes.watch("calls", callers.seen)
    watched_index = replace(
        index,
        **by_path,
        facts=facts,
        symbols=watched_symbols,
        tests=watched_set("tests", index.tests),
        generated=watched_set("generated", index.generated),
        references=references,
        hierarchy=Hierarchy(*(watched("hierarchy", part, by_symbol=True) for part in index.hierarchy)),
        calls=Calls(watched("calls", index.calls.callees, by_symbol=True), callers),
    )
    told = replace(
        site.told,
        documented=watched("documents", site.told.documented, by_symbol=True),
        mentioned=watched("documents", site.told.mentioned, by_symbol=True),
        sources=watched("built documents", site.told.sources),
    )
    hosting = None
    if site.hosting is not None:
        hosting = WatchedHosting(site.hosting, set())
        notes.watch("hosting", hosting.seen)
    plan = site.use_plan._replace(
        parts=watched("use_parts", site.use_plan.parts, by_symbol=True),
        part_counts=watched("use_counts", site.use_plan.part_counts),
        by_file=watched("use_parts", site.use_plan.by_file),
    )
    of_site: dict[str, Any] = {name: watched(name, getattr(site, name)) for name in _OF_SITE}
    listed: set[Any] = set()
    listed_files: set[Any] = set()
    notes.watch("keywords", listed)
    notes.watch("file_keywords", listed_files)
    found = replace(
        site,
        index=watched_index,
        keywords=cast("Listing", WatchedKeywords(site.keywords, listed, listed_files)),
        hosting=hosting,
        told=told,
        use_plan=plan,
        paths={kind: watched_set(f"{kind} pages", paths) for kind, paths in site.paths.items()},
        # What was made from a site that notes nothing would not be noted. The pages that share sections are made
        # together, those that share what others say are not.
        sections=Latest(),
        said=NotedLatest(notes),
        **of_site,
    )
    return found, notes


def _files_of(target: str, symbols: Mapping[str, Symbol]) -> Iterator[str]:
    """Yield the file that an id belongs to; of one that there is not, all to which it might."""
    yield file_of(symbols, target)
    if target in symbols:
        return
    end = target.find("#")
    while end >= 0:
        yield target[:end]
        end = target.find("#", end + 1)
