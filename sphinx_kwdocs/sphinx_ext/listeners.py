"""Asks the listeners of our events what they want; without listeners that costs nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.documents import Passage
from sphinx_kwdocs.pages import checked_keywords
from sphinx_kwdocs.pipeline import keep_all
from sphinx_kwdocs.sphinx_ext.event_names import EVENTS, KEYWORDS, SKIP, has_listeners

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx.application import Sphinx

    from sphinx_kwdocs.config import Problem
    from sphinx_kwdocs.model.documents import DocumentFacts
    from sphinx_kwdocs.model.files import SourceFile
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.pages import Keyword

__all__ = ["EVENTS", "KeywordEditor", "file_filter", "has_listeners", "unwanted_symbols"]


def file_filter(app: Sphinx) -> Callable[[SourceFile], bool]:
    """Return what tells whether a file is to be in the Index."""
    if not has_listeners(app, SKIP):
        return keep_all
    return lambda source: not app.events.emit_firstresult(SKIP.name, source)


def unwanted_symbols(app: Sphinx, index: Callable[[], Index]) -> frozenset[str]:
    """Return the ids of the symbols that listeners leave out; of those nested in one nobody is asked."""
    if not has_listeners(app, SKIP):
        return frozenset()
    unwanted: set[str] = set()
    for symbol in index().symbols.values():
        if symbol.parent in unwanted or app.events.emit_firstresult(SKIP.name, symbol):
            unwanted.add(symbol.id)
    return frozenset(unwanted)


class KeywordEditor:
    """Lets listeners change the entries of the index from A to Z, and remembers what they changed."""

    def __init__(self, app: Sphinx, index: Index, documents: Mapping[str, DocumentFacts], report: Problem) -> None:
        self._app = app
        self._index = index
        self._documents = documents
        self._report = report
        self.changes: list[tuple[object, ...]] = []
        """What they added and removed, for telling whether pages have to be written again."""

    def __call__(self, keywords: list[Keyword]) -> list[Keyword]:
        """Return the entries that the index is to have."""
        offered = _Entries(keywords)
        self._app.events.emit(KEYWORDS.name, offered)
        kept = checked_keywords(offered, keywords, self._index, self._documents, self._report)
        before, after = set(map(id, keywords)), set(map(id, kept))
        self.changes = [_state("added", word) for word in kept if id(word) not in before]
        self.changes += [_state("removed", word) for word in keywords if id(word) not in after]
        return kept


class _Entries(list["Keyword"]):
    """Entries of the index. Sphinx asks for the `repr` of all that an event is emitted with, to throw it away."""

    def __repr__(self) -> str:
        return f"<{len(self)} keywords>"


def _state(change: str, word: Keyword) -> tuple[object, ...]:
    return (change, *word[:5], word.origin if isinstance(word.origin, Passage) else "")
