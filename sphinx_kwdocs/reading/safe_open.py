"""Opens files and folders of a repository without following a link: what was looked at may be another thing by now."""

# Paths are plain strings here: making Path objects would cost more than the work itself.
# ruff: noqa: PTH118

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_CAN_STEP = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
"""Whether the system can open a name inside of a folder that is open, so that nobody can put another in its place."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
# To pass through a folder needs less permission than to list it.
_PASS = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
# A named pipe would otherwise wait for somebody to write.
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
_JUNCTION = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)
_LINK_ERRORS = {errno.ELOOP, errno.EMLINK}
"""What systems say when the last part of a path is a link and may not be one."""


def is_link_error(error: OSError) -> bool:
    """Tell whether something could not be opened because it is a link."""
    return error.errno in _LINK_ERRORS


def read_file(root: str, path: str, limit: int = -1) -> bytes:
    """Read a regular file of the repository, or its first bytes; raises OSError, also if a link is on the way."""
    handle = _open(root, path, _READ)
    with open(handle, "rb", buffering=0) as stream:  # noqa: PTH123  a number
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "Not a regular file", path)
        return stream.read(limit) or b""


@contextmanager
def scan_folder(root: str, path: str) -> Iterator[Iterator[os.DirEntry[str]]]:
    """Give what stands in a folder of the repository; raises OSError, also if a link is on the way."""
    if not _CAN_STEP or os.scandir not in os.supports_fd:
        _require_no_link(root, path)
        with os.scandir(os.path.join(root, path)) as entries:
            yield entries
        return
    handle = _open(root, path, os.O_RDONLY | os.O_DIRECTORY) if path else os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with os.scandir(handle) as entries:
            yield entries
    finally:
        os.close(handle)


def _open(root: str, path: str, flags: int) -> int:
    parts = path.split("/")
    if not {"", ".", ".."}.isdisjoint(path.replace(os.sep, "/").split("/")):
        # Only a forged list of files has these.
        raise OSError(errno.EINVAL, "Not a path inside of the repository", path)
    if not _CAN_STEP:
        return _open_and_compare(root, path, flags)
    folder = os.open(root, _PASS)
    try:
        for part in parts[:-1]:
            inner = os.open(part, _PASS | _NO_LINK, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], flags | _NO_LINK, dir_fd=folder)
    finally:
        os.close(folder)


def _open_and_compare(root: str, path: str, flags: int) -> int:
    """Open a file, and refuse it unless it is what stands there without any link."""
    full = os.path.join(root, path)
    _require_no_link(root, path)
    handle = os.open(full, flags)
    try:
        _require_no_link(root, path)
        is_same = os.path.samestat(os.fstat(handle), os.lstat(full))
    except OSError:
        os.close(handle)
        raise
    if not is_same:
        os.close(handle)
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
    return handle


def _require_no_link(root: str, path: str) -> None:
    full = root
    for part in path.split("/") if path else ():
        full = os.path.join(full, part)
        status = os.lstat(full)
        # Windows has junctions too, which are no symbolic links and lead elsewhere all the same.
        if stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == _JUNCTION:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
