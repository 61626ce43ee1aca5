"""Inline code in prose becomes a link only where it surely means something that the project offers its readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import write

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.linking.mentions import DOUBTED, WORD, Reading
from sphinx_kwdocs.lookup import Lookup
from sphinx_kwdocs.lookup.document_links import link_documents
from sphinx_kwdocs.model.documents import DocumentedObject, DocumentFacts, Mention, Sample, SampleName, Word
from sphinx_kwdocs.pipeline import build_index

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_kwdocs.model.index import Index

FILES = {
    "pyproject.toml": "[project]\nname = 'shop'\n",
    "src/shop/__init__.py": "from shop.cart import Cart, PriceList\n",
    "src/shop/cart.py": (
        "import pathlib\nfrom typing import overload\nfrom other import Basket\n"
        "class Cart:\n    def total(self): ...\n    def put_in(self): ...\n"
        "    def __len__(self): ...\n"
        "    def _hide(self): ...\nclass PriceList: ...\nclass OldPriceList: ...\ndef find_price(): ...\n"
        "def find_price_of(): ...\ndef pay(): ...\nMAX_ITEMS = 3\n"
        "class _PrivateOne: ...\nclass Basket_: ...\n"
        "@overload\ndef many(x: int): ...\n@overload\ndef many(x: str): ...\ndef many(x): ...\n"
        "def PosixPath(): ...\nx = pathlib.PosixPath()\n"
    ),
    "src/shop/money.py": "class Euro:\n    def log(self): ...\n    def total(self): ...\ndef run_all(): ...\n",
    "src/shop/task.py": "class Task:\n    def start(self): ...\n",
    "src/shop/jobs.py": "class Task:\n    def stop(self): ...\n    def Euro(self): ...\n",
    "src/shop/sums/__init__.py": "from shop.adding import replace\nfrom shop.sums.carry import carry\n",
    "src/shop/adding.py": "def replace(): ...\n",
    "src/shop/sums/replace.py": "def other(): ...\n",
    "src/shop/sums/carry.py": "def carry(): ...\n",
    "src/shop/ranges.py": (
        "from pathlib import Path as StandardPath\nfrom pytest import fixture\nfrom functools import partial\n"
        "def first_key_ranges(store, ranges_of_all_keys: dict[str, int] = {}): ...\n"
        "def ranges_of_all_keys(): ...\n@fixture\ndef store_of_all_keys(): ...\n"
        "def reads_it(store_of_all_keys): ...\nclass Path: ...\n"
        "class cached_item_property(partial): ...\nx = StandardPath()\n"
    ),
    "src/shop/testing/__init__.py": "def prices_of_all_keys(): ...\n",
    "src/shop/tests/helper.py": "class FakeCart: ...\n",
    "src/shop/data/prices.json": "{}",
    "docs/conf.py": "html_theme = 'x'\ndef linkcode_resolve(): ...\n",
    "docs/ext/__init__.py": "class ShopDirective: ...\n",
    "tests/test_cart.py": "class PriceList: ...\nclass CartCase: ...\n",
    "examples/demo/__init__.py": "class DemoCart: ...\n",
    "tools/release/__init__.py": "class ReleaseNotes: ...\n",
    "scripts/make_release.py": "def make_release(): ...\n",
    "setup_helper.py": "def build_wheel(): ...\n",
    ".github/workflows/ci.yml": "on: push\n",
    "native/src/core/engine.cc": "int main() {}\n",
    "namespace/deep/__init__.py": "class DeepestThingOfAll: ...\n",
}
CART, PRICES, PAY = "src/shop/cart.py#Cart", "src/shop/cart.py#PriceList", "src/shop/cart.py#pay"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return build_index(write(tmp_path_factory.mktemp("shop"), FILES), Config())


SURE = [
    ("OldPriceList", "src/shop/cart.py#OldPriceList"),
    ("PriceList()", PRICES),
    ("find_price_of", "src/shop/cart.py#find_price_of"),
    ("find_price(3)", "src/shop/cart.py#find_price"),
    ("put_in()", "src/shop/cart.py#Cart.put_in"),
    ("Cart.total", "src/shop/cart.py#Cart.total"),
    ("Cart.__len__", "src/shop/cart.py#Cart.__len__"),
    ("Euro.log", "src/shop/money.py#Euro.log"),
    ("shop.Cart", CART),
    ("shop.cart.many", "src/shop/cart.py#many~3"),
    ("shop.cart.pay()", PAY),
    ("shop.cart.MAX_ITEMS", "src/shop/cart.py#MAX_ITEMS"),
    ("shop.cart._PrivateOne", "src/shop/cart.py#_PrivateOne"),
    ("shop.money", "src/shop/money.py"),
    ("src/shop/", "src/shop"),
    ("src/shop/money.py", "src/shop/money.py"),
    ("src/shop/data/prices.json", "src/shop/data/prices.json"),
    ("native/src/core/engine.cc", "native/src/core/engine.cc"),
    ("DeepestThingOfAll", "namespace/deep/__init__.py#DeepestThingOfAll"),
    ("src/shop/cart.py#Cart", CART),
    ("ranges_of_all_keys()", "src/shop/ranges.py#ranges_of_all_keys"),
    ("store_of_all_keys", "src/shop/ranges.py#store_of_all_keys"),
    ("shop.ranges.Path('-')", "src/shop/ranges.py#Path"),
    ("shop.testing.prices_of_all_keys", "src/shop/testing/__init__.py#prices_of_all_keys"),
    ("shop.sums.carry", "src/shop/sums/carry.py#carry"),
    ("shop.sums.replace()", "src/shop/adding.py#replace"),
]
DOUBTFUL = [
    ("Cart", CART),
    ("Cart()", CART),
    ("pay()", PAY),
    ("MAX_ITEMS", "src/shop/cart.py#MAX_ITEMS"),
    ("money.run_all", "src/shop/money.py#run_all"),
    ("PosixPath()", "src/shop/cart.py#PosixPath"),
    ("Path", "src/shop/ranges.py#Path"),
    ("ranges_of_all_keys", "src/shop/ranges.py#ranges_of_all_keys"),
    ("prices_of_all_keys", "src/shop/testing/__init__.py#prices_of_all_keys"),
]
NEVER = [
    "put_in", "log()", "pay", "_PrivateOne", "Cart._hide", "FakeCart", "CartCase", "DemoCart", "ShopDirective",
    "ReleaseNotes", "make_release", "build_wheel", "html_theme", "linkcode_resolve", "docs/conf.py", "docs/",
    "src/", ".github/workflows/", ".github/workflows/ci.yml", "tests/test_cart.py", "examples/demo/", "Task",
    "src/shop/tests/helper.py", "scripts/make_release.py", "TypeError", "total()", "shop", "other.Basket",
    "Path('-')", "PosixPath('x')", "shop.sums.replace",
]  # fmt: skip


@pytest.mark.parametrize(("text", "target"), SURE)
def test_a_name_that_can_be_nothing_else_is_sure(index: Index, text: str, target: str) -> None:
    assert Lookup(index).inline(text) == Reading(target)


@pytest.mark.parametrize(("text", "target"), DOUBTFUL)
def test_a_name_that_may_be_a_word_or_another_s_is_not_sure(index: Index, text: str, target: str) -> None:
    assert Lookup(index).inline(text) == Reading(target, WORD)


def test_what_is_doubted_is_a_link_where_a_document_speaks_of_its_module_or_one_describes_it(index: Index) -> None:
    target = "src/shop/cart.py#find_price"
    same = DocumentFacts((), objects=(DocumentedObject("py", "function", "shop.cart.find_price", "x", 0),))
    assert Lookup(index).inline("find_price") == Reading(target, DOUBTED)
    assert Lookup(index).inline("Task.start") == Reading("src/shop/task.py#Task.start", DOUBTED)
    assert links(index, Mention("find_price", 0)) == {}
    assert links(index, Mention("find_price", 0), Mention("OldPriceList", 0))["find_price"] == target
    assert links(index, Mention("find_price", 0), elsewhere=same)["find_price"] == target


@pytest.mark.parametrize("text", NEVER)
def test_what_is_not_for_readers_is_never_meant(index: Index, text: str) -> None:
    assert Lookup(index).inline(text).target == ""


def links(index: Index, *mentions: Mention, **facts: object) -> dict[str, str]:
    """Return the links of a document, beside one that has the other facts if there are any called `elsewhere`."""
    elsewhere = facts.pop("elsewhere", None)
    samples = facts.pop("names", ())
    document = DocumentFacts((), mentions=mentions, **facts)  # type: ignore[arg-type]  # as given
    documents = {"a": document, **({"b": elsewhere} if isinstance(elsewhere, DocumentFacts) else {})}
    joined = link_documents(index, Lookup(index), documents, lambda _: (samples,))  # type: ignore[arg-type,return-value]
    return dict(joined.links.get("a", {}))


@pytest.mark.parametrize(
    "besides",
    [
        {"mentions": (Mention("Cart.total", 0),)},
        {"mentions": (Mention("shop.Cart", 0),)},
        {"mentions": (Mention("shop.Cart", 0, "py"),)},
        {"mentions": (Mention("Cart", 0, "sym"),)},
        {"samples": (Sample("from shop import Cart", 0),), "names": (SampleName(1, 17, 21, CART),)},
        {"objects": (DocumentedObject("py", "class", "shop.Cart", "x", 0),)},
    ],
    ids=["qualified", "full name", "python role", "our role", "imported", "described"],
)
def test_a_word_is_a_link_in_a_document_that_speaks_of_it_besides(index: Index, besides: dict[str, object]) -> None:
    others: tuple[Mention, ...] = besides.pop("mentions", ())  # type: ignore[assignment]  # as above
    assert links(index, Mention("Cart", 0), *others, **besides).get("Cart") == CART


def test_a_name_that_the_words_behind_it_give_to_another_package_is_no_link(index: Index) -> None:
    name = "find_price_of"
    assert links(index, Mention(name, 0), Mention(name, 0, module="other")) == {}
    assert links(index, Mention(name, 0, module="memory"), Mention("OldPriceList", 0, module="shop")).keys() == {
        name,
        "OldPriceList",
    }


def test_a_word_is_no_link_by_what_another_document_says(index: Index) -> None:
    assert links(index, Mention("Cart", 0), elsewhere=DocumentFacts((), mentions=(Mention("shop.Cart", 0),))) == {}


def test_a_name_is_no_link_where_documents_describe_something_else_by_it(index: Index) -> None:
    name = "find_price_of"
    assert links(index, Mention(name, 0)) == {name: "src/shop/cart.py#find_price_of"}
    setting = DocumentFacts((), objects=(DocumentedObject("std", "setting", name, "x", 0),))
    foreign = DocumentFacts((), objects=(DocumentedObject("py", "function", f"other.{name}", "x", 0),))
    term = DocumentFacts((), words=(Word("glossary-term", name, "x", 0),))
    same = DocumentFacts((), objects=(DocumentedObject("py", "function", f"shop.cart.{name}", "x", 0),))
    assert [links(index, Mention(name, 0), elsewhere=each) for each in (setting, foreign, term)] == [{}] * 3
    assert links(index, Mention(name, 0), elsewhere=same)


def test_a_text_of_the_repository_doubts_what_its_code_has_from_elsewhere_or_calls_a_parameter(tmp_path: Path) -> None:
    code = (
        "import functools\nclass cached_property(functools.cached_property): ...\n"
        "def ranges_of_all_keys(): ...\ndef read(ranges_of_all_keys=1): ...\n"
    )
    text = "# News\n\n`cached_property` and `ranges_of_all_keys`.\n"
    sure = "# News\n\n`cached_property` is `shop.cached_property`; `ranges_of_all_keys()`.\n"
    found = build_index(write(tmp_path, {"shop/__init__.py": code, "NEWS.md": text, "SURE.md": sure}), Config())
    mentions = {path: len(list(file)) for path, file in found.references.files.items() if path.endswith(".md")}
    assert mentions == {"SURE.md": 3}


def test_a_text_among_code_of_another_language_names_no_python(tmp_path: Path) -> None:
    code = {"src/shop/__init__.py": "class BestPriceList:\n    def find_all(self): ...\n", "r/tools/make.py": "x = 1\n"}
    code |= {f"r/R/{number}.R": "f <- 1\n" for number in range(9)}
    text = "# News\n\n`BestPriceList` and `find_all()`.\n"
    found = build_index(write(tmp_path, code | {"r/NEWS.md": text, "NEWS.md": text, "src/NEWS.md": text}), Config())
    mentions = {path: len(list(file)) for path, file in found.references.files.items() if path.endswith(".md")}
    assert mentions == {"NEWS.md": 2, "src/NEWS.md": 2}
