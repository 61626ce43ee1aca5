"""A second build does what the change needs: nothing, or the pages of what changed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from builds import CONF, INDEX, Built, build, call_git, repository, sample, write
from crawl import crawl, find_in, parse
from sphinx.testing.util import SphinxTestApp


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return sample(tmp_path / "repo")


def build_again(root: Path, **settings: object) -> Built:
    return build(root / "docs", root.parent / "out", **settings)  # type: ignore[arg-type]


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def times(folder: Path) -> dict[str, int]:
    return {path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in folder.rglob("*")}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_nothing_is_read_or_written_when_nothing_changed(root: Path) -> None:
    before = times(build_again(root).out / "kwdocs")
    again = build_again(root)
    assert "0 added, 0 changed, 0 removed" in again.status
    assert "no targets are out of date." in again.status
    assert "reading sources... \n" in plain(again.status)
    assert "writing pages" not in again.status
    assert times(again.out / "kwdocs") == before
    assert len(before) > 50
    assert again.warnings == ""


def test_pages_that_somebody_deleted_are_written_again(root: Path) -> None:
    built = build_again(root)
    shutil.rmtree(built.out / "kwdocs")
    (root / "docs" / "guide.rst").write_text("Guide\n=====\n")
    again = build_again(root)
    assert contents(again.out / "kwdocs") == contents(build(root / "docs", root.parent / "clean").out / "kwdocs")


def test_another_look_of_the_site_is_given_to_every_page(root: Path) -> None:
    build_again(root)
    built = build_again(root, html_title="Other title of the site")
    [title] = built.find("kwdocs/src/shop/cart.py_docs.html", "/html/head/title")
    assert title.endswith("Other title of the site")


def test_a_changed_source_file_is_shown_although_no_document_changed(root: Path) -> None:
    build_again(root)
    path = root / "src" / "shop" / "money.py"
    path.write_text(path.read_text() + "\n\ndef brand_new() -> None: ...\n")
    built = build_again(root)
    page = parse(built.out / "kwdocs" / "src" / "shop" / "money.py_docs.html")
    assert "brand_new" in "".join(page.xpath("//pre//text()"))
    assert "brand_new" in built.html("kwdocs/keywords.html")
    assert crawl(built.out).broken == []
    assert built.warnings == ""
    assert "no targets are out of date." in build_again(root).status


def test_a_new_file_gets_its_pages_and_a_deleted_one_is_in_no_list(root: Path) -> None:
    build_again(root)
    write(root, {"extra.py": "x = 1\n"})
    (root / "src" / "shop" / "broken.py").unlink()
    built = build_again(root)
    assert (built.out / "kwdocs" / "extra.py_docs.html").is_file()
    assert "broken.py" not in built.html("kwdocs/src/shop/index.html")
    assert "broken.py" not in built.html("kwdocs/src/shop/index.js")


def test_a_changed_document_alone_does_not_touch_the_sources_of_others(root: Path) -> None:
    build_again(root)
    (root / "docs" / "guide.rst").write_text("Guide\n=====\n\nNew words.\n")
    built = build_again(root)
    assert built.find("guide.html", "//div[@class='body']//p") == ["New words."]
    assert "New words." in " ".join(built.find("kwdocs/docs/guide.rst_docs.html", "//pre"))


def test_a_new_title_is_shown_everywhere(root: Path) -> None:
    build_again(root)
    built = build_again(root, kwdocs_title="All the code", html_sidebars={"**": ["globaltoc.html"]})
    for name in ("index.html", "guide.html", "kwdocs/index.html", "kwdocs/src/shop/cart.py_docs.html"):
        assert "All the code" in built.html(name), name
        assert "Source index" not in built.html(name), name


def test_turning_the_navigation_entry_off_and_on_is_followed(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"a.py": "x = 1\n"})
    entry = "//div[@class='sphinxsidebar']//a[text()='Source index']"
    for is_on in (True, False, True):
        built = build_again(root, kwdocs_navigation=is_on, html_sidebars={"**": ["globaltoc.html"]})
        assert built.warnings == ""
        assert bool(parse(built.out / "index.html").xpath(entry)) is is_on


def test_another_root_of_the_pages_is_followed(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"a.py": "x = 1\n"})
    build_again(root)
    built = build_again(root, kwdocs_root="api/source")
    assert built.warnings == ""
    assert (built.out / "api" / "source" / "a.py_docs.html").is_file()
    assert "api/source/index.html" in built.find("index.html", "//a/@href")
    assert built.find("index.html", "//@href[starts-with(., 'kwdocs/')]") == []


def test_removing_the_extension_leaves_a_project_that_builds(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"a.py": "x = 1\n"})
    build_again(root)
    (root / "docs" / "conf.py").write_text(CONF.replace('"sphinx_kwdocs"', ""))
    built = build_again(root)
    assert built.warnings == ""
    assert "Source index" not in built.html("index.html")


def run_sphinx(root: Path, seed: str) -> str:
    package = Path(__file__).parents[2]
    search = os.pathsep.join(filter(None, [str(package), os.environ.get("PYTHONPATH", "")]))
    command = [sys.executable, "-m", "sphinx", "-n", "-W", "-j2", str(root / "docs"), str(root.parent / "out")]
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": search}
    done = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return plain(done.stdout)


def test_another_process_finds_nothing_to_do_either(root: Path) -> None:
    call_git(root, "add", "--all")
    call_git(root, "commit", "-q", "-m", "All")
    call_git(root, "remote", "add", "origin", "https://github.com/ann/sample.git")
    assert "writing pages" in run_sphinx(root, "1")
    page = parse(root.parent / "out/kwdocs/src/shop/cart.py_docs.html")
    assert find_in(page, "//a/@href[starts-with(., 'https://github.com/ann/sample/blob/')]") != []
    again = run_sphinx(root, "2")
    assert "0 added, 0 changed, 0 removed" in again
    assert "writing pages" not in again


def test_documents_may_be_read_and_written_in_several_processes(tmp_path: Path) -> None:
    files = {f"docs/page{number}.rst": f"Page {number}\n=======\n" for number in range(20)}
    toctree = "\n.. toctree::\n   :glob:\n\n   page*\n"
    root = repository(tmp_path / "repo", files | {"docs/index.rst": INDEX + toctree, "a.py": "x = 1\n"})
    built = build_again(root, parallel=2)
    assert built.warnings == ""
    assert crawl(built.out).broken == []
    assert "a.py" in built.html("kwdocs/index.html")


def test_building_one_document_keeps_the_site_whole(root: Path) -> None:
    build_again(root)
    (root / "src" / "shop" / "money.py").write_text("CHANGED = 1\n")
    app = SphinxTestApp("html", srcdir=root / "docs", builddir=root.parent / "out", confoverrides={"nitpicky": True})
    try:
        app.build(filenames=[root / "docs" / "guide.rst"])
        assert app.warning.getvalue() == ""
    finally:
        app.cleanup()
    built = build_again(root)
    assert built.warnings == ""
    assert "CHANGED" in built.html("kwdocs/src/shop/money.py_docs.html")
    assert "CHANGED" in built.html("kwdocs/keywords.html")
    assert crawl(built.out).broken == []


def test_documents_that_another_builder_read_are_written_too(root: Path) -> None:
    build_again(root)
    (root / "src" / "shop" / "money.py").write_text("CHANGED = 1\n")
    build(root / "docs", root.parent / "out", "text")
    built = build_again(root)
    assert "CHANGED" in built.html("kwdocs/keywords.html")
    assert "CHANGED" in built.html("kwdocs/src/shop/money.py_docs.html")


def test_the_pages_of_a_deleted_file_and_folder_vanish(root: Path) -> None:
    write(root, {"extra/deep/one.py": "x = 1\n"})
    out = build_again(root).out
    before = set(times(out / "kwdocs"))
    assert "extra/deep/one.py_docs.html" in before
    shutil.rmtree(root / "extra")
    stranger = out / "kwdocs" / "src" / "mine.html"
    stranger.write_text("somebody else's")
    after = set(times(build_again(root).out / "kwdocs"))
    assert not [name for name in after if name.startswith("extra")]
    assert after < before | {"src/mine.html"}
    assert "src/mine.html" in after
    assert "src/shop/cart.py_docs.html" in after


def test_a_record_of_outputs_that_leads_outside_removes_nothing_there(root: Path) -> None:
    out = build_again(root).out
    bystander = out.parent / "bystander.html"
    bystander.write_text("keep me")
    (out / ".kwdocs.json").write_text(
        '{"digest": "", "files": ["../bystander.html", "kwdocs/src/shop/cart.py_docs.html"]}'
    )
    (root / "src" / "shop" / "cart.py").unlink()
    build_again(root)
    assert bystander.read_text() == "keep me"
    assert not (out / "kwdocs" / "src" / "shop" / "cart.py_docs.html").exists()
