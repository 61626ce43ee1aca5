"""The site looks right in the themes that people use: breadcrumbs, one entry, no link to a source that is not there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from builds import CONF, INDEX, Built, build, repository
from crawl import crawl, parse

if TYPE_CHECKING:
    from pathlib import Path

GITHUB = {"github_user": "ann", "github_repo": "tiny", "github_version": "main", "doc_path": "docs"}
THEMES: dict[str, dict[str, Any]] = {
    "alabaster": {"html_sidebars": {"**": ["navigation.html", "sourcelink.html", "relations.html"]}},
    "furo": {
        "html_theme_options": {
            "source_repository": "https://github.com/ann/tiny/", "source_branch": "main", "source_directory": "docs/",
        },
    },
    "pydata_sphinx_theme": {"html_theme_options": {"use_edit_page_button": True}, "html_context": GITHUB},
    "sphinx_rtd_theme": {"html_context": GITHUB | {"display_github": True, "conf_py_path": "/docs/"}},
    "sphinx_book_theme": {
        "html_theme_options": {
            "repository_url": "https://github.com/ann/tiny", "use_edit_page_button": True, "use_source_button": True,
            "path_to_docs": "docs", "repository_branch": "main",
        },
    },
}  # fmt: skip
FILES = {
    "pkg/a.py": '"""A module."""\n\n\ndef here(): ...\n',
    "pkg/b&c.py": "import a\n",
    "docs/guide.rst": "Guide\n=====\n",
}
WITH_TOCTREE = f"{INDEX}\n.. toctree::\n\n   guide\n"
SOURCE_LINK = re.compile(
    r"(?i)\b(edit|view) (this |page |on |source|code)|view page source|show source|open in|edit on"
)
SOURCE_URL = re.compile(r"_sources/guide\.rst|/(edit|blob)/main/docs/guide\.rst")
OURS = (
    "kwdocs/index",
    "kwdocs/keywords",
    "kwdocs/pkg/a.py_docs",
    "kwdocs/pkg/a.py_kw",
    "kwdocs/pkg/index",
    "kwdocs/doc",
)


@dataclass(frozen=True)
class Themed:
    """A site with us, and the same without us."""

    theme: str
    built: Built
    without: Built


@pytest.fixture(scope="module", params=THEMES)
def themed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Themed:
    theme: str = request.param
    # One theme adds to this list, which would otherwise be the default of every later build in this process.
    settings = {"html_theme": theme, "templates_path": [], **THEMES[theme]}
    folder = tmp_path_factory.mktemp(theme)
    root = repository(folder / "repo", FILES | {"docs/index.rst": WITH_TOCTREE})
    built = build(root / "docs", folder / "out", **settings)
    (root / "docs" / "conf.py").write_text(CONF.replace('"sphinx_kwdocs"', ""))
    return Themed(theme, built, build(root / "docs", folder / "without", **settings))


pytestmark = pytest.mark.filterwarnings("default")  # what themes do with Sphinx is theirs


def test_a_theme_gives_no_warning_and_no_broken_link(themed: Themed) -> None:
    # Some themes link to an anchor that only their scripts make; those are on the user's own pages too.
    known = {line.partition(": ")[2] for line in crawl(themed.without.out).broken}
    found = crawl(themed.built.out)
    assert themed.built.warnings == themed.without.warnings
    assert [line for line in found.broken if line.partition(": ")[2] not in known] == []
    assert found.links > 500


def test_breadcrumbs_lead_from_the_entry_page_down(themed: Themed) -> None:
    page = parse(themed.built.out / "kwdocs" / "pkg" / "a.py_docs.html")
    steps = page.xpath("//nav[@aria-label='Breadcrumbs' and @class='kw-crumbs']//li//text()")
    assert [str(step) for step in steps] == ["Source index", "pkg", "a.py"]


@pytest.mark.parametrize("name", OURS)
def test_no_page_of_ours_links_to_a_source_document(themed: Themed, name: str) -> None:
    page = parse(themed.built.out / f"{name}.html")
    for element in page.iter("a", "button"):
        said = " ".join([*map(str, element.itertext()), element.get("title") or "", element.get("aria-label") or ""])
        href = element.get("href") or ""
        assert not re.search(r"_sources/|/edit/|/blob/|\.kwdocs\b", href), href
        assert not SOURCE_LINK.search(said), said


@pytest.mark.parametrize("name", ["kwdocs/index", "kwdocs/pkg/index"])
def test_tables_have_what_the_stylesheet_lays_them_out_by_where_there_is_little_room(themed: Themed, name: str) -> None:
    page = parse(themed.built.out / f"{name}.html")
    tables = page.xpath("//div[contains(concat(' ', @class, ' '), ' kw-table kw-numbers ')]//table")
    heads = [[" ".join(map(str, cell.itertext())) for cell in table.xpath("./thead/tr/th")] for table in tables]
    folders, files = ["Folder", "Description", "Files", "Keywords"], ["File", "Description", "Keywords"]
    assert heads == [folders if name == "kwdocs/index" else files]
    # What themes put around a table stands inside of ours, and does not come between a cell and its table.
    assert all(table.xpath("./tbody/tr/td") for table in tables)
    rules = (themed.built.out / "_static" / "kwdocs.css").read_text(encoding="utf-8")
    for rule in ("container: kw-table / inline-size", "@container kw-table", "div.kw-numbers table", "code .pre"):
        assert rule in rules


def test_the_users_own_pages_keep_their_link_to_the_source(themed: Themed) -> None:
    def source_links(built: Built) -> list[str]:
        return [url for url in built.find("guide.html", "//a/@href") if SOURCE_URL.search(url)]

    assert source_links(themed.built) == source_links(themed.without) != []


def test_the_navigation_has_exactly_one_entry(themed: Themed) -> None:
    for name in ("guide.html", "kwdocs/pkg/a.py_docs.html"):
        page = parse(themed.built.out / name)
        entries = page.xpath("//li[contains(@class, 'toctree-l1')]/a | //a[contains(@class, 'nav-internal')]")
        names = [" ".join("".join(map(str, entry.itertext())).split()) for entry in entries]
        # Themes show the same navigation several times: in the header, for narrow screens, in the sidebar.
        assert names.count("Source index") == names.count("Guide") > 0, name
        assert set(names) == {"Guide", "Source index"}, name


def test_the_users_own_pages_are_as_before(themed: Themed) -> None:
    for name in ("index.html", "guide.html"):
        assert text_of(themed.built.out / name) == text_of(themed.without.out / name)


def text_of(path: Path) -> list[str]:
    """Return what a page says, without our entry and the links that name it as the next page."""
    page = parse(path)
    for element in page.xpath("//script | //style | //link"):
        element.drop_tree()
    for element in page.xpath("//li[a[contains(., 'Source index')]] | //a[contains(., 'Source index')]"):
        element.drop_tree()
    words = " ".join(map(str, page.itertext())).split()
    return [word for word in words if word not in {"next", "Next", "|", "previous", "Previous", "»", "«", "→", "←"}]
