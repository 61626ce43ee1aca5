"""Lists the files of a repository, as git knows them or by walking its folders with `.gitignore` files in mind."""

# Paths are plain strings here: making Path objects would cost more than the work itself.
# ruff: noqa: PTH118

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs._folders import Folders, Verdict
from sphinx_kwdocs._ignore import IgnoreFile, Selection, read_ignore_file
from sphinx_kwdocs.git import GitError, find_checkout, list_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_kwdocs.config import Config, Problem


class Listed(NamedTuple):
    """A path to be looked at."""

    path: str
    """Relative to the root, with `/`."""
    is_repository: bool = False
    """Whether a folder at this path is another repository."""
    problem: str = ""
    """Why this folder could not be listed; empty for a file."""


class _Scope(NamedTuple):
    """A `.gitignore` file in force, and the number of characters by which a path below its folder is shortened."""

    cut: int
    rules: IgnoreFile


_Scopes = tuple[_Scope, ...]


def list_paths(root: Path, config: Config, report: Problem) -> list[Listed]:
    """List everything that the scan should look at, once, in path order."""
    folders = Folders(root, config.generated)
    selection = Selection(config, report)
    checkout = find_checkout(root)
    listed: Iterator[Listed] | None = None
    if checkout is not None:
        try:
            listed = _list_with_git(root, folders)
        except GitError as error:
            report(
                "git", f"git could not list the files of {root} ({error}); its .gitignore files are followed instead"
            )
    if listed is None:
        listed = _walk(root, folders, selection, enters_repositories=checkout is None)
    # Files in conflict are listed once for each side.
    unique = {item.path: item for item in listed if selection.wants(item.path, is_folder=item.is_repository)}
    return [unique[path] for path in sorted(unique)]


def _list_with_git(root: Path, folders: Folders) -> Iterator[Listed] | None:
    files = list_files(root)
    if not files and not os.path.lexists(root / ".git"):
        # The checkout around this folder ignores all of it, so it says nothing about its files.
        return None

    def choose() -> Iterator[Listed]:
        for path, is_tracked, is_repository in files:
            verdict = folders.verdict(path if is_repository else path.rpartition("/")[0])
            if verdict is Verdict.LEFT_OUT or (verdict is Verdict.TRACKED_ONLY and not is_tracked):
                continue
            if not folders.leaves_out_file(path):
                yield Listed(path, is_repository)

    return choose()


def _walk(root: Path, folders: Folders, selection: Selection, *, enters_repositories: bool) -> Iterator[Listed]:
    pending: list[tuple[str, _Scopes]] = [("", ())]
    while pending:
        folder, scopes = pending.pop()
        full = os.path.join(root, folder) if folder else str(root)
        entries, problem = _read_folder(full)
        if problem:
            yield Listed(folder, problem=problem)
            continue
        names = {entry.name for entry in entries}
        # The names are at hand here, while `verdict` would have to ask the disk for each that it looks for.
        if folder and folders.is_made_by_a_tool(folder, names):
            continue
        if folder and not enters_repositories and ".git" in names:
            yield Listed(folder, is_repository=True)
            continue
        start = f"{folder}/" if folder else ""
        rules = read_ignore_file(os.path.join(full, ".gitignore")) if ".gitignore" in names else None
        scopes = (_Scope(len(start), rules), *scopes) if rules is not None else scopes
        for entry in entries:
            path = start + entry.name
            is_folder = _is_folder(entry)
            if _is_ignored(path, scopes, is_folder=is_folder):
                continue
            if is_folder:
                if folders.may_keep(path) and not selection.prunes(path):
                    pending.append((path, scopes))
            elif not folders.leaves_out_file(path):
                yield Listed(path)


def _read_folder(full: str) -> tuple[list[os.DirEntry[str]], str]:
    """Give what stands in a folder, or why that cannot be told; a folder that has vanished is empty."""
    try:
        with os.scandir(full) as stream:
            return list(stream), ""
    except (FileNotFoundError, NotADirectoryError):
        return [], ""
    except OSError as error:
        return [], error.strerror or "unknown error"


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_ignored(path: str, scopes: _Scopes, *, is_folder: bool) -> bool:
    for scope in scopes:
        decision = scope.rules.decide(path[scope.cut :], is_folder=is_folder)
        if decision is not None:
            return decision
    return False
