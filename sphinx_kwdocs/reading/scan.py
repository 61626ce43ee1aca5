"""Turns a repository into a stream of files with their text: what is there, of what kind, in order."""

# Paths are plain strings here: making Path objects would cost more than the work itself.
# ruff: noqa: PTH115, PTH118, PTH120

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.files import Diagnostic, SourceFile
from sphinx_kwdocs.reading.decode import HEAD_SIZE, decode, decode_as, looks_binary, text_head
from sphinx_kwdocs.reading.generated_folders import path_inside
from sphinx_kwdocs.reading.safe_open import is_link_error, read_file
from sphinx_kwdocs.reading.withheld import withholding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sphinx_kwdocs.config import Config
    from sphinx_kwdocs.reading.listing import Listed
    from sphinx_kwdocs.reading.withheld import Withholding

MOST_HEAD_LINES, MOST_HEAD_BYTES = 1_000, 100_000
"""What is shown of a file that is larger than the settings allow."""
LONG_LINES_FROM, LONG_LINE, LONG_LINES_HEAD = 100_000, 500, 10_000
"""A file of more bytes than the first, in lines of more than the second on average, was written by a program for
programs: a drawing, packed scripts or styles, data. Of it as many bytes as the third are shown."""
_ALWAYS_READ = (".py", ".pyi")
"""The ends of names of files that define what others use, whatever their lines are like."""
_SPECIAL_FILES = (
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


class ChangedError(OSError):
    """A file is no longer what it was when it was scanned; the text names it and says how."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """One entry of the repository with what was read of it."""

    source: SourceFile
    """What it is."""
    text: str = ""
    """Its text, every line ending with `\\n`; empty unless it is text."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """What a maintainer may want to know about it."""


def scan(root: Path, listed: Iterable[Listed], config: Config) -> Iterator[Scanned]:
    """Look at the given entries of the repository, in their order; what has vanished meanwhile is left out."""
    for entry in listed:
        scanned = scan_entry(root, entry, config)
        if scanned is not None:
            yield scanned


def scan_entry(root: Path, entry: Listed, config: Config, status: os.stat_result | None = None) -> Scanned | None:
    """Look at an entry of the repository; None if it has vanished.

    `status` is what `lstat` says of it, if somebody has asked already.
    """
    if entry.problem:
        return _unreadable(entry.path, 0, f"The folder cannot be listed: {entry.problem}")
    try:
        return _look_at(str(root), entry, config, status)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return _unreadable(entry.path, 0, f"The file cannot be read: {error.strerror or 'unknown error'}")


def _look_at(root: str, listed: Listed, config: Config, status: os.stat_result | None) -> Scanned | None:
    full = os.path.join(root, listed.path)
    rules, max_size = withholding(config.withhold), config.max_size
    if status is None:
        status = os.lstat(full)
    mode, size = status.st_mode, status.st_size
    if stat.S_ISREG(mode):
        if reason := rules.by_name(listed.path):
            return _withheld(listed.path, size, reason)
        try:
            if size > max_size:
                return _look_at_large(root, listed.path, size, max_size, rules)
            return _read(root, listed.path, rules)
        except OSError as error:
            if not is_link_error(error):
                raise
            # It has become a link since it was looked at.
            mode, size = stat.S_IFLNK, os.lstat(full).st_size
    if stat.S_ISLNK(mode):
        return Scanned(SourceFile(listed.path, "symlink", size, link_target=_link_target(full, os.path.realpath(root))))
    if stat.S_ISDIR(mode):
        # A tracked file that has become a folder is gone; what is in the folder is listed by itself.
        return Scanned(SourceFile(listed.path, "submodule")) if listed.is_repository else None
    # Opening one of these could block for ever.
    thing = next((words for is_kind, words in _SPECIAL_FILES if is_kind(mode)), "not a regular file")
    return _unreadable(listed.path, size, f"The file is not read because it is {thing}")


def _unreadable(path: str, size: int, message: str) -> Scanned:
    return Scanned(SourceFile(path, "unreadable", size), "", (Diagnostic(path, 0, "unreadable", message),))


def _withheld(path: str, size: int, reason: str) -> Scanned:
    # Without a digest, by which a short password could be guessed.
    message = f"The file is withheld because {reason}"
    return Scanned(SourceFile(path, "withheld", size), "", (Diagnostic(path, 0, "withheld", message),))


def _look_at_large(root: str, path: str, size: int, max_size: int, rules: Withholding) -> Scanned:
    # The text is not looked at any further, however long it is.
    data = read_file(root, path, min(MOST_HEAD_BYTES, max_size))
    if looks_binary(data):
        return Scanned(SourceFile(path, "binary", size))
    message = f"The file has {size:,} bytes, more than the {max_size:,} of kwdocs_max_size"
    return _head_of(path, size, text_head(data, MOST_HEAD_LINES), message, rules)


def _head_of(path: str, size: int, head: bytes, message: str, rules: Withholding) -> Scanned:
    """Return a file of which only the head is shown."""
    found = decode(head)
    if reason := rules.by_text(path, found.text):
        return _withheld(path, size, reason)
    lines = _count_lines(found.text)
    source = SourceFile(path, "large", size, _digest(head), found.encoding, lines, head=len(head))
    return Scanned(source, "", (Diagnostic(path, 0, "large", message),))


def _has_long_lines(path: str, data: bytes) -> bool:
    is_large = len(data) > LONG_LINES_FROM and not path.endswith(_ALWAYS_READ)
    return is_large and len(data) > LONG_LINE * (data.count(b"\n") + data.count(b"\r") + 1)


def _count_lines(text: str) -> int:
    return text.count("\n") + (text[-1:] not in {"", "\n"})


def _read(root: str, path: str, rules: Withholding) -> Scanned:
    data = read_file(root, path)
    digest = _digest(data)
    if looks_binary(data):
        return Scanned(SourceFile(path, "binary", len(data), digest))
    found = decode(data)
    if found.is_lossy and b"\0" in data[:HEAD_SIZE] and found.encoding == "utf-8":
        # It began like the mark of a wide encoding, and was not written in one.
        return Scanned(SourceFile(path, "binary", len(data), digest))
    text = found.text
    if reason := rules.by_text(path, text):
        return _withheld(path, len(data), reason)
    if _has_long_lines(path, data):
        message = f"The file has {len(data):,} bytes in lines of more than {LONG_LINE} on average"
        return _head_of(path, len(data), text_head(data[:LONG_LINES_HEAD], MOST_HEAD_LINES), message, rules)
    source = SourceFile(path, "text", len(data), digest, found.encoding, _count_lines(text))
    if not found.is_lossy:
        return Scanned(source, text)
    message = f"Bytes that are not {found.encoding} were replaced, first in this line"
    return Scanned(source, text, (Diagnostic(path, found.bad_line, "encoding", message),))


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def _link_target(full: str, real_root: str) -> str:
    """Give the repository path that a link leads to, or what it says if that is elsewhere or the root itself."""
    said = os.readlink(full)
    try:
        target = os.path.realpath(full, strict=True)
    except OSError:
        # It leads nowhere, or in a circle: say where its first step goes.
        target = os.path.normpath(os.path.join(os.path.realpath(os.path.dirname(full)), said))
    return path_inside(real_root, target) or said


def read_text(root: Path, source: SourceFile) -> str:
    """Read the text of a scanned file again, or raise ChangedError if it is not the same any more."""
    try:
        data = read_file(str(root), source.path, source.head if source.kind == "large" else -1)
    except OSError as error:
        message = f"{source.path} can no longer be read: {error.strerror or 'unknown error'}"
        raise ChangedError(message) from error
    if _digest(data) != source.digest:
        message = f"{source.path} has changed since it was scanned"
        raise ChangedError(message)
    return decode_as(data, source.encoding)
