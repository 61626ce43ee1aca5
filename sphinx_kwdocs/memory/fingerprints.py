"""Sums up everything that pages are made from, by aspects, so that a change of it can be seen."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from sphinx_kwdocs.digests import digest_of, sum_up
from sphinx_kwdocs.memory.facts_codec import import_columns, symbol_columns
from sphinx_kwdocs.memory.recorded_site import file_of, place_key
from sphinx_kwdocs.memory.recording import EVERYTHING
from sphinx_kwdocs.memory.recording_lists import LETTERS
from sphinx_kwdocs.model.facts import purpose_values
from sphinx_kwdocs.model.files import source_values
from sphinx_kwdocs.pages import keyword_names, listed_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_kwdocs.memory.manifest import States
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.pages import Site

_sum_up = partial(sum_up, size=8)
_OWN = ("symbols", "names", "import items", "about")
"""What follows from what a file says by itself."""


def states_of(site: Site, keys: Mapping[str, str], everything: str, before: States) -> States:
    """Sum up the state of everything that pages are made from.

    `keys` stand for what files say, `everything` for all that there is. What only depends on what files say is taken
    from the states `before`, if that is the same.
    """
    index = site.index
    facts = {path: key.encode() for path, key in keys.items()}
    own = _own_states(index, facts, before)
    states: States = {
        "files": {path: _sum_up(source_values(source)) for path, source in index.files.items()},
        "facts": facts,
        **own,
        "folders": {path: digest_of(folder) for path, folder in index.folders.items()},
        "imports": {
            path: _sum_up((own["import items"][path], list(map(tuple, meanings))))
            for path, meanings in index.imports.meanings.items()
        },
        "imported_by": {path: _sum_up(list(map(tuple, places))) for path, places in index.imported_by.items()},
        "modules": {path: name.encode() for path, name in index.modules.items()},
        "terms": {
            # Most files keep all of theirs.
            path: facts[path] if terms is index.facts[path].terms else _sum_up((facts[path], terms.names))
            for path, terms in index.terms.items()
        },
        "term_symbols": {term: digest_of(target) for term, target in index.term_symbols.items()},
        "diagnostics": {path: digest_of(*found) for path, found in index.diagnostics.items()},
        "findings": {path: digest_of(*found) for path, found in index.findings.items()},
        "purposes": {path: _sum_up(purpose_values(said)) for path, said in index.purposes.items()},
        "tests": dict.fromkeys(index.tests, b"1"),
        "generated": dict.fromkeys(index.generated, b"1"),
        "hierarchy": _by_file(index, index.hierarchy),
        "calls": _by_file(index, [index.calls.callees]),
    }
    states["initials"] = _initial_states(index, own["names"], before)
    states |= _reference_states(site)
    states |= _site_states(site, states)
    states |= _keyword_states(site, states["file_keywords"], before)
    states[EVERYTHING[0]] = {EVERYTHING[1]: everything.encode()}
    return states


def _own_states(index: Index, facts: Mapping[str, bytes], before: States) -> States:
    """Sum up what files say of symbols, of their names alone, of imports and of themselves: edits leave some of it."""
    old_facts = before.get("facts", {})
    # All at once, because most files say what they said: one by one would take twenty times as long.
    states = {aspect: dict(before.get(aspect, {})) for aspect in _OWN}
    symbols, names, imports, about = states.values()
    for path in old_facts.keys() - facts.keys():
        for found in states.values():
            found.pop(path, None)
    for path, key in facts.items():
        if old_facts.get(path) != key:
            said = index.facts[path]
            columns = symbol_columns(said.symbols)
            symbols[path], names[path] = sum_up(columns), sum_up(columns[:3])
            imports[path] = sum_up(import_columns(said.imports))
            about[path] = _sum_up(tuple(said.identity))
    return states


def _initial_states(index: Index, names: Mapping[str, bytes], before: States) -> dict[str, bytes]:
    """Sum up the names of symbols by the letter, digit or underscore that they begin with; all others together."""
    if before.get("names") == names and "initials" in before:
        return before["initials"]
    found: defaultdict[str, list[str]] = defaultdict(list)
    for file in index.facts.values():
        for symbol in zip(file.symbols.ids, file.symbols.names, file.symbols.kinds, strict=True):
            found[symbol[1][:1]] += symbol
    together: defaultdict[str, list[bytes]] = defaultdict(list)
    for initial, said in sorted(found.items()):
        is_plain = initial.isascii() and (initial.isalnum() or initial == "_")
        together[initial.lower() if is_plain else ""].append(sum_up(said))
    return {initial: _sum_up(states) for initial, states in together.items()}


def _by_file(index: Index, relations: Iterable[Mapping[str, tuple[str, ...]]]) -> dict[str, bytes]:
    """Sum up relations between symbols by the files of those that have them."""
    found: defaultdict[str, list[object]] = defaultdict(list)
    unclear = _unclear(index)
    for number, relation in enumerate(relations):
        for item in relation.items():
            path = item[0].partition("#")[0]
            said = found[path if path not in unclear else file_of(index.symbols, item[0])]
            # In a row, which takes half the time of tuples in a list.
            said.append(number)
            said += item
    return {path: _sum_up(said) for path, said in found.items()}


def _unclear(index: Index) -> frozenset[str]:
    """Return what stands before the first `#` of paths that have one: an id that begins so may be of another file."""
    return frozenset(path.partition("#")[0] for path in index.files if "#" in path)


def _reference_states(site: Site) -> States:
    """Sum up the occurrences in each file; and for what is spoken of, by whom and in which roles, and where they stand.

    The second is by file, the third by the parts of pages of uses: what moves in a file is shown only on those parts
    that quote it.
    """
    of_files: dict[str, bytes] = {}
    # Who and how, in a row for each: tens of thousands of pairs would take twice the time.
    usage: defaultdict[str, list[object]] = defaultdict(list)
    places: defaultdict[str, list[object]] = defaultdict(list)
    unclear = _unclear(site.index)
    part_of = site.use_plan.parts.get
    parted = {path for path, parts in site.use_plan.part_counts.items() if parts > 1}
    for user, found in site.index.references.files.items():
        state = of_files[user] = found.state
        told = (user, state)
        for path, rests, how in found.usage():
            if path in unclear:
                targets = [path + rest for rest in rests]
                for each in {file_of(site.index.symbols, target) for target in targets}:
                    usage[each] += (user, how)
                for key in {place_key(site, target) for target in targets}:
                    places[key] += told
                continue
            usage[path] += (user, how)
            if path in parted:
                # As `place_key`, which has to ask for the file of each.
                for part in {part_of(path + rest, 0) for rest in rests}:
                    places[f"{path}\0{part}"] += told
            else:
                places[path] += told
    return {
        "references": of_files,
        "usage": {path: _sum_up(found) for path, found in usage.items()},
        "places": {key: _sum_up(found) for key, found in places.items()},
    }


def _site_states(site: Site, known: States) -> States:
    """Sum up the lists that were made for all pages; those that follow from known states by these."""
    index = site.index
    keywords = {
        path: b"%b %b %b" % (state, known["terms"].get(path, b""), known["imports"].get(path, b""))
        for path, state in known["facts"].items()
    }
    plan = site.use_plan
    documents: defaultdict[str, list[object]] = defaultdict(list)
    for relation in (site.told.documented, site.told.mentioned):
        for target, passages in relation.items():
            documents[file_of(index.symbols, target)].append((target, passages))
    states: States = {
        "file_keywords": keywords,
        "imported_symbols": {
            path: _sum_up((known["imported_by"][path], [known["imports"].get(place.path) for place in places]))
            for path, places in index.imported_by.items()
        },
        "same_stem": dict(known["folders"]),
        "folder_words": {path: digest_of(words) for path, words in site.folder_words.items()},
        "test_subjects": {test: _sum_up(tuple(subject)) for test, subject in site.test_subjects.items()},
        "named_tests": {path: _sum_up(tests) for path, tests in site.named_tests.items()},
        "common_limits": {key: b"%d" % number for key, number in site.common_limits.items()},
        "file_counts": {path: b"%d" % number for path, number in site.file_counts.items()},
        "keyword_counts": {path: b"%d" % number for path, number in site.keyword_counts.items()},
        "keyword_numbers": {path: b"%d" % number for path, number in site.keyword_numbers.items()},
        "long_listings": {path: _listing_state(site, path, keywords) for path in index.folders},
        "use_parts": {
            path: _sum_up((targets, list(map(plan.parts.get, targets)) if plan.part_counts[path] > 1 else 0))
            for path, targets in plan.by_file.items()
        },
        "use_counts": {path: b"%d" % number for path, number in plan.part_counts.items()},
        "documents": {path: digest_of(found) for path, found in documents.items()},
        "built documents": {path: digest_of(passage) for path, passage in site.told.sources.items()},
    }
    if site.hosting is not None:
        states["hosting"] = {path: digest_of(site.hosting.url(path, 1)) for path in index.files}
    for kind, paths in site.paths.items():
        states[f"{kind} pages"] = dict.fromkeys(paths, b"1")
    return states


def _keyword_states(site: Site, files: Mapping[str, bytes], before: States) -> States:
    """Sum up the parts of the index from A to Z by what they show, and which part each letter begins in.

    A part has the state it had if it has the same names as often, and none of them is one of a file that has changed:
    looking at each place of each name would take as long as reading all files.
    """
    listing = site.keywords
    letters = [(letter, listing.part_of(position)) for letter, position in listing.letters()]
    names = {str(part): _sum_up(listing.names_between(*listing.bounds(part))) for part in range(len(listing.cuts))}
    old, old_names, old_files = (before.get(aspect, {}) for aspect in ("keywords", "keyword names", "file_keywords"))
    changed = [path for path, state in files.items() if old_files.get(path) != state]
    said = chain.from_iterable(keyword_names(site.index, path) for path in changed)
    touched = set(map(str, listing.parts_with(said)))
    touched |= {part for part, state in names.items() if old_names.get(part) != state or part not in old}
    states = {part: old[part] for part in names if part not in touched}
    for part in touched:
        states[part] = _sum_up(listing.values(int(part)))
    states[LETTERS] = digest_of(len(listing.cuts), letters)
    return {"keywords": states, "keyword names": names}


def _listing_state(site: Site, path: str, keywords: Mapping[str, bytes]) -> bytes:
    files = listed_files(site.index, path, site.keyword_counts)
    return _sum_up([(file, keywords.get(file)) for file in files])
