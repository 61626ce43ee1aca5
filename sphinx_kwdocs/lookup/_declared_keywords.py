"""Finds the keywords that authors declare in documents: concepts, terms of glossaries and entries of the index."""

from __future__ import annotations

from collections import defaultdict
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_kwdocs.model.documents import Passage, Word

_STRENGTH = {"concept": 0, "glossary-term": 1, "index-entry": 2}
"""Of several keywords with the same text, a declared one is meant rather than a term, and that rather than an entry."""
MOST_SUGGESTED = 5
"""Keywords that are suggested for one that is unknown."""


def folded(text: str) -> str:
    """Return a keyword as it is compared: without regard to case and spacing."""
    return " ".join(text.split()).casefold()


class WordLookup:
    """The keywords of all documents, by text and by the other words for them."""

    def __init__(self, words: Sequence[tuple[Word, Passage]]) -> None:
        self._declared: defaultdict[str, list[tuple[Word, Passage]]] = defaultdict(list)
        for word, passage in words:
            if word.kind == "concept":
                self._declared[folded(word.text)].append((word, passage))
        ranked = sorted(words, key=lambda item: _STRENGTH[item[0].kind])
        self._found: dict[str, tuple[Word, Passage]] = {}
        # An alias gives way to every keyword that is called so itself.
        for item in ranked:
            self._found.setdefault(folded(item[0].text), item)
        for item in ranked:
            for alias in item[0].aliases:
                self._found.setdefault(folded(alias), item)

    def find(self, text: str) -> tuple[Word, Passage] | None:
        """Return the keyword that a text names, with its place."""
        return self._found.get(folded(text))

    def nearest(self, text: str) -> list[str]:
        """Return the keywords most like a text, the nearest first."""
        names = get_close_matches(folded(text)[:100], self._found, MOST_SUGGESTED)
        return list(dict.fromkeys(self._found[name][0].text for name in names))

    def declared_twice(self) -> list[list[tuple[Word, Passage]]]:
        """Return the concepts that more than one document declares, each with all its places."""
        groups = self._declared.values()
        return [group for group in groups if len({passage.document for _, passage in group}) > 1]
