"""The keyword index of one file: everything it names, by kind, each at its line and with the sections that treat it."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_kwdocs.blocks import Bullets, Code, Content, Entries, Entry, FactList, Link, Outline, Paragraph, Table, Tree
from sphinx_kwdocs.documents import Passage
from sphinx_kwdocs.model import ImportLink, Symbol, Term
from sphinx_kwdocs.page import PAGE_FORMS, Page, Section, Target
from sphinx_kwdocs.pages._documents import document_remarks, passage_link, sections_in_documents
from sphinx_kwdocs.pages._file import file_page
from sphinx_kwdocs.pages._file_sections import file_sections
from sphinx_kwdocs.pages._hierarchy import relatives_in_words
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.pages._uses import file_uses, uses_target, uses_words
from sphinx_kwdocs.pages._words import (
    base_name,
    file_link,
    folder_link,
    joined,
    line_link,
    numbered_lines,
    sentence,
    symbol_link,
)
from sphinx_kwdocs.translation import N_, _, lowered
from sphinx_kwdocs.vocabulary import KINDS, ORIGINS
from sphinx_kwdocs.wording import first_sentence, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model import Index
    from sphinx_kwdocs.pages._keywords import Keyword
    from sphinx_kwdocs.pages._site import Site

_VISIBILITIES = {"private": N_("private"), "local": N_("local")}
"""The words for what is not public."""


def keys(site: Site) -> Iterator[Target]:
    """Name the keyword page of every text file."""
    return (Target("kw", path) for path in site.index.facts)


def build(site: Site, key: Target) -> Page:
    """Build the keyword page of one file."""
    path = key.path
    keywords = site.file_keywords.get(path, ())
    information = FactList((
        (_("Original file"), (Link(Target("docs", path, "original-source"), shown(path), is_code=True),)),
        (_("Documentation"), (Link(Target("docs", path), f"{base_name(path)}_docs", is_code=True),)),
        (_("Folder"), (folder_link(path.rpartition("/")[0]),)),
    ))  # fmt: skip
    sections = [Section("file-information", _("File Information"), (information,)), _extracted(site, keywords)]
    if section_map := _section_map(site, path, keywords):
        sections.append(section_map)
    return file_page(site, key, (), tuple(sections))


def _extracted(site: Site, keywords: tuple[Keyword, ...]) -> Section:
    groups: defaultdict[str, list[Entry]] = defaultdict(list)
    for keyword in keywords:
        groups[keyword.kind].append(_entry(site, keyword))
    inner = tuple(
        Section(f"kind-{name}", _(kind.plural), (Entries(tuple(groups[name])),))
        for name, kind in KINDS.items()
        if name in groups
    )
    blocks = () if inner else (Paragraph((_("No keywords were found in this file."),)),)
    return Section("keywords-extracted", _("Keywords Extracted"), blocks, inner)


def _entry(site: Site, keyword: Keyword) -> Entry:
    index, origin, path = site.index, keyword.origin, keyword.path
    if isinstance(origin, Passage):
        return Entry(keyword.anchor, passage_link(origin, keyword.name))
    if isinstance(origin, Symbol):
        link = line_link(path, keyword.line, keyword.name, is_code=KINDS[keyword.kind].is_code)
        said = (_nesting(index, origin), _uses(site, origin), *document_remarks(site, origin.id))
        remarks = joined([part for part in said if part])
        return Entry(keyword.anchor, link, origin.signature, first_sentence(origin.doc), remarks)
    if isinstance(origin, ImportLink):
        link = line_link(path, keyword.line, keyword.name, is_code=True)
        return Entry(keyword.anchor, link, remarks=_import_remarks(index, origin))
    if origin is None:
        return Entry(keyword.anchor, line_link(path, keyword.line, keyword.name))
    places = numbered_lines(path, origin.lines)
    if keyword.kind == "term" and (target := index.term_symbols.get(origin.name)):
        known = replace(symbol_link(index.symbols[target]), text=shown(target))
        places = sentence(_("{lines}; a name of this repository: {name}"), lines=places, name=known)
    link = line_link(path, keyword.line, keyword.name, is_code=origin.is_code)
    return Entry(keyword.anchor, link, remarks=places)


def _nesting(index: Index, symbol: Symbol) -> Content:
    said: list[Content] = []
    if symbol.parent:
        parent = index.symbols[symbol.parent]
        link = symbol_link(parent)
        link = link if KINDS[parent.kind].is_code else replace(link, text=parent.name, is_code=False)
        said.append(sentence(_("in {definition}"), definition=link))
    if symbol.decorators:
        decorators = joined([(Code(f"@{decorator}"),) for decorator in symbol.decorators])
        said.append(sentence(_("under {decorators}"), decorators=decorators))
    if symbol.visibility in _VISIBILITIES:
        said.append((_(_VISIBILITIES[symbol.visibility]),))
    if symbol.is_async:
        said.append(("async",))
    return joined(said)


def _uses(site: Site, symbol: Symbol) -> Content:
    target = uses_target(site, symbol)
    if target is None:
        return ()
    found = file_uses(site, symbol.path).get(symbol.id)
    words = uses_words(found.number, len(found.by_file)) if found else relatives_in_words(site.index, symbol.id)
    return (Link(target, words),)


def _import_remarks(index: Index, link: ImportLink) -> Content:
    said: list[Content] = [(_("as {alias}").format(alias=link.item.alias),)] if link.item.alias else []
    if link.symbol:
        name = symbol_link(index.symbols[link.symbol])
        said.append(sentence(_("{name} from {file}"), name=name, file=file_link(link.target)))
    elif link.target:
        said.append(sentence(_("from {file}"), file=file_link(link.target)))
    else:
        said.append((lowered(_(ORIGINS[link.origin])),))
    return joined(said)


def _section_map(site: Site, path: str, keywords: tuple[Keyword, ...]) -> Section | None:
    """Map keywords to the sections that treat them; None where every keyword is in the source and nowhere else."""
    sections = file_sections(site, path)
    by_line = _sections_by_line(path, sections)
    headings = [symbol for symbol in site.index.facts[path].symbols if symbol.kind == "section"]
    starts = [symbol.span.line for symbol in headings]
    rows: list[tuple[Content, ...]] = []
    says_more = False
    source_title = _("Original Source")
    for keyword in keywords:
        lines = keyword.origin.lines if isinstance(keyword.origin, Term) else (keyword.line,)
        places: dict[Content, None] = {}
        for line in lines:
            if headings and (position := bisect_right(starts, line)):
                heading = headings[position - 1]
                places[(Link(Target("docs", path, f"L{heading.span.line}"), heading.name),)] = None
        for section in by_line.get(keyword.line, ()) if not isinstance(keyword.origin, Term) else ():
            places[(Link(Target("docs", path, section.anchor), section.title),)] = None
        if isinstance(keyword.origin, Symbol):
            places |= dict.fromkeys(sections_in_documents(site, keyword.origin.id))
        says_more = says_more or bool(places)
        places[(Link(Target("docs", path, f"L{keyword.line}"), source_title),)] = None
        name = Link(Target("kw", path, keyword.anchor), keyword.name, is_code=KINDS[keyword.kind].is_code)
        rows.append(((name,), joined(places)))
    if not says_more:
        return None
    return Section(
        "keyword-section-map", _("Keyword → Section Map"), (Table((_("Keyword"), _("Sections")), tuple(rows)),)
    )


def _sections_by_line(path: str, sections: tuple[Section, ...]) -> dict[int, list[Section]]:
    """Return which sections of the file's documentation link to each line: those treat what stands there."""
    found: defaultdict[int, dict[str, Section]] = defaultdict(dict)
    for section in sections:
        for target in _targets(section):
            if target.kind == "docs" and target.path == path and target.anchor[:1] == "L":
                found[int(target.anchor[1:])][section.anchor] = section
    return {line: list(group.values()) for line, group in found.items()}


def _targets(section: Section) -> Iterator[Target]:
    for block in section.blocks:
        if isinstance(block, Outline):
            yield from (item.link.target for item in block.items)
        elif isinstance(block, Paragraph):
            yield from _links(block.content)
        elif isinstance(block, Bullets):
            yield from (target for item in block.items for target in _links(item))
        elif isinstance(block, Tree):
            yield from (target for item in block.items for target in _links(item.content))
        elif isinstance(block, Table):
            yield from (target for row in block.rows for cell in row for target in _links(cell))
        elif isinstance(block, FactList):
            yield from (target for _label, content in block.rows for target in _links(content))
    for inner in section.sections:
        yield from _targets(inner)


def _links(content: Content) -> Iterator[Target]:
    return (item.target for item in content if isinstance(item, Link))


PAGE = PageKind(PAGE_FORMS["kw"], keys, build)
