"""Other projects find our pages through the inventory, and readers find them in Sphinx's own search."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from builds import Built, build, inventory, repository
from sphinx.ext.intersphinx import inspect_main

if TYPE_CHECKING:
    from pathlib import Path

PLANE = """class Square:
    def area(self):
        return self._side

    _side = 1


def scale(shape):
    def inner():
        return shape
    return Square().area()


def _hidden():
    return scale(1)
"""
FILES = {
    "pyproject.toml": "[project]\nname = 'shapes'\n",
    "src/shapes/__init__.py": "",
    "src/shapes/plane.py": PLANE,
    "src/shapes/<b>.py": "x = 1\n",
    "tests/test_plane.py": "def test_area():\n    assert True\n",
    "docs/words.rst": "Words\n=====\n\n.. kw:keyword:: unit square\n\nText.\n",
    "docs/index.rst": "Tiny\n====\n\n.. toctree::\n\n   words\n",
}


def site(path: Path, builder: str = "html", **settings: object) -> Built:
    """Build the site."""
    root = repository(path / "repo", FILES)
    built = build(root / "docs", path / "out", builder, **settings)
    assert built.warnings == ""
    return built


def search_index(built: Built) -> dict[str, Any]:
    """Return what Sphinx's search loads."""
    text = built.html("searchindex.js")
    found: dict[str, Any] = json.loads(text[text.index("(") + 1 : text.rindex(")")])
    return found


def pages_of(found: dict[str, Any], word: str) -> list[int]:
    """Return the pages that a word leads to."""
    pages = found["terms"].get(word, [])
    return pages if isinstance(pages, list) else [pages]


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_the_inventory_has_everything_public_and_nothing_else(tmp_path: Path, builder: str) -> None:
    found = inventory(site(tmp_path, builder))
    end = ".html" if builder == "html" else "/"
    assert {name: url for name, url in found["kw:symbol"].items() if not name.startswith("docs/conf.py#")} == {
        "shapes.plane.Square": f"kwdocs/src/shapes/plane.py_kw{end}#Square",
        "shapes.plane.Square.area": f"kwdocs/src/shapes/plane.py_kw{end}#Square.area",
        "shapes.plane.scale": f"kwdocs/src/shapes/plane.py_kw{end}#scale",
        "src/shapes/<b>.py#x": f"kwdocs/src/shapes/~3cb~3e.py_kw{end}#x",
    }
    assert found["kw:file"]["src/shapes/plane.py"] == f"kwdocs/src/shapes/plane.py_docs{end}"
    assert found["kw:folder"]["src/shapes/"] == (
        "kwdocs/src/shapes/index.html" if builder == "html" else "kwdocs/src/shapes/"
    )
    assert found["kw:keyword"] == {"unit square": f"words{end}#kw-unit-square"}


def test_another_project_links_in_through_intersphinx(tmp_path: Path) -> None:
    built = site(tmp_path / "first")
    text = (
        "Other\n=====\n\n:kw:sym:`shapes.plane.Square.area`, :kw:file:`src/shapes/plane.py`, :kw:folder:`src/shapes/`,"
        " :kw:key:`unit square`\n"
    )
    conf = (
        'extensions = ["sphinx_kwdocs", "sphinx.ext.intersphinx"]\n'
        f'intersphinx_mapping = {{"shapes": ("https://example.org/", {str(built.out / "objects.inv")!r})}}\n'
    )
    root = repository(tmp_path / "second", {"docs/conf.py": conf, "docs/index.rst": text})
    other = build(root / "docs", tmp_path / "out")
    assert other.warnings == ""
    page = other.html("index.html")
    for url in ("plane.py_kw.html#Square.area", "plane.py_docs.html", "shapes/index.html"):
        assert f'href="https://example.org/kwdocs/src/shapes/{url}"' in page or f"kwdocs/src/{url}" in page
    assert 'href="https://example.org/words.html#kw-unit-square"' in page


def test_the_search_finds_pages_by_path_and_names_behind_what_authors_describe(tmp_path: Path) -> None:
    found = search_index(site(tmp_path))
    page = found["docnames"].index("kwdocs/src/shapes/plane.py_docs")
    assert found["titles"][page] == "src/shapes/plane.py"
    assert page in pages_of(found, "plane")
    assert page not in pages_of(found, "py")
    of_page = found["docnames"].index("kwdocs/src/shapes/plane.py_kw")
    names = {item[4]: item for item in found["objects"][""] if item[0] == of_page}
    assert set(names) == {"Square", "area", "scale"}
    for document, kind, priority, anchor, name in names.values():
        assert found["docnames"][document] == "kwdocs/src/shapes/plane.py_kw"
        assert found["objnames"][str(kind)][:2] == ["kw", "symbol"]
        assert priority == 2
        assert anchor.endswith(name)


def test_a_path_is_text_in_the_search_not_markup(tmp_path: Path) -> None:
    built = site(tmp_path)
    found = search_index(built)
    # Sphinx's script escapes titles since 9.0; what an older one shows has to be escaped before.
    is_text = "_escapeHTML(title)" in built.html("_static/searchtools.js")
    assert ("src/shapes/<b>.py" if is_text else "src/shapes/&lt;b&gt;.py") in found["titles"]
    assert "<b>" not in json.dumps(found["alltitles"])


def test_names_that_an_inventory_would_read_otherwise_are_not_in_it(tmp_path: Path) -> None:
    files = {
        "notes/Release notes 2 final.txt": "x\n",
        "notes/a std:label 1 evil.html b.txt": "x\n",
        "notes/fine name.txt": "x\n",
        "docs/words.rst": "Words\n=====\n\n.. kw:keyword:: py3 std:doc 1 evil.html x; plain words\n\nText.\n",
    }
    root = repository(tmp_path / "repo", FILES | files)
    found = inventory(build(root / "docs", tmp_path / "out"))
    assert [name for name in found["kw:file"] if name.startswith("notes/")] == ["notes/fine name.txt"]
    assert list(found["kw:keyword"]) == ["plain words"]
    assert "py3" not in found["std:doc"]
    assert "notes/a" not in found["std:label"]


def test_the_search_has_no_more_names_than_the_setting_allows(tmp_path: Path) -> None:
    found = search_index(site(tmp_path, kwdocs_search_names=2))
    ours = [name for name in found["docnames"] if name.startswith("kwdocs/") and name.endswith(("_docs", "_kw"))]
    # `scale` and `Square.area` are used once, `Square` too; the rest never.
    assert len(ours) <= 2
    names = [
        item for items in found["objects"].values() for item in items if found["objnames"][str(item[1])][0] == "kw"
    ]
    assert len([item for item in names if item[2] == 2]) == 2


def test_names_are_found_by_themselves_not_by_what_they_stand_in(tmp_path: Path) -> None:
    found = search_index(site(tmp_path))
    kinds = {int(number) for number, names in found["objnames"].items() if names[:2] == ["kw", "symbol"]}
    prefixes = {prefix for prefix, items in found["objects"].items() for item in items if item[1] in kinds}
    assert prefixes == {""}
    docs = [name for page in pages_of(found, "shape") if (name := found["docnames"][page]).endswith("_docs")]
    assert docs == ["kwdocs/src/shapes/__init__.py_docs"]


def test_names_that_one_page_has_several_times_are_shown_with_their_classes(tmp_path: Path) -> None:
    shapes = (
        "class Square:\n    def area(self): ...\n\n\nclass Disc:\n    def area(self): ...\n    def radius(self): ...\n"
    )
    root = repository(tmp_path / "repo", FILES | {"src/shapes/two.py": shapes})
    found = search_index(build(root / "docs", tmp_path / "out"))
    page = found["docnames"].index("kwdocs/src/shapes/two.py_kw")
    names = {
        f"{prefix}.{item[4]}".lstrip(".")
        for prefix, items in found["objects"].items()
        for item in items
        if item[0] == page
    }
    assert names == {"Square", "Disc", "Square.area", "Disc.area", "radius"}


def test_a_file_is_found_by_its_path_and_by_its_name_with_the_suffix_but_not_by_one_word_more(tmp_path: Path) -> None:
    found = search_index(site(tmp_path))
    page = found["docnames"].index("kwdocs/src/shapes/plane.py_docs")
    entries = {entry: places for entry, places in found["indexentries"].items() if places[0][0] == page}
    assert sorted(entry.rstrip("/") for entry in entries) == ["plane.py", "src/shapes/plane.py"]
    for entry, places in entries.items():
        # As Sphinx's script decides: a query is found in an entry that is at most twice as long.
        assert len(entry.rstrip("/")) >= len(entry) / 2
        assert all(len(word) < len(entry) / 2 for word in ("src", "shapes", "plane", "py") if word in entry)
        assert places == [[page, "", True]]


def test_a_file_that_is_gone_leaves_nothing_in_the_search(tmp_path: Path) -> None:
    site(tmp_path)
    (tmp_path / "repo" / "src" / "shapes" / "plane.py").unlink()
    found = search_index(build(tmp_path / "repo" / "docs", tmp_path / "out"))
    assert not [entry for entry in found["indexentries"] if "plane.py" in entry and "test" not in entry]


def test_what_documents_describe_or_are_made_from_is_not_in_the_search_twice(tmp_path: Path) -> None:
    api = "API\n===\n\n.. py:module:: shapes.plane\n\n.. py:class:: Square\n\n   .. py:method:: area()\n"
    root = repository(
        tmp_path / "repo",
        FILES | {"docs/api.rst": api, "docs/index.rst": "Tiny\n====\n\n.. toctree::\n\n   words\n   api\n"},
    )
    for _round in range(2):
        built = build(root / "docs", tmp_path / "out")
        found = search_index(built)
        pages = {name for name in found["docnames"] if name.startswith("kwdocs/")}
        assert not pages & {"kwdocs/docs/api.rst_docs", "kwdocs/docs/index.rst_docs", "kwdocs/docs/words.rst_docs"}
        assert "kwdocs/src/shapes/plane.py_docs" not in pages
        assert "kwdocs/src/shapes/~3cb~3e.py_docs" in pages
        assert "kwdocs/src/shapes/__init__.py_docs" in pages
        ours = {item[4] for item in found["objects"][""] if found["docnames"][item[0]].startswith("kwdocs/src/")}
        assert ours == {"scale", "x"}
        # Other projects still find all.
        assert {"shapes.plane.Square", "shapes.plane.Square.area"} <= inventory(built)["kw:symbol"].keys()
        (tmp_path / "out" / "html" / "searchindex.js").unlink(missing_ok=True)


def test_no_names_in_the_search_means_none(tmp_path: Path) -> None:
    found = search_index(site(tmp_path, kwdocs_search_names=0))
    assert [name for name in found["docnames"] if name.endswith(("_docs", "_kw"))] == []


def test_pages_stay_in_the_search_when_nothing_changed(tmp_path: Path) -> None:
    first = search_index(site(tmp_path))
    again = build(tmp_path / "repo" / "docs", tmp_path / "out")
    assert search_index(again)["docnames"] == first["docnames"]


def test_the_inventory_can_be_read_by_sphinx_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built = site(tmp_path)
    assert inspect_main([str(built.out / "objects.inv")]) == 0
    assert "shapes.plane.Square.area" in capsys.readouterr().out
