"""The keyword index of one file: everything it names, by kind, each at its line and with the sections that treat it."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_kwdocs.blocks import (
    Bullets,
    Code,
    Content,
    Entries,
    Entry,
    FactList,
    LineNumbers,
    Link,
    Outline,
    Paragraph,
    Table,
    Tree,
)
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
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx_kwdocs.blocks import Block
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
    by_line = _sections_by_line(path, file_sections(site, path))
    headings = [symbol for symbol in site.index.facts[path].symbols if symbol.kind == "section"]
    starts = [symbol.span.line for symbol in headings]
    treated = [
        (*_headings(path, keyword, headings, starts), *_sections(site, keyword, by_line)) for keyword in keywords
    ]
    if not any(treated):
        return None
    source_title = _("Original Source")
    rows: list[tuple[Content, ...]] = []
    for keyword, places in zip(keywords, treated, strict=True):
        name = Link(Target("kw", path, keyword.anchor), keyword.name, is_code=KINDS[keyword.kind].is_code)
        source = Link(Target("docs", path, f"L{keyword.line}"), source_title)
        rows.append(((name,), joined((link,) for link in (*dict.fromkeys(places), source)) if places else (source,)))
    return Section(
        "keyword-section-map", _("Keyword → Section Map"), (Table((_("Keyword"), _("Sections")), tuple(rows)),)
    )


def _headings(path: str, keyword: Keyword, headings: list[Symbol], starts: list[int]) -> Iterable[Link]:
    """Link the headings of prose below which a keyword stands."""
    if not headings:
        return ()
    lines = keyword.origin.lines if isinstance(keyword.origin, Term) else (keyword.line,)
    found = dict.fromkeys(bisect_right(starts, line) for line in lines)
    return [
        Link(Target("docs", path, f"L{headings[position - 1].span.line}"), headings[position - 1].name)
        for position in found
        if position
    ]


def _sections(site: Site, keyword: Keyword, by_line: Mapping[int, list[Link]]) -> Iterable[Link]:
    """Link the sections of the file's documentation, and of documents, that treat a keyword."""
    if isinstance(keyword.origin, Term):
        return ()
    links = by_line.get(keyword.line, ())
    if isinstance(keyword.origin, Symbol):
        return (*links, *sections_in_documents(site, keyword.origin.id))
    return links


def _sections_by_line(path: str, sections: tuple[Section, ...]) -> dict[int, list[Link]]:
    """Link for each line those sections of the file's documentation that link to it: they treat what stands there."""
    found: defaultdict[int, list[Link]] = defaultdict(list)
    for section in sections:
        lines: dict[int, None] = {}
        for block in _blocks(section):
            for target in _targets(block):
                if target[2][:1] == "L" and target[1] == path and target[0] == "docs":
                    lines[int(target[2][1:])] = None
        link = Link(Target("docs", path, section.anchor), section.title)
        for line in lines:
            found[line].append(link)
    return found


def _blocks(section: Section) -> Iterator[Block]:
    yield from section.blocks
    for inner in section.sections:
        yield from _blocks(inner)


def _targets(block: Block) -> Iterator[Target]:  # noqa: PLR0911  a case for each type of block that has links
    if isinstance(block, Outline):
        return (item.link.target for item in block.items)
    if isinstance(block, Paragraph):
        return _links(block.content)
    if isinstance(block, Bullets):
        return (target for item in block.items for target in _links(item))
    if isinstance(block, Tree):
        return (target for item in block.items for target in _links(item.content))
    if isinstance(block, Table):
        return (target for row in block.rows for cell in row for target in _links(cell))
    if isinstance(block, FactList):
        return (target for _label, content in block.rows for target in _links(content))
    return iter(())


def _links(content: Content) -> Iterator[Target]:
    for item in content:
        if isinstance(item, Link):
            yield item.target
        elif isinstance(item, LineNumbers):
            yield from _links(item.content)


PAGE = PageKind(PAGE_FORMS["kw"], keys, build)
