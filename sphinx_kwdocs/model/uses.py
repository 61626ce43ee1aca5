"""Holds the uses of names of a file as bytes until somebody looks at one: only linking does."""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.columns import spans, unpacked
from sphinx_kwdocs.model.facts import NameUse
from sphinx_kwdocs.model.fast_frozen import maker
from sphinx_kwdocs.model.lazy_sequence import LazySequence

if TYPE_CHECKING:
    from collections.abc import Callable

_new_use: Callable[..., NameUse] = maker(NameUse)


class PackedUses(LazySequence[NameUse]):
    """The uses of names of a file that has some."""

    item_class = NameUse

    def __init__(self, data: bytes) -> None:
        """Take what the store keeps of them: the bytes of their packed columns."""
        self.data = data

    def __bool__(self) -> bool:
        return True

    def _make(self) -> tuple[NameUse, ...]:
        places, names, roles = marshal.loads(self.data)  # noqa: S302  runs no code; the store has compared the bytes' checksum
        return tuple(map(_new_use, spans(places), unpacked(names), unpacked(roles)))
