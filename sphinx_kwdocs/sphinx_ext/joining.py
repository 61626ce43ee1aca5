"""Joins what the project's documents say with the repository, and knows which documents show something else then."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from sphinx_kwdocs.link_documents import link_documents
from sphinx_kwdocs.sphinx_ext.build import warn
from sphinx_kwdocs.sphinx_ext.collect import documents_of
from sphinx_kwdocs.sphinx_ext.domain import domain_of
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.documents import Documentation, DocumentFacts, SampleName
    from sphinx_kwdocs.lookup import WordLookup
    from sphinx_kwdocs.sphinx_ext.build import Build, Start

_KEYWORD_MARK = "kw:key:"
"""What stands before the text of a mention that the role for keywords makes."""


def own_documents(env: BuildEnvironment, start: Start) -> dict[str, DocumentFacts]:
    """Return what the project's own documents say by themselves, with what the domains of other extensions know."""
    documents = domain_of(env).documents
    return documents_of(env, {name: documents[name] for name in sorted(start.own_documents & documents.keys())})


def join_documents(env: BuildEnvironment, start: Start, facts: Mapping[str, DocumentFacts]) -> Documentation:
    """Link what all documents say to what the repository has; blocks of code are looked at when something changed."""
    known: dict[str, tuple[str, tuple[tuple[SampleName, ...], ...]]] = domain_of(env).data["samples"]

    def samples(docname: str) -> tuple[tuple[SampleName, ...], ...]:
        state, names = known.get(docname, ("", ()))
        if state != start.digest:
            names = start.samples.resolve([sample.text for sample in facts[docname].samples])
            known[docname] = (start.digest, names)
        return names

    return link_documents(start.index, start.lookup, facts, samples, start.source_folder)


def warn_of_double_keywords(words: WordLookup) -> None:
    """Warn of keywords that several documents declare; references lead to the first."""
    for group in words.declared_twice():
        names = ", ".join(dict.fromkeys(passage.document for _word, passage in group))
        text = _("the keyword {keyword} is declared in several documents: {documents}; references lead to the first")
        last = group[-1][1].document
        warn("keyword", text.format(keyword=repr(group[0][0].text), documents=names), location=last)


def warn_of_unknown_keywords(documentation: Documentation) -> None:
    """Warn of keywords that point to nothing."""
    for see in documentation.see:
        if not see.found:
            text = _("the keyword {keyword} points to {other}, which is neither a keyword nor a name of the repository")
            message = text.format(keyword=repr(see.word.text), other=repr(see.text))
            warn("keyword", message, location=see.passage.document)


def changed_documents(env: BuildEnvironment, builder: str, build: Build) -> list[str]:
    """Return the documents that have to be written again because what they show of the repository is new.

    What each showed is remembered by builder: several of them may share what was read.
    """
    shown = domain_of(env).data["shown"].setdefault(builder, {})
    states = {name: _state(name, facts, build) for name, facts in build.facts.items()}
    states |= dict.fromkeys(build.document_names, build.digest)
    changed = [name for name, state in states.items() if shown.get(name, "") != state]
    shown.clear()
    shown.update(states)
    return changed


def _state(docname: str, facts: DocumentFacts, build: Build) -> str:
    state = blake2b(digest_size=8)
    for part in _shown_in(docname, facts, build):
        state.update(repr(part).encode("utf-8", "backslashreplace"))
    if facts.embeds:
        state.update(build.digest.encode())
    return state.hexdigest()


def _shown_in(docname: str, facts: DocumentFacts, build: Build) -> Iterator[object]:
    """Yield all that a document's links to the repository and to keywords depend on."""
    documentation = build.documentation
    for found in (documentation.links.get(docname, {}), documentation.described.get(docname, {})):
        for text, target in found.items():
            yield text, _state_of(build, target)
    for names in documentation.samples.get(docname, ()):
        for name in names:
            yield name, _state_of(build, name.target)
    for mention in facts.mentions:
        if mention.text.startswith(_KEYWORD_MARK):
            yield mention.text, build.words.find(mention.text.removeprefix(_KEYWORD_MARK))


def _state_of(build: Build, target: str) -> tuple[object, ...]:
    index = build.site.index
    symbol = index.symbols.get(target)
    described = build.documentation.documented.get(target, ())[:1]
    if symbol is None:
        return target, described
    return target, described, symbol.span.line, symbol.signature, symbol.doc, bool(index.references.count(target))
