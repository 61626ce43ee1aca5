"""Other packages add languages, rules and kinds of pages; a bad one costs a message, never the build."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from builds import all_pages, build, publication_of, repository, site_of, write
from crawl import crawl, invalid_html, parse
from packages import installed

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.languages import all_languages, language_of
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.pages import make_site, page_keys
from sphinx_kwdocs.pipeline import build_index
from sphinx_kwdocs.publish import Publication, render_page
from sphinx_kwdocs.render.addresses import assign_addresses
from sphinx_kwdocs.render.urls import Urls
from sphinx_kwdocs.rules import MOST_HITS

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.pages import Site

LANGUAGES, RULES, PAGES = (f"sphinx_kwdocs.{name}" for name in ("languages", "rules", "pages"))
LANGUAGE = """
from sphinx_kwdocs.api import FileFacts, Kind, Language, NameUse, Span, Symbol, Term, Import

def symbol(path, name, line=1, kind="function", **other):
    span = Span(line, 0, line, len(name))
    return Symbol(f"{path}#{name}", name, name, kind, path, span, span, **other)

def extract(path, text):
    names = [(number, line) for number, line in enumerate(text.split("\\n"), 1) if line]
    return FileFacts("dishes", symbols=tuple(symbol(path, name, number) for number, name in names))

def wrong(path, text):
    good = symbol(path, "soup")
    bad = (
        symbol(path, "soup"), symbol(path, "x", line=99), symbol(path, "y", kind="dish"), symbol("other", "z"),
        symbol(path, "child", parent=f"{path}#nobody"), symbol(path, "far" * 99), "no symbol",
        symbol(path, "i", kind="import"),
    )
    return FileFacts("other", symbols=(good, *bad), terms=(Term("t", ()), Term("u", (7,))),
                     imports=(Import(Span(1, 0, 1, 2), "os"), Import(Span(9, 0, 9, 2), "re"),
                              Import(Span(1, 0, 1, 1), ""), Import(Span(1, 0, 1, 1), "far", level=10**9)),
                     uses=(NameUse(Span(2, 0, 2, 2), "soup"), NameUse(Span(1, 0, 2, 2), "two"),
                           NameUse(Span(1, 0, 1, 1), ""), NameUse(Span(1, 0, 1, 1), "odd", role="definition")),
                     doc_line=99)

def fails(path, text):
    raise RuntimeError("no cook")

DISHES = Language("dishes", "Dishes", ("*.dish", "Menu*"), 1, extract, interpreters=("cook",))
SPECIAL = Language("special", "Special", ("special_*.py",), 1, extract)
WRONG = Language("wrong", "Wrong", ("*.wrong",), 1, wrong)
NONE = Language("none", "None", ("*.none",), 1, lambda path, text: None)
FAILS = Language("fails", "Fails", ("*.fails",), 1, fails)
PYTHON = Language("python", "Mine", ("*.py",), 1, extract)
NAMELESS = Language("No name!", "x", ("*.x",), 1, extract)
TEXTS = Language("texts", "x", "*.x", 1, extract)
KINDS = Language("kinds", "x", ("*.x",), 1, extract, kinds="none")
TERM = Language("term", "x", ("*.x",), 1, extract, kinds=(Kind("term", "term", "Terms", ""),))
BRACES = Language("braces", "x", ("*.x",), 1, extract, kinds=(Kind("a", "{a}", "As", ""),))
SPACED = Language("spaced", "x", ("*.x",), 1, extract, kinds=(Kind("a b", "a", "As", ""),))
WORDLESS = Language("wordless", "x", ("*.x",), 1, extract, kinds=(Kind("a", "", "As", ""),))
COUNTED = Language("counted", "x", ("*.x",), 1, extract, kinds=(Kind("a", "a", "As", "", counted=("1", "2")),))
"""
RULE = """
from sphinx_kwdocs.api import Rule

def words(path, text, facts):
    for number, line in enumerate(text.split("\\n"), 1):
        if "TODO" in line:
            yield number, f"{facts.language}: {line}"

def fails(path, text, facts):
    yield 1, "said before"
    raise KeyError("gone")

TODO = Rule("todo", "Something is <left> to do.", 1, words)
FAILS = Rule("fails", "It fails.", 1, fails)
FAR = Rule("far", "It names no line.", 1, lambda path, text, facts: [(999, "there")])
SYNTAX = Rule("syntax", "It takes a code of ours.", 1, words)
SILENT = Rule("silent", "", 1, words)
"""
PAGE = """
from sphinx_kwdocs.api import (
    Bullets, Link, PageForm, PageKind, Paragraph, Section, Target, file_link, make_page,
)

def sizes(site, key):
    index = site.index
    paths = index.folders[key.path].files if key.kind == "folder-sizes" else [key.path] if key.path else index.files
    rows = Bullets(tuple((file_link(path), f" {index.files[path].size}") for path in paths))
    sections = (Section("one", "One", (rows,)), Section("two", "Two"))
    return make_page(site, key, (Paragraph(("Sizes <of> files.",)),), sections)

def kind(name, scope, keys, build=sizes, **form):
    return PageKind(PageForm(name, scope, "Sizes", **form), keys, build)

FILE = kind("sizes", "file", lambda site: [Target("sizes", path) for path in site.index.facts], tab="Size")
FOLDER = kind("folder-sizes", "folder", lambda site: [Target("folder-sizes", path) for path in site.index.folders])
SITE = kind("all-sizes", "site", lambda site: [Target("all-sizes")])
KW = kind("kw", "file", lambda site: ())
NOWHERE = kind("nowhere", "book", lambda site: ())
FAILS = kind("fails", "file", lambda site: [Target("fails", path) for path in site.index.facts], lambda *_: 1 / 0)
FAILS_FOLDER = kind("fails-folder", "folder", lambda site: [Target("fails-folder", "src")], lambda site, key: None)
BROKEN = kind("broken", "site", lambda site: [Target("broken")],
    lambda site, key: make_page(site, key, (Paragraph((Link(Target("docs", "not/there"), "x"),)),)))
NO_KEYS = kind("no-keys", "site", lambda site: 1 / 0)
ODD_KEYS = kind("odd-keys", "file", lambda site: [
    Target("odd-keys", "src/a.py"), Target("odd-keys", "lost.py"), Target("kw", "src/a.py"), "text",
    Target("odd-keys", "README.md", part=2), Target("odd-keys", "src/a.py", part=1),
    Target("odd-keys", "src/a.py", "L1"),
])
"""
FILES = {"src/a.py": "def pay():\n    pass  # TODO pay\n", "README.md": "# Shop\n\nSee `pay()`. TODO more\n"}


def problems_of(root: Path) -> tuple[Index, list[str]]:
    found: list[str] = []
    index = build_index(root, Config(), lambda subtype, message: found.append(f"{subtype}: {message}"))
    return index, found


def said(index: Index, path: str) -> list[tuple[int, str, str]]:
    return [(item.line, item.code, item.message) for item in index.diagnostics.get(path, ())]


def adding(folder: Path, group: str, text: str, *names: str, **other: Any) -> Any:  # noqa: ANN401  see `installed`
    points = {name.lower(): f"extra_kwdocs:{name}" for name in names}
    return installed(folder / "site", {"extra_kwdocs.py": text}, {group: points}, **other)


def test_a_language_of_another_package_reads_its_files(tmp_path: Path) -> None:
    files = {"a.dish": "soup\nstew\n", "menu-1": "fish\n", "run": "#!/usr/bin/env cook\nrice\n", "b.py": "x = 1\n"}
    with adding(tmp_path, LANGUAGES, LANGUAGE, "DISHES"):
        index, problems = problems_of(write(tmp_path / "repo", files))
        pages = all_pages(make_site(index, "Source index"))
    assert problems == []
    assert {"a.dish#soup", "a.dish#stew", "menu-1#fish", "run#rice", "b.py#x"} <= set(index.symbols)
    assert index.facts["run"].language == "dishes"
    assert Target("kw", "a.dish") in pages
    assert "dishes" not in all_languages()


def test_a_pattern_of_another_package_goes_before_ours(tmp_path: Path) -> None:
    with adding(tmp_path, LANGUAGES, LANGUAGE, "SPECIAL"):
        assert language_of("src/special_1.py").name == "special"
        assert language_of("src/usual.py").name == "python"
    assert language_of("src/special_1.py").name == "python"


def test_a_language_that_cannot_be_used_is_reported_once_and_ours_stays(tmp_path: Path) -> None:
    with adding(tmp_path, LANGUAGES, LANGUAGE, "PYTHON", "NAMELESS", "TEXTS", "MISSING", "extract", "DISHES"):
        index, problems = problems_of(write(tmp_path / "repo", {"b.py": "def f(): ...\n", "c.dish": "soup\n"}))
    assert set(index.symbols) == {"b.py#f", "c.dish#soup"}
    assert len(problems) == 5
    told = "\n".join(problems)
    assert f"plugin: the entry point python = extra_kwdocs:PYTHON of {LANGUAGES} has the name 'python', which" in told
    assert "has the name 'No name!', but must have one of small letters" in told
    assert "has '*.x', but must have a tuple of texts" in told
    assert "cannot be loaded: AttributeError" in told
    assert "is a function, but must be a Language" in told


def test_a_language_whose_kinds_cannot_be_shown_is_not_used(tmp_path: Path) -> None:
    names = ("KINDS", "TERM", "BRACES", "SPACED", "WORDLESS", "COUNTED")
    with adding(tmp_path, LANGUAGES, LANGUAGE, *names):
        _index, problems = problems_of(write(tmp_path / "repo", {"a.x": "soup\n"}))
    assert [re.findall(r"has .*(?=;)", problem) for problem in sorted(problems)] == [
        ["has a kind 'a' that cannot be counted"],
        ["has a kind 'a' that cannot be counted"],
        ["has 'none', but must have a tuple of kinds"],
        ["has a kind 'a b' or a class of it that is not of small letters, digits and hyphens"],
        ["has a kind 'term' that is none of definitions"],
        ["has a kind 'a' without words"],
    ]


def test_a_module_that_cannot_be_imported_is_a_problem_and_no_more(tmp_path: Path) -> None:
    with adding(tmp_path, RULES, "raise SystemError('broken')\n", "TODO"):
        index, problems = problems_of(write(tmp_path / "repo", FILES))
    assert index.rules == {}
    assert [problem.partition(" cannot ")[2] for problem in problems] == [
        "be loaded: SystemError: broken; it is not used"
    ]


def test_what_a_language_says_and_cannot_be_so_is_left_out(tmp_path: Path) -> None:
    files = {"a.wrong": "soup\nchild\n", "b.fails": "x\n", "c.none": "y\n"}
    with adding(tmp_path, LANGUAGES, LANGUAGE, "WRONG", "FAILS", "NONE"):
        site = site_of(write(tmp_path / "repo", files))
        assert invalid_html(publication_of(site), list(page_keys(site))) == []
    index = site.index
    assert set(index.symbols) == {"a.wrong#soup"}
    facts = index.facts["a.wrong"]
    assert (facts.language, facts.terms, facts.doc_line) == ("wrong", (), 0)
    assert [item.module for item in facts.imports] == ["os"]
    assert [use.name for use in facts.uses] == ["soup"]
    [(line, code, message)] = said(index, "a.wrong")
    assert (line, code) == (0, "plugin")
    assert message.startswith("The language wrong said 16 things that cannot be so, first: ")
    assert said(index, "b.fails") == [(0, "plugin", "fails: RuntimeError: no cook")]
    assert said(index, "c.none") == [
        (0, "plugin", "none: TypeError: extract returned a NoneType, but must return FileFacts")
    ]


def test_a_rule_says_what_it_finds_with_its_meaning(tmp_path: Path) -> None:
    with adding(tmp_path, RULES, RULE, "TODO"):
        site = site_of(write(tmp_path / "repo", FILES))
        body = render_page(publication_of(site), Target("diagnostics")).body
    assert said(site.index, "src/a.py") == [(2, "todo", "python:     pass  # TODO pay")]
    assert said(site.index, "README.md") == [(3, "todo", "markdown: See `pay()`. TODO more")]
    assert list(site.index.rules) == ["todo"]
    assert "Something is &lt;left&gt; to do." in body


def test_a_rule_that_fails_is_a_diagnostic_of_the_file(tmp_path: Path) -> None:
    with adding(tmp_path, RULES, RULE, "FAILS", "FAR", "SYNTAX", "SILENT"):
        index, problems = problems_of(write(tmp_path / "repo", FILES))
    assert said(index, "src/a.py") == [
        (0, "plugin", "The rule fails failed: KeyError: 'gone'"),
        (0, "plugin", "The rule far failed: ValueError: line 999 is not one of the 3 of the file"),
        (1, "fails", "said before"),
    ]
    assert list(index.rules) == ["fails", "far"]
    assert [problem.rpartition("rules ")[2] for problem in problems] == [
        "has the meaning '', but must have a sentence; it is not used",
        "has the name 'syntax', which is taken; it is not used",
    ]


def test_of_a_rule_with_very_many_hits_some_are_listed(tmp_path: Path) -> None:
    with adding(tmp_path, RULES, RULE, "TODO"):
        index, _ = problems_of(write(tmp_path / "repo", {"a.txt": "TODO\n" * 5000}))
    found = said(index, "a.txt")
    assert len(found) == MOST_HITS + 1
    assert found[0] == (0, "todo", "There are more than the 100 that are listed")


@pytest.fixture
def sizes(tmp_path: Path) -> Any:  # noqa: ANN401  a site, while the package is there
    with adding(tmp_path, PAGES, PAGE, "FILE", "FOLDER", "SITE"):
        yield site_of(write(tmp_path / "repo", FILES))


def test_a_kind_of_page_has_addresses_and_tabs(sizes: Site) -> None:
    addresses = assign_addresses(page_keys(sizes), sizes.forms)
    assert addresses[Target("sizes", "src/a.py")] == "src/a.py_sizes"
    assert addresses[Target("folder-sizes", "src")] == "src/folder-sizes"
    assert addresses[Target("all-sizes")] == "all-sizes"
    pages = all_pages(sizes)
    assert [(tab.target.kind, tab.text) for tab in pages[Target("docs", "src/a.py")].tabs][-2:] == [
        ("sizes", "Size"), ("index", "Folder"),
    ]  # fmt: skip
    assert pages[Target("doc", "src")].tabs[-1].text == "Sizes"
    assert pages[Target("sizes", "src/a.py")].title == "src/a.py – sizes"  # noqa: RUF001  a title's dash
    links = [part for part in pages[Target("index")].lead[1].content if not isinstance(part, str)]  # type: ignore[union-attr]
    assert Target("all-sizes") in [link.target for link in links]  # type: ignore[union-attr]


@pytest.mark.build
def test_the_pages_of_another_package_are_valid_and_their_links_hold(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    with adding(tmp_path, PAGES, PAGE, "FILE", "FOLDER", "SITE"):
        built = build(root / "docs", tmp_path / "out")
    assert built.warnings == ""
    found = crawl(built.out)
    assert (found.broken, found.duplicates) == ([], [])
    page = parse(built.out / "kwdocs/src/a.py_sizes.html")
    assert page.xpath("//h1")[0].text_content().startswith("Sizes: src/a.py")
    assert page.xpath('//nav[@class="kw-contents"]//a/text()') == ["One", "Two"]
    assert (built.out / "kwdocs/all-sizes.html").exists()


@pytest.mark.build
@pytest.mark.parametrize("parallel", [1, 2])
def test_a_page_that_fails_says_so_and_the_others_are_written(tmp_path: Path, parallel: int) -> None:
    root = repository(tmp_path / "repo", FILES)
    names = ("FAILS", "FAILS_FOLDER", "BROKEN", "NO_KEYS", "ODD_KEYS", "KW", "NOWHERE", "FILE")
    with adding(tmp_path, PAGES, PAGE, *names):
        built = build(root / "docs", tmp_path / "out", parallel=parallel)
    assert "ZeroDivisionError: division by zero" in built.html("kwdocs/src/a.py_fails.html")
    assert "AttributeError" in built.html("kwdocs/src/fails-folder.html")
    assert "could not be made, which is a defect of the package" in built.html("kwdocs/broken.html")
    assert "Sizes &lt;of&gt; files." in built.html("kwdocs/src/a.py_sizes.html")
    told = parse(built.out / "kwdocs/diagnostics.html").text_content()
    assert "The page fails failed: ZeroDivisionError: division by zero" in told
    assert "The page fails-folder failed: AttributeError" in told
    assert (crawl(built.out).broken, built.warnings.count("[kwdocs.plugin]")) == ([], 4)
    assert "the pages 'no-keys' are left out: ZeroDivisionError" in built.warnings
    assert "of the pages 'odd-keys', 5 cannot be made, first Target(kind='odd-keys', path='lost.py'" in built.warnings
    assert "has the name 'kw', which is taken" in built.warnings
    assert "a scope of file, folder, site" in built.warnings
    assert (built.out / "kwdocs/src/a.py_odd-keys-2.html").exists()


@pytest.mark.build
def test_pages_are_written_again_when_a_package_has_another_version(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    page = tmp_path / "out/html/kwdocs/src/a.py_sizes.html"

    def written(folder: str, text: str, version: str) -> float:
        with adding(tmp_path / folder, PAGES, text, "FILE", version=version):
            build(root / "docs", tmp_path / "out")
        return page.stat().st_mtime_ns

    first = written("one", PAGE, "1.0")
    assert written("two", PAGE, "1.0") == first
    assert written("three", PAGE.replace("Sizes <of>", "Bytes of"), "1.1") > first
    assert "Bytes of files." in page.read_text(encoding="utf-8")
    build(root / "docs", tmp_path / "out")
    assert not page.exists()


@pytest.mark.build
def test_pages_are_written_again_when_a_rule_has_another_version(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    for folder, text in (("one", RULE), ("two", RULE.replace('to do.", 1', 'undone.", 2'))):
        with adding(tmp_path / folder, RULES, text, "TODO"):
            built = build(root / "docs", tmp_path / "out")
    assert "left&gt; undone." in built.html("kwdocs/diagnostics.html")


SECTION = """
from sphinx_kwdocs.api import FileSection, Paragraph, Section

def fails(site, path):
    return 1 / 0

SIZE = FileSection("size", 15, lambda site, path: Section("size", "Size <of>", (Paragraph((f"{len(path)}",)),)))
FAILS = FileSection("fails", 25, fails)
OTHER = FileSection("other", 26, lambda site, path: Section("wrong", "Wrong"))
NONE = FileSection("none", 27, lambda site, path: None)
BROKEN = FileSection("broken", 28, lambda site, path: Section("broken", "Broken", ("no block",)))
TAKEN = FileSection("findings", 29, fails)
FIRST = FileSection("first", "first", fails)
"""
SECTIONS = "sphinx_kwdocs.sections"


def test_a_section_of_another_package_stands_at_its_place_and_one_that_fails_says_so(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    with adding(tmp_path, SECTIONS, SECTION, "SIZE", "FAILS", "OTHER", "NONE", "TAKEN", "FIRST"):
        built = build(root / "docs", tmp_path / "out")
    page = parse(built.out / "kwdocs/src/a.py_docs.html")
    anchors = page.xpath("//section[h2]/@id")
    assert anchors[:5] == ["file-metadata", "size", "fails", "other", "original-source"]
    assert "ZeroDivisionError: division by zero" in page.xpath("//section[@id='fails']")[0].text_content()
    assert "is no Section with the anchor other" in page.xpath("//section[@id='other']")[0].text_content()
    assert "Size &lt;of&gt;" in built.html("kwdocs/src/a.py_docs.html")
    assert (crawl(built.out).broken, built.warnings.count("[kwdocs.plugin]")) == ([], 2)
    assert "has the name 'findings', which is taken" in built.warnings
    assert "has the order 'first', but must have a whole number" in built.warnings


def test_a_page_with_a_section_that_cannot_be_shown_says_so(tmp_path: Path) -> None:
    with adding(tmp_path, SECTIONS, SECTION, "BROKEN"):
        site = site_of(write(tmp_path / "repo", FILES))
        page = render_page(publication_of(site), Target("docs", "src/a.py"))
    assert [item.message.partition(":")[0] for item in page.diagnostics] == ["The page docs failed"]
    assert "could not be made" in page.body


def test_a_publication_without_plugins_has_only_our_kinds(tmp_path: Path) -> None:
    site = site_of(write(tmp_path, FILES))
    publication = Publication(site, Urls(assign_addresses(page_keys(site))))
    assert "sizes" not in site.kinds
    assert render_page(publication, Target("docs", "src/a.py")).diagnostics == ()
