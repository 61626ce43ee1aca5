"""Drives the product: reads the files of a repository one by one, and links what they say into its Index.

`build_index` without a store is the plain product: every file is read in one loop, `reading.repository`, and linked in
another, `linking.linker.link_all`. With a store, or with several processes, `memory` stands around both: it leaves out
files whose content it knows and files whose links cannot have changed, and holds facts in encoded form, which takes a
tenth of the memory. Either way gives the same. The pages that are made of an Index are `publish`'s.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinx_kwdocs.config import ignore_problem, show_nothing
from sphinx_kwdocs.languages import added_languages, all_languages
from sphinx_kwdocs.linking.by_name import ByNameLinker
from sphinx_kwdocs.linking.link import find_tests, group_diagnostics, link
from sphinx_kwdocs.linking.linker import LinkInput, link_all
from sphinx_kwdocs.linking.python.linker import PythonLinker
from sphinx_kwdocs.linking.python.resolver import Resolver
from sphinx_kwdocs.linking.python.samples import SampleResolver
from sphinx_kwdocs.memory.files import CachedReader
from sphinx_kwdocs.memory.interfaces import Interfaces
from sphinx_kwdocs.memory.linked_files import remembering
from sphinx_kwdocs.memory.null_store import NULL_STORE
from sphinx_kwdocs.model.findings import Finding
from sphinx_kwdocs.reading.listing import list_paths
from sphinx_kwdocs.reading.repository import read_files
from sphinx_kwdocs.rules import all_index_rules, all_rules, run_index_rules
from sphinx_kwdocs.running.garbage import collector_paused
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from sphinx_kwdocs.config import Config, Problem, Progress
    from sphinx_kwdocs.linking.linker import Linker, RunLinks
    from sphinx_kwdocs.memory.files import FilesRead
    from sphinx_kwdocs.memory.null_store import Store
    from sphinx_kwdocs.model.files import SourceFile
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.model.plugin_records import Rule
    from sphinx_kwdocs.reading.listing import Listed


@dataclass(frozen=True, slots=True)
class LinkedRepository:
    """A repository as it was found, with what is needed to read code that speaks of it."""

    index: Index
    """All that is known of the repository."""
    samples: SampleResolver
    """Says what names in code samples mean; holds much memory until it is told to forget."""


def all_linkers() -> tuple[Linker, ...]:
    """Return what links files, each for its own languages."""
    python = PythonLinker()
    return python, ByNameLinker(frozenset(all_languages()) - python.languages)


def build_index(
    root: Path,
    config: Config,
    report: Problem = ignore_problem,
    progress: Progress = show_nothing,
    store: Store = NULL_STORE,
    jobs: int = 1,
) -> Index:
    """Read every file of the repository and link what they say; `report` hears of settings that cannot be used."""
    with collector_paused():
        if store is NULL_STORE and jobs == 1:
            linked = _build_plainly(root, config, report, progress)
        else:
            files = read_repository(root, config, report, progress, store=store, jobs=jobs)
            linked = survey(root, config, files, report, jobs)
        linked.samples.forget()
    return linked.index


def _build_plainly(root: Path, config: Config, report: Problem, progress: Progress) -> LinkedRepository:
    linkers = _by_language(all_linkers())
    read = read_files(root, list_paths(root, config, report), config, _rules(report).values(), progress)
    facts, code = read.facts, read.code
    interfaces = {
        path: linkers[file.language].interface(replace(file, code=code[path])) for path, file in facts.items()
    }
    found = LinkInput(
        files=read.files,
        facts=facts,
        # Whoever asks may change it, and nobody asks twice.
        code_of=lambda path: code.pop(path, None),
        interface_of=interfaces.__getitem__,
        languages=all_languages(),
        diagnostics=(*read.diagnostics, *(problem for file in facts.values() for problem in file.diagnostics)),
        time_limit=config.time_limit,
    )
    return _link(root, config, found, link_all, report)


def keep_all(source: SourceFile) -> bool:
    """Leave no file out."""
    del source
    return True


def read_repository(
    root: Path,
    config: Config,
    report: Problem = ignore_problem,
    progress: Progress = show_nothing,
    keep: Callable[[SourceFile], bool] = keep_all,
    store: Store = NULL_STORE,
    jobs: int = 1,
    listed: Sequence[Listed] | None = None,
) -> FilesRead:
    """Find out what there is and what each file says by itself; `keep` tells whether a file is to be in the Index.

    `listed` is what there is, if the caller has looked already.
    """
    with collector_paused():
        entries = list_paths(root, config, report) if listed is None else listed
        reader = CachedReader(root, config, _rules(report), _by_language(all_linkers()), store)
        return reader.read(entries, progress, keep, jobs)


def survey(
    root: Path, config: Config, files: FilesRead, report: Problem = ignore_problem, jobs: int = 1
) -> LinkedRepository:
    """Link what all files say, and stay ready to read code samples until the caller tells `samples` to forget."""
    with collector_paused():
        if not files.store.is_shared:
            return _link_remembered(root, config, files, files.store, report, jobs)
        try:
            linked = _link_remembered(root, config, files, files.store, report, jobs)
        except Exception:  # noqa: BLE001  if it is not what others have written, it comes again below
            linked = None
        if linked is not None and not _unlinked(linked):
            return linked
        files.facts.doubt()
        plain = _link_remembered(root, config, files, NULL_STORE, report, jobs)
        # What fails without the cache as well is no fault of those who share it.
        if linked is None or _unlinked(plain) < _unlinked(linked):
            report("store", _("What the shared cache holds does not fit together; this build does without it"))
            files.remove_from_store()
        return plain


def _unlinked(linked: LinkedRepository) -> int:
    """Count the files whose names could not be linked."""
    return sum(item.code == "linker" for item in linked.index.all_diagnostics)


def _link_remembered(
    root: Path, config: Config, files: FilesRead, store: Store, report: Problem, jobs: int
) -> LinkedRepository:
    # Workers send what they found as a store would keep it.
    is_plain = store is NULL_STORE and jobs == 1
    run = link_all if is_plain else remembering(store, files.keys, files.place)
    return _link(root, config, _link_input(config, files), run, report, jobs)


def _link(
    root: Path, config: Config, found: LinkInput, run: RunLinks, report: Problem, jobs: int = 1
) -> LinkedRepository:
    tests = find_tests(found.files, config, report)
    output = link(root, found, tests, all_linkers(), run, jobs)
    python = next(session for session in output.sessions if isinstance(session, Resolver))
    return LinkedRepository(_with_findings(output.index), SampleResolver(python))


def _with_findings(index: Index) -> Index:
    """Add the rules, and what those find that see the whole Index; one that fails is a diagnostic."""
    findings: dict[str, list[Finding]] = {}
    problems = []
    for said in run_index_rules(all_index_rules().values(), index):
        if isinstance(said, Finding):
            findings.setdefault(said.path, []).append(said)
        else:
            problems.append(said)
    return replace(
        index,
        rules=all_rules().items,
        index_rules=all_index_rules(),
        findings={path: tuple(sorted(found, key=lambda item: item.line)) for path, found in findings.items()},
        diagnostics=group_diagnostics([*index.all_diagnostics, *problems]) if problems else index.diagnostics,
    )


def _link_input(config: Config, files: FilesRead) -> LinkInput:
    keys, cache, languages = files.keys, files.facts, all_languages()
    facts = cache.load(keys, files.files)

    def code_of(path: str) -> object | None:
        return cache.code(path, keys[path], languages[facts[path].language])

    return LinkInput(
        files=files.files,
        facts=facts,
        code_of=code_of,
        interface_of=Interfaces(cache, keys, facts, _by_language(all_linkers()), code_of).of,
        languages=languages,
        diagnostics=(*files.diagnostics, *(problem for file in facts.values() for problem in file.diagnostics)),
        time_limit=config.time_limit,
    )


def _by_language(linkers: Sequence[Linker]) -> Mapping[str, Linker]:
    return {language: linker for linker in linkers for language in linker.languages}


def _rules(report: Problem) -> Mapping[str, Rule]:
    """Return the rules, and report what other packages add and cannot be used here."""
    rules = all_rules()
    for problem in (*added_languages().problems, *rules.problems):
        report("plugin", problem)
    return rules.items
