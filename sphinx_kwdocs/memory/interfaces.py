"""Answers what linkers said of files when these were read, which spares reading the code of most files again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx_kwdocs.linking.linker import Linker
    from sphinx_kwdocs.memory.facts import FactsCache
    from sphinx_kwdocs.model.facts import FileFacts


class Interfaces:
    """The interfaces of all files that have one, read at once for each linker that asks for the first."""

    def __init__(
        self,
        cache: FactsCache,
        keys: Mapping[str, str],
        facts: Mapping[str, FileFacts],
        linkers: Mapping[str, Linker],
        code_of: Callable[[str], object | None],
    ) -> None:
        """Take what files say and the keys of that, by path, and linkers by the names of languages."""
        self._cache = cache
        self._keys = keys
        self._facts = facts
        self._linkers = linkers
        self._code_of = code_of
        self._known: dict[str, Mapping[str, bytes]] = {}

    def of(self, path: str) -> bytes:
        """Return what its linker says of a file."""
        linker = self._linkers[self._facts[path].language]
        if linker.name not in self._known:
            keys = (key for each, key in self._keys.items() if self._facts[each].language in linker.languages)
            self._known[linker.name] = self._cache.interfaces(keys, linker)
        known = self._known[linker.name].get(self._keys[path])
        if known is None:
            return linker.interface(replace(self._facts[path], code=self._code_of(path)))
        return known
