"""The page of a file that a document is made from leads to that document, as built."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import DOCS, build, repository
from crawl import crawl, parse

if TYPE_CHECKING:
    from pathlib import Path

    from builds import Built

FILES = {
    "docs/guide.rst": "The guide\n=========\n\nText.\n",
    "docs/deep/more.rst": "More\n====\n",
    "docs/index.rst": "Tiny\n====\n\n.. toctree::\n\n   guide\n   deep/more\n",
    "notes/other.rst": "Other\n=====\n",
}


def built_page(built: Built, page: str) -> list[tuple[str, str]]:
    """Return the text and target of what a page says of the document that is made from its file."""
    links = parse(built.out / page).xpath("//dt[.='Built page']/following-sibling::dd[1]//a")
    return [(str(link.text_content()), str(link.get("href"))) for link in links]


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_the_page_of_a_documents_file_leads_to_the_document(tmp_path: Path, builder: str) -> None:
    built = build(repository(tmp_path / "repo", FILES) / "docs", tmp_path / "out", builder)
    guide, more = "kwdocs/docs/guide.rst_docs", "kwdocs/docs/deep/more.rst_docs"
    if builder == "html":
        assert built_page(built, f"{guide}.html") == [("The guide", "../../guide.html")]
        assert built_page(built, f"{more}.html") == [("More", "../../../deep/more.html")]
        assert built_page(built, "kwdocs/notes/other.rst_docs.html") == []
    else:
        assert built_page(built, f"{guide}/index.html") == [("The guide", "../../../guide/")]
    assert crawl(built.out, folder_style=builder == "dirhtml").broken == []


def test_the_link_follows_the_title_and_the_document(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    build(root / "docs", tmp_path / "out")
    (root / "docs" / "guide.rst").write_text("Another title\n=============\n", encoding="utf-8")
    again = build(root / "docs", tmp_path / "out")
    assert built_page(again, "kwdocs/docs/guide.rst_docs.html") == [("Another title", "../../guide.html")]
    # No document any more, but a file still.
    conf = f'{DOCS["docs/conf.py"]}exclude_patterns = ["deep"]\n'
    (root / "docs" / "conf.py").write_text(conf, encoding="utf-8")
    (root / "docs" / "index.rst").write_text("Tiny\n====\n\n.. toctree::\n\n   guide\n", encoding="utf-8")
    last = build(root / "docs", tmp_path / "out")
    assert built_page(last, "kwdocs/docs/deep/more.rst_docs.html") == []


def test_pages_that_are_to_say_nothing_of_documents_have_no_link(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    built = build(root / "docs", tmp_path / "out", kwdocs_document_links=False)
    assert built_page(built, "kwdocs/docs/guide.rst_docs.html") == []
