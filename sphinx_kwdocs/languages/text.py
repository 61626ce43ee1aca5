"""Plain text that is meant to be read: READMEs without a suffix, notes, changelogs, licences."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._code_terms import code_terms
from sphinx_kwdocs.languages._identifiers import is_data
from sphinx_kwdocs.languages._lines import split_lines
from sphinx_kwdocs.languages._plain import extract_plain
from sphinx_kwdocs.model import FileFacts, Language

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUFFIXED = ("readme", "license", "licence", "copying", "changelog", "authors")
_NAMES = (
    *_SUFFIXED, "notice", "contributors", "maintainers", "changes", "history", "news", "install", "todo", "thanks",
    "credits", "contributing", "hacking", "pkg-info", "metadata",
)  # fmt: skip
# Files that are called .txt because their tool wants it so: they list one package or module a line.
_LISTS = re.compile(r"(?<![^\W_])(?:requirements|constraints)(?![^\W_])|^top_level\.txt$")
_LISTED = re.compile(r"[A-Za-z_][\w.-]*")


def extract(path: str, text: str) -> FileFacts:
    """Return what a plain text says."""
    if _LISTS.search(path.rpartition("/")[2].lower()):
        return FileFacts("text", terms=code_terms(_listed_names(text)))
    if text.startswith("Metadata-Version:"):
        return _metadata(path, text)
    if is_data(text):
        return FileFacts("text")
    return extract_plain("text", path, text)


def _metadata(path: str, text: str) -> FileFacts:
    """Return what the metadata of a Python package says: its fields are no text, and one of them is what it is."""
    facts = extract_plain("text", path, text)
    summary = re.search(r"^Summary:[ \t]*(\S.*)$", text, re.MULTILINE)
    if summary is None:
        return replace(facts, doc="", doc_line=0)
    return replace(facts, doc=summary[1], doc_line=text.count("\n", 0, summary.start()) + 1)


def _listed_names(text: str) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(split_lines(text), 1):
        if match := _LISTED.match(line):
            yield match.group(), number


LANGUAGE = Language(
    "text",
    "Text",
    ("*.txt", "*.text", *_NAMES, *(f"{name}{sign}*" for name in _SUFFIXED for sign in ".-")),
    2,
    extract,
    pygments="text",
    is_prose=True,
    reads="headings, terms",
)
