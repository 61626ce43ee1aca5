"""Reads what a Python file says in words: docstrings, documentation comments and the comment it opens with."""

from __future__ import annotations

import ast
import re
from itertools import compress
from operator import sub
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._tokens.notices import is_for_tools, without_notices

if TYPE_CHECKING:
    from collections.abc import Sequence

_CODING = re.compile(r"#.*?coding[:=]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_IMPORT_LINE = re.compile(r"(?:import|from)\s")
_WORDS_OF_A_SENTENCE, _WORDS_WITHOUT_AN_END = 4, 6
_ADORNMENT = " \t#*=-~"


def clean_doc(text: str) -> str:
    """Return a docstring without the indentation of its place in the source."""
    cleaned = _dedented(text).rstrip() if "\n" in text else text.strip()
    return encodable(cleaned)


def _dedented(text: str) -> str:
    """Return a docstring as `inspect.cleandoc` does, which takes three times as long."""
    first, *rest = text.expandtabs().split("\n")
    stripped = list(map(str.lstrip, rest))
    indents = map(sub, map(len, rest), map(len, stripped))
    margin = min(compress(indents, stripped), default=None)
    lines = [first.lstrip(), *(rest if margin is None else [line[margin:] for line in rest])]
    return "\n".join(lines).strip("\n")


def encodable(text: str) -> str:
    r"""Return text that can be written as UTF-8: `"\\ud800"` is a valid literal for half a character."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def docstring(body: Sequence[ast.stmt]) -> str:
    """Return the docstring that opens a body, or nothing."""
    return string_statement(body, 0)


def docstring_line(module: ast.Module) -> int:
    """Return the line on which the words of a module's docstring begin."""
    statement = module.body[0]
    value = (
        statement.value.value if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) else ""
    )
    above = value[: len(value) - len(value.lstrip())].count("\n") if isinstance(value, str) else 0
    return min(statement.lineno + above, statement.end_lineno or statement.lineno)


def string_statement(body: Sequence[ast.stmt], index: int) -> str:
    """Return the text of the statement at an index if that statement is only a string."""
    if index < len(body):
        statement = body[index]
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            value = statement.value.value
            if isinstance(value, str):
                return clean_doc(value)
    return ""


def comment_above(lines: Sequence[str], line: int, floor: int) -> str:
    """Return the `#:` comment that ends just above a line, looking no higher than below line `floor`."""
    found: list[str] = []
    for number in range(line - 1, floor, -1):
        text = lines[number - 1].strip()
        if not text.startswith("#:"):
            break
        found.append(text[2:].removeprefix(" "))
    return "\n".join(reversed(found)).strip()


def comment_behind(rest: str) -> str:
    """Return the `#:` comment that the rest of a statement's line is."""
    rest = rest.strip()
    return rest[2:].strip() if rest.startswith("#:") else ""


def opening_comment(lines: Sequence[str]) -> tuple[str, int]:
    """Return the comment a file opens with and its line, past interpreter lines, tool settings and licences."""
    number = 0
    while number < len(lines):
        block: list[tuple[int, str]] = []
        while number < len(lines) and lines[number].startswith("#"):
            text = _comment_text(lines[number], number)
            if text is not None:
                block.append((number + 1, text))
            number += 1
        following = lines[number].strip() if number < len(lines) else ""
        if described := _description(block, following):
            return described
        if following:
            return "", 0
        number += 1
    return "", 0


def _comment_text(line: str, number: int) -> str | None:
    """Return a comment's words, or None where it speaks to a tool."""
    if line.startswith("#!") or (number < 2 and _CODING.match(line)):  # noqa: PLR2004  PEP 263: the first two lines
        return None
    text = line.rstrip().lstrip("#").removeprefix(" ")
    return None if is_for_tools(text) else text


def _description(block: list[tuple[int, str]], following: str) -> tuple[str, int] | None:
    said = list(without_notices(text if text.strip(_ADORNMENT) else "" for _, text in block))
    kept = [(number, text) for (number, _), text in zip(block, said, strict=True)]
    start = next((position for position, (_, text) in enumerate(kept) if text), len(kept))
    kept = kept[start:]
    doc = encodable(_dedented("\n" + "\n".join(text for _, text in kept)).strip())
    if not doc or (following and not _speaks_for_the_file(doc, following)):
        return None
    return doc, kept[0][0]


def _speaks_for_the_file(doc: str, following: str) -> bool:
    """Say whether a comment right above code is about the file; above imports it is, unless it names the imports."""
    if not _IMPORT_LINE.match(following):
        return False
    fewest = _WORDS_OF_A_SENTENCE if doc.endswith(".") else _WORDS_WITHOUT_AN_END
    return len(doc.split()) >= fewest and not re.search(r"\bimport", doc, re.IGNORECASE)
