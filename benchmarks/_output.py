"""Looks at what a build has written: how many pages, how large, and what a second build wrote anew."""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_SAMPLE = 400


@dataclass(frozen=True, slots=True)
class Output:
    """The size of a site."""

    pages: int
    """Files that end in `.html`."""
    files: int
    size: int
    """Bytes of all files."""
    compressed: int
    """Estimate of the bytes after gzip, each file by itself, as a web server sends it."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a file was at one moment."""

    written: int
    """When it was last written, in nanoseconds."""
    inode: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class Written:
    """What a build did to the files of a site."""

    pages: int
    """Pages that were written, new ones among them."""
    changed: int
    """Those of them that are new or have another content than before."""
    gone: int
    """Pages that are no longer there."""
    others: int
    """Files other than pages that were written."""


def files_of(folder: Path) -> list[Path]:
    """Return all files below a folder, in the order of their paths."""
    return sorted(Path(place, name) for place, _, names in os.walk(folder) for name in names)


def measure_output(folder: Path, sample: int = _SAMPLE) -> Output:
    """Measure a site; the ratio of gzip is taken from an even sample of its files."""
    sizes = [(path, path.stat().st_size) for path in files_of(folder)]
    size = sum(each for _, each in sizes)
    step = max(1, len(sizes) // sample)
    texts = [path.read_bytes() for path, _ in sizes[::step]]
    plain = sum(map(len, texts))
    ratio = sum(len(zlib.compress(text, 6)) for text in texts) / plain if plain else 1.0
    return Output(sum(path.suffix == ".html" for path, _ in sizes), len(sizes), size, round(size * ratio))


def stamp_site(folder: Path, known: Mapping[Path, Stamp] | None = None) -> dict[Path, Stamp]:
    """Note what each file of a site is now; one that was not written since it was known is not read again."""
    stamps = {}
    for path in files_of(folder):
        status = path.stat()
        before = known.get(path) if known else None
        if before and (before.written, before.inode) == (status.st_mtime_ns, status.st_ino):
            stamps[path] = before
        else:
            digest = blake2b(path.read_bytes(), digest_size=16).digest()
            stamps[path] = Stamp(status.st_mtime_ns, status.st_ino, digest)
    return stamps


def compare_stamps(before: Mapping[Path, Stamp], after: Mapping[Path, Stamp]) -> Written:
    """Count what was written between two moments."""
    written = [path for path, stamp in after.items() if before.get(path) != stamp]
    pages = [path for path in written if path.suffix == ".html"]
    changed = sum(path not in before or before[path].digest != after[path].digest for path in pages)
    gone = sum(path.suffix == ".html" for path in before.keys() - after.keys())
    return Written(len(pages), changed, gone, len(written) - len(pages))
