"""Every file whose language is not known here: its identifiers, if it is code."""

from __future__ import annotations

from sphinx_kwdocs.languages._tokens.unknown_identifiers import find_identifiers
from sphinx_kwdocs.model.facts import FileFacts
from sphinx_kwdocs.model.plugin_records import Language


def extract(path: str, text: str) -> FileFacts:
    """Return the names that stand in a file."""
    return FileFacts("unknown", terms=find_identifiers(path, text))


LANGUAGE = Language("unknown", "Text", (), 2, extract, reads="identifiers, if the file is code")
