"""The nouns of files: stretches of text, what the scan found, folders, and what went wrong with a file.

Lines count from 1, columns from 0 in code points, ends are exclusive. Paths are relative to the repository's root and
written with `/`; the root folder is the empty string.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Literal, NamedTuple

FileKind = Literal["text", "binary", "symlink", "large", "unreadable", "submodule", "withheld"]


class Span(NamedTuple):
    """A stretch of text in one file."""

    line: int
    """Line of the first character."""
    col: int
    """Column of the first character."""
    end_line: int
    """Line of the last character."""
    end_col: int
    """Column behind the last character."""


def reading_order(path: str) -> tuple[str, str]:
    """Sort names as people do, whatever their case; equal ones by code point."""
    return path.casefold(), path


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something about one of the user's files that a maintainer may want to know."""

    path: str
    """The file it is about."""
    line: int
    """The line it is about, or 0 for the whole file."""
    code: str
    """A key of `vocabulary.DIAGNOSTIC_CODES`, or the name of a rule."""
    message: str
    """What is the matter, as a sentence without a full stop."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One entry of the repository, as the scan found it."""

    path: str
    """Where it is."""
    kind: FileKind
    """How it can be shown: `text` in full, of what is `large` the head."""
    size: int = 0
    """Bytes on disk."""
    digest: str = ""
    """BLAKE2b of the bytes that were read, 32 hexadecimal digits; of a `large` file its head's. Empty if none were."""
    encoding: str = ""
    """The codec that decoded it, in Python's spelling; empty unless `text` or `large`."""
    lines: int = 0
    """Number of lines that are shown; a last line without a line break counts."""
    link_target: str = ""
    """Where a symlink points: a path of the repository if it is inside, otherwise what the link says."""
    head: int = 0
    """Bytes at the beginning of a `large` file that are shown."""


source_values = attrgetter(*(item.name for item in fields(SourceFile)))
"""Gives the values of a file's fields, as `dataclasses.astuple` does in twenty times the time."""


class Place(NamedTuple):
    """A line of a file."""

    path: str
    """The file."""
    line: int
    """The line."""


@dataclass(frozen=True, slots=True)
class Folder:
    """One folder and what stands directly in it."""

    path: str
    """Where it is; empty for the root."""
    folders: tuple[str, ...]
    """Paths of its subfolders, in reading order."""
    files: tuple[str, ...]
    """Paths of its files, in reading order."""
