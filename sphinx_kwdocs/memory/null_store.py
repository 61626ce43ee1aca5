"""A store that keeps nothing, for who wants an Index and no files of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Store(Protocol):
    """What keeps bytes from build to build."""

    is_shared: bool
    """Whether others may have written what is read."""

    def keys(self, table: str) -> frozenset[str]:
        """Return what a table has."""

    def read(self, table: str, keys: Iterable[str]) -> dict[str, bytes]:
        """Return what a table has under some keys; those that it does not have are left out."""

    def write(self, table: str, items: Mapping[str, bytes]) -> None:
        """Put bytes into a table, as far as that is possible."""

    def keep_only(self, table: str, keys: Iterable[str]) -> frozenset[str]:
        """Remove what is not in use, if there is much of it; return what was removed."""

    def remove(self, table: str, keys: Iterable[str]) -> None:
        """Remove some keys."""

    def close(self) -> None:
        """Let go of what is held; nothing is kept or found after that."""


class NullStore:
    """Keeps nothing."""

    is_shared = False
    """Nobody has written anything."""

    def keys(self, table: str) -> frozenset[str]:
        """Return nothing."""
        del table
        return frozenset()

    def read(self, table: str, keys: Iterable[str]) -> dict[str, bytes]:
        """Return nothing."""
        del table, keys
        return {}

    def write(self, table: str, items: Mapping[str, bytes]) -> None:
        """Do nothing."""

    def keep_only(self, table: str, keys: Iterable[str]) -> frozenset[str]:
        """Do nothing."""
        del table, keys
        return frozenset()

    def remove(self, table: str, keys: Iterable[str]) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


NULL_STORE = NullStore()
