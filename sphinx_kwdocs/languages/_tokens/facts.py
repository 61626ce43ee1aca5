"""Reads what a language's token rules show without parsing: identifiers or keys, and the leading comment."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._tokens.code_terms import code_terms
from sphinx_kwdocs.languages._tokens.leading_comment import leading_comment
from sphinx_kwdocs.model.facts import FileFacts
from sphinx_kwdocs.model.terms import NO_TERMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinx_kwdocs.model.plugin_records import TokenRules

_NUMBER = r"\d[\w.]*"
_SHORTEST = 2
_MOST_KEYS = 500
_NAME = re.compile(r"\w[\w.-]*")


def read_identifiers(
    language: str, tokens: TokenRules, _path: str, text: str, *, shortest: int = _SHORTEST
) -> FileFacts:
    """Return a file's identifiers: its words outside comments and strings that the language does not own."""
    doc, doc_line = leading_comment(text, tokens.comments)
    return FileFacts(language, doc=doc, doc_line=doc_line, terms=code_terms(_words(text, tokens, shortest)))


def read_keys(language: str, tokens: TokenRules, _path: str, text: str, *, css_class: str = "nt") -> FileFacts:
    """Return the names that the special tokens of one class hold: keys, targets, selectors."""
    doc, doc_line = leading_comment(text, tokens.comments)
    terms = code_terms(_keys(text, tokens, css_class))
    # So many keys are data, such as the entries of a lock file, not a vocabulary.
    return FileFacts(language, doc=doc, doc_line=doc_line, terms=terms if len(terms) <= _MOST_KEYS else NO_TERMS)


def read_paths(
    language: str,
    tokens: TokenRules,
    path: str,
    text: str,
    *,
    paths_of: Callable[[str, str], Iterable[tuple[str, int]]],
    title_of: Callable[[str, str], str] | None = None,
) -> FileFacts:
    """Return the keys of nested data, each with the keys it stands below, as `paths_of` finds them by path and text.

    `title_of` finds in the same way what the file calls itself.
    """
    doc, doc_line = leading_comment(text, tokens.comments)
    found = list(paths_of(path, text))
    terms = code_terms(found)
    if len(terms) > _MOST_KEYS:
        # The outer keys may still be a vocabulary where the inner ones are data.
        terms = code_terms([(name, line) for name, line in found if name.count(".") <= 1])
    title = title_of(path, text) if title_of else ""
    return FileFacts(language, title, doc, doc_line, terms=terms if len(terms) <= _MOST_KEYS else NO_TERMS)


def read_comment(language: str, tokens: TokenRules, _path: str, text: str) -> FileFacts:
    """Return a file's leading comment and no names."""
    doc, doc_line = leading_comment(text, tokens.comments)
    return FileFacts(language, doc=doc, doc_line=doc_line)


def _words(text: str, tokens: TokenRules, shortest: int) -> Iterator[tuple[str, int]]:
    """Yield each word with its line; those that are not wanted are the most, and are not even counted up to."""
    owned = _owned_words(tokens)
    line, counted = 1, 0
    for match in _pattern_for_words(tokens).finditer(text):
        name = match[1]
        if name is not None and name not in owned and len(name) >= shortest:
            start = match.start()
            line += text.count("\n", counted, start)
            counted = start
            yield name, line


def _keys(text: str, tokens: TokenRules, css_class: str) -> Iterator[tuple[str, int]]:
    for token, line in _named(_pattern_for_keys(tokens, css_class), text):
        for part in token.split():
            name = part.strip("\"':=.#-[]")
            if _NAME.fullmatch(name) and not name.isdecimal():
                yield name, line


@cache
def _owned_words(tokens: TokenRules) -> frozenset[str]:
    return tokens.keywords | tokens.constants | tokens.builtins


# Both cut text in the order in which it is cut for highlighting. What is wanted is the only group that captures.


@cache
def _pattern_for_words(tokens: TokenRules) -> re.Pattern[str]:
    specials = [pattern for pattern, _ in tokens.specials]
    passed = [f"(?:{pattern})" for pattern in (*specials, *tokens.comments, *tokens.strings, _NUMBER)]
    return re.compile("|".join([*passed, f"({tokens.word})"]), re.MULTILINE)


@cache
def _pattern_for_keys(tokens: TokenRules, css_class: str) -> re.Pattern[str]:
    specials = [f"({pattern})" if given == css_class else f"(?:{pattern})" for pattern, given in tokens.specials]
    passed = [f"(?:{pattern})" for pattern in (*tokens.comments, *tokens.strings, tokens.word)]
    return re.compile("|".join([*specials, *passed]), re.MULTILINE)


def _named(pattern: re.Pattern[str], text: str) -> Iterator[tuple[str, int]]:
    """Yield the text of each match that is wanted, with its line."""
    line, counted = 1, 0
    for match in pattern.finditer(text):
        if match.lastindex:
            token = match.group()
            start = match.start() + len(token) - len(token.lstrip())
            line += text.count("\n", counted, start)
            counted = start
            yield token, line
