"""Uses: from every name to its definition, and from a definition to every line that uses it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import lxml.html  # type: ignore[import-untyped]
import pytest
from builds import all_pages, publication_of, site_of, write
from crawl import crawl, invalid_html
from links import NO_RELATIVES, Named, linked
from page_contents import docs, entries_of, has, kw, lines_of, section, text_of, titles

from sphinx_kwdocs.export.json_lines import json_lines
from sphinx_kwdocs.model.blocks import Bullets, FactList, Link, Outline, Paragraph, Tree, UseList
from sphinx_kwdocs.model.occurrences import External, Local
from sphinx_kwdocs.model.page import Section, Target
from sphinx_kwdocs.model.references import Hierarchy
from sphinx_kwdocs.pages import PAGE_KINDS, Latest, build_page, make_site, page_keys
from sphinx_kwdocs.pages._use_limits import shown_lines
from sphinx_kwdocs.pages._uses import file_uses
from sphinx_kwdocs.publish import Publication, render_page
from sphinx_kwdocs.render.line_cache import LineCache
from sphinx_kwdocs.render.urls import ExternalPlace

if TYPE_CHECKING:
    from pathlib import Path

    from lxml.etree import _Element  # type: ignore[import-untyped]

    from sphinx_kwdocs.model.page import Page
    from sphinx_kwdocs.pages import Site

FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": (
        '"""Has carts."""\n\n\n'
        'class Cart:\n    """Holds things. Never empty."""\n\n    def add(self, item: int) -> None:\n'
        '        """Put <one> thing in."""\n        self.add(item); self.add(1)\n\n\ndef make() -> Cart:\n'
        "    return Cart()\n\n\nUNUSED = 1\n"
    ),
    "shop/big.py": "from shop.cart import Cart\n\n\nclass Big(Cart):\n    def add(self, item: int) -> None: ...\n",
    "other/run.py": "from shop import cart\n\n\ndef run():\n\tcart.make().add(1)\n\n\nlen(cart)\n",
    "tests/test_cart.py": "from shop.cart import Cart\n\n\ndef test_adding():\n    Cart().add(2)\n",
    "README.md": "# Shop\n\nThe `Cart` of the shop.\n",
}  # fmt: skip
CART, BIG, RUN, TEST = "shop/cart.py", "shop/big.py", "other/run.py", "tests/test_cart.py"
CLASS, ADD, MAKE = f"{CART}#Cart", f"{CART}#Cart.add", f"{CART}#make"
USES = (
    Named("README.md", 3, "Cart", CLASS, "mention", "name"),
    Named(BIG, 1, "Cart", CLASS, "import"),
    Named(BIG, 4, "Cart", CLASS, "base", holder=f"{BIG}#Big"),
    Named(RUN, 1, "cart", CART, "import"),
    Named(RUN, 5, "cart", CART, "read", holder=f"{RUN}#run"),
    Named(RUN, 5, "make", MAKE, "call", holder=f"{RUN}#run"),
    Named(RUN, 5, "add", ADD, "call", "inferred", holder=f"{RUN}#run"),
    Named(RUN, 5, "add", f"{BIG}#Big.add", "call", "inferred", holder=f"{RUN}#run"),
    Named(RUN, 8, "cart", CART, "read"),
    Named(CART, 9, "add", ADD, "call", holder=ADD),
    Named(CART, 12, "Cart", CLASS, "annotation", holder=MAKE),
    Named(CART, 13, "Cart", CLASS, "call", holder=MAKE),
    Named(TEST, 1, "Cart", CLASS, "import"),
    Named(TEST, 5, "Cart", CLASS, "call", holder=f"{TEST}#test_adding"),
    Named(TEST, 5, "add", ADD, "call", "inferred", holder=f"{TEST}#test_adding"),
)
RELATIVES = Hierarchy(
    {f"{BIG}#Big": (CLASS,)}, {CLASS: (f"{BIG}#Big",)}, {f"{BIG}#Big.add": (ADD,)}, {ADD: (f"{BIG}#Big.add",)}
)
VARIABLES = {CART: (Local(7, 18, 22, 7, 18, 7, 18), Local(9, 17, 21, 7, 18, 7, 18))}
EXTERNALS = {RUN: (External(8, 0, 3, "len"),)}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Site:
    index = site_of(write(tmp_path_factory.mktemp("shop"), FILES)).index
    return make_site(linked(index, USES, RELATIVES, variables=VARIABLES, externals=EXTERNALS), "Source index")


def uses_page(site: Site, path: str = CART, part: int = 0) -> Page:
    return build_page(site, Target("xref", path, part=part))


def entry(site: Site, name: str, path: str = CART) -> Section:
    return section(uses_page(site, path), "Uses by name", name)


def said(part: Section) -> list[str]:
    """Return what a section says besides its lines of source."""
    plain = [block for block in part.blocks if isinstance(block, (Paragraph, Bullets, FactList))]
    return lines_of(Section("", "", tuple(plain)))


def use_lists(part: Section) -> list[UseList]:
    return [block for block in part.blocks if isinstance(block, UseList)]


def rendered(site: Site, key: Target, **settings: object) -> _Element:
    publication = Publication(site, publication_of(site).urls, **settings)  # type: ignore[arg-type]
    return lxml.html.fromstring(render_page(publication, key).body)


def source_links(site: Site, path: str, **settings: object) -> dict[tuple[int, str], _Element]:
    """Return the links of a file's source by line and text."""
    page = rendered(site, Target("docs", path), **settings)
    return {
        (int(link.xpath("ancestor::span[starts-with(@id, 'L')]/@id")[0][1:]), link.text_content()): link
        for link in page.xpath("//div[contains(@class, 'kw-source')]//a")
    }


def test_every_kind_of_page_is_declared_once_and_built_by_one_module(shop: Site) -> None:
    assert list(PAGE_KINDS) == ["keywords", "diagnostics", "index", "doc", "sub", "docs", "kw", "xref"]
    assert all(name == kind.form.name for name, kind in PAGE_KINDS.items())
    assert {key.kind for key in page_keys(shop)} == set(PAGE_KINDS)
    for key in page_keys(shop):
        assert key.path in shop.paths[key.kind]


def test_only_a_file_with_uses_or_relatives_has_a_page_of_uses_and_a_tab_for_it(shop: Site) -> None:
    assert shop.paths["xref"] == {CART, BIG}
    assert [tab.text for tab in docs(shop, CART).tabs] == ["Documentation", "Keyword index", "Uses", "Folder"]
    assert [tab.text for tab in docs(shop, RUN).tabs] == ["Documentation", "Keyword index", "Folder"]
    following = uses_page(shop, BIG).following
    assert following
    assert following.target == Target("xref", CART)
    assert uses_page(shop, BIG).previous == Link(Target("docs", "shop/__init__.py"), "__init__.py")


def test_the_page_lists_every_used_name_as_the_file_defines_them(shop: Site) -> None:
    page = uses_page(shop)
    assert titles(page) == ["Names on this page", "Uses by name"]
    assert lines_of(page) == ["15 uses of 4 names in 5 files."]
    assert lines_of(section(page, "Names on this page")) == ["Cart 7 · Cart.add 4 · make 1 · shop.cart 3"]
    assert [part.title for part in section(page, "Uses by name").sections] == ["Cart", "Cart.add", "make", "shop.cart"]
    assert [part.anchor for part in section(page, "Uses by name").sections] == [
        "Cart", "Cart.add", "make", "the-file-itself",
    ]  # fmt: skip


def test_uses_stand_by_file_the_defining_one_first_then_the_nearest_tests_last(shop: Site) -> None:
    part = entry(shop, "Cart")
    assert said(part)[0] == "Class on line 4: 7 uses in 4 files; 2 imports, 2 calls, 1 base, 1 annotation, 1 mention."
    assert [(block.path, block.remark) for block in use_lists(part)] == [
        (CART, "this file"), (BIG, ""), ("README.md", ""), (TEST, "a test"),
    ]  # fmt: skip
    assert [use.line for block in use_lists(part) for use in block.lines] == [12, 13, 1, 4, 3, 1, 5]


def test_a_use_says_what_it_does_in_which_definition_and_how_that_is_known(shop: Site) -> None:
    mention, base = (use_lists(entry(shop, "Cart"))[place].lines[-1] for place in (2, 1))
    assert (mention.words, mention.holder) == ("mention (by name)", "")
    assert (base.words, base.holder, base.holder_line) == ("base", "Big", 4)
    (run,) = use_lists(entry(shop, "make"))
    assert run.lines[0][2:] == ("call", "run", 4)
    assert use_lists(entry(shop, "Cart.add"))[1].lines[0].words == "call (inferred)"


def test_several_uses_on_a_line_are_one_row_with_each_of_them_marked(shop: Site) -> None:
    own = use_lists(entry(shop, "Cart.add"))[0]
    assert [(use.line, use.spans, use.words) for use in own.lines] == [(9, ((13, 16), (29, 32)), "call")]
    page = rendered(shop, Target("xref", CART))
    (row,) = page.xpath("//section[@id='Cart.add']//li[a='9']")
    assert row.xpath("code")[0].text_content() == "self.add(item); self.add(1)"
    assert row.xpath("code/mark/text()") == ["add", "add"]
    assert row.xpath("a/@href") == ["cart.py_docs.html#L9"]
    assert row.xpath("small/a/@href") == ["cart.py_docs.html#L7"]


def test_uses_in_tests_come_after_others_and_generated_code_last(tmp_path: Path) -> None:
    use = "from far.a import f\nf()\n"
    files = {
        "far/__init__.py": "", "far/a.py": "def f(): ...\nf()\n", "far/near.py": use, "b.py": use,
        "tests/test_f.py": use, "far/made.py": f"# @generated by a tool\n{use}",
        "far/words.py": f'TEXT = """\nDO NOT EDIT\n"""\n{use}',
    }  # fmt: skip
    site = site_of(write(tmp_path, files))
    (uses,) = [uses for target, uses in file_uses(site, "far/a.py").items() if target == "far/a.py#f"]
    assert list(uses.by_file) == ["far/a.py", "far/near.py", "far/words.py", "b.py", "tests/test_f.py", "far/made.py"]


def test_relatives_are_named_on_both_sides(shop: Site) -> None:
    assert said(entry(shop, "Cart"))[1:] == [f"Subclasses: Big in {BIG}"]
    assert said(entry(shop, "Cart.add"))[1:] == [f"Overridden by: Big.add in {BIG}", f"Calls: Cart.add in {CART}"]
    assert said(entry(shop, "Big", BIG)) == ["Class on line 4; no use of it is known.", f"Bases: Cart in {CART}"]
    assert said(entry(shop, "Big.add", BIG))[1:] == [f"Overrides: Cart.add in {CART}"]


def test_a_resolved_name_leads_to_its_definition_and_tells_what_it_is(shop: Site) -> None:
    links = source_links(shop, RUN)
    make = links[5, "make"]
    assert make.get("href") == "../shop/cart.py_docs.html#L12"
    assert make.get("title") == "function make() -> Cart\nshop/cart.py"
    cart = links[1, "cart"]
    assert cart.get("href") == "../shop/cart.py_docs.html"
    assert cart.get("title") == "module shop.cart\nshop/cart.py\nHas carts."
    assert links[5, "cart"].get("href") == cart.get("href")


def test_a_name_with_several_meanings_leads_to_the_first_and_names_all(shop: Site) -> None:
    add = source_links(shop, RUN)[5, "add"]
    assert add.get("href") == "../shop/cart.py_docs.html#L7"
    assert add.get("title") == (
        "method Cart.add(self, item: int) -> None\nshop/cart.py\nPut <one> thing in.\n"
        "or method Big.add(self, item: int) -> None\nshop/big.py"
    )


def test_a_definition_leads_to_its_uses_or_else_to_its_keyword(shop: Site) -> None:
    links = source_links(shop, CART)
    assert links[7, "add"].get("href") == "cart.py_xref.html#Cart.add"
    assert (links[7, "add"].get("class"), links[7, "add"].get("title")) == ("nf", "4 uses")
    assert links[16, "UNUSED"].get("href") == "cart.py_kw.html#UNUSED"


def test_a_variable_leads_to_where_it_is_first_given_and_not_from_there(shop: Site) -> None:
    links = source_links(shop, CART)
    assert links[9, "item"].get("href") == "#L7"
    assert (7, "item") not in links


def test_names_from_outside_are_links_where_somebody_knows_their_place(shop: Site) -> None:
    asked: list[str] = []

    def places(name: str) -> ExternalPlace | None:
        asked.append(name)
        return ExternalPlace("https://docs.example.org/?a=1&b=2#len", "len – <Python>") if name == "len" else None  # noqa: RUF001

    assert (8, "len") not in source_links(shop, RUN)
    link = source_links(shop, RUN, externals=places)[8, "len"]
    assert (link.get("href"), link.get("title")) == ("https://docs.example.org/?a=1&b=2#len", "len – <Python>")  # noqa: RUF001
    assert link.get("class") == "nb"
    assert asked == ["len"]


def test_keywords_and_the_outline_say_how_often_a_name_is_used(shop: Site) -> None:
    found = entries_of(kw(shop, CART))
    assert text_of(found["Cart"].remarks) == "7 uses in 4 files"
    assert text_of(found["Cart.add"].remarks) == "in Cart, 4 uses in 3 files"
    assert found["Cart.add"].remarks[-1] == Link(Target("xref", CART, "Cart.add"), "4 uses in 3 files")
    assert text_of(found["UNUSED"].remarks) == ""
    (outline,) = section(docs(shop, CART), "Detailed Analysis", "Code Structure").blocks
    assert isinstance(outline, Outline)
    assert [(item.link.text, item.uses.text if item.uses else "") for item in outline.items] == [
        ("Cart", "7 uses"), ("add", "4 uses"), ("make", "1 use"), ("UNUSED", ""),
    ]  # fmt: skip


def test_the_documentation_sums_up_who_uses_the_file_and_what_it_uses(shop: Site) -> None:
    part = section(docs(shop, CART), "Cross-References")
    assert lines_of(section(part, "Used by")) == [
        "other/run.py, 5 uses: the file itself 3, Cart.add 1, make 1",
        "shop/big.py, 2 uses: Cart 2",
    ]  # fmt: skip
    assert not has(part, "Uses")
    assert lines_of(section(docs(shop, RUN), "Cross-References", "Uses")) == [
        "shop/cart.py, 5 uses: the file itself 3, Cart.add 1, make 1", "shop/big.py, 1 use: Big.add 1",
    ]  # fmt: skip
    assert lines_of(section(part, "Mentioned in")) == ["Cart in README.md line 3"]
    assert lines_of(section(docs(shop, CART), "Testing & Usage", "Testing")) == [
        "tests/test_cart.py: named after it; uses Cart, Cart.add in test_adding"
    ]


def test_the_classes_of_a_file_stand_with_bases_and_subclasses(shop: Site) -> None:
    tree = section(docs(shop, CART), "Architecture & Design").blocks[-1]
    assert isinstance(tree, Tree)
    assert [(item.depth, text_of(item.content)) for item in tree.items] == [
        (0, "Cart"), (1, "Big in shop/big.py"),
    ]  # fmt: skip
    below = section(docs(shop, BIG), "Architecture & Design").blocks[-1]
    assert isinstance(below, Tree)
    ((_, content),) = below.items
    assert content[2] == Link(Target("docs", CART, "L4"), "Cart", is_code=True)


@pytest.mark.parametrize(
    ("written", "known", "expected"),
    [
        ("Base", ("a.py#Base",), {"Base": 1}),
        ("x.Base[int], y.Other", ("a.py#Base",), {"x.Base[int]": 1}),
        ("Alias", ("a.py#Base",), {"Alias": 1}),
        ("Alias, Unknown", ("a.py#Base",), {}),
        ("Alias, Other", ("a.py#Base", "a.py#Other"), {"Alias": 1, "Other": 2}),
        ("Base", (), {}),
    ],
)
def test_a_base_is_a_link_where_it_is_known_which_class_it_is(
    tmp_path: Path, written: str, known: tuple[str, ...], expected: dict[str, int]
) -> None:
    site = site_of(write(tmp_path, {"a.py": f"class Base: ...\nclass Other: ...\nclass Sub({written}): ...\n"}))
    index = linked(site.index, (), NO_RELATIVES._replace(bases={"a.py#Sub": known}))
    tree = section(docs(make_site(index, "x"), "a.py"), "Architecture & Design").blocks[-1]
    assert isinstance(tree, Tree)
    links = [item for item in tree.items[-1].content[1:] if isinstance(item, Link)]
    assert {link.text: int(link.target.anchor[1:]) for link in links} == expected


def test_every_page_of_uses_is_valid_and_every_link_of_it_leads_somewhere(shop: Site, tmp_path: Path) -> None:
    publication = publication_of(shop)
    assert invalid_html(publication, [key for key in page_keys(shop) if key.kind in {"xref", "docs", "kw"}]) == []
    pages = all_pages(shop)
    for key in pages:
        page = render_page(publication, key)
        path = tmp_path / publication.urls.page(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"<!DOCTYPE html><title>{page.title}</title>{page.toc}{page.body}", encoding="utf-8")
    for folder in shop.index.folders:
        key = Target("index", folder)
        (tmp_path / publication.urls.script_address(key)).write_text("")
    found = crawl(tmp_path)
    assert found.broken == []
    assert found.duplicates == []
    assert found.anchors > 100


def many_uses(tmp_path: Path, uses: dict[str, int], definitions: int = 1) -> Site:
    """Make a site in which files use a name on so many lines each."""
    files = {path: "from a.b import f0\n" + "f0()\n" * number for path, number in uses.items()}
    files["a/b.py"] = "".join(f"def f{number}(): ...\n" for number in range(definitions))
    named = [
        Named(path, line, "f0", "a/b.py#f0", "call") for path, number in uses.items() for line in range(2, number + 2)
    ]
    index = site_of(write(tmp_path, files)).index
    return make_site(linked(index, named), "Source index")


def test_uses_that_are_too_many_are_counted_by_file_and_by_folder(tmp_path: Path) -> None:
    uses = {"a/loud.py": 500} | {f"a/n{number:03}.py": 3 for number in range(400)}
    uses |= {f"deep/d{number:03}/x.py": 2 for number in range(90)}
    site = many_uses(tmp_path, uses)
    part = entry(site, "f0", "a/b.py")
    lists = use_lists(part)
    assert sum(len(block.lines) for block in lists) == 200
    assert lists[0].path == "a/loud.py"
    assert lists[0].more == "497 more uses on 497 more lines"
    shown, rest, *counted = said(part)[1:]
    assert shown == "200 of the 1,880 lines that use it are shown; the others are counted."
    assert rest == f"Used also in {len(uses) - len(lists)} files of which no lines are shown:"
    assert counted[-2:] == ["234 more files in a/: 702 uses", "90 more files in deep/: 180 uses"]
    assert len(counted) == 102
    numbers = [int(line.rpartition(": ")[2].split()[0]) for line in counted]
    hidden = sum(int(block.more.split()[0]) for block in lists if block.more)
    assert sum(numbers) + hidden + 200 == sum(uses.values())


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ([10, 20], [10, 20]),
        ([1000], [200]),
        ([500, 50, 500], [75, 50, 75]),
        ([500, 2, 2], [196, 2, 2]),
        ([9] * 100, [3] * 66 + [2]),
        ([], []),
    ],
)
def test_the_lines_that_may_be_shown_are_shared_out_fairly(sizes: list[int], expected: list[int]) -> None:
    shares = shown_lines({f"{place:03}": size for place, size in enumerate(sizes)})
    assert list(shares.values()) == expected


def test_a_file_with_many_used_names_has_its_uses_in_parts_without_loss(tmp_path: Path) -> None:
    text = "".join(f"def f{number:04}(): ...\n" for number in range(900))
    calls = "from a import *\n" + "".join(f"f{number:04}()\n" for number in range(900))
    index = site_of(write(tmp_path, {"a.py": text, "b.py": calls})).index
    named = [Named("b.py", number + 2, f"f{number:04}", f"a.py#f{number:04}", "call") for number in range(900)]
    site = make_site(linked(index, named), "Source index")
    keys = [key for key in page_keys(site) if key.kind == "xref"]
    assert keys == [Target("xref", "a.py", part=part) for part in range(len(keys))]
    assert len(keys) == 3
    found = [
        part.title
        for key in keys
        for part in section(build_page(site, key), "Uses by name").sections
        if use_lists(part)
    ]
    assert found == [f"f{number:04}" for number in range(900)]
    assert lines_of(build_page(site, keys[1]))[1] == "Parts of this page: f0000 … f0299 · f0300 … f0599 · f0600 … f0899"
    urls = publication_of(site).urls
    assert urls.page(keys[1]) == "a.py_xref-2.html"
    last = entries_of(kw(site, "a.py"))["f0899"].remarks[-1]
    assert isinstance(last, Link)
    assert last.target == Target("xref", "a.py", "f0899", part=2)
    assert source_links(site, "a.py")[900, "f0899"].get("href") == "a.py_xref-3.html#f0899"


@pytest.mark.once
def test_a_page_of_uses_stays_bounded_whatever_uses_it(tmp_path: Path) -> None:
    site = many_uses(tmp_path, {f"p{number % 7}/n{number:04}.py": 1 for number in range(1_500)})
    body = render_page(publication_of(site), Target("xref", "a/b.py")).body
    assert len(body) < 100_000


@pytest.mark.parametrize("change", ["text", "gone"])
def test_a_file_that_changed_is_linked_by_line_without_its_text(tmp_path: Path, change: str) -> None:
    site = many_uses(tmp_path, {"c.py": 1})
    if change == "gone":
        (tmp_path / "c.py").unlink()
    else:
        (tmp_path / "c.py").write_text("something = 'else'\n" * 3)
    (row,) = rendered(site, Target("xref", "a/b.py")).xpath("//div[@class='kw-uses']//li")
    assert row.xpath("a/text()") == ["2"]
    assert row.xpath("code") == []


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("    f0(1)  ", "f0(1)"),
        ("f0(1" + "1" * 300, "f0(1" + "1" * 196 + "…"),
        ("x" * 300 + " f0(1" + "1" * 300, "…" + "x" * 59 + " f0(1" + "1" * 136 + "…"),
        ("a < '&amp;' \u202e f0()", "a < '&amp;' \u202e f0()"),
    ],
)
def test_a_long_line_is_cut_around_the_name(tmp_path: Path, line: str, shown: str) -> None:
    index = site_of(write(tmp_path, {"a.py": "def f0(): ...\n", "b.py": f"{line}\n"})).index
    site = make_site(linked(index, [Named("b.py", 1, "f0", "a.py#f0", "call")]), "x")
    page = rendered(site, Target("xref", "a.py"))
    (code,) = page.xpath("//div[@class='kw-uses']//li/code")
    assert code.text_content() == shown
    assert code.xpath("mark/text()") == ["f0"]


def test_a_title_is_bounded_and_escaped(tmp_path: Path) -> None:
    files = {"a.py": f'def f0(x="{"<" * 500}"):\n    """{"Long " * 90}."""\n', "b.py": "f0()\n"}
    index = site_of(write(tmp_path, files)).index
    site = make_site(linked(index, [Named("b.py", 1, "f0", "a.py#f0", "call")]), "x")
    title = source_links(site, "b.py")[1, "f0"].get("title")
    assert title.startswith('function f0(x="<<<')
    assert [len(line) <= 180 for line in title.split("\n")] == [True, True, True]


def test_lines_are_read_once_and_forgotten_when_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def read(path: str) -> str:
        asked.append(path)
        return f"{path}\n" * 10

    monkeypatch.setattr("sphinx_kwdocs.render.line_cache.MOST_KEPT", 50)
    lines = LineCache(read)
    for path in "abacaab":
        assert lines(path)[0] == path
    assert asked == ["a", "b", "c", "b"]


def test_the_json_lines_carry_holders_relatives_and_names_from_outside(shop: Site) -> None:
    records = {record["path"]: record for record in map(json.loads, json_lines(shop.index))}
    call = records[RUN]["references"][2]
    assert call == {
        "line": 5, "col": 6, "end_line": 5, "end_col": 10, "role": "call", "target": MAKE, "known": "exact",
        "holder": f"{RUN}#run",
    }  # fmt: skip
    assert records[RUN]["references"][0]["holder"] is None
    assert records[RUN]["externals"] == [{"line": 8, "col": 0, "end_line": 8, "end_col": 3, "name": "len"}]
    symbols = {symbol["id"]: symbol for record in records.values() for symbol in record["symbols"]}
    assert symbols[CLASS]["subclasses"] == [f"{BIG}#Big"]
    assert symbols[f"{BIG}#Big"]["bases"] == [CLASS]
    assert symbols[ADD]["overridden_by"] == [f"{BIG}#Big.add"]
    assert symbols[f"{BIG}#Big.add"]["overrides"] == [ADD]


def test_pages_of_uses_do_not_depend_on_what_was_built_before(shop: Site) -> None:
    publication = publication_of(shop)
    keys = list(page_keys(shop))
    forwards = {key: render_page(publication, key) for key in keys}
    other = publication_of(replace(shop, said=Latest(), sections=Latest()))
    assert {key: render_page(other, key) for key in reversed(keys)} == forwards


def test_uses_by_file_are_the_uses_one_by_one(shop: Site) -> None:
    references = shop.index.references
    for target in (*references.names, "nowhere.py"):
        by_file = references.uses_by_file(target)
        found = [(path, item) for path, uses in by_file.items() for item in uses]
        assert found == [(use.path, use.occurrence) for use in references.uses(target)]
        assert sum(map(len, by_file.values())) == references.count(target) == references.counts.get(target, 0)
    assert references.counts[CLASS] == sum(use.target == CLASS for use in USES)
