"""Other extensions have a say in a build through events and the API, and the documented examples do what they say."""

from __future__ import annotations

import importlib
import re
import runpy
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from builds import Built, build, repository, write
from crawl import crawl, parse
from packages import installed

from sphinx_kwdocs import api
from sphinx_kwdocs.__main__ import main
from sphinx_kwdocs.api import Keyword, Passage, Symbol, Target
from sphinx_kwdocs.plugins import GROUPS
from sphinx_kwdocs.sphinx_ext.listeners import EVENTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.testing.util import SphinxTestApp

HOW_TO = Path(__file__).parents[2] / "docs/how-to/extend.md"
CODE = '''"""A shop."""


def deprecated(function):
    return function


@deprecated
def pay(amount):
    """Pay."""
    return amount


class Cart:
    def total(self):
        return pay(1)
'''
GUIDE = """Guide
=====

.. py:module:: shop

.. py:function:: pay(amount)

.. py:class:: Cart

Payment
-------

``pay`` a ``Cart`` and :kw:sym:`Cart.total`.

.. code-block:: python

   import shop

   shop.pay(shop.Cart().total())
"""
FILES = {"src/shop.py": CODE, "src/vendor/extra.py": "def pay_extra(): ...\n", "docs/guide.rst": GUIDE,
         "docs/index.rst": "Tiny\n====\n\n.. toctree::\n\n   guide\n"}  # fmt: skip


def listening(**listeners: Callable[..., object]) -> Callable[[SphinxTestApp], None]:
    def connect(app: SphinxTestApp) -> None:
        for name, listener in listeners.items():
            app.connect(f"kwdocs-{name}", listener)

    return connect


def made(tmp_path: Path, **listeners: Callable[..., object]) -> Built:
    if not (tmp_path / "repo").exists():
        repository(tmp_path / "repo", FILES)
    return build(tmp_path / "repo/docs", tmp_path / "out", prepare=listening(**listeners))


def index_rows(built: Built) -> dict[str, str]:
    page = parse(built.out / "kwdocs/keywords.html")
    names = page.xpath("//dt[not(contains(@class, 'sig'))]")
    return {name.text_content().strip(): name.getnext().text_content().strip() for name in names}


def whole(built: Built) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(built.out.rglob("*.html")))


def test_a_file_that_a_listener_skips_is_nowhere(tmp_path: Path) -> None:
    asked: list[str] = []

    def skip(app: object, item: object) -> bool | None:
        del app
        if isinstance(item, Symbol):
            return None
        asked.append(item.path)  # type: ignore[attr-defined]
        return "vendor" in asked[-1] or None

    built = made(tmp_path, skip=skip)
    assert asked == sorted(FILES | {"docs/conf.py": ""})
    assert not (built.out / "kwdocs/src/vendor").exists()
    assert "pay_extra" not in whole(built)
    assert (crawl(built.out).broken, built.warnings) == ([], "")


def test_a_symbol_that_a_listener_skips_has_no_entry_and_no_link(tmp_path: Path) -> None:
    def skip(app: object, item: object) -> bool | None:
        del app
        return isinstance(item, Symbol) and item.name == "pay"

    built = made(tmp_path, skip=skip)
    assert (crawl(built.out).broken, crawl(built.out).duplicates, built.warnings) == ([], [], "")
    rows = index_rows(built)
    assert "Cart" in rows
    # What the document describes is there still; what the file defines is not.
    assert "src/shop.py" not in rows["pay"]
    source = parse(built.out / "kwdocs/src/shop.py_docs.html")
    assert source.xpath('//*[@id="L9"]')[0].text_content().startswith("def pay(amount):")
    assert source.xpath('//*[@id="L16"]//a[contains(., "pay")]') == []
    guide = parse(built.out / "guide.html")
    assert [link.get("href") for link in guide.xpath('//a[contains(@class, "kw-source-link")]')] == [
        "kwdocs/src/shop.py_docs.html#L14"
    ]
    assert [link.text_content() for link in guide.xpath('//div[contains(@class, "highlight")]//a')] == [
        "shop", "shop", "shop", "Cart", "total",
    ]  # fmt: skip


def test_the_first_listener_that_says_something_decides(tmp_path: Path) -> None:
    def keep(app: object, item: object) -> bool | None:
        del app
        return False if isinstance(item, Symbol) and item.name == "pay" else None

    repository(tmp_path / "repo", FILES)

    def connect(app: SphinxTestApp) -> None:
        app.connect("kwdocs-skip", keep, priority=100)
        app.connect("kwdocs-skip", lambda _app, item: isinstance(item, Symbol), priority=200)

    rows = index_rows(build(tmp_path / "repo/docs", tmp_path / "out", prepare=connect))
    assert "src/shop.py" in rows["pay"]
    assert "total" not in rows


def test_pages_and_documents_are_written_again_when_something_else_is_skipped(tmp_path: Path) -> None:
    def skip(app: object, item: object) -> bool | None:
        del app
        return isinstance(item, Symbol) and item.name == "pay"

    def links(built: Built) -> tuple[bool, bool]:
        return "shop.py_docs.html#L9" in built.html("guide.html"), "#L9" in built.html("kwdocs/src/shop.py_kw.html")

    assert links(made(tmp_path)) == (True, True)
    assert links(made(tmp_path, skip=skip)) == (False, False)
    assert links(made(tmp_path)) == (True, True)


def test_pages_are_written_again_when_a_name_is_skipped_that_no_document_knows(tmp_path: Path) -> None:
    def skip(app: object, item: object) -> bool | None:
        del app
        return isinstance(item, Symbol) and item.name == "deprecated"

    assert "#L4" in made(tmp_path).html("kwdocs/src/shop.py_kw.html")
    assert "#L4" not in made(tmp_path, skip=skip).html("kwdocs/src/shop.py_kw.html")


def test_listeners_add_change_and_remove_entries_of_the_index(tmp_path: Path) -> None:
    def edit(app: object, keywords: list[Keyword]) -> None:
        del app
        keywords[:] = [
            word._replace(name="CART") if word.name == "Cart" and word.line else word
            for word in keywords if word.name != "total"
        ]  # fmt: skip
        keywords.append(Keyword.in_file("Zebra <1>", "term", "src/shop.py", 3))
        keywords.append(Keyword.in_document("Zoo", "concept", Passage("guide", "payment", "How to pay")))

    built = made(tmp_path, keywords=edit)
    rows = index_rows(built)
    assert rows["Zebra <1>"] == "term src/shop.py:3"
    assert rows["Zoo"] == "concept in How to pay"
    assert rows["CART"].startswith("class src/shop.py:14")
    assert "total" not in rows
    assert (crawl(built.out).broken, built.warnings) == ([], "")
    assert "Zebra <1>" not in index_rows(made(tmp_path))


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Keyword.in_file("x", "animal", "src/shop.py", 1), "has the kind 'animal', which is none of class, function"),
        (Keyword.in_file("x", "term", "src/lost.py", 1), "stands in 'src/lost.py', which is no text file"),
        (Keyword.in_file("x", "term", "src/shop.py", 99), "stands on line 99 of a file that has 16"),
        (Keyword.in_file("x", "term", "src/shop.py", 0), "stands on line 0 of a file"),
        (Keyword.in_file(" ", "term", "src/shop.py", 1), "has no name that can be shown"),
        (Keyword.in_file("a\nb", "term", "src/shop.py", 1), "has no name that can be shown"),
        (Keyword.in_document("x", "term", Passage("lost", "", "Lost")), "stands in 'lost', which is no document"),
        (Keyword.in_document("x", "term", Passage("guide", "lost", "x")), "stands at 'lost', which is no place"),
        ("text", "is no Keyword"),
    ],
)
def test_an_entry_that_leads_nowhere_is_left_out_with_a_warning(tmp_path: Path, entry: object, words: str) -> None:
    built = made(tmp_path, keywords=lambda _app, keywords: keywords.append(entry))
    assert built.warnings.count("[kwdocs.plugin]") == built.warnings.count("WARNING") == 1
    assert words in re.sub(r"\x1b\[[\d;]*m", "", built.warnings)
    assert crawl(built.out).broken == []
    assert "Cart" in index_rows(built)


def test_the_api_tells_what_a_build_knows(tmp_path: Path) -> None:
    seen: dict[str, Any] = {}

    def before(app: Any, *_: object) -> list[str]:  # noqa: ANN401  see `events`
        seen["early"] = (api.index_of(app), api.documentation_of(app), api.url_of(app, "guide", Target("index")))
        return []

    def look(app: Any, pagename: str, *_: object) -> None:  # noqa: ANN401  see `events`
        if pagename == "guide":
            index, lookup, documentation = api.index_of(app), api.lookup_of(app), api.documentation_of(app)
            assert index
            assert lookup
            assert documentation
            target = lookup.symbol("shop.pay").target
            line = index.symbols[target].span.line
            seen["url"] = api.url_of(app, "guide", Target("docs", "src/shop.py", f"L{line}"))
            seen["documents"] = [passage.document for passage in documentation.documented[target]]
            seen["nowhere"] = api.url_of(app, "guide", Target("docs", "lost.py"))

    def connect(app: SphinxTestApp) -> None:
        app.connect("env-get-outdated", before, priority=1)
        app.connect("html-page-context", look)

    repository(tmp_path / "repo", FILES)
    build(tmp_path / "repo/docs", tmp_path / "out", prepare=connect)
    assert seen == {
        "early": (None, None, ""),
        "url": "kwdocs/src/shop.py_docs.html#L9",
        "documents": ["guide"],
        "nowhere": "",
    }


def test_a_repository_is_read_without_a_build(tmp_path: Path) -> None:
    index = api.read_repository(str(write(tmp_path, FILES)), exclude=["vendor/"])
    assert "src/shop.py#Cart.total" in index.symbols
    assert "src/vendor/extra.py" not in index.files


def test_a_repository_is_not_read_with_wrong_settings(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="kwdocs_max_size is 0, but must be a whole number of bytes"):
        api.read_repository(tmp_path, max_size=0)
    with pytest.raises(ValueError, match="there is no setting colour"):
        api.read_repository(tmp_path, colour="red")
    with pytest.raises(NotADirectoryError):
        api.read_repository(tmp_path / "lost")


def test_the_api_exports_what_it_says_and_every_item_is_described() -> None:
    assert len(api.__all__) == len(set(api.__all__))
    assert api.__all__ == sorted(api.__all__)
    assert [name for name in api.__all__ if not getattr(api, name).__doc__] == []


@pytest.fixture
def examples() -> dict[str, str]:
    """Give the blocks of the how-to guide by their captions."""
    found = re.findall(
        r"```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)```", HOW_TO.read_text(encoding="utf-8"), re.DOTALL
    )
    return dict(found)


def test_the_examples_of_the_guide_do_what_it_says(
    tmp_path: Path, examples: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tomllib.loads(examples["pyproject.toml"])["project"]
    conf = examples["conf.py"].replace('"sphinx_kwdocs"]', '"sphinx_kwdocs", "shop_codes", "shop_sources"]')
    template = "{% extends '!layout.html' %}{% block footer %}<i>{{ sources }}</i>{% endblock %}\n"
    justfile = "# Build it.\nbuild target='all':\n    make\n\nname := 'x'\ntest: build\n"
    files = FILES | {
        "docs/conf.py": conf + "templates_path = ['_templates']\n",
        "docs/_templates/layout.html": template,
        "justfile": justfile,
        "src/till.py": 'class Till:\n    """Deprecated: there is no cash."""\n\n\nprint(Till)\n',
        "src/errors.txt": "Errors\nE101 Too much. TODO say what\n",
    }
    root = repository(tmp_path / "repo", files)
    modules = {name: text for name, text in examples.items() if name.startswith("shop_")}
    with installed(tmp_path / "site", modules, project["entry-points"]):
        built = build(root / "docs", tmp_path / "out")
        monkeypatch.setattr(sys, "argv", ["unused.py", str(root)])
        runpy.run_path(str(write(tmp_path, {"unused.py": examples["unused.py"]}) / "unused.py"))
        assert main(["index", str(root), "--format", "tags", "-o", str(tmp_path / "tags")]) == 0
    assert "build\tjustfile\t2" in (tmp_path / "tags").read_text(encoding="utf-8").splitlines()
    assert (crawl(built.out).broken, built.warnings) == ([], "")
    rows = index_rows(built)
    assert rows["build"] == "function justfile:2"
    assert rows["test"] == "function justfile:6"
    assert "name" not in rows
    assert rows["E101"].endswith("term src/errors.txt:2")
    assert "src/shop.py" not in rows["pay"]
    assert "Build it." in built.html("kwdocs/justfile_kw.html")
    assert parse(built.out / "kwdocs/justfile_docs.html").xpath("//a[@href='#L2'][text()='build']/text()") == ["build"]
    assert "E101 Too much. TODO say what" in built.html("kwdocs/diagnostics.html")
    assert "It is used, and has no docstring" in built.html("kwdocs/src/shop.py_docs.html")
    titles = parse(built.out / "kwdocs/src/till.py_docs.html").xpath("//section/h2/text()")
    assert titles[titles.index("On the way out") - 1 :][:3] == [
        "Architecture & Design",
        "On the way out",
        "Cross-References",
    ]
    assert "On the way out" not in built.html("kwdocs/src/shop.py_docs.html")
    largest = parse(built.out / "kwdocs/src/largest.html")
    assert largest.xpath("//tbody/tr/td[1]//text()") == ["shop.py", "till.py", "errors.txt"]
    assert "<i>{'src/shop.py': 'kwdocs/src/shop.py_docs.html'}</i>" in built.html("guide.html")
    assert capsys.readouterr().out.splitlines() == [
        "docs/conf.py:13: setup", "justfile:6: test", "src/vendor/extra.py:1: pay_extra",
    ]  # fmt: skip


def test_the_guide_shows_every_event_and_group(examples: dict[str, str]) -> None:
    text = HOW_TO.read_text(encoding="utf-8")
    assert [event.name for event in EVENTS if f"{{event}}`{event.name}`" not in text] == []
    assert len(tomllib.loads(examples["pyproject.toml"])["project"]["entry-points"]) == len(GROUPS)


def test_the_reference_describes_every_name_of_the_api_with_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HOW_TO.parents[1] / "_ext"))
    reference = importlib.import_module("api_reference")
    shown = HOW_TO.parents[1].joinpath("reference/python-api.md").read_text(encoding="utf-8")
    sections = re.findall(r"\{from-code\} api (\S+)\n", shown)
    text = "\n".join(line for section in sections for line in reference.api_section(section))
    described = re.findall(r"^`+\{py:\w+\} sphinx_kwdocs\.api\.(\w+)", text, re.MULTILINE)
    assert sorted(described) == api.__all__
    nouns = [getattr(api, name) for name in api.__all__ if isinstance(getattr(api, name), type)]
    assert [(noun, field) for noun in nouns for field in reference.fields_of(noun) if not field.meaning] == []
    assert all(event.name in "\n".join(reference.events()) for event in EVENTS)
    assert {"{from-code} events\n", "{from-code} entry-points\n"} <= set(re.findall(r"\{from-code\} [\w-]+\n", shown))
    for name in ("api_reference", "markdown_text"):
        sys.modules.pop(name, None)
