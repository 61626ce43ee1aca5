"""The inventory is written when it would be another one, and only then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import Built, build, inventory, repository
from sphinx.domains.python import ObjectEntry

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx.testing.util import SphinxTestApp

SOURCE = "def area(side: int) -> int:\n    return side * side\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return repository(tmp_path / "repo", {"a.py": SOURCE})


def build_here(root: Path, **settings: object) -> Built:
    return build(root / "docs", root.parent / "out", **settings)  # type: ignore[arg-type]


def test_an_edit_that_gives_no_other_names_leaves_the_inventory_alone(root: Path) -> None:
    file = build_here(root).out / "objects.inv"
    before = file.stat()
    (root / "a.py").write_text(f"# More.\n{SOURCE}", encoding="utf-8")
    (root / "docs/index.rst").write_text("Tiny\n====\n\nMore.\n", encoding="utf-8")
    again = build_here(root)
    assert "writing pages" in again.status
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == (before.st_mtime_ns, before.st_ino)
    assert "a.area" in inventory(again)["kw:symbol"]


def test_a_document_that_is_read_again_leaves_the_inventory_alone(root: Path) -> None:
    (root / "docs/index.rst").write_text("Tiny\n====\n\n.. toctree::\n\n   b\n\n.. _x:\n\nX\n-\n", encoding="utf-8")
    (root / "docs/b.rst").write_text("B\n=\n\n.. _y:\n\nY\n-\n", encoding="utf-8")
    file = build_here(root).out / "objects.inv"
    before = file.stat()
    for name in ("b", "index"):
        document = root / "docs" / f"{name}.rst"
        document.write_text(f"{document.read_text(encoding='utf-8')}\nMore.\n", encoding="utf-8")
        again = build_here(root)
        assert "More." in again.html(f"{name}.html")
        assert (file.stat().st_mtime_ns, file.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


@pytest.mark.parametrize(
    ("path", "text", "kind", "name"),
    [
        ("a.py", "def volume(): ...\n", "kw:symbol", "a.volume"),
        ("docs/index.rst", "Tiny\n====\n\n.. _volume:\n\nVolume\n------\n\nMore.\n", "std:label", "volume"),
        ("docs/index.rst", "Tiny\n====\n\n.. py:function:: volume\n", "py:function", "volume"),
    ],
)
def test_a_new_name_is_in_the_inventory(root: Path, path: str, text: str, kind: str, name: str) -> None:
    assert name not in inventory(build_here(root)).get(kind, {})
    (root / path).write_text(text, encoding="utf-8")
    assert name in inventory(build_here(root))[kind]


def test_names_that_another_extension_adds_without_a_document_are_in_the_inventory(root: Path) -> None:
    build_here(root)
    (root / "a.py").write_text(f"# More.\n{SOURCE}", encoding="utf-8")

    def note(app: SphinxTestApp) -> None:
        def listen(_app: object, env: object) -> None:
            entry = ObjectEntry("index", "late", "data", aliased=False)
            env.domains["py"].data["objects"]["late"] = entry  # type: ignore[attr-defined]

        app.connect("env-updated", listen)

    again = build(root / "docs", root.parent / "out", prepare=note)
    assert "late" in inventory(again)["py:data"]


@pytest.mark.parametrize("damage", ["other content", "gone", "of another builder"])
def test_an_inventory_that_is_not_the_one_written_last_is_written_again(root: Path, damage: str) -> None:
    built = build_here(root)
    file = built.out / "objects.inv"
    before = inventory(built)
    if damage == "other content":
        file.write_bytes(file.read_bytes()[:-1] + b"x")
    elif damage == "gone":
        file.unlink()
    else:
        file.write_bytes(b"# Sphinx inventory version 2\n")
    (root / "a.py").write_text(f"# More.\n{SOURCE}", encoding="utf-8")
    assert inventory(build_here(root)) == before


def test_addresses_with_another_suffix_are_in_the_inventory(root: Path) -> None:
    assert inventory(build_here(root))["std:doc"]["index"] == "index.html"
    assert inventory(build_here(root, html_link_suffix=".htm"))["std:doc"]["index"] == "index.htm"
