"""The two documents of ours: they are part of the project although no file of theirs is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from builds import CONF, INDEX, Built, build, call_git, repository, sample, track, write
from crawl import crawl, parse

if TYPE_CHECKING:
    from pathlib import Path

SIDEBAR: Any = {"html_sidebars": {"**": ["globaltoc.html"]}}
FILES: dict[str, Any] = {"a.py": "x = 1\n"}


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    return {
        str(path.relative_to(folder)): (path.lstat().st_mtime_ns, path.lstat().st_size)
        for path in folder.rglob("*")
        if ".git" not in path.parts
    }


def entries(built: Built, page: str = "index.html") -> list[str]:
    found = parse(built.out / page).xpath("//div[@class='sphinxsidebar']//li[contains(@class, 'toctree-l1')]/a")
    return [str(link.text) for link in found]


def test_nothing_is_written_into_the_source_folder_or_the_repository(tmp_path: Path) -> None:
    root = sample(tmp_path / "repo")
    before = listing(root)
    build(root / "docs", tmp_path / "out")
    assert listing(root) == before


def test_no_output_tells_where_the_documents_were_read_from(sample_html: Built) -> None:
    texts = [path.read_bytes() for path in sample_html.out.rglob("*") if path.is_file()]
    assert not [text for text in texts if b"/doctrees/" in text]


def test_an_entry_that_the_author_placed_is_the_only_one(tmp_path: Path) -> None:
    toctree = "\n.. toctree::\n\n   kwdocs/index\n   guide\n"
    root = repository(
        tmp_path / "repo", FILES | {"docs/index.rst": INDEX + toctree, "docs/guide.rst": "Guide\n=====\n"}
    )
    built = build(root / "docs", tmp_path / "out", **SIDEBAR)
    assert built.warnings == ""
    assert entries(built) == ["Source index", "Guide"]


def test_an_entry_placed_in_another_document_is_the_only_one_if_ours_is_off(tmp_path: Path) -> None:
    guide = "Guide\n=====\n\n.. toctree::\n\n   The code </kwdocs/index>\n"
    root = repository(
        tmp_path / "repo", FILES | {"docs/guide.rst": guide, "docs/index.rst": f"{INDEX}\n.. toctree::\n\n   guide\n"}
    )
    built = build(root / "docs", tmp_path / "out", kwdocs_navigation=False, **SIDEBAR)
    assert built.warnings == ""
    assert entries(built) == ["Guide"]


def test_no_entry_is_made_when_the_setting_says_so(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    built = build(root / "docs", tmp_path / "out", kwdocs_navigation=False, **SIDEBAR)
    assert built.warnings == ""
    assert entries(built) == []
    assert (built.out / "kwdocs" / "index.html").is_file()
    assert crawl(built.out).broken == []


@pytest.mark.parametrize(
    "index",
    [
        INDEX,
        "Only a title\n============\n",
        "No title at all.\n",
        "",
        "A\n=\n\n.. toctree::\n   :hidden:\n\n   guide\n",
    ],
)
def test_a_root_document_of_any_shape_gets_the_entry(tmp_path: Path, index: str) -> None:
    files: dict[str, str | bytes] = {"docs/index.rst": index, "docs/guide.rst": ":orphan:\n\nGuide\n=====\n"}
    root = repository(tmp_path / "repo", FILES | files)
    built = build(root / "docs", tmp_path / "out", **SIDEBAR)
    assert built.warnings == ""
    assert entries(built)[-1] == "Source index"


def test_the_root_document_may_have_another_name(tmp_path: Path) -> None:
    root = write(tmp_path / "repo", FILES | {"docs/conf.py": CONF, "docs/start.rst": INDEX})
    call_git(root, "init", "-q")
    track(root)
    built = build(root / "docs", tmp_path / "out", root_doc="start", **SIDEBAR)
    assert built.warnings == ""
    assert entries(built, "start.html") == ["Source index"]


def test_a_project_in_markdown_only_gets_the_entry(tmp_path: Path) -> None:
    conf = 'extensions = ["myst_parser", "sphinx_kwdocs"]\nsource_suffix = {".md": "markdown"}\n'
    root = write(tmp_path / "repo", FILES | {"docs/conf.py": conf, "docs/index.md": "# Tiny\n\nWords.\n"})
    call_git(root, "init", "-q")
    track(root)
    built = build(root / "docs", tmp_path / "out", **SIDEBAR)
    assert built.warnings == ""
    assert entries(built) == ["Source index"]
    assert crawl(built.out).broken == []


def test_pages_may_stand_several_folders_deep(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    built = build(root / "docs", tmp_path / "out", kwdocs_root="api/source", **SIDEBAR)
    found = crawl(built.out)
    assert built.warnings == ""
    assert found.broken == []
    assert (built.out / "api" / "source" / "a.py_docs.html").is_file()
    assert not (built.out / "kwdocs").exists()


def test_a_document_of_the_users_own_in_our_place_is_named_in_a_warning(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES | {"docs/kwdocs/index.rst": ":orphan:\n\nMine\n====\n"})
    built = build(root / "docs", tmp_path / "out")
    assert built.warnings.count("WARNING") == 1
    assert "kwdocs_root is 'kwdocs'" in built.warnings
    assert "kwdocs/index" in built.warnings


def test_authors_can_link_to_our_documents(tmp_path: Path) -> None:
    words = f"{INDEX}\nSee :doc:`kwdocs/index`, :doc:`kwdocs/keywords`.\n"
    root = repository(tmp_path / "repo", FILES | {"docs/index.rst": words})
    built = build(root / "docs", tmp_path / "out")
    assert built.warnings == ""
    assert parse(built.out / "index.html").xpath("//p/a[@href='kwdocs/keywords.html']")
