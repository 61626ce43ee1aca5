"""Finds files or folders by their paths, or by the ends of them."""

from __future__ import annotations

from collections import defaultdict
from posixpath import join, normpath
from typing import TYPE_CHECKING

from sphinx_kwdocs.lookup._answer import ROOT, SIMILAR, Answer
from sphinx_kwdocs.lookup._similar import SimilarNames

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.lookup._answer import Nearness

_LONGEST = 4096


class PathTable:
    """The paths of all files of a repository, or of all folders."""

    def __init__(self, paths: Mapping[str, object], nearness: Nearness) -> None:
        self._paths = paths
        self._nearness = nearness
        groups: defaultdict[str, list[str]] = defaultdict(list)
        for path in paths:
            groups[path.rpartition("/")[2]].append(path)
        self._by_name = dict(groups)
        self._similar = SimilarNames(self._by_name)
        self._answers: dict[tuple[str, str], Answer] = {}

    def find(self, text: str, near: str) -> Answer:
        """Return the path that a text means."""
        key = (text, near)
        if key not in self._answers:
            self._answers[key] = self._search(text, near)
        return self._answers[key]

    def _search(self, text: str, near: str) -> Answer:
        if len(text) > _LONGEST:
            return Answer("")
        if text in self._paths:
            return Answer(text)
        is_anchored = text.startswith(("./", "../", "/")) or text in {".", ".."}
        place = normpath(join(near.rpartition("/")[0], text)) if text.startswith(".") and is_anchored else text
        place = "" if place == "." else place.lstrip("/")
        if is_anchored:
            # From a document outside of the repository no relative path leads into it.
            if place in self._paths and (near or text.startswith("/")):
                return Answer(place) if place else ROOT
            return self._nothing(place, near)
        name = text.rpartition("/")[2]
        found = [path for path in self._by_name.get(name, ()) if text and f"/{path}".endswith(f"/{text}")]
        return self._nearness.answer(found, near) if found else self._nothing(text, near)

    def _nothing(self, text: str, near: str) -> Answer:
        name = text.rpartition("/")[2]
        same = self._by_name.get(name, ()) if name else ()
        found = dict.fromkeys(self._nearness.nearest(same, near, SIMILAR))
        for each in self._similar.closest(name, SIMILAR) if len(found) < SIMILAR else ():
            found |= dict.fromkeys(self._nearness.nearest(self._by_name[each], near, SIMILAR))
        return Answer("", tuple(path for path in found if path)[:SIMILAR])
