"""Decides which keywords a folder's keyword pages list, so that all are reached and none is repeated at every depth."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from sphinx_kwdocs.pages._a_to_z import Listing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.pages._keywords import Keyword

    Groups = Mapping[str, tuple[Keyword, ...]]

WHOLE = 5_000
"""A folder with more keywords below it lists those of its own files and leaves the rest to its subfolders' pages."""


def has_whole_subtree(path: str, counts: Mapping[str, int]) -> bool:
    """Tell whether a folder lists the keywords of everything below it."""
    return counts.get(path, 0) <= WHOLE


def listing(index: Index, path: str, groups: Groups, counts: Mapping[str, int]) -> Listing:
    """Return the keywords that a folder's pages list, in index order."""
    found = (groups.get(file, ()) for file in listed_files(index, path, counts))
    return Listing(chain.from_iterable(found))


def listing_size(index: Index, path: str, numbers: Mapping[str, int], counts: Mapping[str, int]) -> int:
    """Return how many keywords a folder's pages list; `numbers` are those of files and `counts` those of folders."""
    if has_whole_subtree(path, counts):
        return counts.get(path, 0)
    return sum(numbers.get(file, 0) for file in index.folders[path].files)


def listed_files(index: Index, path: str, counts: Mapping[str, int]) -> Iterator[str]:
    """Yield the files whose keywords a folder's pages list."""
    if not has_whole_subtree(path, counts):
        yield from index.folders[path].files
        return
    pending = [path]
    while pending:
        folder = index.folders[pending.pop()]
        yield from folder.files
        pending.extend(folder.folders)
