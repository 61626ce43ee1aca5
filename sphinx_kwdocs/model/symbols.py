"""The nouns of definitions: Symbol, and Symbols, those of one file, whose columns can be asked for one by one.

Symbols are told apart by their ids, which follow from the path of their file and their qualified names. After an edit,
of nearly all files only names are asked for: what was read back stays packed until somebody looks at a symbol.
"""

from __future__ import annotations

import marshal
import re
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from sys import intern
from typing import TYPE_CHECKING, Any, Literal

from sphinx_kwdocs.model.columns import spans, unpacked
from sphinx_kwdocs.model.fast_frozen import thawed
from sphinx_kwdocs.model.lazy_sequence import LazySequence
from sphinx_kwdocs.model.vocabulary import SECTION

if TYPE_CHECKING:
    from sphinx_kwdocs.model.files import Span

Visibility = Literal["public", "private", "special", "local"]

_REPEAT = re.compile(r"~\d+")


def without_repeats(qualname: str) -> str:
    """Return a qualified name as a reader writes it."""
    return _REPEAT.sub("", qualname) if "~" in qualname else qualname


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition: something that a file gives a name."""

    id: str
    """Unique in the repository and readable in a log: the path, `#` and the qualified name."""
    name: str
    """The last part of the name, as written."""
    qualname: str
    """Unique in its file: the names from the file's top joined with dots, repeats with `~2`, `~3`; a heading's slug."""
    kind: str
    """The name of a kind that its language declares."""
    path: str
    """The file that defines it."""
    span: Span
    """The name itself."""
    extent: Span
    """The whole definition, with its decorators."""
    parent: str = ""
    """The id of the symbol it is nested in, or empty."""
    signature: str = ""
    """How it is declared, on one line, without its name's context: `(self, x: int) -> str`, `: int = 3`."""
    doc: str = ""
    """Its docstring or leading comment, dedented."""
    visibility: Visibility = "public"
    """Whether it is meant for users of the file."""
    decorators: tuple[str, ...] = ()
    """Decorators as written, without `@`."""
    bases: tuple[str, ...] = ()
    """Bases of a class as written."""
    is_async: bool = False
    """Whether it is declared `async`."""

    @property
    def plain_qualname(self) -> str:
        """The qualified name as a reader writes it, the same for all that repeat it."""
        return without_repeats(self.qualname)


_ThawedSymbol = thawed(Symbol)


class Symbols(LazySequence[Symbol]):
    """The symbols of a file, in order of appearance; each column is parallel to them and can be had without them."""

    item_class = Symbol
    row: tuple[Any, ...] = ()
    """The packed columns, if this is what they were made from; otherwise empty."""

    @staticmethod
    def packed(path: str, row: tuple[Any, ...]) -> Symbols:
        """Return the symbols of a file from a row that `memory.facts_codec` has packed."""
        return _PackedSymbols(path, row) if row else NO_SYMBOLS

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple([symbol.name for symbol in self])

    @cached_property
    def qualnames(self) -> tuple[str, ...]:
        """Their qualified names."""
        return tuple([symbol.qualname for symbol in self])

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple([symbol.id for symbol in self])

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Their kinds."""
        return tuple([symbol.kind for symbol in self])

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The lines on which their names stand."""
        return tuple([symbol.span.line for symbol in self])

    @cached_property
    def public(self) -> tuple[int, ...]:
        """The numbers of those that are definitions which others may rely on: public, and in none that is not."""
        hidden: set[str] = set()
        numbers: list[int] = []
        for number, symbol in enumerate(self):
            if symbol.visibility != "public" or symbol.parent in hidden or symbol.kind == SECTION:
                hidden.add(symbol.id)
            else:
                numbers.append(number)
        return tuple(numbers)


NO_SYMBOLS = Symbols(())


class _PackedSymbols(Symbols):
    """The symbols of a file, at least one, as the store keeps them."""

    def __init__(self, path: str, row: tuple[Any, ...]) -> None:
        """Take the packed columns of what is often asked for, and the bytes of others."""
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

    @cached_property
    def public(self) -> tuple[int, ...]:
        """The numbers of those that others may rely on."""
        return tuple(unpacked(self.row[3]))

    @property
    def _others(self) -> tuple[Any, ...]:
        return marshal.loads(self.row[4])  # type: ignore[no-any-return]  # noqa: S302  runs no code; the store vouches for it

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
