"""Decides how many lines of a name's uses are shown, and counts the others by file and by folder."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Bullets, Paragraph
from sphinx_kwdocs.pages._phrases_and_links import file_link, folder_link, sentence
from sphinx_kwdocs.pages._use_plan import MOST_FILES, MOST_FOLDERS, MOST_LINES
from sphinx_kwdocs.translation import _, ngettext
from sphinx_kwdocs.wording import count, in_digits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sized

    from sphinx_kwdocs.model.blocks import Block, Content

FEWEST = 3
"""Lines of a file that are shown at least, if any are."""


def shown_lines(sizes: Mapping[str, int]) -> dict[str, int]:
    """Share out the lines that may be shown among files of so many lines; files that get none are left out.

    No file gets more than it needs, and what one does not need goes to those with more lines. If there are too many
    files for that, the first ones get a few lines each.
    """
    if sum(sizes.values()) <= MOST_LINES:
        return dict(sizes)
    fair = max(FEWEST, _fair_share(list(sizes.values())))
    left = MOST_LINES
    shares: dict[str, int] = {}
    for path, size in sizes.items():
        share = min(size, fair, left)
        if not share:
            break
        shares[path] = share
        left -= share
    return shares


def _fair_share(sizes: list[int]) -> int:
    """Return the largest limit for each with which all together stay within the limit for all."""
    low, high = 0, MOST_LINES
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(size, middle) for size in sizes) <= MOST_LINES:
            low = middle
        else:
            high = middle - 1
    return low


def counted_uses(groups: Mapping[str, Sized]) -> Iterator[Block]:
    """Count uses without showing them: by file, and those in further files by folder."""
    paths = list(groups)
    if not paths:
        return
    said = ngettext(
        "Used also in {number} file of which no lines are shown:",
        "Used also in {number} files of which no lines are shown:",
        len(paths),
    )
    yield Paragraph((said.format(number=in_digits(len(paths))),))
    items: list[Content] = [(file_link(path), f": {count(len(groups[path]), 'use')}") for path in paths[:MOST_FILES]]
    further = paths[MOST_FILES:]
    uses: Counter[str] = Counter()
    files = Counter(_folders(further))
    for path, folder in zip(further, _folders(further), strict=True):
        uses[folder] += len(groups[path])
    template = _("{files} in {folder}: {uses}")
    items += [
        sentence(
            template,
            files=count(files[folder], "more file"),
            folder=folder_link(folder),
            uses=count(number, "use"),
        )
        for folder, number in sorted(uses.items())
    ]
    yield Bullets(tuple(items))


def _folders(paths: list[str]) -> list[str]:
    """Return a folder for each path: the one it lies in, or one further up if these would be too many."""
    found = [path.rpartition("/")[0] for path in paths]
    if len(set(found)) <= MOST_FOLDERS:
        return found
    depth = 0
    chosen = [""] * len(found)
    while len(set(deeper := ["/".join(folder.split("/")[: depth + 1]) for folder in found])) <= MOST_FOLDERS:
        chosen, depth = deeper, depth + 1
    return chosen
