"""Adds what the domains of Sphinx know to what the documents say: the objects that are described in each."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.documents import DocumentedObject, DocumentFacts, Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx.environment import BuildEnvironment

_OWN = "kw"
_TERM = ("std", "term")
# Places, not things; and parts of a signature, which C and C++ list beside what has the signature.
_NO_OBJECTS = {
    ("c", "functionParam"),
    ("cpp", "functionParam"),
    ("cpp", "templateParam"),
    ("std", "doc"),
    ("std", "label"),
}


def documents_of(env: BuildEnvironment, facts: Mapping[str, DocumentFacts]) -> dict[str, DocumentFacts]:
    """Return the documents' facts, by name in order, with all that is described in them."""
    described: defaultdict[str, set[tuple[str, str, str, str]]] = defaultdict(set)
    for domain, kind, name, docname, anchor in _objects(env):
        if docname in facts:
            described[docname].add((domain, kind, name, anchor))
    return {
        docname: _with_objects(facts[docname], described[docname]) if docname in described else facts[docname]
        for docname in sorted(facts)
    }


def _objects(env: BuildEnvironment) -> Iterator[tuple[str, str, str, str, str]]:
    for domain_name, domain in env.domains.items():
        if domain_name == _OWN:
            continue
        for name, _shown, kind, docname, anchor, _priority in domain.get_objects():
            if (domain_name, kind) not in _NO_OBJECTS:
                # Domains of other extensions may give what is only almost text.
                yield domain_name, kind, str(name), docname, str(anchor or "")


def _with_objects(facts: DocumentFacts, described: Iterable[tuple[str, str, str, str]]) -> DocumentFacts:
    headings = {heading.anchor: number for number, heading in enumerate(facts.headings)} | dict(facts.places)
    order = {anchor: number for number, anchor in enumerate(facts.places)}
    objects = [
        DocumentedObject(domain, kind, name, anchor, headings.get(anchor, 0))
        for domain, kind, name, anchor in described
    ]
    # Domains list their objects as they came from the processes that read; a place in the document is always the same.
    objects.sort(key=lambda item: (item.heading, order.get(item.anchor, -1), item))
    known = {word.anchor for word in facts.words if word.kind == "glossary-term"}
    terms = [
        Word("glossary-term", item.name, item.anchor, item.heading)
        for item in objects
        if (item.domain, item.kind) == _TERM and item.anchor not in known
    ]
    objects = [item for item in objects if (item.domain, item.kind) != _TERM]
    anchors = {item.anchor for item in objects}
    # The index has an entry for most objects; they are keywords already.
    words = [word for word in facts.words if word.kind != "index-entry" or word.anchor not in anchors]
    return facts._replace(objects=tuple(objects), words=(*words, *terms))
