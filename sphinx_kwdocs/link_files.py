"""Links the Python files of a repository: those whose links may have changed, in worker processes if there are many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.known_links import Packed, pack_link, read_link, unpack_link
from sphinx_kwdocs.workers import share

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_kwdocs.inference import LinkedFile, Resolver
    from sphinx_kwdocs.known_links import KnownLinks
    from sphinx_kwdocs.link_mentions import NameFinder

CHUNK = 30
"""Files that a worker links at a time."""
_FEW = 100
"""Fewer files are linked here: a worker would have to find out again what this process knows."""


class LinkedFiles:
    """The linking of all Python files."""

    def __init__(
        self,
        resolver: Resolver,
        finder: NameFinder,
        names: Sequence[str],
        numbers: Mapping[str, int],
        known: KnownLinks,
    ) -> None:
        self._resolver = resolver
        self._finder = finder
        self._names = names
        self._numbers = numbers
        self._known = known
        self._digests: dict[str, str] = {}

    def link(self, jobs: int) -> dict[str, LinkedFile]:
        """Return what linking each file gives, in path order."""
        resolver, find = self._resolver, self._finder.find
        linked: dict[str, LinkedFile] = {}
        surroundings = resolver.surroundings()
        self._digests = self._known.read_digests(surroundings)
        for path, data in self._known.read(resolver.units).items():
            packed = read_link(data, path, self._digest, find)
            found = unpack_link(packed, self._names, self._numbers) if packed else None
            if found is not None:
                linked[path] = found
        paths = [path for path in resolver.units if path not in linked]
        # Neighbours are tied to each other more than to others, so a worker gets them together.
        chunks = [paths[start : start + CHUNK] for start in range(0, len(paths), CHUNK)]
        for chunk in share(self._link_some, chunks, jobs if len(paths) > _FEW else 1):
            fresh: dict[str, Packed] = {}
            for path, packed, failed in chunk:
                found = failed or unpack_link(packed, self._names, self._numbers)
                if found is None:
                    message = f"what linking {path} gave cannot be read"
                    raise AssertionError(message)
                linked[path] = found
                if not failed:
                    fresh[path] = packed
                    self._digests[path] = packed[0]
            self._known.write(fresh)
        self._known.write_digests(surroundings, self._digests)
        return {path: linked[path] for path in resolver.units}

    def _digest(self, path: str) -> str:
        found = self._digests.get(path)
        if found is None:
            found = self._digests[path] = self._resolver.effective_digest(path)
        return found

    def _link_some(self, paths: Sequence[str]) -> list[tuple[str, Packed, LinkedFile | None]]:
        """Link some files, in whichever process; one with which something goes wrong is not to be kept."""
        found: list[tuple[str, Packed, LinkedFile | None]] = []
        for path in paths:
            linked = self._resolver.link_file(path, self._finder.find)
            if linked.problem:
                found.append((path, (), linked))
            else:
                found.append((path, pack_link(linked, path, self._digest), None))
        return found
