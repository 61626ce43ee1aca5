"""Packs columns of values for `marshal`: strings into one string, numbers into an array, many equal values into one."""

from __future__ import annotations

from array import array
from itertools import repeat
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.model.fast_frozen import tuple_maker
from sphinx_kwdocs.model.files import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SEPARATOR = "\0"
_MOST = 1 << 20
"""Equal values that are packed into one: a few bytes that somebody forged must not fill the memory."""
_new_span = tuple_maker(Span)


def packed(values: Sequence[Any]) -> Any:  # noqa: ANN401  whatever is shortest; its type tells `unpacked` what it is
    """Return a column in the shortest form that `marshal` can keep."""
    first = values[0]
    cls = type(first)
    if len(set(map(type, values))) > 1 or cls not in {str, int, float, bool, tuple}:
        return tuple(values)
    # Zero has a sign, and tuples that are equal may hold values that are not.
    is_comparable = (first or cls is not float) and (not first or cls is not tuple)
    if is_comparable and len(values) <= _MOST and values[-1] == first and values.count(first) == len(values):
        return [first, len(values)]
    if cls is str:
        joined = _SEPARATOR.join(values)
        return joined if joined.count(_SEPARATOR) == len(values) - 1 else tuple(values)
    if cls is float:
        return b"d" + array("d", values).tobytes()
    return _packed_integers(values) if cls is int else tuple(values)


def _packed_integers(values: Sequence[int]) -> bytes:
    try:
        return b"H" + array("H", values).tobytes()
    except OverflowError:
        return b"q" + array("q", values).tobytes()


def unpacked(column: Any) -> Iterable[Any]:  # noqa: ANN401  see `packed`
    """Return the values of a column."""
    cls = type(column)
    if cls is str:
        return column.split(_SEPARATOR)  # type: ignore[no-any-return]
    if cls is bytes:
        return array(chr(column[0]), column[1:])
    if cls is list:
        value, times = column
        if times > _MOST:
            message = "a column is longer than any that is packed so"
            raise ValueError(message)
        return repeat(value, times)
    return column  # type: ignore[no-any-return]


def spans(columns: Iterable[Any]) -> Iterable[Span]:
    """Return the spans whose fields are packed in columns."""
    return map(_new_span, zip(*map(unpacked, columns), strict=True))
