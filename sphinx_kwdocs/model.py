"""The nouns of the index: what a file is, what it says by itself, and what all files say together.

Everything here is frozen and compared by value. Lines count from 1, columns from 0 in code points, ends are
exclusive. Paths are relative to the repository's root and written with `/`; the root folder is the empty string.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from sphinx_kwdocs.python_code import PythonCode
    from sphinx_kwdocs.references import Calls, Hierarchy, References

FileKind = Literal["text", "binary", "symlink", "large", "unreadable", "submodule", "withheld"]
Visibility = Literal["public", "private", "special", "local"]
Origin = Literal["repository", "standard", "third-party", "missing", "unresolved"]
Role = Literal["definition", "import", "call", "read", "write", "base", "annotation", "decorator", "mention"]
Certainty = Literal["exact", "inferred", "name"]

ROLES: tuple[Role, ...] = get_args(Role)
CERTAINTIES: tuple[Certainty, ...] = get_args(Certainty)
_REPEAT = re.compile(r"~\d+")


class Span(NamedTuple):
    """A stretch of text in one file."""

    line: int
    """Line of the first character."""
    col: int
    """Column of the first character."""
    end_line: int
    """Line of the last character."""
    end_col: int
    """Column behind the last character."""


def reading_order(path: str) -> tuple[str, str]:
    """Sort names as people do, whatever their case; equal ones by code point."""
    return path.casefold(), path


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something about one of the user's files that a maintainer may want to know."""

    path: str
    """The file it is about."""
    line: int
    """The line it is about, or 0 for the whole file."""
    code: str
    """A key of `vocabulary.DIAGNOSTIC_CODES`, or the name of a rule."""
    message: str
    """What is the matter, as a sentence without a full stop."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One entry of the repository, as the scan found it."""

    path: str
    """Where it is."""
    kind: FileKind
    """How it can be shown: `text` in full, of what is `large` the head."""
    size: int = 0
    """Bytes on disk."""
    digest: str = ""
    """BLAKE2b of the bytes that were read, 32 hexadecimal digits; of a `large` file its head's. Empty if none were."""
    encoding: str = ""
    """The codec that decoded it, in Python's spelling; empty unless `text` or `large`."""
    lines: int = 0
    """Number of lines that are shown; a last line without a line break counts."""
    link_target: str = ""
    """Where a symlink points: a path of the repository if it is inside, otherwise what the link says."""
    head: int = 0
    """Bytes at the beginning of a `large` file that are shown."""


source_values = attrgetter(*(item.name for item in fields(SourceFile)))
"""Gives the values of a file's fields, as `dataclasses.astuple` does in twenty times the time."""


def without_repeats(qualname: str) -> str:
    """Return a qualified name as a reader writes it."""
    return _REPEAT.sub("", qualname) if "~" in qualname else qualname


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition: something that a file gives a name."""

    id: str
    """Unique in the repository and readable in a log: the path, `#` and the qualified name."""
    name: str
    """The last part of the name, as written."""
    qualname: str
    """Unique in its file: the names from the file's top joined with dots, repeats with `~2`, `~3`; a heading's slug."""
    kind: str
    """A key of `vocabulary.KINDS`."""
    path: str
    """The file that defines it."""
    span: Span
    """The name itself."""
    extent: Span
    """The whole definition, with its decorators."""
    parent: str = ""
    """The id of the symbol it is nested in, or empty."""
    signature: str = ""
    """How it is declared, on one line, without its name's context: `(self, x: int) -> str`, `: int = 3`."""
    doc: str = ""
    """Its docstring or leading comment, dedented."""
    visibility: Visibility = "public"
    """Whether it is meant for users of the file."""
    decorators: tuple[str, ...] = ()
    """Decorators as written, without `@`."""
    bases: tuple[str, ...] = ()
    """Bases of a class as written."""
    is_async: bool = False
    """Whether it is declared `async`."""

    @property
    def plain_qualname(self) -> str:
        """The qualified name as a reader writes it, the same for all that repeat it."""
        return without_repeats(self.qualname)


@dataclass(frozen=True, slots=True)
class Import:
    """One name that a file takes from elsewhere."""

    span: Span
    """The statement's part that names it."""
    module: str
    """The module as written, without leading dots; empty in `from . import x`."""
    name: str = ""
    """The name taken out of the module, `*` for all, or empty for `import module`."""
    alias: str = ""
    """The name after `as`, or empty."""
    level: int = 0
    """Number of leading dots."""
    is_conditional: bool = False
    """Whether it stands under `if`, `try`, `with` or a loop."""
    is_type_checking: bool = False
    """Whether it stands under `if TYPE_CHECKING`."""
    is_local: bool = False
    """Whether it stands inside a function or a class."""

    @property
    def wanted(self) -> str:
        """The dotted name of what is imported, as a reader would say it."""
        parts = [part for part in (self.module, self.name) if part]
        return "." * self.level + ".".join(parts)


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase that characterises a text, with the lines it stands on."""

    name: str
    """As a reader would look it up."""
    lines: tuple[int, ...]
    """Every line it occurs on, ascending, without repeats."""
    weight: float = 1.0
    """How telling it is within its file; only the order of magnitude has a meaning."""
    is_code: bool = False
    """Whether the author marked it as code, or it can only be an identifier."""


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


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What one file says by itself, before any other file is looked at."""

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
    symbols: Sequence[Symbol] = ()
    """Definitions, in order of appearance."""
    imports: Sequence[Import] = ()
    """Imports, in order of appearance."""
    exports: tuple[str, ...] | None = None
    """The names in `__all__`, or None if the file does not say."""
    main_guard: int = 0
    """The line of `if __name__ == "__main__"`, or 0."""
    terms: Sequence[Term] = ()
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
    code: PythonCode | None = None
    """What the statements of a Python file do with names, for the linker; None if there is no syntax tree."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """What went wrong while reading it."""


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


class Place(NamedTuple):
    """A line of a file."""

    path: str
    """The file."""
    line: int
    """The line."""


@dataclass(frozen=True, slots=True)
class Folder:
    """One folder and what stands directly in it."""

    path: str
    """Where it is; empty for the root."""
    folders: tuple[str, ...]
    """Paths of its subfolders, in reading order."""
    files: tuple[str, ...]
    """Paths of its files, in reading order."""


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
    folders: Mapping[str, Folder]
    """Every folder by path, in path order; the root is the empty string."""
    symbols: Mapping[str, Symbol]
    """Every symbol by id."""
    imports: Mapping[str, tuple[ImportLink, ...]]
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
    terms: Mapping[str, Sequence[Term]]
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
    """The rules that looked at the files, by name."""

    @property
    def all_diagnostics(self) -> list[Diagnostic]:
        """What went wrong with all files, in path and line order."""
        return [item for group in self.diagnostics.values() for item in group]


@dataclass(frozen=True, slots=True)
class TokenRules:
    """How a language's text is cut into tokens for highlighting, as regular expressions without groups."""

    comments: tuple[str, ...] = ()
    """Patterns of whole comments."""
    strings: tuple[str, ...] = ()
    """Patterns of whole string literals; an unterminated one must end somewhere."""
    keywords: frozenset[str] = frozenset()
    """Reserved words."""
    constants: frozenset[str] = frozenset()
    """Words that are values: `True`, `null`."""
    builtins: frozenset[str] = frozenset()
    """Names that are always there."""
    specials: tuple[tuple[str, str], ...] = ()
    """Further patterns, tried first, each with its Pygments CSS class."""
    word: str = r"[^\W\d]\w*"
    """What an identifier looks like."""


@dataclass(frozen=True, slots=True)
class Language:
    """A plug-in that understands one language."""

    name: str
    """The word used in data: `python`."""
    label: str
    """What a reader sees: `Python source`."""
    patterns: tuple[str, ...]
    """File names it reads, as `fnmatch` patterns on the last part of the path, in lower case."""
    version: int
    """Raised whenever `extract` gives other facts for the same text."""
    extract: Callable[[str, str], FileFacts]
    """Path and text to facts; pure, and never raises on any text."""
    tokens: TokenRules | None = None
    """How to highlight it; None leaves it to Pygments."""
    pygments: str = ""
    """Name of the Pygments lexer, for snippets and where `tokens` is None."""
    is_prose: bool = False
    """Whether its text is meant to be read as sentences."""
    interpreters: tuple[str, ...] = ()
    """Programs in a `#!` line that mark a file of this language."""
    reads: str = ""
    """What it finds, for the reference page."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A plug-in that looks at one file after the other and says what a maintainer may want to know."""

    name: str
    """The code of its diagnostics: small letters, digits and hyphens."""
    meaning: str
    """What a diagnostic of it means, in a sentence."""
    version: int
    """Raised whenever `check` says something else about the same file."""
    check: Callable[[str, str, FileFacts], Iterable[tuple[int, str]]]
    """Path, text and facts of a file to lines, 0 for the whole file, each with a sentence without a full stop."""
