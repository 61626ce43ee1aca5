"""Declares the events with which other extensions have a say in a build."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Event(NamedTuple):
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


def has_listeners(app: Sphinx, event: Event) -> bool:
    """Tell whether anybody listens."""
    return bool(app.events.listeners.get(event.name))
