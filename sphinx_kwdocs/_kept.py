"""Holds parts of a file in packed form until somebody looks at one: after an edit hardly any of all is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Iterator

T_co = TypeVar("T_co", covariant=True)


class Kept(Sequence[T_co]):
    """Parts of a file, all made when one of them is asked for; it is equal to a tuple of the same parts."""

    def _make(self) -> tuple[T_co, ...]:
        """Make all of them."""
        raise NotImplementedError

    @cached_property
    def _made(self) -> tuple[T_co, ...]:
        return self._make()

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, index: int) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, index: int | slice) -> T_co | tuple[T_co, ...]:
        return self._made[index]

    def __iter__(self) -> Iterator[T_co]:
        return iter(self._made)

    def __eq__(self, other: object) -> bool:
        return self._made == (other._made if isinstance(other, Kept) else other)

    def __hash__(self) -> int:
        return hash(self._made)

    def __repr__(self) -> str:
        return repr(self._made)
