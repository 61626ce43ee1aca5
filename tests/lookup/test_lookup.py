"""A name that an author wrote means exactly one thing of the repository, or nothing and the candidates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from builds import write
from hypothesis import given, settings
from hypothesis import strategies as st
from timing import cpu_seconds_below

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.lookup import Lookup
from sphinx_kwdocs.model.facts import FileFacts, Symbol
from sphinx_kwdocs.model.symbol_table import SymbolTable
from sphinx_kwdocs.pipeline import build_index

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_kwdocs.model.index import Index

FILES = {
    "pyproject.toml": "",
    "README.md": "# Install\n",
    "shop/__init__.py": (
        "import shop.tools as gear\nimport os\nfrom . import cart as basket\nfrom ._stars import *\n"
        "from .cart import Cart, checkout as pay\nfrom .cart import unheard_of\nfrom .deep import Cart as Wagon\n"
        "try:\n    from ._fast import speed\nexcept ImportError:\n    from .slow import speed\n"
        "if os:\n    from .slow import torn\nelse:\n    from .tools import torn\n"
    ),
    "shop/_stars.py": (
        "from .more_stars import *\n__all__ = ['listed', 'far']\ndef listed(): ...\ndef unlisted(): ...\n"
        "def _hidden(): ...\n"
    ),
    "shop/more_stars.py": "from ._stars import *\ndef far(): ...\ndef _far_hidden(): ...\n",
    "shop/cart.py": (
        "from typing import overload\nclass Base:\n    def total(self): ...\n    def add(self): ...\n"
        "    def __secret(self): ...\nclass Left(Base): ...\nclass Right(Base):\n    def total(self): ...\n"
        "class Cart(Left, Right):\n    size = 1\n    def add(self): ...\n    @property\n    def price(self): ...\n"
        "    @price.setter\n    def price(self, value): ...\n    class Meta:\n        depth = 2\n"
        "def checkout():\n    def inner_step(): ...\n    class Cart: ...\n"
        "@overload\ndef many(x: int): ...\n@overload\ndef many(x: str): ...\ndef many(x): ...\n"
        "if 1:\n    class Twice: ...\nelse:\n    class Twice:\n        def only_here(self): ...\n"
    ),
    "shop/cart.pyi": "class Cart:\n    size: int\n    stub_only: int\n",
    "shop/deep.py": "from . import Cart\n",
    "shop/slow.py": (
        "def speed(): ...\ndef torn(): ...\ndef speed_limit(): ...\n"
        "def kept(): ...\ndef lost(): ...\ndef found(): ...\n"
    ),
    "shop/tools/__init__.py": "from .saw import Saw\ndef torn(): ...\n",
    "shop/tools/saw.py": "class Saw:\n    def cut(self): ...\ndef same_name(): ...\n",
    "shop/tools/logging.py": "def getLogger(): ...\n",
    "shop/other/__init__.py": "",
    "shop/given_twice.py": (
        "from os import sep\nfrom .slow import kept\nfrom .slow import lost\n"
        "try:\n    from .slow import speed, torn, speed_limit\nexcept ImportError:\n    pass\n"
        "if sep:\n    kept = speed = None\n    sep = 1\n    def torn(): ...\ndef lost(): ...\n"
        "def found(): ...\ntry:\n    from .slow import found\nexcept ImportError:\n    pass\n"
    ),
    "shop/other/saw.py": "def same_name(): ...\nclass Saw_ish: ...\n",
    "tests/test_saw.py": "def same_name(): ...\nclass Helper:\n    def assist(self): ...\n",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return build_index(write(tmp_path_factory.mktemp("shop"), FILES), Config())


@pytest.fixture
def lookup(index: Index) -> Lookup:
    return Lookup(index)


def test_the_repository_is_what_these_tests_think(index: Index) -> None:
    assert index.modules["shop/cart.py"] == "shop.cart"
    assert index.tests == {"tests/test_saw.py"}


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("shop/cart.py#Cart.add", "shop/cart.py#Cart.add"),
        ("shop.cart.Cart.add", "shop/cart.py#Cart.add"),
        ("cart.Cart", "shop/cart.py#Cart"),
        ("Cart.Meta.depth", "shop/cart.py#Cart.Meta.depth"),
        ("Cart", "shop/cart.py#Cart"),
        (" checkout() ", "shop/cart.py#checkout"),
        ("shop::cart::Cart", "shop/cart.py#Cart"),
        ("README.md#install", "README.md#install"),
    ],
)
def test_a_symbol_is_named_by_its_id_or_the_end_of_its_dotted_name(lookup: Lookup, text: str, target: str) -> None:
    assert lookup.symbol(text) == (target, (), False)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("shop.Cart", "shop/cart.py#Cart"),
        ("shop.Cart.add", "shop/cart.py#Cart.add"),
        ("shop.pay", "shop/cart.py#checkout"),
        ("shop.Wagon", "shop/cart.py#Cart"),
        ("shop.basket.Cart", "shop/cart.py#Cart"),
        ("shop.gear.Saw.cut", "shop/tools/saw.py#Saw.cut"),
        ("shop.gear.saw.Saw", "shop/tools/saw.py#Saw"),
        ("tools.Saw", "shop/tools/saw.py#Saw"),
        ("shop.speed", "shop/slow.py#speed"),
        ("shop.listed", "shop/_stars.py#listed"),
        ("shop.far", "shop/more_stars.py#far"),
    ],
)
def test_a_symbol_is_found_where_it_is_handed_on(lookup: Lookup, text: str, target: str) -> None:
    assert lookup.symbol(text).target == target


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("kept", "shop/slow.py#kept"),
        ("speed", "shop/slow.py#speed"),
        ("lost", "shop/given_twice.py#lost"),
        ("found", "shop/given_twice.py#found"),
        ("sep", "shop/given_twice.py#sep"),
        ("torn", ""),
    ],
    ids=["assigned under a condition", "tried", "defined behind", "imported under a condition", "from outside", "both"],
)
def test_a_name_that_a_module_imports_and_defines_is_the_one_of_its_usual_path(
    lookup: Lookup, name: str, target: str
) -> None:
    assert lookup.symbol(f"shop.given_twice.{name}").target == target


@pytest.mark.parametrize(
    "text", ["shop.unlisted", "shop._hidden", "shop._far_hidden", "shop.unheard_of", "shop.os.path", "shop.checkout"]
)
def test_what_a_module_does_not_hand_on_is_not_found_there(lookup: Lookup, text: str) -> None:
    assert lookup.symbol(text).target == ""
    assert lookup.described("py", text, "function") == ""


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("shop.cart.Cart.total", "shop/cart.py#Right.total"),
        ("shop.Wagon.total", "shop/cart.py#Right.total"),
        ("Cart.total", "shop/cart.py#Right.total"),
        ("Left.total", "shop/cart.py#Base.total"),
        ("shop.cart.Cart.__secret", ""),
        ("shop.cart.Cart.stub_only", "shop/cart.pyi#Cart.stub_only"),
    ],
)
def test_an_inherited_member_is_the_one_that_python_would_find(lookup: Lookup, text: str, target: str) -> None:
    assert lookup.symbol(text).target == target


def test_a_member_that_may_come_from_a_class_elsewhere_is_not_guessed(tmp_path: Path) -> None:
    code = (
        "from abc import ABC\nfrom elsewhere import Strange\nclass Base:\n    def get(self): ...\n"
        "class Early(Strange, Base): ...\nclass Late(Base, Strange): ...\nclass Plain(ABC, Base): ...\n"
        "class Deep(Early, Late): ...\n"
    )
    lookup = Lookup(build_index(write(tmp_path, {"kit.py": code}), Config()))
    found = {name: lookup.described("py", f"kit.{name}.get", "method") for name in ("Early", "Late", "Plain", "Deep")}
    assert found == {"Early": "", "Late": "kit.py#Base.get", "Plain": "kit.py#Base.get", "Deep": ""}


def test_definitions_that_repeat_a_name_are_one_thing(lookup: Lookup) -> None:
    assert lookup.symbol("many").target == "shop/cart.py#many~3"
    assert lookup.symbol("shop.cart.Cart.price").target == "shop/cart.py#Cart.price"
    assert lookup.symbol("Cart.size").target == "shop/cart.py#Cart.size"
    assert lookup.symbol("Twice.only_here").target == "shop/cart.py#Twice~2.only_here"
    assert lookup.symbol("shop.cart.Twice.only_here").target == "shop/cart.py#Twice~2.only_here"


def test_names_inside_functions_are_taken_only_where_nothing_else_fits(lookup: Lookup) -> None:
    assert lookup.symbol("Cart").target == "shop/cart.py#Cart"
    assert lookup.symbol("inner_step").target == "shop/cart.py#checkout.inner_step"
    assert lookup.mention("inner_step") == ""
    assert lookup.described("py", "shop.cart.checkout.inner_step", "function") == ""


def test_a_heading_is_named_by_its_id_only(lookup: Lookup) -> None:
    assert lookup.symbol("Install") == ("", (), False)


def test_a_module_is_meant_where_no_symbol_is(lookup: Lookup) -> None:
    assert lookup.symbol("shop.tools.saw").target == "shop/tools/saw.py"
    assert lookup.symbol("shop.tools").target == "shop/tools/__init__.py"
    assert lookup.symbol("shop.cart").target == "shop/cart.py"


def test_of_several_that_fit_none_is_taken_and_the_nearest_is_named_first(lookup: Lookup) -> None:
    tools, other, test = (
        f"{path}#same_name" for path in ("shop/tools/saw.py", "shop/other/saw.py", "tests/test_saw.py")
    )
    assert lookup.symbol("same_name", "shop/tools/x") == ("", (tools, other, test), True)
    assert lookup.symbol("same_name", "shop/other/x") == ("", (other, tools, test), True)
    assert lookup.symbol("same_name", "tests/x").candidates[-1] == test
    assert lookup.symbol("tools.saw.same_name").target == tools
    assert lookup.symbol("shop.torn").candidates == ("shop/slow.py#torn", "shop/tools/__init__.py#torn")
    assert lookup.described("py", "shop.torn", "function") == ""


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("Cartt", "shop/cart.py#Cart"),
        ("cart.chekout", "shop/cart.py#checkout"),
        ("CHECKOUT", "shop/cart.py#checkout"),
        ("Crt.add", "shop/cart.py#Cart.add"),
        ("Saw.cutt", "shop/tools/saw.py#Saw.cut"),
        ("nowhere.at.all.Cart", "shop/cart.py#Cart"),
        ("shop/carts.py#Cart", "shop/cart.py#Cart"),
        ("tools.saw", "shop/tools/saw.py"),
    ],
)
def test_an_unknown_name_gets_the_nearest_ones(lookup: Lookup, text: str, nearest: str) -> None:
    answer = lookup.symbol(text)
    assert (answer.target, answer.candidates[0], answer.is_ambiguous) == ("", nearest, False)
    assert len(set(answer.candidates)) == len(answer.candidates) <= 5


def test_a_file_is_named_by_its_path_or_the_end_of_it(lookup: Lookup) -> None:
    assert lookup.file("shop/slow.py").target == "shop/slow.py"
    assert lookup.file("/shop/slow.py").target == "shop/slow.py"
    assert lookup.file("slow.py").target == "shop/slow.py"
    assert lookup.file("tools/saw.py").target == "shop/tools/saw.py"
    assert lookup.file("low.py").target == ""
    assert lookup.file("saw.py", "shop/tools/x") == ("", ("shop/tools/saw.py", "shop/other/saw.py"), True)


def test_a_path_from_the_document_stays_inside_the_repository(lookup: Lookup) -> None:
    assert lookup.file("./saw.py", "shop/tools/x").target == "shop/tools/saw.py"
    assert lookup.file("../slow.py", "shop/tools/x").target == "shop/slow.py"
    assert lookup.file("./slow.py", "shop/tools/x").target == ""
    outside = lookup.file("../../../slow.py", "shop/tools/x")
    assert (outside.target, outside.candidates[0], outside.is_ambiguous) == ("", "shop/slow.py", False)
    assert lookup.file("/etc/passwd") == ("", (), False)
    assert lookup.file("slwo.py").candidates[0] == "shop/slow.py"


def test_a_folder_is_named_likewise_and_the_root_is_found(lookup: Lookup) -> None:
    assert lookup.folder("tools/").target == "shop/tools"
    assert lookup.folder("shop/tools").target == "shop/tools"
    assert lookup.folder("../tools", "shop/other/x").target == "shop/tools"
    assert lookup.folder("tolos").candidates == ("shop/tools",)
    assert not lookup.folder("nothing-like-it").is_found
    for root in ("", "/", ".", "../"):
        assert (lookup.folder(root, "docs/x").is_found, lookup.folder(root, "docs/x").target) == (True, "")


@pytest.mark.parametrize(
    ("name", "kind", "target"),
    [
        ("shop.cart.Cart", "class", "shop/cart.py#Cart"),
        ("shop.Cart.add", "method", "shop/cart.py#Cart.add"),
        ("shop.Cart.total", "method", "shop/cart.py#Right.total"),
        ("shop.Cart.price", "property", "shop/cart.py#Cart.price"),
        ("shop.cart", "module", "shop/cart.py"),
        ("shop", "module", "shop/__init__.py"),
        ("Cart.add", "method", "shop/cart.py#Cart.add"),
        ("checkout", "function", "shop/cart.py#checkout"),
        ("shop.cart", "function", ""),
        ("shop.Cart", "module", ""),
        ("shop.Cart.price", "class", ""),
        ("checkout", "class", ""),
        ("total", "method", ""),
        ("add", "", ""),
        ("same_name", "function", ""),
        ("Helper.assist", "method", ""),
        ("elsewhere.Cart", "class", ""),
        ("logging.getLogger", "function", ""),
        ("tests.Helper", "class", ""),
    ],
)
def test_a_described_python_object_is_found_without_doubt_or_not(
    lookup: Lookup, name: str, kind: str, target: str
) -> None:
    assert lookup.described("py", name, kind) == target


def test_objects_of_other_domains_are_found_in_their_languages(index: Index) -> None:
    method = index.symbols["shop/cart.py#Cart.add"]
    found = {
        "src/cart.cpp": FileFacts("cpp", symbols=(_moved(method, "src/cart.cpp", "shop.Cart.add"),)),
        "src/a.js": FileFacts("javascript", symbols=(_moved(method, "src/a.js", "Cart.add"),)),
        "src/b.ts": FileFacts("typescript", symbols=(_moved(method, "src/b.ts", "twin"),)),
        "src/c.js": FileFacts("javascript", symbols=(_moved(method, "src/c.js", "twin"),)),
    }
    facts = {**index.facts, **found}
    lookup = Lookup(replace(index, symbols=SymbolTable(facts), facts=facts))
    assert lookup.described("cpp", "Cart::add", "function") == "src/cart.cpp#shop.Cart.add"
    assert lookup.described("c", "add", "function") == ""  # a method is no function of C
    assert lookup.described("js", "Cart.add", "method") == "src/a.js#Cart.add"
    assert lookup.described("js", "twin", "function") == ""
    assert lookup.described("cpp", "checkout", "function") == ""
    assert lookup.described("rst", "Cart.add", "directive") == ""
    assert lookup.described("py", "shop.cart.Cart.add", "method") == "shop/cart.py#Cart.add"


def _moved(symbol: Symbol, path: str, qualname: str) -> Symbol:
    name = qualname.rpartition(".")[2]
    return replace(symbol, id=f"{path}#{qualname}", path=path, qualname=qualname, name=name)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("Cart", "shop/cart.py#Cart"),
        ("Cart.add()", "shop/cart.py#Cart.add"),
        ("shop.Wagon", "shop/cart.py#Cart"),
        ("shop.pay()", "shop/cart.py#checkout"),
        ("~shop.Cart.total", "shop/cart.py#Right.total"),
        ("shop.tools.saw", "shop/tools/saw.py"),
        ("shop/tools/saw.py", "shop/tools/saw.py"),
        ("shop/tools/", "shop/tools"),
        ("shop/cart.py#Cart", "shop/cart.py#Cart"),
        ("speed_limit", "shop/slow.py#speed_limit"),
        ("shop", ""),
        ("shop/tools", ""),
        ("saw.py", ""),
        ("tools/saw.py", ""),
        ("shop.tools()", ""),
        ("shop.cart.Cart.size()", ""),
        ("add", ""),
        ("torn", ""),
        ("shop.torn", ""),
        ("logging.getLogger", ""),
        ("https://shop/tools/", ""),
        ("--speed_limit", ""),
        ("shop/*.py", ""),
        ("/", ""),
    ],
)
def test_a_name_that_an_author_says_is_one_means_one_thing_or_nothing(lookup: Lookup, text: str, target: str) -> None:
    assert lookup.mention(text) == target


HOSTILE: tuple[str, ...] = (
    "",
    " ",
    "x" * 500,
    "😀",
    "a..b",
    ".",
    "..",
    "#",
    "##",
    "a#",
    "\0",
    "Cart\0",
    "." * 100_000,
    "a." * 100_000,
)
HOSTILE += (
    "a/" * 50_000,
    "../" * 50_000,
    "(" * 5000,
    "Cart" + "()" * 5000,
    "{}",
    "%s",
    "\u202eCart",
    "shop.",
    ".shop",
    "::",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_means_nothing_and_takes_no_time(lookup: Lookup, text: str) -> None:
    with cpu_seconds_below(0.5):
        assert lookup.symbol(text).target == ""
        assert lookup.file(text, text).target == ""
        assert lookup.folder(text, text).target == ""
        assert lookup.mention(text) == ""
        assert lookup.inline(text).target == ""
        assert [lookup.described(domain, text, "class") for domain in ("py", "c", "js", "?")] == [""] * 4


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet="Cartshop.#/~():*é\0", max_size=12))
def test_any_answer_is_part_of_the_index(index: Index, text: str) -> None:
    lookup = Lookup(index)
    known = {*index.symbols, *index.files, *index.folders, ""}
    answers = [lookup.symbol(text), lookup.file(text), lookup.folder(text)]
    assert {each for answer in answers for each in (answer.target, *answer.candidates)} <= known
    assert {lookup.mention(text), lookup.inline(text).target, lookup.described("py", text)} <= known


def test_a_class_that_is_its_own_ancestor_ends_no_build(index: Index) -> None:
    base, left = "shop/cart.py#Base", "shop/cart.py#Left"
    circle = index.hierarchy._replace(bases={base: (left, base), left: (base,)})
    lookup = Lookup(replace(index, hierarchy=circle))
    assert lookup.symbol("Left.total").target == "shop/cart.py#Base.total"
    assert lookup.symbol("Left.nothing").target == ""


def test_a_name_is_looked_up_fast_however_common_it_is(index: Index) -> None:
    method = index.symbols["shop/cart.py#Cart.add"]
    many = [_moved(method, f"shop/m{number}.py", f"Class{number}.forward") for number in range(30_000)]
    facts = {symbol.path: FileFacts("python", symbols=(symbol,)) for symbol in many}
    lookup = Lookup(replace(index, symbols=SymbolTable(facts)))
    lookup.symbol("Class1.forward")
    with cpu_seconds_below(2):
        for number in range(1000):
            assert lookup.symbol(f"Class{number}.forward").target == f"shop/m{number}.py#Class{number}.forward"
            assert lookup.mention(f"Class{number}.forward()")
            lookup.inline(f"Class{number}.forward()")


def test_a_bare_name_that_the_repository_also_takes_from_outside_means_nothing(tmp_path: Path) -> None:
    files = {
        "logs.py": "def getLogger(name):\n    return name\n",
        "main.py": "import logging\nlog = logging.getLogger(__name__)\n",
    }
    found = Lookup(build_index(write(tmp_path / "both", files), Config()))
    assert found.mention("getLogger") == ""
    assert found.mention("logs.getLogger") == "logs.py#getLogger"
    alone = Lookup(build_index(write(tmp_path / "alone", {"logs.py": files["logs.py"]}), Config()))
    assert alone.mention("getLogger") == "logs.py#getLogger"


def test_what_a_stub_declares_and_its_source_takes_from_elsewhere_is_one_thing(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": "[project]\nname = 'pkg'\n",
        "pkg/__init__.py": "from ._impl import run_it\n",
        "pkg/__init__.pyi": "def run_it() -> None: ...\ndef declared_only() -> None: ...\n",
        "pkg/_impl.py": "def run_it():\n    return 1\n",
    }
    found = Lookup(build_index(write(tmp_path, files), Config()))
    assert found.symbol("pkg.run_it").target == "pkg/_impl.py#run_it"
    assert found.described("py", "pkg.run_it", "function") == "pkg/_impl.py#run_it"
    assert found.symbol("pkg.declared_only").target == "pkg/__init__.pyi#declared_only"


def test_inline_code_does_not_mean_what_only_a_test_defines(tmp_path: Path) -> None:
    found = Lookup(build_index(write(tmp_path, {"tests/test_it.py": "class BaseCase:\n    pass\n"}), Config()))
    assert found.mention("BaseCase") == ""
    assert found.mention("tests/test_it.py#BaseCase") == "tests/test_it.py#BaseCase"
    assert found.symbol("BaseCase").target == "tests/test_it.py#BaseCase"
