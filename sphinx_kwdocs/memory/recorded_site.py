"""Says what pages are made from, by aspects: hands them a site that notes what they ask for.

How a field is recorded follows from its type. A field of another type has to be named in `UNRECORDED`, with the reason
why no page need be made again for it; one that is neither stops this module from being imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.memory.recording import (
    ReadLog,
    RecordingImports,
    RecordingMapping,
    RecordingReferences,
    RecordingSet,
    RecordingSymbols,
    RecordingWhole,
)
from sphinx_kwdocs.memory.recording_lists import RecordingHosting, RecordingLatest, RecordingListing
from sphinx_kwdocs.model.documents import Documentation
from sphinx_kwdocs.model.index import Index
from sphinx_kwdocs.model.references import Calls, Hierarchy
from sphinx_kwdocs.pages import Latest, Site, UsePlan

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from sphinx_kwdocs.model.import_table import ImportTable
    from sphinx_kwdocs.model.references import References
    from sphinx_kwdocs.model.symbol_table import SymbolTable
    from sphinx_kwdocs.pages import Hosting, Listing


def file_of(symbols: SymbolTable, target: str) -> str:
    """Return the file that a symbol stands in, or the target itself if it is no symbol."""
    return symbols.path_of(target) or target


def place_key(site: Site, target: str) -> str:
    """Name the state of where a target is spoken of: that of the part of its file's page of uses on which it stands."""
    path, plan = file_of(site.index.symbols, target), site.use_plan
    return path if plan.part_counts.get(path, 1) == 1 else f"{path}\0{plan.parts.get(target, 0)}"


class SiteRecorder:
    """Puts something in the place of each part of a site that answers alike, and lets a log listen to it.

    Each method takes the name of an aspect, mostly that of a field, and its value.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self.log = ReadLog(partial(_files_of, site.index.symbols))

    def by_key(self, aspect: str, inner: Mapping[Any, Any]) -> RecordingMapping[Any, Any]:
        """Record a mapping by its own keys."""
        mapping = RecordingMapping(inner)
        self.log.listen(aspect, mapping.seen)
        return mapping

    def by_symbol(self, aspect: str, inner: Mapping[str, Any]) -> RecordingMapping[str, Any]:
        """Record a mapping from symbols by the files that these stand in."""
        mapping = RecordingMapping(inner)
        self.log.listen(aspect, mapping.seen, by_symbol=True)
        return mapping

    def members(self, aspect: str, inner: AbstractSet[str]) -> RecordingSet[str]:
        """Record a set."""
        recording = RecordingSet(inner)
        self.log.listen(aspect, recording.seen)
        return recording

    def index(self, _aspect: str, index: Index) -> Index:
        """Record all that is known of a repository."""
        return replace(index, **self.fields_of(index, INDEX_FIELDS))

    def imports(self, aspect: str, table: ImportTable) -> RecordingImports:
        """Record the imports of files."""
        recording = RecordingImports(table)
        self.log.listen(aspect, recording.seen)
        return recording

    def symbols(self, aspect: str, table: SymbolTable) -> RecordingSymbols:
        """Record symbols by their files."""
        recording = RecordingSymbols(table)
        self.log.listen(aspect, recording.seen, by_symbol=True)
        return recording

    def references(self, aspect: str, references: References) -> RecordingReferences:
        """Record occurrences: by the files they stand in, by what they mean, and by where that is shown."""
        recording = RecordingReferences(references, partial(place_key, self._site))
        self.log.listen(aspect, recording.of_files)
        self.log.listen("usage", recording.of_targets, by_symbol=True)
        self.log.listen("places", recording.of_places)
        return recording

    def hierarchy(self, aspect: str, hierarchy: Hierarchy) -> Hierarchy:
        """Record how classes descend from one another."""
        return Hierarchy(*(self.by_symbol(aspect, relation) for relation in hierarchy))

    def calls(self, aspect: str, calls: Calls) -> Calls:
        """Record who calls whom.

        Who calls a function follows from what all call, in their order. No page of ours asks, and to sum it up by file
        would take as long as the other way round.
        """
        callers = RecordingWhole(calls.callers)
        self.log.listen(aspect, callers.seen)
        return Calls(callees=self.by_symbol(aspect, calls.callees), callers=callers)

    def documentation(self, _aspect: str, documentation: Documentation) -> Documentation:
        """Record what documents say."""
        return replace(documentation, **self.fields_of(documentation, DOCUMENTATION_FIELDS))

    def passages(self, _aspect: str, inner: Mapping[str, Any]) -> RecordingMapping[str, Any]:
        """Record where documents speak of symbols and files."""
        return self.by_symbol("documents", inner)

    def built_documents(self, _aspect: str, inner: Mapping[str, Any]) -> RecordingMapping[str, Any]:
        """Record which files are made into documents."""
        return self.by_key("built documents", inner)

    def hosting(self, aspect: str, hosting: Hosting | None) -> RecordingHosting | None:
        """Record where files are hosted."""
        if hosting is None:
            return None
        recording = RecordingHosting(hosting, set())
        self.log.listen(aspect, recording.seen)
        return recording

    def listing(self, aspect: str, listing: Listing) -> RecordingListing:
        """Record the index from A to Z."""
        recording = RecordingListing(listing)
        self.log.listen(aspect, recording.of_parts)
        self.log.listen("file_keywords", recording.of_files)
        return recording

    def use_plan(self, _aspect: str, plan: UsePlan) -> UsePlan:
        """Record what is on which page of uses."""
        return UsePlan(
            parts=self.by_symbol("use_parts", plan.parts),
            part_counts=self.by_key("use_counts", plan.part_counts),
            by_file=self.by_key("use_parts", plan.by_file),
        )

    def paths(self, _aspect: str, paths: Mapping[str, AbstractSet[str]]) -> dict[str, RecordingSet[str]]:
        """Record which files or folders have a page, for each kind by itself."""
        return {kind: self.members(f"{kind} pages", found) for kind, found in paths.items()}

    def sections(self, _aspect: str, _latest: Latest[Any]) -> Latest[Any]:
        """Begin anew: what was made before was not noted. The pages that share sections are made together."""
        return Latest()

    def file_context(self, _aspect: str, _latest: Latest[Any]) -> Latest[Any]:
        """Begin anew, and note again for each page what it is made from: pages that share it are not made together."""
        return RecordingLatest(self.log)

    def fields_of(self, noun: object, recorded: Mapping[str, FieldRecorder]) -> dict[str, Any]:
        """Return what takes the place of a noun's fields."""
        return {name: record(self, name, getattr(noun, name)) for name, record in recorded.items()}


FieldRecorder = Callable[[SiteRecorder, str, Any], Any]

BY_TYPE: Mapping[str, FieldRecorder] = {
    "frozenset[str]": SiteRecorder.members,
    "Mapping[PageKindName, frozenset[str]]": SiteRecorder.paths,
    "Index": SiteRecorder.index,
    "ImportTable": SiteRecorder.imports,
    "SymbolTable": SiteRecorder.symbols,
    "References": SiteRecorder.references,
    "Hierarchy": SiteRecorder.hierarchy,
    "Calls": SiteRecorder.calls,
    "Documentation": SiteRecorder.documentation,
    "Hosting | None": SiteRecorder.hosting,
    "Listing": SiteRecorder.listing,
    "UsePlan": SiteRecorder.use_plan,
    "Latest[tuple[Section, ...]]": SiteRecorder.sections,
    "Latest[SaidOfFile]": SiteRecorder.file_context,
}
"""How fields are recorded, by their annotations; any other `Mapping[str, …]` is recorded by its own keys."""
BY_NAME: Mapping[str, Mapping[str, FieldRecorder]] = {
    "Documentation": {
        "documented": SiteRecorder.passages,
        "mentioned": SiteRecorder.passages,
        "sources": SiteRecorder.built_documents,
    },
}
"""How the fields of a class are recorded whose types do not tell, by their names."""

_SETTING = "all pages are made again when a setting changes"
_PROGRAM = "all pages are made again when the program or a plug-in changes"
_DOCUMENTS = "no page shows it: only documents do, which Sphinx keeps account of"
UNRECORDED: Mapping[str, Mapping[str, str]] = {
    "Index": {
        "root": "no page shows where the repository lies; the texts of its files are recorded with `files`",
        "languages": _PROGRAM,
        "rules": _PROGRAM,
        "index_rules": _PROGRAM,
    },
    "Site": {
        "title": _SETTING,
        "choices": _SETTING,
        "documentation": _DOCUMENTS,
        "kinds": _PROGRAM,
        "keys": "pages ask `paths`; the addresses that depend on other pages are in the state of all pages",
    },
    "Documentation": {
        "objects": "pages show them as keywords, which are recorded",
        "words": "pages show them as keywords, which are recorded",
        "see": "pages show them as keywords, which are recorded",
        "links": _DOCUMENTS,
        "described": _DOCUMENTS,
        "samples": _DOCUMENTS,
    },
}
"""The fields that no page is made again for, by class, each with the reason."""


def recorded_fields(cls: type) -> dict[str, FieldRecorder]:
    """Return how each field of a dataclass is recorded; raises TypeError if that of one is not known."""
    by_name, unrecorded = BY_NAME.get(cls.__name__, {}), UNRECORDED.get(cls.__name__, {})
    names = {item.name for item in fields(cls)}
    if gone := sorted({*by_name, *unrecorded} - names):
        message = f"{cls.__name__} no longer has {', '.join(gone)}: take this out of BY_NAME and UNRECORDED"
        raise TypeError(message)
    return {
        item.name: by_name.get(item.name) or _by_type(cls, item.name, str(item.type))
        for item in fields(cls)
        if item.name not in unrecorded
    }


def _by_type(cls: type, name: str, annotation: str) -> FieldRecorder:
    if annotation in BY_TYPE:
        return BY_TYPE[annotation]
    if annotation.startswith("Mapping[str, "):
        return SiteRecorder.by_key
    message = f"Pages could read {cls.__name__}.{name} unnoticed: give its type a recorder or UNRECORDED a reason"
    raise TypeError(message)


INDEX_FIELDS = recorded_fields(Index)
DOCUMENTATION_FIELDS = recorded_fields(Documentation)
SITE_FIELDS = recorded_fields(Site)


def record_reads(site: Site) -> tuple[Site, ReadLog]:
    """Return a site that tells its pages the same, with the log of what they ask for."""
    recorder = SiteRecorder(site)
    return replace(site, **recorder.fields_of(site, SITE_FIELDS)), recorder.log


def _files_of(symbols: SymbolTable, target: str) -> Iterator[str]:
    """Yield the file that an id belongs to; of one that there is not, all to which it might."""
    path = symbols.path_of(target)
    yield path or target
    if path is not None:
        return
    end = target.find("#")
    while end >= 0:
        yield target[:end]
        end = target.find("#", end + 1)
