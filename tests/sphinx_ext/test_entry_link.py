"""A reader finds the source index from the root document, whatever the theme shows in its sidebar."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import INDEX, Built, build, repository
from crawl import crawl, parse

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "pkg/a.py": "def here(): ...\n",
    "docs/guide.rst": "Guide\n=====\n",
    "docs/index.rst": f"{INDEX}\n.. toctree::\n\n   guide\n",
}
BARE = {"html_sidebars": {"index": ["searchbox.html"], "**": ["localtoc.html", "relations.html"]}}
SHOWN = {"html_sidebars": {"**": ["globaltoc.html"]}}


def links(built: Built, name: str = "index.html", to: str = "kwdocs/index.html") -> list[str]:
    """Return the classes of what the links of a page to the entry page stand in."""
    return [str(link.getparent().get("class")) for link in parse(built.out / name).xpath(f"//body//a[@href='{to}']")]


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return repository(tmp_path / "repo", FILES) / "docs"


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_where_no_sidebar_shows_the_entry_the_root_document_ends_with_a_link(
    docs: Path, tmp_path: Path, builder: str
) -> None:
    built = build(docs, tmp_path / "out", builder, **BARE)
    assert links(built, to="kwdocs/index.html" if builder == "html" else "kwdocs/") == ["kw-entry"]
    assert crawl(built.out, folder_style=builder == "dirhtml").broken == []
    assert built.warnings == ""


def test_where_the_sidebar_shows_the_entry_no_link_is_added(docs: Path, tmp_path: Path) -> None:
    built = build(docs, tmp_path / "out", **SHOWN)
    [place] = links(built)
    assert "toctree-l1" in place
    assert "kwdocs: entry" not in built.html("index.html")


def test_where_the_author_links_to_the_entry_no_link_is_added(docs: Path, tmp_path: Path) -> None:
    (docs / "index.rst").write_text(f"{FILES['docs/index.rst']}\nSee :doc:`the code <kwdocs/index>`.\n")
    assert "kw-entry" not in build(docs, tmp_path / "out", **BARE).html("index.html")


def test_without_an_entry_in_the_navigation_there_is_no_link_either(docs: Path, tmp_path: Path) -> None:
    built = build(docs, tmp_path / "out", kwdocs_navigation=False, **BARE)
    assert links(built) == []


def test_the_link_has_the_title_that_is_set_and_follows_a_change_of_it(docs: Path, tmp_path: Path) -> None:
    for title in ("Code & <more>", "Source index"):
        built = build(docs, tmp_path / "out", kwdocs_title=title, **BARE)
        assert parse(built.out / "index.html").xpath("string(//p[@class='kw-entry'])").strip() == title
    fresh = build(docs, tmp_path / "fresh", parallel=2, **BARE)
    assert fresh.html("index.html") == built.html("index.html")


def test_other_documents_have_no_link(docs: Path, tmp_path: Path) -> None:
    built = build(docs, tmp_path / "out", **BARE)
    assert "kw-entry" not in built.html("guide.html")
    assert "kw-entry" not in built.html("kwdocs/pkg/a.py_docs.html")
