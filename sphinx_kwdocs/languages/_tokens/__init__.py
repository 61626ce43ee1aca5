"""Declares a language that is read by its token rules alone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._tokens.facts import read_identifiers
from sphinx_kwdocs.model.plugin_records import Language

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.plugin_records import TokenRules

_VERSION = 2


def token_language(
    name: str,
    label: str,
    patterns: tuple[str, ...],
    tokens: TokenRules,
    *,
    extract: Callable[[str, TokenRules, str, str], FileFacts] = read_identifiers,
    reads: str = "identifiers",
    pygments: str = "",
    interpreters: tuple[str, ...] = (),
) -> Language:
    """Return a language; `extract` is one of the readers of `_token_facts`, and `reads` says what it finds."""
    return Language(
        name,
        label,
        patterns,
        _VERSION,
        partial(extract, name, tokens),
        tokens=tokens,
        pygments=pygments,
        interpreters=interpreters,
        reads=reads,
    )
