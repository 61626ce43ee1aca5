"""Scripts of the Windows command line: their identifiers."""

from __future__ import annotations

from sphinx_kwdocs.languages._tokens.unknown_identifiers import find_identifiers
from sphinx_kwdocs.model.facts import FileFacts
from sphinx_kwdocs.model.plugin_records import Language


def extract(path: str, text: str) -> FileFacts:
    """Return the names that stand in a script."""
    return FileFacts("batch", terms=find_identifiers(path, text))


LANGUAGE = Language("batch", "Batch file", ("*.bat", "*.cmd"), 1, extract, pygments="batch", reads="identifiers")
