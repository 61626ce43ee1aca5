"""Sums up the sizes and times of a repository's files, by which a build sees that none has changed since the last."""

# Paths are plain strings here: making Path objects would cost more than the work itself.
# ruff: noqa: PTH115, PTH118

from __future__ import annotations

import os
import stat
import time
from array import array
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sphinx_kwdocs.reading.listing import Listed

SETTLED = 2_000_000_000
"""Nanoseconds after which a change to a file shows in its times, whatever the file system."""


def sum_up_times(root: Path, listed: Iterable[Listed]) -> str:
    """Return what changes whenever an entry may have; empty if another change, just now, need not show."""
    seen = time.time_ns()
    start = os.path.join(root, "")
    names: list[str] = []
    numbers, times = array("Q"), array("q", [0])
    try:
        for path, is_repository, problem in listed:
            status = os.lstat(start + path)
            mode = status.st_mode
            if problem or not (stat.S_ISREG(mode) or stat.S_ISLNK(mode) or is_repository):
                # Nothing tells when a folder can be listed again, or who is to be found in the place of a file.
                return ""
            names.append(path)
            if is_repository and stat.S_ISDIR(mode):
                continue
            numbers.extend((mode, status.st_size, status.st_ino))
            times.extend((status.st_mtime_ns, status.st_ctime_ns))
            if stat.S_ISLNK(mode):
                names += (os.readlink(start + path), _goal(start + path))
    except (OSError, OverflowError):
        return ""
    if max(times) + SETTLED >= seen:
        return ""
    state = blake2b("\0".join(names).encode("utf-8", "surrogateescape"), digest_size=16)
    state.update(repr((len(names), os.path.realpath(root))).encode("utf-8", "backslashreplace"))
    state.update(numbers)
    state.update(times)
    return state.hexdigest()


def _goal(link: str) -> str:
    """Return where a link leads in the end; nowhere, if something on its way is missing."""
    try:
        return os.path.realpath(link, strict=True)
    except OSError:
        return ""
