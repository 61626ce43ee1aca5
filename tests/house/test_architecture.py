"""Data flows one way: each module imports only from rooms before its own, and only one room knows Sphinx."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "_ext"))

import cold_path
import house
from house import Edge

PACKAGE, NAME, MODULES = house.PACKAGE, house.NAME, house.modules()
FREE = "sphinx_ext"


def test_every_module_imports_only_from_rooms_before_its_own() -> None:
    assert [edge for edge in house.edges() if not house.is_in_order(edge)] == []


def test_no_module_imports_an_inner_module_of_another_folder() -> None:
    assert [edge for edge in house.edges() if house.is_inner(edge)] == []


def test_no_plug_in_imports_another_one() -> None:
    assert [edge for edge in house.edges() if house.is_between_plug_ins(edge)] == []


def test_no_modules_need_one_another() -> None:
    assert house.cycles() == []


def test_no_chain_of_classes_is_longer_than_three() -> None:
    assert len(house.longest_inheritance()) <= 3


def test_modules_that_import_late_are_named_with_the_reason() -> None:
    assert {edge.module for edge in house.edges() if edge.how == "late"} == set(house.LAZY)


def test_exceptions_from_the_order_are_still_needed() -> None:
    assert set(house.EXCEPTIONS) <= {(edge.module, edge.target) for edge in house.edges()}


def test_every_room_is_there_and_named_once() -> None:
    named = [room for rank in house.RANKS for room in rank]
    assert sorted(named) == sorted({house.room_of(module) for module in MODULES})
    parts = [part for rank in house.SPHINX_RANKS for part in rank]
    assert sorted(parts) == sorted({module.split("/")[1] for module in MODULES if house.room_of(module) == FREE})


def test_few_modules_stand_at_the_top() -> None:
    assert len([module for module in MODULES if "/" not in module]) <= 12


def test_one_file_goes_through_few_doors() -> None:
    doors = cold_path.trace().doors
    assert {"pipeline", "reading/scan", "languages/python/__init__", "linking/link", "publish"} <= set(doors)
    assert len(doors) <= 40


def test_imports_have_no_dots_before_them() -> None:
    assert [
        (module, node.lineno)
        for module in MODULES
        for node in ast.walk(house.syntax_of(module))
        if isinstance(node, ast.ImportFrom) and node.level
    ] == []


def test_the_rule_forbids_what_it_should() -> None:
    assert not house.is_in_order(Edge("pages/file_docs", "render/html", "load"))
    assert not house.is_in_order(Edge("pages/file_docs", "render/html", "late"))
    assert not house.is_in_order(Edge("pages/file_docs", "render/html", "types"))
    assert not house.is_in_order(Edge("render/html", "embeds/graph", "load"))
    assert house.is_in_order(Edge("render/html", "embeds/graph", "types"))
    assert not house.is_in_order(Edge("linking/terms", "linking/python/resolver", "load"))
    assert house.is_in_order(Edge("linking/python/resolver", "linking/mentions", "load"))
    assert not house.is_in_order(Edge("sphinx_ext/roles", "sphinx_ext/session", "load"))
    assert house.is_inner(Edge("render/html", "pages/_site", "load"))
    assert house.is_inner(Edge("languages/__init__", "pages/_site", "load"))
    assert not house.is_inner(Edge("languages/python/facts", "languages/_lines", "load"))
    assert house.is_between_plug_ins(Edge("pages/file_docs", "pages/file_keywords", "load"))
    assert not house.is_between_plug_ins(Edge("languages/python/facts", "languages/python/symbols", "load"))
    assert not house.is_between_plug_ins(Edge("pages/__init__", "pages/file_keywords", "load"))
    assert house.is_between_plug_ins(Edge("pages/sections/source", "pages/sections/metadata", "load"))
    assert house.is_between_plug_ins(Edge("pages/sections/source", "pages/file_docs", "load"))
    assert house.is_between_plug_ins(Edge("pages/file_docs", "pages/sections/source", "load"))
    assert not house.is_between_plug_ins(Edge("pages/file_docs", "pages/sections/__init__", "load"))


@pytest.mark.parametrize("module", [module for module in MODULES if house.room_of(module) != FREE])
def test_only_one_room_imports_sphinx_or_docutils(module: str) -> None:
    names = {
        name.split(".")[0]
        for node in ast.walk(house.syntax_of(module))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [str(node.module)])
    }
    assert not names & {"docutils"}
    # These two name it in annotations.
    assert "sphinx" not in names or module in {"__init__", "api"}


BLOCKED = """
import importlib, sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"sphinx", "docutils", "myst_parser", "jinja2"}:
            raise ImportError(name + " is blocked")
sys.meta_path.insert(0, Blocker())
for name in sys.argv[1:]:
    importlib.import_module(name)
print(len(sys.argv) - 1)
"""
HEAVY = {"ast", "pygments", "markdown_it", "pathspec", "sphinx", "docutils", "subprocess", "multiprocessing", "json"}


def run(code: str, *arguments: str) -> str:
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PACKAGE.parent)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everything_but_one_part_works_with_sphinx_blocked() -> None:
    names = [module.replace("/", ".").removesuffix(".__init__") for module in MODULES if house.room_of(module) != FREE]
    names = [NAME if name == "__init__" else f"{NAME}.{name}" for name in names]
    assert int(run(BLOCKED, *names)) == len(names) > 60


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys; before = set(sys.modules); import sphinx_kwdocs; print(*sorted(set(sys.modules) - before))"
    loaded = set(run(code).split())
    assert NAME in loaded
    assert {name for name in loaded if name.startswith(f"{NAME}.")} == set()
    assert {name.split(".")[0] for name in loaded} & HEAVY == set()


@pytest.mark.parametrize("module", MODULES)
def test_a_module_opens_with_what_it_is_responsible_for(module: str) -> None:
    doc = ast.get_docstring(house.syntax_of(module))
    assert doc
    assert doc.split("\n\n")[0].rstrip().endswith((".", ";"))
