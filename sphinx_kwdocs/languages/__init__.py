"""Finds the language of a file; each language stands in a module of its own with one constant, `LANGUAGE`."""

from __future__ import annotations

import re
from dataclasses import replace
from fnmatch import translate
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.languages._packaging import read_packaging
from sphinx_kwdocs.languages._tokens.notices import (
    holds_licence_text,
    is_for_tools,
    is_generated,
    is_licence_name,
    opens_notice,
    without_notices,
)
from sphinx_kwdocs.languages.unknown import LANGUAGE as UNKNOWN
from sphinx_kwdocs.model.plugin_records import Kind, Language
from sphinx_kwdocs.model.vocabulary import KEYWORD_KINDS
from sphinx_kwdocs.plugins import Plugins, load_plugins, own_plugins

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = [
    "added_languages",
    "all_kinds",
    "all_languages",
    "holds_licence_text",
    "is_for_tools",
    "is_generated",
    "is_licence_name",
    "language_of",
    "opens_notice",
    "read_packaging",
    "without_notices",
]


_KIND_NAME = re.compile(r"[a-z][a-z0-9-]*")
_CSS_CLASS = re.compile(r"[a-z0-9-]*")
_COUNTED = re.compile(r"[^{}]*\{number\}[^{}]*")


@cache
def all_languages() -> Mapping[str, Language]:
    """Return every language by name, those of other packages last."""
    return {**_own_languages(), **added_languages().items}


@cache
def added_languages() -> Plugins[Language]:
    """Return the languages of other packages."""
    return load_plugins("sphinx_kwdocs.languages", Language, _own_languages(), _fault)


@cache
def _own_languages() -> Mapping[str, Language]:
    return own_plugins(__name__, __path__, "LANGUAGE")


@cache
def all_kinds() -> Mapping[str, Kind]:
    """Return every kind of symbols and keywords by name, in the order in which groups appear on a page.

    One that several languages declare has the words of the first, and means what all of them say.
    """
    found: dict[str, Kind] = {}
    for kind in chain.from_iterable((*(each.kinds for each in all_languages().values()), KEYWORD_KINDS)):
        before = found.get(kind.name)
        if before is None:
            found[kind.name] = kind
        elif kind.meaning not in before.meaning:
            found[kind.name] = replace(before, meaning=f"{before.meaning} {kind.meaning}".strip())
    return {kind.name: kind for kind in sorted(found.values(), key=lambda kind: kind.order)}


def _fault(language: Language) -> str:
    for field in (language.patterns, language.interpreters):
        if not isinstance(field, tuple) or not all(isinstance(text, str) and text for text in field):
            return f"has {field!r}, but must have a tuple of texts"
    if not (language.patterns or language.interpreters):
        return "reads no file"
    kinds: object = language.kinds
    if not isinstance(kinds, tuple) or not all(isinstance(kind, Kind) for kind in kinds):
        return f"has {kinds!r}, but must have a tuple of kinds"
    if fault := next(filter(None, map(_kind_fault, kinds)), ""):
        return fault
    return "" if callable(language.extract) else "has an `extract` that cannot be called"


def _kind_fault(kind: Kind) -> str:
    texts = (kind.name, kind.singular, kind.plural, kind.meaning, kind.css_class, *kind.counted)
    if not all(isinstance(text, str) for text in texts) or not (kind.singular and kind.plural):
        return f"has a kind {kind.name!r} without words"
    if not _KIND_NAME.fullmatch(kind.name) or not _CSS_CLASS.fullmatch(kind.css_class):
        return f"has a kind {kind.name!r} or a class of it that is not of small letters, digits and hyphens"
    if not kind.is_definition or any(kind.name == other.name for other in KEYWORD_KINDS):
        return f"has a kind {kind.name!r} that is none of definitions"
    is_countable = len(kind.counted) == 2 and all(  # noqa: PLR2004  one and several
        not text or _COUNTED.fullmatch(text) for text in kind.counted
    )
    if not is_countable or "{" in kind.singular + kind.plural or "}" in kind.singular + kind.plural:
        return f"has a kind {kind.name!r} that cannot be counted"
    return "" if isinstance(kind.order, int) else f"has a kind {kind.name!r} without order"


def language_of(path: str, first_line: str = "") -> Language:
    """Return the language that reads a file: by its name, else by its `#!` line, else none that is known."""
    name = path.rpartition("/")[2].lower()
    for finder in _finders():
        if language := finder.by_name(name):
            return language
    if first_line.startswith("#!"):
        program = _interpreter(first_line)
        for finder in _finders():
            if language := finder.interpreters.get(program):
                return language
    return UNKNOWN


def _interpreter(first_line: str) -> str:
    """Return the program that a `#!` line names, without its version: `python` of `/usr/bin/env -S python3.12 -u`."""
    words = [word.rpartition("/")[2] for word in first_line[2:].split()]
    if words[:1] == ["env"]:
        words = [word for word in words[1:] if not word.startswith("-")]
    return words[0].rstrip("0123456789.") if words else ""


class _Finder(NamedTuple):
    """Finds a language among some."""

    exact: Mapping[str, Language]
    """By a whole name or `*.suffix`, which nearly every pattern is."""
    patterns: re.Pattern[str]
    """All other patterns, a group each."""
    groups: Mapping[str, Language]
    interpreters: Mapping[str, Language]

    def by_name(self, name: str) -> Language | None:
        if language := self.exact.get(name):
            return language
        if "." in name and (language := self.exact.get("*." + name.rpartition(".")[2])):
            return language
        match = self.patterns.match(name)
        return self.groups[str(match.lastgroup)] if match else None


@cache
def _finders() -> tuple[_Finder, ...]:
    # What a package adds goes before what is ours, however its patterns are written.
    groups = (added_languages().items, _own_languages())
    return tuple(_finder(group.values()) for group in groups if group)


def _finder(languages: Iterable[Language]) -> _Finder:
    exact: dict[str, Language] = {}
    rest: list[str] = []
    groups: dict[str, Language] = {}
    interpreters: dict[str, Language] = {}
    for language in languages:
        for pattern in map(str.lower, language.patterns):
            is_suffix = pattern.startswith("*.") and not re.search(r"[*?\[.]", pattern[2:])
            if is_suffix or not re.search(r"[*?\[]", pattern):
                exact[pattern] = language
            else:
                groups[f"p{len(rest)}"] = language
                rest.append(f"(?P<p{len(rest)}>{translate(pattern)})")
        interpreters.update(dict.fromkeys(language.interpreters, language))
    return _Finder(exact, re.compile("|".join(rest) or r"(?!)"), groups, interpreters)
