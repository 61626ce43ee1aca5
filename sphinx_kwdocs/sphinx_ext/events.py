"""The events with which other extensions have a say in a build; without listeners they cost nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_kwdocs.documents import Passage
from sphinx_kwdocs.pages import checked_keywords
from sphinx_kwdocs.pipeline import keep_all

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx.application import Sphinx

    from sphinx_kwdocs.config import Problem
    from sphinx_kwdocs.documents import DocumentFacts
    from sphinx_kwdocs.model import Index, SourceFile
    from sphinx_kwdocs.pages import Keyword


@dataclass(frozen=True, slots=True)
class Event:
    """An event as it is declared."""

    name: str
    """What a listener connects to."""
    arguments: str
    """What a listener is called with."""
    time: str
    """When it is emitted, completing "It is emitted …"."""
    help: str
    """What a listener can do, for the reference page."""


SKIP = Event(
    "kwdocs-skip",
    "app, item",
    "while the repository is surveyed, before documents are read: for every file as it is found, and for every symbol "
    "when all files are linked",
    "`item` is a `SourceFile` or a `Symbol`. A listener that returns True leaves it out, one that returns False keeps "
    "it, and None leaves that to the next listener. What is left out is nowhere: it has no page, no entry and no link. "
    "A file's symbols and what is nested in a symbol go with it; the lines of a symbol stay in the source of its file.",
)
KEYWORDS = Event(
    "kwdocs-keywords",
    "app, keywords",
    "when all documents are read, before pages are planned",
    "`keywords` is the list of all entries of the index from A to Z, each a `Keyword`, in no order to rely on. "
    "Listeners change the list in place: add entries, replace them, remove them. Each new entry is checked: its kind "
    "must be one of the table of kinds, and its place a line of a text file or a place of a document. One that fails "
    "is left out with a warning `kwdocs.plugin`. The keyword pages of single files and folders do not change.",
)
EVENTS = (SKIP, KEYWORDS)
"""Every event; the reference page is made from this."""


def connect(app: Sphinx) -> None:
    """Declare the events."""
    for event in EVENTS:
        app.add_event(event.name)


def file_filter(app: Sphinx) -> Callable[[SourceFile], bool]:
    """Return what tells whether a file is to be in the Index."""
    if not has_listeners(app, SKIP):
        return keep_all
    return lambda source: not app.events.emit_firstresult(SKIP.name, source)


def unwanted_symbols(app: Sphinx, index: Index) -> frozenset[str]:
    """Return the ids of the symbols that listeners leave out; of those nested in one nobody is asked."""
    if not has_listeners(app, SKIP):
        return frozenset()
    unwanted: set[str] = set()
    for symbol in index.symbols.values():
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
        if not has_listeners(self._app, KEYWORDS):
            return keywords
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


def has_listeners(app: Sphinx, event: Event) -> bool:
    """Tell whether anybody listens."""
    return bool(app.events.listeners.get(event.name))
