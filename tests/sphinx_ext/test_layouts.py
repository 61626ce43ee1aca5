"""Projects are laid out in many ways: where the output, the settings, the templates and the extra files lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import CONF, build, repository, write
from crawl import crawl
from sphinx.cmd.build import main as sphinx_build

from sphinx_kwdocs.sphinx_ext import STATIC

if TYPE_CHECKING:
    from pathlib import Path

FILES = {"a.py": "def f(): ...\n", "b.py": "x = 1\n"}


@pytest.mark.parametrize("git", [True, False])
def test_output_below_the_documents_is_neither_a_document_nor_indexed(tmp_path: Path, *, git: bool) -> None:
    root = repository(tmp_path / "repo", FILES, git=git)
    for _ in range(2):
        assert sphinx_build(["-q", "-W", "-b", "html", str(root / "docs"), str(root / "docs/_build/html")]) == 0
    out = root / "docs/_build/html"
    assert not list(out.rglob("*_build*"))
    assert sorted(path.name for path in (out / "kwdocs/docs").glob("*_docs.html")) == [
        "conf.py_docs.html",
        "index.rst_docs.html",
    ]


@pytest.mark.parametrize("builder", ["text", "latex", "man", "xml", "gettext"])
def test_the_output_of_another_builder_is_not_indexed(tmp_path: Path, builder: str) -> None:
    root = repository(tmp_path / "repo", FILES | {"docs/conf.py": CONF + 'exclude_patterns = ["_build"]\n'})
    for name in (builder, "html"):
        assert sphinx_build(["-M", name, str(root / "docs"), str(root / "docs/_build"), "-q"]) == 0
    assert not (root / "docs/_build/html/kwdocs/docs/_build").exists()
    assert (root / "docs/_build/html/kwdocs/docs/conf.py_docs.html").is_file()


def test_static_files_may_be_given_as_a_tuple(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES | {"docs/conf.py": CONF + "html_static_path = ()\n"})
    built = build(root / "docs", tmp_path / "out")
    assert (built.out / "_static/kwdocs.css").read_bytes() == (STATIC / "kwdocs.css").read_bytes()
    links = built.find("kwdocs/a.py_docs.html", "//link[@rel='stylesheet']/@href")
    assert [link.partition("?")[0] for link in links if "kwdocs" in link] == ["../_static/kwdocs.css"]


def test_lists_can_be_given_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = repository(tmp_path / "repo", FILES)
    out = tmp_path / "out"
    assert (
        sphinx_build(["-q", "-W", "-D", "kwdocs_exclude=b.py,docs/", "-b", "html", str(root / "docs"), str(out)]) == 0
    )
    assert sorted(path.name for path in (out / "kwdocs").glob("*_docs.html")) == ["a.py_docs.html"]
    assert capsys.readouterr().err == ""


def test_a_template_that_asks_for_the_name_of_the_page_is_heard_on_every_page(tmp_path: Path) -> None:
    layout = '{% extends "!layout.html" %}{% block footer %}{% if "m4" in pagename %}ONLY{% endif %}{% endblock %}'
    files = {f"p/m{number}.py": "x = 1\n" for number in range(6)} | {"docs/_templates/layout.html": layout}
    root = repository(tmp_path / "repo", files | {"docs/conf.py": CONF + 'templates_path = ["_templates"]\n'})
    built = build(root / "docs", tmp_path / "out")
    pages = [path.name for path in (built.out / "kwdocs/p").glob("*.html") if "ONLY" in path.read_text()]
    assert sorted(pages) == ["m4.py_docs.html", "m4.py_kw.html"]


def test_an_extra_file_of_the_author_in_the_place_of_an_old_page_is_kept(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    build(root / "docs", tmp_path / "out")
    (root / "b.py").unlink()
    write(root, {"docs/extra/kwdocs/b.py_docs.html": "moved"})
    built = build(root / "docs", tmp_path / "out", html_extra_path=["extra"])
    assert built.html("kwdocs/b.py_docs.html") == "moved"
    assert not (built.out / "kwdocs/b.py_kw.html").exists()


def test_settings_outside_of_the_project_index_the_project(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    write(tmp_path, {"neighbour/secret.py": "", "settings/conf.py": CONF})
    out = tmp_path / "out"
    command = ["-q", "-W", "-c", str(tmp_path / "settings"), "-b", "html", str(root / "docs"), str(out)]
    assert sphinx_build(command) == 0
    assert (out / "kwdocs/a.py_docs.html").is_file()
    assert not list(out.rglob("*secret*"))


def test_a_build_that_was_interrupted_is_not_taken_for_complete(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    build(root / "docs", tmp_path / "out")
    (root / "a.py").write_text("def changed(): ...\n")
    with pytest.raises(KeyboardInterrupt):
        build(root / "docs", tmp_path / "out", prepare=lambda app: app.connect("html-page-context", _interrupt))
    (root / "a.py").write_text(FILES["a.py"])
    built = build(root / "docs", tmp_path / "out")
    assert "changed" not in built.html("kwdocs/a.py_docs.html")
    assert crawl(built.out).broken == []


def _interrupt(_app: object, pagename: str, *_rest: object) -> None:
    if pagename.endswith("a.py_kw"):
        raise KeyboardInterrupt
