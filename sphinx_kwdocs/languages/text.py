"""Plain text, and every file whose language is not known here: its identifiers."""

from __future__ import annotations

from sphinx_kwdocs.model import FileFacts, Language


def extract(path: str, text: str) -> FileFacts:
    """Placeholder until the prose helper lands."""
    del path, text
    return FileFacts("text")


LANGUAGE = Language("text", "Text", ("*.txt",), 1, extract)
