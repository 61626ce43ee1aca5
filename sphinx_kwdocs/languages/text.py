"""Plain text that is meant to be read: READMEs without a suffix, notes, changelogs, licences."""

from __future__ import annotations

import re

from sphinx_kwdocs.languages._identifiers import find_identifiers, is_data
from sphinx_kwdocs.languages._plain import extract_plain
from sphinx_kwdocs.model import FileFacts, Language

_SUFFIXED = ("readme", "license", "licence", "copying", "changelog", "authors")
_NAMES = (
    *_SUFFIXED, "notice", "contributors", "maintainers", "changes", "history", "news", "install", "todo", "thanks",
    "credits", "contributing", "hacking",
)  # fmt: skip
# Files that are called .txt because their tool wants it so: lists of packages, build files.
_LISTS = re.compile(
    r"(?:(?:\w+[-_])?(?:requirements|constraints)(?:[-_.]\w+)*|cmakelists|robots|top_level|sources)\.txt"
)


def extract(path: str, text: str) -> FileFacts:
    """Return what a plain text says."""
    name = path.rpartition("/")[2].lower()
    if _LISTS.fullmatch(name):
        return FileFacts("text", terms=find_identifiers(path, text))
    if is_data(text):
        return FileFacts("text")
    return extract_plain("text", path, text)


LANGUAGE = Language(
    "text",
    "Text",
    ("*.txt", "*.text", *_NAMES, *(f"{name}{sign}*" for name in _SUFFIXED for sign in ".-")),
    1,
    extract,
    pygments="text",
    is_prose=True,
)
