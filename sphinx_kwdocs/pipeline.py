"""Drives the steps from a repository to its Index; the only place that knows them all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinx_kwdocs._listing import list_paths
from sphinx_kwdocs.collector import collector_paused
from sphinx_kwdocs.config import ignore_problem, show_nothing
from sphinx_kwdocs.known_links import KnownLinks
from sphinx_kwdocs.languages import added_languages, all_languages
from sphinx_kwdocs.link import Found, find_tests, link
from sphinx_kwdocs.no_store import NO_STORE
from sphinx_kwdocs.reading import Reader
from sphinx_kwdocs.rules import all_rules
from sphinx_kwdocs.samples import SampleResolver
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from sphinx_kwdocs._listing import Listed
    from sphinx_kwdocs.config import Config, Problem, Progress
    from sphinx_kwdocs.model import Index, Rule, SourceFile
    from sphinx_kwdocs.no_store import Keeper
    from sphinx_kwdocs.reading import Snapshot


@dataclass(frozen=True, slots=True)
class Survey:
    """A repository as it was found, with what is needed to read code that speaks of it."""

    index: Index
    """All that is known of the repository."""
    samples: SampleResolver
    """Says what names in code samples mean; holds much memory until it is told to forget."""


def build_index(
    root: Path,
    config: Config,
    report: Problem = ignore_problem,
    progress: Progress = show_nothing,
    store: Keeper = NO_STORE,
    jobs: int = 1,
) -> Index:
    """Read every file of the repository and link what they say; `report` hears of settings that cannot be used."""
    with collector_paused():
        snapshot = read_repository(root, config, report, progress, store=store, jobs=jobs)
        found = survey(root, config, snapshot, report, jobs)
        found.samples.forget()
    return found.index


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
    store: Keeper = NO_STORE,
    jobs: int = 1,
    listed: Sequence[Listed] | None = None,
) -> Snapshot:
    """Find out what there is and what each file says by itself; `keep` tells whether a file is to be in the Index.

    `listed` is what there is, if the caller has looked already.
    """
    with collector_paused():
        found = list_paths(root, config, report) if listed is None else listed
        return Reader(root, config, _rules(report), store).read(found, progress, keep, jobs)


def survey(root: Path, config: Config, snapshot: Snapshot, report: Problem = ignore_problem, jobs: int = 1) -> Survey:
    """Join what all files say, and stay ready to read code samples until the caller tells `samples` to forget."""
    with collector_paused():
        if not snapshot.store.is_shared:
            return _join(root, config, snapshot, snapshot.store, report, jobs)
        try:
            found = _join(root, config, snapshot, snapshot.store, report, jobs)
        except Exception:  # noqa: BLE001  if it is not what others have written, it comes again below
            found = None
        if found is not None and not _unlinked(found):
            return found
        snapshot.facts.doubt()
        plain = _join(root, config, snapshot, NO_STORE, report, jobs)
        # What fails without the cache as well is no fault of those who share it.
        if found is None or _unlinked(plain) < _unlinked(found):
            report("store", _("What the shared cache holds does not fit together; this build does without it"))
            snapshot.remove_from_store()
        return plain


def _unlinked(survey: Survey) -> int:
    """Count the files whose names could not be linked."""
    return sum(item.code == "linker" for item in survey.index.all_diagnostics)


def _join(root: Path, config: Config, snapshot: Snapshot, store: Keeper, report: Problem, jobs: int) -> Survey:
    keys, known = snapshot.keys, snapshot.facts
    facts = known.load(keys, snapshot.files)
    python = [path for path, file in facts.items() if file.language == "python"]
    interfaces = known.interfaces({path: keys[path] for path in python}, facts)
    said = [problem for file in facts.values() for problem in file.diagnostics]
    found = Found(
        files=snapshot.files,
        facts=facts,
        code_of=lambda path: known.code(path, keys[path]),
        interface_of=interfaces.__getitem__,
        languages=all_languages(),
        diagnostics=(*snapshot.diagnostics, *said),
        links=KnownLinks(store, keys, snapshot.place),
    )
    linked = link(root, found, find_tests(snapshot.files, config, report), jobs)
    return Survey(replace(linked.index, rules=all_rules().items), SampleResolver(linked.resolver))


def _rules(report: Problem) -> Mapping[str, Rule]:
    """Return the rules, and report what other packages add and cannot be used here."""
    rules = all_rules()
    for problem in (*added_languages().problems, *rules.problems):
        report("plugin", problem)
    return rules.items
