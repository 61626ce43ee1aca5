"""Drives the steps from a repository to its Index; the only place that knows them all."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinx_kwdocs.config import ignore_problem, show_nothing
from sphinx_kwdocs.foreign_facts import checked_facts
from sphinx_kwdocs.languages import added_languages, all_languages, is_generated, language_of
from sphinx_kwdocs.link import find_tests, link
from sphinx_kwdocs.model import Diagnostic, FileFacts, Index, SourceFile
from sphinx_kwdocs.rules import all_rules, run_rules
from sphinx_kwdocs.samples import SampleResolver
from sphinx_kwdocs.scan import scan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from sphinx_kwdocs.config import Config, Problem, Progress
    from sphinx_kwdocs.model import Rule


@dataclass(frozen=True, slots=True)
class Survey:
    """A repository as it was found, with what is needed to read code that speaks of it."""

    index: Index
    """All that is known of the repository."""
    samples: SampleResolver
    """Says what names in code samples mean; holds much memory until it is told to forget."""


def build_index(
    root: Path, config: Config, report: Problem = ignore_problem, progress: Progress = show_nothing
) -> Index:
    """Read every file of the repository and link what they say; `report` hears of settings that cannot be used."""
    with _collector_paused():
        found = survey(root, config, report, progress)
        found.samples.forget()
    return found.index


def keep_all(source: SourceFile) -> bool:
    """Leave no file out."""
    del source
    return True


def survey(
    root: Path,
    config: Config,
    report: Problem = ignore_problem,
    progress: Progress = show_nothing,
    keep: Callable[[SourceFile], bool] = keep_all,
) -> Survey:
    """Do the same, and stay ready to read code samples; the caller tells `samples` to forget when there are no more.

    `keep` tells of each file whether it is to be in the Index.
    """
    files: dict[str, SourceFile] = {}
    facts: dict[str, FileFacts] = {}
    diagnostics: list[Diagnostic] = []
    rules = _rules(report)
    with _collector_paused():
        for item in scan(root, config, report, progress):
            source = item.source
            if not keep(source):
                continue
            files[source.path] = source
            diagnostics.extend(item.diagnostics)
            if source.kind == "text":
                found = facts[source.path] = extract_facts(source.path, item.text)
                diagnostics.extend(found.diagnostics)
                diagnostics.extend(run_rules(rules.values(), source.path, item.text, found))
        linked = link(root, all_languages(), files, facts, diagnostics, find_tests(files, config, report))
    return Survey(replace(linked.index, rules=rules), SampleResolver(linked.resolver))


def _rules(report: Problem) -> Mapping[str, Rule]:
    """Return the rules, and report what other packages add and cannot be used here."""
    rules = all_rules()
    for problem in (*added_languages().problems, *rules.problems):
        report("plugin", problem)
    return rules.items


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Keep the garbage collector from looking through trees, none of them garbage: a third of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def extract_facts(path: str, text: str) -> FileFacts:
    """Let a file's language read it; a language that fails costs that file its facts, nothing else."""
    language = language_of(path, text[:200].partition("\n")[0])
    is_added = language.name in added_languages().items
    try:
        facts = language.extract(path, text)
        if is_added:
            facts = checked_facts(facts, language, path, text)
        return replace(facts, is_generated=True) if is_generated(text) else facts
    except Exception as error:  # noqa: BLE001  one file must not end the build, whatever a plug-in raises
        said = f"{language.name}: {type(error).__name__}: {error}"
        problem = Diagnostic(path, 0, "plugin" if is_added else "extractor", said)
        return FileFacts(language.name, diagnostics=(problem,))
