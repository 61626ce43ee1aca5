"""Says what a name was found to mean, and puts what it may mean besides into the order in which an author wants it."""

from __future__ import annotations

from heapq import nsmallest
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_kwdocs.model.index import Index

FITTING = 10
"""The most candidates that are named of those that all fit."""
SIMILAR = 5
"""The most candidates that are named where none fits."""
_LOOKED_AT = 2000


class Answer(NamedTuple):
    """What a name that an author wrote means."""

    target: str
    """The id of the symbol or the path of the file or folder; empty if there is none, or more than one."""
    candidates: tuple[str, ...] = ()
    """What it can mean, nearest first, if it is more than one thing; if nothing fits, what is called alike."""
    is_ambiguous: bool = False
    """Whether all of the candidates fit."""

    @property
    def is_found(self) -> bool:
        """Whether it means exactly one thing; asked of a folder, since the root's path is empty as well."""
        return bool(self.target) or self.candidates == ROOT.candidates


ROOT = Answer("", ("",))
"""The answer that means the repository's root."""


class Nearness:
    """The order of candidates, as seen from a document or file."""

    def __init__(self, index: Index) -> None:
        self._last = index.tests | index.generated
        self._symbols = index.symbols

    def nearest(self, targets: Iterable[str], near: str, count: int) -> tuple[str, ...]:
        """Return the first targets: other than tests and generated ones, and in the same folders as `near`."""
        folders = near.split("/")[:-1]
        return tuple(nsmallest(count, islice(targets, _LOOKED_AT), key=lambda target: self._rank(target, folders)))

    def _rank(self, target: str, folders: list[str]) -> tuple[bool, bool, int, str]:
        symbol = self._symbols.get(target)
        path = symbol.path if symbol else target
        shared = 0
        for mine, its in zip(folders, path.split("/")[:-1], strict=False):
            if mine != its:
                break
            shared += 1
        return path in self._last, symbol is not None and symbol.visibility == "local", -shared, target

    def answer(self, targets: Iterable[str], near: str) -> Answer:
        """Return the answer if all these targets fit."""
        fitting = self.nearest(dict.fromkeys(targets), near, FITTING)
        return Answer(fitting[0]) if len(fitting) == 1 else Answer("", fitting, is_ambiguous=bool(fitting))
