"""Says what is the matter with a name that means nothing, or more than one thing, and what it could mean instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.translation import N_, _
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.lookup._answer import Answer


class _Words(NamedTuple):
    """What is said of a text that does not name what it should."""

    unknown: str
    ambiguous: str = ""


_WORDS: Mapping[str, _Words] = {
    "symbol": _Words(
        N_('the repository defines no symbol "{text}"'), N_('"{text}" names more than one symbol of the repository')
    ),
    "file": _Words(
        N_('there is no file "{text}" in the repository'), N_('"{text}" names more than one file of the repository')
    ),
    "folder": _Words(
        N_('there is no folder "{text}" in the repository'), N_('"{text}" names more than one folder of the repository')
    ),
    "path": _Words(
        N_('there is no folder or file "{text}" in the repository'),
        N_('"{text}" names more than one folder or file of the repository'),
    ),
    "anything": _Words(
        N_('the repository has no symbol or file "{text}"'),
        N_('"{text}" names more than one symbol or file of the repository'),
    ),
    "keyword": _Words(N_('no document has a keyword "{text}"')),
}
"""What is said, by what an author has to name."""


def problem_with(text: str, wanted: str, *answers: Answer) -> str:
    """Say that a text names nothing, or more than one thing; `wanted` is one of the words above."""
    words = _WORDS[wanted]
    fitting = [answer for answer in answers if answer.is_ambiguous]
    names = dict.fromkeys(name for answer in fitting or answers for name in answer.candidates)
    message = _(words.ambiguous if fitting else words.unknown).format(text=text)
    if not names:
        return message
    template = _("{problem}: {names}") if fitting else _("{problem}; did you mean {names}?")
    return template.format(problem=message, names=", ".join(map(shown, names)))
