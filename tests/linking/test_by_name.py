"""Files of a language that says what it defines, includes and uses are linked by name, as far as they see others."""

from __future__ import annotations

import random
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from builds import build, publication_of, repository, site_of, write
from packages import installed

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.export.json_lines import json_lines
from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.linking.by_name import ByNameSession
from sphinx_kwdocs.memory.shared_store import SharedStore
from sphinx_kwdocs.memory.sqlite_store import SqliteStore
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.pipeline import build_index
from sphinx_kwdocs.publish import render_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from builds import Built

    from sphinx_kwdocs.model.index import Index

LANGUAGE = '''
"""Recipes: `dish NAME` defines one up to `end`, `with PATH` includes a file, `call NAME` and `see NAME` use names."""

from dataclasses import replace

from sphinx_kwdocs.api import FileFacts, Import, Kind, Language, NameUse, Span, Symbol


def extract(path, text):
    symbols, imports, uses, around = {}, [], [], []
    lines = text.split("\\n")
    for number, line in enumerate(lines, 1):
        word, _, name = line.strip().partition(" ")
        span = Span(number, len(line) - len(name), number, len(line))
        if word == "dish":
            qualname = ".".join([*(each.name for each in around), name])
            while qualname in symbols:
                qualname += "~2"
            parent = around[-1].id if around else ""
            visibility = "local" if parent else "public"
            symbol = Symbol(f"{path}#{qualname}", name, qualname, "dish", path, span, span, parent,
                            visibility=visibility)
            symbols[qualname] = symbol
            around.append(symbol)
        elif word == "end" and around:
            symbol = around.pop()
            symbols[symbol.qualname] = replace(symbol, extent=Span(symbol.span.line, 0, number, len(line)))
        elif word == "with":
            imports.append(Import(span, name))
        elif word in {"call", "see"}:
            uses.append(NameUse(span, name, "call" if word == "call" else "read"))
    return FileFacts("recipes", symbols=tuple(symbols.values()), imports=tuple(imports), uses=tuple(uses))


DISH = Kind("dish", "dish", "Dishes", "Recipes: what `dish` opens.", css_class="nf", order=15)
RECIPES = Language("recipes", "Recipes", ("*.recipe",), 1, extract, kinds=(DISH,))
'''
FILES = {
    "menu.recipe": "with base/stock.recipe\ndish dinner\ncall soup\nsee salt\ncall bread\nend\ncall dinner\n",
    "base/stock.recipe": "with spices.recipe\ndish soup\nsee salt\nend\n",
    "base/spices.recipe": "dish salt\nend\ndish pepper\nend\n",
    "other/bread.recipe": "dish bread\nend\ndish salt\nend\n",
    "shop.py": "def soup():\n    return 1\n",
}


@contextmanager
def recipes(tmp_path: Path) -> Iterator[None]:
    """Have the language for as long as a test needs it."""
    points = {"sphinx_kwdocs.languages": {"recipes": "recipes_kwdocs:RECIPES"}}
    with installed(tmp_path / "package", {"recipes_kwdocs.py": LANGUAGE}, points):
        yield


def index_of(tmp_path: Path, files: Mapping[str, str], **others: Any) -> Index:  # noqa: ANN401  whatever it takes
    """Return the index of some files of the language."""
    with recipes(tmp_path):
        return build_index(write(tmp_path / "repo", files), Config(), **others)


def references(index: Index, path: str) -> list[tuple[int, str, str, str, str]]:
    """Return what the names of a file mean: line, role, target, how that is known, and around it."""
    found = index.references.of(path)
    return [(each.span.line, each.role, each.target, each.known, each.holder) for each in found or ()]


def test_a_name_leads_to_the_only_symbol_of_that_name_in_the_file_and_what_it_includes(tmp_path: Path) -> None:
    index = index_of(tmp_path, FILES)
    assert references(index, "menu.recipe") == [
        (1, "import", "base/stock.recipe", "exact", ""),
        (3, "call", "base/stock.recipe#soup", "name", "menu.recipe#dinner"),
        (4, "read", "base/spices.recipe#salt", "name", "menu.recipe#dinner"),
        (7, "call", "menu.recipe#dinner", "name", ""),
    ]
    assert references(index, "base/stock.recipe") == [
        (1, "import", "base/spices.recipe", "exact", ""),
        (3, "read", "base/spices.recipe#salt", "name", "base/stock.recipe#soup"),
    ]
    assert index.calls.callees == {
        "menu.recipe#dinner": ("base/stock.recipe#soup",),
        "menu.recipe": ("menu.recipe#dinner",),
    }
    assert [place.path for place in index.imported_by["base/spices.recipe"]] == ["base/stock.recipe"]
    assert index.references.count("base/spices.recipe#salt") == 2


def test_a_name_that_several_visible_symbols_have_leads_nowhere(tmp_path: Path) -> None:
    files = {**FILES, "menu.recipe": "with other/bread.recipe\n" + FILES["menu.recipe"]}
    found = references(index_of(tmp_path, files), "menu.recipe")
    assert [target for _line, role, target, *_ in found if role != "import"] == [
        "base/stock.recipe#soup",
        "other/bread.recipe#bread",
        "menu.recipe#dinner",
    ]
    twice = {"a.recipe": "dish egg\nend\ndish egg\nend\ncall egg\n"}
    assert references(index_of(tmp_path / "twice", twice), "a.recipe") == []


def test_what_is_defined_inside_of_another_thing_is_known_only_there(tmp_path: Path) -> None:
    files = {
        "a.recipe": "dish soup\ndish foam\nend\ncall foam\nend\ncall foam\nsee soup.foam\n",
        "b.recipe": "with a.recipe\ncall foam\n",
    }
    index = index_of(tmp_path, files)
    assert references(index, "a.recipe") == [(4, "call", "a.recipe#soup.foam", "name", "a.recipe#soup")]
    assert references(index, "b.recipe") == [(1, "import", "a.recipe", "exact", "")]


@pytest.mark.parametrize(
    ("written", "origin", "target"),
    [
        ("spices.recipe", "repository", "base/spices.recipe"),
        ("../menu.recipe", "repository", "menu.recipe"),
        ("./spices.recipe", "repository", "base/spices.recipe"),
        ("other/bread.recipe", "repository", "other/bread.recipe"),
        ("bread.recipe", "repository", "other/bread.recipe"),
        ("read.recipe", "unresolved", ""),
        ("same.recipe", "unresolved", ""),
        ("../../../etc/passwd", "missing", ""),
        ("./nothing.recipe", "missing", ""),
        ("/menu.recipe", "unresolved", ""),
        ("/", "unresolved", ""),
        ("..", "missing", ""),
        ("x.recipe", "repository", "base/x.recipe"),
        ("base", "unresolved", ""),
    ],
)
def test_an_include_is_a_path_from_the_file_or_the_end_of_only_one(
    tmp_path: Path, written: str, origin: str, target: str
) -> None:
    files = {**FILES, "base/x.recipe": f"with {written}\n", "p/same.recipe": "", "q/same.recipe": "dish x\n"}
    index = index_of(tmp_path, files)
    [link] = index.imports["base/x.recipe"]
    assert (link.origin, link.target) == (origin, target)


def test_files_that_include_one_another_see_each_other(tmp_path: Path) -> None:
    files = {"a.recipe": "with b.recipe\ndish x\nend\ncall y\n", "b.recipe": "with a.recipe\ndish y\nend\ncall x\n"}
    index = index_of(tmp_path, files)
    assert [references(index, path)[1][2] for path in files] == ["b.recipe#y", "a.recipe#x"]


def test_a_second_build_gives_the_same_and_links_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linked = watch_linking(monkeypatch)
    plain = list(json_lines(index_of(tmp_path, FILES)))
    with SqliteStore.open(tmp_path / "store", lambda *_: None) as store:
        assert list(json_lines(index_of(tmp_path, FILES, store=store))) == plain
        linked.clear()
        assert list(json_lines(index_of(tmp_path, FILES, store=store))) == plain
    assert linked == []


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("base/spices.recipe", "dish salt\nend\ndish basil\nend\n", ["menu", "base/stock"]),
        ("base/spices.recipe", "\ndish salt\nend\ndish pepper\nend\n", []),
        ("base/stock.recipe", "with spices.recipe\ndish soup\nend\ndish broth\nend\n", ["menu", "base/stock"]),
        ("other/bread.recipe", "dish bread\nend\n", []),
        ("bread.recipe", "dish bread\nend\n", []),
        ("shop.py", "def soup():\n    return 2\n", []),
    ],
)
def test_after_an_edit_only_the_file_and_what_includes_it_are_linked_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, text: str, expected: list[str]
) -> None:
    linked = watch_linking(monkeypatch)
    changed = {**FILES, path: text}
    with SqliteStore.open(tmp_path / "store", lambda *_: None) as store:
        index_of(tmp_path, FILES, store=store)
        linked.clear()
        index = index_of(tmp_path, changed, store=store)
    assert sorted(linked) == sorted(f"{name}.recipe" for name in expected)
    assert list(json_lines(index)) == list(json_lines(index_of(tmp_path, changed)))


def watch_linking(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows with each file that is linked."""
    linked: list[str] = []
    real = ByNameSession._link  # noqa: SLF001  what does the work

    def link(session: ByNameSession, path: str) -> object:
        linked.append(path)
        return real(session, path)

    monkeypatch.setattr(ByNameSession, "_link", link)
    return linked


@pytest.mark.parametrize("seed", range(6))
def test_whatever_changes_between_two_builds_the_second_gives_what_a_plain_one_does(tmp_path: Path, seed: int) -> None:
    pick = random.Random(seed)  # noqa: S311  no secret
    paths = ["a.recipe", "b.recipe", "d/a.recipe", "d/c.recipe", "e/c.recipe"]
    names = ["x", "y", "z"]

    def line() -> str:
        word = pick.choice(["dish", "with", "call", "see", "end"])
        return f"{word} {pick.choice([*paths, 'c.recipe', '../b.recipe']) if word == 'with' else pick.choice(names)}\n"

    def text() -> str:
        return "".join(line() for _ in range(pick.randrange(6)))

    files = {path: text() for path in paths}
    root = tmp_path / "repo"
    with recipes(tmp_path), SqliteStore.open(tmp_path / "store", lambda *_: None) as store:
        for _step in range(8):
            path = pick.choice(paths)
            if path in files and pick.random() < 0.3:
                del files[path]
                (root / path).unlink(missing_ok=True)
            else:
                files[path] = text()
            write(root, files)
            found = list(json_lines(build_index(root, Config(), store=store)))
            assert found == list(json_lines(build_index(root, Config())))


def test_a_shared_cache_gives_the_same(tmp_path: Path) -> None:
    plain = list(json_lines(index_of(tmp_path, FILES)))
    for own in ("one", "two"):
        with (
            SqliteStore.open(tmp_path / "shared", lambda *_: None) as shared,
            SqliteStore.open(tmp_path / own, lambda *_: None) as mine,
        ):
            assert list(json_lines(index_of(tmp_path, FILES, store=SharedStore(shared, mine)))) == plain


def test_pages_show_includes_and_uses_as_those_of_python(tmp_path: Path) -> None:
    with recipes(tmp_path):
        publication = publication_of(site_of(write(tmp_path / "repo", FILES)))
        shown = {
            (kind, path): render_page(publication, Target(kind, path)).body
            for kind, path in (("docs", "menu.recipe"), ("docs", "base/spices.recipe"), ("xref", "base/spices.recipe"))
        }
    menu = shown["docs", "menu.recipe"]
    assert 'href="base/stock.recipe_docs.html#L2"' in menu
    assert 'href="base/spices.recipe_docs.html#L1"' in menu
    assert "This repository" in menu
    assert "bread_docs" not in menu
    assert "Imported by" in shown["docs", "base/spices.recipe"]
    assert 'title="dish soup' in menu
    assert "menu.recipe" in shown["xref", "base/spices.recipe"]
    assert "by name" in shown["xref", "base/spices.recipe"]


def test_a_language_brings_kinds_with_their_words_and_their_order(tmp_path: Path) -> None:
    own = list(all_kinds())
    with recipes(tmp_path):
        names = list(all_kinds())
        site = site_of(write(tmp_path / "repo", FILES))
        keywords = render_page(publication_of(site), Target("kw", "base/spices.recipe")).body
        documentation = render_page(publication_of(site), Target("docs", "base/spices.recipe")).body
    assert names == [*own[:1], "dish", *own[1:]]
    assert 'id="kind-dish"' in keywords
    assert ">Dishes<" in keywords
    assert "2 dishes" in documentation
    assert list(all_kinds()) == own


@pytest.mark.build
@pytest.mark.parametrize("parallel", [1, 2])
def test_a_second_build_with_sphinx_writes_what_a_build_from_nothing_writes(tmp_path: Path, parallel: int) -> None:
    root = repository(tmp_path / "repo", FILES)
    with recipes(tmp_path):
        build(root / "docs", tmp_path / "out", parallel=parallel)
        write(root, {"base/spices.recipe": FILES["base/spices.recipe"] + "dish soup\nend\n"})
        again = contents(build(root / "docs", tmp_path / "out", parallel=parallel))
        assert again == contents(build(root / "docs", tmp_path / "clean", parallel=parallel))
    assert "menu.recipe_xref.html" in again


def contents(built: Built) -> dict[str, bytes]:
    """Return all pages of ours by their names."""
    folder = built.out / "kwdocs"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.html")}
