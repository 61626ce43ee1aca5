"""Writes rows as a Markdown table whose columns line up, so that it reads as well in a terminal as in a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

UNKNOWN = "-"


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]], text_columns: int = 1) -> str:
    """Return a table; the first columns are texts, all others numbers."""
    widths = [max(3, *(len(row[column]) for row in (head, *rows))) for column in range(len(head))]

    def line(row: Sequence[str]) -> str:
        cells = (
            cell.ljust(width) if column < text_columns else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        return f"| {' | '.join(cells)} |"

    rule = ["-" * width if column < text_columns else "-" * (width - 1) + ":" for column, width in enumerate(widths)]
    return "\n".join((line(head), line(rule), *map(line, rows)))


def seconds(value: float) -> str:
    """Write seconds with three digits that matter."""
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def megabytes(value: float | None) -> str:
    """Write bytes as MB, or a dash where they are not known."""
    return UNKNOWN if value is None else f"{value / 1e6:,.1f}" if value < 10e6 else f"{value / 1e6:,.0f}"
