"""Puts the words of pages and messages into the reader's language, from catalogs that come with the package.

A build has one language, so it is chosen once and holds for the whole process; workers inherit it when they fork.
"""

from __future__ import annotations

import gettext
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

_P = ParamSpec("_P")
_R = TypeVar("_R")
CATALOG = "sphinx_kwdocs"
LOCALE_DIR = Path(__file__).parent / "locale"
_CAPITAL_NOUNS = {"de", "lb"}
"""Languages whose nouns keep their capitals within a sentence."""
_chosen: gettext.NullTranslations = gettext.NullTranslations()
_signs: dict[int, int] = {}
_keeps_capitals = False
_code = ""
_forget: list[Callable[[], None]] = []


def use_language(language: str | None) -> None:
    """Choose the language by its code, such as `de` or `pt_BR`; English where there is no catalog for it."""
    global _chosen, _code, _signs, _keeps_capitals  # noqa: PLW0603  see the module's docstring
    code = (language or "").replace("-", "_")
    _code = code
    codes = [code, code.partition("_")[0]] if code else []
    _chosen = gettext.translation(CATALOG, LOCALE_DIR, codes, fallback=True) if codes else gettext.NullTranslations()
    for forget in _forget:
        forget()
    # Translators: this number as your language writes it; all numbers get the signs of this one.
    sample = _("1,000.5")
    _signs = {} if sample == "1,000.5" else str.maketrans(",.", sample[1] + sample[-2])
    _keeps_capitals = bool(_signs) and codes[-1] in _CAPITAL_NOUNS


def chosen_language() -> str:
    """Return the code of the language that was chosen, or an empty string."""
    return _code


def remembered(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Keep what a function of few values returns, until another language is chosen."""
    cached = lru_cache(maxsize=10_000)(function)
    _forget.append(cached.cache_clear)
    return cast("Callable[_P, _R]", cached)


@remembered
def _(message: str) -> str:
    """Translate a message."""
    return _chosen.gettext(message) if message else ""


@remembered
def ngettext(singular: str, plural: str, number: int) -> str:
    """Translate a message that has a number in it."""
    return _chosen.ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """Translate a message that means different things in different places; the context says which one is meant."""
    return _chosen.pgettext(context, message)


def N_(message: str) -> str:  # noqa: N802  the usual name, which tools that gather messages know
    """Mark a constant for translation where it is used."""
    return message


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802  see N_
    """Mark both forms of a constant that has a number in it, for `ngettext` where it is used."""
    return singular, plural


def localized(digits: str) -> str:
    """Write a number that is written as in English, such as `1,204.5`, as the language does."""
    return digits.translate(_signs) if _signs else digits


def lowered(words: str) -> str:
    """Write a heading as it stands within a sentence."""
    return words if _keeps_capitals else words.lower()
