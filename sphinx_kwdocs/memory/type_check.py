"""Tells whether a value is what an annotation says, in all its parts: nobody vouches for what others have written."""

from __future__ import annotations

import collections.abc
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from sphinx_kwdocs.model import files, index
from sphinx_kwdocs.model.lazy_sequence import LazySequence

if TYPE_CHECKING:
    from collections.abc import Callable

_LARGEST = 1 << 31
"""Whole numbers are lines, columns and counts, which are smaller."""
_NAMES: dict[str, Any] = {
    **vars(files),
    "Role": index.Role,
    "Sequence": collections.abc.Sequence,
    "Mapping": collections.abc.Mapping,
}
"""What annotations of the model name and the model imports only for those who check types."""


@cache
def fitting(hint: Any) -> Callable[[Any], bool]:  # noqa: ANN401, PLR0911  an annotation has no type; a form each
    """Return what tells whether a value fits an annotation: plain values, tuples, unions, dataclasses, named tuples."""
    if hint is int:
        return lambda value: type(value) is int and 0 <= value < _LARGEST
    if hint in {str, float, bool, bytes, NoneType}:
        return lambda value: type(value) is hint
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return lambda value: type(value) is str and value in inner
    if origin in {Union, UnionType}:
        choices = tuple(map(fitting, inner))
        return lambda value: any(choice(value) for choice in choices)
    if origin is tuple and inner[1:] != (...,):
        parts = tuple(map(fitting, inner))
        return lambda value: (
            isinstance(value, tuple)
            and len(value) == len(parts)
            and all(fits(each) for fits, each in zip(parts, value, strict=True))
        )
    if origin in {tuple, collections.abc.Sequence}:
        return _fitting_all(tuple if origin is tuple else collections.abc.Sequence, fitting(inner[0]))
    if isinstance(hint, type) and issubclass(hint, LazySequence):
        return _fitting_all(hint, fitting(cast("Any", hint.item_class)))
    if is_dataclass(hint) or (isinstance(hint, type) and hasattr(hint, "_fields")):
        return _fitting_fields(hint)
    return lambda _value: True


def _fitting_all(kind: Any, fits: Callable[[Any], bool]) -> Callable[[Any], bool]:  # noqa: ANN401  abstract too
    def fits_all(value: Any) -> bool:  # noqa: ANN401  that is the question
        return isinstance(value, kind) and not isinstance(value, (str, bytes)) and all(fits(each) for each in value)

    return fits_all


def _fitting_fields(hint: Any) -> Callable[[Any], bool]:  # noqa: ANN401  see above
    hints = {name: fitting(part) for name, part in get_type_hints(hint, localns=_NAMES).items()}
    return lambda value: isinstance(value, hint) and all(fits(getattr(value, name)) for name, fits in hints.items())
