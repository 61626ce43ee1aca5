"""Makes objects of frozen classes fast: as objects of a twin that is not frozen, which are then given their own class.

The constructor of a frozen class takes four times as long, and a repository has ten thousands of symbols.
"""

from __future__ import annotations

from dataclasses import fields, make_dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")


def thawed(cls: type) -> type:
    """Return a class with the slots of a frozen one, which Python fills fast; an object may change between the two."""
    return make_dataclass(cls.__name__, [item.name for item in fields(cls)], slots=True)


def tuple_maker(cls: type[T]) -> Callable[[Iterable[object]], T]:
    """Return what makes a named tuple of all its values, as its own `_make` does in three times the time."""
    return partial(tuple.__new__, cls)  # type: ignore[type-var]  # only named tuples are given


def maker(cls: type[T]) -> Callable[..., T]:
    """Return a function that makes an object of a frozen class with slots from the values of all its fields."""
    twin = thawed(cls)

    def make(*values: object) -> T:
        item: T = twin(*values)
        item.__class__ = cls
        return item

    return make
