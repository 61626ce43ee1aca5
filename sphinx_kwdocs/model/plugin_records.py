"""The records by which languages, kinds of symbols, rules and exports are declared: values, and functions at work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.index import Index


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
class Kind:
    """What sort of thing a symbol or a keyword is, with the words a reader sees for it."""

    name: str
    """The word used in data."""
    singular: str
    """One of them, in a sentence."""
    plural: str
    """The heading of a group of them."""
    meaning: str
    """What counts as one, for the reference page."""
    css_class: str = ""
    """Pygments' class for the name where it is defined; if empty, the name is no link."""
    counted: tuple[str, str] = ("", "")
    """One and several with their number, `{number} class` and `{number} classes`; if empty, made of the words above."""
    order: int = 500
    """Groups of lower numbers come first on a page; those of Python begin with 10, headings have 900."""
    is_definition: bool = True
    """Whether it is something that a file defines; otherwise it is a keyword only."""
    is_code: bool = True
    """Whether the name is written as code."""


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
    kinds: tuple[Kind, ...] = ()
    """The kinds of what its files define, beside those that other languages declare."""
    encode_code: Callable[[object], bytes] | None = None
    """Turns the `code` of its facts into bytes, if they have any: only its linker looks inside."""
    decode_code: Callable[[bytes], object] | None = None
    """Turns these bytes into what they were made of."""


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


@dataclass(frozen=True, slots=True)
class IndexRule:
    """A plug-in that looks at one file after the other when all files are linked, and sees the whole Index."""

    name: str
    """What its findings are called by: small letters, digits and hyphens."""
    category: str
    """What its findings are about, in one word: `maintenance`."""
    severity: str
    """How much they matter, in one word: `info`."""
    meaning: str
    """What a finding of it means, in a sentence."""
    version: int
    """Raised whenever `check` says something else about the same Index."""
    check: Callable[[Index, str], Iterable[tuple[int, str]]]
    """Index and path of a file to lines, 0 for the whole file, each with a sentence without a full stop."""
    yields_to_documents: bool = False
    """Whether pages say nothing of a definition that one of the project's documents describes or mentions."""


@dataclass(frozen=True, slots=True)
class Export:
    """A plug-in that writes the Index in a format that other programs read."""

    name: str
    """What it is asked for by: small letters, digits and hyphens."""
    meaning: str
    """What it writes, in a sentence."""
    write: Callable[[Index], Iterator[str]]
    """The Index to lines of text without line ends."""
