"""Gathers which file imports which, by file or by folder."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from sphinx_kwdocs.embeds._arguments import is_below
from sphinx_kwdocs.embeds._network import nearby

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_kwdocs.model.index import Index

Imports = tuple["Mapping[str, list[str]]", list[str]]
"""What imports what, and all that take part, the most important first."""
MOST_LEVELS = 20
"""Levels of folders that are told apart."""


def file_imports(index: Index, path: str, depth: int) -> Imports:
    """Return the imports around a file: what it imports, what imports it, and so on."""
    out: defaultdict[str, list[str]] = defaultdict(list)
    back: dict[str, list[str]] = {}
    for start, links in index.imports.items():
        for target in dict.fromkeys(link.target for link in links):
            if target and target != start:
                out[start].append(target)
                back.setdefault(target, []).append(start)
    return out, list(dict.fromkeys((*nearby(path, out, depth), *nearby(path, back, depth))))


def folder_imports(index: Index, folder: str, depth: int | None, limit: int) -> Imports:
    """Return the imports inside a folder, file by file, or folder by folder where there are too many files."""
    pairs = {
        (start, link.target)
        for start, links in index.imports.items()
        if is_below(start, folder)
        for link in links
        if link.target and link.target != start and is_below(link.target, folder)
    }
    skipped = len(folder) + 1 if folder else 0
    levels = min(MOST_LEVELS, 1 + max((path[skipped:].count("/") for pair in pairs for path in pair), default=0))
    if depth is None:
        depth = _finest(pairs, skipped, levels, limit)
    edges: defaultdict[str, list[str]] = defaultdict(list)
    weights: Counter[str] = Counter()
    for start, end in sorted({(_group(a, skipped, depth), _group(b, skipped, depth)) for a, b in pairs}):
        if start != end:
            edges[start].append(end)
            weights[start] += 1
            weights[end] += 1
    return edges, sorted(weights, key=lambda node: (-weights[node], node))


def _finest(pairs: Iterable[tuple[str, str]], skipped: int, levels: int, limit: int) -> int:
    """Return how many levels can be told apart in a picture of limited size; one at least."""
    paths = {path for pair in pairs for path in pair}
    for depth in range(levels, 1, -1):
        if len({_group(path, skipped, depth) for path in paths}) <= limit:
            return depth
    return 1


def _group(path: str, skipped: int, depth: int) -> str:
    """Return the folder, so many levels down, that stands for a file; the file itself if it lies above that."""
    end = skipped
    for _level in range(depth):
        end = path.find("/", end) + 1
        if not end:
            return path
    return path[: end - 1]
