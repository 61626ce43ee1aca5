"""Reads one file of the tree that pyrefly saw: its lines, and all identifiers that it or the syntax knows of."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

from _lines import Lines
from _site_reader import read_sites
from _sites import FileSites, Site

if TYPE_CHECKING:
    from pathlib import Path

    from _pyrefly import GleanFile


class Source(NamedTuple):
    """One file of the tree, read."""

    path: str
    lines: Lines
    starts: list[int]
    """The byte each line begins with."""
    found: FileSites

    def place(self, byte: int) -> tuple[int, int]:
        """Return the line and column of a byte."""
        line = bisect_right(self.starts, byte)
        return line, self.lines.col(line, byte - self.starts[line - 1])


def read_source(tree: Path, path: str) -> Source:
    """Read one file of the tree."""
    data = (tree / path).read_bytes()
    text = data.decode("utf-8", errors="replace")
    starts = [0]
    for line in data.splitlines(keepends=True) if b"\r" in data else data.split(b"\n"):
        starts.append(starts[-1] + len(line) + (0 if b"\r" in data else 1))
    return Source(path, Lines(text), starts[:-1] or [0], read_sites(text))


def all_sites(source: Source, glean: GleanFile) -> list[Site]:
    """Return the identifiers of a file: those of the syntax tree, and those that only the report knows of."""
    sites = dict(source.found.sites)
    strings = sorted(source.found.strings)
    for start, length in glean.xrefs:
        line, col = source.place(start)
        if (line, col) in sites:
            continue
        text = source.lines.lines[line - 1].encode()
        first = start - source.starts[line - 1]
        word = text[first : first + length].decode(errors="replace")
        if word in {"None", "True", "False"}:
            continue
        sites[line, col] = _site_in_string(line, col, word, source.lines.lines[line - 1][:col], strings)
    return [sites[key] for key in sorted(sites)]


def _site_in_string(line: int, col: int, word: str, before: str, strings: list[tuple[int, int, int, int, str]]) -> Site:
    """Describe an identifier that the syntax tree does not show as one."""
    if not word.strip("."):
        return Site(line, col, col + len(word), word, "dots", "dots of an import")
    kind = ""
    behind = bisect_left(strings, (line, col + 1))
    # Literals that stand one behind the other are joined to one: the nearest few suffice.
    for item in reversed(strings[max(0, behind - 4) : behind]):
        if (line, col) < item[2:4]:
            kind = item[4]
            break
    syntax = "attribute" if before.rstrip().endswith(".") else "name"
    if kind == "f-string":
        return Site(line, col, col + len(word), word, syntax, "in an f-string")
    return Site(line, col, col + len(word), word, "string" if kind else syntax, kind or "other")
