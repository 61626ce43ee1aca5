"""How classes and their members descend from one another across files, and which definition calls which."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import write
from timing import cpu_seconds_below

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.pipeline import build_index

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.model.references import Hierarchy

FAMILY = {
    "base.py": "class Base:\n    limit = 1\n    def run(self): ...\n    def stop(self): ...\n",
    "middle.py": "import base\nclass Middle(base.Base):\n    def run(self): ...\n    def _own(self): ...\n",
    "leaf.py": (
        "from middle import Middle as M\n"
        "class Leaf(M):\n    limit = 2\n    def run(self): ...\n    def stop(self): ...\n"
        "class Other(M):\n    run = None\n"
    ),
}
DIAMOND = {
    "a.py": (
        "class Top:\n    def f(self): ...\n    def g(self): ...\n"
        "class Left(Top):\n    def g(self): ...\n"
        "class Right(Top):\n    def f(self): ...\n"
        "class Bottom(Left, Right):\n    def f(self): ...\n    def g(self): ...\n"
    )
}


def index_of(root: Path, files: dict[str, str]) -> Index:
    return build_index(write(root, files), Config())


def hierarchy_of(root: Path, files: dict[str, str]) -> Hierarchy:
    return index_of(root, files).hierarchy


def calls(index: Index, path: str) -> set[tuple[str, str]]:
    """Return the call edges of a file: who calls, and what."""
    return {(each.holder, each.target) for each in index.references.of(path) or () if each.role == "call"}


def test_bases_and_subclasses_are_found_across_files_and_aliases(tmp_path: Path) -> None:
    found = hierarchy_of(tmp_path, FAMILY)
    assert found.bases == {
        "leaf.py#Leaf": ("middle.py#Middle",),
        "leaf.py#Other": ("middle.py#Middle",),
        "middle.py#Middle": ("base.py#Base",),
    }
    assert found.subclasses == {
        "base.py#Base": ("middle.py#Middle",),
        "middle.py#Middle": ("leaf.py#Leaf", "leaf.py#Other"),
    }


def test_a_member_overrides_the_next_one_up_and_no_further(tmp_path: Path) -> None:
    found = hierarchy_of(tmp_path, FAMILY)
    assert found.overrides == {
        "leaf.py#Leaf.limit": ("base.py#Base.limit",),
        "leaf.py#Leaf.run": ("middle.py#Middle.run",),
        "leaf.py#Leaf.stop": ("base.py#Base.stop",),
        "leaf.py#Other.run": ("middle.py#Middle.run",),
        "middle.py#Middle.run": ("base.py#Base.run",),
    }


def test_overridden_by_is_the_way_back_in_path_and_text_order(tmp_path: Path) -> None:
    found = hierarchy_of(tmp_path, FAMILY)
    assert found.overridden_by["middle.py#Middle.run"] == ("leaf.py#Leaf.run", "leaf.py#Other.run")
    assert found.overridden_by["base.py#Base.run"] == ("middle.py#Middle.run",)
    back = {(low, high) for high, lows in found.overridden_by.items() for low in lows}
    assert back == {(low, high) for low, highs in found.overrides.items() for high in highs}


def test_a_diamond_is_climbed_in_the_order_of_look_up(tmp_path: Path) -> None:
    found = hierarchy_of(tmp_path, DIAMOND)
    assert found.bases["a.py#Bottom"] == ("a.py#Left", "a.py#Right")
    assert found.overrides["a.py#Bottom.f"] == ("a.py#Right.f",)
    assert found.overrides["a.py#Bottom.g"] == ("a.py#Left.g",)
    assert found.overrides["a.py#Right.f"] == ("a.py#Top.f",)
    assert found.subclasses["a.py#Top"] == ("a.py#Left", "a.py#Right")


def test_a_base_may_be_generic_or_reached_through_a_package(tmp_path: Path) -> None:
    files = {
        "p/__init__.py": "from .impl import Base\n",
        "p/impl.py": "import typing as t\nT = t.TypeVar('T')\nclass Base(t.Generic[T]):\n    def f(self): ...\n",
        "a.py": "import p\nclass A(p.Base[int], metaclass=type):\n    def f(self): ...\n",
    }
    found = hierarchy_of(tmp_path, files)
    assert found.bases == {"a.py#A": ("p/impl.py#Base",)}
    assert found.overrides == {"a.py#A.f": ("p/impl.py#Base.f",)}


def test_bases_outside_the_repository_and_unknown_ones_are_left_out(tmp_path: Path) -> None:
    text = "import abc\nclass A(abc.ABC, Gone, make()):\n    def f(self): ...\nclass B(A): ...\nclass C: ...\n"
    found = hierarchy_of(tmp_path, {"a.py": text})
    assert found.bases == {"a.py#B": ("a.py#A",)}
    assert found.subclasses == {"a.py#A": ("a.py#B",)}
    assert found.overrides == {}


def test_classes_of_the_same_name_without_a_bond_override_nothing(tmp_path: Path) -> None:
    found = hierarchy_of(
        tmp_path, {"a.py": "class A:\n    def f(self): ...\n", "b.py": "class A:\n    def f(self): ...\n"}
    )
    assert not any(found)


def test_names_private_to_a_class_override_nothing(tmp_path: Path) -> None:
    text = "class A:\n    def __f(self): ...\n    def __g__(self): ...\n"
    text += "class B(A):\n    def __f(self): ...\n    def __g__(self): ...\n"
    assert hierarchy_of(tmp_path, {"a.py": text}).overrides == {"a.py#B.__g__": ("a.py#A.__g__",)}


def test_a_property_overrides_what_it_replaces_by_its_getter(tmp_path: Path) -> None:
    text = "class A:\n    size = 1\nclass B(A):\n    @property\n    def size(self): ...\n"
    text += "    @size.setter\n    def size(self, x): ...\n"
    assert hierarchy_of(tmp_path, {"a.py": text}).overrides == {"a.py#B.size": ("a.py#A.size",)}


def test_a_base_that_is_called_like_the_class_is_the_one_above_it(tmp_path: Path) -> None:
    files = {"a.py": "from b import Tool\nclass Tool(Tool): ...\n", "b.py": "class Tool: ...\n"}
    assert hierarchy_of(tmp_path, files).bases == {"a.py#Tool": ("b.py#Tool",)}


@pytest.mark.parametrize(
    "text",
    [
        "class A(A):\n    def f(self): ...\n",
        "class A(B):\n    def f(self): ...\nclass B(A):\n    def f(self): ...\n",
        "class A: ...\nclass B(A, A): ...\nclass C(A, B):\n    def f(self): ...\n",
    ],
    ids=["itself", "each other", "no order"],
)
def test_impossible_bases_end_and_no_member_overrides_itself(tmp_path: Path, text: str) -> None:
    found = hierarchy_of(tmp_path, {"a.py": text})
    assert all(low not in highs for low, highs in found.overrides.items())
    assert all(low not in highs for low, highs in found.bases.items())


@pytest.mark.parametrize("count", [30, 300])
def test_a_long_line_of_classes_is_climbed_to_its_top_or_left_alone(tmp_path: Path, count: int) -> None:
    text = "class C0:\n    def f(self): ...\n" + "".join(f"class C{n}(C{n - 1}): ...\n" for n in range(1, count))
    with cpu_seconds_below(2):
        found = hierarchy_of(tmp_path, {"a.py": f"{text}class Last(C{count - 1}):\n    def f(self): ...\n"})
    assert found.bases["a.py#Last"] == (f"a.py#C{count - 1}",)
    # Past some depth nothing need be said of members, but nothing else may be.
    overridden = found.overrides.get("a.py#Last.f", () if count > 100 else None)
    assert overridden in {("a.py#C0.f",), ()}


def test_a_call_leads_from_the_innermost_definition_to_what_is_called(tmp_path: Path) -> None:
    files = {
        "lib.py": "def f(): ...\nclass C:\n    def __init__(self): ...\n    def go(self): ...\n",
        "a.py": (
            "from lib import f, C\n"
            "f()\n"
            "def one():\n    f()\n    def two():\n        C().go()\n    return [two() for _ in (lambda: f())()]\n"
            "class K:\n    made = f()\n    def three(self):\n        self.three()\n        one\n"
        ),
    }
    assert calls(index_of(tmp_path, files), "a.py") == {
        ("", "lib.py#f"),
        ("a.py#one", "lib.py#f"),
        ("a.py#one.two", "lib.py#C"),
        ("a.py#one.two", "lib.py#C.go"),
        ("a.py#one", "a.py#one.two"),
        ("a.py#K", "lib.py#f"),
        ("a.py#K.three", "a.py#K.three"),
    }


def test_calls_in_decorators_and_defaults_are_made_by_what_stands_around(tmp_path: Path) -> None:
    text = "def f(): ...\ndef outer():\n    @f\n    def inner(x=f()): ...\n    class K(f()): ...\ndef top(y=f()): ...\n"
    assert calls(index_of(tmp_path, {"a.py": text}), "a.py") == {("a.py#outer", "a.py#f"), ("", "a.py#f")}


def test_a_call_through_a_union_leads_to_every_member_and_an_unknown_one_to_none(tmp_path: Path) -> None:
    text = (
        "class A:\n    def go(self): ...\nclass B:\n    def go(self): ...\n"
        "def use(x: A | B, y):\n    x.go()\n    y.go()\n    y()\n"
    )
    assert calls(index_of(tmp_path, {"a.py": text}), "a.py") == {("a.py#use", "a.py#A.go"), ("a.py#use", "a.py#B.go")}


def test_a_function_that_is_only_handed_on_is_read_not_called(tmp_path: Path) -> None:
    text = "def f(): ...\ndef use(run):\n    run(f)\n    x = f\n    return x\n"
    index = index_of(tmp_path, {"a.py": text})
    assert calls(index, "a.py") == set()
    assert [use.occurrence.role for use in index.references.uses("a.py#f")] == ["read", "read"]


def test_the_uses_of_a_symbol_are_counted_and_come_in_path_and_text_order(tmp_path: Path) -> None:
    files = {"b.py": "from a import f\nf()\nf()\n", "a.py": "def f():\n    f()\n", "c.py": "import a\na.f\n"}
    references = index_of(tmp_path, files).references
    found = [(use.path, use.occurrence.span.line, use.occurrence.role) for use in references.uses("a.py#f")]
    assert found == [
        ("a.py", 2, "call"),
        ("b.py", 1, "import"),
        ("b.py", 2, "call"),
        ("b.py", 3, "call"),
        ("c.py", 2, "read"),
    ]
    assert references.count("a.py#f") == 5
    assert references.count("a.py#gone") == 0


CALLS = """
def one(): ...
def two(): ...
class Tool:
    def __init__(self): ...
    def run(self): ...

def by_name():
    one()
    Tool().run()

def by_value(flag):
    given = one
    given()
    chosen = one if flag else two
    chosen()

def make():
    return two

def without_name():
    make()()

def unknown(given, table={"a": one, "b": two}):
    given()
    table[given]()

one()
"""


@pytest.mark.parametrize(
    ("caller", "callees"),
    [
        ("a.py#by_name", ["one", "Tool", "Tool.run"]),
        ("a.py#by_value", ["one", "two"]),
        ("a.py#without_name", ["make", "two"]),
        ("a.py#unknown", []),
        ("a.py", ["one"]),
    ],
)
def test_calls_lead_from_the_definition_around_them_to_what_they_run(
    tmp_path: Path, caller: str, callees: list[str]
) -> None:
    calls = index_of(tmp_path, {"a.py": CALLS}).calls
    assert list(calls.callees.get(caller, ())) == [f"a.py#{name}" for name in callees]
    assert all(caller in calls.callers[f"a.py#{name}"] for name in callees)
