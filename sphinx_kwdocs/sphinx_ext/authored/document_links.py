"""Joins what the project's documents say with the repository, and warns of keywords that do not fit together."""

from __future__ import annotations

import posixpath
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from sphinx_kwdocs.lookup.document_links import link_documents
from sphinx_kwdocs.model.documents import Passage
from sphinx_kwdocs.sphinx_ext.authored.collect import documents_of
from sphinx_kwdocs.sphinx_ext.domain import domain_of
from sphinx_kwdocs.sphinx_ext.settings import warn
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.lookup import WordLookup
    from sphinx_kwdocs.model.documents import Documentation, DocumentFacts, SampleName
    from sphinx_kwdocs.sphinx_ext.state.repository import RepositoryState


def own_documents(env: BuildEnvironment, repository: RepositoryState) -> dict[str, DocumentFacts]:
    """Return what the project's own documents say by themselves, with what the domains of other extensions know."""
    documents = domain_of(env).documents
    return documents_of(env, {name: documents[name] for name in sorted(repository.own_documents & documents.keys())})


def join_documents(
    env: BuildEnvironment, repository: RepositoryState, facts: Mapping[str, DocumentFacts]
) -> Documentation:
    """Link what all documents say to what the repository has; blocks of code are looked at when something changed."""
    known: dict[str, tuple[str, tuple[tuple[SampleName, ...], ...]]] = domain_of(env).data["samples"]

    def samples(docname: str) -> tuple[tuple[SampleName, ...], ...]:
        state, names = known.get(docname, ("", ()))
        if state != repository.digest:
            names = repository.samples.resolve([sample.text for sample in facts[docname].samples])
            known[docname] = (repository.digest, names)
        return names

    documentation = link_documents(repository.index, repository.lookup, facts, samples, repository.source_folder)
    return replace(documentation, sources=dict(_sources(env, repository, facts)))


def _sources(
    env: BuildEnvironment, repository: RepositoryState, facts: Mapping[str, DocumentFacts]
) -> Iterator[tuple[str, Passage]]:
    """Yield the files of the repository that documents are made from, each with its document."""
    if repository.source_folder is None:
        return
    for name, said in facts.items():
        path = posixpath.join(repository.source_folder, PurePath(env.doc2path(name, base=False)).as_posix())
        if path in repository.index.files:
            yield path, Passage(name, "", said.headings[0].title or name)


def warn_of_double_keywords(words: WordLookup) -> None:
    """Warn of keywords that several documents declare; references lead to the first."""
    for group in words.declared_twice():
        names = ", ".join(dict.fromkeys(passage.document for _word, passage in group))
        text = _("the keyword {keyword} is declared in several documents: {documents}; references lead to the first")
        last = group[-1][1].document
        warn("keyword", text.format(keyword=repr(group[0][0].text), documents=names), location=last)


def warn_of_unknown_keywords(documentation: Documentation) -> None:
    """Warn of keywords that point to nothing."""
    text = _("the keyword {keyword} points to {other}, which is neither a keyword nor a name of the repository")
    # The entries of the index may point to anything, and several keywords of one directive to the same.
    lost = {
        (see.passage.document, see.text): see.word
        for see in documentation.see
        if not see.found and see.word.kind == "concept"
    }
    for (document, other), word in lost.items():
        warn("keyword", text.format(keyword=repr(word.text), other=repr(other)), location=document)
