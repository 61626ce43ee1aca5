"""Lets the language of a file read it, and rules look at it; whatever they do, the build goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages import added_languages, is_generated, read_packaging
from sphinx_kwdocs.model.facts import FileFacts, Statement
from sphinx_kwdocs.model.files import Diagnostic
from sphinx_kwdocs.reading.plugin_facts import validated_facts
from sphinx_kwdocs.reading.purpose_judgement import is_purpose, repeats
from sphinx_kwdocs.reading.purpose_sentences import find_statements
from sphinx_kwdocs.rules import run_rules
from sphinx_kwdocs.wording import first_sentence, plain_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_kwdocs.model.facts import Packaging
    from sphinx_kwdocs.model.plugin_records import Language, Rule


def extract(path: str, text: str, language: Language, rules: Iterable[Rule]) -> FileFacts:
    """Return what a file says, with what rules say about it among its diagnostics."""
    facts = extract_facts(path, text, language)
    said = tuple(run_rules(rules, path, text, facts))
    return replace(facts, diagnostics=(*facts.diagnostics, *said)) if said else facts


def extract_facts(path: str, text: str, language: Language) -> FileFacts:
    """Let a file's language read it; a language that fails costs that file its facts, nothing else."""
    is_added = language.name in added_languages().items
    try:
        facts = language.extract(path, text)
        if is_added:
            facts = validated_facts(facts, language, path, text)
        if statements := find_statements(path, facts):
            facts = replace(facts, statements=statements)
        facts = replace(facts, is_generated=True) if is_generated(text) else facts
        packaging = read_packaging(path, text)
        return _with_packaging(facts, packaging, path, text) if packaging else facts
    except Exception as error:  # noqa: BLE001  one file must not end the build, whatever a plug-in raises
        said = f"{language.name}: {type(error).__name__}: {error}"
        problem = Diagnostic(path, 0, "plugin" if is_added else "extractor", said)
        return FileFacts(language.name, diagnostics=(problem,))


def _with_packaging(facts: FileFacts, packaging: Packaging, path: str, text: str) -> FileFacts:
    """Add what a file tells packaging tools; how it introduces the project is the best that it says of itself."""
    said = first_sentence(packaging.description)
    if not said:
        return replace(facts, packaging=packaging)
    if not is_purpose(said, path) or repeats(said, path):
        return replace(facts, packaging=replace(packaging, description=""))
    place = text.find(packaging.description)
    line = text.count("\n", 0, place) + 1 if place >= 0 else 0
    introduction = Statement(line, plain_text(packaging.description))
    return replace(facts, packaging=packaging, statements=(introduction, *facts.statements))


def facts_over_time(path: str, language: Language, seconds: float) -> FileFacts:
    """Return what there is to say of a file that its language could not read within the limit."""
    said = f"{language.name}: not read within the {seconds:g} seconds of kwdocs_time_limit"
    return FileFacts(language.name, diagnostics=(Diagnostic(path, 0, "slow", said),))
