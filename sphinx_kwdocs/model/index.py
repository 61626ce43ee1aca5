"""The nouns of what all files say together: the Index, occurrences of symbols, and what imports mean."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sphinx_kwdocs.model.facts import FileFacts, FileIdentity, Import, Purpose, Terms
    from sphinx_kwdocs.model.files import Diagnostic, Folder, Place, SourceFile, Span
    from sphinx_kwdocs.model.findings import Finding
    from sphinx_kwdocs.model.import_table import ImportTable
    from sphinx_kwdocs.model.plugin_records import IndexRule, Language, Rule
    from sphinx_kwdocs.model.references import Calls, Hierarchy, References
    from sphinx_kwdocs.model.symbol_table import SymbolTable

Origin = Literal["repository", "standard", "third-party", "missing", "unresolved"]

Role = Literal["import", "call", "read", "write", "base", "annotation", "decorator", "mention"]

Certainty = Literal["exact", "inferred", "name"]

ROLES: tuple[Role, ...] = get_args(Role)

IMPORT, CALL, READ, WRITE, BASE, ANNOTATION, DECORATOR, MENTION = range(len(ROLES))
"""The numbers that stand for roles wherever occurrences are columns: their places in `ROLES`."""

CERTAINTIES: tuple[Certainty, ...] = get_args(Certainty)

EXACT, INFERRED, BY_NAME = range(len(CERTAINTIES))
"""The same for certainties."""


@dataclass(frozen=True, slots=True)
class ImportLink:
    """An import with what it was found to mean."""

    item: Import
    """The import."""
    origin: Origin
    """A key of `vocabulary.ORIGINS`."""
    target: str = ""
    """The file it leads to, or empty."""
    symbol: str = ""
    """The id of the symbol it names in that file, or empty."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place where a file speaks of a symbol."""

    span: Span
    """Where."""
    role: Role
    """In which function."""
    target: str
    """The symbol's id, or a file's path."""
    known: Certainty
    """How the target is known."""
    holder: str = ""
    """The id of the innermost definition it stands in, or empty."""


@dataclass(frozen=True, slots=True)
class Index:
    """All that is known of a repository: sorted, complete, never changed after linking."""

    root: Path
    """The repository's folder on this machine."""
    languages: Mapping[str, Language]
    """Every language that facts may name."""
    files: Mapping[str, SourceFile]
    """Every file by path, in path order."""
    facts: Mapping[str, FileFacts]
    """What each text file says, by path, in path order."""
    about: Mapping[str, FileIdentity]
    """What each text file is, by path: who needs no more asks here, and need not be made again with every edit."""
    folders: Mapping[str, Folder]
    """Every folder by path, in path order; the root is the empty string."""
    symbols: SymbolTable
    """Every symbol by id."""
    imports: ImportTable
    """Imports of a file with their meaning, parallel to its facts' `imports`."""
    imported_by: Mapping[str, tuple[Place, ...]]
    """The import lines that lead to a file."""
    modules: Mapping[str, str]
    """The importable name of each Python file, by path."""
    tests: frozenset[str]
    """Paths of test files."""
    purposes: Mapping[str, Purpose]
    """What files say they are for, by path; of those that say nothing of the kind there is nothing."""
    generated: frozenset[str]
    """Paths of files that say that a program wrote them."""
    terms: Mapping[str, Terms]
    """The keywords chosen from a file's terms, by path."""
    term_symbols: Mapping[str, str]
    """The id of the only symbol that a term of prose can mean, by the term."""
    references: References
    """Every resolved occurrence, by file and by what it means."""
    hierarchy: Hierarchy
    """How classes and their members descend from one another."""
    calls: Calls
    """Who calls whom."""
    diagnostics: Mapping[str, tuple[Diagnostic, ...]]
    """What went wrong with each file, by path, in path and line order."""
    rules: Mapping[str, Rule] = field(default_factory=dict)
    """The rules that looked at each file while it was read, by name."""
    index_rules: Mapping[str, IndexRule] = field(default_factory=dict)
    """The rules that looked at all files when they were linked, by name."""
    findings: Mapping[str, tuple[Finding, ...]] = field(default_factory=dict)
    """What these found in each file in which they found something, by path, in path and line order."""

    @property
    def all_diagnostics(self) -> list[Diagnostic]:
        """What went wrong with all files, in path and line order."""
        return [item for group in self.diagnostics.values() for item in group]
