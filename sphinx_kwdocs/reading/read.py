"""Reads one file of a repository: what it is, and what it says by itself. Nothing is remembered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages import language_of
from sphinx_kwdocs.reading.extraction import extract, facts_over_time
from sphinx_kwdocs.reading.scan import scan_entry
from sphinx_kwdocs.running.time_limit import OverTimeError, limited

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from sphinx_kwdocs.config import Config
    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.files import Diagnostic, SourceFile
    from sphinx_kwdocs.model.plugin_records import Language, Rule
    from sphinx_kwdocs.reading.listing import Listed


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file of the repository with what it says."""

    source: SourceFile
    """What it is."""
    language: Language | None
    """What reads it; None unless it is text."""
    facts: FileFacts | None
    """What it says; None unless it is text, or if somebody knew already."""
    diagnostics: tuple[Diagnostic, ...]
    """What a maintainer may want to know of it, beside what its facts say."""
    is_over_time: bool = False
    """Whether it says nothing because its language takes too long to read it."""


def nobody_knows(source: SourceFile, language: Language) -> bool:
    """Know of no file what it says."""
    del source, language
    return False


def read_file(
    root: Path,
    entry: Listed,
    config: Config,
    rules: Iterable[Rule],
    status: os.stat_result | None = None,
    is_known: Callable[[SourceFile, Language], bool] = nobody_knows,
) -> ReadFile | None:
    """Read an entry of the repository; None if it has vanished.

    `status` is what `lstat` says of it, if somebody has asked already; if it `is_known` what a text says, its language
    is not asked to read it.
    """
    scanned = scan_entry(root, entry, config, status)
    if scanned is None:
        return None
    source, text, diagnostics = scanned.source, scanned.text, scanned.diagnostics
    language = language_of(source.path, first_line(text)) if source.kind == "text" else None
    if language is None or is_known(source, language):
        return ReadFile(source, language, None, diagnostics)
    seconds = config.time_limit
    try:
        facts = limited(lambda: extract(source.path, text, language, rules), seconds, source.path)
        return ReadFile(source, language, facts, diagnostics)
    except OverTimeError:
        facts = facts_over_time(source.path, language, seconds)
        return ReadFile(source, language, facts, diagnostics, is_over_time=True)


def first_line(text: str) -> str:
    """Return as much of a text's first line as tells its language."""
    return text[:200].partition("\n")[0]
