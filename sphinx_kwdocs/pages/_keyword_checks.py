"""Checks entries of the index from A to Z that an extension added or changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.documents import Passage
from sphinx_kwdocs.pages._keywords import Keyword

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sphinx_kwdocs.model.documents import DocumentFacts
    from sphinx_kwdocs.model.index import Index


def checked_keywords(
    keywords: Iterable[object],
    known: Sequence[Keyword],
    index: Index,
    documents: Mapping[str, DocumentFacts],
    report: Callable[[str, str], None],
) -> list[Keyword]:
    """Return those entries that lead somewhere, each once; the others are reported. The `known` ones are trusted."""
    unchanged = set(map(id, known))
    good: list[Keyword] = []
    for keyword in {id(keyword): keyword for keyword in keywords}.values():
        if id(keyword) in unchanged and isinstance(keyword, Keyword):
            good.append(keyword)
            continue
        said = _fault(keyword, index, documents)
        if said:
            report("plugin", f"an entry of the keyword index is left out: {keyword!r:.200} {said}")
        elif isinstance(keyword, Keyword):
            good.append(keyword)
    return good


def _fault(keyword: object, index: Index, documents: Mapping[str, DocumentFacts]) -> str:
    if not isinstance(keyword, Keyword):
        return "is no Keyword"
    if not isinstance(keyword.name, str) or not keyword.name.strip() or not keyword.name.isprintable():
        return "has no name that can be shown on a line"
    if keyword.kind not in all_kinds():
        return f"has the kind {keyword.kind!r}, which is none of {', '.join(all_kinds())}"
    if isinstance(keyword.origin, Passage):
        return _passage_fault(keyword.origin, documents)
    return _file_fault(keyword, index)


def _file_fault(keyword: Keyword, index: Index) -> str:
    source = index.files.get(keyword.path)
    if source is None or source.kind != "text":
        return f"stands in {keyword.path!r}, which is no text file of the repository"
    if not isinstance(keyword.line, int) or not 1 <= keyword.line <= source.lines:
        return f"stands on line {keyword.line!r} of a file that has {source.lines}"
    return ""


def _passage_fault(passage: Passage, documents: Mapping[str, DocumentFacts]) -> str:
    facts = documents.get(passage.document)
    if facts is None:
        return f"stands in {passage.document!r}, which is no document of the project"
    if not passage.anchor or passage.anchor in facts.places:
        return ""
    is_heading = any(passage.anchor == heading.anchor for heading in facts.headings)
    return "" if is_heading else f"stands at {passage.anchor!r}, which is no place of that document"
