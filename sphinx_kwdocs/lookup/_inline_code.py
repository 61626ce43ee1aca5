"""Answers what inline code in running prose means: only what the project offers its readers, and only if that is sure.

The author has not asked for a link, so a name that may as well be a word, the reader's own, or another's, has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.mentions import CALLABLE, NAME, NameFinder, Reading, only
from sphinx_kwdocs.linking.offered_names import TOOL_FOLDERS, offered_files, package_folders
from sphinx_kwdocs.linking.other_meanings import OtherMeanings
from sphinx_kwdocs.linking.python.modules import STANDARD

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sphinx_kwdocs.lookup._exports import Exports
    from sphinx_kwdocs.lookup._names import NameTable
    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.index import Index

_NOTHING = Reading()
_LONGEST = 1000
_TELLING_DEPTH = 3
"""Parts of a path that no reader's project has by chance."""


class _TableFinder(NameFinder):
    """Finds dotted names without a search among all that are called alike."""

    def __init__(self, names: NameTable, offered: Mapping[str, str], tests: Collection[str]) -> None:
        super().__init__(names.by_name, offered, tests)
        self._names = names

    def named(self, dotted: str) -> Iterable[Symbol]:
        """Return the symbols of whose names a dotted name is the end."""
        return self._names.ending_with(dotted) if "." in dotted else super().named(dotted)


class InlineNames:
    """What a project's documents can mean by inline code; it remembers its answers."""

    def __init__(self, index: Index, names: NameTable, exports: Exports) -> None:
        self._index = index
        self._exports = exports
        self._offered = offered_files(index.facts, index.modules, index.tests)
        self._others = OtherMeanings(index.facts, index.symbols, self._offered, index.references.files)
        self._packages = package_folders(self._offered)
        self._finder = _TableFinder(names, self._offered, index.tests)
        self._readings: dict[str, Reading] = {}

    @property
    def outer_names(self) -> frozenset[str]:
        """What the repository itself calls things outside of it."""
        return self._others.outer

    def is_outside(self, word: str) -> bool:
        """Tell whether a word is the name of a package that the repository imports from others."""
        return word in self._others.owners and word not in self._exports.tops

    def read(self, text: str) -> Reading:
        """Return what a text means, perhaps only if its document speaks of that besides."""
        if text not in self._readings:
            self._readings[text] = self._search(text.strip()) if len(text) <= _LONGEST else _NOTHING
        return self._readings[text]

    def _search(self, text: str) -> Reading:
        if text in self._index.symbols:
            return Reading(text)
        if "/" in text:
            return self._of_path(text)
        match = NAME.fullmatch(text)
        parts = tuple(match[1].split(".")) if match else ()
        if not match or len(parts) == 1:
            return self._others.doubt(self._finder.read(text), text)
        paths = [] if match[2] else self._exports.modules(".".join(parts))
        if full := self._exports.full_name(parts):
            return self._of_full_name(full, paths, is_call=bool(match[2]))
        if paths or parts[0] in self._exports.tops or parts[0] in STANDARD:
            # What begins like a module is a full name: `logging.getLogger` is not that of `tools/logging.py`.
            return Reading(paths[0]) if len(paths) == 1 and paths[0] in self._offered else _NOTHING
        return self._others.doubt(self._finder.read(text), text)

    def _of_full_name(self, targets: list[str], modules: list[str], *, is_call: bool) -> Reading:
        """Return what a full name means; one that a module has as well, only if it is that module's own name."""
        symbol = only(self._index.symbols[target] for target in targets)
        if symbol and modules and symbol.path not in modules:
            return _NOTHING
        is_one = symbol and symbol.path in self._offered and (not is_call or symbol.kind in CALLABLE)
        return Reading(symbol.id) if symbol and is_one else _NOTHING

    def _of_path(self, text: str) -> Reading:
        """Return the file or folder of a path that can hardly be one of the reader's project."""
        path = text.removesuffix("/")
        is_known = path in self._index.folders if text.endswith("/") else path in self._index.files
        parts = path.lower().split("/")
        if not is_known or path in self._index.tests or not self._is_for_readers(path, parts):
            return _NOTHING
        return Reading(path)

    def _is_for_readers(self, path: str, parts: list[str]) -> bool:
        ends = [end for end, sign in enumerate(f"{path}/") if sign == "/"]
        package = next((path[:end] for end in ends if path[:end] in self._packages), "")
        if package:
            inner = parts[package.count("/") + 1 :]
            return TOOL_FOLDERS.isdisjoint(inner) and (path in self._offered or not path.endswith(".py"))
        is_deep = len(parts) >= _TELLING_DEPTH and path in self._index.files
        return is_deep and TOOL_FOLDERS.isdisjoint(parts) and not any(part.startswith(".") for part in parts)
