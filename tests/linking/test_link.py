"""What imports and names in prose are found to mean: the right thing, or nothing."""

# Cases stand one a line or in tables.
# ruff: noqa: E501

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import site_of, write
from timing import cpu_seconds_below

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.pipeline import build_index

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_kwdocs.model.index import Index

F = "def f(): ...\n"


def index_of(root: Path, files: dict[str, str]) -> Index:
    return build_index(write(root, files), Config())


def meanings(index: Index, path: str) -> list[tuple[str, str, str, str]]:
    return [(link.item.wanted, link.origin, link.target, link.symbol) for link in index.imports.get(path, ())]


IMPORTS: list[tuple[str, dict[str, str], str, tuple[str, str, str]]] = [
    ("relative", {"p/__init__.py": "", "p/b.py": F}, "p/a.py: from .b import f", ("repository", "p/b.py", "p/b.py#f")),
    ("sibling module", {"p/__init__.py": "", "p/b.py": F}, "p/a.py: from . import b", ("repository", "p/b.py", "")),
    ("parent package", {"p/__init__.py": F, "p/q/__init__.py": ""}, "p/q/a.py: from .. import f",
     ("repository", "p/__init__.py", "p/__init__.py#f")),
    ("relative without package", {"p/b.py": F}, "p/a.py: from .b import f", ("repository", "p/b.py", "p/b.py#f")),
    ("above the root", {}, "a.py: from .. import x", ("missing", "", "")),
    ("relative and missing", {"p/__init__.py": ""}, "p/a.py: from .gone import x", ("missing", "", "")),
    ("src layout", {"src/p/__init__.py": F}, "tests/test_a.py: from p import f",
     ("repository", "src/p/__init__.py", "src/p/__init__.py#f")),
    ("submodule of src", {"src/p/__init__.py": "", "src/p/b.py": F}, "tool.py: import p.b", ("repository", "src/p/b.py", "")),
    ("several projects, one fits", {"one/pyproject.toml": "", "one/p/__init__.py": F, "two/setup.py": ""},
     "a.py: from p import f", ("repository", "one/p/__init__.py", "one/p/__init__.py#f")),
    ("project with src", {"one/pyproject.toml": "", "one/src/p/__init__.py": F}, "two/a.py: from p import f",
     ("repository", "one/src/p/__init__.py", "one/src/p/__init__.py#f")),
    ("several projects, two fit", {"one/setup.py": "", "one/p/__init__.py": F, "two/setup.py": "", "two/p/__init__.py": F},
     "a.py: from p import f", ("unresolved", "", "")),
    ("test data of the same name", {"tests/data/yaml/__init__.py": F}, "a.py: from yaml import f", ("third-party", "", "")),
    ("module in a folder that is on no path", {"tools/helper.py": F}, "a.py: from helper import f", ("unresolved", "", "")),
    ("own root first", {"one/p/__init__.py": F, "two/p/__init__.py": F}, "two/p/a.py: from p import f",
     ("repository", "two/p/__init__.py", "two/p/__init__.py#f")),
    ("folder of scripts called like a package", {"docker/run.py": F}, "a.py: import docker", ("unresolved", "", "")),
    ("module of a package called like a folder", {"docker/run.py": F}, "a.py: from docker.errors import E",
     ("unresolved", "", "")),
    ("name that a package imports", {"p/__init__.py": "from .impl import thing\n", "p/impl.py": "thing = 1\n", "p/thing.py": ""},
     "a.py: from p import thing", ("repository", "p/__init__.py", "p/impl.py#thing")),
    ("submodule that a package imports", {"p/__init__.py": "from . import thing\n", "p/thing.py": ""},
     "a.py: from p import thing", ("repository", "p/thing.py", "")),
    ("nothing below a plain module", {"x.py": "", "x/foo.py": F}, "a.py: import x.foo", ("missing", "", "")),
    ("left the standard library", {}, "a.py: import distutils.core", ("standard", "", "")),
    ("namespace package", {"ns/b.py": F}, "a.py: from ns.b import f", ("repository", "ns/b.py", "ns/b.py#f")),
    ("namespace folder itself", {"ns/b.py": F}, "a.py: from ns import b", ("repository", "ns/b.py", "")),
    ("stub only", {"p/__init__.py": "", "p/b.pyi": F}, "a.py: from p.b import f", ("repository", "p/b.pyi", "p/b.pyi#f")),
    ("source before stub", {"p/__init__.py": "", "p/b.pyi": F, "p/b.py": F}, "a.py: from p.b import f",
     ("repository", "p/b.py", "p/b.py#f")),
    ("standard library before a sibling", {"json.py": F}, "a.py: from json import f", ("standard", "", "")),
    ("attribute before submodule", {"p/__init__.py": F, "p/f.py": ""}, "a.py: from p import f",
     ("repository", "p/__init__.py", "p/__init__.py#f")),
    ("star", {"p/__init__.py": F}, "a.py: from p import *", ("repository", "p/__init__.py", "")),
    ("third party", {}, "a.py: import requests", ("third-party", "", "")),
    ("missing module of a known package", {"p/__init__.py": ""}, "a.py: import p.gone", ("missing", "", "")),
    ("a name that is not at the top", {"p/__init__.py": "class C:\n    def f(self): ...\n"}, "a.py: from p import f",
     ("repository", "p/__init__.py", "")),
    ("a script beside", {"scripts/b.py": F}, "scripts/a.py: from b import f", ("repository", "scripts/b.py", "scripts/b.py#f")),
    ("a folder of no modules", {"requests/readme.txt": "x"}, "a.py: import requests", ("third-party", "", "")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("files", "statement", "meaning"), [case[1:] for case in IMPORTS], ids=[case[0] for case in IMPORTS]
)
def test_an_import_means(tmp_path: Path, files: dict[str, str], statement: str, meaning: tuple[str, str, str]) -> None:
    path, _, code = statement.partition(": ")
    index = index_of(tmp_path, files | {path: f"{code}\n"})
    assert [tuple(found[1:]) for found in meanings(index, path)] == [meaning]


def test_files_that_import_one_another_are_linked_both_ways(tmp_path: Path) -> None:
    index = index_of(tmp_path, {"a.py": "import b\n", "b.py": "import a\n\n\nimport a.x\n"})
    assert [place[:] for place in index.imported_by["a.py"]] == [("b.py", 1)]
    assert [place[:] for place in index.imported_by["b.py"]] == [("a.py", 1)]


def test_a_file_that_imports_itself_is_not_its_own_importer(tmp_path: Path) -> None:
    index = index_of(tmp_path, {"p/__init__.py": "from p import x\nx = 1\n"})
    assert "p/__init__.py" not in index.imported_by


def test_modules_have_the_name_by_which_they_are_imported(tmp_path: Path) -> None:
    files = ("src/p/__init__.py", "src/p/b.py", "tool.py", "with-dash.py", "p2/class.py", "p2/__init__.py")
    index = index_of(tmp_path, dict.fromkeys(files, ""))
    assert index.modules == {"src/p/__init__.py": "p", "src/p/b.py": "p.b", "tool.py": "tool", "p2/__init__.py": "p2"}


PROSE = {
    "p/__init__.py": "", "p/a.py": "class Engine:\n    def start_up(self): ...\n    def run(self): ...\n\n\n"
    "def name(): ...\n\n\nclass HotEngineRoom: ...\n",
    "p/b.py": "class Motor:\n    def run(self): ...\n\n\nclass Shared: ...\n", "p/c.py": "class Shared: ...\n",
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "target"),
    [
        ("Engine", ""),
        ("Engine()", ""),
        ("HotEngineRoom", "p/a.py#HotEngineRoom"),
        ("p.a.Engine", "p/a.py#Engine"),
        ("Engine.run", "p/a.py#Engine.run"),
        ("Motor.run()", "p/b.py#Motor.run"),
        ("start_up()", "p/a.py#Engine.start_up"),
        ("start_up", ""),
        ("run", ""),
        ("run()", ""),
        ("Shared", ""),
        ("p.c.Shared", "p/c.py#Shared"),
        ("name", ""),
        ("name()", ""),
        ("Nothing", ""),
        ("other.Engine", ""),
        ("Engine and more", ""),
    ],
)
def test_code_in_prose_means_the_only_symbol_that_fits(tmp_path: Path, code: str, target: str) -> None:
    index = index_of(tmp_path, PROSE | {"README.md": f"# Title\n\nWords with `{code}` in them.\n"})
    found = [occurrence.target for occurrence in index.references.of("README.md") or ()]
    assert found == ([target] if target else [])
    if target:
        assert [(use.path, use.occurrence.span.line) for use in index.references.uses(target)] == [("README.md", 3)]


def test_a_stub_and_its_source_are_one_thing_in_prose(tmp_path: Path) -> None:
    files = {"p/__init__.py": "", "p/a.py": "class OldSteamEngine: ...\n", "p/a.pyi": "class OldSteamEngine: ...\n"}
    index = index_of(tmp_path, files | {"README.md": "The `OldSteamEngine`.\n"})
    assert [item.target for item in index.references.files["README.md"]] == ["p/a.py#OldSteamEngine"]


def test_terms_that_are_symbols_are_marked(tmp_path: Path) -> None:
    text = "# Title\n\nThe `HotEngineRoom` is hot. An `HotEngineRoom` is loud. Every `HotEngineRoom` is dark.\n"
    site = site_of(write(tmp_path, PROSE | {"README.md": text}))
    assert site.index.term_symbols["HotEngineRoom"] == "p/a.py#HotEngineRoom"


def test_folders_and_files_stand_in_reading_order(tmp_path: Path) -> None:
    index = index_of(tmp_path, dict.fromkeys(("b.py", "A.py", "a/x.py", "B/y.py", "a/c/d/e.py"), ""))
    assert index.folders[""].files == ("A.py", "b.py")
    assert index.folders[""].folders == ("a", "B")
    assert index.folders["a"].folders == ("a/c",)
    assert index.folders["a/c"].files == ()
    assert list(index.files) == sorted(index.files)


def test_a_definition_below_a_repeated_class_keeps_its_own_name(tmp_path: Path) -> None:
    code = "try:\n    class X:\n        pass\nexcept ImportError:\n    class X:\n        class A:\n            def find_it(self): ...\n        class B:\n            def find_it(self): ...\n"
    index = index_of(tmp_path, {"m.py": code, "README.md": "# R\n\nCall `find_it()`, or `X.A.find_it()`.\n"})
    assert [item.target for item in index.references.files["README.md"]] == ["m.py#X~2.A.find_it"]
    assert index.symbols["m.py#X~2.A.find_it"].plain_qualname == "X.A.find_it"


def test_thousands_of_imports_from_thousands_of_folders_take_no_long_search(tmp_path: Path) -> None:
    files = {f"lib{n}/pyproject.toml": "" for n in range(200)}
    files |= {f"lib{n}/pkg{n}/__init__.py": F for n in range(200)}
    files |= {f"script{n}/run.py": "".join(f"import other{k}\n" for k in range(40)) for n in range(200)}
    with cpu_seconds_below(10):
        index = index_of(tmp_path, files)
    assert {link.origin for link in index.imports["script7/run.py"]} == {"third-party"}


def test_a_file_has_an_importable_name_only_where_that_is_certain(tmp_path: Path) -> None:
    files = ["p/__init__.py", "p/a.py", "src/q/__init__.py", "one/r/__init__.py", "google/cloud/storage/__init__.py"]
    files += ["json/__init__.py", "x/json/dec.py", "p/class.py"]
    index = index_of(tmp_path, dict.fromkeys(files, "") | {"one/pyproject.toml": ""})
    assert index.modules == {"p/__init__.py": "p", "p/a.py": "p.a", "src/q/__init__.py": "q", "one/r/__init__.py": "r"}


def test_prose_names_a_symbol_by_the_end_of_its_path_whatever_it_is_imported_as(tmp_path: Path) -> None:
    files = {"google/cloud/storage/__init__.py": "", "google/cloud/storage/client.py": "class Client: ...\n"}
    text = "# R\n\n`google.cloud.storage.client.Client`, `storage.client.Client`, `other.client.Client`.\n"
    index = index_of(tmp_path, files | {"README.md": text})
    assert [item.target for item in index.references.files["README.md"]] == [
        "google/cloud/storage/client.py#Client"
    ] * 2


def test_a_role_says_whether_a_text_names_something_of_python(tmp_path: Path) -> None:
    text = "T\n=\n\n:class:`Engine`, :py:func:`start_up`, :setting:`HotEngineRoom`, :sig:`HotEngineRoom`, ``Engine``.\n"
    found = index_of(tmp_path / "known", PROSE | {"notes.rst": text}).references.files["notes.rst"]
    assert [(item.span.col, item.target) for item in found] == [(8, "p/a.py#Engine"), (88, "p/a.py#Engine")]
    alone = index_of(tmp_path / "alone", PROSE | {"notes.rst": f":setting{text.partition(':setting')[2]}"})
    assert "notes.rst" not in alone.references.files


def test_a_role_without_a_domain_is_of_the_text_s_own(tmp_path: Path) -> None:
    text = "T\n=\n\n.. default-domain:: cpp\n\n:class:`Engine` and :py:class:`Motor`.\n"
    found = index_of(tmp_path, PROSE | {"notes.rst": text}).references.files["notes.rst"]
    assert [item.target for item in found] == ["p/b.py#Motor"]
