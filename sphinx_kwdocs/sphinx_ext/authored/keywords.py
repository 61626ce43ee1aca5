"""Reads the keywords that authors put into a document: concepts, terms of a glossary, entries of the index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.index_entries import split_index_msg

from sphinx_kwdocs.model.documents import Word
from sphinx_kwdocs.sphinx_ext.authored.walk import plain_text
from sphinx_kwdocs.wording import first_sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Where Sphinx itself puts what it enters into the index for modules and for terms of a glossary.
_AUTOMATIC = ("module-", "term-")


def concepts_at(node: nodes.Element, heading: int) -> Iterator[Word]:
    """Yield the keywords that an author declares at a place."""
    declared: Iterable[Word] = node.get("kw_words", ())
    for word in declared:
        ids = node["ids"] or [node.get("refid", "")]
        yield word._replace(anchor=word.anchor or ids[0], heading=heading)


def terms_in(glossary: nodes.Element, heading: int) -> Iterator[Word]:
    """Yield the terms of a glossary, each with the first sentence of what it is said to mean."""
    for item in glossary.findall(nodes.definition_list_item):
        summary = _first_words(item)
        for term in item.children:
            if isinstance(term, nodes.term) and term["ids"] and (text := plain_text(term)):
                yield Word("glossary-term", text, term["ids"][0], heading, summary=summary)


def _first_words(item: nodes.Element) -> str:
    for definition in item.children:
        if isinstance(definition, nodes.definition) and definition.children:
            first = definition.children[0]
            return first_sentence(plain_text(first)) if isinstance(first, nodes.paragraph) else ""
    return ""


def entries_at(node: nodes.Element, heading: int) -> Iterator[Word]:
    """Yield the entries of the index made at a place, in the words that a reader looks up."""
    entries: Iterable[Any] = node.get("entries", ())
    for kind, value, anchor, *_rest in entries:
        if anchor.startswith(_AUTOMATIC):
            continue
        try:
            parts = [" ".join(part.split()) for part in split_index_msg(kind, value)]
        except ValueError:
            continue  # Sphinx warns of it
        see = (parts[1],) if kind in {"see", "seealso"} else ()
        for text in _looked_up(kind, parts):
            yield Word("index-entry", text, anchor, heading, see=see)


def _looked_up(kind: str, parts: list[str]) -> list[str]:
    """Write an entry as the index shows it, with what stands below it in parentheses."""
    if kind in {"see", "seealso"}:
        return parts[:1]
    if kind == "single":
        return [f"{parts[0]} ({parts[1]})"] if len(parts) > 1 else parts
    if kind == "pair":
        first, second = parts
        return [f"{first} ({second})", f"{second} ({first})"]
    first, second, third = parts
    return [f"{first} ({second} {third})", f"{second} ({third}, {first})", f"{third} ({first} {second})"]


def each_once(words: Iterable[Word]) -> tuple[Word, ...]:
    """Join entries of the index that say the same in one section; the first gives the place."""
    found: dict[tuple[str, ...], Word] = {}
    for word in words:
        # Two declarations of one concept are an author's mistake, which is for others to report.
        key = (word.kind, word.text, str(word.heading) if word.kind == "index-entry" else word.anchor)
        known = found.setdefault(key, word)
        if new := tuple(text for text in word.see if text not in known.see):
            found[key] = known._replace(see=known.see + new)
    return tuple(found.values())
