"""Reads all files of a repository, one after the other in this process. Nothing is remembered or encoded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinx_kwdocs.reading.read import read_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from sphinx_kwdocs.config import Config, Progress
    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.files import Diagnostic, SourceFile
    from sphinx_kwdocs.model.plugin_records import Rule
    from sphinx_kwdocs.reading.listing import Listed


@dataclass(frozen=True, slots=True)
class RepositoryFiles:
    """The files of a repository, each as it is by itself."""

    files: Mapping[str, SourceFile]
    """Every file by path, in path order."""
    facts: Mapping[str, FileFacts]
    """The facts of each text file by path, in path order, without their code."""
    code: dict[str, object | None]
    """The code of these facts; whoever has linked a file lets go of it."""
    diagnostics: tuple[Diagnostic, ...]
    """What there is to say of files before any language has read them."""


def read_files(
    root: Path, entries: Sequence[Listed], config: Config, rules: Iterable[Rule], progress: Progress
) -> RepositoryFiles:
    """Read the entries of a repository that are still there."""
    rules = tuple(rules)
    files: dict[str, SourceFile] = {}
    facts: dict[str, FileFacts] = {}
    code: dict[str, object | None] = {}
    diagnostics: list[Diagnostic] = []
    for entry in progress(entries, "reading the repository", len(entries)):
        read = read_file(root, entry, config, rules)
        if read is None:
            continue
        path = read.source.path
        files[path] = read.source
        diagnostics += read.diagnostics
        if read.facts is not None:
            facts[path], code[path] = replace(read.facts, code=None), read.facts.code
    return RepositoryFiles(files, facts, code, tuple(diagnostics))
