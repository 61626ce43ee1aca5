"""Chooses the keywords of each text among its candidates, by what the repository's other texts say too."""

from __future__ import annotations

import re
from collections import Counter
from math import log
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from sphinx_kwdocs.model.facts import FileFacts, Term

# A text of a hundred lines keeps 26 words and phrases beside its code, a very long one sixty.
_FEWEST, _LINES_FOR_ONE_MORE, _MOST = 16, 10, 60
# In fewer texts than this, a word that stands in most of them may still be what they are about.
_TEXTS_FOR_COMMON_WORDS = 8
_SYMBOL_FACTOR = 1.5


def choose_terms(facts: Mapping[str, FileFacts], names: Container[str]) -> dict[str, Terms]:
    """Return the keywords of every file by path; `names` are those of the repository's symbols.

    Code is always kept, so the identifiers of a file that is not prose pass unchanged. Of the words and phrases, a file
    keeps those that tell it from the other texts, and more of them the longer it is.
    """
    spread: Counter[str] = Counter()
    texts = 0
    for item in facts.values():
        if not item.terms.are_code:
            spread.update({term.name.casefold() for term in item.terms if not term.is_code})
            texts += 1
    return {path: _choose(item, names, spread, texts) for path, item in facts.items()}


def _choose(item: FileFacts, names: Container[str], spread: Counter[str], texts: int) -> Terms:
    if item.terms.are_code:
        return item.terms
    kept = [term for term in item.terms if _is_certain(term, names)]
    words = [
        (-_score(term, names, spread[term.name.casefold()], texts), term.name.casefold(), term.name, term)
        for term in item.terms
        if not _is_certain(term, names) and not _is_everywhere(spread[term.name.casefold()], texts)
    ]
    words.sort(key=lambda word: word[:3])
    bound = min(_MOST, _FEWEST + _length(item) // _LINES_FOR_ONE_MORE)
    kept += [term for *_, term in words[:bound]]
    return Terms(sorted(kept, key=lambda term: (term.name.casefold(), term.name)))


def _is_certain(term: Term, names: Container[str]) -> bool:
    # A symbol called `get` or `model` does not make each such word of a sentence a keyword; `DataLoader` does.
    return term.is_code or (re.search(r".[A-Z_]", term.name) is not None and term.name in names)


def _is_everywhere(spread: int, texts: int) -> bool:
    return texts >= _TEXTS_FOR_COMMON_WORDS and 2 * spread > texts


def _score(term: Term, names: Container[str], spread: int, texts: int) -> float:
    rarity = 1.0 + log((1 + texts) / (1 + spread))
    factor = _SYMBOL_FACTOR if term.name in names else 1.0
    # Rounded, so that no order hangs on the last digit of a logarithm.
    return round(term.weight * rarity * factor, 6)


def _length(item: FileFacts) -> int:
    """Return the last line that the facts speak of."""
    return max(
        (
            *(symbol.extent.end_line for symbol in item.symbols),
            *(term.lines[-1] for term in item.terms if term.lines),
            *(block.end_line for block in item.code_blocks),
        ),
        default=0,
    )
