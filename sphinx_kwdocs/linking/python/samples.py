"""Reads the Python blocks of a document as one module, and says what their names mean in the repository."""

from __future__ import annotations

import ast
import re
import warnings
from itertools import chain
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages import all_languages
from sphinx_kwdocs.linking.python.resolver import SAMPLE_PATH
from sphinx_kwdocs.linking.python.sample_order import hide_later_names
from sphinx_kwdocs.linking.python.sample_prompts import (
    CodeLine,
    dedented,
    opens_with_prompt,
    session_statements,
    split_block,
)
from sphinx_kwdocs.model.python_code import code_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_kwdocs.linking.python.resolver import Resolver
    from sphinx_kwdocs.model.documents import SampleName

__all__ = ["SampleResolver", "split_block"]

_MOST_CHARACTERS = 200_000
"""What is read of a document's Python code; no reader follows links in more."""
# CPython's parser keeps every prefix of a dotted module name, so a long one takes memory by the square of its length.
_EXHAUSTING = re.compile(r"(?<![\w.])(?:\w++[ \t\f\\\n]*+\.[ \t\f\\\n]*+){300}")
_NOT_PYTHON = re.compile(r"\s*(?:\.\.\.|…|[%!].*)\s*")
"""Lines that authors put into code for what they leave out, and commands of notebooks."""


class SampleResolver:
    """Says what names in the code samples of documents mean."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver: Resolver | None = resolver

    def resolve(self, texts: Sequence[str]) -> tuple[tuple[SampleName, ...], ...]:
        """Return the names in each of a document's Python blocks that mean something outside of these blocks.

        The blocks are one module: what an earlier one gives a name is known in later ones. A block, or a statement of
        a session, that is no Python is left out alone.
        """
        found: list[list[SampleName]] = [[] for _ in texts]
        if self._resolver is not None:
            lines: list[tuple[int, CodeLine]] = []
            for number, text in enumerate(_within_limit(texts)):
                lines += ((number, line) for line in _python_lines(text))
            try:
                self._resolve(lines, found)
            except Exception:  # noqa: BLE001  a document loses the links of its samples, whatever is in them
                found = [[] for _ in texts]
        return tuple(map(tuple, found))

    def _resolve(self, lines: Sequence[tuple[int, CodeLine]], found: list[list[SampleName]]) -> None:
        if not lines or self._resolver is None:
            return
        facts = all_languages()["python"].extract(SAMPLE_PATH, "\n".join(line.text for _, line in lines))
        code = code_of(facts)
        if code is None:
            return
        hide_later_names(code, facts.imports, [number for number, _ in lines])
        for name in self._resolver.sample(facts):
            number, line = lines[name.line - 1]
            found[number].append(
                name._replace(line=line.number, col=name.col + line.shift, end_col=name.end_col + line.shift)
            )

    def forget(self) -> None:
        """Let go of the repository's code; from now on no name means anything."""
        if self._resolver is not None:
            self._resolver.forget()
            self._resolver = None


def _within_limit(texts: Iterable[str]) -> Iterable[str]:
    """Yield the texts, and nothing in place of those that are too much."""
    total = 0
    for text in texts:
        is_read = total + len(text) <= _MOST_CHARACTERS
        total += len(text) if is_read else 0
        yield text if is_read else ""


def _python_lines(text: str) -> Iterable[CodeLine]:
    """Return the lines of a block that are Python; none if the block is not."""
    lines = split_block(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an invalid escape in someone's string is none of this build's business
        plain = [] if opens_with_prompt(lines) else dedented(lines)
        if plain and _parses(plain):
            return plain
        typed = session_statements(lines)
        if typed:
            whole = list(chain.from_iterable(typed))
            return whole if _parses(whole) else list(chain.from_iterable(filter(_parses, typed)))
        rest = [line._replace(text="") if _NOT_PYTHON.fullmatch(line.text) else line for line in plain]
        return rest if rest != plain and _parses(rest) else ()


def _parses(lines: Iterable[CodeLine]) -> bool:
    text = "\n".join(line.text for line in lines)
    if _EXHAUSTING.search(text):
        return False
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
