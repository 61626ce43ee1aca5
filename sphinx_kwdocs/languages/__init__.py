"""Finds the language of a file; each language stands in a module of its own with one constant, `LANGUAGE`."""

from __future__ import annotations

import importlib
import pkgutil
import re
from fnmatch import translate
from functools import cache
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._notices import is_generated
from sphinx_kwdocs.languages.unknown import LANGUAGE as UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.model import Language

__all__ = ["all_languages", "is_generated", "language_of"]

_SHEBANG = re.compile(r"#!\s*\S*?(?:/env\s+(?:-\S+\s+)*)?([^/\s]+?)[\d.]*(?:\s|$)")


@cache
def all_languages() -> Mapping[str, Language]:
    """Return every language by name."""
    found: dict[str, Language] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        if not module.startswith("_"):
            language = importlib.import_module(f"{__name__}.{module}").LANGUAGE
            found[language.name] = language
    return found


def language_of(path: str, first_line: str = "") -> Language:
    """Return the language that reads a file: by its name, else by its `#!` line, else none that is known."""
    name = path.rpartition("/")[2].lower()
    exact, patterns, interpreters = _lookup()
    if language := exact.get(name):
        return language
    if "." in name and (language := exact.get("*." + name.rpartition(".")[2])):
        return language
    if match := patterns.match(name):
        return all_languages()[_language_name(match)]
    if first_line.startswith("#!") and (match := _SHEBANG.match(first_line)):
        return interpreters.get(match.group(1), UNKNOWN)
    return UNKNOWN


@cache
def _lookup() -> tuple[Mapping[str, Language], re.Pattern[str], Mapping[str, Language]]:
    # Nearly every pattern is a whole name or `*.suffix`, which a dictionary answers; the rest share one expression.
    exact: dict[str, Language] = {}
    rest: list[str] = []
    interpreters: dict[str, Language] = {}
    for language in all_languages().values():
        for pattern in language.patterns:
            is_suffix = pattern.startswith("*.") and not re.search(r"[*?\[.]", pattern[2:])
            if is_suffix or not re.search(r"[*?\[]", pattern):
                exact[pattern] = language
            else:
                rest.append(f"(?P<{language.name}_{len(rest)}>{translate(pattern)})")
        interpreters.update(dict.fromkeys(language.interpreters, language))
    return exact, re.compile("|".join(rest) or r"(?!)"), interpreters


def _language_name(match: re.Match[str]) -> str:
    return str(match.lastgroup).rpartition("_")[0]
