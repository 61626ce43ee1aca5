"""What names in the Python blocks of a document mean.

A case is the blocks of one document; a comment with carets speaks of the code line above it and is taken out before
the blocks are read. Behind the carets stands the expected target, `outside` and a dotted name, or `-` for nothing.
"""

from __future__ import annotations

import gc
import re
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from builds import write
from hypothesis import given, settings
from hypothesis import strategies as st
from timing import cpu_seconds_below

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.export.json_lines import json_lines
from sphinx_kwdocs.linking.python.units import ClassInfo, FunctionInfo, Unit
from sphinx_kwdocs.pipeline import LinkedRepository, build_index, read_repository, survey

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sphinx_kwdocs.model.documents import SampleName

SHOP = {
    "pyproject.toml": "[project]\nname = 'shop'\n",
    "src/shop/__init__.py": """
        from shop.cart import Cart
        from shop.money import price
        """,
    "src/shop/cart.py": """
        from typing import TypeVar, overload
        T = TypeVar("T", bound="Cart")
        class Cart:
            size = 3
            def total(self): return 1
            def copy(self): return self
            def __enter__(self): return self
        class Basket:
            def total(self): return 2
        @overload
        def load(x: int) -> Cart: ...
        @overload
        def load(x: str) -> Cart: ...
        def load(x): return Cart()
        def register(each): return each
        """,
    "src/shop/money.py": """
        def price(item, tax=0): return 1
        """,
    "src/shop/models.py": "class Order: pass\n",
    "models.py": "class Order: pass\n",
    "conftest.py": """
        import pytest
        from shop import Cart
        @pytest.fixture
        def cart(): return Cart()
        """,
}
CART = "src/shop/cart.py#Cart"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LinkedRepository]:
    root = write(tmp_path_factory.mktemp("shop"), {path: dedent(text) for path, text in SHOP.items()})
    found = survey(root, Config(), read_repository(root, Config()))
    yield found
    found.samples.forget()


def shown(names: Sequence[SampleName], text: str) -> dict[str, str]:
    """Return the meanings of a block's names by the names, each as `line:name`."""
    lines = text.split("\n")
    return {
        f"{name.line}:{lines[name.line - 1][name.col : name.end_col]}": name.target or f"outside {name.external}"
        for name in names
    }


def check(shop: LinkedRepository, *cases: str) -> None:
    """Compare the names of a document's blocks with the carets below them."""
    texts: list[str] = []
    expected: list[tuple[int, int, int, int, str]] = []
    for number, case in enumerate(cases):
        lines: list[str] = []
        for line in dedent(case).strip("\n").split("\n"):
            if re.match(r"\s*#\s*\^", line):
                start = line.index("^")
                end = line.rindex("^") + 1
                expected.append((number, len(lines), start, end, line[end:].strip()))
            else:
                lines.append(line)
        texts.append("\n".join(lines))
    found = shop.samples.resolve(texts)
    assert len(found) == len(texts)
    assert expected
    for number, row, start, end, meaning in expected:
        at = {(name.line, name.col, name.end_col): name.target or f"outside {name.external}" for name in found[number]}
        assert at.get((row, start, end), "-") == meaning, texts[number].split("\n")[row - 1]


def test_names_of_plain_code_mean_what_they_mean_in_a_file(shop: LinkedRepository) -> None:
    check(
        shop,
        """
        import shop.money as m, os.path
        #      ^^^^ src/shop/__init__.py
        #           ^^^^^ src/shop/money.py
        #                       ^^ outside os
        from shop import Cart
        #                ^^^^ src/shop/cart.py#Cart
        cart = Cart()
        #      ^^^^ src/shop/cart.py#Cart
        cart.copy().total()
        #    ^^^^ src/shop/cart.py#Cart.copy
        #           ^^^^^ src/shop/cart.py#Cart.total
        os.path.join(m.price(cart))
        #       ^^^^ outside os.path.join
        #              ^^^^^ src/shop/money.py#price
        #                    ^^^^ -
        print(cart)
        #     ^^^^ -
        """,
    )


def test_a_name_given_in_an_earlier_block_is_known_in_later_ones_and_not_before(shop: LinkedRepository) -> None:
    check(
        shop,
        """
        cart = Cart()
        #      ^^^^ -
        """,
        """
        from shop import Cart
        cart = Cart()
        #      ^^^^ src/shop/cart.py#Cart
        """,
        """
        cart.total()
        #    ^^^^^ src/shop/cart.py#Cart.total
        """,
    )


def test_a_function_sees_what_its_globals_were_up_to_its_own_block(shop: LinkedRepository) -> None:
    check(
        shop,
        """
        from shop import price
        def early(x):
            Cart()
        #   ^^^^ -
            price()
        #   ^^^^^ src/shop/money.py#price
            return thing.total()
        #                ^^^^^ -
        """,
        """
        from shop.cart import Cart, Basket
        from shop import price
        thing = Cart()
        def late(x):
            thing.total()
        #         ^^^^^ -
            return Cart()
        #          ^^^^ src/shop/cart.py#Cart
        """,
        """
        thing = Basket()
        def last():
            return thing.total()
        #                ^^^^^ src/shop/cart.py#Basket.total
        """,
    )


def test_doctest_sessions_are_read_without_their_prompts_and_output(shop: LinkedRepository) -> None:
    check(
        shop,
        """
        >>> from shop import Cart
        #                    ^^^^ src/shop/cart.py#Cart
        >>> cart = Cart(
        #          ^^^^ src/shop/cart.py#Cart
        ... ).copy()
        #     ^^^^ src/shop/cart.py#Cart.copy
        >>> for each in range(2):
        ...     cart.total()
        #            ^^^^^ src/shop/cart.py#Cart.total
        ...
        Cart
        #^^^ -
        ... cart.total()
        #        ^^^^^ -
        >>>
        >>> cart.total(
        #        ^^^^^ -
        Traceback (most recent call last):
        SyntaxError: '(' was never closed
        >>> cart.size
        #        ^^^^ src/shop/cart.py#Cart.size
        """,
    )


def test_ipython_sessions_are_read_without_their_prompts_and_commands(shop: LinkedRepository) -> None:
    text = dedent(
        """\
        In [9]: from shop import Cart

        In [10]: %time Cart()
        Out[10]: Cart

        In [11]: def f():
            ...:     return Cart()
            ...:

        In [12]: f().total()
        """
    )
    (names,) = shop.samples.resolve([text])
    assert shown(names, text) == {
        "1:shop": "src/shop/__init__.py",
        "1:Cart": CART,
        "7:Cart": CART,
        "10:total": f"{CART}.total",
    }


def test_an_indented_block_counts_its_own_columns(shop: LinkedRepository) -> None:
    text = "    from shop import Cart\n\n    Cart().total()"
    (names,) = shop.samples.resolve([text])
    assert shown(names, text) == {
        "1:shop": "src/shop/__init__.py",
        "1:Cart": CART,
        "3:Cart": CART,
        "3:total": f"{CART}.total",
    }


def test_columns_count_code_points_and_lines_end_as_they_do_on_a_page(shop: LinkedRepository) -> None:
    text = "from shop import Cart\r\nx = '\U0001f600é', Cart\rCart\x0c\u2028"
    (names,) = shop.samples.resolve([text.removesuffix("\u2028")])
    assert [(name.line, name.col) for name in names if name.target == CART] == [(1, 17), (2, 10), (3, 0)]


@pytest.mark.parametrize(
    "broken", ["$ pip install shop", "def (", "x = \0", "print 'x'", "\ud800", "  x\n y", "{'a': …}"]
)
def test_a_block_that_is_no_python_is_left_out_alone(shop: LinkedRepository, broken: str) -> None:
    found = shop.samples.resolve(["from shop import Cart", broken, "Cart"])
    assert [len(names) for names in found] == [2, 0, 1]


@pytest.mark.parametrize("habit", ["...", "    ...", "…", "%matplotlib inline", "!ls"])
def test_lines_that_stand_for_what_is_left_out_do_no_harm(shop: LinkedRepository, habit: str) -> None:
    text = f"from shop import Cart\ndef f():\n    x = 1\n{habit}\n    return Cart()"
    (names,) = shop.samples.resolve([text])
    assert shown(names, text)["5:Cart"] == CART


def test_a_session_inside_of_a_docstring_makes_no_session_of_the_block(shop: LinkedRepository) -> None:
    text = 'from shop import Cart\ndef f():\n    """\n    >>> Cart()\n    """\n    return Cart()'
    (names,) = shop.samples.resolve([text])
    assert list(shown(names, text)) == ["1:shop", "1:Cart", "6:Cart"]


def test_a_sample_that_replaces_a_name_means_its_own(shop: LinkedRepository) -> None:
    check(
        shop,
        """
        from shop import Cart, price
        class Special(Cart):
        #             ^^^^ src/shop/cart.py#Cart
            def total(self):
                return super().total()
        #                      ^^^^^ src/shop/cart.py#Cart.total
        Special().total()
        #^^^^^^ -
        #         ^^^^^ -
        Special().copy().total()
        #         ^^^^ src/shop/cart.py#Cart.copy
        #                ^^^^^ -
        def price(): pass
        price()
        #^^^^ -
        """,
    )


def test_a_name_that_may_mean_several_things_means_nothing_but_overloads_are_one(shop: LinkedRepository) -> None:
    check(
        shop,
        """
        from shop.cart import Cart, Basket, load
        each = Cart() if input() else Basket()
        each.total()
        #    ^^^^^ -
        load(1).total()
        #       ^^^^^ src/shop/cart.py#Cart.total
        """,
    )
    (names,) = shop.samples.resolve(["from shop.cart import load\nload"])
    assert {name.target.partition("~")[0] for name in names} == {
        "src/shop/__init__.py",
        "src/shop/cart.py",
        "src/shop/cart.py#load",
    }


def test_a_relative_import_or_a_fixture_of_the_repository_is_nothing_to_a_sample(shop: LinkedRepository) -> None:
    check(
        shop,
        """
        from .models import Order
        #     ^^^^^^ -
        #                   ^^^^^ -
        from ..models import Order as Second
        #                    ^^^^^ -
        from .models import *
        Order()
        #^^^^ -
        def test_total(cart):
            assert cart.total() == 1
        #               ^^^^^ -
        """,
    )


def test_a_parameter_named_by_an_argument_is_no_link(shop: LinkedRepository) -> None:
    text = "from shop import price\nprice(1, tax=2)"
    (names,) = shop.samples.resolve([text])
    assert list(shown(names, text)) == ["1:shop", "1:price", "2:price"]


def test_one_document_leaves_nothing_for_the_next(shop: LinkedRepository) -> None:
    imports = "from shop.cart import Cart as A, T\nfrom typing import TypeVar\n"
    first = f"{imports}U = TypeVar('U', bound=A)\ndef f(x: U): x.total()"
    second = "from shop.money import price as A\nfrom shop.cart import *\nA\nX = 1\ndef f(x: X): x.total()"
    alone = shop.samples.resolve([second])
    assert shop.samples.resolve([first]) != alone
    assert shop.samples.resolve([second]) == alone
    assert shop.samples.resolve(["A", "T", "f"]) == ((), (), ())


def count(kind: type) -> int:
    return sum(type(each) is kind for each in gc.get_objects())


@pytest.mark.once
def test_nothing_of_a_sample_stays_in_memory(shop: LinkedRepository) -> None:
    sample = """
from shop.cart import Cart, register, load
from typing import Generic, TypeVar
T = TypeVar("T")
class Special(Cart, Generic[T]):
    def total(self): return load(self.size)
    def held(self) -> T: ...
@register
def f(x: Special[Cart]): return x.held().copy().total()
with Special() as s: s.copy().total(); f(s); register(s).copy()
"""
    shop.samples.resolve([sample])
    gc.collect()
    before = count(Unit), count(ClassInfo), count(FunctionInfo)
    gc.disable()
    try:
        (names,) = shop.samples.resolve([sample.replace("Special", "Other").replace("total", "other")])
        assert len(names) > 10
        assert (count(Unit), count(ClassInfo), count(FunctionInfo)) == before
    finally:
        gc.enable()


def test_samples_do_not_change_the_index_and_forgetting_frees_all_at_once(tmp_path: Path) -> None:
    root = write(tmp_path, {path: dedent(text) for path, text in SHOP.items()})
    plain = list(json_lines(build_index(root, Config())))
    gc.collect()
    before = count(Unit)
    found = survey(root, Config(), read_repository(root, Config()))
    found.samples.resolve(["from shop import Cart\nclass Special(Cart):\n    def total(self): ...\nSpecial().total()"])
    assert list(json_lines(found.index)) == plain
    assert CART not in found.index.hierarchy.subclasses
    gc.disable()
    try:
        assert count(Unit) > before
        found.samples.forget()
        assert count(Unit) == before
    finally:
        gc.enable()
    assert found.samples.resolve(["from shop import Cart"]) == ((),)
    found.samples.forget()


HOSTILE = {
    "lines": "x = 1\n" * 6_000,
    "sessions": ">>> f(\n" * 6_000,
    "parentheses": "(" * 10_000 + ")" * 10_000,
    "operators": "-" * 100_000 + "1",
    "attributes": "a" + ".b" * 99_000,
    "dotted import": "import a" + ".b" * 99_000,
    "continued import": "import a" + ".b\\\n" * 49_000,
    "blanks": " " * 199_000 + "x",
    "points": "..." * 66_000,
    "word": "a" * 199_000 + "$",
    "functions": "def f(): return f()()\n" * 1_000,
    "chain": "from shop import Cart\nx = Cart()\n" + "x = x.copy()\n" * 1_000 + "x.total()",
    "too much": "x" * 1_000_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_blocks_cost_little_and_harm_no_other(shop: LinkedRepository, name: str) -> None:
    with cpu_seconds_below(4):
        found = shop.samples.resolve([HOSTILE[name], "import os"])
    assert len(found) == 2


def test_what_is_beyond_the_limit_is_not_read_but_the_rest_is(shop: LinkedRepository) -> None:
    found = shop.samples.resolve(["import os", "import os\n" * 30_000, "import os"])
    assert [len(names) for names in found] == [1, 0, 1]


_FRAGMENT = st.sampled_from(
    [
        *(
            ">>> ",
            "... ",
            "In [1]: ",
            "   ...: ",
            "\n",
            "\r",
            "    ",
            "(",
            '"""',
            "é",
            "\0",
            "\ud800",
            "...",
            "@",
            ":",
            "\f",
        ),
        *(
            "from shop import Cart",
            "Cart().total()",
            "x = Cart()",
            "def f():",
            "class A(Cart):",
            "return x.copy()",
            "async ",
        ),
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(_FRAGMENT, max_size=12).map("".join), max_size=4))
def test_any_blocks_give_names_that_stand_where_they_are_said_to(shop: LinkedRepository, texts: list[str]) -> None:
    found = shop.samples.resolve(texts)
    assert len(found) == len(texts)
    for text, names in zip(texts, found, strict=True):
        lines = re.split(r"\r\n?|\n", text)
        for name in names:
            assert lines[name.line - 1][name.col : name.end_col].isidentifier()
            assert bool(name.target) != bool(name.external)
