"""Plans the pages of uses: which symbols and files have a place there, and on which part of a long page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.model.documents import Documentation
    from sphinx_kwdocs.model.index import Index

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
    by_file: Mapping[str, list[str]]
    """What stands on the page of a file, in order."""


def targets_of(index: Index, path: str) -> list[str]:
    """Name what of a file can be used: its symbols as they appear, and the file itself."""
    facts = index.facts.get(path)
    return [*facts.symbols.ids, path] if facts else [path]


def plan_uses(index: Index, documentation: Documentation) -> UsePlan:
    """Give each symbol and file that is used its place; the sizes are estimated from numbers of uses."""
    parts: dict[str, int] = {}
    part_counts: dict[str, int] = {}
    by_file: dict[str, list[str]] = {}
    numbers = index.references.counts
    # Hardly any of all the names of a repository has relatives or stands in documents: one look tells.
    told = {*documentation.documented, *documentation.mentioned}.union(*index.hierarchy)
    for path in index.files:
        used = [target for target in targets_of(index, path) if target in numbers or target in told]
        if not used:
            continue
        by_file[path] = used
        counts = [numbers.get(target, 0) for target in used]
        # Nearly every file has one part: if each use took a line, all would still be on it.
        if _HEAD_SIZE * len(used) + sum(counts) <= PART_SIZE:
            parts.update(dict.fromkeys(used, 0))
            part_counts[path] = 1
        else:
            places = _parted(counts)
            parts.update(zip(used, places, strict=True))
            part_counts[path] = places[-1] + 1
    return UsePlan(parts, part_counts, by_file)


def _parted(counts: list[int]) -> list[int]:
    """Return the part on which each of the targets stands that are used so often."""
    places: list[int] = []
    part = size = 0
    for number in counts:
        added = _HEAD_SIZE + min(number, MOST_LINES)
        if number > MOST_LINES:
            added += min(number - MOST_LINES, MOST_FILES + MOST_FOLDERS)
        if size and size + added > PART_SIZE:
            part, size = part + 1, 0
        size += added
        places.append(part)
    return places
