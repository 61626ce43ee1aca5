"""A document is written again when anything that it shows of the repository is new, and only then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import build, repository, write
from crawl import crawl
from sphinx.testing.util import SphinxTestApp

if TYPE_CHECKING:
    from pathlib import Path

    from builds import Built

CODE = "class Long:\n    def last_one(self):\n        return 1\n"
MOVED = "import os\n\n\n" + CODE
FILES = {
    "src/a.py": CODE,
    "docs/index.rst": "Tiny\n====\n\n.. toctree::\n   :glob:\n\n   *\n",
}
CASES = {
    "any": ":any:`last_one`",
    "a keyword that is a symbol": ":kw:key:`last_one`",
    "a symbol": ":kw:sym:`last_one`",
    "inline code": "``Long.last_one``",
    "code": ".. code-block:: python\n\n   from a import Long\n   Long().last_one()",
}


def links(built: Built, page: str = "one.html") -> str:
    return built.html(page)


@pytest.mark.parametrize("case", CASES)
def test_a_link_follows_what_it_leads_to(tmp_path: Path, case: str) -> None:
    project = {"pyproject.toml": "[project]\nname = 'a'\n", "docs/one.rst": f"One\n===\n\n{CASES[case]}\n"}
    root = repository(tmp_path / "repo", FILES | project)
    first = build(root / "docs", tmp_path / "out")
    assert first.warnings == ""
    assert 'href="kwdocs/src/a.py_docs.html#L2"' in links(first)
    write(root, {"src/a.py": MOVED})
    again = build(root / "docs", tmp_path / "out")
    assert 'href="kwdocs/src/a.py_docs.html#L5"' in links(again)
    assert crawl(again.out).broken == []


def test_a_range_of_lines_that_a_file_no_longer_has_is_a_warning(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES | {"docs/one.rst": "One\n===\n\n:kw:file:`src/a.py#L2-L3`\n"})
    assert build(root / "docs", tmp_path / "out").warnings == ""
    write(root, {"src/a.py": "x = 1\n"})
    assert "'L2-L3' is no range of lines of src/a.py" in build(root / "docs", tmp_path / "out").warnings


def test_links_follow_a_page_whose_address_changes(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES | {"docs/one.rst": "One\n===\n\n:kw:file:`src/a.py`\n"})
    assert 'href="kwdocs/src/a.py_docs.html"' in links(build(root / "docs", tmp_path / "out"))
    write(root, {"src/A.py": "x = 1\n"})
    built = build(root / "docs", tmp_path / "out")
    if (root / "src/a.py").read_text(encoding="utf-8") == CODE:  # otherwise the system takes both for one file
        assert 'href="kwdocs/src/a.py_docs~2.html"' in links(built)


def test_a_build_of_single_documents_leaves_the_others_to_the_next(tmp_path: Path) -> None:
    files = FILES | {
        "docs/one.rst": "One\n===\n\n:kw:sym:`last_one`\n",
        "docs/two.rst": "Two\n===\n\n:kw:sym:`last_one`\n",
    }
    root = repository(tmp_path / "repo", files)
    build(root / "docs", tmp_path / "out")
    write(root, {"src/a.py": MOVED})
    app = SphinxTestApp("html", srcdir=root / "docs", builddir=tmp_path / "out")
    app.build(filenames=[str(root / "docs/one.rst")])
    app.cleanup()
    built = build(root / "docs", tmp_path / "out")
    for page in ("one.html", "two.html"):
        assert 'href="kwdocs/src/a.py_docs.html#L5"' in links(built, page)


def test_a_document_that_shows_nothing_new_is_not_written_again(tmp_path: Path) -> None:
    files = FILES | {"docs/one.rst": "One\n===\n\n:kw:sym:`last_one`\n", "docs/two.rst": "Two\n===\n\nText.\n"}
    root = repository(tmp_path / "repo", files)
    build(root / "docs", tmp_path / "out")
    write(root, {"src/a.py": MOVED})
    written: list[str] = []

    def watch(app: SphinxTestApp) -> None:
        app.connect("doctree-resolved", lambda _app, _doctree, docname: written.append(docname))

    build(root / "docs", tmp_path / "out", prepare=watch)
    assert "one" in written
    assert "two" not in written


def test_index_entries_that_point_to_nothing_are_nobodys_mistake(tmp_path: Path) -> None:
    text = "One\n===\n\n.. index::\n   see: car; automobile\n\nText.\n"
    root = repository(tmp_path / "repo", FILES | {"docs/one.rst": text})
    assert build(root / "docs", tmp_path / "out").warnings == ""


@pytest.mark.parametrize(
    "text", [":kw:file:`src/a.py#L" + "9" * 5000 + "`", ":kw:file:`src/a.py#3-x`", ":kw:file:`#L3`"]
)
def test_lines_that_are_none_are_a_warning(tmp_path: Path, text: str) -> None:
    root = repository(tmp_path / "repo", FILES | {"docs/one.rst": f"One\n===\n\n{text}\n"})
    assert "[kwdocs.file]" in build(root / "docs", tmp_path / "out").warnings


def test_what_looks_like_a_role_of_ours_in_code_is_code(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES | {"docs/one.rst": "One\n===\n\nWrite ``kw:sym:last_one``.\n"})
    assert "kw-link" not in links(build(root / "docs", tmp_path / "out"))


def test_coverage_counts_descriptions_also_where_pages_do_not_tell_of_them(tmp_path: Path) -> None:
    text = "One\n===\n\n.. py:class:: a.Long\n\n.. kw:coverage::\n   :show: documents\n"
    root = repository(tmp_path / "repo", FILES | {"docs/one.rst": text, "pyproject.toml": "[project]\nname = 'a'\n"})
    built = build(root / "docs", tmp_path / "out", kwdocs_document_links=False)
    assert "1 of 2 public names" in links(built)


def test_the_code_of_a_document_outside_of_the_repository_is_read_again_when_it_changes(tmp_path: Path) -> None:
    root = repository(
        tmp_path / "repo", {"pyproject.toml": "[project]\nname = 'a'\n", "src/a.py": CODE + "\n\nX = 1\n"}
    )
    conf = f'extensions = ["sphinx_kwdocs"]\nkwdocs_repository = {str(root)!r}\n'
    block = "Tiny\n====\n\n.. code-block:: python\n\n   from a import {}\n"
    docs = write(tmp_path / "docs", {"conf.py": conf, "index.rst": block.format("Long")})
    assert 'href="kwdocs/src/a.py_docs.html#L1"' in links(build(docs, tmp_path / "out"), "index.html")
    write(docs, {"index.rst": block.format("X")})
    assert 'href="kwdocs/src/a.py_docs.html#L6"' in links(build(docs, tmp_path / "out"), "index.html")
