"""Holds the imports of files, and what they mean, in columns until somebody looks at one."""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs._columns import spans, unpacked
from sphinx_kwdocs._kept import Kept
from sphinx_kwdocs._thawed import thawed
from sphinx_kwdocs.model import Import, ImportLink

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_kwdocs.model import FileFacts, Origin

    Meanings = Sequence[tuple[Origin, str, str]]

_ThawedImport = thawed(Import)


class KeptImports(Kept[Import]):
    """The imports of a file, of which names and lines can be asked for without making any."""

    def __init__(self, row: tuple[Any, ...]) -> None:
        """Take what the store keeps of them: the packed columns of what is often asked for, and the bytes of others."""
        self.row = row

    @cached_property
    def names(self) -> list[str]:
        """The dotted names of what is imported, each once."""
        return list(unpacked(self.row[0]) if self.row[0] else dict.fromkeys(item.wanted for item in self))

    @property
    def lines(self) -> Iterable[int]:
        """The lines on which they stand."""
        return unpacked(self.row[1])

    def __bool__(self) -> bool:
        return True

    def _make(self) -> tuple[Import, ...]:
        places, *others = marshal.loads(self.row[2])  # noqa: S302  runs no code; the store has compared the bytes' checksum
        items = tuple(map(_ThawedImport, spans(places), *map(unpacked, others)))
        for item in items:
            item.__class__ = Import
        return items


def import_lines(imports: Sequence[Import]) -> Iterable[int]:
    """Return the lines on which the imports of a file stand."""
    return imports.lines if isinstance(imports, KeptImports) else [item.span.line for item in imports]


def names_of(imports: Sequence[Import]) -> list[str]:
    """Return the dotted names of what a file imports, each once."""
    return imports.names if isinstance(imports, KeptImports) else list(dict.fromkeys(item.wanted for item in imports))


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

    def lines(self, path: str) -> Iterable[int]:
        """Return the lines on which the imports of a file stand."""
        return import_lines(self._facts[path].imports)

    def names(self, path: str) -> list[str]:
        """Return the dotted names of what a file imports, each once."""
        return names_of(self._facts[path].imports) if path in self._meanings else []


def imported_names(imports: Mapping[str, tuple[ImportLink, ...]], path: str) -> list[str]:
    """Return the dotted names of what a file imports, each once."""
    if isinstance(imports, ImportTable):
        return imports.names(path)
    return list(dict.fromkeys(link.item.wanted for link in imports.get(path, ())))


def import_meanings(imports: Mapping[str, tuple[ImportLink, ...]]) -> Mapping[str, Meanings]:
    """Return the origin, target and symbol of each import, by path, as plain values."""
    if isinstance(imports, ImportTable):
        return imports.meanings
    return {path: [(link.origin, link.target, link.symbol) for link in links] for path, links in imports.items()}
