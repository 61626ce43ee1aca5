"""The nouns of imports: Import, and Imports, those of one file, whose names and lines can be had without making any."""

from __future__ import annotations

import marshal
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.model.columns import spans, unpacked
from sphinx_kwdocs.model.fast_frozen import thawed
from sphinx_kwdocs.model.lazy_sequence import LazySequence

if TYPE_CHECKING:
    from sphinx_kwdocs.model.files import Span


@dataclass(frozen=True, slots=True)
class Import:
    """One name that a file takes from elsewhere."""

    span: Span
    """The statement's part that names it."""
    module: str
    """The module as written, without leading dots; empty in `from . import x`."""
    name: str = ""
    """The name taken out of the module, `*` for all, or empty for `import module`."""
    alias: str = ""
    """The name after `as`, or empty."""
    level: int = 0
    """Number of leading dots."""
    is_conditional: bool = False
    """Whether it stands under `if`, `try`, `with` or a loop."""
    is_type_checking: bool = False
    """Whether it stands under `if TYPE_CHECKING`."""
    is_local: bool = False
    """Whether it stands inside a function or a class."""

    @property
    def wanted(self) -> str:
        """The dotted name of what is imported, as a reader would say it."""
        parts = [part for part in (self.module, self.name) if part]
        return "." * self.level + ".".join(parts)


_ThawedImport = thawed(Import)


class Imports(LazySequence[Import]):
    """The imports of a file, in order of appearance."""

    item_class = Import
    row: tuple[Any, ...] = ()
    """The packed columns, if this is what they were made from; otherwise empty."""

    @staticmethod
    def packed(row: tuple[Any, ...]) -> Imports:
        """Return the imports of a file from a row that `memory.facts_codec` has packed."""
        return _PackedImports(row) if row else NO_IMPORTS

    @cached_property
    def distinct_names(self) -> tuple[str, ...]:
        """The dotted names of what is imported, each once."""
        return tuple(dict.fromkeys(item.wanted for item in self))

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The lines on which they stand."""
        return tuple([item.span.line for item in self])


NO_IMPORTS = Imports(())


class _PackedImports(Imports):
    """The imports of a file, at least one, as the store keeps them."""

    def __init__(self, row: tuple[Any, ...]) -> None:
        """Take the packed columns of what is often asked for, and the bytes of others."""
        self.row = row

    @cached_property
    def distinct_names(self) -> tuple[str, ...]:
        """The dotted names of what is imported, each once."""
        return tuple(unpacked(self.row[0])) if self.row[0] else tuple(dict.fromkeys(item.wanted for item in self))

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The lines on which they stand."""
        return tuple(unpacked(self.row[1]))

    def __bool__(self) -> bool:
        return True

    def _make(self) -> tuple[Import, ...]:
        places, *others = marshal.loads(self.row[2])  # noqa: S302  runs no code; the store has compared the bytes' checksum
        items = tuple(map(_ThawedImport, spans(places), *map(unpacked, others)))
        for item in items:
            item.__class__ = Import
        return items
