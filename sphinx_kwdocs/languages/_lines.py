"""Cuts a text into lines, the way all languages count them: form feeds and Unicode separators break none."""

from __future__ import annotations

import re

_LINE_BREAK = re.compile(r"\r\n?|\n")


def split_lines(text: str) -> list[str]:
    """Return the lines of a text without their breaks; a break at the end leaves an empty last one."""
    return _LINE_BREAK.split(text) if "\r" in text else text.split("\n")
