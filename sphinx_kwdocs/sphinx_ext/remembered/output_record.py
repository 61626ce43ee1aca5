"""Remembers beside the output which files were written for which state of the repository, and removes stale ones."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from sphinx_kwdocs.memory.atomic_files import write_whole
from sphinx_kwdocs.sphinx_ext.session import session_of
from sphinx_kwdocs.sphinx_ext.state.outcome import OutputRecord

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx

    from sphinx_kwdocs.sphinx_ext.state.outcome import StatSignature

NAME = ".kwdocs.json"


def read_record(app: Sphinx) -> OutputRecord:
    """Return what earlier builds wrote; one that cannot be read counts as none."""
    signature = stat_signature(Path(app.outdir, NAME))
    if not signature:
        return OutputRecord()
    session = session_of(app.env)
    if session.output_record is not None and session.output_record[0] == signature:
        return session.output_record[1]
    try:
        content = json.loads(Path(app.outdir, NAME).read_text(encoding="utf-8"))
        record = OutputRecord(str(content["digest"]), frozenset(map(str, content["files"])), str(content["maker"]))
    except (OSError, ValueError, TypeError, KeyError):
        return OutputRecord()
    session.output_record = signature, record
    return record


def stat_signature(file: Path) -> StatSignature:
    """Return what changes whenever a file is put in its place; nothing if it is not there."""
    try:
        status = file.stat()
    except OSError:
        return ()
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino


def writer_id(app: Sphinx) -> str:
    """Name the builder and its doctrees."""
    try:
        # So that the same project gives the same files wherever it lies.
        doctrees = os.path.relpath(app.doctreedir, app.outdir)
    except ValueError:
        # They are on different drives.
        doctrees = os.fspath(app.doctreedir)
    who = f"{app.builder.name}\0{doctrees}".encode("utf-8", "surrogateescape")
    return blake2b(who, digest_size=8).hexdigest()


def is_complete(app: Sphinx, digest: str) -> bool:
    """Tell whether the last one who wrote here was this builder, and left all complete for a state."""
    record = read_record(app)
    return (record.digest, record.writer) == (digest, writer_id(app))


def mark_incomplete(app: Sphinx) -> None:
    """Forget that the pages of a state are complete."""
    record = read_record(app)
    _write(app, OutputRecord("", record.files, record.writer))


def plan_files(app: Sphinx, planned: Iterable[str]) -> None:
    """Take note, before the first of them is written, of files that may be there soon, and of who is about to write."""
    record = read_record(app)
    _write(app, OutputRecord("", record.files.union(planned), writer_id(app)))


def mark_complete(app: Sphinx, digest: str) -> None:
    """Remember, after the last file is written, that all are complete for a state."""
    _write(app, OutputRecord(digest, read_record(app).files, writer_id(app)))


def finish_record(app: Sphinx, files: frozenset[str], others: Iterable[str], earlier: Iterable[str] = ()) -> None:
    """Remove the files of earlier builds that this one no longer has, and remember those that there are now.

    `others` are files of the output folder that somebody else writes, and may have written in the place of one of ours;
    `earlier` are files that are known to be ours from elsewhere.
    """
    kept = {*files, *others}
    gone = sorted(read_record(app).files.union(earlier) - kept)
    # Where case does not matter to the file system, the page of `A.py` is where that of `a.py` was.
    by_case = {name.casefold(): name for name in kept} if gone else {}
    outdir = Path(app.outdir)
    for name in gone:
        other = by_case.get(name.casefold())
        if other is None or not _is_same_file(outdir / name, outdir / other):
            _remove(outdir, PurePosixPath(name))
    _write(app, OutputRecord("", files, writer_id(app)))


def kept_file(app: Sphinx, kind: str) -> Path:
    """Name a file of ours that belongs to the builder and its output folder."""
    place = blake2b(f"{app.builder.name}\0{app.outdir}".encode("utf-8", "surrogateescape"), digest_size=8)
    return Path(app.doctreedir, "kwdocs", f"{kind}-{place.hexdigest()}")


def files_below(folder: str) -> Iterable[str]:
    """Yield the files of a folder and all below it, relative to it."""
    pending = [""]
    while pending:
        inner = pending.pop()
        with suppress(OSError), os.scandir(folder + inner) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(f"{inner}{entry.name}/")
                else:
                    yield inner + entry.name


def _is_same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def _write(app: Sphinx, record: OutputRecord) -> None:
    if record == read_record(app):
        return
    content = json.dumps({"digest": record.digest, "files": sorted(record.files), "maker": record.writer})
    # Half a list would leave pages behind for ever.
    write_whole(Path(app.outdir, NAME), content.encode())
    session_of(app.env).output_record = stat_signature(Path(app.outdir, NAME)), record


def _remove(outdir: Path, name: PurePosixPath) -> None:
    if name.is_absolute() or ".." in name.parts:
        return
    path = outdir / name
    with suppress(OSError, ValueError):
        path.unlink()
        for folder in path.parents:
            if folder == outdir:
                break
            # Fails, and so ends the climb, at the first folder that still holds something.
            folder.rmdir()
