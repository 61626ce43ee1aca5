"""After a build that was broken off, the next one leaves whole pages and a whole search, as one from nothing would."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from builds import write
from test_faults import FAULTS, LONGER, MONEY, Project, broken_at

if TYPE_CHECKING:
    from pathlib import Path

    from docutils import nodes
    from sphinx.testing.util import SphinxTestApp

DOCUMENTS = {
    f"docs/{name}.rst": f":orphan:\n\n{name.title()}\n=====\n\nOf {name}.\n" for name in ("apple", "bread", "cream")
}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    write(made.root, DOCUMENTS)
    made.build()
    return made


def written_by(project: Project) -> set[str]:
    """Build the site, and return the documents that were written for that."""
    written: set[str] = set()
    project.build(prepare=lambda app: app.connect("doctree-resolved", lambda _app, _tree, name: written.add(name)))
    return written


@pytest.mark.parametrize("fault", FAULTS)
def test_a_search_index_that_is_no_good_is_made_again(project: Project, fault: str) -> None:
    FAULTS[fault](project.out / "searchindex.js")
    project.check()
    assert "no targets are out of date." in project.check().status


@pytest.mark.parametrize("fault", ["empty", "gone"])
def test_a_search_index_may_be_lost_with_all_that_is_known_of_it(project: Project, fault: str) -> None:
    shutil.rmtree(project.kept)
    FAULTS[fault](project.out / "searchindex.js")
    project.check()


def test_only_documents_that_the_search_lacks_are_written_again(project: Project) -> None:
    file = project.out / "searchindex.js"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"bread"', '"gone"', 1), encoding="utf-8")
    written = written_by(project)
    assert "bread" in written
    assert not written & {"apple", "cream", "guide"}
    project.check()


def test_a_site_that_was_copied_has_a_whole_search(project: Project) -> None:
    os.utime(project.out / "searchindex.js", (1, 1))
    assert "no targets are out of date." in project.check().status


@pytest.mark.parametrize("time_of_many", [1, 2, 3, 4])
def test_what_a_broken_build_was_to_write_is_written_by_the_next(project: Project, time_of_many: int) -> None:
    write(project.root, {path: text + "\nAnd more words.\n" for path, text in DOCUMENTS.items()})
    project.break_off(broken_at("html-page-context", time_of_many))
    project.check()


def test_what_two_broken_builds_were_to_write_is_written_by_the_next(project: Project) -> None:
    for path, text in DOCUMENTS.items():
        write(project.root, {path: f"{text}\nAnd more words.\n"})
        project.break_off(broken_at("html-page-context", 2))
    project.check()


def test_a_page_that_was_half_written_is_written_again(project: Project) -> None:
    write(project.root, {"docs/bread.rst": f"{DOCUMENTS['docs/bread.rst']}\nAnd more words.\n"})
    project.break_off(broken_at("html-collect-pages"))
    page = project.out / "bread.html"
    assert "more words" in page.read_text(encoding="utf-8")
    page.write_bytes(page.read_bytes()[:300])
    project.check()


def test_an_edit_of_the_repository_is_in_the_search_after_a_broken_build(project: Project) -> None:
    project.write(extra="x = 1\n", money=LONGER)
    project.break_off(broken_at("html-collect-pages"))
    project.write(money=MONEY)
    project.check()


def test_a_build_of_single_documents_leaves_the_others_for_the_next(project: Project) -> None:
    write(project.root, {path: f"{text}\nAnd more words.\n" for path, text in DOCUMENTS.items()})
    project.break_off(broken_at("html-collect-pages"))
    docs = project.root / "docs"
    options = ["-q", "-d", str(project.kept.parent), str(docs), str(project.out), str(docs / "apple.rst")]
    command = [sys.executable, "-m", "sphinx", *options]
    subprocess.run(command, check=True)
    project.check()


@pytest.mark.parametrize("is_due", [True, False])
def test_a_page_that_a_lost_worker_was_to_write_is_written_by_the_next_build(project: Project, *, is_due: bool) -> None:
    def lose(app: SphinxTestApp) -> None:
        write_doc = app.builder.write_doc

        def write_or_leave_empty(name: str, tree: nodes.document) -> None:
            if name == "bread":
                (project.out / "bread.html").write_bytes(b"")
            else:
                write_doc(name, tree)

        app.builder.write_doc = write_or_leave_empty  # type: ignore[method-assign]

    write(project.root, {"docs/bread.rst": f"{DOCUMENTS['docs/bread.rst']}\nAnd more words.\n"})
    if is_due:
        (project.out / "searchindex.js").unlink()
    project.build(prepare=lose)
    project.check()
    assert "no targets are out of date." in project.check().status


def test_a_page_that_somebody_keeps_from_being_written_is_asked_for_once(project: Project) -> None:
    def keep(app: SphinxTestApp) -> None:
        app.builder.write_doc = lambda _name, _tree: None  # type: ignore[method-assign]

    (project.root / "docs" / "bread.rst").touch()
    for _again in range(2):
        project.build(prepare=keep)
    os.utime(project.out / "bread.html")
    assert "no targets are out of date." in project.build(prepare=keep).status


def test_documents_that_are_gone_are_not_asked_for(project: Project) -> None:
    write(project.root, {path: f"{text}\nAnd more words.\n" for path, text in DOCUMENTS.items()})
    project.break_off(broken_at("html-collect-pages"))
    (project.root / "docs" / "bread.rst").unlink()
    project.check()


def test_what_is_known_of_a_broken_build_may_be_no_good(project: Project) -> None:
    for fault in FAULTS.values():
        for kept in project.kept.glob("unfinished-*"):
            fault(kept)
        assert "no targets are out of date." in project.check().status
