"""Lists the files of a repository, as git knows them or by walking its folders with `.gitignore` files in mind."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.reading.generated_folders import Folders, Verdict
from sphinx_kwdocs.reading.git import GitError, find_checkout, list_files
from sphinx_kwdocs.reading.gitignore import IgnoreFile, Selection, read_ignore_file
from sphinx_kwdocs.reading.safe_open import is_link_error, scan_folder
from sphinx_kwdocs.translation import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
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


class _Known(NamedTuple):
    """What git says there is."""

    tracked: list[Listed]
    untracked: list[Listed]


class _Entry(NamedTuple):
    """What stands in a folder."""

    name: str
    is_folder: bool


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
    found: _Known | None = None
    if checkout is not None:
        try:
            found = _list_with_git(root, folders)
        except GitError as error:
            text = (
                "git could not list the files of {root} ({error}); all that its .gitignore files let through is indexed"
            )
            report("git", text.format(root=root, error=error))
    if found is None:
        return _chosen(_walk(root, folders, selection, enters_repositories=checkout is None), selection)
    tracked, untracked = (_chosen(items, selection) for items in found)
    if config.untracked:
        return sorted({item.path: item for item in (*untracked, *tracked)}.values())
    if untracked:
        _tell_untracked(root, len(untracked), report, is_all=not found.tracked)
    return tracked


def _chosen(listed: Iterable[Listed], selection: Selection) -> list[Listed]:
    """Choose by the settings; once and in path order, since files in conflict are listed once for each side."""
    unique = {item.path: item for item in listed if selection.wants(item.path, is_folder=item.is_repository)}
    return [unique[path] for path in sorted(unique)]


def _tell_untracked(root: Path, number: int, report: Problem, *, is_all: bool) -> None:
    if is_all:
        text = _("git tracks no file of {root} yet, so none is indexed; `git add` them, or set kwdocs_untracked = True")
    else:
        text = ngettext(
            "{number} untracked file is not indexed; `git add` it, or set kwdocs_untracked = True",
            "{number} untracked files are not indexed; `git add` them, or set kwdocs_untracked = True",
            number,
        )
    report("untracked", text.format(number=number, root=root))


def _list_with_git(root: Path, folders: Folders) -> _Known | None:
    files = list_files(root)
    if not files and not os.path.lexists(root / ".git"):
        # The checkout around this folder ignores all of it, so it says nothing about its files.
        return None
    found = _Known([], [])
    for path, is_tracked, is_repository, _is_empty in files:
        verdict = folders.verdict(path if is_repository else path.rpartition("/")[0])
        if verdict is Verdict.LEFT_OUT or (verdict is Verdict.TRACKED_ONLY and not is_tracked):
            continue
        if not folders.leaves_out_file(path):
            (found.tracked if is_tracked else found.untracked).append(Listed(path, is_repository))
    return found


def _walk(root: Path, folders: Folders, selection: Selection, *, enters_repositories: bool) -> Iterator[Listed]:
    pending: list[tuple[str, _Scopes]] = [("", ())]
    while pending:
        folder, scopes = pending.pop()
        entries, problem = _read_folder(str(root), folder)
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
        rules = read_ignore_file(str(root), f"{start}.gitignore") if ".gitignore" in names else None
        scopes = (_Scope(len(start), rules), *scopes) if rules is not None else scopes
        for entry in entries:
            path, is_folder = start + entry.name, entry.is_folder
            if _is_ignored(path, scopes, is_folder=is_folder):
                continue
            if is_folder:
                if folders.may_keep(path) and not selection.prunes(path):
                    pending.append((path, scopes))
            elif not folders.leaves_out_file(path):
                yield Listed(path)


def _read_folder(root: str, folder: str) -> tuple[list[_Entry], str]:
    """Give what stands in a folder, or why that cannot be told; a folder that has vanished is empty."""
    try:
        with scan_folder(root, folder) as stream:
            return [_Entry(entry.name, _is_folder(entry)) for entry in stream], ""
    except (FileNotFoundError, NotADirectoryError):
        return [], ""
    except OSError as error:
        # One that has become a link leads elsewhere.
        return [], "" if is_link_error(error) else error.strerror or "unknown error"


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
