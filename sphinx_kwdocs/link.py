"""Joins what all files say by themselves into the Index: folders, imports, terms, mentions, and their reverse maps."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from sphinx_kwdocs._ignore import compile_setting, matching
from sphinx_kwdocs.config import DEFAULT_TEST_PATTERNS
from sphinx_kwdocs.file_references import FileReferences
from sphinx_kwdocs.imports import ImportTable
from sphinx_kwdocs.inference import Resolver, join_calls, join_hierarchy
from sphinx_kwdocs.link_files import LinkedFiles
from sphinx_kwdocs.link_mentions import NameFinder
from sphinx_kwdocs.link_modules import SUFFIXES, ModuleMap
from sphinx_kwdocs.link_offered import Homes, offered_files
from sphinx_kwdocs.link_purposes import choose_purposes
from sphinx_kwdocs.link_terms import choose_terms
from sphinx_kwdocs.model import CERTAINTIES, ROLES, Diagnostic, Folder, Index, Place, reading_order
from sphinx_kwdocs.references import References
from sphinx_kwdocs.symbol_table import SymbolTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from sphinx_kwdocs.config import Config, Problem
    from sphinx_kwdocs.inference import LinkedFile
    from sphinx_kwdocs.known_links import KnownLinks
    from sphinx_kwdocs.model import FileFacts, Language, SourceFile
    from sphinx_kwdocs.python_code import PythonCode
    from sphinx_kwdocs.python_interface import Interface

MENTION = ROLES.index("mention")
BY_NAME = CERTAINTIES.index("name")


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of a repository's files one by one."""

    files: Mapping[str, SourceFile]
    """Every file by path, in path order."""
    facts: Mapping[str, FileFacts]
    """What each text file says, in path order, without the code of Python files."""
    code_of: Callable[[str], PythonCode | None]
    """Gives the code of a Python file by its path."""
    interface_of: Callable[[str], Interface]
    """Gives what other files can see of it."""
    languages: Mapping[str, Language]
    """Every language that facts may name."""
    diagnostics: Iterable[Diagnostic]
    """What there is to say of the files."""
    links: KnownLinks
    """What linking them gave in earlier builds."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A repository whose files have been joined."""

    index: Index
    """All that is known of it."""
    resolver: Resolver
    """What found out the meaning of its names, ready for more of them until it is told to forget."""


def link(root: Path, found: Found, tests: frozenset[str], jobs: int = 1) -> Linked:
    """Build the Index from the files' own facts, both given in path order."""
    facts, languages = found.facts, found.languages
    symbols = SymbolTable(facts)
    by_name = symbols.by_name
    packaging = {path: file.packaging for path, file in facts.items() if file.packaging}
    modules = ModuleMap(facts, packaging)
    names = {path: name for path in facts if path.endswith(SUFFIXES) and (name := modules.module_name(path))}
    finder = NameFinder(by_name, offered_files(facts, names, tests), tests)
    terms = choose_terms(facts, by_name)
    targets = (*symbols, *facts)
    numbers = dict(zip(targets, range(len(targets)), strict=True))
    resolver = Resolver(facts, modules, targets, found.code_of, found.interface_of, numbers)
    files = LinkedFiles(resolver, finder, targets, numbers, found.links)
    linked = files.link(jobs)
    imports = ImportTable(facts, {path: linked[path].imports for path in facts if path in linked})
    problems = [Diagnostic(path, 0, "linker", file.problem) for path, file in linked.items() if file.problem]
    index = Index(
        root=root,
        languages=languages,
        files=found.files,
        facts=facts,
        folders=_folders(found.files),
        symbols=symbols,
        imports=imports,
        imported_by=_imported_by(imports),
        modules=names,
        tests=tests,
        purposes=choose_purposes(facts),
        generated=frozenset(path for path, file in facts.items() if file.is_generated),
        terms=terms,
        term_symbols=finder.term_symbols(terms, facts, languages),
        references=_references(facts, targets, numbers, linked, files.counts, resolver, finder),
        hierarchy=join_hierarchy(linked.values()),
        calls=join_calls(linked.values(), numbers),
        diagnostics=group_diagnostics([*found.diagnostics, *problems]),
    )
    resolver.settle()
    return Linked(index, resolver)


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


def _imported_by(imports: ImportTable) -> dict[str, tuple[Place, ...]]:
    reverse: defaultdict[str, dict[Place, None]] = defaultdict(dict)
    for path, meanings in imports.meanings.items():
        for (_origin, target, _symbol), line in zip(meanings, imports.lines(path), strict=False):
            if target and target != path:
                reverse[target][Place(path, line)] = None
    return {path: tuple(sorted(places)) for path, places in reverse.items()}


def _references(
    facts: Mapping[str, FileFacts],
    targets: Sequence[str],
    numbers: Mapping[str, int],
    linked: Mapping[str, LinkedFile],
    counts: Mapping[str, int],
    resolver: Resolver,
    finder: NameFinder,
) -> References:
    files: dict[str, FileReferences] = {}
    mentioned: Counter[str] = Counter()
    homes = Homes(facts)
    for path, file in facts.items():
        if path in linked:
            found = linked[path].placed(resolver.place)
        else:
            found = FileReferences(targets)
            for span, target in () if homes.is_foreign(path) else finder.mentions(file):
                found.add(span.line, span.col, span.end_col, MENTION, BY_NAME, numbers[target])
                mentioned[target] += 1
        if not found.is_empty:
            files[path] = found
    return References(targets, files, numbers, mentioned + Counter(counts) if mentioned else counts)


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
