"""The noun of what rules find: Finding, a place of a file that a maintainer may want to look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule that sees the whole Index says of one place."""

    rule: str
    """The name of the rule."""
    category: str
    """What it is about, in one word: `maintenance`."""
    severity: str
    """How much it matters, in one word: `info`."""
    path: str
    """The file."""
    line: int
    """The line, or 0 for the whole file."""
    excerpt: str
    """The definition on that line as it is declared, with its name and its signature; empty if there is none."""
    message: str
    """What is the matter, as a sentence without a full stop."""
    symbol: str = ""
    """The id of the definition on that line, or empty."""


def without_findings(
    findings: Mapping[str, tuple[Finding, ...]], is_unwanted: Callable[[Finding], bool]
) -> dict[str, tuple[Finding, ...]]:
    """Return the findings by file without some of them; a file that has none left is left out."""
    kept = {path: tuple(item for item in found if not is_unwanted(item)) for path, found in findings.items()}
    return {path: found for path, found in kept.items() if found}
