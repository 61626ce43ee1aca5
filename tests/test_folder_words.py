"""A folder is described by what it says of itself, wherever it says that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import build, repository, site_of
from crawl import parse

if TYPE_CHECKING:
    from pathlib import Path

SAID = "Counts the money of a small shop."
TELLERS = {
    "README": f"{SAID}\n",
    "README.md": f"# Till\n\n{SAID}\n",
    "readme.rst": f"Till\n====\n\n{SAID}\n",
    "Readme.txt": f"{SAID}\n",
    "__init__.py": f'"""{SAID}"""\n',
    "__init__.pyi": f'"""{SAID}"""\n',
    "mod.rs": f"//! {SAID}\n\nfn x() {{}}\n",
    "index.rst": f"Till\n====\n\n{SAID}\n",
    "pyproject.toml": f'[project]\nname = "till"\ndescription = "{SAID}"\n',
    "setup.cfg": f"[metadata]\nname = till\ndescription = {SAID}\n",
    "setup.py": f'from setuptools import setup\n\nsetup(name="till", description="{SAID}")\n',
    "package.json": f'{{"name": "till", "description": "{SAID}"}}\n',
    "Cargo.toml": f'[package]\nname = "till"\ndescription = "{SAID}"\n',
}
SILENT = {
    "README.md": "",
    "__init__.py": "x = 1\n",
    "pyproject.toml": '[project]\nname = "till"\ndescription = "till"\n',
    "package.json": '{"description": ["no", "text"]}\n',
    "Cargo.toml": "[package\n",
    "composer.json": "[" * 5_000,
}


@pytest.mark.parametrize("name", TELLERS)
def test_a_folder_says_what_it_is_in_any_of_these_files(tmp_path: Path, name: str) -> None:
    site = site_of(repository(tmp_path / "repo", {f"a/till/{name}": TELLERS[name], "a/till/other.py": ""}))
    words = site.folder_words["a/till"]
    assert words is not None
    assert (words.words, words.teller) == (SAID, f"a/till/{name}")


@pytest.mark.parametrize("name", SILENT)
def test_a_folder_that_says_nothing_has_no_description(tmp_path: Path, name: str) -> None:
    site = site_of(repository(tmp_path / "repo", {f"till/{name}": SILENT[name]}))
    assert site.folder_words["till"] is None


def test_a_readme_comes_before_docstrings_and_those_before_metadata(tmp_path: Path) -> None:
    files = {f"till/{name}": TELLERS[name] for name in ("pyproject.toml", "__init__.py", "README.md")}
    for name in ("README.md", "__init__.py", "pyproject.toml"):
        root = repository(tmp_path / name, files)
        words = site_of(root).folder_words["till"]
        assert words is not None
        assert words.teller == f"till/{name}"
        del files[f"till/{name}"]


def test_a_new_description_reaches_the_index_of_the_folder_above(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"till/Cargo.toml": TELLERS["Cargo.toml"]})
    build(root / "docs", tmp_path / "out")
    (root / "till/Cargo.toml").write_text(TELLERS["Cargo.toml"].replace("small", "large"), encoding="utf-8")
    page = parse(build(root / "docs", tmp_path / "out").out / "kwdocs/index.html")
    assert "Counts the money of a large shop." in page.xpath("string(//section[@id='subfolders'])")
