"""Chooses for each file the sentence that tells what it is for: the first that not many files have alike."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.facts import Purpose
from sphinx_kwdocs.reading.purpose_judgement import is_title, words_of
from sphinx_kwdocs.wording import opening_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.model.facts import FileFacts

_LONGEST_NAME = 3
MOST_ALIKE = 5
"""Files up to which a sentence that all of them have may be what each is for."""


def choose_purposes(facts: Mapping[str, FileFacts]) -> dict[str, Purpose]:
    """Return what files say they are for, by path, in the order of the facts."""
    spread: Counter[str] = Counter()
    for file in facts.values():
        if file.statements:
            spread.update({_form(statement.text) for statement in file.statements})
    project = _project_words(facts)
    found: dict[str, Purpose] = {}
    for path, file in facts.items():
        said = next((each for each in file.statements if spread[_form(each.text)] <= MOST_ALIKE), None)
        title = file.title if file.title and is_title(file.title, path, project) else ""
        if said:
            found[path] = Purpose(title, said.text, said.line)
        elif title:
            found[path] = Purpose(title, "", 0)
    return found


def _project_words(facts: Mapping[str, FileFacts]) -> frozenset[str]:
    """Return the words of the project's name, as far as its README and its packaging at the root tell it."""
    found: set[str] = set()
    for path, file in facts.items():
        if "/" in path:
            continue
        if path.casefold().startswith("readme") and len(words := words_of(file.title)) <= _LONGEST_NAME:
            found.update(words)
        if file.packaging:
            found.update(word for name in file.packaging.builds for word in words_of(name))
    return frozenset(found)


def _form(text: str) -> str:
    """Return the sentence that a statement begins with in the form in which it is compared."""
    return opening_sentence(text).casefold()
