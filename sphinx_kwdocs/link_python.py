"""Finds what Python imports mean: which file and symbol of the repository, or that it is none of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_kwdocs.link_modules import ModuleMap, is_file, parent_of
from sphinx_kwdocs.model import ImportLink

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.model import FileFacts, Import, Symbol


@dataclass(frozen=True, slots=True)
class _Names:
    """What stands at the top of a module when it has been imported."""

    symbols: Mapping[str, Symbol]
    imports: Mapping[str, Import]

    def hides_submodule(self, name: str) -> bool:
        """Tell whether an import binds a name to something else than the package's own submodule."""
        bound = self.imports.get(name)
        return bound is not None and not (bound.level == 1 and not bound.module and bound.name == name)


def link_imports(facts: Mapping[str, FileFacts], modules: ModuleMap) -> dict[str, tuple[ImportLink, ...]]:
    """Find the meaning of every import of every file."""
    names = {path: _names_of(file) for path, file in facts.items() if file.language == "python"}
    found: dict[str, tuple[ImportLink, ...]] = {}
    for path, file in facts.items():
        if file.imports:
            root = modules.root_of(path)
            found[path] = tuple(_link(item, path, root, modules, names) for item in file.imports)
    return found


def _names_of(file: FileFacts) -> _Names:
    symbols = {symbol.name: symbol for symbol in reversed(file.symbols) if not symbol.parent}
    imports = {
        item.alias or item.name: item
        for item in file.imports
        if item.name not in {"", "*"} and not item.is_local and not item.is_type_checking
    }
    return _Names(symbols, imports)


def _link(item: Import, path: str, root: str, modules: ModuleMap, names: Mapping[str, _Names]) -> ImportLink:
    found, submodule = _relative(item, path, modules) if item.level else _absolute(item, root, modules)
    # Python takes what a package binds to a name before its submodule of that name.
    own = names.get(found) if found else None
    if own and (symbol := own.symbols.get(item.name)):
        return ImportLink(item, "repository", symbol.path, symbol.id)
    if submodule and not (own and own.hides_submodule(item.name)):
        return ImportLink(item, "repository", submodule)
    if found:
        return ImportLink(item, "repository", found)
    return ImportLink(item, "missing" if item.level else modules.origin_of_missing(root, item.module))


def _absolute(item: Import, root: str, modules: ModuleMap) -> tuple[str | None, str | None]:
    found = modules.resolve(root, item.module)
    submodule = modules.resolve(root, f"{item.module}.{item.name}") if item.name not in {"", "*"} else None
    return found, submodule


def _relative(item: Import, path: str, modules: ModuleMap) -> tuple[str | None, str | None]:
    base = _climb(path, item.level)
    if base is None:
        return None, None
    if item.module:
        found = modules.find(base, item.module)
        inner = f"{item.module}.{item.name}"
    else:
        found = modules.find(parent_of(base), base.rpartition("/")[2])
        inner = item.name
    submodule = modules.find(base, inner) if item.name not in {"", "*"} else None
    return found if is_file(found) else None, submodule if is_file(submodule) else None


def _climb(path: str, level: int) -> str | None:
    folder = parent_of(path)
    for _ in range(level - 1):
        if not folder:
            return None
        folder = parent_of(folder)
    return folder
