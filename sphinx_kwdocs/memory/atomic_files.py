"""Writes files at once or not at all, whatever ends a build, and tells later whether one is what was written."""

from __future__ import annotations

import os
from contextlib import suppress
from struct import Struct
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from pathlib import Path

_CHECKSUM = Struct("<QI")
"""The length and a sum as the store has it: it is to tell damage, and a digest of megabytes takes four times longer."""


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in the place of the last one; raises OSError, and then the last one is there as it was."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(data)
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise


def with_checksum(data: bytes) -> bytes:
    """Put before bytes what tells later whether they are whole."""
    return _CHECKSUM.pack(len(data), crc32(data)) + data


def without_checksum(data: bytes) -> bytes:
    """Return what was put into a file; raises ValueError if that is not what is there."""
    found = data[_CHECKSUM.size :]
    if data[: _CHECKSUM.size] != _CHECKSUM.pack(len(found), crc32(found)):
        message = "the file is damaged"
        raise ValueError(message)
    return found
