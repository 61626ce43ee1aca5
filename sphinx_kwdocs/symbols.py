"""Holds the symbols of a file in columns until somebody looks at one: after an edit mostly only names are asked for.

Symbols are told apart by their ids, which follow from the path of their file and their qualified names.
"""

from __future__ import annotations

import marshal
from functools import cached_property
from itertools import repeat
from sys import intern
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs._columns import spans, unpacked
from sphinx_kwdocs._kept import Kept
from sphinx_kwdocs._thawed import thawed
from sphinx_kwdocs.model import Symbol
from sphinx_kwdocs.vocabulary import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_ThawedSymbol = thawed(Symbol)
_CODE = frozenset(name for name, kind in KINDS.items() if kind.is_code)


class KeptSymbols(Kept[Symbol]):
    """The symbols of a file, of which some columns can be asked for without making any."""

    def __init__(self, path: str, row: tuple[Any, ...]) -> None:
        """Take what the store keeps of them: the packed columns of what is often asked for, and the bytes of others."""
        self.path = path
        self.row = row

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(map(intern, unpacked(self.row[0])))

    @cached_property
    def qualnames(self) -> tuple[str, ...]:
        """Their qualified names."""
        return tuple(unpacked(self.row[1]))

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple(map(f"{self.path}#".__add__, self.qualnames))

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Their kinds."""
        return tuple(unpacked(self.row[2]))

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The lines on which their names stand."""
        places = self._others[0]
        return tuple(unpacked(places[0]))

    @property
    def _others(self) -> tuple[Any, ...]:
        return marshal.loads(self.row[4])  # type: ignore[no-any-return]  # noqa: S302  runs no code; the store vouches for it

    @property
    def public(self) -> Iterable[int]:
        """Which of them others may rely on, as `public_numbers` says."""
        return unpacked(self.row[3])

    def __len__(self) -> int:
        return len(self.names)

    def __bool__(self) -> bool:
        return True

    def _make(self) -> tuple[Symbol, ...]:
        places, extents, parents, *others = self._others
        items = tuple(
            map(
                _ThawedSymbol,
                self.ids,
                self.names,
                self.qualnames,
                self.kinds,
                repeat(self.path),
                spans(places),
                spans(extents),
                map(("", *self.ids).__getitem__, unpacked(parents)),
                *map(unpacked, others),
            )
        )
        for item in items:
            item.__class__ = Symbol
        return items


def symbol_names(symbols: Sequence[Symbol]) -> tuple[str, ...]:
    """Return the names of a file's symbols, in their order."""
    return symbols.names if isinstance(symbols, KeptSymbols) else tuple(symbol.name for symbol in symbols)


def symbol_ids(symbols: Sequence[Symbol]) -> tuple[str, ...]:
    """Return the ids of a file's symbols, in their order."""
    return symbols.ids if isinstance(symbols, KeptSymbols) else tuple(symbol.id for symbol in symbols)


def first_id(symbols: Sequence[Symbol]) -> str:
    """Return the id of a file's first symbol."""
    return f"{symbols.path}#{symbols.qualnames[0]}" if isinstance(symbols, KeptSymbols) else symbols[0].id


def symbol_qualnames(symbols: Sequence[Symbol]) -> tuple[str, ...]:
    """Return the qualified names of a file's symbols, in their order."""
    return symbols.qualnames if isinstance(symbols, KeptSymbols) else tuple(symbol.qualname for symbol in symbols)


def symbol_kinds(symbols: Sequence[Symbol]) -> tuple[str, ...]:
    """Return the kinds of a file's symbols, in their order."""
    return symbols.kinds if isinstance(symbols, KeptSymbols) else tuple(symbol.kind for symbol in symbols)


def symbol_place(symbols: Sequence[Symbol], number: int) -> tuple[str, str, int]:
    """Return the kind and the qualified name of one of a file's symbols, and the line on which its name stands."""
    if isinstance(symbols, KeptSymbols):
        return symbols.kinds[number], symbols.qualnames[number], symbols.lines[number]
    symbol = symbols[number]
    return symbol.kind, symbol.qualname, symbol.span.line


def public_numbers(symbols: Sequence[Symbol]) -> Iterable[int]:
    """Return which of a file's symbols are definitions that others may rely on: public, and in none that is not."""
    if isinstance(symbols, KeptSymbols):
        return symbols.public
    hidden: set[str] = set()
    found: list[int] = []
    for number, symbol in enumerate(symbols):
        if symbol.visibility != "public" or symbol.parent in hidden or symbol.kind not in _CODE:
            hidden.add(symbol.id)
        else:
            found.append(number)
    return found
