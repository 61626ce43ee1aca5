"""What an author places in a document shows what the repository has, bounded, and says what is wrong with a request."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from builds import site_of, write

from sphinx_kwdocs.config import WARNING_SUBTYPES
from sphinx_kwdocs.embeds import EMBEDS, EmbedError
from sphinx_kwdocs.lookup import Lookup
from sphinx_kwdocs.model.blocks import (
    Bar,
    Code,
    Excerpt,
    FactList,
    Graph,
    IndexList,
    Link,
    Paragraph,
    Table,
    Tree,
    UseList,
)
from sphinx_kwdocs.model.documents import Documentation, DocumentedObject, Passage, Word
from sphinx_kwdocs.model.page import DOCUMENT, Target

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_kwdocs.model.blocks import Block, Content
    from sphinx_kwdocs.pages import Site

FILES = {
    "README.md": "# Shop\n\nA shop in a few files.\n",
    "shop/__init__.py": '"""Sells things. And more."""\nfrom shop.cart import Cart\n',
    "shop/cart.py": (
        '"""Wanted things."""\nfrom shop.money import price\n\nclass Cart:\n    """Holds things. Many."""\n\n'
        "    def total(self) -> str:\n        return price(3)\n\n    def _hidden(self) -> None: ...\n\n"
        "class Basket(Cart):\n    def total(self) -> str:\n        return price(4)\n\nclass Tiny(Basket): ...\n"
    ),
    "shop/money.py": (
        '"""What things cost."""\n\ndef price(amount: int) -> str:\n    """Write a price."""\n    return str(amount)\n'
    ),
    "shop/deep/__init__.py": "",
    "shop/deep/down.py": "from shop.money import price\n\ndef show() -> str:\n    return price(1)\n",
    "tests/test_cart.py": "from shop.cart import Cart\n\ndef test_total() -> None:\n    assert Cart().total() == '3'\n",
    "data.bin": b"\x7fELF\0\0\1\2",
}
GUIDE = Passage("guide", "carts", "Guide: Carts")
DOCUMENTATION = Documentation(
    documented={"shop/cart.py#Cart": (GUIDE,)},
    mentioned={"shop/cart.py#Cart": (Passage("index", "", "Tiny"),)},
    objects=((DocumentedObject("c", "function", "shop_open", "c.shop_open", 0), Passage("capi", "c.shop_open", "C")),),
    words=(
        (Word("concept", "checkout", "kw-checkout", 0, ("paying",), (), "Where one pays."), GUIDE),
        (Word("glossary-term", "bread", "term-bread", 0), Passage("terms", "term-bread", "Terms")),
        (Word("index-entry", "flour", "index-0", 0), GUIDE),
    ),
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    plain = site_of(write(tmp_path_factory.mktemp("embeds"), FILES))
    return replace(plain, documentation=DOCUMENTATION)


def show(site: Site, name: str, argument: str = "", **written: str) -> tuple[Block, ...]:
    """Build what a directive with these options shows."""
    embed = EMBEDS[name]
    checks = {option.name: option.check for option in embed.options}
    given = {option: checks[option](text) for option, text in written.items()}
    return tuple(embed.build(site, Lookup(site.index), embed.request(argument, given, "guide")))


def problem(site: Site, name: str, argument: str = "", **written: str) -> EmbedError:
    with pytest.raises(EmbedError) as caught:
        show(site, name, argument, **written)
    assert caught.value.subtype in WARNING_SUBTYPES
    return caught.value


def wrong(name: str, option: str, text: str) -> str:
    check = next(item.check for item in EMBEDS[name].options if item.name == option)
    with pytest.raises(ValueError, match=r".") as caught:
        check(text)
    return str(caught.value)


def words(content: Content) -> str:
    return "".join(item if isinstance(item, str) else item.text for item in content)


def table(block: Any) -> list[list[str]]:  # noqa: ANN401  a test says which block it expects
    assert isinstance(block, Table)
    assert all(len(row) == len(block.head) for row in block.rows)
    return [[words(cell) for cell in row] for row in block.rows]


def names(blocks: tuple[Block, ...]) -> list[str]:
    return [row[0] for row in table(blocks[0])]


def test_an_index_lists_the_public_definitions_of_a_folder(site: Site) -> None:
    assert table(show(site, "index", "shop/deep")[0]) == [["show", "function", "shop/deep/down.py", ""]]
    assert names(show(site, "index", "shop")) == [
        "Basket",
        "Cart",
        "price",
        "show",
        "Tiny",
        "Cart.total",
        "Basket.total",
    ]


def test_an_index_of_everything_has_the_concepts_and_terms_of_documents_but_not_the_tests(site: Site) -> None:
    found = names(show(site, "index"))
    assert {"checkout", "paying", "bread", "Cart", "Shop"} <= set(found)
    assert not {"flour", "shop_open", "test_total"} & set(found)


def test_an_index_is_filtered_by_kind_path_language_visibility_and_tests(site: Site) -> None:
    assert names(show(site, "index", kind="class")) == ["Basket", "Cart", "Tiny"]
    assert names(show(site, "index", path="shop/deep, *.md")) == ["Shop", "show"]
    assert names(show(site, "index", language="markdown")) == ["Shop"]
    assert names(show(site, "index", visibility="private")) == ["bread", "checkout", "Cart._hidden", "paying"]
    assert names(show(site, "index", tests="only")) == ["test_total"]
    assert names(show(site, "index", "tests")) == ["test_total"]
    assert "test_total" in names(show(site, "index", tests="include"))
    assert names(show(site, "index", kind="index-entry object")) == ["flour", "shop_open"]


def test_a_concept_in_an_index_leads_to_its_place_and_says_what_it_means(site: Site) -> None:
    (block,) = show(site, "index", kind="concept", columns="name kind file line summary")
    assert table(block) == [
        ["checkout", "concept", "Guide: Carts", "", "Where one pays."],
        ["paying", "concept", "Guide: Carts", "", "see checkout"],
    ]
    assert isinstance(block, Table)
    assert block.rows[0][0] == (Link(Target(DOCUMENT, "guide", "carts"), "checkout"),)


def test_the_columns_of_an_index_are_chosen(site: Site) -> None:
    (block,) = show(
        site, "index", "shop", kind="class function", columns="name line signature uses documents", limit="3"
    )[:1]
    assert table(block) == [
        ["Basket", "12", "(Cart)", "1", ""],
        ["Cart", "4", "", "4", "Guide: Carts"],
        ["price", "3", "(amount: int) -> str", "5", ""],
    ]


def test_an_index_is_grouped_by_letter_or_by_file(site: Site) -> None:
    blocks = show(site, "index", "shop", group="letter", style="list", kind="class,method")
    letters = [words(block.content) for block in blocks if isinstance(block, Paragraph)]
    assert letters == ["B", "C", "T"]
    lists = [block for block in blocks if isinstance(block, IndexList)]
    assert [[row.name for row in block.rows] for block in lists] == [["Basket"], ["Cart"], ["Tiny", "total"]]
    assert [place.kind for place in lists[2].rows[1].places] == ["method of Cart", "method of Basket"]
    by_file = show(site, "index", group="file", kind="function,concept")
    headings = [words(block.content) for block in by_file if isinstance(block, Paragraph)]
    assert headings == ["Documents", "shop/deep/down.py", "shop/money.py"]


def test_a_long_index_says_how_many_more_there_are_and_where(site: Site) -> None:
    *_, last = show(site, "index", "shop", limit="2")
    assert isinstance(last, Paragraph)
    assert words(last.content) == "and 5 more: see the keywords of shop/"
    assert last.content[-1] == Link(Target("sub", "shop"), "the keywords of shop/")
    *_, last = show(site, "index", limit="2")
    assert isinstance(last, Paragraph)
    assert last.content[-1] == Link(Target("keywords"), "all keywords")


def test_an_index_without_keywords_says_so(site: Site) -> None:
    assert show(site, "index", "shop", kind="section") == (Paragraph(("No keyword fits.",)),)


def test_a_wrong_word_names_the_nearest_one(site: Site) -> None:
    assert '"clas" is unknown; the nearest is "class"' in wrong("index", "kind", "clas")
    assert '"nam" is unknown; the nearest is "name"' in wrong("index", "columns", "kind, nam")
    assert "whole number from 1 to 5000" in wrong("index", "limit", "many")
    assert "whole number from 2 to 60" in wrong("graph", "limit", "61")
    assert "at least one" in wrong("index", "path", " , ")
    assert "3-9" in wrong("source", "lines", "three")
    assert "3-9" in wrong("source", "lines", "0")
    error = problem(site, "index", language="pyhton")
    assert 'the nearest is "python"' in error.message


def test_a_path_that_matches_nothing_is_an_error(site: Site) -> None:
    assert problem(site, "index", path="nowhere/").subtype == "file"
    error = problem(site, "index", "shopp")
    assert (error.subtype, "shop" in error.message) == ("folder", True)
    assert problem(site, "tree", "../outside").subtype == "folder"


def test_a_card_says_what_a_symbol_is_and_counts_who_uses_it(site: Site) -> None:
    definition, summary, facts = show(site, "xref", "price")
    assert isinstance(definition, Paragraph)
    assert words(definition.content) == "price(amount: int) -> str, function in shop/money.py"
    assert Code("(amount: int) -> str") in definition.content
    assert summary == Paragraph(("Write a price.",))
    assert isinstance(facts, FactList)
    assert [(label, words(content)) for label, content in facts.rows] == [("Uses", "5 uses in 2 files")]
    *_, facts = show(site, "xref", "Cart")
    assert isinstance(facts, FactList)
    assert [(label, words(content)) for label, content in facts.rows] == [
        ("Uses", "4 uses in 3 files"),
        ("Tests", "used in 1 test file"),
        ("Documented in", "Guide: Carts"),
        ("Mentioned in", "Tiny"),
    ]


def test_in_full_every_line_that_uses_a_symbol_is_shown_with_its_relatives(site: Site) -> None:
    blocks = show(site, "xref", "Cart", style="full")
    facts = next(block for block in blocks if isinstance(block, FactList))
    said = {label: words(content) for label, content in facts.rows}
    assert said["Tests"] == "tests/test_cart.py"
    assert said["Subclasses"] == "Basket in shop/cart.py"
    uses = [block for block in blocks if isinstance(block, UseList)]
    assert [block.path for block in uses] == ["shop/cart.py", "shop/__init__.py", "tests/test_cart.py"]


def test_a_file_has_a_card_too(site: Site) -> None:
    definition, summary, facts = show(site, "xref", "shop/money.py")
    assert isinstance(definition, Paragraph)
    assert words(definition.content) == "shop/money.py, Python source"
    assert summary == Paragraph(("What things cost.",))
    assert isinstance(facts, FactList)


def test_what_is_unknown_or_ambiguous_is_an_error_that_names_candidates(site: Site) -> None:
    error = problem(site, "xref", "Crat")
    assert error.subtype == "symbol"
    assert "no symbol" in error.message
    error = problem(site, "source", "total")
    assert error.subtype == "symbol"
    assert "more than one" in error.message
    assert "shop/cart.py#Basket.total" in error.message


def test_source_follows_a_symbol_and_takes_lines_of_it_or_of_a_file(site: Site, tmp_path: Path) -> None:
    assert show(site, "source", "Cart.total") == (Excerpt("shop/cart.py", 7, 8),)
    assert show(site, "source", "Cart", lines="2-4") == (Excerpt("shop/cart.py", 5, 7),)
    assert show(site, "source", "shop/money.py") == (Excerpt("shop/money.py", 1, 5),)
    assert show(site, "source", "shop/money.py#L3-L4") == (Excerpt("shop/money.py", 3, 4),)
    assert show(site, "source", "shop/money.py", lines="4-") == (Excerpt("shop/money.py", 4, 5),)
    assert show(site, "source", "shop/money.py", lines="L3-L4") == (Excerpt("shop/money.py", 3, 4),)
    moved = site_of(write(tmp_path, FILES | {"shop/cart.py": f"# one\n# two\n{FILES['shop/cart.py']!s}"}))
    assert show(moved, "source", "Cart.total") == (Excerpt("shop/cart.py", 9, 10),)


def test_source_has_the_caption_of_its_author(site: Site) -> None:
    assert show(site, "source", "price", caption="How  a price is written")[0] == Paragraph(("How a price is written",))


def test_source_that_is_not_there_is_an_error(site: Site) -> None:
    assert "has 5 lines" in problem(site, "source", "shop/money.py", lines="4-9").message
    assert "has 3 lines" in problem(site, "source", "price", lines="9-").message
    assert problem(site, "source", "data.bin").subtype == "file"
    assert problem(site, "source", "gone.py#L3").subtype == "file"
    assert problem(site, "source", "vanished_function").subtype == "symbol"


def tree(blocks: tuple[Block, ...]) -> list[tuple[int, str]]:
    (block,) = blocks
    assert isinstance(block, Tree)
    return [(item.depth, words(item.content)) for item in block.items]


def test_a_tree_shows_folders_and_files_in_their_own_words(site: Site) -> None:
    assert tree(show(site, "tree", "shop", depth="1")) == [
        (0, "shop/ — Sells things."),
        (1, "deep/"),
        (1, "__init__.py — Sells things."),
        (1, "cart.py — Wanted things."),
        (1, "money.py — What things cost."),
    ]
    assert tree(show(site, "tree", "shop", files="no", descriptions="no")) == [(0, "shop/"), (1, "deep/")]
    found = tree(show(site, "tree", exclude="tests/, *.bin", depth="9", descriptions="no"))
    assert (2, "down.py") not in found
    assert {(3, "down.py"), (1, "README.md")} <= set(found)
    assert not {(1, "tests/"), (1, "data.bin")} & set(found)


def test_a_long_tree_is_cut_at_the_deepest_levels_first_and_counts_what_is_left(site: Site) -> None:
    assert tree(show(site, "tree", depth="5", limit="6", descriptions="no", exclude="data.bin")) == [
        (0, "/"),
        (1, "shop/"),
        (2, "deep/"),
        (3, "and 2 more"),
        (2, "__init__.py"),
        (2, "cart.py"),
        (2, "and 1 more"),
        (1, "tests/"),
        (2, "and 1 more"),
        (1, "README.md"),
    ]
    assert "file" in problem(site, "tree", "shop/cart.py").message


def graph(blocks: tuple[Block, ...]) -> tuple[set[str], set[tuple[str, str]], int]:
    (block,) = blocks
    assert isinstance(block, Graph)
    texts = [node.link.text for node in block.nodes]
    return set(texts), {(texts[start], texts[end]) for start, end in block.edges}, block.left_out


def test_a_graph_of_a_folder_shows_which_file_imports_which(site: Site) -> None:
    nodes, edges, left_out = graph(show(site, "graph", "shop"))
    assert nodes == {"__init__.py", "cart.py", "money.py", "deep/down.py"}
    assert edges == {("__init__.py", "cart.py"), ("cart.py", "money.py"), ("deep/down.py", "money.py")}
    assert left_out == 0


def test_a_graph_of_many_files_shows_folders_and_counts_what_does_not_fit(site: Site) -> None:
    assert graph(show(site, "graph"))[0] >= {"shop/cart.py", "tests/test_cart.py"}
    assert graph(show(site, "graph", depth="1")) == ({"shop/", "tests/"}, {("tests/", "shop/")}, 0)
    assert graph(show(site, "graph", limit="3"))[:2] == ({"shop/", "tests/"}, {("tests/", "shop/")})
    assert graph(show(site, "graph", "shop", limit="2"))[2] == 2


def test_a_graph_of_a_file_shows_its_imports_both_ways(site: Site) -> None:
    nodes, edges, _left = graph(show(site, "graph", "shop/money.py"))
    assert nodes == {"money.py", "cart.py", "deep/down.py"}
    assert edges == {("cart.py", "money.py"), ("deep/down.py", "money.py")}


def test_a_graph_of_a_class_shows_what_descends_from_what(site: Site) -> None:
    assert graph(show(site, "graph", "Basket"))[:2] == (
        {"Basket", "Cart", "Tiny"},
        {("Basket", "Cart"), ("Tiny", "Basket")},
    )
    assert graph(show(site, "graph", "Cart", depth="1"))[0] == {"Cart", "Basket"}
    assert graph(show(site, "graph", "Basket.total", show="hierarchy"))[1] == {("Basket.total", "Cart.total")}


def test_a_graph_of_a_function_shows_callers_or_what_it_calls(site: Site) -> None:
    nodes, edges, _left = graph(show(site, "graph", "price", depth="1"))
    assert nodes == {"price", "Cart.total", "Basket.total", "show"}
    assert ("show", "price") in edges
    assert graph(show(site, "graph", "show", show="callees"))[1] == {("show", "price")}
    assert graph(show(site, "graph", "price", limit="2"))[2] >= 2


def test_a_graph_of_nothing_is_a_sentence(site: Site) -> None:
    (block,) = show(site, "graph", "price", show="callees")
    assert block == Paragraph(("No other definition of the repository is known that price calls.",))
    assert isinstance(show(site, "graph", "tests")[0], Paragraph)
    assert problem(site, "graph", show="callers").subtype == "symbol"
    assert problem(site, "graph", "Cart", show="imports").subtype == "folder"


def test_coverage_counts_public_names_outside_of_tests(site: Site) -> None:
    docstrings, missing, documents, undocumented = show(site, "coverage")
    assert isinstance(docstrings, Bar)
    assert docstrings.said == "2 of 7 public names (28 %) have a docstring."
    assert [part.number for part in docstrings.parts] == [2, 5]
    assert table(missing) == [
        ["shop/cart.py", "Cart.total, Basket, Basket.total, Tiny"],
        ["shop/deep/down.py", "show"],
    ]
    assert isinstance(documents, Bar)
    assert documents.said == "1 of 7 public names (14 %) are described in a document."
    # A class that is described does not make its methods described.
    assert table(undocumented)[0][1].startswith("Cart.total, ")


def test_coverage_is_bounded_and_chosen(site: Site) -> None:
    _bar, missing, more = show(site, "coverage", "shop/cart.py", show="docstrings", limit="1")
    assert table(missing) == [["shop/cart.py", "Cart.total"]]
    assert more == Paragraph(("and 3 more names",))
    assert len(show(site, "coverage", "shop/money.py", show="docstrings")) == 1
    assert show(site, "coverage", "tests") == (Paragraph(("There are no public names to measure here.",)),)


def test_overloads_and_setters_are_one_name_to_coverage(tmp_path: Path) -> None:
    text = (
        "from typing import overload\n\n@overload\ndef f(x: int) -> int: ...\n@overload\ndef f(x: str) -> str: ...\n"
        'def f(x):\n    """Return it."""\n    return x\n'
    )
    (bar,) = show(site_of(write(tmp_path, {"a.py": text})), "coverage", show="docstrings")
    assert isinstance(bar, Bar)
    assert bar.said == "1 of 1 public names (100 %) have a docstring."


def test_an_empty_repository_is_no_reason_to_fail(tmp_path: Path) -> None:
    site = site_of(write(tmp_path, {}))
    assert show(site, "index") == (Paragraph(("No keyword fits.",)),)
    assert tree(show(site, "tree")) == [(0, "/")]
    assert show(site, "graph") == (Paragraph(("No file imports another one here.",)),)
    assert show(site, "coverage") == (Paragraph(("There are no public names to measure here.",)),)


def test_every_option_is_documented_and_its_default_is_one_that_could_be_given() -> None:
    for embed in EMBEDS.values():
        assert embed.help.endswith(".")
        for option in embed.options:
            assert option.help.endswith("."), option.name
            assert option.allowed
            if isinstance(option.default, int) and not isinstance(option.default, bool):
                assert option.check(str(option.default)) == option.default
            elif option.default:
                text = {True: "yes"}.get(option.default) or " ".join(
                    [option.default] if isinstance(option.default, str) else option.default
                )
                assert option.check(text) == option.default


@pytest.mark.parametrize("argument", ["shop/money.py", "shop.money", "shop", "/"])
def test_a_graph_of_callers_needs_a_symbol(site: Site, argument: str) -> None:
    found = problem(site, "graph", argument, show="callers")
    assert (found.subtype, "a symbol is needed" in found.message) == ("symbol", True)


def test_a_module_is_named_by_its_path_or_its_dotted_name(site: Site) -> None:
    for name in ("graph", "index", "coverage"):
        assert show(site, name, "shop.money") == show(site, name, "shop/money.py")


def test_a_folder_is_not_shown_as_source(site: Site) -> None:
    assert problem(site, "source", "shop").message == '"shop" is a folder, but a symbol or a file is needed'


def test_lines_backwards_are_no_lines() -> None:
    option = next(option for option in EMBEDS["source"].options if option.name == "lines")
    with pytest.raises(ValueError, match="must be lines such as"):
        option.check("3-1")
