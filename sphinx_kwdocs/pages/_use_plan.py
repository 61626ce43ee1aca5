"""Plans the pages of uses: which symbols and files have a place there, and on which part of a long page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_kwdocs.documents import Documentation
    from sphinx_kwdocs.model import Index
    from sphinx_kwdocs.references import Hierarchy

MOST_LINES = 200
"""Lines that are shown of one name's uses; the uses on further ones are counted."""
MOST_FILES = 100
"""Files that are counted one by one; further ones are counted by folder."""
MOST_FOLDERS = 50
"""Folders that are counted; where there are more, those that they lie in."""
PART_SIZE = 1_500
"""Lines on one page, with what stands around them: up to 400 KB of HTML."""
_HEAD_SIZE = 4
"""What a name's heading and its ties take up, in lines."""


class UsePlan(NamedTuple):
    """What is on which page of uses."""

    parts: Mapping[str, int]
    """The part on which a symbol or a file stands, for those that have uses or relatives, or stand in documents."""
    part_counts: Mapping[str, int]
    """How many parts the page of a file has; a file without one is left out."""


def targets_of(index: Index, path: str) -> Iterator[str]:
    """Name what of a file can be used: its symbols as they appear, and the file itself."""
    if facts := index.facts.get(path):
        yield from (symbol.id for symbol in facts.symbols)
    yield path


def plan_uses(index: Index, documentation: Documentation) -> UsePlan:
    """Give each symbol and file that is used its place; the sizes are estimated from numbers of uses."""
    parts: dict[str, int] = {}
    part_counts: dict[str, int] = {}
    for path in index.files:
        part = size = 0
        for target in targets_of(index, path):
            number = index.references.count(target)
            if not number and not has_relatives(index.hierarchy, target) and not documentation.speaks_of(target):
                continue
            added = _HEAD_SIZE + min(number, MOST_LINES)
            if number > MOST_LINES:
                added += min(number - MOST_LINES, MOST_FILES + MOST_FOLDERS)
            if size and size + added > PART_SIZE:
                part, size = part + 1, 0
            size += added
            parts[target] = part
            part_counts[path] = part + 1
    return UsePlan(parts, part_counts)


def has_relatives(hierarchy: Hierarchy, symbol: str) -> bool:
    """Tell whether a symbol descends from another, or another one from it."""
    return any(symbol in relatives for relatives in hierarchy)
