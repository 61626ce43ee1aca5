"""Pages as the reader gets them, without Sphinx: sections and their order, true statements, exact lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import all_pages, build, repository, site_of, write
from crawl import crawl, parse
from page_contents import all_links, block_lines, docs, entries_of, has, kw, lines_of, section, text_of, titles

from sphinx_kwdocs.model.blocks import (
    Code,
    Content,
    IndexList,
    Link,
    Table,
    UseList,
)
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.pages import build_page, page_keys
from sphinx_kwdocs.pages._phrases_and_links import joined

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_kwdocs.pages import Site

CART = "src/shop/cart.py"
DOCS_ORDER = [
    "File Metadata", "File Purpose", "Original Source", "High-Level Overview", "Detailed Analysis",
    "Architecture & Design", "Dependencies", "Findings", "Testing & Usage", "Related Files", "Cross-References",
]  # fmt: skip


def test_a_files_documentation_has_the_sections_in_their_order(sample_site: Site) -> None:
    assert titles(docs(sample_site, CART)) == [title for title in DOCS_ORDER if title != "Findings"]


def test_every_page_keeps_the_order_and_leaves_out_what_is_not_true(sample_site: Site) -> None:
    for path in sample_site.index.files:
        found = titles(docs(sample_site, path))
        assert found == [title for title in DOCS_ORDER if title in found], path
        for part in docs(sample_site, path).sections:
            assert part.blocks or part.sections, (path, part.title)


def test_metadata_says_path_size_type_and_extension(sample_site: Site) -> None:
    size = sample_site.index.files[CART].size
    assert lines_of(section(docs(sample_site, CART), "File Metadata"))[:4] == [
        f"Path: {CART}", f"Size: {size:,} bytes ({size / 1024:,.2f} KB)", "Type: Python source", "Extension: .py",
    ]  # fmt: skip
    assert "Extension" not in " ".join(lines_of(section(docs(sample_site, ".gitignore"), "File Metadata")))


def test_the_purpose_is_what_the_file_says_of_itself(sample_site: Site) -> None:
    assert lines_of(section(docs(sample_site, CART), "File Purpose"))[0].startswith(
        "The cart of a customer. It knows its total. (line 1"
    )
    assert not has(docs(sample_site, "data.bin"), "File Purpose")


def test_the_overview_counts_with_right_plurals(sample_site: Site) -> None:
    (counts, *_) = lines_of(section(docs(sample_site, CART), "High-Level Overview"))
    assert "2 classes, " in counts
    assert "1 property" in counts
    assert "1 constant" in counts
    assert "10 imports" in counts
    money = lines_of(section(docs(sample_site, "src/shop/money.py"), "High-Level Overview"))
    assert money[0].startswith("The file has 1 function, 1 constant.")
    assert "Public names: RATE, format_price." in money


def test_the_outline_is_nested_as_the_file_is(sample_site: Site) -> None:
    outline = lines_of(section(docs(sample_site, CART), "Detailed Analysis", "Code Structure"))
    assert "class Cart Holds what a customer wants to buy, e.g. bread." in outline
    assert any(line.startswith("  property total") and line.endswith("The price of everything.") for line in outline)
    assert any(line.startswith("    function inner") for line in outline)
    assert any(line.startswith("  async method add") for line in outline)


def test_dependencies_are_told_apart_by_origin(sample_site: Site) -> None:
    part = section(docs(sample_site, CART), "Dependencies")
    assert [inner.title for inner in part.sections] == [
        "This repository", "Standard library", "Third party", "Not among the repository's files",
    ]  # fmt: skip
    here = lines_of(section(part, "This repository"))
    assert ".money.format_price | src/shop/money.py: format_price | line 11" in here
    assert ".money | src/shop/money.py | line 10" in here
    assert "shop.cli | src/shop/cli.py | line 44 (inside a definition)" in here
    standard = lines_of(section(part, "Standard library"))
    assert "json | line 5" in standard
    assert "collections.abc.Iterator | line 15 (type checking only)" in standard
    assert lines_of(section(part, "Third party")) == ["requests | line 8"]
    assert lines_of(section(part, "Not among the repository's files")) == [".vanished.gone | line 12"]


def test_tests_and_importers_are_listed_with_their_lines(sample_site: Site) -> None:
    page = docs(sample_site, CART)
    assert lines_of(section(page, "Testing & Usage", "Testing")) == [
        "tests/test_cart.py: named after it; uses Cart, Cart.total in test_total"
    ]
    assert lines_of(section(page, "Cross-References", "Imported by")) == [
        "src/shop/__init__.py line 3", "tests/test_cart.py line 1",
    ]  # fmt: skip
    mentioned = lines_of(section(page, "Cross-References", "Mentioned in"))
    assert "Cart in README.md line 3" in mentioned
    assert "Cart.total in README.md line 7" in mentioned


def test_what_says_nothing_is_joined_to_nothing(tmp_path: Path) -> None:
    assert joined([("a",), (), ("",), ("b",)]) == ("a", ", ", "b")
    assert joined([]) == ()
    site = site_of(write(tmp_path, {"a.md": "# A title\n\n## &ZeroWidthSpace;\n\nWords.\n"}))
    assert [symbol.name for symbol in site.index.facts["a.md"].symbols] == ["A title"]


def test_keywords_that_no_section_treats_are_not_mapped(tmp_path: Path) -> None:
    site = site_of(write(tmp_path, {"a.c": "int alpha;\n", "b.py": "import os\n"}))
    assert not has(build_page(site, Target("kw", "a.c")), "Keyword → Section Map")
    assert lines_of(section(build_page(site, Target("kw", "b.py")), "Keyword → Section Map")) == ["os | Dependencies"]


TESTED = {
    "src/p/__init__.py": "",
    "src/p/fixtures.py": "def fixture(f): return f\n\n\ndef make(): ...\n\n\nclass Definition: ...\n",
    "src/p/utils.py": "def helper(): ...\n",
    "src/p/deep/utils.py": "def other(): ...\n",
    "testing/python/fixtures.py": "from p.fixtures import Definition\n\n\ndef test_it():\n    assert Definition()\n",
    "testing/test_utils.py": "def test_it(): ...\n",
    "testing/test_use.py": "from p.fixtures import make\n\n\ndef test_make():\n    make()\n",
} | {
    f"testing/test_{number}.py": "from p.fixtures import fixture\n\n\n@fixture\ndef test_it():\n    fixture(1)\n"
    for number in range(6)
}  # fmt: skip


def test_tests_are_listed_that_have_a_file_for_their_subject_with_the_reason(tmp_path: Path) -> None:
    site = site_of(write(tmp_path, TESTED))
    assert lines_of(section(docs(site, "src/p/fixtures.py"), "Testing & Usage", "Testing")) == [
        "testing/python/fixtures.py: named after it; uses Definition in test_it",
        "testing/test_use.py uses make in test_make",
    ]
    # Two files have the name, and the test says nothing of either.
    assert not has(docs(site, "src/p/utils.py"), "Testing & Usage")
    assert not has(docs(site, "testing/test_use.py"), "Testing & Usage")


def listed_tests(site: Site, path: str) -> list[str]:
    """Return what the page of a file says of its tests."""
    page = docs(site, path)
    has_tests = has(page, "Testing & Usage") and has(section(page, "Testing & Usage"), "Testing")
    return lines_of(section(page, "Testing & Usage", "Testing")) if has_tests else []


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("util/cache.cc", ["util/cache_test.cc: named after it"]),
        ("util/cache.h", ["util/cache_test.cc: named after it"]),
        ("include/db/env.h", ["util/env_test.cc: named after it"]),
        ("util/env.cc", ["util/env_test.cc: named after it"]),
        ("p/_futures.py", ["tests/test_futures.py: named after it"]),
        ("p/one/models.py", ["tests/one/test_models.py: named after it"]),
        ("p/two/models.py", ["p/two/tests/test_models.py: named after it"]),
        ("p/one/twice.py", []),
        ("p/two/twice.py", []),
        ("p/two/__init__.py", ["tests/test_two.py: named after it"]),
        ("p/__init__.py", []),
        ("package.json", []),
        ("p/tool.py", []),
    ],
)
def test_a_test_is_named_after_the_nearest_file_of_its_name_whatever_parts_that_has(
    tmp_path: Path, path: str, tests: list[str]
) -> None:
    files = [
        "util/cache.cc", "util/cache.h", "util/cache_test.cc", "include/db/env.h", "util/env.cc", "util/env_test.cc",
        "p/_futures.py", "tests/test_futures.py", "p/__init__.py", "tests/__init__.py", "tests/test_p.py",
        "p/one/__init__.py", "p/one/models.py", "tests/one/test_models.py", "p/two/__init__.py", "p/two/models.py",
        "p/two/tests/test_models.py", "p/one/twice.py", "p/two/twice.py", "tests/test_twice.py", "tests/test_two.py",
        "package.json", "tests/data/package.json", "p/tool.py", "tests/test_tool.yml",
    ]  # fmt: skip
    site = site_of(write(tmp_path, dict.fromkeys(files, "")))
    assert listed_tests(site, path) == tests


def test_tests_that_use_a_file_along_the_way_are_listed_apart_or_not_at_all(tmp_path: Path) -> None:
    files = {
        "p/__init__.py": "",
        "p/a.py": "class Pen:\n    name = 1\n    def draw(self): ...\n\ndef make() -> Pen: ...\n",
        "p/b.py": "from p.a import Pen\nclass Brush(Pen): ...\n",
        "tests/helper.py": "from p.a import make\n\n\ndef prepare():\n    make()\n",
        "tests/test_b.py": "from p.b import Brush\n\n\ndef test_b():\n    Brush().draw()\n    Brush().name\n",
        "tests/test_pens.py": "from p.a import Pen\n\n\ndef test_pen():\n    Pen().draw()\n",
        "tests/test_other.py": "from p.a import make\n\n\ndef test_1():\n    make()\n"
        + "".join(f"def test_{number}(): ...\n" for number in range(2, 9)),
    }
    site = site_of(write(tmp_path / "without", files))
    assert listed_tests(site, "p/a.py") == [
        "tests/test_pens.py uses Pen, Pen.draw in test_pen",
        "also used in tests/helper.py, tests/test_other.py",
    ]
    site = site_of(write(tmp_path / "with", files | {"tests/test_a.py": ""}))
    assert listed_tests(site, "p/a.py") == [
        "tests/test_a.py: named after it",
        "tests/test_pens.py uses Pen, Pen.draw in test_pen",
    ]


def test_no_usage_example_is_a_call_that_is_to_fail(tmp_path: Path) -> None:
    failing = "import pytest\nfrom p.a import pen\n\n\ndef test_it():\n    with pytest.raises(E):\n        pen(1)\n"
    site = site_of(write(tmp_path / "only", {"p/a.py": "def pen(): ...\n", "tests/test_x.py": failing}))
    assert not has(section(docs(site, "p/a.py"), "Testing & Usage"), "Usage Examples")
    later = f"{failing}\n\ndef test_more():\n    pen()\n"
    site = site_of(write(tmp_path / "later", {"p/a.py": "def pen(): ...\n", "tests/test_x.py": later}))
    blocks = section(docs(site, "p/a.py"), "Testing & Usage", "Usage Examples").blocks
    assert [block.lines[0].line for block in blocks if isinstance(block, UseList)] == [11]


def test_usage_examples_are_lines_that_call_what_a_file_defines(tmp_path: Path) -> None:
    files = {
        "p/__init__.py": "",
        "p/a.py": "class Pen:\n    def draw(self): ...\n\n\ndef unused(): ...\n",
        "p/b.py": "from p.a import Pen\n\n\ndef write():\n    Pen().draw()\n",
        "tests/test_a.py": "from p.a import Pen\n\n\ndef test_pen():\n    Pen().draw()\n    Pen()\n",
    }
    site = site_of(write(tmp_path, files))
    blocks = section(docs(site, "p/a.py"), "Testing & Usage", "Usage Examples").blocks
    assert [(block.path, [line.line for line in block.lines]) for block in blocks if isinstance(block, UseList)] == [
        ("p/b.py", [5]),
    ]
    assert not has(docs(site, "p/b.py"), "Testing & Usage")


@pytest.mark.parametrize(
    ("path", "is_test"),
    [
        ("src/a_test.cc", True), ("src/a_test.go", True), ("x/ATest.java", True), ("x/ATests.java", True),
        ("x/a.test.ts", True), ("x/a.spec.tsx", True), ("spec/a_spec.rb", True), ("x/__tests__/a.js", True),
        ("testing/deep/helper.py", True), ("lib/testing/utils.py", False), ("x/contest.ts", False),
        ("x/latest.go", False),
    ],
)  # fmt: skip
def test_tests_are_known_by_their_names(tmp_path: Path, path: str, is_test: bool) -> None:
    others = ("testing/test_a.py", "testing/test_b.py", "lib/testing/a.py", "lib/testing/tests/test_a.py")
    site = site_of(write(tmp_path, dict.fromkeys((path, *others), "")))
    assert (path in site.index.tests) == is_test


def test_only_a_file_with_a_main_guard_says_how_it_is_run(sample_site: Site) -> None:
    snippets = {
        path: lines_of(section(docs(sample_site, path), "Testing & Usage", "Usage Examples"))
        for path in sample_site.index.files
        if has(docs(sample_site, path), "Testing & Usage")
        and has(section(docs(sample_site, path), "Testing & Usage"), "Usage Examples")
    }  # fmt: skip
    runnable = {path for path, lines in snippets.items() if any(line.startswith("python ") for line in lines)}
    assert runnable == {"src/shop/cli.py"}
    assert "python -m shop.cli" in snippets["src/shop/cli.py"]


def test_a_command_line_with_a_strange_path_is_quoted(tmp_path: Path) -> None:
    guard = 'if __name__ == "__main__":\n    print(1)\n'
    site = site_of(write(tmp_path, {"my tools/run.py": guard, "-x/run.py": guard}))
    said = {path: lines_of(section(docs(site, path), "Testing & Usage", "Usage Examples")) for path in site.index.files}
    assert said == {"my tools/run.py": ["python 'my tools/run.py'"], "-x/run.py": ["python ./-x/run.py"]}


def test_related_files_are_related_and_say_how(sample_site: Site) -> None:
    related = lines_of(section(docs(sample_site, CART), "Related Files"))
    assert related[0] == "src/shop/money.py: imported here" or related[0].startswith("src/shop/")
    assert "tests/test_cart.py: imports it, a test" in related
    assert "src/shop/__init__.py: imports it" in related
    assert not [line for line in related if "broken.py" in line or "plain.txt" in line]
    assert not has(docs(sample_site, "LICENSE"), "Related Files")


def test_of_a_large_file_the_head_is_shown_and_says_so(tmp_path: Path) -> None:
    text = "".join(f"name{number} = {number}\n" for number in range(2000))
    root = repository(
        tmp_path / "repo", {"large.py": text, "long.js": "var x=1;" * 9_000, "small.py": "import large\n"}
    )
    built = build(root / "docs", tmp_path / "out", kwdocs_max_size=20_000)
    page = parse(built.out / "kwdocs" / "large.py_docs.html")
    assert len(page.xpath("//span[starts-with(@id, 'L')]")) == 1000
    assert page.xpath("//span[@id='L1000']//span[@class='mi']/text()") == ["999"]
    words = " ".join(page.xpath("//section[@id='original-source']/p//text()"))
    assert words == "The head of the file is shown: 1,000 lines, 13,780 bytes of 29,780 bytes (29.08 KB)."
    long = parse(built.out / "kwdocs" / "long.js_docs.html")
    assert len("".join(long.xpath("//span[@id='L1']//text()"))) == 20_001
    assert crawl(built.out).broken == []
    assert not (built.out / "kwdocs" / "large.py_kw.html").exists()
    again = build(root / "docs", tmp_path / "out", kwdocs_max_size=20_000)
    assert "no targets are out of date." in again.status
    (root / "large.py").write_text("first = 1\n" + text)
    built = build(root / "docs", tmp_path / "out", kwdocs_max_size=20_000)
    assert "first" in built.html("kwdocs/large.py_docs.html")


def test_files_without_text_say_why_and_have_no_source(sample_site: Site) -> None:
    for path, words in (("data.bin", "binary file"), ("alias", "symbolic link"), ("outside", "symbolic link")):
        page = docs(sample_site, path)
        assert words in " ".join(lines_of(page))
        assert not has(page, "Original Source")
        assert Target("kw", path) not in set(page_keys(sample_site))
        assert [tab.text for tab in page.tabs] == ["Documentation", "Folder"]
    metadata = lines_of(section(docs(sample_site, "alias"), "File Metadata"))
    assert "Points to: src/shop/money.py" in metadata
    assert "Points to: /nowhere/at/all" in lines_of(section(docs(sample_site, "outside"), "File Metadata"))
    assert lines_of(section(docs(sample_site, "empty.txt"), "Original Source")) == ["The file is empty."]


def test_a_file_that_does_not_parse_names_the_line_and_keeps_what_can_be_found(sample_site: Site) -> None:
    page = docs(sample_site, "src/shop/broken.py")
    assert lines_of(page)[0].startswith("Line 6: ")
    names = {symbol.name for symbol in sample_site.index.facts["src/shop/broken.py"].symbols}
    assert names == {"before", "after"}
    assert has(page, "Original Source")


def test_keywords_are_grouped_by_kind_with_the_right_plural(sample_site: Site) -> None:
    page = kw(sample_site, CART)
    assert titles(page) == ["File Information", "Keywords Extracted", "Keyword → Section Map"]
    assert [group.title for group in section(page, "Keywords Extracted").sections][:4] == [
        "Classes", "Functions", "Methods", "Properties",
    ]  # fmt: skip
    assert [line.partition(":")[0] for line in lines_of(section(page, "File Information"))] == [
        "Original file", "Documentation", "Folder",
    ]  # fmt: skip


def test_an_entry_has_line_signature_summary_and_parent(sample_site: Site) -> None:
    entry = entries_of(kw(sample_site, CART))["Cart.add"]
    assert entry.link.target == Target("docs", CART, "L28")
    assert entry.signature == "(self, item: int) -> None"
    assert entry.summary == "Put an item into the cart."
    assert text_of(entry.remarks) == "in Cart, overridden by 1 definition"
    assert "private" in text_of(entries_of(kw(sample_site, CART))["_Basket"].remarks)


def test_every_keyword_of_every_file_links_to_the_line_that_holds_it(sample_site: Site, sample_root: Path) -> None:
    checked = 0
    for path, keywords in sample_site.file_keywords.items():
        lines = (sample_root / path).read_text(encoding="utf-8").split("\n")
        entries = entries_of(kw(sample_site, path)) if keywords else {}
        assert len(entries) == len(keywords)
        for keyword in keywords:
            target = entries[keyword.anchor].link.target
            assert target == Target("docs", path, f"L{keyword.line}")
            name = keyword.name.rpartition(".")[2] if keyword.kind == "import" else keyword.name
            assert name.split()[0].casefold() in lines[keyword.line - 1].casefold(), keyword
            checked += 1
    assert checked > 40


def test_the_section_map_maps_each_keyword_to_sections_that_treat_it(sample_site: Site) -> None:
    page = kw(sample_site, CART)
    (table,) = section(page, "Keyword → Section Map").blocks
    assert isinstance(table, Table)
    rows = {text_of(row[0]): [item.text for item in row[1] if isinstance(item, Link)] for row in table.rows}
    assert len(table.rows) == len(sample_site.file_keywords[CART])
    assert rows["json"] == ["Dependencies"]
    assert rows["_Basket"] == ["Detailed Analysis", "Architecture & Design"]
    assert rows["LIMIT"] == ["High-Level Overview", "Detailed Analysis"]
    readme = section(kw(sample_site, "README.md"), "Keyword → Section Map").blocks[0]
    assert isinstance(readme, Table)
    terms = {text_of(row[0]): text_of(row[1]) for row in readme.rows}
    assert any("Checkout" in sections for name, sections in terms.items() if name.casefold() != "checkout")


def test_a_folders_index_lists_its_folders_and_files(sample_site: Site) -> None:
    page = build_page(sample_site, Target("index", "src/shop"))
    assert titles(page) == ["Overview", "Files", "Navigation"]
    assert lines_of(section(page, "Overview"))[0].startswith("A shop: carts and prices.")
    rows = lines_of(section(page, "Files"))
    assert [row.split(" | ")[0] for row in rows] == ["__init__.py", "broken.py", "cart.py", "cli.py", "money.py"]
    assert rows[2] == "cart.py | The cart of a customer. | 20"
    assert titles(build_page(sample_site, Target("index", "src"))) == ["Overview", "Subfolders", "Navigation"]


def test_a_table_of_files_has_one_link_to_each_page_and_none_to_an_empty_one(tmp_path: Path) -> None:
    files = {"a.py": '"""First."""\n', "b/c.py": "def c(): ...\n", "empty/nothing.txt": ""}
    site = site_of(write(tmp_path, files))
    page = build_page(site, Target("index"))
    (listed,), (folders,) = section(page, "Files").blocks, section(page, "Subfolders").blocks
    assert isinstance(listed, Table)
    assert isinstance(folders, Table)
    assert [links_of(row) for row in listed.rows] == [[Target("docs", "a.py")]]
    assert [links_of(row) for row in folders.rows] == [
        [Target("index", "b"), Target("doc", "b"), Target("sub", "b")],
        [Target("index", "empty"), Target("doc", "empty")],
    ]
    assert lines_of(section(page, "Subfolders")) == ["b/ | about | 1 | 1", "empty/ | about | 1 | "]


def test_the_number_of_keywords_on_the_entry_page_is_what_its_tables_add_up_to(tmp_path: Path) -> None:
    # A name of that many files is left out of the index from A to Z, which has fewer entries therefore.
    files = {f"pkg/m{number}.py": "import os\n\n\ndef f(): ...\n" for number in range(30)} | {"a.py": "x = 1\n"}
    site = site_of(write(tmp_path, files))
    page = build_page(site, Target("index"))
    tables = [block for part in page.sections for block in part.blocks if isinstance(block, Table)]
    total = sum(int(text_of(row[-1])) for table in tables for row in table.rows)
    assert total == 61
    assert text_of(page.lead[0].content).endswith(" 61 keyword places.")


def test_the_page_of_diagnostics_shows_names_of_settings_as_code(tmp_path: Path) -> None:
    site = site_of(write(tmp_path, {"a.txt": "x" * 2_000}), max_size=1_000)
    page = build_page(site, Target("diagnostics"))
    (codes,) = section(page, "Codes").blocks
    assert isinstance(codes, Table)
    assert Code("kwdocs_max_size") in codes.rows[0][1]
    assert "`" not in "".join(lines_of(section(page, "Codes")))
    assert "2,000 bytes, more than the 1,000 of" in "".join(lines_of(section(page, "Files")))


def test_files_of_one_type_have_one_label_and_scripts_of_windows_their_own(tmp_path: Path) -> None:
    files = {"LICENSE": "Text.\n", "data.xyz": "words\n", "make.bat": "@echo off\n"}
    rows = lines_of(section(build_page(site_of(write(tmp_path, files)), Target("index")), "Files"))
    types = [["data.xyz", "Text"], ["LICENSE", "Text"], ["make.bat", "Batch file"]]
    assert [row.split(" | ")[:2] for row in rows] == types


def links_of(row: tuple[Content, ...]) -> list[Target]:
    return [item.target for cell in row for item in cell if isinstance(item, Link)]


def test_a_folders_documentation_has_its_sections_in_order(sample_site: Site) -> None:
    page = build_page(sample_site, Target("doc", "src/shop"))
    assert titles(page) == [
        "Role", "Contents Overview", "Key Concepts", "Architecture & Organization", "Important Files",
        "Working with This Folder", "Cross-References",
    ]  # fmt: skip
    assert lines_of(section(page, "Contents Overview"))[0] == "5 files and 0 subfolders directly inside."
    assert lines_of(section(page, "Key Concepts"))[0].endswith(": imported by 1 file of other folders")
    assert "src/shop/cli.py can be run as a script" in lines_of(section(page, "Working with This Folder"))
    assert titles(build_page(sample_site, Target("doc", "notes"))) == ["Contents Overview", "Cross-References"]


def test_the_keywords_of_a_folder_are_those_of_all_below_it(sample_site: Site) -> None:
    page = build_page(sample_site, Target("sub", "src"))
    assert titles(page)[0] == "Scope"
    names = {line.partition(":")[0] for part in page.sections[1:] for line in lines_of(part)}
    expected = {
        keyword.name
        for path, found in sample_site.file_keywords.items()
        if path.startswith("src/")
        for keyword in found
    }
    assert names == expected
    assert len(names) > 20


def test_the_global_index_holds_every_keyword_of_every_file(sample_site: Site) -> None:
    pages = [page for key, page in all_pages(sample_site).items() if key.kind == "keywords"]
    places = {
        (row.name, place.link.target)
        for page in pages for part in page.sections for block in part.blocks if isinstance(block, IndexList)
        for row in block.rows for place in row.places
    }  # fmt: skip
    expected = {
        (keyword.name, Target("docs", keyword.path, f"L{keyword.line}"))
        for keywords in sample_site.file_keywords.values() for keyword in keywords
    }  # fmt: skip
    assert places == expected
    letters = [part.title for page in pages for part in page.sections]
    assert letters == sorted(letters)


def test_a_long_index_is_cut_into_bounded_parts_without_loss(tmp_path: Path) -> None:
    functions = "".join(f"def f{number:05}(): ...\n" for number in range(2_500))
    site = site_of(write(tmp_path, {"a.py": functions, "b.py": "def f00999(): ...\n"}))
    keys = [key for key in page_keys(site) if key.kind == "keywords"]
    assert 4 <= len(keys) <= 7
    names: list[str] = []
    for key in keys:
        rows = [
            row
            for part in build_page(site, key).sections
            for block in part.blocks
            if isinstance(block, IndexList)
            for row in block.rows
        ]
        assert sum(len(row.places) for row in rows) <= 1_000
        names += [row.name for row in rows if not row.is_continued]
    assert names == [f"f{number:05}" for number in range(2_500)]
    assert len([key for key in page_keys(site) if key.kind == "sub"]) == 3
    texts = [text for block in build_page(site, Target("keywords")).lead for text in block_lines(block)]
    assert texts[0].startswith("2,500 names at 2,501 places")


def test_the_way_to_a_page_names_every_folder(sample_site: Site) -> None:
    way = docs(sample_site, CART).parents
    assert [(link.text, link.target) for link in way] == [
        ("Source index", Target("index")), ("src", Target("index", "src")), ("shop", Target("index", "src/shop")),
    ]  # fmt: skip


def test_neighbours_are_the_files_before_and_after(sample_site: Site) -> None:
    page = docs(sample_site, CART)
    assert page.previous
    assert page.following
    assert (page.previous.text, page.following.text) == ("broken.py", "cli.py")
    assert docs(sample_site, "src/shop/__init__.py").previous is None


def test_every_link_of_every_page_leads_to_a_page_of_the_plan(sample_site: Site) -> None:
    pages = all_pages(sample_site)
    links = [link for page in pages.values() for link in all_links(page) if isinstance(link, Link)]
    assert len(links) > 1_000
    assert {link.target.key for link in links} <= set(pages)


@pytest.mark.parametrize(("number", "words"), [(1, "1 class"), (2, "2 classes")])
def test_one_is_singular(tmp_path: Path, number: int, words: str) -> None:
    site = site_of(write(tmp_path, {"a.py": "".join(f"class C{n}: ...\n" for n in range(number))}))
    assert lines_of(section(docs(site, "a.py"), "High-Level Overview"))[0] == f"The file has {words}."
