"""A page that is put into a shell is, byte for byte, the page that the theme would write."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from logging import getLogger
from typing import TYPE_CHECKING, Any

import pytest
from builds import INDEX, Built, build, repository

from sphinx_kwdocs.sphinx_ext.shell import Shells

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sphinx.testing.util import SphinxTestApp

MODULE = '''"""A module."""


class Thing:
    """A thing & more.

    Args:
        size: how big.
    """

    def __lt__(self, other): ...


def make(): return Thing()
'''
FILES: dict[str, Any] = {
    **{f"{folder}/m{number}.py": MODULE for folder in ("a", "b/c") for number in range(6)},
    "a/op.h": "struct A { bool operator<(const A&); A& operator&=(int); };\n",
    "a/README.md": "# Read\n\n## One & two\n\nText.\n\n### Three\n\nText.\n\n## Four\n\nText.\n",
    "b&c.py": "import os\n",
    "docs/index.rst": f"{INDEX}\n.. toctree::\n\n   guide\n",
    "docs/guide.rst": "Guide\n=====\n\nPart\n----\n\nText.\n",
}
GITHUB = {"github_user": "ann", "github_repo": "tiny", "github_version": "main", "doc_path": "docs"}
OWN_TEMPLATE = """{% extends "!layout.html" %}
{% block footer %}{% set place = "at/" ~ pagename %}<p title="{{ title|striptags|e }}">{{ place }}</p>
{% if pagename.startswith("kwdocs/a/") %}in a{% endif %}{% if pagename == "kwdocs/b/index" %}b{% endif %}
{% if "m1" in pagename %}one{% endif %}{% if pagename not in ["index", "kwdocs/a/index"] %}other{% endif %}
{{ super() }}{% endblock %}
"""
PATTERNS = {
    "kwdocs/a/**": ["about.html"],
    "kwdocs/b/c/m*": ["navigation.html"],
    "kwdocs/b/c/m1.py_docs": ["searchbox.html"],
}
CASES: dict[str, dict[str, Any]] = {
    "alabaster": {"html_theme": "alabaster"},
    "furo": {"html_theme": "furo"},
    "rtd": {"html_theme": "sphinx_rtd_theme"},
    "pydata": {"html_theme": "pydata_sphinx_theme"},
    "book": {"html_theme": "sphinx_book_theme"},
    "style sheets": {"html_css_files": ["https://example.org/own.css", ("b.css", {"media": "print"})]},
    "canonical URLs": {"html_baseurl": "https://example.org/tiny/"},
    "canonical URLs of furo": {"html_theme": "furo", "html_baseurl": "https://example.org/tiny/"},
    "edit button of rtd": {"html_theme": "sphinx_rtd_theme", "html_context": GITHUB | {"display_github": True}},
    "edit button of pydata": {
        "html_theme": "pydata_sphinx_theme", "html_context": GITHUB,
        "html_theme_options": {"use_edit_page_button": True},
    },
    "buttons of book": {
        "html_theme": "sphinx_book_theme",
        "html_theme_options": {
            "repository_url": "https://github.com/ann/tiny", "use_edit_page_button": True, "use_issues_button": True,
            "use_repository_button": True, "path_to_docs": "docs",
        },
    },
    "version switcher": {
        "html_theme": "pydata_sphinx_theme",
        "html_theme_options": {
            "switcher": {"json_url": "https://example.org/switcher.json", "version_match": "1"},
            "check_switcher": False, "navbar_end": ["version-switcher"], "show_toc_level": 3,
        },
    },
    "language switcher": {
        "html_theme": "sphinx_rtd_theme", "html_context": {"languages": [["en", "/en/"], ["de", "/de/"]]},
    },
    "another language": {"html_theme": "furo", "language": "de"},
    "sidebars by pattern": {"html_theme": "alabaster", "html_sidebars": PATTERNS},
    "other sidebars by pattern": {
        "html_theme": "pydata_sphinx_theme",
        "html_theme_options": {"secondary_sidebar_items": {"kwdocs/a/**": ["page-toc"], "kwdocs/b/**": []}},
    },
    "tests of the name": {"templates_path": ["own"]},
}  # fmt: skip

# What themes do with Sphinx is theirs.
pytestmark = pytest.mark.filterwarnings("default")


@dataclass(frozen=True)
class Ways:
    """The same site, written with shells and without."""

    short: Built
    long: Built
    rendered: Counter[str]
    """The pages of the first that went through the theme."""

    def differing(self) -> list[str]:
        """Return the files that are not the same."""
        paths = [path.relative_to(self.short.out) for path in self.short.out.rglob("*") if path.is_file()]
        assert len([path for path in paths if path.suffix == ".html"]) > 50
        return [
            str(path)
            for path in paths
            if path.suffix in {".html", ".txt"}
            and (self.short.out / path).read_bytes() != (self.long.out / path).read_bytes()
        ]

    def share(self) -> float:
        """Return what part of our pages went through the theme."""
        ours = [path for path in self.short.out.rglob("*.html") if "kwdocs" in path.relative_to(self.short.out).parts]
        return len(self.rendered) / len(ours)


class Builder:
    """Builds one repository both ways."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.monkeypatch = monkeypatch

    def __call__(
        self,
        builder: str = "html",
        *,
        listeners: tuple[Callable[..., object], ...] = (),
        files: dict[str, str] | None = None,
        parallel: int = 1,
        **settings: Any,  # noqa: ANN401  any setting
    ) -> Ways:
        """Build both ways, with listeners to `html-page-context`; the short way in several processes if asked to."""
        root = repository(self.folder / "repo", FILES | (files or {}))
        rendered: Counter[str] = Counter()

        def prepare(app: SphinxTestApp) -> None:
            for listener in listeners:
                app.connect("html-page-context", listener)
            app.connect("html-page-context", lambda _app, name, *_: rendered.update([str(name)]), priority=1)
            app.events.listeners["html-page-context"][-1].handler.__module__ = "sphinx_kwdocs"

        settings = {"templates_path": [], **settings}
        short = build(root / "docs", self.folder / "short", builder, parallel=parallel, prepare=prepare, **settings)
        ours = {name: count for name, count in rendered.items() if name.startswith("kwdocs/")}
        names = {name: count for name, count in ours.items() if "kwdocsmark" not in name}
        with self.monkeypatch.context() as patch:
            patch.setattr(Shells, "splice", lambda *_: None)
            long = build(root / "docs", self.folder / "long", builder, prepare=prepare, **settings)
        return Ways(short, long, Counter(names))


@pytest.fixture
def both_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Builder:
    return Builder(tmp_path, monkeypatch)


@pytest.mark.parametrize("case", CASES)
def test_a_shell_gives_the_page_that_the_theme_writes(case: str, both_ways: Builder) -> None:
    ways = both_ways(files={"docs/own/layout.html": OWN_TEMPLATE}, **CASES[case])
    assert "goes through the theme" not in ways.short.status
    assert ways.differing() == []
    assert ways.share() < 0.6
    assert max(ways.rendered.values()) == 1


def test_a_site_with_a_folder_a_page_is_spliced_too(both_ways: Builder) -> None:
    ways = both_ways("dirhtml", html_theme="furo", html_baseurl="https://example.org/")
    assert "goes through the theme" not in ways.short.status
    assert ways.differing() == []
    assert ways.share() < 0.6


def note_pages(noted: list[str]) -> Callable[..., object]:
    """Return a listener that keeps a list of all pages, as a sitemap does."""

    def note(app: object, pagename: str, *_: object) -> None:
        del app
        noted.append(pagename)

    return note


def add_tags(app: object, pagename: str, template: str, context: dict[str, Any], doctree: object) -> None:
    del app, template, doctree
    url = context["pathto"]("index")
    tags = f'<meta property="og:title" content="{context.get("title")} &amp; {pagename}">\n'
    context["metatags"] = context.get("metatags", "") + f'{tags}<meta content="{context["pageurl"]}?{url}">'


def change_bodies(app: object, pagename: str, template: str, context: dict[str, Any], doctree: object) -> None:
    del app, template, doctree
    context["body"] = context.get("body", "").replace("Thing", "Being") + f"<i>{pagename}</i>"


def style_some(app: Any, pagename: str, *_: object) -> None:  # noqa: ANN401  Sphinx's application
    if "m1" in pagename:
        app.add_css_file("one.css")
        app.add_js_file(None, body=f"one('{len(pagename)}')")


def give_each_page_a_function(
    app: object, pagename: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    del app, template, doctree
    context["own_name"] = lambda: pagename


def look_at_the_theme(app: object, pagename: str, template: str, context: dict[str, Any], doctree: object) -> None:
    del app, pagename, template, doctree
    said = f"<!-- {len(context['furo_navigation_tree'])} {len(context['css_files'])} -->"
    context["metatags"] = context.get("metatags", "") + said


@pytest.mark.parametrize("theme", ["alabaster", "furo"])
def test_a_listener_that_notes_pages_is_called_once_for_each(theme: str, both_ways: Builder) -> None:
    noted: list[str] = []
    ways = both_ways(html_theme=theme, listeners=(note_pages(noted),))
    counts = Counter(noted)
    assert set(counts.values()) == {2}
    assert not any("kwdocsmark" in name for name in counts)
    assert len([name for name in counts if name.startswith("kwdocs/")]) > 50
    assert ways.differing() == []
    assert ways.share() < 0.6


@pytest.mark.parametrize(
    "listeners",
    [(add_tags,), (change_bodies,), (add_tags, change_bodies), (style_some,)],
    ids=lambda listeners: "+".join(listener.__name__ for listener in listeners),
)
def test_what_an_unknown_listener_changes_is_on_spliced_pages(
    listeners: tuple[Callable[..., object], ...], both_ways: Builder
) -> None:
    noted: list[str] = []
    ways = both_ways(
        html_theme="alabaster",
        html_baseurl="https://example.org/",
        listeners=(*listeners, note_pages(noted)),
    )
    assert "goes through the theme" not in ways.short.status
    assert ways.differing() == []
    assert ways.share() < 0.8
    assert set(Counter(noted).values()) == {2}


def test_a_listener_sees_what_the_theme_added_to_the_context(both_ways: Builder) -> None:
    ways = both_ways(html_theme="furo", listeners=(look_at_the_theme,))
    assert "goes through the theme" not in ways.short.status
    assert ways.differing() == []
    assert ways.share() < 0.6


def test_pages_with_something_of_their_own_go_the_long_way(both_ways: Builder) -> None:
    template = '{% extends "!layout.html" %}{% block footer %}{{ own_name() }}{% endblock %}'
    noted: list[str] = []
    ways = both_ways(
        html_theme="alabaster",
        files={"docs/own/layout.html": template},
        templates_path=["own"],
        listeners=(give_each_page_a_function, note_pages(noted)),
    )
    assert f"because {__name__} gives many pages something of their own\n" in ways.short.status
    assert 'kwdocs_frame = "slim" does without' in ways.short.status
    assert ways.differing() == []
    assert set(Counter(noted).values()) == {2}


@pytest.mark.parametrize("parallel", [1, 2])
def test_what_was_spliced_before_a_difference_is_written_again(
    parallel: int, both_ways: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def vary(app: object, pagename: str, template: str, context: dict[str, Any], doctree: object) -> None:
        del app, template, doctree
        if "m2.py" in pagename or "m4.py" in pagename:
            context["metatags"] = "<meta name='odd'>"

    # As if it were one of those that are known to treat all pages alike.
    vary.__module__ = "sphinx_copybutton"
    monkeypatch.setattr(Shells, "_is_checked", lambda _self, name: name == "kwdocs/a/m4.py_kw")
    ways = both_ways(html_theme="alabaster", listeners=(vary,), parallel=parallel)
    assert ways.short.status.count("varies kwdocs/a/m4.py_kw") == 1
    assert "name='odd'" in ways.short.html("kwdocs/a/m2.py_kw.html")
    assert ways.differing() == []


def test_a_warning_about_a_page_is_heard_from_every_process(both_ways: Builder) -> None:
    def warn(app: object, pagename: str, template: str, context: dict[str, Any], doctree: object) -> None:
        del app, template, context, doctree
        if pagename.startswith("kwdocs/b/") and "kwdocsmark" not in pagename:
            getLogger("sphinx.somebody").warning("%s is odd", pagename)

    warn.__module__ = "sphinx_copybutton"
    ways = both_ways(html_theme="alabaster", listeners=(warn,), parallel=2)
    assert "is odd" in ways.short.warnings
    assert ways.differing() == []


def test_listeners_hear_of_every_page_in_the_process_that_connected_them(both_ways: Builder) -> None:
    noted: list[str] = []
    ways = both_ways(html_theme="alabaster", listeners=(note_pages(noted),), parallel=2)
    # Documents are written by Sphinx, in processes of its own.
    pages = [name for name in noted if name.startswith("kwdocs/") and name not in {"kwdocs/index", "kwdocs/keywords"}]
    assert len(pages) > 100
    assert set(Counter(pages).values()) == {2}
    assert ways.differing() == []


def test_some_pages_of_every_build_are_rendered_both_ways(both_ways: Builder, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    judge = Shells._judge  # noqa: SLF001  to see which pages come there

    def note(self: Shells, name: str, *others: Any) -> None:  # noqa: ANN401  passed on
        compared.append(name)
        judge(self, name, *others)

    monkeypatch.setattr(Shells, "_judge", note)
    ways = both_ways(html_theme="alabaster")
    shapes = {name for name in ways.rendered if name in compared}
    assert len(shapes) == len(compared) >= 15
    folders = {name.rpartition("/")[0] for name in compared}
    assert {"kwdocs", "kwdocs/a", "kwdocs/b", "kwdocs/b/c"} <= folders


def test_a_project_with_documents_among_our_pages_goes_the_long_way(both_ways: Builder) -> None:
    ways = both_ways(html_theme="alabaster", files={"docs/kwdocs/a/own.rst": ":orphan:\n\nOwn\n===\n"})
    assert "the project has documents of its own under kwdocs/" in ways.short.status
    assert ways.differing() == []


def test_a_template_that_asks_for_more_than_the_name_is_named(both_ways: Builder) -> None:
    template = '{% extends "!layout.html" %}{% block footer %}{{ pagename.split("/")|length }}{% endblock %}'
    ways = both_ways(html_theme="alabaster", files={"docs/own/layout.html": template}, templates_path=["own"])
    assert "the template layout.html does more with `pagename` than write it" in ways.short.status
    assert ways.differing() == []
