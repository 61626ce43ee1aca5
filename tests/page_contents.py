"""Reads what stands on a Page: its sections, the lines they say, their entries and links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import (
    Block,
    Bullets,
    Code,
    Content,
    Entries,
    Entry,
    FactList,
    IndexList,
    LineNumbers,
    Link,
    Outline,
    Paragraph,
    Snippet,
    Table,
    WebLink,
)
from sphinx_kwdocs.model.page import Page, Section, Target
from sphinx_kwdocs.pages import build_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.pages import Site


def titles(page: Page) -> list[str]:
    return [section.title for section in page.sections]


def section(page: Page | Section, *path: str) -> Section:
    """Find a section by the titles that lead to it."""
    for part in page.sections:
        if part.title == path[0]:
            return section(part, *path[1:]) if path[1:] else part
    message = f"no section {path[0]!r} among {[part.title for part in page.sections]}"
    raise LookupError(message)


def has(page: Page | Section, title: str) -> bool:
    return any(part.title == title for part in page.sections)


def text_of(content: Content) -> str:
    return "".join(item if isinstance(item, str) else item.text for item in content)


def lines_of(part: Section | Page) -> list[str]:
    """Return what a section says, a line for each paragraph, fact, bullet or row."""
    blocks: tuple[Block, ...] = part.blocks if isinstance(part, Section) else part.lead
    return [line for block in blocks for line in block_lines(block)]


def block_lines(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(content):
            yield text_of(content)
        case FactList(rows):
            yield from (f"{label}: {text_of(content)}" for label, content in rows)
        case Bullets(items):
            yield from map(text_of, items)
        case Table(_, rows):
            yield from (" | ".join(map(text_of, row)) for row in rows)
        case Snippet(_, text):
            yield text
        case Outline(items):
            yield from (
                f"{'  ' * item.depth}{item.kind} {item.link.text}{item.signature} {item.summary}" for item in items
            )
        case Entries(entries):
            yield from (entry.link.text for entry in entries)
        case IndexList(rows):
            yield from (f"{row.name}: {', '.join(place.link.text for place in row.places)}" for row in rows)


def entries_of(page: Page) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for group in section(page, "Keywords Extracted").sections:
        for block in group.blocks:
            assert isinstance(block, Entries)
            found |= {entry.anchor: entry for entry in block.entries}
    return found


def all_links(item: object) -> Iterator[Link | WebLink | Code]:
    if isinstance(item, (Link, WebLink, Code)):
        yield item
    elif isinstance(item, LineNumbers):
        yield from all_links(item.content)
    elif not isinstance(item, (str, Target)):
        parts = item if isinstance(item, tuple) else [getattr(item, name) for name in getattr(item, "__slots__", ())]
        for part in parts:
            yield from all_links(part)


def docs(site: Site, path: str) -> Page:
    return build_page(site, Target("docs", path))


def kw(site: Site, path: str) -> Page:
    return build_page(site, Target("kw", path))
