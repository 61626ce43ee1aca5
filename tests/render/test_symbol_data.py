"""The scripts with all names: every symbol once, each script of bounded size, the same ones for the same names."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import lxml.html  # type: ignore[import-untyped]
import pytest
from builds import build, publication_of, repository, site_of, write

from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.page import Target, symbol_anchor
from sphinx_kwdocs.publish import render_page
from sphinx_kwdocs.render.symbol_data import LARGEST, spelled, symbol_scripts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.publish import Publication

ROOT = "_symbols/s-.js"
SHOP = """class Cart:
    def total(self) -> int:
        return 1


def total() -> int:
    return 2
"""


def read(script: str) -> dict[str, Any]:
    """Return the data of a script, which must be one call with plain ASCII."""
    assert script.isascii()
    found = re.fullmatch(r"kwdocs\.symbols\((.*)\);\n", script, re.DOTALL)
    assert found
    data = json.loads(found.group(1))
    assert isinstance(data, dict)
    return data


def scripts_of(publication: Publication, index: Index | None = None) -> dict[str, str]:
    listed = list(symbol_scripts(index or publication.site.index, publication.urls))
    assert len({name.casefold() for name, _text in listed}) == len(listed)
    return dict(listed)


def found_rows(scripts: dict[str, str], place: str = "") -> Iterator[tuple[str, list[Any]]]:
    """Go from the first script to all others, as a browser would, and yield each row with the place it stands in."""
    data = read(scripts[f"_symbols/s-{place}.js"])
    for letter in data.get("next", ""):
        yield from found_rows(scripts, data["at"] + letter)
    for row in data.get("rows", ()):
        yield place, row


def address(row: list[Any], tail: str) -> str:
    """Return the URL of a row, as the script in the browser makes it."""
    url = row[4] if len(row) > 4 and row[4] else quote(row[3]) + tail
    anchor = row[5] if len(row) > 5 else row[1] or row[0]
    return f"{url}#{anchor}"


def many(number: int, name: str) -> dict[str, str]:
    """Return files with a lot of methods, one of them the same in all."""
    return {
        f"pack/part_{part}.py": "".join(
            f"class Holder{part}x{place}:\n    def {name}(self): ...\n    def {name}_{place}(self): ...\n"
            for place in range(number)
        )
        for part in range(10)
    }


def test_a_small_repository_has_one_script_with_every_symbol(tmp_path: Path) -> None:
    publication = publication_of(site_of(write(tmp_path, {"shop.py": SHOP})))
    scripts = scripts_of(publication)
    assert list(scripts) == [ROOT]
    data = read(scripts[ROOT])
    assert data["tail"] == "_kw.html"
    numbers = list(all_kinds())
    assert [[*row[:2], numbers[row[2]], *row[3:]] for row in data["rows"]] == [
        ["Cart", 0, "class", "shop.py"],
        ["total", "Cart.total", "method", "shop.py"],
        ["total", 0, "function", "shop.py"],
    ]
    assert data["kinds"][data["rows"][0][2]] == "class"


def test_every_symbol_is_in_one_script_and_no_script_is_large(tmp_path: Path) -> None:
    publication = publication_of(site_of(write(tmp_path, many(120, "forward"))))
    scripts = scripts_of(publication)
    rows = list(found_rows(scripts))
    index = publication.site.index
    found = sorted(f"{row[3]}#{row[1] or row[0]}" for _place, row in rows)
    assert found == sorted(index.symbols)
    assert len(found) > 3_000
    assert max(map(len, scripts.values())) <= LARGEST
    assert len(scripts) > 5
    for place, row in rows:
        assert f"{spelled(row[0])}.".startswith(place.partition(".")[0])
    # A browser finds all of them from the first one, which is small.
    assert {place for place, _row in rows} | {""} <= {name[len("_symbols/s-") : -len(".js")] for name in scripts}
    assert len(scripts[ROOT]) < 4_096
    assert scripts_of(publication) == scripts


def test_thousands_of_the_same_qualified_name_are_parted_too(tmp_path: Path) -> None:
    files = {f"{number}/{'folder' * 9}/module.py": "def main(): ...\n" for number in range(1_200)}
    publication = publication_of(site_of(write(tmp_path, files)))
    scripts = scripts_of(publication)
    assert sorted(row[3] for _place, row in found_rows(scripts)) == sorted(files)
    assert max(map(len, scripts.values())) <= LARGEST
    assert len(scripts) > 2


def test_every_row_leads_to_a_place_that_exists(tmp_path: Path) -> None:
    files = {
        "shop.py": SHOP + "class keywords_extracted: ...\n",
        "a b/100%#.py": "def odd(): ...\n",
        "guide.md": "# <script>alert('1')</script> & \"more\"\n\n## File information\n\ntext\n",
        "grüße/é.py": "größe = 1\nclass Über: ...\n",
        "twice.py": "def again(): ...\ndef again(): ...\n",
    }
    publication = publication_of(site_of(write(tmp_path, files)))
    index, scripts = publication.site.index, scripts_of(publication)
    tail = read(scripts[ROOT])["tail"]
    anchors = set()
    for path in index.facts:
        body = render_page(publication, Target("kw", path)).body
        page = publication.urls.page(Target("kw", path))
        anchors |= {f"{unquote(page)}#{name}" for name in re.findall(r'id="([^"]*)"', body)}
    links = {unquote(address(row, tail).partition("#")[0]) + "#" + address(row, tail).partition("#")[2]
             for _place, row in found_rows(scripts)}  # fmt: skip
    assert len(links) == len(index.symbols) > 8
    assert links <= anchors


def test_names_cannot_break_out_of_a_script(tmp_path: Path) -> None:
    publication = publication_of(site_of(write(tmp_path, {"shop.py": SHOP})))
    index = publication.site.index
    hostile = ["</script><script>", 'a"b\\', "line\u2028break\u2029", "\ud800", "\u202eturned", "\x00", "x" * 100_000]
    symbols = dict(index.symbols)
    first = next(iter(symbols.values()))
    for number, name in enumerate(hostile):
        made = replace(first, id=f"shop.py#{number}", name=name, qualname=f"{name}.{number}")
        symbols[made.id] = made
    scripts = scripts_of(publication, replace(index, symbols=symbols))
    rows = [row for _place, row in found_rows(scripts)]
    assert len(rows) == len(symbols)
    assert max(map(len, scripts.values())) <= LARGEST
    shown = {row[0] for row in rows}
    assert {"</script><script>", 'a"b\\', "line\u2028break\u2029", "\u202eturned"} <= shown
    assert "\ud800" not in "".join(shown)
    (long,) = (row for row in rows if row[0].startswith("xxx"))
    # Its own anchor would be too long, so that the row leads to the page.
    assert (len(long[0]), long[5]) == (300, "")


def test_an_edit_changes_only_the_scripts_of_names_that_begin_alike(tmp_path: Path) -> None:
    files = many(120, "forward")
    before = scripts_of(publication_of(site_of(write(tmp_path, files))))
    path = "pack/part_3.py"
    write(tmp_path, {path: '"""Moves every line."""\n\n\n' + files[path] + "\n\ndef zebra(): ...\n"})
    after = scripts_of(publication_of(site_of(tmp_path)))
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert changed == {ROOT, "_symbols/s-z.js"}


@pytest.mark.parametrize(
    ("builder", "places"),
    [
        ("html", {"index.html": "", "keywords.html": "", "src/shop.py_docs.html": "../", "src/index.html": "../"}),
        ("dirhtml", {"index.html": "", "keywords/index.html": "../", "src/shop.py_docs/index.html": "../../"}),
    ],
)
def test_pages_have_a_hidden_place_for_the_field(tmp_path: Path, builder: str, places: dict[str, str]) -> None:
    docs = repository(tmp_path / "repo", {"src/shop.py": SHOP}) / "docs"
    built = build(docs, tmp_path / "built", builder)
    for page, up in places.items():
        (label,) = lxml.html.document_fromstring(built.html(f"kwdocs/{page}")).xpath("//label[@class='kw-find']")
        assert (label.get("data-kw-symbols"), label.text, "hidden" in label.attrib) == (
            f"{up}_symbols/",
            "Go to symbol",
            True,
        )
    assert "kw-find" not in built.html("index.html")


def test_a_builder_of_one_page_has_no_place_for_the_field(tmp_path: Path) -> None:
    docs = repository(tmp_path / "repo", {"src/shop.py": SHOP}) / "docs"
    assert "kw-find" not in build(docs, tmp_path / "built", "singlehtml").html("index.html")


def test_what_begins_alike_is_spelled_alike() -> None:
    assert spelled("Linear_2") == "linear_2"
    assert spelled("a.b") == "a-2eb"
    assert spelled("Größe") == "gr-c3-b6-c3-9fe"
    assert spelled("größer").startswith(spelled("GRÖ"))
    assert symbol_anchor("x") == "x"
