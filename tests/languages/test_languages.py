"""Runs every case under `languages/`: an input, and what its language is expected to say of it.

A case is a folder `languages/<language>/<case>/` with `input.<ext>` (or any file whose name starts with `input`, or
the only file beside `expected`) and `expected`. In `expected`, each line of the input stands behind two blanks; below
it, behind `> `, carets mark what was found there: a symbol as `kind qualname visibility signature`, an import, inline
code. A line `> .` below adds the rest of a symbol: its extent, and whatever is not empty. After `---` stands what
belongs to the whole file. A file `requires` with `python>=3.12` or `python<3.12` limits a case to such a Python.
`pytest --rewrite-cases` writes `expected`; read the difference before you commit it.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_kwdocs.languages import all_kinds, language_of
from sphinx_kwdocs.model.facts import FileFacts, Import, Symbol
from sphinx_kwdocs.model.lazy_sequence import LazySequence

if TYPE_CHECKING:
    from sphinx_kwdocs.model.files import Span

CASES = Path(__file__).parents[1] / "cases" / "languages"
EVERY_CASE = sorted(folder for folder in CASES.glob("*/*") if folder.is_dir())
# Shown beneath the source, so not repeated behind it.
IN_PLACE = {"symbols", "imports", "code_spans", "code"}


def named(folder: Path) -> str:
    return folder.relative_to(CASES).as_posix()


@pytest.mark.parametrize("folder", EVERY_CASE, ids=named)
def test_the_language_says_of_its_input_what_the_case_expects(folder: Path, rewrite_cases: bool) -> None:
    skip_where_not_meant(folder)
    source, facts = extract_case(folder)
    found = describe(source.name, read_text(source), facts)
    expected = folder / "expected"
    if rewrite_cases:
        expected.write_text(found, encoding="utf-8", newline="\n")
    assert expected.is_file(), "new case: run `pytest --rewrite-cases`, then read what it wrote"
    assert found == read_text(expected)


@pytest.mark.parametrize("folder", EVERY_CASE, ids=named)
def test_the_facts_of_a_case_hold_together(folder: Path) -> None:
    skip_where_not_meant(folder)
    source, facts = extract_case(folder)
    assert facts.language == folder.parent.name
    lines = split_lines(read_text(source))
    ids = [symbol.id for symbol in facts.symbols]
    assert len(set(ids)) == len(ids)
    for symbol in facts.symbols:
        assert symbol.kind in all_kinds()
        assert symbol.path == source.name
        assert not symbol.parent or symbol.parent in ids
        assert "\n" not in symbol.signature
        assert_inside(symbol.span, lines)
        assert_inside(symbol.extent, lines)
        assert (symbol.extent.line, symbol.extent.col) <= (symbol.span.line, symbol.span.col)
        assert (symbol.extent.end_line, symbol.extent.end_col) >= (symbol.span.end_line, symbol.span.end_col)
    for item in facts.imports:
        assert_inside(item.span, lines)
    assert [item.span for item in facts.symbols] == sorted(item.span for item in facts.symbols)
    assert [item.span for item in facts.imports] == sorted(item.span for item in facts.imports)


def test_a_difference_in_any_fact_shows_in_the_description() -> None:
    handled = "id name qualname kind path span extent parent signature doc visibility decorators bases is_async"
    assert [field.name for field in fields(Symbol)] == handled.split(), "describe the new field, then name it here"
    plain = FileFacts("x")
    changed = FileFacts("x", title="T", doc="D", doc_line=3, exports=(), main_guard=4)
    assert describe("a", "", plain) == "\n---\nlanguage: x\n"
    trailer = describe("a", "", changed).splitlines()[3:]
    assert trailer == ["title: T", "doc: D", "doc_line: 3", "exports: []", "main_guard: 4"]


def skip_where_not_meant(folder: Path) -> None:
    requires = folder / "requires"
    if requires.is_file():
        match = re.fullmatch(r"python(>=|<)3\.(\d+)\s*", read_text(requires))
        assert match, f"{requires}: say `python>=3.12` or `python<3.12`"
        if (sys.version_info.minor >= int(match[2])) != (match[1] == ">="):
            pytest.skip(f"only for {match[0].strip()}")


def extract_case(folder: Path) -> tuple[Path, FileFacts]:
    files = sorted(path for path in folder.iterdir() if path.name not in {"expected", "requires"})
    assert len(files) == 1, f"{folder} must hold one input, not {[path.name for path in files]}"
    text = read_text(files[0])
    first_line = split_lines(text)[0]
    return files[0], language_of(files[0].name, first_line).extract(files[0].name, text)


def read_text(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def split_lines(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


def assert_inside(span: Span, lines: list[str]) -> None:
    assert (span.line, span.col) <= (span.end_line, span.end_col)
    assert 1 <= span.line <= span.end_line <= len(lines)
    assert 0 <= span.col <= len(lines[span.line - 1])
    assert 0 <= span.end_col <= len(lines[span.end_line - 1])


def describe(path: str, text: str, facts: FileFacts) -> str:
    """Return the text of `expected`."""
    below: defaultdict[int, list[tuple[Span, str, str]]] = defaultdict(list)
    for symbol in facts.symbols:
        below[symbol.span.line].append((symbol.span, words_for_symbol(symbol), rest_of_symbol(path, symbol)))
    for item in facts.imports:
        below[item.span.line].append((item.span, words_for_import(item), ""))
    for code in facts.code_spans:
        below[code.span.line].append((code.span, f"code {shown(code.text)}", ""))
    out: list[str] = []
    for number, (line, ending) in enumerate(lines_with_endings(text), 1):
        out.append(f"  {visible(line)}{ending}" if line or ending else "")
        for span, words, rest in sorted(below.pop(number, ())):
            padding = re.sub(r"[^\t]", " ", line[: span.col])
            width = (span.end_col if span.end_line == span.line else len(line)) - span.col
            until = "" if span.end_line == span.line else f" until {span.end_line}:{span.end_col}"
            out.append(f"> {padding}{'^' * max(width, 1)} {words}{until}")
            out += [f"> {padding}. {rest}"] if rest else []
    assert not below, f"found on lines that the input does not have: {dict(below)}"
    return "\n".join([*out, "---", *whole_file(facts)]) + "\n"


def lines_with_endings(text: str) -> list[tuple[str, str]]:
    """Return each line with what to show for its ending: nothing for a line feed, a picture for any other."""
    parts = re.split(r"(\r\n|\r|\n)", text)
    pictures = {"\n": "", "\r\n": "␍␊", "\r": "␍", "": ""}
    return [(line, pictures[ending]) for line, ending in zip(parts[::2], [*parts[1::2], ""], strict=True)]


def visible(text: str) -> str:
    """Return text whose control characters are pictures of the same width; a tab stays, so that carets align."""
    text = re.sub(r"[\x00-\x08\x0b-\x1f]", lambda match: chr(0x2400 + ord(match[0])), text)
    return text.replace("\ufeff", "⍰").replace("\x7f", "␡").replace("\x85", "␤").replace("\u2028", "␤")


def words_for_symbol(symbol: Symbol) -> str:
    words = f"{symbol.kind} {symbol.qualname} {symbol.visibility} {visible(symbol.signature)}"
    return f"async {words}".rstrip() if symbol.is_async else words.rstrip()


def rest_of_symbol(path: str, symbol: Symbol) -> str:
    """Return what the caret line does not say; names that follow from the qualified name only if they do not."""
    line, col, end_line, end_col = symbol.extent
    parts = [f"{line}:{col}-{end_line}:{end_col}"]
    parts += [f"@{visible(decorator)}" for decorator in symbol.decorators]
    parts += [f"base {visible(base)}" for base in symbol.bases]
    owner, _, last = symbol.qualname.rpartition(".")
    follows = {
        "id": f"{path}#{symbol.qualname}",
        "name": re.sub(r"~\d+$", "", last),
        "parent": f"{path}#{owner}" if owner else "",
        "path": path,
    }
    parts += [
        f"{name} {shown(getattr(symbol, name))}" for name, usual in follows.items() if getattr(symbol, name) != usual
    ]
    parts += [f"doc {json.dumps(symbol.doc, ensure_ascii=False)}"] if symbol.doc else []
    return " ".join(parts)


def words_for_import(item: Import) -> str:
    words = f"import {item.wanted}" if not item.name else f"from {'.' * item.level}{item.module} import {item.name}"
    words += f" as {item.alias}" if item.alias else ""
    marks = {"conditional": item.is_conditional, "type-checking": item.is_type_checking, "local": item.is_local}
    return " ".join([words, *(f"({mark})" for mark, holds in marks.items() if holds)])


def whole_file(facts: FileFacts) -> list[str]:
    """Return the lines of the trailer: every fact that is not shown beneath the source and not at its default."""
    out: list[str] = []
    for field in fields(facts):
        value = getattr(facts, field.name)
        if field.name in IN_PLACE or (value == field.default and field.name != "language"):
            continue
        if isinstance(value, (tuple, LazySequence)) and value and not isinstance(value[0], str):
            out.append(f"{field.name}:")
            out += [f"  {record(item)}" for item in value]
        else:
            out.append(f"{field.name}: {shown(value)}".replace(": \n", ":\n"))
    return out


def record(item: Any) -> str:  # noqa: ANN401  any record of the model
    """Return one record of the trailer, in the order of its fields, without those at their default."""
    parts = [
        f"{field.name}={shown(getattr(item, field.name))}"
        for field in fields(item)
        if getattr(item, field.name) != field.default
    ]
    return " ".join(parts)


def shown(value: object) -> str:
    """Return a value as one line, or a text of several lines behind bars."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, str):
        # Which Python ran the tests is no difference.
        value = value.replace(f"Python {sys.version_info.major}.{sys.version_info.minor} ", "Python 3.x ")
        lines = visible(value.replace("\n", "\0")).split("␀")
        return value if len(lines) == 1 and value == lines[0] else "".join(f"\n  | {line}".rstrip() for line in lines)
    if isinstance(value, tuple):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
