"""Names from outside the repository lead to the pages that intersphinx knows."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import lxml.html  # type: ignore[import-untyped]
import pytest
from builds import CONF, build, repository

if TYPE_CHECKING:
    from pathlib import Path

    from builds import Built

HEAD = b"# Sphinx inventory version 2\n# Project: Outer\n# Version: 1.0\n# The remainder is compressed using zlib.\n"
ITEMS = """\
os.path.join py:function 1 library/os.path.html#$ -
len py:function 1 functions.html#$ -
outer.Thing py:class 1 things.html#$ -
"""
CODE = """\
import os
from outer import Thing, other
os.path.join('a')
len(Thing)
other()
os.getcwd()
class Own(Thing): ...
"""


def inventory(items: str = ITEMS) -> bytes:
    return HEAD + zlib.compress(items.encode())


def build_with(root: Path, items: str = ITEMS, base: str = "https://docs.example.org/") -> Built:
    (root / "objects.inv").write_bytes(inventory(items))
    return build(root / "docs", root / "_build", intersphinx_mapping={"outer": (base, str(root / "objects.inv"))})


def links(built: Built) -> dict[str, tuple[str, str]]:
    """Return the web links of the source of `a.py`, by their text; the first of several equal ones has a title."""
    page = lxml.html.fromstring(built.html("kwdocs/a.py_docs.html"))
    return {
        link.text_content(): (link.get("href"), link.get("title"))
        for link in reversed(page.xpath("//pre//a"))
        if "://" in link.get("href", "")
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    settings = CONF.replace('["sphinx_kwdocs"]', '["sphinx.ext.intersphinx", "sphinx_kwdocs"]')
    return repository(tmp_path / "r", {"docs/conf.py": settings, "a.py": CODE})


def test_names_in_an_inventory_lead_to_its_pages_and_others_nowhere(root: Path) -> None:
    built = build_with(root)
    assert built.warnings == ""
    assert links(built) == {
        "join": ("https://docs.example.org/library/os.path.html#os.path.join", "os.path.join (in Outer 1.0)"),
        "len": ("https://docs.example.org/functions.html#len", "len (in Outer 1.0)"),
        "Thing": ("https://docs.example.org/things.html#outer.Thing", "outer.Thing (in Outer 1.0)"),
    }


def test_pages_follow_when_an_inventory_changes(root: Path) -> None:
    assert "other" not in links(build_with(root))
    assert "other" in links(build_with(root, ITEMS + "outer.other py:function 1 things.html#$ -\n"))


def test_without_intersphinx_nothing_leads_outside(tmp_path: Path) -> None:
    root = repository(tmp_path / "r", {"a.py": CODE})
    built = build(root / "docs", root / "_build")
    assert built.warnings == ""
    assert links(built) == {}
