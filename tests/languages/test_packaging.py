"""What files tell packaging tools of names is read without running anything, and tells ours from others'."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import write
from timing import cpu_seconds_below

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.languages import read_packaging
from sphinx_kwdocs.memory.sqlite_store import SqliteStore
from sphinx_kwdocs.model.facts import Packaging
from sphinx_kwdocs.pipeline import build_index

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_kwdocs.model.index import Index

PYPROJECT = """
[build-system]
requires = ["hatchling"]
[project]
name = "My.Shop"
dependencies = ["Pillow>=9; python_version > '3'", "python-slugify[x]", "Flask", "types-requests", 3]
[project.optional-dependencies]
test = ["beautifulsoup4"]
[dependency-groups]
dev = ["mock", {include-group = "test"}]
[tool.hatch.build.targets.wheel]
packages = ["src/shop/"]
"""
POETRY = """
[tool.poetry]
name = "shop"
packages = [{include = "till", from = "src"}]
[tool.poetry.dependencies]
python = "^3.11"
redis = {version = "5", optional = true}
[tool.poetry.group.dev.dependencies]
pytest = "*"
"""
SETUP_CFG = """
[metadata]
name = shop
[options]
packages =
    till
    till.parts
install_requires =
    # of these
    attrs
    importlib-metadata; python_version < "3.10"
tests_require = mock
[options.extras_require]
yaml = PyYAML
more =
    scikit-learn>=1
[other]
install_requires = nothing
"""
SETUP_PY = """
from setuptools import setup, find_packages
NEEDED = ["requests>=2", "grpcio"]
setup(name="shop", packages=find_packages(), py_modules=["till"], install_requires=NEEDED,
      extras_require={"a": ["numpy"], "b": more}, tests_require=read())
"""
REQUIREMENTS = """
-r base.txt
--index-url https://example.org/simple
Django==5.0  # why
./local
git+https://example.org/x.git
https://example.org/y.zip
celery[redis] >= 5 ; python_version > "3"
pkg @ https://example.org/pkg.zip
"""
LOCK = """
version = 1
[[package]]
name = "idna"
source = { registry = "https://example.org" }
dependencies = [
    { name = "other" },
]
[package.metadata]
name = "not-a-package"
"""
CASES = [
    ("pyproject.toml", PYPROJECT, Packaging(
        ("shop",), ("bs4", "flask", "hatchling", "mock", "pil", "slugify"))),
    ("sub/pyproject.toml", POETRY, Packaging(("shop", "till"), ("pytest", "redis"))),
    ("setup.cfg", SETUP_CFG, Packaging(
        ("shop", "till"), ("attr", "attrs", "importlib_metadata", "mock", "sklearn", "yaml"))),
    ("setup.py", SETUP_PY, Packaging(("shop", "till"), ("grpc", "requests"))),
    ("requirements-dev.txt", REQUIREMENTS, Packaging((), ("celery", "django", "pkg"))),
    ("requirements/extras/redis.txt", "redis", Packaging((), ("redis",))),
    ("uv.lock", LOCK, Packaging((), ("idna",))),
    ("Pipfile", "[packages]\nflask = '*'\n[dev-packages]\nmock = '*'\n", Packaging((), ("flask", "mock"))),
    ("notes.txt", "redis", None),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text", "expected"), CASES, ids=[case[0] for case in CASES])
def test_metadata_says_what_a_project_builds_and_requires(path: str, text: str, expected: Packaging | None) -> None:
    assert read_packaging(path, text) == expected


@pytest.mark.parametrize("path", ["pyproject.toml", "setup.cfg", "setup.py", "requirements.txt", "uv.lock", "Pipfile"])
@pytest.mark.parametrize(
    "text",
    ["", "\0", "[", "[project]\nname = 3\ndependencies = {}\n[tool]\npoetry = 1", "[" * 50_000, " " * 300_000,
     "a" * 300_000, "setup(name=" + "(" * 5000, "[options]\n" + "x" * 200_000 + " " * 200_000 + "=", "a." * 100_000,
     "import " + "a." * 100_000, ".".join(['"!"'] * 25_000) + " = 1", ".".join(["'\\'"] * 25_000) + " = 1",
     "X = [" + "1," * 25_000 + "]\nsetup(" + ",".join(f"k{number}_require=X" for number in range(6_000)) + ")"],
    ids=range(14),
)  # fmt: skip
def test_no_text_ends_or_delays_the_reading(path: str, text: str) -> None:
    with cpu_seconds_below(2):
        assert read_packaging(path, text) in (Packaging(), None) or path == "requirements.txt"


def origins(index: Index, path: str) -> list[str]:
    return [link.origin for link in index.imports[path]]


def test_a_change_of_metadata_links_files_again(tmp_path: Path) -> None:
    root, places = tmp_path / "root", tmp_path / "cache"
    write(root, {
        "pyproject.toml": "[project]\nname = 'shop'\n", "shop/__init__.py": "import cart\n", "cart/__init__.py": "",
    })  # fmt: skip
    metadata = "[project]\nname = 'shop'\ndependencies = ['cart']\n"
    seen = []
    for text in (
        "[project]\nname = 'shop'\n",
        metadata,
        metadata,
        "[project]\nname = 'cart'\ndependencies = ['cart']\n",
    ):
        write(root, {"pyproject.toml": text})
        with SqliteStore.open(places, lambda *_: None) as store:
            seen += origins(build_index(root, Config(), store=store), "shop/__init__.py")
    assert seen == ["repository", "third-party", "third-party", "repository"]


def test_files_of_a_side_folder_are_imported_by_no_name(tmp_path: Path) -> None:
    write(tmp_path, {
        "pyproject.toml": "[project]\nname = 'shop'\n", "src/shop/__init__.py": "", "examples/shop_x/__init__.py": "",
        "tests/test_shop.py": "", "lib/till/__init__.py": "", "requirements.txt": "till",
    })  # fmt: skip
    assert build_index(tmp_path, Config()).modules == {"src/shop/__init__.py": "shop"}
