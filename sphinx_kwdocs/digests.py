"""Sums up values in a few bytes, which change whenever the values do."""

from __future__ import annotations

import marshal
from hashlib import blake2b
from typing import Any

EQUAL_FORM = 2
"""The last form of `marshal` that writes equal values alike, whether or not they are the same object."""


def sum_up(plain: Any, size: int = 16) -> bytes:  # noqa: ANN401  marshal tells
    """Sum up values of Python's own types; others, which another package may give us, by what they look like."""
    try:
        data = marshal.dumps(plain, EQUAL_FORM)
    except ValueError:
        data = _look(plain)
    return blake2b(data, digest_size=size).digest()


def digest_of(*values: object) -> bytes:
    """Sum up any values by what they look like, in many times the time."""
    return blake2b(_look(values), digest_size=8).digest()


def _look(value: object) -> bytes:
    return repr(value).encode("utf-8", "backslashreplace")
