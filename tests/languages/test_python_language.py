"""Holds the Python extractor against real code, broken code and hostile code."""

from __future__ import annotations

import ast
import builtins
import inspect
import random
import re
import unicodedata
import warnings
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import sphinx
from hypothesis import given, settings
from hypothesis import strategies as st
from timing import cpu_seconds_below

from sphinx_kwdocs.languages import language_of
from sphinx_kwdocs.languages.python import LANGUAGE, extract
from sphinx_kwdocs.languages.python.docstrings import clean_doc

if TYPE_CHECKING:
    from sphinx_kwdocs.model.facts import FileFacts

SPHINX_FILES = sorted(Path(sphinx.__file__).parent.rglob("*.py"))
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
CALLABLE_KINDS = {"function", "method", "property", "class"}
PIECES = st.sampled_from([
    "def f(a, b=3):", "async def ﬁ(x): ...", "class A(B):", "class\\\n A: pass", "@dec", "\n", "\n    ", "\n\t", "\r",
    "\r\n", "\f", '"""', "'''", '"', "'", "#: doc", "# class x:", "\\", "(", ")", "[", "]", "{", "}", ":", ",", "é = 1",
    "X = 'ü'", "import os as é, sys", "from . import (a,\n b as c)", "__all__ = ['f', 'A']", "__all__ += x", "pass",
    "if TYPE_CHECKING:", "try:", "else:", "x: int = 3", "a, (b, *c) = 1, 2", "\0", "\ud800", "\ufeff", "type X[T] = T",
    "class C(Enum):\n    A = 1", "return", " ", "lambda: 0", "f'{x!r:>{y}}'", "r'''", "match x:", "    case 1:",
])  # fmt: skip
CODE = st.lists(PIECES, max_size=40).map("".join)


def definitions_by_name(facts: FileFacts) -> Counter[str]:
    return Counter(symbol.name for symbol in facts.symbols if symbol.kind in CALLABLE_KINDS)


def definitions_in_tree(text: str) -> Counter[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as an error, a warning of an invalid escape would become a SyntaxError
        tree = ast.parse(text)
    return Counter(node.name for node in ast.walk(tree) if isinstance(node, DEFINITIONS))


def assert_names_stand_where_they_say(text: str, facts: FileFacts) -> None:
    lines = re.split(r"\r\n|\r|\n", text)
    for symbol in facts.symbols:
        line, col, end_line, end_col = symbol.span
        assert line == end_line
        assert unicodedata.normalize("NFKC", lines[line - 1][col:end_col]) == symbol.name
        assert symbol.extent[:2] <= symbol.span[:2]
        assert symbol.extent[2:] >= symbol.span[2:]
        assert symbol.extent.end_col <= len(lines[symbol.extent.end_line - 1])
    ids = [symbol.id for symbol in facts.symbols]
    assert len(set(ids)) == len(ids)
    assert {symbol.parent for symbol in facts.symbols} - {""} <= set(ids)


@given(st.one_of(st.text(), CODE))
@settings(max_examples=300, deadline=None)
def test_any_text_gives_facts_whose_spans_cover_the_names(text: str) -> None:
    facts = extract("a.py", text)
    assert_names_stand_where_they_say(text, facts)
    assert all(item.span[:2] < item.span[2:] for item in facts.imports)
    assert all("\n" not in symbol.signature for symbol in facts.symbols)
    assert extract("a.py", text) == facts


@given(CODE)
@settings(max_examples=200, deadline=None)
def test_what_parses_has_exactly_the_definitions_of_its_syntax_tree(text: str) -> None:
    facts = extract("a.py", text)
    if not facts.diagnostics:
        assert definitions_by_name(facts) == definitions_in_tree(text.removeprefix("\ufeff"))


@pytest.mark.build
def test_every_definition_and_import_of_sphinx_is_found_and_none_invented() -> None:
    checked = 0
    for path in SPHINX_FILES:
        text = path.read_text(encoding="utf-8")
        facts = extract("a.py", text)
        assert facts.diagnostics == ()
        nodes = list(ast.walk(ast.parse(text)))
        expected = Counter(node.name for node in nodes if isinstance(node, DEFINITIONS))
        assert definitions_by_name(facts) == expected, path
        imports = [len(node.names) for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
        assert len(facts.imports) == sum(imports), path
        assert_names_stand_where_they_say(text, facts)
        checked += expected.total()
    assert checked > 3000


def test_the_documentation_of_sphinx_is_what_ast_reads() -> None:
    text = Path(sphinx.__file__).with_name("application.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    nodes = [node for node in ast.walk(tree) if isinstance(node, DEFINITIONS)]
    expected = sorted((node.name, (ast.get_docstring(node) or "").rstrip()) for node in nodes)
    facts = extract("a.py", text)
    assert sorted((item.name, item.doc) for item in facts.symbols if item.kind in CALLABLE_KINDS) == expected
    assert facts.doc == ast.get_docstring(tree)


BROKEN_LINES = ("x = = 3", "foo(((", ")))", '"""', "    '''", "class", "it's", "{% if x %}", "<<<<<<< HEAD", '"open')


def break_somewhere(text: str, chance: random.Random) -> tuple[str, int]:
    """Delete a character, most often one that matters, or insert a line; return the text and the line."""
    if chance.random() < 0.7:
        telling = [index for index, char in enumerate(text) if char in "\"'()[]{}:#\\"]
        index = chance.choice(telling) if chance.random() < 0.6 else chance.randrange(len(text))
        return text[:index] + text[index + 1 :], text.count("\n", 0, index) + 1
    lines = text.split("\n")
    number = chance.randrange(len(lines))
    lines.insert(number, chance.choice(BROKEN_LINES))
    return "\n".join(lines), number + 1


@pytest.mark.parametrize("seed", range(5))
def test_one_broken_line_loses_few_definitions_and_invents_none(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  repeatable choices, not secrets
    total = found = broken = 0
    while broken < 25:
        text = chance.choice(SPHINX_FILES).read_text(encoding="utf-8")
        changed, line = break_somewhere(text, chance)
        facts = extract("a.py", changed)
        if not facts.diagnostics:
            continue
        broken += 1
        expected, got = definitions_in_tree(text), definitions_by_name(facts)
        renamed = Counter(symbol.name for symbol in facts.symbols if abs(symbol.span.line - line) <= 1)
        assert not got - expected - renamed
        lost = (expected - got).total()
        # A text that is never closed takes all that is behind it, and some files of some versions have little before.
        assert lost <= max(3, 0.1 * expected.total())
        total += expected.total()
        found += expected.total() - lost
        assert_names_stand_where_they_say(changed, facts)
    assert found >= 0.98 * total


def test_the_tolerant_pass_agrees_with_the_syntax_tree_on_everything_behind_a_broken_line() -> None:
    text = Path(sphinx.__file__).with_name("events.py").read_text(encoding="utf-8")
    whole = extract("a.py", text)
    broken = extract("a.py", text + "\nx = = 3\n")
    assert [diagnostic.line for diagnostic in broken.diagnostics] == [text.count("\n") + 2]
    kept = [symbol for symbol in whole.symbols if symbol.kind in CALLABLE_KINDS]
    found = [symbol for symbol in broken.symbols if symbol.kind in CALLABLE_KINDS]
    assert [(item.id, item.kind, item.span, item.visibility) for item in found] == [
        (item.id, item.kind, item.span, item.visibility) for item in kept
    ]
    assert [item.doc for item in found] == [item.doc for item in kept]
    assert [item.extent for item in found] == [item.extent for item in kept]
    assert [(item.span, item.wanted) for item in broken.imports] == [(item.span, item.wanted) for item in whole.imports]


DEEP = {
    "operators": "def f(): ...\nx = " + "+".join(["a"] * 5000),
    "brackets": "def f(): ...\nx = " + "(" * 3000 + ")" * 3000,
    "minus signs": "def f(): ...\nx = " + "-" * 100_000 + "1",
    "attributes": "def f(): ...\na" + ".b" * 20_000,
    "elif": "def f(): ...\nif a: pass\n" + "elif b: pass\n" * 5000,
    "ifs": "def f(): ...\n" + "".join(" " * depth + "if a:\n" for depth in range(300)) + " " * 300 + "pass\n",
    "lambdas": "def f(): ...\nx = " + "lambda:" * 3000 + "1",
    "calls": "def f(): ...\nx = a" + "()" * 5000,
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_deep_nesting_is_survived_and_the_rest_of_the_file_read(text: str) -> None:
    facts = extract("a.py", text)
    assert "f" in definitions_by_name(facts)
    assert len(facts.diagnostics) <= 1


def test_nesting_that_parses_is_walked_to_the_bottom() -> None:
    text = "".join(" " * depth + f"def f{depth}():\n" for depth in range(90)) + " " * 90 + "pass\n"
    facts = extract("a.py", text)
    assert len(facts.symbols) == 90
    assert facts.symbols[-1].qualname.count(".") == 89


@pytest.mark.parametrize(
    ("text", "line"),
    [("def f(): ...\nx = '\0'\n", 2), ("def f(): ...\n\n\nx = '\ud800'", 4), ("def f(): ...\nx = = 3", 2)],
    ids=["NUL", "surrogate", "syntax"],
)
def test_a_file_that_does_not_parse_has_one_diagnostic_that_names_the_line(text: str, line: int) -> None:
    facts = extract("pkg/a.py", text)
    (diagnostic,) = facts.diagnostics
    assert (diagnostic.path, diagnostic.line, diagnostic.code) == ("pkg/a.py", line, "syntax")
    assert f"line {line}" in diagnostic.message
    assert [symbol.id for symbol in facts.symbols] == ["pkg/a.py#f"]


LARGE = {
    "one name": "a" * 1_000_000,
    "one string": "x = '" + "a" * 1_000_000 + "'",
    "blanks": " " * 1_000_000 + "x = = 3",
    "assignments on a line that is not ASCII": "é=1;" + ";".join(f"n{index}=1" for index in range(20_000)),
    "open brackets": "(" * 1_000_000,
    "headers without an end": "def f(\n" * 50_000,
    "triple quotes": '    x"""\n' * 100_000,
    "escaped triple quotes": '    """\n' + '\\"""' * 200_000 + "\ndef f():\n" * 2 + "= =",
    "quotes": "'" * 999_999,
    "decorators": "@a\n" * 100_000 + "= =",
    "commas": "from a import (" + "b, " * 300_000,
    "names": "from a import " + "b " * 300_000,
    "dots": "import " + "a." * 400_000,
    "fields of a format": 'x = f"\\"' + "{a}" * 330_000 + '"',
    "fields of a format in three quotes": 'x = rf"""' + "{a}" * 330_000 + '"""',
    "dots over many lines": "from " + "a.\\\n" * 200_000,
    "two quotes": "''a " * 250_000,
    "imports": "import a.import.b." * 50_000,
    "export lists": "__all__ = [\n" * 60_000,
    "comments": "# x\n" * 200_000,
    "doc comments": "#: x\n" * 200_000 + "x = 1",
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_large_hostile_input_takes_no_more_than_seconds(text: str) -> None:
    with cpu_seconds_below(5):
        facts = extract("a.py", text)
    assert facts.language == "python"


@pytest.mark.parametrize(
    ("path", "first_line"),
    [("a/b.py", ""), ("A.PYI", ""), ("run.pyw", ""), ("SConstruct", ""), ("wscript", ""),
     ("tool", "#!/usr/bin/env python3"), ("tool", "#!/usr/bin/python2.7 -u"), ("tool", "#!/usr/bin/env pypy3")],
)  # fmt: skip
def test_python_files_are_known_by_name_or_interpreter(path: str, first_line: str) -> None:
    assert language_of(path, first_line) is LANGUAGE


def tokens_of(text: str) -> list[str]:
    """Return the strings, comments and decorators that the token rules cut out of a text."""
    rules = LANGUAGE.tokens
    assert rules is not None
    specials = [pattern for pattern, _ in rules.specials]
    return re.findall("|".join([*specials, *rules.comments, *rules.strings, f"(?:{rules.word})"]), text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 'x' # y", ["a", "'x'", "# y"]),
        ('"""a\n"b" \\""" c""" d', ['"""a\n"b" \\""" c"""', "d"]),
        ("'open\nnext", ["'open", "next"]),
        ("'''open\nnext\\", ["'''open\nnext\\"]),
        ("rb'\\'' Rb\"x\" f'{a}' bar", ["rb'\\''", 'Rb"x"', "f'{a}'", "bar"]),
        ("'a\\\nb' c", ["'a\\\nb'", "c"]),
        ("@a.b(c)\n  @d\nx @ y", ["@a.b", "c", "@d", "x", "y"]),
        ("''\"\"x", ["''", '""', "x"]),
    ],
)
def test_token_rules_cut_strings_comments_and_decorators(text: str, expected: list[str]) -> None:
    assert tokens_of(text) == expected


@given(st.one_of(st.text(), CODE))
@settings(max_examples=100, deadline=None)
def test_token_rules_have_no_groups_and_never_overlap(text: str) -> None:
    tokens = tokens_of(text)
    assert all(isinstance(token, str) and token for token in tokens)
    assert len("".join(tokens)) <= len(text)


def test_every_builtin_of_this_python_is_highlighted() -> None:
    rules = LANGUAGE.tokens
    assert rules is not None
    added_by_site = {"copyright", "credits", "exit", "license", "quit"}
    known = rules.builtins | rules.constants | rules.keywords | added_by_site
    assert {name for name in dir(builtins) if not name.startswith("_")} <= known
    assert not rules.keywords & {"match", "case", "type", "_"}


@pytest.mark.parametrize(
    "text",
    [
        "\n",
        "One.\n",
        "  One.\n\n    Two,\n      three.\n    ",
        "\n\n    One.\n\tTwo.\n\n\n",
        "One.\n   \n  ",
        "One.\nTwo.\n    Three.",
        "\n   One.\n \n   Two.",
    ],
)
def test_docstrings_are_dedented_as_python_does(text: str) -> None:
    assert clean_doc(text) == inspect.cleandoc(text).rstrip()
