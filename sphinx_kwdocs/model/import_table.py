"""The noun of what the imports of all files mean: ImportTable, which makes the links of a file when asked for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.index import ImportLink

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.index import Origin

    Meanings = Sequence[tuple[Origin, str, str]]


class ImportTable(Mapping[str, tuple[ImportLink, ...]]):
    """The imports of each file that has any, with their meaning."""

    def __init__(self, facts: Mapping[str, FileFacts], meanings: Mapping[str, Meanings]) -> None:
        """Take what files say, and what the imports of some mean: the values of links behind the import."""
        self._facts = facts
        self._meanings = {path: found for path, found in meanings.items() if found and facts[path].imports}
        self._made: dict[str, tuple[ImportLink, ...]] = {}

    def __getitem__(self, path: str) -> tuple[ImportLink, ...]:
        made = self._made.get(path)
        if made is None:
            pairs = zip(self._facts[path].imports, self._meanings[path], strict=True)
            made = self._made[path] = tuple([ImportLink(item, *meaning) for item, meaning in pairs])
        return made

    def __contains__(self, path: object) -> bool:
        return path in self._meanings

    def __iter__(self) -> Iterator[str]:
        return iter(self._meanings)

    def __len__(self) -> int:
        return len(self._meanings)

    @property
    def meanings(self) -> Mapping[str, Meanings]:
        """The origin, target and symbol of each import, by path."""
        return self._meanings
