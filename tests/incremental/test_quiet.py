"""A build that has nothing to do sees that from outside, and loads nothing that would do it."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import sphinx
from builds import Built, build, inventory, repository, write
from sphinx.testing.util import SphinxTestApp

from sphinx_kwdocs import api
from sphinx_kwdocs.config import Config, ignore_problem
from sphinx_kwdocs.memory import file_times
from sphinx_kwdocs.memory.file_times import sum_up_times
from sphinx_kwdocs.reading.listing import Listed, list_paths
from sphinx_kwdocs.sphinx_ext.session import outcome_of, session_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

FILES = {
    "a.py": '"""First."""\n\ndef area(side: int) -> int:\n    return side * side\n',
    "docs/guide.rst": "Guide\n=====\n\nSee :kw:sym:`area`.\n",
    "docs/index.rst": "Tiny\n====\n\n.. toctree::\n\n   guide\n",
}
RUN = """
import json, sys
from sphinx.cmd.build import main
from sphinx_kwdocs.memory import file_times

file_times.SETTLED = 0
code = main(["-q", "-d", sys.argv[3], *sys.argv[4:], sys.argv[1], sys.argv[2]])
print(json.dumps([code, sorted(name for name in sys.modules if name.split(".")[0] in {"sphinx_kwdocs", "pathspec"})]))
"""


@pytest.fixture(autouse=True)
def _times_tell_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_times, "SETTLED", 0)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return repository(tmp_path / "repo", FILES)


def build_here(root: Path) -> Built:
    return build(root / "docs", root.parent / "out")


def run(root: Path, *arguments: str) -> set[str]:
    places = [str(root / "docs"), str(root.parent / "out"), str(root.parent / "doctrees")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", RUN, *places, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    code, loaded = json.loads(done.stdout)
    assert (code, done.stderr) == (0, "")
    return {name.removeprefix("sphinx_kwdocs.") for name in loaded}


def content(folder: Path) -> dict[str, bytes]:
    paths = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".buildinfo")]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def doctree(file: Path) -> str:
    return str(pickle.loads(file.read_bytes()).pformat())  # noqa: S301  Sphinx wrote it just now


def test_a_build_with_nothing_to_do_loads_next_to_nothing(root: Path) -> None:
    assert "sphinx_ext.components" in run(root)
    before = content(root.parent / "out")
    loaded = run(root)
    assert "sphinx_ext.idle_build" in loaded
    heavy = {
        "model.facts",
        "model.index",
        "languages",
        "pages",
        "pipeline",
        "memory.sqlite_store",
        "sphinx_ext.build_steps",
        "sphinx_ext.state.build",
        "sphinx_ext.state.repository",
        "pathspec",
    }
    assert loaded.isdisjoint(heavy)
    assert content(root.parent / "out") == before


def test_writing_all_again_without_a_change_makes_the_same_site(root: Path) -> None:
    run(root)
    before = content(root.parent / "out")
    assert "sphinx_ext.components" in run(root, "-a")
    assert content(root.parent / "out") == before


@pytest.mark.parametrize("page", ["kwdocs/a.py_docs.html", "kwdocs/index.html"])
def test_a_page_that_somebody_changed_is_written_again_when_all_are(root: Path, page: str) -> None:
    run(root)
    file = root.parent / "out" / page
    before = file.read_bytes()
    file.write_bytes(b"changed by hand")
    run(root)
    assert file.read_bytes() == b"changed by hand"
    run(root, "-a")
    assert file.read_bytes() == before


@pytest.mark.skipif(sphinx.version_info < (9,), reason="before Sphinx 9, nothing is written unless documents are")
def test_an_inventory_that_is_gone_is_written_again(root: Path) -> None:
    file = build_here(root).out / "objects.inv"
    before = file.read_bytes()
    file.unlink()
    again = build_here(root)
    assert "writing pages" not in again.status
    assert inventory(again)["kw:symbol"].keys() >= {"a.area"}
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("path", "text", "page"),
    [
        ("a.py", "def volume(side: int) -> int:\n    return side**3\n", "kwdocs/a.py_kw.html"),
        ("b.py", "def volume(side: int) -> int:\n    return side**3\n", "kwdocs/b.py_kw.html"),
        ("docs/guide.rst", "Guide\n=====\n\nAbout volume.\n", "guide.html"),
    ],
)
def test_a_change_is_seen_from_outside(root: Path, path: str, text: str, page: str) -> None:
    build_here(root)
    write(root, {path: text})
    built = build_here(root)
    assert "volume" in " ".join(built.find(page, "//div[@role='main']"))
    assert content(built.out) == content(build(root / "docs", root.parent / "clean").out)


def test_files_that_were_touched_are_read_once_more_and_not_again(root: Path) -> None:
    run(root)
    (root / "a.py").touch()
    assert "pipeline" in run(root)
    assert "pipeline" not in run(root)


def test_a_page_that_was_removed_is_written_again(root: Path) -> None:
    out = build_here(root).out
    before = content(out)
    (out / "kwdocs" / "a.py_kw.html").unlink()
    build_here(root)
    assert content(out) == before


def test_a_page_that_was_renamed_is_written_again(root: Path) -> None:
    out = build_here(root).out
    before = content(out)
    (out / "kwdocs" / "a.py_kw.html").rename(out / "kwdocs" / "b.py_kw.html")
    build_here(root)
    # A file that no build of ours has written is not ours to remove.
    assert content(out) == before | {"kwdocs/b.py_kw.html": before["kwdocs/a.py_kw.html"]}


def test_a_doctree_of_ours_that_was_removed_is_made_again(root: Path) -> None:
    run(root)
    file = root.parent / "doctrees" / "kwdocs" / "index.doctree"
    before = doctree(file)
    site = content(root.parent / "out")
    file.unlink()
    run(root, "-a")
    assert doctree(file) == before
    assert content(root.parent / "out") == site


def test_pages_that_a_build_with_other_doctrees_wrote_are_written_again(root: Path) -> None:
    run(root)
    before = content(root.parent / "out")
    assert b"Other title" not in before["kwdocs/a.py_docs.html"]
    run(root, "-d", str(root.parent / "others"), "-D", "html_title=Other title")
    assert b"Other title" in (root.parent / "out" / "kwdocs" / "a.py_docs.html").read_bytes()
    run(root)
    assert content(root.parent / "out") == before


@pytest.fixture
def app(root: Path) -> Iterator[SphinxTestApp]:
    first = SphinxTestApp("html", srcdir=root / "docs", builddir=root.parent / "out")
    first.build()
    first.cleanup()
    second = SphinxTestApp("html", srcdir=root / "docs", builddir=root.parent / "out")
    yield second
    second.cleanup()


def test_who_asks_for_the_index_of_a_quiet_build_gets_it(app: SphinxTestApp) -> None:
    found: list[object] = []

    def ask(app: Sphinx, _env: object) -> None:
        assert not session_of(app.env).has_all_parts
        index = api.index_of(app)
        found.extend(index.files if index else ())
        documentation = api.documentation_of(app)
        found.append(documentation and sorted(documentation.links))
        found.append(api.url_of(app, "guide", api.Target("docs", "a.py")))

    app.connect("env-updated", ask, priority=950)
    app.build()
    assert found == ["a.py", "docs/conf.py", "docs/guide.rst", "docs/index.rst", [], "kwdocs/a.py_docs.html"]
    assert outcome_of(app.env) is not None


def test_documents_that_another_extension_wants_read_are_read_with_all_that_is_ours(app: SphinxTestApp) -> None:
    app.connect("env-get-outdated", lambda *_: ["guide"], priority=900)
    app.build()
    assert session_of(app.env).has_all_parts
    assert outcome_of(app.env) is None
    page = Path(app.outdir, "guide.html").read_text(encoding="utf-8")
    assert 'href="kwdocs/a.py_docs.html#L3"' in page


def test_an_application_may_build_several_times(app: SphinxTestApp) -> None:
    app.build()
    app.build()
    assert not session_of(app.env).has_all_parts
    Path(app.srcdir, "guide.rst").write_text("Guide\n=====\n\nSee :kw:file:`a.py`.\n", encoding="utf-8")
    app.build()
    assert session_of(app.env).has_all_parts
    page = Path(app.outdir, "guide.html").read_text(encoding="utf-8")
    assert 'href="kwdocs/a.py_docs.html"' in page
    app.build()
    assert outcome_of(app.env) is not None


def test_times_sum_up_what_a_repository_holds(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    (tmp_path / "b").symlink_to("a")

    def summed() -> str:
        return sum_up_times(tmp_path, list_paths(tmp_path, Config(), ignore_problem))

    states = [summed()]
    assert summed() == states[0]
    (tmp_path / "a").write_text("2")
    states.append(summed())
    (tmp_path / "c").write_text("")
    states.append(summed())
    (tmp_path / "b").unlink()
    (tmp_path / "b").symlink_to("c")
    states.append(summed())
    (tmp_path / "b").unlink()
    (tmp_path / "b").symlink_to("d")
    (tmp_path / "d").symlink_to(".hidden/e")
    states.append(summed())
    (tmp_path / ".gitignore").write_text(".hidden/\n")
    states.append(summed())
    # What a link leads to in the end is not among the files, and there or not.
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "e").write_text("")
    states.append(summed())
    assert len(set(states)) == len(states)
    assert all(states)


def test_times_tell_nothing_of_what_changed_just_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_times, "SETTLED", 2_000_000_000)
    (tmp_path / "a").write_text("1")
    assert sum_up_times(tmp_path, [Listed("a")]) == ""
    assert sum_up_times(tmp_path, [Listed("gone")]) == ""
    assert sum_up_times(tmp_path, [Listed("", problem="not allowed")]) == ""
    assert sum_up_times(tmp_path, []) != ""
