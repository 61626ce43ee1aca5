"""The index as JSON lines: every field of the contract, with its type, in order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from builds import site_of, write

from sphinx_kwdocs.export.json_lines import SCHEMA, json_lines

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_kwdocs.pages import Site

RECORD = {
    "schema": int, "path": str, "kind": str, "language": (str, type(None)), "digest": (str, type(None)), "size": int,
    "lines": int, "symbols": list, "imports": list, "references": list, "externals": list, "variables": list,
    "findings": list, "diagnostics": list,
}  # fmt: skip
PLACE = {"line": int, "col": int, "end_line": int, "end_col": int}
SYMBOL = {
    "id": str, "name": str, "qualname": str, "kind": str, **PLACE, "extent": dict, "parent": (str, type(None)),
    "signature": str, "doc": str, "visibility": str, "bases": list, "subclasses": list, "overrides": list,
    "overridden_by": list, "calls": list, "called_by": list,
}  # fmt: skip
IMPORT = {
    "line": int, "module": str, "name": (str, type(None)), "alias": (str, type(None)), "target": (str, type(None)),
    "origin": str,
}  # fmt: skip
REFERENCE = {**PLACE, "role": str, "target": str, "known": str, "holder": (str, type(None))}
DIAGNOSTIC = {"line": int, "code": str, "message": str}
SHAPES: tuple[dict[str, Any], ...] = (SYMBOL, IMPORT, REFERENCE, DIAGNOSTIC)


@pytest.fixture(scope="module")
def records(sample_site: Site) -> dict[str, dict[str, Any]]:
    lines = list(json_lines(sample_site.index))
    assert not [line for line in lines if "\n" in line]
    return {record["path"]: record for record in map(json.loads, lines)}


def assert_shape(item: dict[str, Any], shape: dict[str, Any]) -> None:
    assert list(item) == list(shape)
    for name, kind in shape.items():
        assert isinstance(item[name], kind), (name, item[name])


def test_there_is_one_line_for_every_file_in_path_order(records: dict[str, Any], sample_site: Site) -> None:
    assert list(records) == sorted(sample_site.index.files)
    assert len(records) > 15


def test_every_field_has_its_place_and_type(records: dict[str, dict[str, Any]]) -> None:
    seen = dict.fromkeys(("symbols", "imports", "references", "diagnostics"), 0)
    for record in records.values():
        assert_shape(record, RECORD)
        assert record["schema"] == SCHEMA == 1
        for name, shape in zip(seen, SHAPES, strict=True):
            for item in record[name]:
                seen[name] += 1
                assert_shape(item, shape)
        for symbol in record["symbols"]:
            assert_shape(symbol["extent"], PLACE)
    assert min(seen.values()) > 0


def test_the_values_are_those_of_the_file(records: dict[str, dict[str, Any]], sample_root: Path) -> None:
    cart = records["src/shop/cart.py"]
    assert cart["language"] == "python"
    assert cart["kind"] == "text"
    assert cart["size"] == (sample_root / "src/shop/cart.py").stat().st_size
    assert len(cart["digest"]) == 32
    total = next(symbol for symbol in cart["symbols"] if symbol["qualname"] == "Cart.total")
    lines = (sample_root / "src/shop/cart.py").read_text().split("\n")
    assert lines[total["line"] - 1][total["col"] : total["end_col"]] == "total"
    assert total["kind"] == "property"
    assert total["parent"] == "src/shop/cart.py#Cart"
    assert lines[total["extent"]["line"] - 1].strip() == "@property"
    assert {"line": 11, "module": ".money", "name": "RATE", "alias": "rate", "target": "src/shop/money.py",
            "origin": "repository"} in cart["imports"]  # fmt: skip
    assert records["data.bin"]["language"] is None
    assert records["data.bin"]["symbols"] == []
    assert records["alias"]["digest"] is None
    readme = records["README.md"]["references"]
    assert {"role": "mention", "known": "name", "target": "src/shop/cart.py#Cart"}.items() <= readme[0].items()


def test_every_target_is_an_id_or_a_path_of_the_same_export(records: dict[str, dict[str, Any]]) -> None:
    ids = {symbol["id"] for record in records.values() for symbol in record["symbols"]}
    assert sum(len(record["symbols"]) for record in records.values()) == len(ids)
    for record in records.values():
        assert {item["target"] for item in record["references"]} <= {*ids, *records}
        assert {item["holder"] for item in record["references"]} <= {*ids, None}
        assert {item["target"] for item in record["imports"]} <= {*records, None}
        assert {symbol["parent"] for symbol in record["symbols"]} <= {*ids, None}


def test_variables_that_a_module_or_a_class_only_works_with_are_listed(tmp_path: Path) -> None:
    working = (
        "class C:\n    for key in ('a', 'b'):\n        print(key)\n"
        "for item in [C()]:\n    item\n"
        "def work(item, other):\n    for each in other:\n        item, each\n"
        "print(item)\n"
    )
    using = "import working\nfrom working import item\nworking.item\nworking.C.key\nworking.work(other=item)\n"
    site = site_of(write(tmp_path, {"working.py": working, "using.py": using}))
    records = {record["path"]: record["variables"] for record in map(json.loads, json_lines(site.index))}
    assert [tuple(each.values()) for each in records["working.py"]] == [
        (3, 14, 3, 17, "working.py", 2, 8),
        (5, 4, 5, 8, "working.py", 4, 4),
        (9, 6, 9, 10, "working.py", 4, 4),
    ]
    assert [tuple(each.values()) for each in records["using.py"]] == [
        (2, 20, 2, 24, "working.py", 4, 4),
        (3, 8, 3, 12, "working.py", 4, 4),
        (4, 10, 4, 13, "working.py", 2, 8),
        (5, 19, 5, 23, "working.py", 4, 4),
    ]


def test_names_that_are_no_unicode_survive_the_round_trip(tmp_path: Path) -> None:
    site = site_of(write(tmp_path, {"caf\udce9.py": "x = '\u2028'\n", "\U0001f600.txt": "y\n"}))
    lines = list(json_lines(site.index))
    assert all(line.isascii() for line in lines)
    assert [json.loads(line)["path"] for line in lines] == list(site.index.files)
