"""Takes the code out of blocks that show an interactive session, and remembers where each line of it stood."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import NamedTuple

_LINE_BREAK = re.compile(r"\r\n?|\n")
# Python's prompt, or IPython's; what continues a statement stands right below it.
_FIRST = re.compile(r"[ \t]*(?:>>>(?: |$)|In ?\[\d*\]: ?)")
_NEXT = re.compile(r"[ \t]*(?:\.\.\.(?: |$)|\.{3,}: ?)")


class CodeLine(NamedTuple):
    """A line of code in a block."""

    number: int
    """Which line of the block it is, from 1."""
    shift: int
    """How many characters stand before it: a prompt, or what the whole block is indented by."""
    text: str
    """The code."""


def split_block(text: str) -> list[str]:
    """Return the lines of a block as readers count them."""
    return _LINE_BREAK.split(text)


def opens_with_prompt(lines: list[str]) -> bool:
    """Tell whether a block is a session from its first line on."""
    first = next((line for line in lines if line.strip()), "")
    return _FIRST.match(first) is not None


def session_statements(lines: list[str]) -> list[list[CodeLine]]:
    """Return what was typed in a session, each statement with its own lines; what was printed is left out."""
    found: list[list[CodeLine]] = []
    is_open = False
    for number, line in enumerate(lines, 1):
        prompt = _FIRST.match(line)
        if prompt:
            found.append([])
        elif is_open:
            prompt = _NEXT.match(line)
        is_open = prompt is not None
        if prompt:
            found[-1].append(CodeLine(number, prompt.end(), line[prompt.end() :]))
    return found


def dedented(lines: list[str]) -> list[CodeLine]:
    """Return the lines of plain code without what all of them are indented by."""
    filled = [line for line in lines if line.strip()]
    # The columns that are the same blank in the first and the last line by code point are so in all between them.
    low, high = min(filled, default=""), max(filled, default="")
    margin = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1] and pair[0] in " \t", zip(low, high, strict=False))
    )
    return [CodeLine(number, margin, line[margin:]) for number, line in enumerate(lines, 1)]
