"""Joins what all files say by themselves into the Index: folders, imports, terms, mentions, and their reverse maps."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from sphinx_kwdocs.config import DEFAULT_TEST_PATTERNS
from sphinx_kwdocs.linking.file_links import join_calls, join_hierarchy
from sphinx_kwdocs.linking.linker import LinkTargets, link_all
from sphinx_kwdocs.linking.mentions import NameFinder
from sphinx_kwdocs.linking.offered_names import Homes, offered_files
from sphinx_kwdocs.linking.other_meanings import OtherMeanings
from sphinx_kwdocs.linking.purposes import choose_purposes
from sphinx_kwdocs.linking.terms import choose_terms
from sphinx_kwdocs.model.facts import FileIdentities
from sphinx_kwdocs.model.files import Diagnostic, Folder, Place, reading_order
from sphinx_kwdocs.model.import_table import ImportTable
from sphinx_kwdocs.model.index import BY_NAME, MENTION, Index
from sphinx_kwdocs.model.occurrences import NOWHERE, FileReferences
from sphinx_kwdocs.model.references import References
from sphinx_kwdocs.model.symbol_table import SymbolTable
from sphinx_kwdocs.reading.gitignore import compile_setting, matching

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from sphinx_kwdocs.config import Config, Problem
    from sphinx_kwdocs.linking.linker import Linker, LinkInput, LinkRun, LinkSession, RunLinks
    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.files import Span

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class LinkOutput:
    """A repository whose files have been joined."""

    index: Index
    """All that is known of it."""
    sessions: tuple[LinkSession, ...]
    """What found out the meaning of its names, one for each linker, in their order."""


def link(
    root: Path,
    found: LinkInput,
    tests: frozenset[str],
    linkers: Sequence[Linker],
    run: RunLinks = link_all,
    jobs: int = 1,
) -> LinkOutput:
    """Build the Index from the files' own facts, both given in path order; `run` links the files of each linker."""
    facts, languages = found.facts, found.languages
    symbols = SymbolTable(facts)
    by_name = symbols.by_name
    names = (*symbols, *facts)
    targets = LinkTargets(names, dict(zip(names, range(len(names)), strict=True)))
    sessions = tuple(linker.prepare(found, targets) for linker in linkers)
    modules = _merged([session.module_names for session in sessions], facts)
    offered = offered_files(facts, modules, tests)
    finder = NameFinder(by_name, offered, tests)
    terms = choose_terms(facts, by_name)
    runs = [run(session, finder, jobs) for session in sessions]
    linked = _merged([each.files for each in runs], facts)
    imports = ImportTable(facts, {path: file.imports for path, file in linked.items()})
    problems = [Diagnostic(path, 0, "linker", file.problem) for path, file in linked.items() if file.problem]
    placed = _placed(sessions, runs)
    index = Index(
        root=root,
        languages=languages,
        files=found.files,
        facts=facts,
        about=FileIdentities(facts),
        folders=_folders(found.files),
        symbols=symbols,
        imports=imports,
        imported_by=_imported_by(imports, facts),
        modules=modules,
        tests=tests,
        purposes=choose_purposes(facts),
        generated=frozenset(path for path, file in facts.items() if file.is_generated),
        terms=terms,
        term_symbols=finder.term_symbols(terms, facts, languages),
        references=_references(facts, targets, placed, runs, finder, OtherMeanings(facts, symbols, offered, placed)),
        hierarchy=join_hierarchy(linked.values()),
        calls=join_calls(linked.values(), targets.numbers),
        diagnostics=group_diagnostics([*found.diagnostics, *problems]),
    )
    for session in sessions:
        session.settle()
    return LinkOutput(index, sessions)


def _merged(parts: Sequence[Mapping[str, Value]], order: Iterable[str]) -> Mapping[str, Value]:
    """Return all mappings as one, whose keys are those of some paths, in the order of these."""
    filled = [part for part in parts if part]
    if len(filled) < 2:  # noqa: PLR2004  then it has that order already
        return filled[0] if filled else {}
    return {path: part[path] for path in order for part in filled if path in part}


def find_tests(files: Iterable[str], config: Config, report: Problem) -> frozenset[str]:
    """Return the files that the settings call tests; a pattern that is none is reported and not used."""
    patterns = compile_setting("test_patterns", config.test_patterns, report)
    paths = list(files)
    found = frozenset(matching(patterns, paths))
    return found if config.test_patterns != DEFAULT_TEST_PATTERNS else found | _in_testing_folders(paths, found)


def _in_testing_folders(files: Iterable[str], tests: frozenset[str]) -> frozenset[str]:
    """Return what is in folders called `testing` that hold more tests than other files: others help to test."""
    inside: defaultdict[str, list[str]] = defaultdict(list)
    for path in files:
        start = path.find("testing/")
        while start >= 0:
            if not start or path[start - 1] == "/":
                inside[path[:start]].append(path)
            start = path.find("testing/", start + 1)
    most = [paths for paths in inside.values() if 2 * sum(path in tests for path in paths) > len(paths)]
    return frozenset(path for paths in most for path in paths)


def group_diagnostics(diagnostics: Iterable[Diagnostic]) -> dict[str, tuple[Diagnostic, ...]]:
    """Sort diagnostics into the files they are about."""
    ordered = sorted(diagnostics, key=lambda item: (item.path, item.line, item.code, item.message))
    return {path: tuple(group) for path, group in groupby(ordered, key=lambda item: item.path)}


def _imported_by(imports: ImportTable, facts: Mapping[str, FileFacts]) -> dict[str, tuple[Place, ...]]:
    reverse: defaultdict[str, dict[Place, None]] = defaultdict(dict)
    for path, meanings in imports.meanings.items():
        for (_origin, target, _symbol), line in zip(meanings, facts[path].imports.lines, strict=False):
            if target and target != path:
                reverse[target][Place(path, line)] = None
    return {path: tuple(sorted(places)) for path, places in reverse.items()}


def _references(
    facts: Mapping[str, FileFacts],
    targets: LinkTargets,
    linked: Mapping[str, FileReferences],
    runs: Sequence[LinkRun],
    finder: NameFinder,
    others: OtherMeanings,
) -> References:
    files: dict[str, FileReferences] = {}
    mentioned: Counter[str] = Counter()
    homes = Homes(facts)
    for path, file in facts.items():
        placed = linked[path] if path in linked else FileReferences(targets.names)
        mentions = () if not file.code_spans or homes.is_foreign(path) else tuple(finder.mentions(file, others))
        if mentions:
            placed = _with_mentions(placed, targets, mentions)
            mentioned.update(target for _span, target in mentions)
        if not placed.is_empty:
            files[path] = placed
    counted = [counts for counts in (mentioned, *(run.counts for run in runs)) if counts]
    counts = counted[0] if len(counted) == 1 else sum(map(Counter, counted), Counter())
    return References(targets.names, files, targets.numbers, counts)


def _placed(sessions: Sequence[LinkSession], runs: Sequence[LinkRun]) -> Mapping[str, FileReferences]:
    """Return the occurrences of all files that were linked."""
    return {
        path: links.placed(session.place)
        for session, run in zip(sessions, runs, strict=True)
        for path, links in run.files.items()
    }


def _with_mentions(
    placed: FileReferences, targets: LinkTargets, mentions: Iterable[tuple[Span, str]]
) -> FileReferences:
    """Return the occurrences of a file with those that prose in it names, all in text order."""
    rows = [
        (span.line, span.col, span.end_col, MENTION, BY_NAME, targets.numbers[target], NOWHERE)
        for span, target in mentions
    ]
    columns = (placed.lines, placed.cols, placed.ends, placed.roles, placed.known, placed.targets, placed.holders)
    merged = FileReferences(targets.names)
    merged.add_all(sorted([*zip(*columns, strict=True), *rows]))
    merged.locals, merged.remotes, merged.externals = placed.locals, placed.remotes, placed.externals
    return merged


def _folders(files: Iterable[str]) -> dict[str, Folder]:
    children: dict[str, tuple[list[str], list[str]]] = {"": ([], [])}
    for path in files:
        child, is_folder = path, False
        while True:
            parent = child.rpartition("/")[0] if child else ""
            known = parent in children
            folders, inside = children.setdefault(parent, ([], []))
            (folders if is_folder else inside).append(child)
            if known:
                break
            child, is_folder = parent, True
    return {
        path: Folder(path, tuple(sorted(folders, key=reading_order)), tuple(sorted(inside, key=reading_order)))
        for path, (folders, inside) in sorted(children.items())
    }
