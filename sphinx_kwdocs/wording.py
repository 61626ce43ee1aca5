"""Puts numbers, paths and diagnostics into words, the same wherever they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from sphinx_kwdocs.model import Diagnostic


def count(number: int, singular: str, plural: str = "") -> str:
    """Write a number with its noun: `1 class`, `1,204 classes`."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def size_in_words(size: int) -> str:
    """Write a size as the file pages do: `3,411 bytes (3.33 KB)`."""
    return f"{count(size, 'byte')} ({size / 1024:,.2f} KB)"


def shown(path: str) -> str:
    """Return a path as it can be shown: bytes that are no text become replacement characters."""
    return path if path.isascii() else path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def diagnostics_in_words(diagnostics: Collection[Diagnostic]) -> str:
    """Sum diagnostics up: `3 diagnostics about 2 files`."""
    files = len({item.path for item in diagnostics})
    return f"{count(len(diagnostics), 'diagnostic')} about {count(files, 'file')}"
