"""Decides which folders of a repository hold nothing that a person wrote: builds, caches, environments, histories."""

# Paths are plain strings here: making Path objects would cost more than the work itself.
# ruff: noqa: PTH118

from __future__ import annotations

import os
import stat
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING

from sphinx_kwdocs.reading.safe_open import read_file

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable
    from pathlib import Path

_HISTORY_NAMES = frozenset({".git", ".hg", ".svn", ".bzr"})
_NEVER_NAMES = _HISTORY_NAMES | {"__pycache__"}
_TOOL_NAMES = frozenset({".tox", ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache", "node_modules"})
_CACHE_TAG = b"Signature: 8a477f597d28d172789f06886806bc55"


class Verdict(IntEnum):
    """What becomes of the files of a folder, mildest first."""

    KEPT = 0
    """They are listed."""
    TRACKED_ONLY = 1
    """They are listed if git tracks them: the name is that of a tool's folder, but somebody committed it."""
    LEFT_OUT = 2
    """They are not listed."""


class Folders:
    """The folders of one repository, each judged once; the root itself is always kept."""

    def __init__(self, root: Path, generated: Iterable[Path]) -> None:
        self._root = str(root)
        self._generated = generated_paths(root, generated)
        self._verdicts = {"": Verdict.KEPT}

    def may_keep(self, folder: str) -> bool:
        """Whether a folder's name and place let its files be listed; what it holds has a say too."""
        name = folder.rpartition("/")[2]
        return name not in _NEVER_NAMES and name not in _TOOL_NAMES and folder not in self._generated

    def is_made_by_a_tool(self, folder: str, names: Container[str]) -> bool:
        """Whether a folder is one that no person filled, judged by the names of what stands in it."""
        return _is_made_by_a_tool(self._root, folder, names.__contains__)

    def verdict(self, folder: str) -> Verdict:
        """Judge a folder by itself and by all that it stands in."""
        known = self._verdicts.get(folder)
        if known is not None:
            return known
        unknown = []
        while folder not in self._verdicts:
            unknown.append(folder)
            folder = folder.rpartition("/")[0]
        verdict = self._verdicts[folder]
        for inner in reversed(unknown):
            if verdict is not Verdict.LEFT_OUT:
                verdict = max(verdict, self._judge(inner))
            self._verdicts[inner] = verdict
        return verdict

    def leaves_out_file(self, path: str) -> bool:
        """Whether a file is left out by its own name; `.git` is a file in a linked worktree."""
        return path.rpartition("/")[2] in _HISTORY_NAMES or path in self._generated

    def _judge(self, folder: str) -> Verdict:
        name = folder.rpartition("/")[2]
        if name in _NEVER_NAMES or folder in self._generated:
            return Verdict.LEFT_OUT
        full = os.path.join(self._root, folder)
        # Git goes on listing what it tracks below a folder that has become a symlink out of the repository.
        if not _is_real_folder(full) or _is_made_by_a_tool(self._root, folder, partial(_holds, full)):
            return Verdict.LEFT_OUT
        return Verdict.TRACKED_ONLY if name in _TOOL_NAMES else Verdict.KEPT


def generated_paths(root: Path, generated: Iterable[Path]) -> frozenset[str]:
    """Find the repository paths of those folders that are inside the root, as written and with symlinks resolved."""
    inside = set()
    for folder in generated:
        for resolve in (os.path.abspath, os.path.realpath):
            path = path_inside(resolve(root), resolve(folder))
            # A build that writes to the root, or to a folder around it, must not make the whole repository vanish.
            if path:
                inside.add(path)
    return frozenset(inside)


def path_inside(root: str, full: str) -> str | None:
    """Give the repository path of an absolute path; empty for the root, None for what is outside."""
    if full == root:
        return ""
    start = root if root.endswith(os.sep) else root + os.sep
    return full[len(start) :].replace(os.sep, "/") if full.startswith(start) else None


def _is_real_folder(full: str) -> bool:
    try:
        return stat.S_ISDIR(os.lstat(full).st_mode)
    except OSError:
        return False


def _holds(full: str, name: str) -> bool:
    return os.path.lexists(os.path.join(full, name))


def _is_made_by_a_tool(root: str, folder: str, holds: Callable[[str], bool]) -> bool:
    if holds("pyvenv.cfg") or holds("environment.pickle"):
        return True
    # Sphinx keeps its doctrees in the output folder unless it is told otherwise.
    if holds(".doctrees") and _holds(os.path.join(root, folder), os.path.join(".doctrees", "environment.pickle")):
        return True
    if holds(".buildinfo") and (holds("objects.inv") or holds("_static")):
        return True
    return holds("CACHEDIR.TAG") and _is_cache_tag(root, f"{folder}/CACHEDIR.TAG")


def _is_cache_tag(root: str, path: str) -> bool:
    try:
        return read_file(root, path, len(_CACHE_TAG)) == _CACHE_TAG
    except OSError:
        return False
