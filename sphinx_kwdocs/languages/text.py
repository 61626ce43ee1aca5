"""Plain text that is meant to be read: READMEs without a suffix, notes, changelogs, licences."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._lines import split_lines
from sphinx_kwdocs.languages._prose.plain_text import extract_plain
from sphinx_kwdocs.languages._section_kind import KINDS
from sphinx_kwdocs.languages._tokens.code_terms import code_terms
from sphinx_kwdocs.languages._tokens.unknown_identifiers import is_data
from sphinx_kwdocs.model.facts import FileFacts
from sphinx_kwdocs.model.plugin_records import Language

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUFFIXED = ("readme", "license", "licence", "copying", "changelog", "authors")
_NAMES = (
    *_SUFFIXED, "notice", "contributors", "maintainers", "changes", "history", "news", "install", "todo", "thanks",
    "credits", "contributing", "hacking", "pkg-info", "metadata",
)  # fmt: skip
# Files that are called .txt because their tool wants it so: they list one package or module a line.
_LISTS = re.compile(r"(?<![^\W_])(?:requirements|constraints)(?![^\W_])|(?:^|/)top_level\.txt$")
_REQUIREMENT = re.compile(r"[A-Za-z][\w.-]*(?:\[[\w, -]*\])? ?(?:[=<>~!]=|[<>;@])|-[ecr]\b|--\w")
_LONGEST_COMMENT = 4_000
_LISTED = re.compile(r"[A-Za-z_][\w.-]*")


def extract(path: str, text: str) -> FileFacts:
    """Return what a plain text says."""
    # By its own name or that of its folder.
    if _LISTS.search("/".join(path.lower().split("/")[-2:])) or _is_list_of_requirements(text):
        return FileFacts("text", terms=code_terms(_listed_names(text)))
    if text.startswith("Metadata-Version:"):
        return _metadata(path, text)
    if is_data(text):
        return FileFacts("text")
    return extract_plain("text", path, text)


def _is_list_of_requirements(text: str) -> bool:
    """Say whether every line is a package with its version or a switch of its installer; comments do not count."""
    first = next((line for line in text[:_LONGEST_COMMENT].split("\n") if line.strip() and line[0] != "#"), "")
    if not _REQUIREMENT.match(first):
        return False
    lines = (line for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#"))
    return all(map(_REQUIREMENT.match, lines))


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
    3,
    extract,
    pygments="text",
    is_prose=True,
    kinds=KINDS,
    reads="headings, terms",
)
