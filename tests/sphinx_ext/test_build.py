"""Whole builds of a small repository: every link leads somewhere, nothing warns, each builder gets what it can show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from builds import DOCS, Built, all_pages, build, publication_of, repository
from crawl import crawl, invalid_html, parse

from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.pages import page_keys

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_kwdocs.pages import Site

NEEDED_BY_EPUB: dict[str, Any] = {"copyright": "2026, Ann", "version": "1"}


def names_of(built: Built, pattern: str) -> set[str]:
    return {path.relative_to(built.out).as_posix() for path in built.out.rglob(pattern) if path.is_file()}


def test_every_link_and_anchor_of_a_site_leads_somewhere(sample_html: Built) -> None:
    found = crawl(sample_html.out)
    assert sample_html.warnings == ""
    assert found.broken == []
    assert found.duplicates == []
    assert found.pages > 50
    assert found.links > 2_500
    assert found.anchors > 1_000
    assert found.scripts == 6


def test_every_page_of_the_plan_is_written_and_no_other(sample_html: Built, sample_site: Site) -> None:
    urls = publication_of(sample_site).urls
    planned = {f"kwdocs/{urls.page(key)}" for key in page_keys(sample_site)}
    assert names_of(sample_html, "*.html") - {"index.html", "guide.html", "genindex.html", "search.html"} == planned


def test_every_page_is_valid_html_without_repeated_ids(sample_site: Site) -> None:
    keys = list(page_keys(sample_site))
    assert len(keys) > 50
    assert invalid_html(publication_of(sample_site), keys) == []


def test_a_site_with_a_folder_a_page_has_no_broken_link(sample_root: Path, tmp_path: Path) -> None:
    built = build(sample_root / "docs", tmp_path, "dirhtml")
    found = crawl(built.out, folder_style=True)
    assert built.warnings == ""
    assert found.broken == []
    assert found.links > 2_500
    assert (built.out / "kwdocs" / "src" / "shop" / "cart.py_docs" / "index.html").is_file()


def test_pages_may_be_rendered_in_several_processes(sample_root: Path, sample_html: Built, tmp_path: Path) -> None:
    built = build(sample_root / "docs", tmp_path, parallel=2)
    assert built.warnings == ""
    assert names_of(built, "*") == names_of(sample_html, "*")


def test_file_suffixes_of_the_project_are_used(sample_root: Path, tmp_path: Path) -> None:
    built = build(sample_root / "docs", tmp_path, html_file_suffix=".xhtml")
    found = crawl(built.out, suffix=".xhtml")
    assert built.warnings == ""
    assert found.broken == []
    assert found.links > 2_500
    assert not names_of(built, "*_docs.html")


def test_a_suffix_of_links_only_is_written_into_links_only(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"a.py": "x = 1\n"})
    built = build(root / "docs", tmp_path / "out", html_link_suffix="")
    hrefs = parse(built.out / "kwdocs" / "a.py_docs.html").xpath("//nav[@class='kw-tabs']//a/@href")
    assert "a.py_kw" in hrefs
    assert (built.out / "kwdocs" / "a.py_kw.html").is_file()


@pytest.mark.filterwarnings("ignore:'sphinxcontrib")
@pytest.mark.parametrize(
    ("builder", "index"),
    [
        ("singlehtml", "index.html"),
        ("epub", "kwdocs/index.xhtml"),
        ("text", "kwdocs/index.txt"),
        ("man", "sample.1"),
        ("latex", "sample.tex"),
        ("xml", "kwdocs/index.xml"),
        ("texinfo", "sample.texi"),
        ("json", "kwdocs/index.fjson"),
    ],
)
def test_other_builders_get_the_two_documents_and_no_source_pages(
    sample_root: Path, tmp_path: Path, builder: str, index: str
) -> None:
    built = build(sample_root / "docs", tmp_path, builder, **NEEDED_BY_EPUB)
    assert built.warnings == ""
    text = built.html(index)
    assert "source index" in text.lower()
    assert "src/" in text
    keywords = built.html(index.replace("kwdocs/index", "kwdocs/keywords"))
    assert "names at" in " ".join(keywords.split())
    assert not names_of(built, "*_docs*") | names_of(built, "*_kw*")
    for unwanted in ("cart.py_docs", "#L"):
        assert unwanted not in text


def test_the_entry_page_reaches_every_file_and_folder(sample_site: Site) -> None:
    links: dict[Target, set[Target]] = {}
    for key, page in all_pages(sample_site).items():
        links[key] = {target.key for target in page_targets(page)}
    seen, pending = {Target("index")}, [Target("index")]
    while pending:
        for target in links[pending.pop()] - seen:
            seen.add(target)
            pending.append(target)
    assert set(links) - seen <= {Target("diagnostics")}
    assert set(page_keys(sample_site)) >= seen


def page_targets(item: object) -> set[Target]:
    """Find every target in a page, wherever it stands."""
    if isinstance(item, Target):
        return {item}
    if isinstance(item, str) or item is None:
        return set()
    if isinstance(item, tuple) and not hasattr(item, "_fields"):
        return {target for part in item for target in page_targets(part)}
    names: tuple[str, ...] = getattr(item, "_fields", ()) or getattr(item, "__slots__", ())
    return {target for name in names if name != "key" for target in page_targets(getattr(item, name))}


def test_the_source_on_a_page_is_the_source_in_the_file(sample_root: Path, sample_html: Built) -> None:
    page = parse(sample_html.out / "kwdocs" / "src" / "shop" / "cart.py_docs.html")
    source = "".join(page.xpath("//div[contains(@class, 'kw-source')]//pre//text()"))
    assert source.lstrip("\n") == (sample_root / "src" / "shop" / "cart.py").read_text(encoding="utf-8")


def test_ignored_files_and_the_output_never_enter_the_site(sample_root: Path, tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"a.py": "x = 1\n", ".gitignore": "hidden.py\n", "hidden.py": "y = 1\n"})
    for _ in range(2):
        built = build(root / "docs", root / "docs" / "_build")
        assert names_of(built, "*_docs.html") == {
            f"kwdocs/{path}_docs.html" for path in ("dot~.gitignore", "a.py", *DOCS)
        }
    assert sample_root.exists()
