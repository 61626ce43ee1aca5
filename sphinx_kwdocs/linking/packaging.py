"""Tells the project's own names from others': by what its metadata declares, and by the folders that are on no path."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.model.facts import Packaging

_BESIDE = "doc docs documentation example examples demo demos sample samples test tests testing"
_COPIES = """
3rdparty _vendor _vendored dist-packages extern external node_modules site-packages third-party third_party thirdparty
vendor vendored
"""
_COPY_FOLDERS = frozenset(_COPIES.split())
SIDE_FOLDERS = frozenset(_BESIDE.split()) | _COPY_FOLDERS
"""Folders beside what a project builds: nothing in them is on the path, but for what stands in them too."""


class DeclaredNames:
    """The top-level modules that the metadata of projects speaks of."""

    def __init__(self, packaging: Mapping[str, Packaging]) -> None:
        """Take what files say, by path; those beside a project, such as test data, say nothing of what it builds."""
        self._built: set[str] = set()
        self._named: set[str] = set()
        required: defaultdict[str, set[str]] = defaultdict(set)
        for path, said in packaging.items():
            folder = _scope_of(path)
            required[folder].update(said.requires)
            if said.builds and not side_tree(folder):
                self._built.update(said.builds)
                self._named.add(folder)
        self._required = dict(required)

    @property
    def state(self) -> tuple[object, ...]:
        """All that the answers follow from."""
        required = sorted((folder, sorted(names)) for folder, names in self._required.items() if names)
        return sorted(self._built), sorted(self._named), required

    def is_named(self, folder: str) -> bool:
        """Tell whether the metadata in a folder says what is built there."""
        return folder in self._named

    def is_required(self, folder: str, top: str) -> bool:
        """Tell whether files below a folder have a name from elsewhere, by the metadata there and above.

        What a project requires it has copied, if it has copies: they find one another.
        """
        name = top.lower()
        if name in self._built:
            return False
        while name not in self._required.get(folder, ()):
            if not folder or folder.rpartition("/")[2].lower() in _COPY_FOLDERS:
                return False
            folder = _parent_of(folder)
        return True


def side_tree(folder: str) -> str:
    """Return the outermost folder of tests, examples, documents or copies that a folder stands in, or nothing."""
    parts = folder.split("/")
    for number, part in enumerate(parts, 1):
        if part.lower() in SIDE_FOLDERS:
            return "/".join(parts[:number])
    return ""


def _scope_of(path: str) -> str:
    """Return the folder whose files metadata speaks of; lists of requirements often have a folder of their own."""
    folder = _parent_of(path)
    while folder.rpartition("/")[2] == "requirements" or "/requirements/" in f"/{folder}":
        folder = _parent_of(folder)
    return folder


def _parent_of(path: str) -> str:
    return path.rpartition("/")[0]
