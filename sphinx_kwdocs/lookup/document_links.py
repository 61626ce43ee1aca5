"""Joins the project's documents with the index: what each describes, what it speaks of, and where."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.mentions import DOUBTED, SURE, Reading, Spoken
from sphinx_kwdocs.lookup import WordLookup, split_lines
from sphinx_kwdocs.model.documents import Documentation, Heading, Passage, SeeAlso
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sphinx_kwdocs.lookup import Lookup
    from sphinx_kwdocs.model.documents import DocumentedObject, DocumentFacts, Mention, SampleName, Word
    from sphinx_kwdocs.model.index import Index

    SampleNames = tuple[tuple[SampleName, ...], ...]


def link_documents(
    index: Index,
    lookup: Lookup,
    documents: Mapping[str, DocumentFacts],
    samples: Callable[[str], SampleNames],
    folder: str | None = None,
) -> Documentation:
    """Say of all documents what they mean; `samples` gives the names in the blocks of code of one that has any.

    `folder` is where in the repository the documents lie; None if they do not.
    """
    joined = _Joined(index, lookup, folder, _Taken(lookup, documents))
    for name in sorted(documents):
        facts = documents[name]
        joined.add(name, facts, samples(name) if facts.samples else ())
    return joined.documentation()


class _Joined:
    """What the documents say that were added so far."""

    def __init__(self, index: Index, lookup: Lookup, folder: str | None, taken: _Taken) -> None:
        self._index = index
        self._lookup = lookup
        self._folder = folder
        self._taken = taken
        self._documented: defaultdict[str, dict[tuple[str, str], Passage]] = defaultdict(dict)
        self._mentioned: defaultdict[str, list[Passage]] = defaultdict(list)
        self._objects: list[tuple[DocumentedObject, Passage]] = []
        self._words: list[tuple[Word, Passage]] = []
        self._links: dict[str, Mapping[str, str]] = {}
        self._described: dict[str, Mapping[str, str]] = {}
        self._samples: dict[str, SampleNames] = {}

    def documentation(self) -> Documentation:
        return Documentation(
            documented={target: tuple(places.values()) for target, places in self._documented.items()},
            mentioned={target: tuple(passages) for target, passages in self._mentioned.items()},
            objects=tuple(self._objects),
            words=tuple(self._words),
            see=tuple(self._see()),
            links=self._links,
            described=self._described,
            samples=self._samples,
        )

    def add(self, name: str, facts: DocumentFacts, samples: SampleNames) -> None:
        titles = _Titles(name, facts.headings)
        if samples:
            self._samples[name] = samples
        described = self._add_objects(name, facts, titles)
        self._words += [(word, Passage(name, word.anchor, titles.of(word.heading))) for word in facts.words]
        places: defaultdict[str, set[int]] = defaultdict(set)
        for target, heading in self._speaks_of(name, facts, samples, {target for target, _section in described}):
            number = titles.number(heading)
            if (target, number) not in described:
                places[target].add(number)
        for target, numbers in places.items():
            self._mentioned[target] += [
                Passage(name, titles.anchor(number), titles.of(number)) for number in sorted(numbers)
            ]

    def _add_objects(self, name: str, facts: DocumentFacts, titles: _Titles) -> set[tuple[str, int]]:
        """Take in what a document describes, and return each target with the section that does."""
        described: dict[str, str] = {}
        sections: set[tuple[str, int]] = set()
        for each in facts.objects:
            passage = Passage(name, each.anchor, titles.of(each.heading), each.name)
            target = self._lookup.described(each.domain, each.name, each.kind)
            if target:
                described.setdefault(each.anchor, target)
                sections.add((target, titles.number(each.heading)))
                # An object can be entered under several names at one place.
                self._documented[target].setdefault((name, each.anchor), passage)
            else:
                self._objects.append((each, passage))
        if described:
            self._described[name] = described
        return sections

    def _speaks_of(
        self, name: str, facts: DocumentFacts, samples: SampleNames, described: Iterable[str]
    ) -> Iterator[tuple[str, int]]:
        """Yield each target that a document names in its text and code, with the section."""
        found = [(mention, self._meaning(mention, self._near(name))) for mention in facts.mentions]
        others = {
            mention.text
            for mention, reading in found
            if not mention.role and reading.target and self._lookup.is_outside(mention.module)
        }
        if others:
            found = [(mention, reading) for mention, reading in found if mention.role or mention.text not in others]
        shown = [
            (each.target, sample.heading)
            for sample, names in zip(facts.samples, samples, strict=False)
            for each in names
            if each.target in self._index.symbols or each.target in self._index.files
        ]
        sure = (reading.target for _mention, reading in found if reading.doubt == SURE)
        spoken = Spoken([*described, *filter(None, sure), *(target for target, _heading in shown)])
        links: dict[str, str] = {}
        for mention, reading in found:
            if reading.target and (self._taken.is_same(mention.text, reading) or spoken.bears_out(reading)):
                if not mention.role:
                    links[mention.text] = reading.target
                yield reading.target, mention.heading
        if links:
            self._links[name] = links
        yield from shown

    def _see(self) -> Iterator[SeeAlso]:
        """Yield what keywords point to: another keyword, or else a name of the repository."""
        if not any(word.see for word, _passage in self._words):
            return
        lookup = WordLookup(self._words)
        for word, passage in self._words:
            for text in word.see:
                other = lookup.find(text)
                yield SeeAlso(word, passage, text, other[1] if other else self._lookup.symbol(text).target)

    def _near(self, name: str) -> str:
        """Return a document's place in the repository; empty if it has none."""
        if self._folder is None:
            return ""
        return f"{self._folder}/{name}" if self._folder else name

    def _meaning(self, mention: Mention, near: str) -> Reading:
        """Return what a name means; what a role says is sure."""
        if mention.role:
            return Reading(self._role_target(mention, near))
        reading = self._lookup.inline(mention.text)
        return Reading() if self._taken.is_other(mention.text, reading.target) else reading

    def _role_target(self, mention: Mention, near: str) -> str:
        text = mention.text
        match mention.role:
            case "py":
                return self._described_name(text, mention.module)
            case "sym":
                return self._lookup.symbol(text, near).target
            case "file":
                return self._lookup.file(split_lines(text)[0], near).target
            case "folder":
                return self._lookup.folder(text, near).target
        return ""

    def _described_name(self, text: str, module: str) -> str:
        """Return what a reference to a Python object means, where an author may have said which module it is of."""
        if not module:
            return self._lookup.mention(text)
        if not self._lookup.has_module(module):
            return ""
        return self._lookup.described("py", f"{module}.{text}") or self._lookup.mention(text)


class _Taken:
    """The names under which documents describe things: where they mean something else, inline code may mean that."""

    def __init__(self, lookup: Lookup, documents: Mapping[str, DocumentFacts]) -> None:
        self._targets: defaultdict[str, set[str]] = defaultdict(set)
        for facts in documents.values():
            for each in facts.objects:
                target = lookup.described(each.domain, each.name, each.kind)
                self._targets[each.name].add(target)
                if each.domain == "py":
                    self._targets[each.name.rpartition(".")[2]].add(target)
            for word in facts.words:
                if word.kind == "glossary-term":
                    self._targets[word.text].add("")

    def is_other(self, text: str, target: str) -> bool:
        """Tell whether a document describes something else under a name than what it seems to mean."""
        return not self._targets.get(_bare(text), frozenset()) <= {target}

    def is_same(self, text: str, reading: Reading) -> bool:
        """Tell whether a document describes what a name seems to mean under it, so that little doubt is left."""
        return reading.doubt == DOUBTED and self._targets.get(_bare(text)) == {reading.target}


def _bare(text: str) -> str:
    return text.partition("(")[0].strip("@~!")


class _Titles:
    """What a reader sees of a document's sections; each is put into words once."""

    def __init__(self, document: str, headings: Sequence[Heading]) -> None:
        self._headings = headings or (Heading("", document),)
        self._document = self._headings[0].title or document
        self._titles: dict[int, str] = {}

    def number(self, heading: int) -> int:
        """Return the section's place, that of the document itself if there is no such section."""
        return heading if 0 <= heading < len(self._headings) else 0

    def anchor(self, heading: int) -> str:
        return self._headings[self.number(heading)].anchor

    def of(self, heading: int) -> str:
        number = self.number(heading)
        if number not in self._titles:
            section = self._headings[number].title
            self._titles[number] = (
                _("{document} § {section}").format(document=self._document, section=section)
                if number and section
                else self._document
            )
        return self._titles[number]
