"""Sums up the program itself: what one state of it found out or wrote is never taken for the work of another."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path

import pygments

_PARTS = ("*.py", "static/*", "locale/*/LC_MESSAGES/*.mo")


@cache
def program_digest() -> str:
    """Return what changes with any file of this package, with Python's minor version and with Pygments.

    Versions are raised by hand, and forgotten; the content of two hundred files is read in ten milliseconds.
    """
    state = blake2b(digest_size=16)
    state.update(repr((sys.version_info[:2], sys.byteorder, pygments.__version__)).encode())
    folder = Path(__file__).parent
    paths = {path for part in _PARTS for path in (folder.rglob(part) if "/" not in part else folder.glob(part))}
    for path in sorted(paths):
        try:
            content = path.read_bytes()
        except OSError:
            content = b""
        name = path.relative_to(folder).as_posix()
        state.update(f"{name}\0{len(content)}\0".encode("utf-8", "backslashreplace"))
        state.update(content)
    return state.hexdigest()
