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

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_ThawedSymbol = thawed(Symbol)


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

    @property
    def kinds(self) -> Iterable[str]:
        """Their kinds."""
        return unpacked(self.row[2])

    @property
    def parents(self) -> Iterable[str]:
        """The ids of those that they are nested in, or empty strings."""
        return map(("", *self.ids).__getitem__, unpacked(self.row[3]))

    @property
    def visibilities(self) -> Iterable[str]:
        """Whether each is meant for users of the file."""
        return unpacked(self.row[4])

    def __len__(self) -> int:
        return len(self.names)

    def __bool__(self) -> bool:
        return True

    def _make(self) -> tuple[Symbol, ...]:
        places, extents, signatures, docs, decorators, bases, is_async = marshal.loads(self.row[5])  # noqa: S302  runs no code; the store has compared the bytes' checksum
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
                self.parents,
                unpacked(signatures),
                unpacked(docs),
                self.visibilities,
                *map(unpacked, (decorators, bases, is_async)),
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


def symbol_kinds(symbols: Sequence[Symbol]) -> Iterable[str]:
    """Return the kinds of a file's symbols, in their order."""
    return symbols.kinds if isinstance(symbols, KeptSymbols) else tuple(symbol.kind for symbol in symbols)


def symbol_standings(symbols: Sequence[Symbol]) -> Iterable[tuple[str, str, str, str, str]]:
    """Return the id, qualified name, kind, parent and visibility of a file's symbols, in their order."""
    if isinstance(symbols, KeptSymbols):
        return zip(symbols.ids, symbols.qualnames, symbols.kinds, symbols.parents, symbols.visibilities, strict=False)
    return [(each.id, each.qualname, each.kind, each.parent, each.visibility) for each in symbols]
