"""An Index without some symbols has nothing left that speaks of them, and everything else as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import all_pages, publication_of, write
from crawl import invalid_html

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.export.json_lines import json_lines
from sphinx_kwdocs.linking.without_symbols import without_symbols
from sphinx_kwdocs.lookup import Lookup
from sphinx_kwdocs.pages import make_site, page_keys
from sphinx_kwdocs.pipeline import build_index

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_kwdocs.model.index import Index

FILES = {
    "src/shop/__init__.py": "from .cart import Cart, pay\n\n__all__ = ['Cart', 'pay']\n",
    "src/shop/cart.py": (
        "class Base:\n    def total(self):\n        return 0\n\n\n"
        "class Cart(Base):\n    size = 1\n\n    def total(self):\n        return pay(self.size)\n\n\n"
        "def pay(amount):\n    def inner():\n        return amount\n    return inner()\n\n\n"
        "def buy():\n    cart = Cart()\n    return cart.total() + pay(1)\n"
    ),
    "tests/test_cart.py": "from shop import Cart, pay\n\n\ndef test_cart():\n    assert Cart().total() == pay(1)\n",
    "README.md": "# Shop\n\nA `Cart` and `pay()`, and `buy()`.\n",
}
CART, PAY, BUY = (f"src/shop/cart.py#{name}" for name in ("Cart", "pay", "buy"))


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return build_index(write(tmp_path, FILES), Config())


def targets(index: Index) -> Iterator[str]:
    """Yield every id that anything in the Index names."""
    yield from index.symbols
    for facts in index.facts.values():
        yield from (symbol.id for symbol in facts.symbols)
    for links in index.imports.values():
        yield from (link.symbol for link in links)
    yield from index.term_symbols.values()
    for file in index.references.files.values():
        for item in file:
            yield from (item.target, item.holder)
    for relation in (*index.hierarchy, *index.calls):
        for name, others in relation.items():
            yield from (name, *others)


def test_nothing_speaks_of_a_symbol_that_is_left_out(index: Index) -> None:
    assert {CART, PAY, f"{PAY}.inner", f"{CART}.total"} <= set(targets(index))
    smaller = without_symbols(index, {CART, PAY})
    assert [target for target in targets(smaller) if target.startswith((CART, PAY))] == []
    assert smaller.references.count(CART) == 0
    assert list(smaller.references.uses(PAY)) == []


def test_what_is_nested_in_it_goes_too(index: Index) -> None:
    assert index.symbols.keys() - without_symbols(index, {CART}).symbols.keys() == {
        CART, f"{CART}.size", f"{CART}.total",
    }  # fmt: skip


def test_all_else_stays(index: Index) -> None:
    smaller = without_symbols(index, {PAY})
    gone = {PAY, f"{PAY}.inner"}
    assert list(smaller.files) == list(index.files)
    for path, file in index.references.files.items():
        kept = [(item.span, item.target) for item in file if item.target not in gone]
        assert [(item.span, item.target) for item in smaller.references.files[path]] == kept
    assert smaller.hierarchy.overrides == index.hierarchy.overrides
    assert smaller.references.count(CART) == index.references.count(CART)


def test_an_index_is_the_same_if_nothing_is_left_out(index: Index) -> None:
    assert without_symbols(index, set()) is index
    assert without_symbols(index, {"src/shop/cart.py#nobody"}) is index


@pytest.mark.parametrize("unwanted", [{CART}, {PAY}, {BUY}, {CART, PAY, BUY}])
def test_every_page_and_line_of_the_rest_can_be_made(index: Index, unwanted: set[str]) -> None:
    site = make_site(without_symbols(index, unwanted), "Source index")
    assert len(all_pages(site)) > 10
    assert invalid_html(publication_of(site), list(page_keys(site))) == []
    assert not any(f'"{name}"' in line for line in json_lines(site.index) for name in unwanted)


def test_a_symbol_that_is_left_out_is_found_under_no_name(index: Index) -> None:
    assert Lookup(index).symbol("shop.pay").target == PAY
    lookup = Lookup(without_symbols(index, {PAY}))
    for text in ("shop.pay", "shop.cart.pay", "pay", PAY):
        assert lookup.symbol(text).target == ""
    assert lookup.mention("pay()") == ""
    assert lookup.described("py", "shop.pay", "function") == ""
    assert lookup.symbol("shop.cart.buy").target == BUY
