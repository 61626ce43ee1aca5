"""Writes what a table or a list says of one keyword."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.blocks import Code, IndexList, IndexPlace, IndexRow, Link
from sphinx_kwdocs.model.facts import Symbol
from sphinx_kwdocs.pages import file_link, line_link, passage_link, passage_links, uses_target
from sphinx_kwdocs.translation import N_, _
from sphinx_kwdocs.wording import first_sentence, in_digits, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sphinx_kwdocs.model.blocks import Content
    from sphinx_kwdocs.model.documents import Passage
    from sphinx_kwdocs.pages import Keyword, Site


class IndexItem(NamedTuple):
    """A keyword in an index."""

    keyword: Keyword
    """The keyword; if it stands in a document, its path is the document's name."""
    passage: Passage | None = None
    """Where it stands in a document, if it does."""
    summary: str = ""
    """What the document says of it."""


def index_list(items: Iterable[IndexItem]) -> IndexList:
    """List names, each with all its places."""
    groups = groupby(items, key=lambda item: item.keyword.name)
    return IndexList(tuple(IndexRow(name, is_continued=False, places=_places(group)) for name, group in groups))


def _places(items: Iterable[IndexItem]) -> tuple[IndexPlace, ...]:
    return tuple(IndexPlace(_kind_words(item), _place(item)) for item in items)


def _kind_words(item: IndexItem) -> str:
    """Say what a keyword is, and whose: `method of Cart`."""
    words = _(all_kinds()[item.keyword.kind].singular)
    origin = item.keyword.origin
    if not isinstance(origin, Symbol) or origin.kind == "section" or "." not in origin.qualname:
        return words
    return _("{kind} of {owner}").format(kind=words, owner=origin.plain_qualname.rpartition(".")[0])


def _place(item: IndexItem) -> Link:
    keyword = item.keyword
    if item.passage:
        return passage_link(item.passage)
    return line_link(keyword.path, keyword.line, f"{shown(keyword.path)}:{keyword.line}")


def _name(site: Site, item: IndexItem) -> Content:
    del site
    keyword = item.keyword
    if item.passage:
        return (passage_link(item.passage, keyword.name),)
    origin = keyword.origin
    name = origin.plain_qualname if isinstance(origin, Symbol) and origin.kind != "section" else keyword.name
    return (line_link(keyword.path, keyword.line, name, is_code=all_kinds()[keyword.kind].is_code),)


def _kind(site: Site, item: IndexItem) -> Content:
    del site
    return (_(all_kinds()[item.keyword.kind].singular),)


def _file(site: Site, item: IndexItem) -> Content:
    del site
    return (passage_link(item.passage) if item.passage else file_link(item.keyword.path),)


def _line(site: Site, item: IndexItem) -> Content:
    del site
    if item.passage:
        return ()
    return (line_link(item.keyword.path, item.keyword.line, in_digits(item.keyword.line)),)


def _signature(site: Site, item: IndexItem) -> Content:
    del site
    origin = item.keyword.origin
    return (Code(origin.signature.strip()),) if isinstance(origin, Symbol) and origin.signature.strip() else ()


def _summary(site: Site, item: IndexItem) -> Content:
    del site
    origin = item.keyword.origin
    said = item.summary or (first_sentence(origin.doc) if isinstance(origin, Symbol) else "")
    return (said,) if said else ()


def _uses(site: Site, item: IndexItem) -> Content:
    origin = item.keyword.origin
    if not isinstance(origin, Symbol):
        return ()
    number = in_digits(site.index.references.count(origin.id))
    place = uses_target(site, origin)
    return (Link(place, number) if place else number,)


def _documents(site: Site, item: IndexItem) -> Content:
    origin = item.keyword.origin
    if item.passage:
        return (passage_link(item.passage),)
    if not isinstance(origin, Symbol):
        return ()
    return passage_links(site.documentation.documented.get(origin.id, ()))


class _Column(NamedTuple):
    head: str
    write: Callable[[Site, IndexItem], Content]


COLUMNS: Mapping[str, _Column] = {
    "name": _Column(N_("Name"), _name),
    "kind": _Column(N_("Kind"), _kind),
    "file": _Column(N_("File"), _file),
    "line": _Column(N_("Line"), _line),
    "signature": _Column(N_("Signature"), _signature),
    "summary": _Column(N_("Description"), _summary),
    "uses": _Column(N_("Uses"), _uses),
    "documents": _Column(N_("Documents"), _documents),
}
"""What a table can say of a keyword, by the word that an author writes."""


def head(column: str) -> str:
    """Return the heading of a column."""
    return _(COLUMNS[column].head)


def cell(site: Site, item: IndexItem, column: str) -> Content:
    """Return what a table says of a keyword in one column."""
    return COLUMNS[column].write(site, item)
