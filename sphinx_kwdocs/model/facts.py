"""The nouns of what one file says by itself, before any other file is looked at: FileFacts and its parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.model.imports import NO_IMPORTS, Import, Imports
from sphinx_kwdocs.model.symbols import NO_SYMBOLS, Symbol, Symbols, without_repeats
from sphinx_kwdocs.model.terms import NO_TERMS, Term, Terms

if TYPE_CHECKING:
    from sphinx_kwdocs.model.files import Diagnostic, Span
    from sphinx_kwdocs.model.index import Role

__all__ = [
    "CodeBlock",
    "CodeSpan",
    "FileFacts",
    "FileIdentities",
    "FileIdentity",
    "Hyperlink",
    "Import",
    "Imports",
    "NameUse",
    "Packaging",
    "Purpose",
    "Statement",
    "Symbol",
    "Symbols",
    "Term",
    "Terms",
    "purpose_values",
    "without_repeats",
]


@dataclass(frozen=True, slots=True)
class NameUse:
    """A place where a file of a language that is linked by name uses something that may be defined anywhere."""

    span: Span
    """Where the name stands, on one line."""
    name: str
    """The name; what a definition around it is called may stand before it with a dot: `Cart.total`."""
    role: Role = "read"
    """What is done with it; a key of `vocabulary.ROLE_WORDS`."""


@dataclass(frozen=True, slots=True)
class Hyperlink:
    """A link that a prose file makes."""

    line: int
    """Where it stands."""
    text: str
    """What it shows."""
    target: str
    """Where it leads, as written."""


@dataclass(frozen=True, slots=True)
class CodeSpan:
    """Inline code in prose: a possible mention of a symbol."""

    span: Span
    """Where the code stands, without its marks."""
    text: str
    """The code."""
    is_named: bool = False
    """Whether its author says, with a role, that it is a name of Python."""


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A block of code in prose."""

    line: int
    """First line of the code."""
    end_line: int
    """Last line of the code."""
    language: str
    """As the author named it, or empty."""


@dataclass(frozen=True, slots=True)
class Packaging:
    """What a file tells packaging tools of its project: the top-level modules of it and of others, in lower case."""

    builds: tuple[str, ...] = ()
    """What the project gives others to import, as far as its name and its lists tell; empty if nothing is said."""
    requires: tuple[str, ...] = ()
    """What distributions give that the project asks for."""
    description: str = ""
    """The sentence by which the project introduces itself, on one line; or empty."""
    entry_points: tuple[str, ...] = ()
    """The objects that it names for programs to load, as `module:object`; what only looks like that is among them."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that may tell what a file is for, with the rest of its paragraph."""

    line: int
    """Where the paragraph begins, or 0 if that is not known."""
    text: str
    """The paragraph from this sentence on, on one line and without the marks of markup."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a file says it is for."""

    title: str
    """The heading that a prose file gives itself, if it tells more than the file's name; or empty."""
    text: str
    """The paragraph that says it, from the sentence on that does; or empty."""
    line: int
    """Where it stands, or 0 if that is not known."""


purpose_values = attrgetter(*(item.name for item in fields(Purpose)))
"""Gives the values of a purpose's fields, as `dataclasses.astuple` does in many times the time."""


class FileIdentity(NamedTuple):
    """What a file is, as it says itself: pages of other files ask for this, and most edits leave it as it was."""

    language: str
    """Name of the language that read it."""
    title: str
    """The heading a prose file gives itself."""
    doc: str
    """What the file says it is: its docstring, leading comment or opening paragraph."""


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What one file says by itself, before any other file is looked at.

    Languages may give its symbols, imports and terms as tuples, which become Symbols, Imports and Terms here.
    """

    language: str
    """Name of the language that read it."""
    title: str = ""
    """The heading a prose file gives itself."""
    doc: str = ""
    """What the file says it is: its docstring, leading comment or opening paragraph."""
    doc_line: int = 0
    """Where that stands, or 0."""
    statements: tuple[Statement, ...] = ()
    """The sentences of that which may tell what the file is for; found for every language alike."""
    symbols: Symbols = NO_SYMBOLS
    """Definitions, in order of appearance."""
    imports: Imports = NO_IMPORTS
    """Imports, in order of appearance."""
    uses: Sequence[NameUse] = ()
    """The names it uses, if its language is linked by them; Python's linker has `code`."""
    exports: tuple[str, ...] | None = None
    """The names in `__all__`, or None if the file does not say."""
    main_guard: int = 0
    """The line of `if __name__ == "__main__"`, or 0."""
    terms: Terms = NO_TERMS
    """Candidates for keywords of a prose file; identifiers of a file of another language."""
    hyperlinks: tuple[Hyperlink, ...] = ()
    """Links that a prose file makes."""
    code_spans: tuple[CodeSpan, ...] = ()
    """Inline code of a prose file."""
    code_blocks: tuple[CodeBlock, ...] = ()
    """Code blocks of a prose file."""
    is_generated: bool = False
    """Whether a comment at its top says that a program wrote it."""
    packaging: Packaging | None = None
    """What it tells packaging tools of names, if it is a file of theirs."""
    code: object | None = None
    """What its linker needs to know of the file's text; nobody else looks inside."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """What went wrong while reading it."""

    def __post_init__(self) -> None:
        # Frozen, as all facts are.
        object.__setattr__(self, "symbols", Symbols.of(self.symbols))
        object.__setattr__(self, "imports", Imports.of(self.imports))
        object.__setattr__(self, "terms", Terms.of(self.terms))

    @property
    def identity(self) -> FileIdentity:
        """What the file is."""
        return FileIdentity(self.language, self.title, self.doc)


class FileIdentities(Mapping[str, FileIdentity]):
    """What each text file is, by path."""

    def __init__(self, facts: Mapping[str, FileFacts]) -> None:
        """Take all that the files say."""
        self._facts = facts

    def __getitem__(self, path: str) -> FileIdentity:
        return self._facts[path].identity

    def __contains__(self, path: object) -> bool:
        return path in self._facts

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)
