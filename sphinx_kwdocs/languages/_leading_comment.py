"""Finds the comment at the top of a file that says what the file is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._notices import holds_notice, is_for_tools

if TYPE_CHECKING:
    from collections.abc import Iterator

_SHEBANG = re.compile(r"\ufeff?#![^\n\[]*\n")
_SPACE = re.compile(r"[ \t\n]*")
_MARKS = re.compile(r"^[ \t]*(?:<!--+|/\*[*!]*|//[/!]*|\*+(?!/)|#+!?\[*|--+(?!>)|;+|%+)?[ \t]?")
_CLOSING = re.compile(r"[ \t]*(?:\*+/|--+>|\]\])[ \t]*$")
_WORD = re.compile(r"[^\W\d_]{2,}")
_RULER = re.compile(r"[\W_]*")
# A comment right above code is about that code, unless the code is what every file of its kind begins with.
_PREAMBLE = re.compile(
    r"\s*(?:#\s*(?:include|import|pragma|ifndef|ifdef|if)\b|(?:package|import|from|use|using|module|export)\b|"
    r"set\s+-|[\"']use strict|cmake_minimum_required|FROM\b|<[!?]|@(?:charset|import))"
)
# Code that was put into a comment: a setting, a statement, markup.
_COMMENTED_CODE = re.compile(r"[\w.\-\[\]\"']+ *(?:=|: *\S*$)|[a-z_][\w.-]*:\s|.*[;{}]$|[<\[{@$]")
_MOST_BLOCKS = 20
_LONGEST = 4_000
_FEWEST_WORDS = 3


def leading_comment(text: str, comments: tuple[str, ...]) -> tuple[str, int]:
    """Return what the comment at the top of a file says and its line, or an empty text and 0.

    Licences, editors' and linters' lines, and comments about the code right below do not say what the file is.
    """
    for block, start, end in _blocks(text, comments):
        doc, skipped = _readable(block)
        words = _WORD.findall(doc)
        if len(words) < _FEWEST_WORDS or holds_notice(block) or _COMMENTED_CODE.match(doc.partition("\n")[0]):
            continue
        below = text[end : end + 200]
        is_apart = not below.strip() or re.match(r"[ \t]*\n[ \t]*\n", below) or _PREAMBLE.match(below)
        if is_apart or block.lstrip().startswith("//!"):
            return doc, text.count("\n", 0, start) + 1 + skipped
        return "", 0
    return "", 0


def _blocks(text: str, comments: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    """Yield the comments before the first code, line comments without a blank line between them as one."""
    if not comments:
        return
    one = "|".join(f"(?:{pattern})" for pattern in comments)
    block = re.compile(rf"(?:{one})(?:[ \t]*\n[ \t]*(?:{one}))*+", re.MULTILINE)
    shebang = _SHEBANG.match(text)
    position = shebang.end() if shebang else 0
    for _ in range(_MOST_BLOCKS):
        space = _SPACE.match(text, position)
        match = block.match(text, space.end() if space else position)
        if match is None or match.end() == match.start():
            return
        yield match.group()[:_LONGEST], match.start(), match.end()
        position = match.end()


def _readable(block: str) -> tuple[str, int]:
    """Return the words of a comment without its marks, and how many lines stand above them."""
    lines = [_CLOSING.sub("", _MARKS.sub("", line)).rstrip() for line in block.split("\n")]
    lines = ["" if _RULER.fullmatch(line) or is_for_tools(line) else line for line in lines]
    skipped = next((number for number, line in enumerate(lines) if line), 0)
    return "\n".join(lines).strip("\n").strip(), skipped
