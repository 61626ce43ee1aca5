"""Chooses for each file the sentence that tells what it is for: the first that not many files have alike."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinx_kwdocs.model import Purpose
from sphinx_kwdocs.statements import is_title
from sphinx_kwdocs.wording import opening_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.model import FileFacts

MOST_ALIKE = 5
"""Files up to which a sentence that all of them have may be what each is for."""


def choose_purposes(facts: Mapping[str, FileFacts]) -> dict[str, Purpose]:
    """Return what files say they are for, by path, in the order of the facts."""
    spread: Counter[str] = Counter()
    for file in facts.values():
        if file.statements:
            spread.update({_form(statement.text) for statement in file.statements})
    found: dict[str, Purpose] = {}
    for path, file in facts.items():
        said = next((each for each in file.statements if spread[_form(each.text)] <= MOST_ALIKE), None)
        title = file.title if file.title and is_title(file.title, path) else ""
        if said:
            found[path] = Purpose(title, said.text, said.line)
        elif title:
            found[path] = Purpose(title, "", 0)
    return found


def _form(text: str) -> str:
    """Return the sentence that a statement begins with in the form in which it is compared."""
    return opening_sentence(text).casefold()
