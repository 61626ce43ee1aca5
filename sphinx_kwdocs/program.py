"""Sums up the program itself: what one state of it found out or wrote is never taken for the work of another."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_LIBRARIES = ("Pygments", "markdown-it-py", "mdit-py-plugins", "pathspec")
"""Libraries that have a part in what is found out or written."""
_PARTS = ("*.py", "static/*", "locale/*/LC_MESSAGES/*.mo")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


@cache
def program_digest() -> str:
    """Return what changes with any file of this package, with Python's minor version and with libraries.

    Versions are raised by hand, and forgotten; the content of two hundred files is read in ten milliseconds.
    """
    state = blake2b(digest_size=16)
    versions = [(name, _version(name)) for name in _LIBRARIES]
    state.update(repr((sys.version_info[:2], sys.implementation.cache_tag, sys.byteorder, versions)).encode())
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
