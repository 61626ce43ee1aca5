"""What prose files say: their sections, links, code, opening paragraph and terms."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from timing import cpu_seconds_below

from sphinx_kwdocs.languages import language_of, markdown, restructuredtext, text, unknown
from sphinx_kwdocs.languages._lines import split_lines
from sphinx_kwdocs.languages._prose.inline_code_names import name_in_code
from sphinx_kwdocs.languages._prose.tokens import stem
from sphinx_kwdocs.linking.terms import choose_terms
from sphinx_kwdocs.model.files import Span

if TYPE_CHECKING:
    from types import ModuleType

    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.plugin_records import Language

EXTRACTORS = (markdown, restructuredtext, text, unknown)
BENCHMARK = Path(__file__).parents[1] / "cases" / "prose" / "benchmark.md"
FILLER = {
    "the",
    "this",
    "there",
    "if",
    "it",
    "we",
    "as",
    "all",
    "each",
    "note",
    "however",
    "example",
    "finally",
    "next",
}

marks = st.sampled_from(
    ["# ", "## ", "\n", "\n\n", "`", "``", "```", "*", "**", "_", "[", "](", ")", "]", "![", "<", ">", "> ", "- ",
     "1. ",
     "    ", "::", ".. ", ".. note::", ":py:class:`", "{py:func}`", "`_", "===", "---", "|", "| a |", "+--+", "~~~",
     "%",
     ":::{note}", "```{code-block} python", "(x)=", "https://a.example/b", "\\", "\t", "\r\n", "\r", "\0", "\ufeff",
     "é",
     "GPU", "snake_case", "CamelCase", "the parameter server", "foo()", "--option", "setup.py", "word ", ": ",
     "=== ==="]
)  # fmt: skip
documents = st.lists(st.one_of(marks, st.text(max_size=6)), max_size=40).map("".join)


def terms_of(source: str, path: str = "README.md") -> list[str]:
    facts = language_of(path).extract(path, source)
    return [term.name for term in choose_terms({path: facts}, set())[path]]


def cut(lines: list[str], span: Span) -> str:
    assert span.line == span.end_line
    return lines[span.line - 1][span.col : span.end_col]


def test_the_terms_of_a_readme_are_what_it_is_about() -> None:
    source = BENCHMARK.read_text(encoding="utf-8")
    chosen = choose_terms({"README.md": markdown.extract("README.md", source)}, set())["README.md"]
    assert [term.name for term in chosen if term.is_code] == ["--buckets", "bench_overlap.py", "HybridNet"]
    assert [term.name for term in chosen if not term.is_code] == [
        "all-reduce", "backward pass", "CPU", "CUDA", "DDP", "Distributed Autograd", "Distributed Data Parallelism",
        "embedding table", "GPU", "gradients", "NVLinks", "parameter server", "PipeStage", "RPC", "trainer",
    ]  # fmt: skip
    assert not FILLER & {term.name.lower() for term in chosen}


def test_no_term_of_a_text_of_filler_is_chosen() -> None:
    source = "# Example\n\n" + "The This There If It We As All Each Note However Example Finally Next. " * 9
    assert terms_of(source) == []
    assert terms_of(source, "README.rst") == []
    assert terms_of(source, "README") == []


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("Pool.open(path)", "Pool.open"), ("seal()", "seal"), ("--json PATH", "--json"), ("bucket_mb=25", "bucket_mb"),
        ("$ pip install x", "pip install x"), ("tp --all", "tp --all"), ("'nccl'", "nccl"), ('" "', ""), ("@app.route",
        "@app.route"),
        ("True", ""), ("1.2.3", ""), ("v2", ""), ("deadbeef12", ""), ("https://a.example", ""), ("x", ""), ("a + b",
        ""),
        ("some words here", ""), ("", ""), ("x" * 200, ""), ("example.com/a", ""), ("setup.py", "setup.py"),
    ],
)  # fmt: skip
def test_inline_code_gives_the_name_a_reader_would_look_up(code: str, name: str) -> None:
    assert name_in_code(code) == name


def test_tables_code_addresses_and_output_give_no_words() -> None:
    source = """
| Zebra  | Zebra |
|--------|-------|
| Zebra  | Zebra |

```
Zebra Zebra Zebra
```

    Zebra Zebra Zebra

Zebra    12   Zebra   13
Zebra    12   Zebra   13

<div>Zebra Zebra Zebra</div>

See https://zebra.example/Zebra/Zebra and ![Zebra Zebra](zebra.png).
"""
    assert not [name for name in terms_of(source) if "zebra" in name.lower()]


def test_singular_and_plural_are_one_term_in_the_commoner_form() -> None:
    assert terms_of("The tensors meet. Many tensors. One tensor. Queries, a query, queries.") == ["queries", "tensors"]
    assert [stem(word) for word in ("boxes", "classes", "GPUs", "status", "cookies")] == [
        "box", "class", "gpu", "status", "cookie",
    ]  # fmt: skip


def test_licences_and_lists_of_people_have_a_title_but_no_terms() -> None:
    source = "MIT Licence\n\nPermission for Widget Widget Widget is given, says Jane Doe.\n"
    for path in ("LICENSE", "LICENSE.txt", "AUTHORS", "licenses/COPYING.md"):
        facts = language_of(path).extract(path, source)
        assert facts.terms == ()
        assert facts.doc


def test_the_opening_paragraph_is_behind_badges_and_comments() -> None:
    source = (
        '<h1 align="center">Tool</h1>\n\n[![a](b)](c) [![d](e)](f)\n\n[Docs](x) | [Chat](y)\n\nA tool for *tests*.\n'
    )
    facts = markdown.extract("README.md", source)
    assert (facts.title, facts.doc, facts.doc_line) == ("Tool", "A tool for tests.", 7)


def test_slugs_are_unique_even_against_numbered_ones() -> None:
    facts = markdown.extract("a.md", "# A\n# A\n# A 1\n# A\n# !\n# !\n")
    assert [symbol.qualname for symbol in facts.symbols] == ["a", "a-1", "a-1-1", "a-2", "section", "section-1"]


def test_a_section_ends_before_the_next_of_its_level() -> None:
    facts = markdown.extract("a.md", "# One\n\n## Two\ntext\n## Three\n# Four\n")
    assert [(item.name, item.extent, item.parent) for item in facts.symbols] == [
        ("One", Span(1, 0, 5, 8), ""),
        ("Two", Span(3, 0, 4, 4), "a.md#one"),
        ("Three", Span(5, 0, 5, 8), "a.md#one"),
        ("Four", Span(6, 0, 6, 6), ""),
    ]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("README.md", "markdown"), ("docs/a.RST", "restructuredtext"), ("notes.txt", "text"), ("README", "text"),
        ("LICENSE-MIT", "text"), ("a.zig2", "unknown"), ("Thing", "unknown"), ("data.csv", "unknown"),
    ],
)  # fmt: skip
def test_a_file_name_says_whether_it_is_prose(path: str, name: str) -> None:
    language = language_of(path)
    assert language.name == name
    assert language.is_prose == (name != "unknown")


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.lock", "name version\n" * 9), ("a.dat", "0.5 1.25 -3.5\n" * 9), ("a.min.js", "function alpha() {}\n"),
        ("a.dat", "alpha " * 200), ("a.csv", "1,2,3\n4,5,6\n"),
    ],
)  # fmt: skip
def test_data_has_no_identifiers(path: str, source: str) -> None:
    assert unknown.extract(path, source).terms == ()


def test_a_pattern_of_files_opens_no_comment() -> None:
    facts = unknown.extract("a.zig2", "copy dist/*.so\nalpha beta\nend x/*/y\n")
    assert {"alpha", "beta"} <= {term.name for term in facts.terms}


@pytest.mark.parametrize("module", EXTRACTORS, ids=lambda module: module.LANGUAGE.name)
@pytest.mark.parametrize(
    "source",
    ["[" * 50_000, "*a " * 20_000, "`a " * 20_000, "[a](" * 12_000, "--a" * 20_000, "word foo " * 50_000,
     "<a " * 20_000,
     "- a\n" * 5_000, ".. a::\n" * 5_000, "{a}`" * 15_000, "== ==\n" * 5_000],
    ids=lambda source: source[:6],
)  # fmt: skip
def test_hostile_repetition_costs_no_more_than_its_length(module: ModuleType, source: str) -> None:
    extract = module.LANGUAGE.extract
    with cpu_seconds_below(4):
        extract("a.md", source)


def test_a_markdown_file_of_very_many_lines_is_read_as_plain_text() -> None:
    facts = markdown.extract("a.md", "Title\n=====\n\nSee `seal_segment`.\n" + "\n" * 50_000)
    assert (facts.language, facts.title, facts.code_spans[0].text) == ("markdown", "Title", "seal_segment")


@settings(max_examples=150, deadline=None)
@given(documents)
def test_any_text_is_read_and_every_place_is_in_it(source: str) -> None:
    lines = split_lines(source)
    for module in EXTRACTORS:
        language: Language = module.LANGUAGE
        facts = language.extract("a.md", source)
        assert language.extract("a.md", source) == facts
        check_sections(facts, lines)
        check_code(facts, lines)
        check_terms(facts, lines)


def check_sections(facts: FileFacts, lines: list[str]) -> None:
    assert len({symbol.id for symbol in facts.symbols}) == len(facts.symbols)
    for symbol in facts.symbols:
        assert symbol.extent.line <= symbol.span.line <= symbol.span.end_line <= symbol.extent.end_line <= len(lines)
        assert symbol.extent.end_col == len(lines[symbol.extent.end_line - 1])
        if symbol.span.line == symbol.span.end_line:
            raw = cut(lines, symbol.span)
            assert raw == raw.strip() != ""


def check_code(facts: FileFacts, lines: list[str]) -> None:
    for code in facts.code_spans:
        if code.span.line == code.span.end_line:
            assert cut(lines, code.span).split() == code.text.split()
    for block in facts.code_blocks:
        assert 1 <= block.line <= block.end_line <= len(lines)
    for link in facts.hyperlinks:
        assert 1 <= link.line <= len(lines)


def check_terms(facts: FileFacts, lines: list[str]) -> None:
    assert len({term.name for term in facts.terms}) == len(facts.terms)
    for term in facts.terms:
        assert list(term.lines) == sorted(set(term.lines))
        stems = {stem(word) for word in re.findall(r"\w+", term.name)}
        for number in term.lines:
            line = lines[number - 1].lower()
            is_there = any(word in line for word in stems) or stems & {stem(word) for word in re.findall(r"\w+", line)}
            assert is_there, (term, line)
