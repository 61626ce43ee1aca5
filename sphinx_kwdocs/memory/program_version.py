"""Sums up the program itself: what one state of it found out or wrote is never taken for the work of another."""

# Paths are plain strings here: making Path objects would cost more than the work itself.
# ruff: noqa: PTH118, PTH123

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_LIBRARIES = ("Pygments", "markdown-it-py", "mdit-py-plugins", "pathspec")
"""Libraries that have a part in what is found out or written."""
_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")  # noqa: PTH100, PTH120  see above


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _versions() -> object:
    versions = [(name, _version(name)) for name in _LIBRARIES]
    return sys.version_info[:2], sys.implementation.cache_tag, sys.byteorder, versions


def _files(folder: str = "") -> Iterator[str]:
    """Yield the files of this package that have a part in the outcome, by their paths inside."""
    with suppress(OSError), os.scandir(_FOLDER + folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(f"{folder}{entry.name}/")
            elif entry.name.endswith((".py", ".mo")) or folder == "static/":
                yield folder + entry.name


@cache
def program_digest() -> str:
    """Return what changes with any file of this package, with Python's minor version and with libraries.

    Versions are raised by hand, and forgotten; the content of two hundred files is read in ten milliseconds.
    """
    state = blake2b(repr(_versions()).encode(), digest_size=16)
    for name in sorted(_files()):
        try:
            with open(_FOLDER + name, "rb", buffering=0) as stream:
                content = stream.read()
        except OSError:
            content = b""
        state.update(f"{name}\0{len(content)}\0".encode("utf-8", "backslashreplace"))
        state.update(content)
    return state.hexdigest()


def program_look() -> str:
    """Return what changes whenever the digest may, found out without opening the package's files."""
    state = blake2b(repr((_FOLDER, _versions())).encode("utf-8", "backslashreplace"), digest_size=16)
    for name in sorted(_files()):
        with suppress(OSError):
            status = os.stat(_FOLDER + name)  # noqa: PTH116  see above
            times = (name, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
            state.update(repr(times).encode("utf-8", "backslashreplace"))
    return state.hexdigest()
