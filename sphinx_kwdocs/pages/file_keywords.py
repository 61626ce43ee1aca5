"""The keyword index of one file: everything it names, by kind, each at its line and with the sections that treat it."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.blocks import (
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
from sphinx_kwdocs.model.documents import Passage
from sphinx_kwdocs.model.facts import Symbol, Term
from sphinx_kwdocs.model.index import ImportLink
from sphinx_kwdocs.model.page import Page, PageForm, Section, Target, line_target
from sphinx_kwdocs.model.vocabulary import ORIGINS
from sphinx_kwdocs.pages._class_hierarchy import relatives_in_words
from sphinx_kwdocs.pages._document_links import document_remarks, passage_link, sections_in_documents
from sphinx_kwdocs.pages._file_page import file_page
from sphinx_kwdocs.pages._phrases_and_links import (
    base_name,
    file_link,
    folder_link,
    joined,
    line_link,
    numbered_lines,
    sentence,
    symbol_link,
)
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.pages._uses import said_of, uses_target, uses_words
from sphinx_kwdocs.pages.sections import file_sections
from sphinx_kwdocs.translation import N_, _, lowered
from sphinx_kwdocs.wording import first_sentence, shown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sphinx_kwdocs.model.blocks import Block, Inline
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.pages._keywords import Keyword
    from sphinx_kwdocs.pages._site import Site
    from sphinx_kwdocs.pages._uses import SaidOfFile

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
    said = said_of(site, path)
    sections = [Section("file-information", _("File Information"), (information,)), _extracted(site, keywords, said)]
    if section_map := _section_map(site, path, keywords, said):
        sections.append(section_map)
    return file_page(site, key, (), tuple(sections))


def _extracted(site: Site, keywords: tuple[Keyword, ...], said: SaidOfFile) -> Section:
    groups: defaultdict[str, list[Entry]] = defaultdict(list)
    folded: defaultdict[str, list[Entry]] = defaultdict(list)
    nestings: dict[str, Content] = {}
    private = _private_ids(site, keywords) if site.choices.folds_private else frozenset()
    for keyword in keywords:
        is_folded = isinstance(keyword.origin, Symbol) and keyword.origin.id in private
        (folded if is_folded else groups)[keyword.kind].append(_entry(site, keyword, said, nestings))
    inner = tuple(
        Section(f"kind-{name}", _(kind.plural), (Entries(tuple(groups[name]), tuple(folded[name])),))
        for name, kind in all_kinds().items()
        if name in groups or name in folded
    )
    blocks = () if inner else (Paragraph((_("No keywords were found in this file."),)),)
    return Section("keywords-extracted", _("Keywords Extracted"), blocks, inner)


def _private_ids(site: Site, keywords: tuple[Keyword, ...]) -> frozenset[str]:
    """Return the ids of private symbols of a file, and of all that is defined in them."""
    found: set[str] = set()
    for path in {keyword.path for keyword in keywords}:
        # What holds a definition stands before it.
        for symbol in site.index.facts[path].symbols:
            if symbol.visibility == "private" or symbol.parent in found:
                found.add(symbol.id)
    return frozenset(found)


def _entry(site: Site, keyword: Keyword, said: SaidOfFile, nestings: dict[str, Content]) -> Entry:
    """Tell all of a keyword; `nestings` keeps what is said of definitions that others stand in."""
    index, origin, path = site.index, keyword.origin, keyword.path
    if isinstance(origin, Symbol):
        link = line_link(path, keyword.line, keyword.name, is_code=all_kinds()[keyword.kind].is_code)
        remarks = _nesting(index, origin, nestings)
        remarks += _uses(site, origin, said)
        remarks += document_remarks(said, origin.id)
        return Entry(keyword.anchor, link, origin.signature, first_sentence(origin.doc), joined(remarks))
    if isinstance(origin, Passage):
        return Entry(keyword.anchor, passage_link(origin, keyword.name))
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


def _nesting(index: Index, symbol: Symbol, nestings: dict[str, Content]) -> list[Content]:
    said: list[Content] = []
    if symbol.parent:
        if symbol.parent not in nestings:
            nestings[symbol.parent] = _inside(index.symbols[symbol.parent])
        said.append(nestings[symbol.parent])
    if symbol.decorators:
        decorators = joined([(Code(f"@{decorator}"),) for decorator in symbol.decorators])
        said.append(sentence(_("under {decorators}"), decorators=decorators))
    if symbol.visibility in _VISIBILITIES:
        said.append((_(_VISIBILITIES[symbol.visibility]),))
    if symbol.is_async:
        said.append(("async",))
    return said


def _inside(symbol: Symbol) -> Content:
    """Say of something that it is nested in a symbol."""
    link = symbol_link(symbol)
    link = link if all_kinds()[symbol.kind].is_code else replace(link, text=symbol.name, is_code=False)
    return sentence(_("in {definition}"), definition=link)


def _uses(site: Site, symbol: Symbol, said: SaidOfFile) -> tuple[Content, ...]:
    target, found = uses_target(site, symbol), said.uses.get(symbol.id)
    if target is None:
        return ((uses_words(found.number, len(found.by_file)),),) if found else ()
    words = uses_words(found.number, len(found.by_file)) if found else relatives_in_words(site.index, symbol.id)
    return ((Link(target, words),),)


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


def _section_map(site: Site, path: str, keywords: tuple[Keyword, ...], said: SaidOfFile) -> Section | None:
    """Map keywords to the sections that treat them; None where every keyword is in the source and nowhere else."""
    by_line = _sections_by_line(path, file_sections(site, path))
    headings = [symbol for symbol in site.index.facts[path].symbols if symbol.kind == "section"]
    starts = [symbol.span.line for symbol in headings]
    treated = [_treating(said, keyword, headings, starts, by_line) for keyword in keywords]
    if not any(treated):
        return None
    rows: list[tuple[Content, ...]] = []
    for keyword, places in zip(keywords, treated, strict=True):
        # That they are in the source is true of all.
        if places:
            name = Link(Target("kw", path, keyword.anchor), keyword.name, all_kinds()[keyword.kind].is_code)
            rows.append(((name,), joined([(link,) for link in places])))
    return Section(
        "keyword-section-map", _("Keyword → Section Map"), (Table((_("Keyword"), _("Sections")), tuple(rows)),)
    )


def _treating(
    said: SaidOfFile, keyword: Keyword, headings: list[Symbol], starts: list[int], by_line: Mapping[int, list[Link]]
) -> Collection[Link]:
    """Link the headings of prose below which a keyword stands, and the sections that treat it, each once."""
    origin = keyword.origin
    links: Collection[Link] = () if isinstance(origin, Term) else by_line.get(keyword.line, ())
    further = sections_in_documents(said, origin.id) if isinstance(origin, Symbol) else ()
    if headings or further:
        return dict.fromkeys((*_headings(keyword, headings, starts), *links, *further))
    return links


def _headings(keyword: Keyword, headings: list[Symbol], starts: list[int]) -> list[Link]:
    """Link the headings of prose below which a keyword stands."""
    lines = keyword.origin.lines if isinstance(keyword.origin, Term) else (keyword.line,)
    found = dict.fromkeys(bisect_right(starts, line) for line in lines)
    return [
        Link(line_target(keyword.path, headings[position - 1].span.line), headings[position - 1].name)
        for position in found
        if position
    ]


def _sections_by_line(path: str, sections: tuple[Section, ...]) -> dict[int, list[Link]]:
    """Link for each line those sections of the file's documentation that link to it: they treat what stands there."""
    found: defaultdict[int, list[Link]] = defaultdict(list)
    for section in sections:
        lines: set[int] = set()
        for block in _blocks(section):
            _add_lines(_inlines(block), path, lines)
        link = Link(Target("docs", path, section.anchor), section.title)
        for line in lines:
            found[line].append(link)
    return found


def _blocks(section: Section) -> Iterator[Block]:
    yield from section.blocks
    for inner in section.sections:
        yield from _blocks(inner)


def _inlines(block: Block) -> Iterable[Inline]:  # noqa: PLR0911  a case for each type of block that has links
    if isinstance(block, Outline):
        return [item.link for item in block.items]
    if isinstance(block, Paragraph):
        return block.content
    if isinstance(block, Bullets):
        return chain.from_iterable(block.items)
    if isinstance(block, Tree):
        return chain.from_iterable([item.content for item in block.items])
    if isinstance(block, Table):
        return chain.from_iterable(chain.from_iterable(block.rows))
    if isinstance(block, FactList):
        return chain.from_iterable([content for _label, content in block.rows])
    return ()


def _add_lines(inlines: Iterable[Inline], path: str, lines: set[int]) -> None:
    """Add the lines of a file that links lead to."""
    for item in inlines:
        if isinstance(item, Link):
            kind, target, anchor, _part = item.target
            if anchor[:1] == "L" and target == path and kind == "docs":
                lines.add(int(anchor[1:]))
        elif isinstance(item, LineNumbers) and item.path == path:
            lines.update(item.lines)


PAGE = PageKind(PageForm("kw", "file", N_("Keyword index"), N_("Keyword index")), keys, build, order=70)
