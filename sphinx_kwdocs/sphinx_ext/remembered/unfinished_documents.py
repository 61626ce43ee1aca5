"""Has the next build write the documents that a broken one was to write, and those that the search index has lost.

Sphinx takes a page for up to date as soon as its file is newer than its source, although whoever was to write it may
have been ended within it; and what its search knows of a document, it learns only when it writes that document.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_kwdocs.memory.atomic_files import write_whole
from sphinx_kwdocs.sphinx_ext.builders import writes_pages
from sphinx_kwdocs.sphinx_ext.patches import call_before_writing
from sphinx_kwdocs.sphinx_ext.remembered.output_record import kept_file, stat_signature
from sphinx_kwdocs.sphinx_ext.session import session_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.sphinx_ext.state.outcome import StatSignature


@dataclass(frozen=True, slots=True)
class _SearchFile:
    """How a search index looked; all is empty if there was none."""

    size: int = 0
    time: int = 0
    digest: str = ""

    def is_still(self, path: Path) -> bool:
        """Tell whether the file is what it was; one that was copied has another time and the same content."""
        try:
            status = path.stat()
        except OSError:
            return False
        return status.st_size == self.size and (status.st_mtime_ns == self.time or _digest(path) == self.digest)


@dataclass(frozen=True, slots=True)
class _Record:
    """What is kept of an output folder."""

    pending: frozenset[str] = frozenset()
    """The documents that were to be written, and of which nobody knows that they were."""
    search: _SearchFile = _SearchFile()
    """The search index that the last build left which came to its end."""
    lost: frozenset[str] = frozenset()
    """Of the pending ones, those that this build was to write and did not."""


def connect(app: Sphinx) -> None:
    """Connect to the reading of documents, which decides what is written, and to the end of the build."""
    app.connect("env-updated", _ask_for_documents)
    app.connect("build-finished", _note_end)


def documents_left(app: Sphinx) -> frozenset[str]:
    """Return the documents whose page or place in the search may not be what an earlier build meant it to be."""
    builder = app.builder
    if not writes_pages(builder):
        return frozenset()
    known = _read(app)
    documents = frozenset(app.env.found_docs)
    left = documents & known.pending
    if builder.search and not known.search.is_still(_search_path(builder)):
        left |= documents - _searched(builder)
    return left


def _ask_for_documents(app: Sphinx, env: BuildEnvironment) -> list[str]:
    session = session_of(env)
    left = documents_left(app)
    if writes_pages(app.builder):
        if session.is_first("note what is written"):
            call_before_writing(app.builder, partial(_note_what_is_written, app, app.builder))
        session.due_documents, session.looks_before = left, {}
    return sorted(left)


def _note_what_is_written(app: Sphinx, builder: StandaloneHTMLBuilder, docnames: AbstractSet[str]) -> None:
    """Take note of what is about to be written, as soon as Sphinx has decided that."""
    session = session_of(app.env)
    known = _read(app)
    _write(app, known, replace(known, pending=session.due_documents.union(docnames)))
    session.looks_before = {name: stat_signature(Path(builder.get_outfilename(name))) for name in docnames}


def _note_end(app: Sphinx, exception: Exception | None) -> None:
    """Take note of what is written, and of the search index that goes with it."""
    builder, session = app.builder, session_of(app.env)
    before = session.looks_before
    if exception is None and before is not None and writes_pages(builder):
        known, path = _read(app), _search_path(builder)
        search = known.search if known.search.is_still(path) else _look(path)
        # A build of single documents leaves others as they are, though they be due.
        left = session.due_documents.difference(before)
        # What two builds did not write is not missing: somebody keeps files that would be what they are.
        lost = _unwritten(builder, before) - known.lost
        _write(app, known, _Record(left | lost, search, lost))


def _unwritten(builder: StandaloneHTMLBuilder, before: Mapping[str, StatSignature]) -> frozenset[str]:
    """Return the documents that were not written after all: Sphinx may take no notice of a worker that was ended."""
    looks = {name: stat_signature(Path(builder.get_outfilename(name))) for name in before}
    return frozenset(name for name, look in looks.items() if not look or not look[0] or look == before[name])


def _searched(builder: StandaloneHTMLBuilder) -> frozenset[str]:
    """Return the documents that the search index has, if Sphinx will go on from it."""
    try:
        with _search_path(builder).open(encoding="utf-8") as stream:
            found = builder.indexer_format.load(stream)
        is_known = found["envversion"] == builder.env.version
        return frozenset(found["docnames"]) if is_known else frozenset()
    except (OSError, ValueError, TypeError, KeyError):
        return frozenset()


def _search_path(builder: StandaloneHTMLBuilder) -> Path:
    return Path(builder.outdir, builder.searchindex_filename)


def _read(app: Sphinx) -> _Record:
    try:
        content = json.loads(kept_file(app, "unfinished").read_text(encoding="utf-8"))
        size, time, digest = content["search"]
        pending, lost = (frozenset(map(str, content[name])) for name in ("pending", "lost"))
        return _Record(pending, _SearchFile(int(size), int(time), str(digest)), lost)
    except (OSError, ValueError, TypeError, KeyError):
        return _Record()


def _write(app: Sphinx, known: _Record, record: _Record) -> None:
    if record == known:
        return
    path = kept_file(app, "unfinished")
    search = record.search
    names = {"pending": sorted(record.pending), "lost": sorted(record.lost)}
    content = {**names, "search": [search.size, search.time, search.digest]}
    try:
        write_whole(path, json.dumps(content).encode())
    except OSError:
        # An old one would vouch for documents that it knows nothing of.
        with suppress(OSError):
            path.unlink()


def _look(path: Path) -> _SearchFile:
    try:
        status = path.stat()
        return _SearchFile(status.st_size, status.st_mtime_ns, _digest(path))
    except OSError:
        return _SearchFile()


def _digest(path: Path) -> str:
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()
