"""Tells which files of the repository the links of a prose file lead to."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from sphinx_kwdocs.model.index import Index


def linked_files(index: Index, path: str) -> dict[str, list[int]]:
    """Return the files of the repository that a prose file links to, with its lines."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for link in index.facts[path].hyperlinks if path in index.about else ():
        try:
            parts = urlsplit(link.target)
        except ValueError:
            continue
        if parts.scheme or parts.netloc or not parts.path:
            continue
        place = unquote(parts.path)
        base = "" if place.startswith("/") else path.rpartition("/")[0]
        target = posixpath.normpath(posixpath.join(base, place.lstrip("/")))
        if target in index.files and target != path:
            found[target].append(link.line)
    return dict(sorted(found.items()))
