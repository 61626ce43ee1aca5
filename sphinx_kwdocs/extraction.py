"""Lets the language of a file read it, and rules look at it; whatever they do, the build goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_kwdocs.foreign_facts import checked_facts
from sphinx_kwdocs.languages import added_languages, is_generated, language_of, read_packaging
from sphinx_kwdocs.model import Diagnostic, FileFacts
from sphinx_kwdocs.rules import run_rules
from sphinx_kwdocs.statements import find_statements, is_purpose
from sphinx_kwdocs.wording import first_sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_kwdocs.model import Rule


def extract(path: str, text: str, rules: Iterable[Rule]) -> FileFacts:
    """Return what a file says, with what rules say about it among its diagnostics."""
    facts = extract_facts(path, text)
    said = tuple(run_rules(rules, path, text, facts))
    return replace(facts, diagnostics=(*facts.diagnostics, *said)) if said else facts


def extract_facts(path: str, text: str) -> FileFacts:
    """Let a file's language read it; a language that fails costs that file its facts, nothing else."""
    language = language_of(path, first_line(text))
    is_added = language.name in added_languages().items
    try:
        facts = language.extract(path, text)
        if is_added:
            facts = checked_facts(facts, language, path, text)
        if statements := find_statements(path, facts):
            facts = replace(facts, statements=statements)
        facts = replace(facts, is_generated=True) if is_generated(text) else facts
        packaging = read_packaging(path, text)
        if packaging and packaging.description and not is_purpose(first_sentence(packaging.description), path):
            packaging = replace(packaging, description="")
        return replace(facts, packaging=packaging) if packaging else facts
    except Exception as error:  # noqa: BLE001  one file must not end the build, whatever a plug-in raises
        said = f"{language.name}: {type(error).__name__}: {error}"
        problem = Diagnostic(path, 0, "plugin" if is_added else "extractor", said)
        return FileFacts(language.name, diagnostics=(problem,))


def facts_over_time(path: str, text: str, seconds: float) -> FileFacts:
    """Return what there is to say of a file that its language could not read within the limit."""
    language = language_of(path, first_line(text))
    said = f"{language.name}: not read within the {seconds:g} seconds of kwdocs_time_limit"
    return FileFacts(language.name, diagnostics=(Diagnostic(path, 0, "slow", said),))


def first_line(text: str) -> str:
    """Return as much of a text's first line as tells its language."""
    return text[:200].partition("\n")[0]
