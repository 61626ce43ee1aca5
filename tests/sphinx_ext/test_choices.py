"""A project chooses which pages there are and what they are like; every link leads somewhere, whatever it chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from builds import Built, all_pages, build, inventory, repository, sample, site_of
from crawl import crawl, parse

from sphinx_kwdocs.config import OPTIONAL_PAGES, VENDORED_PATTERNS, Config
from sphinx_kwdocs.pages import PAGE_FORMS, Choices, make_site
from sphinx_kwdocs.pipeline import build_index

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "pyproject.toml": "[project]\nname = 'shop'\n",
    "shop/__init__.py": '"""A shop."""\n\nfrom shop.till import Till\n',
    "shop/till.py": (
        '"""The till."""\n\nRATE = 2\n\n\nclass Till:\n    def add(self):\n        return self._sum()\n\n'
        "    def _sum(self):\n        return RATE\n\n\nclass _Drawer(Till):\n    def open(self):\n"
        "        return _key()\n\n\ndef _key():\n    return Till().add()\n"
    ),
    "shop/_vendor/six.py": "def reraise(): ...\n",
    "tests/test_till.py": "from shop.till import Till\n\n\ndef test_add():\n    assert Till().add() == 2\n",
    "docs/index.rst": (
        "Shop\n====\n\nSee :kw:sym:`Till.add` and :kw:file:`shop/till.py`.\n\n.. py:class:: shop.till.Till\n\n"
        ".. kw:index:: shop\n   :limit: 1\n\n.. kw:index:: shop/till.py\n   :limit: 1\n\n.. kw:xref:: Till\n\n"
        ".. kw:source:: Till\n"
    ),
}
CHOICES: dict[str, dict[str, Any]] = {
    "no keyword pages": {"kwdocs_pages": ["xref", "doc", "sub"]},
    "no uses": {"kwdocs_pages": ["kw", "doc", "sub"]},
    "no folder documentation": {"kwdocs_pages": ["kw", "xref", "sub"]},
    "no folder keywords": {"kwdocs_pages": ["kw", "xref", "doc"]},
    "fewest pages": {"kwdocs_pages": []},
    "folded": {"kwdocs_private": "folded"},
    "slim": {"kwdocs_frame": "slim", "html_baseurl": "https://example.org/docs/", "kwdocs_noindex": True},
    "noindex": {"kwdocs_noindex": True},
    "no tests, nothing vendored": {"kwdocs_tests": False, "kwdocs_vendored": False},
}


def output(built: Built) -> dict[str, bytes]:
    """Return what a build made of ours."""
    files = (path for path in (built.out / "kwdocs").rglob("*") if path.is_file())
    return {path.relative_to(built.out).as_posix(): path.read_bytes() for path in files}


def kinds(built: Built) -> set[str]:
    """Return which of the optional kinds of pages a site has."""
    names = [name.removesuffix(".html") for name in output(built) if name.endswith(".html")]
    return {kind for kind in OPTIONAL_PAGES for name in names if name.endswith((f"_{kind}", f"/{kind}"))}


def test_every_kind_of_page_that_can_be_left_out_is_one() -> None:
    assert set(OPTIONAL_PAGES) < set(PAGE_FORMS)


@pytest.mark.parametrize("choice", CHOICES)
def test_a_change_of_mind_gives_what_a_first_build_would_and_no_broken_link(tmp_path: Path, choice: str) -> None:
    docs = repository(tmp_path / "repo", FILES) / "docs"
    usual = build(docs, tmp_path / "out")
    before = output(usual)
    changed = build(docs, tmp_path / "out", **CHOICES[choice])
    fresh = build(docs, tmp_path / "fresh", parallel=2, **CHOICES[choice])
    assert changed.warnings == fresh.warnings == ""
    assert output(changed) == output(fresh)
    assert output(fresh) != before
    assert fresh.html("index.html") == changed.html("index.html")
    assert crawl(fresh.out).broken == []
    assert crawl(fresh.out).duplicates == []
    again = build(docs, tmp_path / "out")
    assert output(again) == before


def test_only_the_chosen_kinds_of_pages_are_made(tmp_path: Path) -> None:
    root = sample(tmp_path / "repo")
    for chosen in ([], ["xref"], ["kw", "sub"]):
        built = build(root / "docs", tmp_path / "out", kwdocs_pages=chosen)
        assert kinds(built) == set(chosen)
        found = crawl(built.out)
        assert found.broken == []
        assert found.links > 500


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_without_keyword_pages_names_lead_to_their_lines(tmp_path: Path, builder: str) -> None:
    docs = repository(tmp_path / "repo", FILES) / "docs"
    built = build(docs, tmp_path / "out", builder, kwdocs_pages=[])
    end = ".html" if builder == "html" else "/"
    assert inventory(built)["kw:symbol"]["shop.till.Till.add"] == f"kwdocs/shop/till.py_docs{end}#L7"
    assert crawl(built.out, folder_style=builder == "dirhtml").broken == []
    (docs.parent / "shop" / "till.py").write_text("\n\n" + FILES["shop/till.py"], encoding="utf-8")
    moved = build(docs, tmp_path / "out", builder, kwdocs_pages=[])
    assert inventory(moved)["kw:symbol"]["shop.till.Till.add"] == f"kwdocs/shop/till.py_docs{end}#L9"
    assert output(moved) == output(build(docs, tmp_path / "fresh", builder, kwdocs_pages=[]))


def test_no_page_speaks_of_pages_that_there_are_not(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    index = build_index(root, Config())
    site = make_site(index, "Source index", choices=Choices(frozenset()))
    made = {key.kind for key in all_pages(site)}
    assert made == set(PAGE_FORMS) - set(OPTIONAL_PAGES)
    for key, page in all_pages(site).items():
        assert {tab.target.kind for tab in page.tabs} <= made, key


def test_private_names_are_folded_up_at_the_end_of_their_lists(tmp_path: Path) -> None:
    docs = repository(tmp_path / "repo", FILES) / "docs"
    built = build(docs, tmp_path / "out", kwdocs_private="folded")
    page = parse(built.out / "kwdocs/shop/till.py_kw.html")
    folded = page.xpath("//section[@id='kind-class']/details[@class='kw-folded' and not(@open)]")
    assert [str(box.xpath("string(summary)")) for box in folded] == ["1 private name"]
    assert [str(name) for name in folded[0].xpath(".//dt/@id")] == ["_Drawer"]
    assert folded[0].getnext() is None
    # What is defined in something private is private with it.
    methods = page.xpath("//section[@id='kind-method']")[0]
    assert [str(name) for name in methods.xpath("./dl/dt/@id")] == ["Till.add"]
    assert [str(name) for name in methods.xpath("./details//dt/@id")] == ["Till._sum", "_Drawer.open"]
    outline = parse(built.out / "kwdocs/shop/till.py_docs.html").xpath("//section[@id='code-structure']")[0]
    assert [str(name) for name in outline.xpath("./ul/li/a//text()")] == ["RATE", "Till"]
    assert [str(name) for name in outline.xpath("./details/ul/li/a//text()")] == ["_Drawer", "_key"]
    assert [str(name) for name in outline.xpath("./ul/li/details/ul/li/a//text()")] == ["_sum"]
    assert [str(name) for name in outline.xpath("./details/ul/li[1]/ul/li/a//text()")] == ["open"]


def test_tests_and_vendored_code_can_be_left_out_and_brought_back(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    everything = set(site_of(root).index.files)
    assert set(site_of(root, tests=False).index.files) == everything - {"tests/test_till.py"}
    assert set(site_of(root, vendored=False).index.files) == everything - {"shop/_vendor/six.py"}
    back = ("!/tests/test_till.py", "!six.py")
    assert set(site_of(root, tests=False, vendored=False, exclude=back).index.files) == everything


@pytest.mark.parametrize("pattern", VENDORED_PATTERNS)
def test_every_usual_folder_of_vendored_code_is_known(tmp_path: Path, pattern: str) -> None:
    root = repository(tmp_path / "repo", {f"src/{pattern}x.py": "", "src/y.py": ""}, git="node" not in pattern)
    paths = set(site_of(root, vendored=False).index.files)
    assert f"src/{pattern}x.py" not in paths
    assert "src/y.py" in paths


@pytest.mark.parametrize("frame", ["theme", "slim"])
def test_generated_pages_alone_ask_not_to_be_listed(tmp_path: Path, frame: str) -> None:
    docs = repository(tmp_path / "repo", FILES) / "docs"
    built = build(docs, tmp_path / "out", kwdocs_noindex=True, kwdocs_frame=frame)
    # Sphinx asks the same for its page of search results.
    for path in {*built.out.rglob("*.html")} - {built.out / "search.html"}:
        robots = [str(value) for value in parse(path).xpath("/html/head/meta[@name='robots']/@content")]
        is_ours = "kwdocs" in path.relative_to(built.out).parts
        assert robots == (["noindex"] if is_ours else []), path


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_the_slim_frame_has_what_a_reader_needs_and_nothing_of_the_theme(tmp_path: Path, builder: str) -> None:
    docs = repository(tmp_path / "repo", FILES) / "docs"
    base = "https://example.org/docs"
    built = build(
        docs, tmp_path / "out", builder, kwdocs_frame="slim", html_baseurl=f"{base}/", project="Shop & <Co>",
        copyright="2020, The shop", language="de",
    )  # fmt: skip
    name = "kwdocs/shop/till.py_docs.html" if builder == "html" else "kwdocs/shop/till.py_docs/index.html"
    page = parse(built.out / name)
    [canonical] = page.xpath("//link[@rel='canonical']/@href")
    assert str(canonical) == (f"{base}/{name}" if builder == "html" else f"{base}/kwdocs/shop/till.py_docs/")
    assert page.get("lang") == "de"
    assert page.xpath("//header/a[1]")[0].text_content().startswith("Shop & <Co>")
    assert page.xpath("//nav[@class='kw-crumbs']")
    assert page.xpath("//*[contains(@class, 'kw-find')]")
    assert page.xpath("//*[@id='original-source']")
    assert "The shop" in page.xpath("string(//footer)")
    assert not page.xpath("//*[contains(@class, 'sphinxsidebar')]")
    # The documents of the project stay in the theme, ours among them.
    assert parse(built.out / "kwdocs/index.html").xpath("//*[contains(@class, 'sphinxsidebar')]")
    assert crawl(built.out, folder_style=builder == "dirhtml").broken == []


def test_the_slim_frame_is_as_small_as_it_claims(tmp_path: Path) -> None:
    docs = repository(tmp_path / "repo", FILES) / "docs"
    built = build(docs, tmp_path / "out", kwdocs_frame="slim")
    html = built.html("kwdocs/shop/till.py_docs.html")
    body = html[html.index('<div class="kwdocs">') : html.index("</main>")]
    assert len(html) - len(body) < 1_500
