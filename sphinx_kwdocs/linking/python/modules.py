"""Knows the importable modules of a repository, by the rules that Python's path finder follows."""

from __future__ import annotations

import sys
from collections import defaultdict
from keyword import iskeyword
from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.packaging import DeclaredNames, side_tree

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sphinx_kwdocs.model.facts import Packaging
    from sphinx_kwdocs.model.index import Origin

SUFFIXES = (".py", ".pyi")
# What left the standard library in 3.12 and 3.13, so that a page does not depend on the Python that builds it.
_REMOVED = """
aifc asynchat asyncore audioop cgi cgitb chunk crypt distutils imghdr imp lib2to3 mailcap msilib nis nntplib ossaudiodev
pipes smtpd sndhdr spwd sunau telnetlib uu xdrlib
"""
STANDARD = sys.stdlib_module_names | frozenset(_REMOVED.split()) | {"__main__"}
_WELL_KNOWN = frozenset({"attr", "attrs", "pytest", "six", "typing_extensions"})
"""Modules of an index that the linker itself knows things of; a copy that is not on the path hides none of them."""
_DEEPEST = 60


class ModuleMap:
    """The modules of one repository."""

    def __init__(self, paths: Collection[str], packaging: Mapping[str, Packaging] | None = None) -> None:
        """Take the paths of all files, and what some tell packaging tools."""
        self._declared = DeclaredNames(packaging or {})
        self._files = frozenset(path for path in paths if path.endswith(SUFFIXES))
        self._packages = {path.rpartition("/")[0] for path in self._files if is_init(path)}
        self._folders = _folders_above(self._files)
        self._projects = frozenset(parent_of(path) for path in paths if _is_project_file(path))
        unnamed = [folder for folder in ("", *sorted(self._projects)) if not self._declared.is_named(folder)]
        self._unnamed = [place for folder in unnamed for place in (folder, f"{folder}/src".lstrip("/"))]
        self._roots: dict[str, str] = {}
        self._roots_of = self._find_roots()
        self._tops = {(side_tree(self.root_of(path)), self._top_of(path)) for path in self._files}
        self._listings: dict[str, set[str]] | None = None
        self._resolved: dict[tuple[str, str], str | None] = {}
        self._found: dict[tuple[str, str], str | None] = {}
        self._origins: dict[tuple[str, str], Origin] = {}

    @property
    def state(self) -> tuple[object, ...]:
        """All that the answers follow from: the files, the folders of projects, and what their metadata declares."""
        return sorted(self._files), sorted(self._projects), self._declared.state

    def _find_roots(self) -> dict[str, tuple[str, ...]]:
        """Return, for each top-level name, the folders of the repository's projects that have it.

        A package in any other folder may be test data or a copy, and nothing says that it is ever on the path.
        """
        roots: defaultdict[str, set[str]] = defaultdict(set)
        for path in self._files:
            root = self.root_of(path)
            if self._is_project_root(root):
                roots[self._top_of(path)].add(root)
        return {top: tuple(sorted(found)) for top, found in roots.items()}

    def _is_project_root(self, root: str) -> bool:
        return root in self._projects or parent_of(root) in self._projects

    def _top_of(self, path: str) -> str:
        root = self.root_of(path)
        return path[len(root) + 1 if root else 0 :].partition("/")[0].partition(".")[0]

    def root_of(self, path: str) -> str:
        """Return the folder from which a file would be imported by its full name."""
        folder = parent_of(path)
        root = self._roots.get(folder)
        if root is None:
            root = folder
            while root in self._packages and root:
                root = parent_of(root)
            self._roots[folder] = root
        return root

    def module_name(self, path: str) -> str:
        """Return the name by which a file is imported, or an empty string if that is not certain."""
        root = self.root_of(path)
        if side_tree(root) or (root not in {"", "src"} and not self._is_project_root(root)):
            return ""
        parts = path[len(root) + 1 if root else 0 :].rpartition(".")[0].split("/")
        if parts[-1] == "__init__":
            parts.pop()
        if not parts or parts[0] in STANDARD or not all(part.isidentifier() and not iskeyword(part) for part in parts):
            return ""
        if self._is_foreign(root, parts[0]):
            return ""
        return ".".join(parts)

    def find(self, root: str, dotted: str) -> str | None:
        """Return the file of a module below a folder, `folder/` for a namespace package, or None."""
        key = (root, dotted)
        if key not in self._found:
            self._found[key] = self._look(root, dotted)
        return self._found[key]

    def _look(self, root: str, dotted: str) -> str | None:
        holder = dotted.rpartition(".")[0]
        if dotted.count(".") > _DEEPEST or (holder and _is_plain_module(self.find(root, holder))):
            return None
        place = f"{root}/" * bool(root) + dotted.replace(".", "/")
        for suffix in ("/__init__.py", ".py", "/__init__.pyi", ".pyi"):
            if place + suffix in self._files:
                return place + suffix
        return place + "/" if place in self._folders else None

    def package(self, folder: str) -> str:
        """Return the file that makes a package of a folder, or `folder/` where it is only a folder of modules."""
        place = f"{folder}/" if folder else ""
        inits = (f"{place}__init__.py", f"{place}__init__.pyi")
        return next((each for each in inits if each in self._files), f"{folder}/")

    def listing(self, folder: str) -> tuple[tuple[str, str | None], ...]:
        """Return the modules and folders that stand in a folder, by name, each with what `find` says of it."""
        if self._listings is None:
            listings: defaultdict[str, set[str]] = defaultdict(set)
            for path in (*self._files, *self._folders):
                listings[parent_of(path)].add(path.rpartition("/")[2].partition(".")[0])
            self._listings = listings
        return tuple((name, self.find(folder, name)) for name in sorted(self._listings.get(folder, ())))

    def resolve(self, importer_root: str, dotted: str) -> str | None:
        """Return the file that an absolute import leads to from files of one import root, or None.

        The importer's own root comes first, then the repository's usual ones; of several projects that all have the
        module none is taken, since nothing says which one is on the path.
        """
        found = self.place(importer_root, dotted)
        return found if is_file(found) else None

    def place(self, importer_root: str, dotted: str) -> str | None:
        """Return the same, or `folder/` where only a namespace package fits."""
        key = (importer_root, dotted)
        if key not in self._resolved:
            self._resolved[key] = self._search(importer_root, dotted)
        return self._resolved[key]

    def _search(self, importer_root: str, dotted: str) -> str | None:
        top = dotted.partition(".")[0]
        if top in STANDARD or self._is_foreign(importer_root, top):
            return None
        usual = _usual_roots(importer_root)
        for root in usual:
            if is_file(self.find(root, top)):
                return self.find(root, dotted)
        others = [root for root in self._roots_of.get(top, ()) if _sees(importer_root, side_tree(root))]
        if others:
            return self.find(others[0], dotted) if len(others) == 1 else None
        # A folder without `__init__` is a package only where no regular package of its name is on the path, so it
        # counts only with the module that is asked for in it.
        found = [each for root in usual if (each := self.find(root, dotted)) is not None]
        return next(filter(is_file, found), found[0] if found else None)

    def origin_of_missing(self, importer_root: str, dotted: str) -> Origin:
        """Tell where a module that was not found comes from, as far as that can be known."""
        key = (importer_root, dotted.partition(".")[0])
        if key not in self._origins:
            self._origins[key] = self._origin(*key)
        return self._origins[key]

    def _origin(self, importer_root: str, top: str) -> Origin:
        if top in STANDARD:
            return "standard"
        if self._is_foreign(importer_root, top):
            return "third-party"
        if self.resolve(importer_root, top) is not None:
            return "missing"
        is_folder = any(self.find(root, top) for root in _usual_roots(importer_root))
        is_near = ("", top) in self._tops or (side_tree(importer_root), top) in self._tops
        return "unresolved" if (is_folder or is_near) and top not in _WELL_KNOWN else "third-party"

    def _is_foreign(self, importer_root: str, top: str) -> bool:
        """Tell whether a name is that of a distribution which the importer's project asks for.

        A project that does not say its name may be that distribution itself, if it has the module where projects do.
        """
        if not self._declared.is_required(importer_root, top):
            return False
        return not any(is_file(self.find(place, top)) for place in self._unnamed)


def is_file(found: str | None) -> bool:
    """Tell a module's file from a namespace package's folder, and from nothing."""
    return found is not None and not found.endswith("/")


def parent_of(path: str) -> str:
    """Return the folder that holds a file or folder."""
    return path.rpartition("/")[0]


def _sees(importer_root: str, tree: str) -> bool:
    """Tell whether files of a root may have a side tree on their path: those that stand in it."""
    return not tree or f"{importer_root}/".startswith(f"{tree}/")


def _usual_roots(importer_root: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((importer_root, "", "src")))


def _is_plain_module(found: str | None) -> bool:
    return found is not None and is_file(found) and not is_init(found)


def _is_project_file(path: str) -> bool:
    return path.rpartition("/")[2] in {"pyproject.toml", "setup.py", "setup.cfg"}


def is_init(path: str) -> bool:
    """Tell whether a file makes a package of its folder."""
    return path.rpartition("/")[2] in {"__init__.py", "__init__.pyi"}


def _folders_above(files: Iterable[str]) -> frozenset[str]:
    folders: set[str] = set()
    for path in files:
        folder = parent_of(path)
        while folder and folder not in folders:
            folders.add(folder)
            folder = parent_of(folder)
    return frozenset(folders)
