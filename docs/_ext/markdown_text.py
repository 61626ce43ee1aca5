"""Writes pieces of Markdown so that whatever text they hold is shown as it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_CODE = re.compile(r"(`+[^`]+`+)")
_SPECIAL = re.compile(r"([\\*_<>\[\]|#{}~$])")


def code(text: str) -> str:
    """Write inline code, also for use in a table's cell."""
    fence = "``" if "`" in text else "`"
    space = " " if "`" in text else ""
    return f"{fence}{space}{text}{space}{fence}".replace("|", r"\|")


def prose(text: str) -> str:
    """Write a text on one line; what stands between backticks stays code, and all other marks are plain characters."""
    parts = _CODE.split(" ".join(text.split()))
    return "".join(part if place % 2 else _SPECIAL.sub(r"\\\1", part) for place, part in enumerate(parts))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Write a table whose cells are Markdown."""
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return lines


def block(language: str, text: str) -> list[str]:
    """Write a block of code."""
    return [f"````{language}", *text.rstrip().splitlines(), "````"]
