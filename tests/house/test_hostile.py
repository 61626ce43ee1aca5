"""Repositories that want to break a build: each file has a page or a counted diagnostic, and nothing else is lost."""

# Cases stand one a line or in tables.
# ruff: noqa: E501

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from builds import CONF, DOCS, INDEX, Built, build, call_git, publication_of, repository, site_of, track, write
from crawl import crawl, invalid_html, parse

from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.pages import build_page, page_keys
from sphinx_kwdocs.publish import render_page
from sphinx_kwdocs.reading import scan
from sphinx_kwdocs.render.addresses import assign_addresses
from sphinx_kwdocs.render.folder_data import folder_scripts

if TYPE_CHECKING:
    from sphinx.testing.util import SphinxTestApp

PYTHON = '"""A module."""\n\n\ndef here() -> None:\n    """Say so."""\n'
SCRIPT = "</pre></div><script>alert(1)</script> {{ jinja }} {% raw %} <!-- & &amp; ]]>\n"
STRANGE_NAMES = (
    "with space.py", "quo\"te'd.py", "<script>alert(1)</script>.py", "a&b&amp;.py", "100%.py", "%41%2F.py", "no#1.py",
    "what?.py", "co:lon.py", "back\\slash.py", "\U0001f600.py", "-dash.py", ".dot.py", "..two.py", "{{ title }}.py",
    "{% raw %}.py", "new\nline.py", "tab\there.py", "x" * 200 + ".py", "y" * 250 + ".py", "\u00e9" * 120 + ".py",
    "ctrl\x01\x7f.py", "it's--x.py", "e\u0301.py", "\u00e9.py", "~2.py", "a~2.py", "star*.py", "pipe|.py", "$(id).py", "trailing .py ", "semi;colon.py",
)  # fmt: skip
META_NAMES = (
    "index", "doc", "sub", "index.html", "genindex.py", "search", "keywords", "diagnostics", "index.js", "conf.py",
)  # fmt: skip
COLLIDING = {
    "a.py": PYTHON, "a.py_docs/inside.py": PYTHON, "a.py_kw/index": "x", "doc/in_doc.py": PYTHON,
    "sub/in_sub.py": PYTHON, "keywords/in_keywords.py": PYTHON, "index/in_index.py": PYTHON,
    "Case.py": PYTHON, "case.py": PYTHON, "CASE.PY": PYTHON, "Folder/one.py": PYTHON, "folder/one.py": PYTHON,
    "index.html_docs/x.py": PYTHON, "a.py_docs.html/x.py": PYTHON, "doc.html/x.py": PYTHON, "index.js/x.py": PYTHON,
    "keywords.html/index.html/x.py": PYTHON, "C#/Program.py": PYTHON, "C_/Program.py": PYTHON,
}  # fmt: skip
CONTENT: dict[str, str | bytes] = {
    "nul.py": b"x = 1\0\ny = 2\n", "wide.py": "def wide(): ...\n".encode("utf-16"),
    "latin.py": "# -*- coding: latin-1 -*-\ndef caf\u00e9(): ...\n".encode("latin-1"),
    "undeclared.py": "s = 'caf\u00e9'\n".encode("latin-1"), "surrogate.py": b"s = '\xed\xa0\x80'\n",
    "escapes.py": 's = "\\ud800"\n', "evil.py": f'"""{SCRIPT}"""\nX = "{SCRIPT.strip()}"\n', "evil.md": f"# {SCRIPT}\n{SCRIPT}",
    "evil.txt": SCRIPT * 3, "evil.rst": f"{{{{ title }}}}\n=============\n\n``{SCRIPT.strip()}``\n",
    "controls.py": "x = '\x01\x02\x0b\x0c\x1b[31m\x7f\x85\u2028\u202e'\n", "cr.py": b"a = 1\rb = 2\r\nc = 3\n",
    "empty.py": "", "newline.py": "\n", "open.py": "def f(:\n", "deep.py": "(" * 3000 + ")" * 3000 + "\n",
    "ids.py": "file_information = 1\nclass kind: pass\nclass kind: pass\n", "bad.toml": "= = =",
}  # fmt: skip


def hostile_repository(root: Path) -> Path:
    files: dict[str, str | bytes] = {f"names/{name}": PYTHON for name in STRANGE_NAMES}
    files |= {f"folders/{name}/x.py": PYTHON for name in STRANGE_NAMES[:16]}
    files |= dict.fromkeys(META_NAMES, "plain words\n") | {f"meta/{name}": PYTHON for name in META_NAMES}
    files |= {f"content/{name}": content for name, content in CONTENT.items()}
    files = {
        path: content for path, content in files.items() if path not in {"index", "doc", "sub", "keywords", "index.js"}
    }
    repository(root, files | COLLIDING)
    for name in (b"\xff\xfe.py", b"\xff\xff.py", b"dir\xff/x.py"):
        full = os.fsencode(root / "bytes") + b"/" + name
        Path(os.fsdecode(full)).parent.mkdir(parents=True, exist_ok=True)
        Path(os.fsdecode(full)).write_text(PYTHON, encoding="utf-8")
    (root / "loop").symlink_to("loop")
    (root / "up").symlink_to("..")
    (root / "names" / "round").symlink_to("../names")
    track(root)
    return root


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hostile_repository(tmp_path_factory.mktemp("hostile") / "repo")


@pytest.fixture(scope="module")
def hostile_html(hostile: Path) -> Built:
    return build(hostile / "docs", hostile.parent / "html")


@pytest.mark.build
def test_hostile_names_and_contents_give_a_site_without_a_broken_link(hostile_html: Built) -> None:
    found = crawl(hostile_html.out)
    assert hostile_html.warnings == ""
    assert found.broken == []
    assert found.duplicates == []
    assert found.links > 10_000
    assert found.scripts > 40


@pytest.mark.build
def test_hostile_names_and_contents_do_the_same_with_a_folder_a_page(hostile: Path) -> None:
    built = build(hostile / "docs", hostile.parent / "dirhtml", "dirhtml")
    found = crawl(built.out, folder_style=True)
    assert built.warnings == ""
    assert found.broken == []
    assert found.duplicates == []
    assert found.links > 10_000


@pytest.mark.build
def test_every_hostile_file_has_its_two_pages(hostile: Path, hostile_html: Built) -> None:
    listed = {
        path.relative_to(hostile).as_posix() for path in hostile.rglob("*") if not path.is_dir() or path.is_symlink()
    }
    listed = {path for path in listed if not path.startswith(".git/")}
    site = site_of(hostile)
    assert set(site.index.files) == listed
    for key, address in assign_addresses(page_keys(site)).items():
        assert (hostile_html.out / "kwdocs" / f"{address}.html").is_file(), key


@pytest.mark.build
def test_hostile_pages_are_valid_html(hostile: Path) -> None:
    site = site_of(hostile)
    keys = list(page_keys(site))
    assert len(keys) > 300
    assert invalid_html(publication_of(site), keys) == []


@pytest.mark.build
def test_no_script_of_a_source_file_runs_on_any_page(hostile_html: Built) -> None:
    pages = list((hostile_html.out / "kwdocs" / "content").glob("evil*.html"))
    assert len(pages) == 8
    for path in pages:
        scripts = [script.text or "" for script in parse(path).iter("script")]
        assert not [text for text in scripts if "alert" in text], path
        source = "".join(parse(path).xpath("//pre//text()"))
        if path.name.endswith("_docs.html"):
            assert "<script>alert(1)</script> {{ jinja }} {% raw %} <!-- & &amp; ]]>" in source, path


@pytest.mark.build
def test_what_cannot_be_read_is_counted_in_one_line_and_listed(hostile_html: Built) -> None:
    summary = [line for line in hostile_html.status.splitlines() if "diagnostics about" in line]
    assert len(summary) == 1
    listed = parse(hostile_html.out / "kwdocs" / "diagnostics.html").xpath(
        "//section[@id='files']//tr/td[1]//code/text()"
    )
    assert {"content/open.py", "content/deep.py"} <= {str(text) for text in listed}


def docs_only(root: Path, *, git: bool) -> Built:
    if git:
        call_git(root, "init", "-q")
    return build(root / "docs", root.parent / "out")


def assert_clean(built: Built) -> None:
    found = crawl(built.out)
    assert built.warnings == ""
    assert found.broken == []
    assert found.duplicates == []


@pytest.mark.build
def test_a_repository_with_nothing_in_it_has_an_entry_page(tmp_path: Path) -> None:
    repository(tmp_path / "repo", {})
    built = build(tmp_path / "repo" / "docs", tmp_path / "out", kwdocs_include=["nothing-has-this-name"])
    assert_clean(built)
    text = " ".join(parse(built.out / "kwdocs" / "index.html").xpath("//div[@role='main']//p//text()"))
    assert "0 files" in text
    assert not list((built.out / "kwdocs").glob("*_docs.html"))


@pytest.mark.build
def test_a_repository_without_git_is_walked(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"a.py": PYTHON, ".gitignore": "b.py\n", "b.py": PYTHON}, git=False)
    built = build(root / "docs", tmp_path / "out")
    assert_clean(built)
    assert (built.out / "kwdocs" / "a.py_docs.html").is_file()
    assert not (built.out / "kwdocs" / "b.py_docs.html").exists()


@pytest.mark.build
def test_conf_py_may_stand_at_the_root(tmp_path: Path) -> None:
    root = write(tmp_path / "repo", {"conf.py": CONF, "index.rst": INDEX, "pkg/a.py": PYTHON})
    call_git(root, "init", "-q")
    track(root)
    built = build(root, root / "_build")
    assert_clean(built)
    assert (built.out / "kwdocs" / "pkg" / "a.py_docs.html").is_file()
    again = site_of(root)
    assert not [path for path in again.index.files if path.startswith("_build")]


@pytest.mark.build
def test_a_docs_folder_may_be_its_own_repository(tmp_path: Path) -> None:
    root = write(tmp_path / "repo", DOCS | {"a.py": PYTHON, "docs/b.py": PYTHON})
    call_git(root, "init", "-q")
    call_git(root / "docs", "init", "-q")
    track(root / "docs")
    built = build(root / "docs", tmp_path / "out")
    assert_clean(built)
    assert (built.out / "kwdocs" / "b.py_docs.html").is_file()
    assert not (built.out / "kwdocs" / "a.py_docs.html").exists()


@pytest.mark.build
def test_a_file_that_vanishes_before_it_is_rendered_keeps_its_page_and_its_anchors(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"a.py": PYTHON, "b.py": "import a\n", "c.py": PYTHON})

    def delete(app: SphinxTestApp) -> None:
        app.connect("env-updated", lambda *_: (root / "a.py").unlink())
        app.connect("env-updated", lambda *_: [(root / "c.py").write_text("other\n")][:0])

    built = build(root / "docs", tmp_path / "out", prepare=delete)
    assert_clean(built)
    assert "2 diagnostics about 2 files" in built.status
    page = parse(built.out / "kwdocs" / "a.py_docs.html")
    assert page.xpath("//*[@id='L4']")
    assert "def here" not in "".join(page.xpath("//pre//text()"))
    assert "no longer be read" in " ".join(page.xpath("//section[@id='original-source']//text()"))
    listed = " ".join(parse(built.out / "kwdocs" / "diagnostics.html").xpath("//section[@id='files']//text()"))
    assert "a.py can no longer be read" in listed
    assert "c.py has changed" in listed


@pytest.mark.build
def test_a_file_that_may_not_be_read_keeps_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = repository(tmp_path / "repo", {"a.py": PYTHON, "secret.py": PYTHON})
    real = scan.read_file  # root may read everything, so a refusal has to be made up

    def refuse(folder: str, path: str, limit: int = -1) -> bytes:
        if path == "secret.py":
            raise PermissionError(13, "Permission denied")
        return real(folder, path, limit)

    monkeypatch.setattr(scan, "read_file", refuse)
    built = build(root / "docs", tmp_path / "out")
    assert_clean(built)
    assert "1 diagnostic about 1 file" in built.status
    said = " ".join(parse(built.out / "kwdocs" / "secret.py_docs.html").xpath("//div[@class='kwdocs']/p/text()"))
    assert "could not be read" in said
    assert (built.out / "kwdocs" / "a.py_docs.html").is_file()


@pytest.mark.build
def test_large_files_and_long_lines_have_their_page(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"a.py": PYTHON, "long.py": "x = '" + "y<" * 2_500_000 + "'\n"})
    write(root, {"huge.txt": b"word " * 4_000_000})
    built = build(root / "docs", tmp_path / "out", kwdocs_max_size=6_000_000)
    assert_clean(built)
    assert "1 diagnostic about 1 file" in built.status
    assert (built.out / "kwdocs" / "huge.txt_docs.html").stat().st_size < 150_000
    long = built.html("kwdocs/long.py_docs.html")
    assert "y&lt;" * 2_500_000 in long


def test_two_thousand_files_in_one_folder_are_all_reached(tmp_path: Path) -> None:
    site = site_of(write(tmp_path, {f"many/f{number}.txt": f"number{number}\n" for number in range(2_000)}))
    publication = publication_of(site)
    parts = [key for key in page_keys(site) if key.kind == "index" and key.path == "many"]
    bodies = [render_page(publication, key).body for key in parts]
    assert max(map(len, bodies)) < 500_000
    assert len(set(re.findall(r'href="(f\d+\.txt_docs\.html)"', "".join(bodies)))) == 2_000
    scripts = {name: text for name, text in folder_scripts(site.index, publication.urls) if name.startswith("many/")}
    listed = "".join(scripts.values())
    assert len(set(re.findall(r"f\d+\.txt_docs\.html", listed))) == listed.count("_docs.html") == 2_000
    assert max(map(len, scripts.values())) <= 64 * 1024
    # Each script names the one that goes on.
    assert sorted(scripts) == ["many/index-2.js", "many/index.js"]
    assert '"more": "index-2.js", "left": ' in scripts["many/index.js"]
    assert '"more"' not in scripts["many/index-2.js"]


def test_three_hundred_folders_within_one_another_have_pages_of_bounded_size(tmp_path: Path) -> None:
    deep = "/".join("d" * 300)
    site = site_of(write(tmp_path, {f"{deep}/bottom.py": PYTHON}))
    publication = publication_of(site)
    keys = [
        Target("docs", f"{deep}/bottom.py"),
        Target("kw", f"{deep}/bottom.py"),
        Target("index", deep),
        Target("sub", deep),
    ]
    assert len(site.index.folders) == 301
    assert invalid_html(publication, keys) == []
    assert max(len(render_page(publication, key).body) for key in keys) < 60_000
    parents = build_page(site, keys[0]).parents
    assert parents[0].target == Target("index")
    assert parents[-1].target == Target("index", deep)
    assert parents[1].text == "…"


@pytest.mark.build
def test_a_named_pipe_is_not_opened(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"a.py": PYTHON}, git=False)
    os.mkfifo(root / "pipe.py")
    built = build(root / "docs", tmp_path / "out")
    assert_clean(built)
    assert "1 diagnostic about 1 file," in built.status
    assert "named pipe" in built.html("kwdocs/diagnostics.html")
    assert (built.out / "kwdocs" / "pipe.py_docs.html").is_file()


@pytest.mark.build
def test_documents_show_quotes_and_dashes_as_they_are(hostile_html: Built) -> None:
    page = parse(hostile_html.out / "kwdocs" / "keywords.html")
    links = {str(text) for text in page.xpath("//dd//a//text()")}
    assert {"names/it's--x.py:4", "names/quo\"te'd.py:4", "names/ctrl\u2401\u2421.py:4"} <= links


INJECTIONS = (
    "a';alert(1);'.py",
    'b";alert(1);".py',
    "c`${alert(1)}`.py",
    "d\\';alert(1)//.py",
    "--><svg onload=alert(1)>.py",
    "e'-alert(1)-'/x.py",
)


@pytest.mark.build
@pytest.mark.filterwarnings("default")  # what themes do with Sphinx is theirs
@pytest.mark.parametrize("theme", ["pydata_sphinx_theme", "sphinx_book_theme", "furo", "alabaster", "sphinx_rtd_theme"])
def test_the_name_of_a_file_cannot_run_in_a_page(tmp_path: Path, theme: str) -> None:
    # Themes write the names of pages into scripts, comments and attributes as they are.
    root = repository(tmp_path / "repo", dict.fromkeys(INJECTIONS, PYTHON))
    built = build(root / "docs", tmp_path / "out", html_theme=theme, html_baseurl="https://example.org/")
    assert "kwdocs" not in built.warnings
    for file in (built.out / "kwdocs").rglob("*.html"):
        page = parse(file)
        assert page.xpath("//*[@onload] | //svg[@onload]") == []
        for script in page.xpath("//script[not(@src)]/text()"):
            assert not re.search(r"(?:['\"`\\]|\$\{)[^'\"`~a-zA-Z]*alert\(1\)", script), script
        for comment in page.xpath("//comment()"):
            assert "<svg" not in comment.text
