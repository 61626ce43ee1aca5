"""Remembers beside the output for which state of the repository its pages are complete."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NAME = ".kwdocs"


def read_stamp(app: Sphinx) -> str:
    """Return the digest of the state whose pages were all written, or an empty string."""
    try:
        return Path(app.outdir, NAME).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def write_stamp(app: Sphinx, digest: str) -> None:
    """Remember that the pages of a state are complete."""
    Path(app.outdir, NAME).write_text(digest, encoding="utf-8")
