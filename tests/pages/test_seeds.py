"""Each defect of the seed documents, on a small repository like the one that they are about: none may come back."""

# Cases stand one a line or in tables.
# ruff: noqa: E501

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from builds import all_pages, publication_of, site_of, write
from page_contents import all_links, docs, entries_of, has, kw, lines_of, section, text_of, titles

from sphinx_kwdocs.model.blocks import Link, Table
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.publish import render_page

if TYPE_CHECKING:
    from sphinx_kwdocs.pages import Site

TEST_FILE = '''"""Tests of the distributed backends.

This class of tests comes from the class library; the class is imported from there, from which all is.
"""
import os, sys
import torch.cuda as cuda
from lib.thing import (
    Alpha,
    Beta as B,  # from class Gamma
)
try:
    from lib.extra import *
except ImportError:
    pass

# class is_not_one: from here on, import nothing
TEXT = "class AlsoNot(object): def nor_this(): import neither"


class Outer:
    class Inner:
        def test_pickle_thread_safety(self):
            from lib import late

            class Local:
                def deep(self): ...
''' + "".join(f"    def test_number_{number}(self): ...\n" for number in range(412))
README = """# Benchmark of Autograd

The benchmark measures gradient accumulation. This is fast. We like it. If you want gradient accumulation, use it.
There is more. It is All about gradient accumulation and tensor parallelism. As tensor parallelism grows, so do we.

## Usage

These scripts run tensor parallelism. Note the `Alpha` class.
"""
FILES = {
    "lib/__init__.py": "", "lib/thing.py": '"""Things."""\n\n\nclass Alpha: ...\n\n\nclass Beta: ...\n', "lib/extra.py": "x = 1\n",
    "lib/late.py": "", "lib/zebra.py": "", "lib/aardvark.py": "", "test/distributed_test.py": TEST_FILE,
    "README.md": README, "notes.txt": "A thread and a pickle and a GPU.\n", "lib/thing.py_kw.txt": "A hand-written file.\n",
}  # fmt: skip
TEST = "test/distributed_test.py"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    root = write(
        tmp_path_factory.mktemp("seeds"),
        FILES | {f"many/m{number}.py": f"def only{number}(): ...\n" for number in range(150)},
    )
    return site_of(root)


def test_every_keyword_links_to_its_own_line_and_not_to_the_top(site: Site) -> None:
    lines = TEST_FILE.split("\n")
    entries = entries_of(kw(site, TEST))
    for symbol in site.index.facts[TEST].symbols:
        anchor = entries[symbol.qualname].link.target.anchor
        assert symbol.name in lines[int(anchor.removeprefix("L")) - 1]
    assert len({entry.link.target.anchor for entry in entries.values()}) > 400


def test_words_in_comments_and_strings_are_no_classes(site: Site) -> None:
    classes = {symbol.name for symbol in site.index.facts[TEST].symbols if symbol.kind == "class"}
    assert classes == {"Outer", "Inner", "Local"}


def test_all_functions_are_listed_however_many(site: Site) -> None:
    methods = [symbol.name for symbol in site.index.facts[TEST].symbols if symbol.name.startswith("test_number_")]
    assert methods == [f"test_number_{number}" for number in range(412)]
    assert len([anchor for anchor in entries_of(kw(site, TEST)) if ".test_number_" in anchor]) == 412


def test_every_imported_name_is_listed_and_none_is_invented(site: Site) -> None:
    wanted = [link.item.wanted for link in site.index.imports[TEST]]
    assert wanted == ["os", "sys", "torch.cuda", "lib.thing.Alpha", "lib.thing.Beta", "lib.extra.*", "lib.late"]


def test_headings_have_right_plurals_and_characters(site: Site) -> None:
    headings = {
        inner.title for page in all_pages(site).values() for part in page.sections for inner in (part, *part.sections)
    }
    assert "Classes" in headings
    assert "Keyword → Section Map" in headings
    assert not [title for title in headings if "Classs" in title or "\u00e2" in title or "\ufffd" in title]


def test_section_maps_differ_from_file_to_file_and_name_every_keyword(site: Site) -> None:
    maps = {}
    for path in (TEST, "lib/thing.py", "README.md"):
        (table,) = section(kw(site, path), "Keyword → Section Map").blocks
        assert isinstance(table, Table)
        names = [text_of(row[0]) for row in table.rows]
        assert names == [keyword.name for keyword in site.file_keywords[path]]
        maps[path] = table
    assert len(set(maps.values())) == 3


def test_terms_of_prose_are_not_its_capitalised_words(site: Site) -> None:
    terms = {term.name for term in site.index.terms["README.md"]}
    filler = {"The", "This", "There", "If", "It", "We", "As", "All", "These", "Note"}
    assert not {term.casefold() for term in terms} & {word.casefold() for word in filler}
    assert {"gradient accumulation", "tensor parallelism"} <= {term.casefold() for term in terms}


def test_a_hand_written_file_with_a_generated_looking_name_is_a_file_and_output_is_not(site: Site) -> None:
    assert "lib/thing.py_kw.txt" in site.index.files
    assert set(site.index.files) == {*FILES, *(f"many/m{number}.py" for number in range(150))}


def test_nobody_is_told_to_run_what_cannot_be_run(site: Site) -> None:
    publication = publication_of(site)
    for path in site.index.files:
        text = render_page(publication, Target("docs", path)).body
        assert not re.search(r"python(3| -m)? \S+", re.sub("<[^>]+>", "", text.partition("Testing &amp; Usage")[2])), (
            path
        )


def test_nothing_is_claimed_because_a_word_occurs(site: Site) -> None:
    for path in (TEST, "notes.txt"):
        page = docs(site, path)
        assert not has(page, "Security & Safety")
        assert not has(page, "Performance Considerations")
        said = " ".join(line for part in page.sections for line in lines_of(part))
        assert not re.search(r"(?i)capabilit|parallel comput|uses pickle|thread-safe", said)


def test_related_files_are_related_and_not_the_first_of_the_folder(site: Site) -> None:
    related = lines_of(section(docs(site, "lib/thing.py"), "Related Files"))
    assert f"{TEST}: imports it, a test" in related
    assert not [line for line in related if "aardvark" in line or "zebra" in line]
    assert not has(docs(site, "many/m7.py"), "Related Files")


def test_a_folders_keyword_index_holds_names_of_things_and_not_of_files(site: Site) -> None:
    pages = [page for key, page in all_pages(site).items() if key.kind == "sub" and key.path == "many"]
    names = {line.partition(":")[0] for page in pages for part in page.sections for line in lines_of(part)}
    assert {f"only{number}" for number in range(150)} <= names


@pytest.mark.once
def test_the_global_index_lists_more_than_a_hundred_files_a_letter(site: Site) -> None:
    pages = [page for key, page in all_pages(site).items() if key.kind == "keywords"]
    under_o = [line for page in pages for part in page.sections if part.title == "O" for line in lines_of(part)]
    assert len({line for line in under_o if line.startswith("only")}) == 150


def test_no_project_is_wired_in(site: Site) -> None:
    for path in ("lib/thing.py", "README.md", "many/m1.py"):
        text = " ".join(
            line for page in (docs(site, path), kw(site, path)) for part in page.sections for line in lines_of(part)
        )
        assert "PyTorch" not in text
    root_words = lines_of(section(all_pages(site)[Target("doc")], "Role"))
    assert root_words[0].startswith("The benchmark measures gradient accumulation.")


def test_every_link_leads_to_a_page_of_the_site(site: Site) -> None:
    pages = all_pages(site)
    assert {link.target.key for page in pages.values() for link in all_links(page) if isinstance(link, Link)} <= set(
        pages
    )
    assert titles(pages[Target("index")])
