"""Finds the symbol that prose means by a name: exactly one fits, or none is taken."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

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

    def _search(self, text: str) -> str:
        match = NAME.fullmatch(text.strip())
        if not match:
            return ""
        dotted, call = match.groups()
        prefix, _, name = dotted.rpartition(".")
        candidates = [symbol for symbol in self._by_name.get(name, ()) if symbol.visibility != "local"]
        if call:
            candidates = [symbol for symbol in candidates if symbol.kind in CALLABLE]
        if prefix:
            candidates = [symbol for symbol in candidates if ends_with(symbol, dotted)]
        elif name.startswith("__") or len(name) < SHORTEST:
            return ""
        elif not call and (not _TELLING.search(name) or any(symbol.parent for symbol in candidates)):
            # An ordinary word in code marks (`name`, `data`) is seldom the one variable that happens to be called so,
            # and a bare name seldom means a member of some class.
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


def ends_with(symbol: Symbol, dotted: str) -> bool:
    """Tell whether a dotted name is the end of a symbol's path and name, whatever the file is imported as."""
    return f".{dotted_place(symbol.path)}.{symbol.plain_qualname}".endswith(f".{dotted}")


def dotted_place(path: str) -> str:
    """Return a file's path as if the repository were one package."""
    return path.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")


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


def _only(candidates: list[Symbol]) -> str:
    """Return the one thing among the candidates."""
    things = distinct(candidates, 2)
    return things[0] if len(things) == 1 else ""
