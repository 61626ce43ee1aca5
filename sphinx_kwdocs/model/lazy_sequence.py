"""A sequence whose items are made when one of them is first asked for: after an edit hardly any of all is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Self

T = TypeVar("T")


class LazySequence(Sequence[T]):
    """Parts of a file, all made when one of them is asked for; it is equal to a tuple of the same parts."""

    item_class: ClassVar[type[Any]]
    """What each of the items is."""

    def __init__(self, items: Iterable[T]) -> None:
        self._items = tuple(items)

    @classmethod
    def of(cls, items: Iterable[T]) -> Self:
        """Return some items as this noun; as they are if they already are."""
        return items if isinstance(items, cls) else cls(items)

    def _make(self) -> tuple[T, ...]:
        """Make all of them."""
        raise NotImplementedError

    @cached_property
    def _items(self) -> tuple[T, ...]:
        return self._make()

    @property
    def are_made(self) -> bool:
        """Whether somebody has asked for one of them."""
        return "_items" in vars(self)

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self._items[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __eq__(self, other: object) -> bool:
        return self._items == (other._items if isinstance(other, LazySequence) else other)

    def __hash__(self) -> int:
        return hash(self._items)

    def __repr__(self) -> str:
        return repr(self._items)
