"""Says what pages are made from, by aspects: hands them a site that notes what they ask for, and sums all of it up."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from sphinx_kwdocs._facts_codec import symbol_columns
from sphinx_kwdocs.manifest import digest_of, ordered
from sphinx_kwdocs.pages import keyword_names, listed_files
from sphinx_kwdocs.references import Calls, Hierarchy, sum_up
from sphinx_kwdocs.watch import ALL, Notes, WatchedMapping, WatchedReferences, WatchedSet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sphinx_kwdocs.manifest import States
    from sphinx_kwdocs.model import Index, Symbol
    from sphinx_kwdocs.pages import Hosting, Keyword, Listing, Site

EVERYTHING = ("everything", ALL)
"""The source that changes with any other."""
_LETTERS = "letters"
"""The key of where the letters of the index begin."""
_BY_PATH = ("files", "facts", "folders", "imports", "imported_by", "modules", "terms", "term_symbols", "diagnostics")
"""The mappings of an Index whose keys are noted as they are."""
_OF_SITE = (
    "file_keywords", "keyword_numbers", "imported_symbols", "same_stem", "folder_words", "file_counts",
    "keyword_counts", "long_listings",
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
    """The index from A to Z, noting which of its parts were asked for."""

    def __init__(self, inner: Listing, seen: set[Any]) -> None:
        self._inner = inner
        self._seen = seen

    def part(self, part: int) -> Iterator[tuple[str, bool, list[Keyword]]]:
        """Yield the names of a part."""
        self._seen.add(str(part))
        return self._inner.part(part)

    def letters(self) -> Iterator[tuple[str, int]]:
        """Yield the headings of the index, each with the position where it begins, which nobody shows."""
        return self._inner.letters()

    def part_of(self, position: int) -> int:
        """Return the part that a position belongs to."""
        self._seen.add(_LETTERS)
        return self._inner.part_of(position)

    @property
    def cuts(self) -> Sequence[int]:
        """The positions where parts begin, for who wants to know how many there are."""
        self._seen.add(_LETTERS)
        return self._inner.cuts

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  whatever a listing has
        self._seen.add(ALL)
        return getattr(self._inner, name)

    def __len__(self) -> int:
        self._seen.add(ALL)
        return len(self._inner)

    def __iter__(self) -> Iterator[Keyword]:
        self._seen.add(ALL)
        return iter(self._inner)


def watch_site(site: Site) -> tuple[Site, Notes]:
    """Return a site that tells its pages the same, with the notes of what they ask for."""
    symbols = site.index.symbols
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
    references = WatchedReferences(index.references)
    notes.watch("references", references.of_files)
    notes.watch("uses", references.of_targets, by_symbol=True)
    by_path: dict[str, Any] = {name: watched(name, getattr(index, name)) for name in _BY_PATH}
    watched_index = replace(
        index,
        **by_path,
        symbols=watched("symbols", symbols, by_symbol=True),
        tests=watched_set("tests", index.tests),
        generated=watched_set("generated", index.generated),
        references=references,
        hierarchy=Hierarchy(*(watched("hierarchy", part, by_symbol=True) for part in index.hierarchy)),
        calls=Calls(*(watched("calls", part, by_symbol=True) for part in index.calls)),
    )
    told = replace(
        site.told,
        documented=watched("documents", site.told.documented, by_symbol=True),
        mentioned=watched("documents", site.told.mentioned, by_symbol=True),
    )
    hosting = None
    if site.hosting is not None:
        hosting = WatchedHosting(site.hosting, set())
        notes.watch("hosting", hosting.seen)
    plan = site.use_plan._replace(
        parts=watched("use_parts", site.use_plan.parts, by_symbol=True),
        part_counts=watched("use_counts", site.use_plan.part_counts),
    )
    of_site: dict[str, Any] = {name: watched(name, getattr(site, name)) for name in _OF_SITE}
    listed: set[Any] = set()
    notes.watch("keywords", listed)
    found = replace(
        site,
        index=watched_index,
        keywords=cast("Listing", WatchedKeywords(site.keywords, listed)),
        hosting=hosting,
        told=told,
        use_plan=plan,
        paths={kind: watched_set(f"{kind} pages", paths) for kind, paths in site.paths.items()},
        # What was made from a site that notes nothing would not be noted.
        sections={},
        said={},
        **of_site,
    )
    return found, notes


def _files_of(target: str, symbols: Mapping[str, Symbol]) -> Iterator[str]:
    """Yield the file that an id belongs to; of one that there is not, all to which it might."""
    symbol = symbols.get(target)
    if symbol is not None:
        yield symbol.path
        return
    yield target
    end = target.find("#")
    while end >= 0:
        yield target[:end]
        end = target.find("#", end + 1)


def states_of(site: Site, keys: Mapping[str, str], everything: str, before: States) -> States:
    """Sum up the state of everything that pages are made from.

    `keys` stand for what files say, `everything` for all that there is. What only depends on what files say is taken
    from the states `before`, if that is the same.
    """
    index = site.index
    facts = {path: key.encode() for path, key in keys.items()}
    states: States = {
        "files": {path: digest_of(source) for path, source in index.files.items()},
        "facts": facts,
        **_symbol_states(index, facts, before),
        "folders": {path: digest_of(folder) for path, folder in index.folders.items()},
        "imports": {
            path: digest_of(facts[path], [(link.origin, link.target, link.symbol) for link in links])
            for path, links in index.imports.items()
        },
        "imported_by": {path: digest_of(*places) for path, places in index.imported_by.items()},
        "modules": {path: name.encode() for path, name in index.modules.items()},
        "terms": {
            # Most files keep all of theirs.
            path: facts[path]
            if terms is index.facts[path].terms
            else digest_of(facts[path], *(term.name for term in terms))
            for path, terms in index.terms.items()
        },
        "term_symbols": {term: digest_of(target) for term, target in index.term_symbols.items()},
        "diagnostics": {path: digest_of(*found) for path, found in index.diagnostics.items()},
        "tests": dict.fromkeys(index.tests, b"1"),
        "generated": dict.fromkeys(index.generated, b"1"),
        "hierarchy": _by_file(index, index.hierarchy),
        "calls": _by_file(index, index.calls),
    }
    states["references"], states["uses"] = _reference_states(index)
    states |= _site_states(site, states)
    states |= _keyword_states(site, states["file_keywords"], before)
    for found in states.values():
        found[ALL] = ordered(found)
    states[EVERYTHING[0]] = {ALL: everything.encode()}
    return states


def _symbol_states(index: Index, facts: Mapping[str, bytes], before: States) -> States:
    """Sum up what files say of their symbols, and of their names alone: an edit often leaves these as they were."""
    old_facts, old = before.get("facts", {}), {aspect: before.get(aspect, {}) for aspect in ("symbols", "names")}
    states: States = {aspect: {} for aspect in old}
    for path, key in facts.items():
        if old_facts.get(path) == key and path in old["symbols"]:
            for aspect, found in states.items():
                found[path] = old[aspect][path]
        elif path in index.facts:
            columns = symbol_columns(index.facts[path].symbols)
            states["symbols"][path] = sum_up(columns)
            states["names"][path] = sum_up(columns[:3])
    return states


def _by_file(index: Index, relations: Iterable[Mapping[str, tuple[str, ...]]]) -> dict[str, bytes]:
    """Sum up relations between symbols by the files of those that have them."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for number, relation in enumerate(relations):
        for target, others in relation.items():
            symbol = index.symbols.get(target)
            found[symbol.path if symbol else target].append(f"{number}{target}\0" + "\0".join(others))
    return {path: digest_of(*said) for path, said in found.items()}


def _reference_states(index: Index) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Sum up the occurrences in each file, and for each file the occurrences in those that speak of it."""
    of_files: dict[str, bytes] = {}
    users: defaultdict[str, list[tuple[str, bytes]]] = defaultdict(list)
    names, symbols = index.references.names, index.symbols
    for path, found in index.references.files.items():
        state = of_files[path] = found.state
        targets = (names[number] for number, _ in found.tally())
        for target in {symbols[name].path if name in symbols else name for name in targets}:
            users[target].append((path, state))
    return of_files, {path: digest_of(*sorted(states)) for path, states in users.items()}


def _site_states(site: Site, known: States) -> States:
    """Sum up the lists that were made for all pages; those that follow from known states by these."""
    index = site.index
    keywords = {
        path: b"%b %b %b" % (state, known["terms"].get(path, b""), known["imports"].get(path, b""))
        for path, state in known["facts"].items()
    }
    parts: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for target, part in site.use_plan.parts.items():
        symbol = index.symbols.get(target)
        parts[symbol.path if symbol else target].append((target, part))
    documents: defaultdict[str, list[object]] = defaultdict(list)
    for relation in (site.told.documented, site.told.mentioned):
        for target, passages in relation.items():
            symbol = index.symbols.get(target)
            documents[symbol.path if symbol else target].append((target, passages))
    states: States = {
        "file_keywords": keywords,
        "imported_symbols": {
            path: digest_of(places, [known["imports"].get(place.path) for place in places])
            for path, places in index.imported_by.items()
        },
        "same_stem": dict(known["folders"]),
        "folder_words": {path: digest_of(words) for path, words in site.folder_words.items()},
        "file_counts": {path: b"%d" % number for path, number in site.file_counts.items()},
        "keyword_counts": {path: b"%d" % number for path, number in site.keyword_counts.items()},
        "keyword_numbers": {path: b"%d" % number for path, number in site.keyword_numbers.items()},
        "long_listings": {path: _listing_state(site, path, keywords) for path in index.folders},
        "use_parts": {path: digest_of(found) for path, found in parts.items()},
        "use_counts": {path: b"%d" % number for path, number in site.use_plan.part_counts.items()},
        "documents": {path: digest_of(found) for path, found in documents.items()},
    }
    if site.hosting is not None:
        states["hosting"] = {path: digest_of(site.hosting.url(path, 1)) for path in index.files}
    for kind, paths in site.paths.items():
        states[f"{kind} pages"] = dict.fromkeys(paths, b"1")
    return states


def _keyword_states(site: Site, files: Mapping[str, bytes], before: States) -> States:
    """Sum up the parts of the index from A to Z by what they are made from, and which part each letter begins in.

    A part has the state it had if it has the same names as often, and none of them is one of a file that has changed:
    looking at each place of each name would take as long as reading all files.
    """
    listing = site.keywords
    letters = [(letter, listing.part_of(position)) for letter, position in listing.letters()]
    names = {str(part): digest_of(listing.names_between(*listing.bounds(part))) for part in range(len(listing.cuts))}
    old, old_names, old_files = (before.get(aspect, {}) for aspect in ("keywords", "keyword names", "file_keywords"))
    changed = [path for path, state in files.items() if old_files.get(path) != state]
    touched = {str(part) for path in changed for part in listing.parts_with(keyword_names(site.index, path))}
    touched |= {part for part, state in names.items() if old_names.get(part) != state or part not in old}
    states = {part: old[part] for part in names if part not in touched}
    for part in touched:
        rows = listing.sources(*listing.bounds(int(part)))
        states[part] = digest_of([(name, origin, files.get(origin)) for name, origin in rows])
    states[_LETTERS] = digest_of(len(listing.cuts), letters)
    return {"keywords": states, "keyword names": names}


def _listing_state(site: Site, path: str, keywords: Mapping[str, bytes]) -> bytes:
    files = listed_files(site.index, path, site.keyword_counts)
    return digest_of([(file, keywords.get(file)) for file in files])
