"""Finds what Python imports mean: which file of the repository, or that it is none of them."""

from __future__ import annotations

import sys
from collections import defaultdict
from keyword import iskeyword
from typing import TYPE_CHECKING

from sphinx_kwdocs.model import FileFacts, Import, ImportLink, Symbol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sphinx_kwdocs.model import FileFacts, Import, Origin, Symbol

_SUFFIXES = (".py", ".pyi")


class ModuleMap:
    """The importable modules of a repository, by the rules that Python's path finder follows."""

    def __init__(self, paths: Collection[str]) -> None:
        self._files = frozenset(path for path in paths if path.endswith(_SUFFIXES))
        self._packages = {path.rpartition("/")[0] for path in self._files if _is_init(path)}
        self._folders = _folders_above(self._files)
        self._roots_of = self._find_roots(frozenset(_parent(path) for path in paths if _is_project_file(path)))
        self._tops = {self._top_of(path) for path in self._files}
        self._resolved: dict[tuple[str, str], str | None] = {}
        self._found: dict[tuple[str, str], str | None] = {}

    def _find_roots(self, projects: frozenset[str]) -> dict[str, tuple[str, ...]]:
        """Return, for each top-level name, the folders of the repository's projects that have it.

        A package in any other folder may be test data or a copy, and nothing says that it is ever on the path.
        """
        roots: defaultdict[str, set[str]] = defaultdict(set)
        for path in self._files:
            root = self.root_of(path)
            if root in projects or _parent(root) in projects:
                roots[self._top_of(path)].add(root)
        return {top: tuple(sorted(found)) for top, found in roots.items()}

    def _top_of(self, path: str) -> str:
        root = self.root_of(path)
        return path[len(root) + 1 if root else 0 :].partition("/")[0].partition(".")[0]

    def root_of(self, path: str) -> str:
        """Return the folder from which a file would be imported by its full name."""
        folder = _parent(path)
        while folder in self._packages and folder:
            folder = _parent(folder)
        return folder

    def module_name(self, path: str) -> str:
        """Return a file's importable name, or an empty string if it has none."""
        root = self.root_of(path)
        inner = path[len(root) + 1 :] if root else path
        parts = inner.rpartition(".")[0].split("/")
        if parts[-1] == "__init__":
            parts.pop()
        return ".".join(parts) if all(part.isidentifier() and not iskeyword(part) for part in parts) else ""

    def find(self, root: str, dotted: str) -> str | None:
        """Return the file of a module below a folder, `folder/` for a namespace package, or None."""
        key = (root, dotted)
        if key not in self._found:
            base = f"{root}/" if root else ""
            self._found[key] = self._look(base + dotted.replace(".", "/"))
        return self._found[key]

    def _look(self, place: str) -> str | None:
        for suffix in ("/__init__.py", ".py", "/__init__.pyi", ".pyi"):
            if place + suffix in self._files:
                return place + suffix
        return place + "/" if place in self._folders else None

    def resolve_absolute(self, importer_root: str, dotted: str) -> str | None:
        """Return what an absolute import leads to from files of one import root.

        The importer's own root comes first, then the repository's usual ones; of several further roots that all
        have the module none is taken, since nothing says which one is on the path.
        """
        key = (importer_root, dotted)
        if key not in self._resolved:
            self._resolved[key] = self._search(importer_root, dotted)
        return self._resolved[key]

    def _search(self, importer_root: str, dotted: str) -> str | None:
        top = dotted.partition(".")[0]
        if top in sys.stdlib_module_names:
            return None
        usual = tuple(dict.fromkeys((importer_root, "", "src")))
        for root in usual:
            if _is_file(self.find(root, top)):
                return self.find(root, dotted)
        others = self._roots_of.get(top, ())
        if others:
            return self.find(others[0], dotted) if len(others) == 1 else None
        # A folder without `__init__` is a package only where no regular package of its name is on the path, so it
        # counts only with the module that is asked for in it, or as one of the repository's top folders.
        for root in usual:
            if _is_file(found := self.find(root, dotted)):
                return found
        return self.find("", dotted) or self.find("src", dotted)

    def origin_of_missing(self, importer_root: str, dotted: str) -> Origin:
        """Tell where a module that was not found comes from, as far as that can be known."""
        top = dotted.partition(".")[0]
        if top in sys.stdlib_module_names:
            return "standard"
        if self.resolve_absolute(importer_root, top) is not None:
            return "missing"
        return "unresolved" if top in self._tops else "third-party"


def link_imports(
    path: str, facts: FileFacts, modules: ModuleMap, top_level: Mapping[str, Mapping[str, Symbol]]
) -> tuple[ImportLink, ...]:
    """Find the meaning of each of a file's imports; `top_level` gives the symbols at the top of each file."""
    root = modules.root_of(path)
    return tuple(_link_one(item, path, root, modules, top_level) for item in facts.imports)


def _link_one(
    item: Import, path: str, root: str, modules: ModuleMap, top_level: Mapping[str, Mapping[str, Symbol]]
) -> ImportLink:
    if item.level:
        base = _climb(path, item.level)
        if base is None:
            return ImportLink(item, "missing")
        dotted = item.module
        found = modules.find(base, dotted) if dotted else modules.find(_parent(base), base.rpartition("/")[2])
        submodule = _submodule(modules, base, dotted, item.name)
    else:
        dotted = item.module
        found = modules.resolve_absolute(root, dotted)
        submodule = modules.resolve_absolute(root, f"{dotted}.{item.name}") if item.name not in {"", "*"} else None
    return _choose(item, found, submodule, modules, root, top_level)


def _submodule(modules: ModuleMap, base: str, dotted: str, name: str) -> str | None:
    if name in {"", "*"}:
        return None
    return modules.find(base, f"{dotted}.{name}" if dotted else name)


def _choose(
    item: Import,
    found: str | None,
    submodule: str | None,
    modules: ModuleMap,
    root: str,
    top_level: Mapping[str, Mapping[str, Symbol]],
) -> ImportLink:
    # Python takes a package's attribute before its submodule of the same name.
    if found and _is_file(found):
        symbol = top_level.get(found, {}).get(item.name)
        if symbol is not None:
            return ImportLink(item, "repository", found, symbol.id)
    if submodule and _is_file(submodule):
        return ImportLink(item, "repository", submodule)
    if found:
        return ImportLink(item, "repository", found if _is_file(found) else "")
    return ImportLink(item, "missing" if item.level else modules.origin_of_missing(root, item.module))


def _climb(path: str, level: int) -> str | None:
    folder = _parent(path)
    for _ in range(level - 1):
        if not folder:
            return None
        folder = _parent(folder)
    return folder


def _is_file(found: str | None) -> bool:
    return found is not None and not found.endswith("/")


def _is_project_file(path: str) -> bool:
    return path.rpartition("/")[2] in {"pyproject.toml", "setup.py", "setup.cfg"}


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _is_init(path: str) -> bool:
    return path.rpartition("/")[2] in {"__init__.py", "__init__.pyi"}


def _folders_above(files: Iterable[str]) -> frozenset[str]:
    folders: set[str] = set()
    for path in files:
        folder = _parent(path)
        while folder and folder not in folders:
            folders.add(folder)
            folder = _parent(folder)
    return frozenset(folders)
