"""A store of two: what files say is shared with other builds, and what is known of this checkout alone is not.

Whoever can write to a shared folder can put there what they like, with a right checksum. So all that is read from it
is checked in full, and what tells that a file need not be looked at is kept beside the doctrees; so is code, which is
read again from a file when it is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_kwdocs.memory.null_store import Store

_OWN = frozenset({"states", "digests", "code"})
"""Tables of what is known of one checkout, and of what no check could tell to be right."""


class SharedStore:
    """Keeps each table in one of two stores."""

    is_shared = True
    """Whether others may have written what is read."""

    def __init__(self, shared: Store, own: Store) -> None:
        self._shared = shared
        self._own = own

    def _of(self, table: str) -> Store:
        return self._own if table in _OWN else self._shared

    def keys(self, table: str) -> frozenset[str]:
        """Return what a table has."""
        return self._of(table).keys(table)

    def read(self, table: str, keys: Iterable[str]) -> dict[str, bytes]:
        """Return what a table has under some keys; those that it does not have are left out."""
        return self._of(table).read(table, keys)

    def write(self, table: str, items: Mapping[str, bytes]) -> None:
        """Put bytes into a table, as far as that is possible."""
        self._of(table).write(table, items)

    def keep_only(self, table: str, keys: Iterable[str]) -> frozenset[str]:
        """Remove what is not in use, if there is much of it; return what was removed."""
        return self._of(table).keep_only(table, keys)

    def remove(self, table: str, keys: Iterable[str]) -> None:
        """Remove some keys."""
        self._of(table).remove(table, keys)

    def close(self) -> None:
        """Close both."""
        self._shared.close()
        self._own.close()
