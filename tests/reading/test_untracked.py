"""In a checkout only what git tracks is indexed, and the build says in one line what is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from builds import DOCS, build, call_git, repository, write

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.reading.listing import list_paths

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = write(tmp_path / "repo", {"a.py": "", "sub/b.py": "", ".gitignore": "*.log\n", "c.log": ""})
    call_git(root, "init", "-q")
    return root


def listed(root: Path, **settings: Any) -> tuple[list[str], list[tuple[str, str]]]:  # noqa: ANN401  any setting
    said: list[tuple[str, str]] = []
    found = list_paths(root, Config(**settings), lambda subtype, text: said.append((subtype, text)))
    return [item.path for item in found], said


def test_only_what_git_tracks_is_listed_and_one_line_counts_the_rest(checkout: Path) -> None:
    call_git(checkout, "add", "a.py")
    text = "2 untracked files are not indexed; `git add` them, or set kwdocs_untracked = True"
    assert listed(checkout) == (["a.py"], [("untracked", text)])
    call_git(checkout, "add", ".gitignore")
    text = "1 untracked file is not indexed; `git add` it, or set kwdocs_untracked = True"
    assert listed(checkout) == ([".gitignore", "a.py"], [("untracked", text)])


def test_a_setting_adds_what_is_neither_tracked_nor_ignored(checkout: Path) -> None:
    call_git(checkout, "add", "a.py")
    assert listed(checkout, untracked=True) == ([".gitignore", "a.py", "sub/b.py"], [])


def test_to_tell_git_of_a_file_is_enough(checkout: Path) -> None:
    call_git(checkout, "add", "-N", "sub/b.py")
    assert listed(checkout)[0] == ["sub/b.py"]


def test_files_that_the_settings_leave_out_are_not_counted(checkout: Path) -> None:
    call_git(checkout, "add", "a.py")
    assert listed(checkout, exclude=("sub/", ".gitignore")) == (["a.py"], [])
    write(checkout / "sub", {"node_modules/x.js": "", "__pycache__/y.txt": ""})
    assert listed(checkout, exclude=("b.py", ".gitignore")) == (["a.py"], [])


def test_an_untracked_repository_inside_is_left_out_too(checkout: Path) -> None:
    call_git(checkout, "add", ".")
    write(checkout / "inner", {"x.py": ""})
    call_git(checkout / "inner", "init", "-q")
    paths, said = listed(checkout)
    assert paths == [".gitignore", "a.py", "sub/b.py"]
    assert [subtype for subtype, _text in said] == ["untracked"]


def test_where_nothing_is_tracked_yet_the_line_says_so(checkout: Path) -> None:
    paths, said = listed(checkout)
    text = f"git tracks no file of {checkout} yet, so none is indexed; `git add` them, or set kwdocs_untracked = True"
    assert (paths, said) == ([], [("untracked", text)])


def test_a_folder_that_the_checkout_around_it_ignores_is_walked(checkout: Path) -> None:
    write(checkout, {".gitignore": "inner/\n", "inner/x.py": ""})
    assert listed(checkout / "inner") == (["x.py"], [])


def test_a_build_shows_no_untracked_file_and_says_it_without_a_warning(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"a.py": "x = 1\n"})
    (root / "notes.txt").write_text("hunter2 is my secret\n")
    built = build(root / "docs", tmp_path / "out")
    assert built.warnings == ""
    assert "kwdocs: 1 untracked file is not indexed" in built.status
    assert not (built.out / "kwdocs" / "notes.txt_docs.html").exists()
    again = build(root / "docs", tmp_path / "out", kwdocs_untracked=True)
    assert "untracked file" not in again.status
    assert (again.out / "kwdocs" / "notes.txt_docs.html").exists()


def test_a_new_repository_builds_and_says_that_nothing_is_tracked(tmp_path: Path) -> None:
    root = write(tmp_path / "repo", {**DOCS, "a.py": "x = 1\n"})
    call_git(root, "init", "-q")
    built = build(root / "docs", tmp_path / "out")
    assert built.warnings == ""
    assert "git tracks no file" in built.status
    assert (built.out / "kwdocs" / "index.html").exists()
    assert not (built.out / "kwdocs" / "a.py_docs.html").exists()
