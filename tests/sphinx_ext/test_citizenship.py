"""The extension among others: any order, any number of processes, any change between two builds."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lxml.html  # type: ignore[import-untyped]
import pytest
from builds import INDEX, Built, build, call_git, repository, track, write
from crawl import crawl, parse
from sphinx import addnodes

from sphinx_kwdocs.config import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.testing.util import SphinxTestApp

# Sphinx's own napoleon uses what Sphinx 9 deprecates.
pytestmark = pytest.mark.filterwarnings("ignore:The mapping interface for autodoc options")
OURS = "sphinx_kwdocs"
BUILT_IN = [
    f"sphinx.ext.{name}"
    for name in ("autodoc", "autosummary", "napoleon", "viewcode", "intersphinx", "todo", "ifconfig", "doctest")
] + ["myst_parser"]
CORE = '''"""Core of it."""


class Thing:
    """A thing.

    Args:
        size: how big.
    """

    #: Its colour.
    colour: str = "red"

    def __init__(self, size: int) -> None:
        self.size = size

    def grow(self, by: int = 1) -> int:
        """Grow it.

        .. todo:: more
        """
        return self.size + by


def make(size: int) -> Thing:
    """Make a :class:`Thing`."""
    return Thing(size)
'''
FILES: dict[str, Any] = {
    "src/pkg_of_tests/__init__.py": '"""A package."""\n',
    "src/pkg_of_tests/core.py": CORE,
    "docs/conf.py": 'project = "C"\nautosummary_generate = True\ntodo_include_todos = True\n',
    "docs/index.rst": "C\n=\n\n.. toctree::\n\n   api\n   notes\n\n.. autosummary::\n   :toctree: generated\n\n"
    "   pkg_of_tests.core\n\n.. todolist::\n\n.. ifconfig:: True\n\n   Shown.\n",
    "docs/api.rst": "API\n===\n\n.. autofunction:: pkg_of_tests.core.make\n\n.. py:class:: Own\n\n"
    ".. code-block:: python\n\n   from pkg_of_tests.core import make\n   make(1).grow()\n\nSee ``make``.\n",
    "docs/notes.md": "# Notes\n\nUse `pkg_of_tests.core.make`.\n\n"
    "```python\nfrom pkg_of_tests.core import Thing\n```\n",
    ".gitignore": "docs/generated/\n",
}
NEEDED: dict[str, dict[str, Any]] = {
    "autoapi.extension": {"autoapi_dirs": ["../src"]},
    # Sphinx keeps in one process what the first project said of suffixes.
    "myst_nb": {"source_suffix": {".rst": "restructuredtext", ".md": "myst-nb"}},
}
"""What other people's extensions have to be told."""
SMALL: dict[str, Any] = {
    "docs/index.rst": f"{INDEX}\n.. toctree::\n   :glob:\n\n   guide*\n\n.. py:module:: a\n",
    "docs/guide.rst": "Guide\n=====\n\n.. kw:keyword:: shopping\n\nUse ``first``. See :kw:sym:`first`.\n\n"
    ".. py:function:: first()\n   :module: a\n\n.. code-block:: python\n\n   from a import first\n\n.. kw:index::\n\n"
    ".. kw:source:: first\n",
    "a.py": 'def first():\n    """The first."""\n\n\ndef second():\n    first()\n',
    "test_a.py": "from a import first\n\n\ndef test_first():\n    first()\n",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project whose documents come from several extensions, and a package that they import."""
    root = write(tmp_path / "repo", FILES)
    call_git(root, "init", "-q")
    track(root)
    monkeypatch.syspath_prepend(root / "src")
    for name in [name for name in sys.modules if name.startswith("pkg_of_tests")]:
        monkeypatch.delitem(sys.modules, name)
    return root


def site(root: Path, out: Path, extensions: list[str], **settings: Any) -> Built:  # noqa: ANN401  any setting
    """Build a project's site as if for the first time."""
    shutil.rmtree(root / "docs" / "generated", ignore_errors=True)
    return build(root / "docs", out, extensions=extensions, nitpicky=False, **settings)


def outputs(out: Path) -> dict[str, bytes]:
    """Return all files that a browser may ask for."""
    found = {path.relative_to(out): path for path in out.rglob("*") if path.is_file()}
    unasked = {".buildinfo", ".buildinfo.bak", ".doctrees", ".kwdocs.json"}
    return {name.as_posix(): path.read_bytes() for name, path in found.items() if unasked.isdisjoint(name.parts)}


def contents(out: Path) -> dict[str, str]:
    """Return the content of every page, without the theme's navigation, which Sphinx does not always write anew."""
    found = {}
    for path in sorted(out.rglob("*.html")):
        body = parse(path).xpath("//div[@class='body']")
        found[path.relative_to(out).as_posix()] = lxml.html.tostring(body[0], encoding="unicode") if body else ""
    return found


def test_the_order_of_extensions_makes_no_difference(project: Path, tmp_path: Path) -> None:
    without = site(project, tmp_path / "without", BUILT_IN)
    places = {"first": 0, "middle": len(BUILT_IN) // 2, "last": len(BUILT_IN)}
    built = {
        name: site(project, tmp_path / name, [*BUILT_IN[:place], OURS, *BUILT_IN[place:]])
        for name, place in places.items()
    }
    for found in built.values():
        assert found.warnings == without.warnings
        assert outputs(found.out) == outputs(built["last"].out)
    assert crawl(built["last"].out).broken == []
    page = parse(built["last"].out / "api.html")
    assert page.xpath("//a[contains(@class, 'kw-uses-link')]")


def test_pages_of_authors_say_the_same_with_and_without_us(project: Path, tmp_path: Path) -> None:
    def text(built: Built, name: str) -> str:
        body = parse(built.out / name).xpath("//div[@class='body']")[0]
        for added in body.xpath(
            ".//*[contains(@class, 'kw-source-link') or contains(@class, 'kw-uses-link') or @class='kw-entry']"
        ):
            added.drop_tree()
        return "".join(body.text_content().replace("\N{NO-BREAK SPACE}", " ").split())

    without = site(project, tmp_path / "without", BUILT_IN)
    built = site(project, tmp_path / "with", [*BUILT_IN, OURS])
    for name in ("index.html", "api.html", "notes.html", "generated/pkg_of_tests.core.html"):
        assert text(built, name) == text(without, name)
    assert "kw-name" in built.html("api.html")


def test_several_processes_make_no_difference(project: Path, tmp_path: Path) -> None:
    one = site(project, tmp_path / "one", [*BUILT_IN, OURS])
    two = site(project, tmp_path / "two", [*BUILT_IN, OURS], parallel=2)
    assert one.warnings == two.warnings
    assert outputs(one.out) == outputs(two.out)


@pytest.mark.parametrize(
    "other",
    ["autoapi.extension", "myst_nb", "sphinx_codeautolink", "sphinx_copybutton", "sphinx_design", "sphinx_tabs.tabs"],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_other_peoples_extensions_neither_warn_nor_fail(
    project: Path, tmp_path: Path, other: str, *, is_first: bool
) -> None:
    pytest.importorskip(other.partition(".")[0])
    importlib.import_module(other)
    others = [name for name in BUILT_IN if name != "myst_parser" or other != "myst_nb"] + [other]
    settings = NEEDED.get(other, {})
    without = site(project, tmp_path / "without", others, **settings)
    built = site(project, tmp_path / "with", [OURS, *others] if is_first else [*others, OURS], **settings)
    assert built.warnings == without.warnings
    assert set(outputs(built.out)) > set(outputs(without.out))
    links = parse(built.out / "api.html").xpath("//div[contains(@class, 'highlight')]//a/@class")
    assert set(links) == ({"sphinx-codeautolink-a"} if other == "sphinx_codeautolink" else {"kw-name"})


def test_every_document_seems_to_lie_in_the_source_folder(tmp_path: Path) -> None:
    seen: list[str] = []

    def prepare(app: SphinxTestApp) -> None:
        app.connect("doctree-read", lambda app, tree: seen.append(str(Path(tree["source"]).relative_to(app.srcdir))))

    root = repository(tmp_path / "repo", SMALL)
    build(root / "docs", tmp_path / "out", prepare=prepare)
    assert {"index.rst", "guide.rst", "kwdocs/index.kwdocs".replace("/", os.sep)} <= set(seen)


def test_documents_of_ours_stay_filled_when_another_extension_has_all_read_again(tmp_path: Path) -> None:
    def prepare(app: SphinxTestApp) -> None:
        app.connect("env-get-outdated", lambda _app, env, *_changes: sorted(env.found_docs), priority=900)

    root = repository(tmp_path / "repo", SMALL)
    first = build(root / "docs", tmp_path / "out", prepare=prepare)
    before = first.html("kwdocs/keywords.html")
    for parallel in (1, 2):
        again = build(root / "docs", tmp_path / "out", prepare=prepare, parallel=parallel)
        assert again.warnings == ""
        assert again.html("kwdocs/keywords.html") == before
    assert "shopping" in before


def test_our_entry_stands_behind_those_that_others_add(tmp_path: Path) -> None:
    def append(app: Sphinx, tree: nodes.document) -> None:
        if app.env.docname == "index":
            last = list(tree.findall(addnodes.toctree))[-1]
            last["entries"].append((None, "extra"))
            last["includefiles"].append("extra")

    root = repository(tmp_path / "repo", SMALL | {"docs/extra.rst": "Extra\n=====\n"})
    built = build(
        root / "docs",
        tmp_path / "out",
        # As sphinx-autoapi does.
        prepare=lambda app: app.connect("doctree-read", append, priority=400),
        html_sidebars={"**": ["globaltoc.html"]},
    )
    found = parse(built.out / "index.html").xpath("//div[@class='sphinxsidebar']//li[@class='toctree-l1']/a/text()")
    assert [str(text) for text in found] == ["Guide", "Extra", "Source index"]


def edit(path: str, old: str, new: str) -> Callable[[Path], object]:
    def change(root: Path) -> None:
        text = (root / path).read_text(encoding="utf-8")
        assert old in text
        (root / path).write_text(text.replace(old, new), encoding="utf-8")

    return change


CHANGES: dict[str, Callable[[Path], object]] = {
    "lines move": edit("a.py", "def first", "import os\n\n\ndef first"),
    "a docstring changes": edit("a.py", "The first.", "The very first."),
    "a symbol is gone": edit("a.py", "def second():\n    first()\n", ""),
    "a use is gone": edit("test_a.py", "    first()\n", "    pass\n"),
    "a document is added": lambda root: write(root, {"docs/guide2.rst": "Two\n===\n\n``second`` and ``first``\n"}),
    "a document is deleted": lambda root: (root / "docs/guide.rst").unlink(),
    "a document is renamed": lambda root: (root / "docs/guide.rst").rename(root / "docs/guide3.rst"),
    "a keyword changes": edit("docs/guide.rst", "shopping", "buying"),
    "a description is gone": edit("docs/guide.rst", ".. py:function:: first()\n   :module: a\n", ""),
    "a file is added": lambda root: write(root, {"b.py": "from a import first\n\nfirst()\n"}),
    "a file is deleted": lambda root: (root / "test_a.py").unlink(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_after_a_change_a_site_is_what_a_new_build_makes(tmp_path: Path, change: str) -> None:
    root = repository(tmp_path / "repo", SMALL)
    build(root / "docs", tmp_path / "out")
    CHANGES[change](root)
    again = build(root / "docs", tmp_path / "out")
    fresh = build(root / "docs", tmp_path / "fresh")
    assert again.warnings == fresh.warnings
    found = contents(again.out)
    # Sphinx does not remove the page of a document that is gone.
    kept = {name: content for name, content in found.items() if name in contents(fresh.out) or "kwdocs" in name}
    assert kept == contents(fresh.out)


VALUES: dict[str, Any] = {
    "root": "other",
    "repository": "..",
    "include": ["*.py"],
    "exclude": ["test_*"],
    "untracked": True,
    "withhold": ["*.md"],
    "max_size": 60,
    "title": "Code",
    "navigation": False,
    "repository_url": "https://example.org/tiny",
    "revision": "v1",
    "test_patterns": ["a.py"],
    "tests": False,
    "vendored": False,
    "time_limit": 5,
    "pages": ["kw"],
    "private": "folded",
    "frame": "slim",
    "noindex": True,
    "sitemap": False,
    "source_links": False,
    "inline_links": False,
    "code_links": False,
    "document_links": False,
    "search_names": 0,
    "cache": "../kept",
}


@pytest.mark.parametrize("option", [option.name for option in OPTIONS])
def test_after_a_setting_changes_a_site_is_what_a_new_build_makes(tmp_path: Path, option: str) -> None:
    root = repository(tmp_path / "repo", SMALL)
    setting = {f"kwdocs_{option}": VALUES[option]}
    build(root / "docs", tmp_path / "out", kwdocs_repository_url="https://example.org/small")
    settings = {"kwdocs_repository_url": "https://example.org/small"} | setting
    again = build(root / "docs", tmp_path / "out", **settings)
    fresh = build(root / "docs", tmp_path / "fresh", **settings)
    assert again.warnings == fresh.warnings
    assert contents(again.out) == contents(fresh.out)
    assert set(outputs(again.out)) == set(outputs(fresh.out))


@pytest.mark.parametrize("arguments", [["-E"], ["-a"], ["-E", "-a", "-j", "2"]])
def test_reading_or_writing_all_again_changes_nothing(tmp_path: Path, arguments: list[str]) -> None:
    root = repository(tmp_path / "repo", SMALL)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", str(root / "docs"), str(tmp_path / "out")]
    subprocess.run(command, check=True)
    before = outputs(tmp_path / "out")
    subprocess.run([*command, *arguments], check=True)
    assert outputs(tmp_path / "out") == before


def test_a_single_document_is_built_with_what_it_shows(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", SMALL)
    docs, out = root / "docs", tmp_path / "out"
    command = [sys.executable, "-m", "sphinx", "-q", str(docs), str(out), str(docs / "guide.rst")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "search index" in done.stderr
    assert done.stderr.count("WARNING") == 1
    page = parse(out / "guide.html")
    assert page.xpath("//*[contains(@class, 'kw-embed-index')]//td")
    assert page.xpath("//*[contains(@class, 'kw-embed-source')]//pre")


def test_a_change_is_followed_by_a_server_that_builds_by_itself(tmp_path: Path) -> None:
    pytest.importorskip("sphinx_autobuild")
    root = repository(tmp_path / "repo", SMALL)
    out = tmp_path / "out"
    watched = [str(root / "docs"), str(out), "--watch", str(root), "--port", "0", "--delay", "0"]
    log = tmp_path / "log"
    with (
        log.open("wb") as written,
        subprocess.Popen(
            [sys.executable, "-um", "sphinx_autobuild", *watched], stdout=written, stderr=subprocess.STDOUT
        ) as server,
    ):
        try:
            wait_until(lambda: "Waiting to detect changes" in log.read_text(encoding="utf-8"))
            time.sleep(1)
            edit("a.py", "def second", "def renamed")(root)
            wait_until(lambda: log.read_text(encoding="utf-8").count("build succeeded") > 1)
            time.sleep(2)
        finally:
            server.terminate()
    # Once: what a build writes is no change to build for.
    assert log.read_text(encoding="utf-8").count("build succeeded") == 2
    for name in ("kwdocs/a.py_docs.html", "guide.html"):
        assert "renamed" in (out / name).read_text(encoding="utf-8")


def wait_until(is_so: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.1)
