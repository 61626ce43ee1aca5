"""Says in which of the project's documents a symbol or a file is described and mentioned, on every kind of page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Link
from sphinx_kwdocs.model.documents import Passage
from sphinx_kwdocs.model.page import DOCUMENT, Target
from sphinx_kwdocs.pages._keywords import Keyword
from sphinx_kwdocs.pages._phrases_and_links import and_more, definition_link, file_link, joined, sentence
from sphinx_kwdocs.pages._uses import said_of
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sphinx_kwdocs.model.blocks import Content
    from sphinx_kwdocs.model.documents import Documentation
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.pages._site import Site
    from sphinx_kwdocs.pages._uses import SaidOfFile

SEE_ALSO = "see-also"
"""The kind of what a keyword points to."""
MOST_PASSAGES = 10
"""Places that are named of one symbol or file."""
MOST_NAMES = 50
"""Symbols of a file whose places are named on its page."""


def passage_link(passage: Passage, text: str = "") -> Link:
    """Link to a place in a document, showing its title or another text."""
    return Link(Target(DOCUMENT, passage.document, passage.anchor), text or passage.title)


def passage_links(places: Sequence[Passage]) -> Content:
    """Link several places; of many, the first ones, and count the others."""
    links: list[Content] = [(passage_link(passage),) for passage in places[:MOST_PASSAGES]]
    if (rest := len(places) - MOST_PASSAGES) > 0:
        links.append((and_more(rest),))
    return joined(links)


def document_rows(said: SaidOfFile, target: str) -> list[tuple[str, Content]]:
    """Return labelled facts about a symbol or file: where it is described, and where it is mentioned."""
    rows: list[tuple[str, Content]] = []
    if described := said.documented.get(target):
        rows.append((_("Documented in"), passage_links(described)))
    if mentioned := said.mentioned.get(target):
        rows.append((_("Mentioned in"), passage_links(mentioned)))
    return rows


def document_remarks(said: SaidOfFile, target: str) -> list[Content]:
    """Return the same as remarks behind a name."""
    remarks: list[Content] = []
    if described := said.documented.get(target):
        remarks.append(sentence(_("documented in {places}"), places=passage_links(described)))
    if mentioned := said.mentioned.get(target):
        remarks.append(sentence(_("mentioned in {places}"), places=passage_links(mentioned)))
    return remarks


def sections_in_documents(said: SaidOfFile, target: str) -> list[Link]:
    """Link every section of a document that speaks of a symbol."""
    if not (said.documented or said.mentioned):
        # As for nearly all files, and this is asked for each of their symbols.
        return []
    return [
        passage_link(passage)
        for found in (said.documented, said.mentioned)
        for passage in found.get(target, ())[:MOST_PASSAGES]
    ]


def documented(site: Site, path: str) -> Iterator[Content]:
    """Name the file and those of its symbols that documents describe, each with the places."""
    return _names(site.index, said_of(site, path).documented)


def mentioned(site: Site, path: str) -> Iterator[Content]:
    """Name the file and those of its symbols that documents mention, each with the places."""
    return _names(site.index, said_of(site, path).mentioned)


def _names(index: Index, found: Mapping[str, tuple[Passage, ...]]) -> Iterator[Content]:
    targets = list(found)
    for target in targets[:MOST_NAMES]:
        symbol = index.symbols.get(target)
        name = definition_link(symbol) if symbol else file_link(target)
        yield sentence(_("{name} in {place}"), name=name, place=passage_links(found[target]))
    if (rest := len(targets) - MOST_NAMES) > 0:
        yield (and_more(rest),)


def document_keywords(index: Index, documentation: Documentation) -> Iterator[Keyword]:
    """Yield what documents add to the index from A to Z: their own keywords, and their places of the repository's."""
    for word, passage in documentation.words:
        for name in (word.text, *word.aliases):
            yield Keyword.in_document(name, word.kind, passage)
    for see in documentation.see:
        if isinstance(see.found, Passage):
            yield Keyword.in_document(see.word.text, SEE_ALSO, see.found._replace(title=see.text))
        elif symbol := index.symbols.get(see.found):
            yield Keyword(see.word.text, SEE_ALSO, symbol.path, symbol.span.line, origin=symbol)
    for item, passage in documentation.objects:
        yield Keyword.in_document(item.name, "object", passage)
    for kind, found in (("documentation", documentation.documented), ("mention", documentation.mentioned)):
        for target, places in found.items():
            symbol = index.symbols.get(target)
            if symbol is not None:
                yield from (Keyword.in_document(symbol.name, kind, passage) for passage in places)
