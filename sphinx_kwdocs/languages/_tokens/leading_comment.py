"""Finds the comment at the top of a file that says what the file is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._tokens.notices import is_for_tools, without_notices

if TYPE_CHECKING:
    from collections.abc import Iterator

_SHEBANG = re.compile(r"\ufeff?#![^\n\[]*\n")
_SPACE = re.compile(r"[ \t\n]*")
_MARKS = re.compile(r"^[ \t]*(?:<!--+|/\*[*!]*|//[/!]*|\*+(?!/)|#+!?\[*|--+(?!>)|;+|%+)?[ \t]?")
_CLOSING = re.compile(r"(?:(?<!\*)\*+/|(?<!-)--+>|\]\])[ \t]*$")
_WORD = re.compile(r"[^\W\d_]{2,}")
_RULER = re.compile(r"[\W_]*")
# A comment right above code is about that code, unless the code is what every file of its kind begins with.
_PREAMBLE = re.compile(
    r"\s*(?:#\s*pragma\s+once|#\s*ifndef\s+(?P<guard>\w+)\s*\n\s*#\s*define\s+(?P=guard)\b(?![^\n]*\n\s*#\s*endif)|package\b|module\s+\w|"
    r"set\s+-|[\"']use strict|cmake_minimum_required|FROM\b|<[!?]|@charset)"
)
# Above what a file reads it may be about that, too: it is told by where it stands and by what it says.
_READING = re.compile(r"\s*(?:#\s*(?:include|import)\b|(?:import|from|use|using|require)\b|@import)")
_ABOUT_READING = re.compile(r"\b(?:includ|import|requir|header)", re.IGNORECASE)
# Code that was put into a comment: a setting, a statement, markup.
_COMMENTED_CODE = re.compile(r"[\w.\-\[\]\"']+ *(?:=|: *\S*$)|[a-z_][\w.-]*:\s|.*[;{}]$|[<\[{@$]")
_MOST_BLOCKS = 20
_LONGEST = 4_000
_FEWEST_WORDS = 3


def leading_comment(text: str, comments: tuple[str, ...]) -> tuple[str, int]:
    """Return what the comments at the top of a file say and the line where that begins, or an empty text and 0.

    Licences, editors' and linters' lines, and comments about the code right below do not say what the file is. Whatever
    is left out of the middle is blank lines, so that each line is as far below the first as it is in the file.
    """
    doc: list[str] = []
    first = line = counted = 0
    for number, (block, start, end) in enumerate(_blocks(text, comments)):
        line += text.count("\n", counted, start)
        counted = start
        said = list(without_notices(_readable(block)))
        top = next((position for position, words in enumerate(said) if words), 0)
        if len(_WORD.findall(" ".join(said))) < _FEWEST_WORDS or _COMMENTED_CODE.match(said[top]):
            continue
        if not _is_apart(block, " ".join(said), text[end : end + 200], is_first=not number):
            break
        first = first or line + top + 1
        doc += [""] * (line + 1 - first - len(doc))
        doc += said[top:] if not doc else said
    return "\n".join(doc).strip(), first


def _is_apart(block: str, said: str, below: str, *, is_first: bool) -> bool:
    """Say whether a comment is about the file, by what stands below it."""
    if not below.strip() or re.match(r"[ \t]*\n[ \t]*\n", below) or block.lstrip().startswith(("//!", "/*!")):
        return True
    if not _READING.match(below):
        return _PREAMBLE.match(below) is not None
    is_for_file = is_first or block.lstrip().startswith(("/**", "///")) or said.rstrip().endswith(".")
    return is_for_file and len(_WORD.findall(said)) > _FEWEST_WORDS and not _ABOUT_READING.search(said)


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


def _readable(block: str) -> list[str]:
    """Return the lines of a comment without its marks; those that are for tools or only adorn it are empty."""
    lines = [_CLOSING.sub("", _MARKS.sub("", line)).rstrip() for line in block.split("\n")]
    return ["" if _RULER.fullmatch(line) or is_for_tools(line) else line for line in lines]
