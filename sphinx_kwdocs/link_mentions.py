"""Finds the symbol that prose means by a name: exactly one fits, or none is taken."""

from __future__ import annotations

import re
from itertools import tee
from typing import TYPE_CHECKING

from sphinx_kwdocs.model import without_repeats
from sphinx_kwdocs.symbol_table import Namesakes

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from sphinx_kwdocs.model import FileFacts, Language, Span, Symbol, Term

NAME = re.compile(r"@?~?!?([^\W\d]\w*(?:\.[^\W\d]\w*)*)(\(.*\))?", re.DOTALL)
"""A name as prose writes it: with its dots, and perhaps with a call's parentheses behind it."""
_TELLING = re.compile(r"[A-Z]|\w_\w|\d")
SHORTEST = 3
"""Shorter names are keys, letters and options more often than symbols."""
CALLABLE = {"class", "function", "method"}
"""Kinds that can stand before parentheses."""


class NameFinder:
    """Answers which symbol a name in running text stands for."""

    def __init__(self, by_name: Mapping[str, Sequence[Symbol]]) -> None:
        self._by_name = by_name
        self._found: dict[str, str] = {}

    def find(self, text: str) -> str:
        """Return the id of the only symbol that the text can mean, or an empty string."""
        if text not in self._found:
            self._found[text] = self._search(text)
        return self._found[text]

    @property
    def answers(self) -> Mapping[str, str]:
        """What was found out so far."""
        return self._found

    def recall(self, answers: Mapping[str, str], changed: Container[str]) -> None:
        """Take over what was found out in an earlier build, but for names of symbols that have changed since."""
        self._found.update({text: target for text, target in answers.items() if _name_in(text) not in changed})

    def _search(self, text: str) -> str:
        match = NAME.fullmatch(text.strip())
        if not match:
            return ""
        dotted, call = match.groups()
        prefix, _, name = dotted.rpartition(".")
        # An ordinary word in code marks (`name`, `data`) is seldom the one variable that happens to be called so.
        is_word = not call and not _TELLING.search(name)
        if not prefix and (is_word or name.startswith("__") or len(name) < SHORTEST):
            return ""
        # One after the other: the first few symbols of a common name mostly tell that there are several.
        group = self._by_name.get(name, ())
        candidates: Iterator[Symbol] = (
            symbol
            for symbol in (ending_with(group, dotted) if prefix else group)
            if symbol.visibility != "local" and (not call or symbol.kind in CALLABLE)
        )
        if not prefix and not call:
            candidates, others = tee(candidates)
            # A bare name seldom means a member of some class.
            if any(symbol.parent for symbol in others):
                return ""
        return _only(candidates)

    def mentions(self, file: FileFacts) -> Iterator[tuple[Span, str]]:
        """Yield the code spans of a prose file that name a symbol, each with the symbol's id."""
        for code in file.code_spans:
            if code.span.line == code.span.end_line and (target := self.find(code.text)):
                yield code.span, target

    def term_symbols(
        self,
        terms: Mapping[str, Sequence[Term]],
        facts: Mapping[str, FileFacts],
        languages: Mapping[str, Language],
    ) -> dict[str, str]:
        """Return the symbol of every term of prose that names one."""
        prose = (path for path, file in facts.items() if languages[file.language].is_prose)
        names = {term.name for path in prose for term in terms.get(path, ())}
        return {name: target for name in sorted(names) if (target := self.find(name))}


def ending_with(symbols: Sequence[Symbol], dotted: str) -> Iterator[Symbol]:
    """Yield the symbols of whose path and name a dotted name is the end, whatever the file is imported as."""

    def fits(path: str, qualname: str) -> bool:
        return f".{dotted_place(path)}.{without_repeats(qualname)}".endswith(f".{dotted}")

    if isinstance(symbols, Namesakes):
        return symbols.choose(fits)
    return (symbol for symbol in symbols if fits(symbol.path, symbol.qualname))


def dotted_place(path: str) -> str:
    """Return a file's path as if the repository were one package."""
    return path.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")


def _name_in(text: str) -> str:
    """Return the name that all symbols have which a text may mean; empty if it can mean none."""
    match = NAME.fullmatch(text.strip())
    return match[1].rpartition(".")[2] if match else ""


def _is_stub(symbol: Symbol) -> bool:
    """Tell whether a definition only declares one of several signatures, or what can be done with a property."""
    return any(each.endswith(("overload", ".setter", ".deleter")) for each in symbol.decorators)


def distinct(candidates: Iterable[Symbol], most: int = 1000) -> list[str]:
    """Return an id for each thing among the candidates, but no more than `most`.

    Overloads and a stub beside its source are one thing.
    """
    things: dict[tuple[str, str], Symbol] = {}
    for symbol in candidates:
        key = (symbol.path.removesuffix("i"), symbol.plain_qualname)
        if key not in things:
            if len(things) == most:
                break
            things[key] = symbol
        elif _rank(symbol) < _rank(things[key]):
            things[key] = symbol
    return [symbol.id for symbol in things.values()]


def _rank(symbol: Symbol) -> tuple[bool, bool, Span]:
    """Put first what a reader wants to see of a thing that is defined several times."""
    return symbol.path.endswith(".pyi"), _is_stub(symbol), symbol.span


def _only(candidates: Iterable[Symbol]) -> str:
    """Return the one thing among the candidates."""
    things = distinct(candidates, 2)
    return things[0] if len(things) == 1 else ""
