"""The languages that are read by their tokens alone: what they call themselves, their names, their leading comment."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygments.lexers import find_lexer_class_by_name, get_lexer_by_name
from timing import cpu_seconds_below

from sphinx_kwdocs.languages import all_languages, language_of
from sphinx_kwdocs.languages._tokens.facts import read_identifiers
from sphinx_kwdocs.model.plugin_records import Language, TokenRules
from sphinx_kwdocs.render.source import render_source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_kwdocs.model.facts import FileFacts

MINE = [item for item in all_languages().values() if item.tokens and not item.is_prose and item.name != "python"]


def facts(name: str, text: str) -> FileFacts:
    return all_languages()[name].extract("a/file", text)


def names(name: str, text: str) -> list[str]:
    return [term.name for term in facts(name, text).terms]


def alphabetical(words: Iterable[str]) -> list[str]:
    return sorted(words, key=lambda word: (word.casefold(), word))


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/b.json", "json"), ("pyproject.toml", "toml"), (".github/ci.yml", "yaml"), ("tox.ini", "ini"),
        ("setup.cfg", "ini"), (".editorconfig", "ini"), (".gitignore", "ignore"), ("run.sh", "shell"),
        (".bashrc", "shell"), ("a.c", "c"), ("a.h", "c_header"), ("a.cpp", "cpp"), ("a.cu", "cuda"),
        ("a.mm", "objective_cpp"), ("a.mjs", "javascript"), ("a.tsx", "typescript"), ("A.java", "java"),
        ("a.go", "go"), ("a.rs", "rust"), ("a.css", "css"), ("a.html", "html"), ("a.svg", "xml"), ("a.sql", "sql"),
        ("CMakeLists.txt", "cmake"), ("a.cmake", "cmake"), ("Makefile", "makefile"), ("rules.mk", "makefile"),
        ("Dockerfile", "dockerfile"), ("docker/Dockerfile.dev", "dockerfile"),
    ],
)  # fmt: skip
def test_a_file_is_known_by_its_name(path: str, name: str) -> None:
    assert language_of(path).name == name


@pytest.mark.parametrize("line", ["#!/bin/sh", "#!/usr/bin/env bash", "#! /bin/dash -e"])
def test_a_script_is_known_by_its_interpreter(line: str) -> None:
    assert language_of("bin/run", line).name == "shell"


def test_no_two_languages_claim_the_same_files() -> None:
    claims = Counter(pattern for item in all_languages().values() for pattern in item.patterns)
    assert [pattern for pattern, count in claims.items() if count > 1] == []


@pytest.mark.parametrize("item", all_languages().values(), ids=lambda item: item.name)
def test_a_language_names_a_lexer_that_exists_and_can_be_sent_to_a_worker(item: Language) -> None:
    assert not item.pygments or find_lexer_class_by_name(item.pygments) is type(get_lexer_by_name(item.pygments))
    copy: Language = pickle.loads(pickle.dumps(item))  # noqa: S301  our own object
    text = "# A comment.\n\nname: value = other\n"
    assert (copy.name, copy.tokens) == (item.name, item.tokens)
    assert copy.extract("a/file", text) == item.extract("a/file", text)


@pytest.mark.parametrize("item", MINE, ids=lambda item: item.name)
def test_a_language_finds_names_unless_it_says_that_it_reads_nothing(item: Language) -> None:
    text = '[alpha]\nbeta: gamma\n.delta {\n"epsilon": 1\nzeta = eta\n'
    assert item.reads
    assert bool(item.extract("a/file", text).terms) == (item.reads != "nothing")


def test_every_language_says_what_it_reads() -> None:
    assert [item.name for item in all_languages().values() if not item.reads] == []


@pytest.mark.parametrize("name", ["c", "text", "unknown"])
def test_names_are_in_alphabetical_order_whatever_their_case(name: str) -> None:
    path = "requirements.txt" if name == "text" else "a/file"
    found = all_languages()[name].extract(path, "gamma\nBeta\nalpha\nbeta\nGamma\n")
    assert [term.name for term in found.terms] == ["alpha", "Beta", "beta", "Gamma", "gamma"]


@given(
    st.sampled_from(MINE),
    st.text() | st.lists(st.sampled_from("\"'`/*#\\\n<>!-{}[]$(): =.;a1"), max_size=60).map("".join),
)
@settings(max_examples=400, deadline=None)
def test_any_text_gives_facts_that_hold_together(item: Language, text: str) -> None:
    found = item.extract("a/file", text)
    last = text.count("\n") + 1
    assert found.language == item.name
    assert [term.name for term in found.terms] == alphabetical({term.name for term in found.terms})
    for term in found.terms:
        assert list(term.lines) == sorted(set(term.lines))
        # Keys of nested data stand below others, which their paths name.
        name = term.name.rpartition(".")[2] if item.name in {"toml", "yaml"} else term.name
        assert all(name in text.split("\n")[line - 1] for line in term.lines)
        assert term.weight >= len(term.lines)
    assert bool(found.doc) == bool(found.doc_line)
    assert 0 <= found.doc_line <= last
    assert not found.doc or found.doc.split("\n")[0] in text.split("\n")[found.doc_line - 1]


def test_identifiers_are_words_outside_comments_and_strings() -> None:
    tokens = TokenRules(
        comments=(r"#[^\n]*",), strings=(r'"[^"]*"',), keywords=frozenset({"if"}), builtins=frozenset({"len"})
    )
    text = 'if alpha: # beta\n  "gamma\n" len(x, delta, alpha) 0xFF\nalpha alpha'
    found = read_identifiers("x", tokens, "a/file", text)
    assert [(term.name, term.lines, term.weight, term.is_code) for term in found.terms] == [
        ("alpha", (1, 3, 4), 4.0, True),
        ("delta", (3,), 1.0, True),
    ]


def test_identifiers_of_cpp_leave_out_what_the_language_owns_and_what_is_quoted() -> None:
    text = '#include <vector>\nnamespace at { /* hidden */ int add(int x1) { return R"(quoted " text)"; } } // gone\n'
    assert names("cpp", text) == ["add", "at", "x1"]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("json", '{"name": "value", "list": [{"inner key": 1, "a\\"b": 2}], "x:y": ": z"}',
         ["inner", "key", "list", "name"]),
        ("toml", '[tool.ruff]\nline-length = 120 # x = 1\n[[a.b]]\n"text" = """\nno = 1\n"""\n',
         ["a.b", "a.b.text", "tool.ruff", "tool.ruff.line-length"]),
        ("yaml", "on: push\njobs:\n  - name: a b: c # d: e\n    run: 'x: y'\nurl: http://a\n",
         ["jobs", "jobs.name", "jobs.run", "on", "url"]),
        ("ini", "[metadata]\nname = x\n; no = 1\n# neither = 2\nlong_name: y\n", ["long_name", "metadata", "name"]),
        ("makefile", ".PHONY: all\nCC := gcc\nall: main.o\n\techo a: b\nmain.o: main.c\n", ["all", "main.o", "PHONY"]),
        ("css", ".nav-item:hover, #top { color: #fff; background: url(a.png) } /* .no */\n", ["nav-item", "top"]),
        ("html", '<p class="x">Text</p>', []),
        ("ignore", "*.pyc\nbuild/\n", []),
    ],
)  # fmt: skip
def test_data_languages_give_their_keys(name: str, text: str, expected: list[str]) -> None:
    assert names(name, text) == expected


@pytest.mark.parametrize("name", ["a" * 400_000, "a." * 200_000 + "a"])
def test_keys_below_a_table_with_an_absurdly_long_name_are_not_listed(name: str) -> None:
    assert names("toml", f"[{name}]\n" + "b = 1\n" * 100 + "[c]\nd = 1\n") == ["c", "c.d"]


def test_a_file_of_very_many_keys_is_data_and_gives_none() -> None:
    assert names("json", "{" + ",".join(f'"key{number}": 1' for number in range(501)) + "}") == []


@pytest.mark.parametrize(
    ("name", "text", "doc", "line"),
    [
        ("shell", "#!/bin/sh\n# vim: set ts=4:\n# Builds the wheel\n# twice.\n\nset -e\n",
         "Builds the wheel\ntwice.", 3),
        ("cpp", "// Copyright 2020 X.\n// All rights reserved.\n\n/**\n * Adds two numbers.\n */\n#pragma once\n",
         "Adds two numbers.", 5),
        ("go", "// Package add adds numbers.\npackage add\n", "Package add adds numbers.", 1),
        ("rust", "//! Adds two numbers.\nfn f() {}\n", "Adds two numbers.", 1),
        ("html", "<!-- The entry page -->\n<!DOCTYPE html>\n", "The entry page", 1),
        ("toml", "# -*- mode: toml -*-\n\n# Settings of the build.\n\na = 1\n", "Settings of the build.", 3),
    ],
)  # fmt: skip
def test_the_leading_comment_says_what_a_file_is(name: str, text: str, doc: str, line: int) -> None:
    found = facts(name, text)
    assert (found.doc, found.doc_line) == (doc, line)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cpp", "// SPDX-License-Identifier: MIT\n\nint x;\n"),
        ("cpp", "// Adds two numbers.\nint add(int a, int b);\n"),
        ("cpp", "int x;\n\n// Adds two numbers.\n\n"),
        ("javascript", "/* eslint-disable no-console */\n\nlet x;\n"),
        ("yaml", "# name: something else\n\na: b\n"),
        ("ini", "# ------------------\n\n[a]\n"),
        ("css", "/* General Settings */\n\na {}\n"),
        ("json", '{"a": 1}'),
    ],
)  # fmt: skip
def test_a_comment_that_says_nothing_of_the_file_is_not_its_description(name: str, text: str) -> None:
    assert (facts(name, text).doc, facts(name, text).doc_line) == ("", 0)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("shell", 'x=1 # c\necho "a # b" $x ${y} ${z#a} $#\n', ["# c"]),
        ("yaml", "a: b#c # d\n", ["# d"]),
        ("sql", "SELECT '--' -- c\n", ["-- c"]),
        ("javascript", "a = /[\"'/]/g; // c\n", ["// c"]),
        ("typescript", "const a = `//`; /* c */\n", ["/* c */"]),
        ("rust", "let c = '\"'; // c\nfn f<'a>(x: &'a str) {} // d\n", ["// c", "// d"]),
        ("go", "a := `//`\n// c\n", ["// c"]),
        ("java", 'String a = """\n// no\n"""; // c\n', ["// c"]),
        ("cmake", 'set(a "#") # c\n#[[ d ]]\n', ["# c", "#[[ d ]]"]),
        ("dockerfile", 'RUN echo "#" a#b\n# c\n', ["# c"]),
        ("makefile", "a:\n\techo '#' # c\n", ["# c"]),
        ("css", 'a { content: "/*" } /* c */\n', ["/* c */"]),
        ("xml", '<a b="--">-- "</a><!-- c -->\n', ["<!-- c -->"]),
        ("ini", "a = b # no\n; c\n", ["; c"]),
        ("json", '{"//": 1} // c\n', ["// c"]),
        ("toml", "a = '#' # c\n", ["# c"]),
    ],
)  # fmt: skip
def test_comments_are_told_from_what_only_looks_like_one(name: str, text: str, expected: list[str]) -> None:
    html = render_source(text, all_languages()[name])
    found = [part.partition("</span>")[0] for part in html.split('<span class="c">')[1:]]
    assert [part.replace("&lt;", "<").replace("&gt;", ">") for part in found] == expected


@pytest.mark.parametrize("item", MINE, ids=lambda item: item.name)
def test_extracting_takes_time_in_proportion_to_the_text(item: Language) -> None:
    units = (
        '"',
        "'",
        "`",
        "\\",
        '"\\',
        "/*",
        "<a ",
        "a ",
        "a:",
        "#[",
        "# a\n",
        "// a\n",
        "\n",
        "- ",
        "=/[",
        'R"x(',
    )
    with cpu_seconds_below(5):
        for unit in units:
            item.extract("a/file", unit * (40_000 // len(unit)))
