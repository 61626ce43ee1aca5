"""A folder is described by what it says of itself, wherever it says that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import build, repository, site_of
from crawl import parse

from sphinx_kwdocs.translation import use_language

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


SHOWN = [
    ("src", {"src/till/__init__.py": f'"""{SAID}"""\n', "src/till/a.py": ""}, f"Holds till: {SAID}"),
    ("tools", {"tools/count.py": f'"""{SAID}"""\n'}, f"Holds count.py: {SAID}"),
    (
        "tests",
        {
            "till/__init__.py": "",
            "till/coins.py": "def count(): ...\n",
            "tests/test_a.py": "from till.coins import count\n",
            "tests/test_b.py": "from till.coins import count\n",
        },
        "Tests of till.coins",
    ),
    (
        "examples",
        {
            "till/__init__.py": "def count(): ...\n",
            "examples/a.py": "from till import count\n",
            "examples/b.py": "import till\n",
        },
        "Examples that use till",
    ),
    (
        ".github/workflows",
        {".github/workflows/a.yml": "name: Lint\n", ".github/workflows/b.yml": "name: 'Run tests'\n"},
        "Workflows: Lint, Run tests",
    ),
    (
        "manual",
        {"manual/conf.py": 'project = "Till"\nextensions = []\n', "manual/a.rst": ""},
        "Sphinx documentation, set up in conf.py",
    ),
]
HIDDEN = [
    ("src", {"src/till/__init__.py": f'"""{SAID}"""\n', "src/other.py": ""}),
    ("till", {"till/coins.py": "", "till/tests/test_a.py": "import till.coins\n", "till/b.py": "x = 1\n"}),
    ("tests", {"till.py": "", "a.py": "", "tests/test_a.py": "import till\n", "tests/test_b.py": "import a\n"}),
    ("manual", {"manual/conf.py": "debug = True\n", "manual/a.rst": ""}),
]  # fmt: skip


@pytest.mark.parametrize(("folder", "files", "expected"), SHOWN)
def test_a_folder_that_says_nothing_is_what_its_files_plainly_show(
    tmp_path: Path, folder: str, files: dict[str, str], expected: str
) -> None:
    words = site_of(repository(tmp_path / "repo", files)).folder_words[folder]
    assert words is not None
    assert words.words == expected


@pytest.mark.parametrize(("folder", "files"), HIDDEN)
def test_a_folder_whose_files_leave_doubt_has_no_description(
    tmp_path: Path, folder: str, files: dict[str, str]
) -> None:
    assert site_of(repository(tmp_path / "repo", files)).folder_words[folder] is None


def test_a_readme_comes_before_its_translations(tmp_path: Path) -> None:
    files = {"till/README.cn.md": "# A\n\nCounts coins in a far land.\n", "till/README.md": f"# A\n\n{SAID}\n"}
    words = site_of(repository(tmp_path / "repo", files)).folder_words["till"]
    assert words is not None
    assert words.teller == "till/README.md"


def test_the_language_of_the_documentation_decides_among_translations(tmp_path: Path) -> None:
    files = {f"till/README.{code}.md": f"# A\n\n{SAID}\n" for code in ("cn", "de", "en")}
    site = site_of(repository(tmp_path / "repo", files))
    try:
        use_language("de")
        words = site.folder_words["till"]
    finally:
        use_language(None)
    assert words is not None
    assert words.teller == "till/README.de.md"
