"""Knows when a build has nothing to do, and keeps what such a build needs, so that nothing has to be joined for it."""

from __future__ import annotations

import marshal
import os
from contextlib import suppress
from dataclasses import fields, replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from sphinx_kwdocs.memory.atomic_files import with_checksum, without_checksum, write_whole
from sphinx_kwdocs.sphinx_ext.builders import writes_pages
from sphinx_kwdocs.sphinx_ext.domain import domain_of
from sphinx_kwdocs.sphinx_ext.event_names import KEYWORDS, has_listeners
from sphinx_kwdocs.sphinx_ext.remembered.output_record import files_below, is_complete, kept_file
from sphinx_kwdocs.sphinx_ext.remembered.unfinished_documents import documents_left
from sphinx_kwdocs.sphinx_ext.remembered.write_all import is_forced
from sphinx_kwdocs.sphinx_ext.session import session_of
from sphinx_kwdocs.sphinx_ext.state.outcome import Outcome

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_kwdocs.sphinx_ext.state.build import BuildState
    from sphinx_kwdocs.sphinx_ext.state.project import ProjectState
    from sphinx_kwdocs.sphinx_ext.state.repository import RepositoryState


def outcome_by_stat(app: Sphinx, project: ProjectState) -> Outcome | None:
    """Return the last outcome if already sizes and times show that there is nothing to do."""
    session = session_of(app.env)
    session.outcome = None
    last = _read(app) if project.stat_digest and writes_pages(app.builder) else None
    if last is not None and last.stat_digest == project.stat_digest and _is_complete(app, project.config.root, last):
        session.outcome = last
    return session.outcome


def outcome_by_content(app: Sphinx, repository: RepositoryState) -> Outcome | None:
    """Return the last outcome if it left nothing to do, neither for us nor for Sphinx."""
    session = session_of(app.env)
    session.outcome = None
    # What listeners would add to the index is known only when they are asked.
    is_known = writes_pages(app.builder) and not has_listeners(app, KEYWORDS)
    last = _read(app) if is_known else None
    session.inventory = last.inventory if last else ("", ())
    if last is None or is_forced(app) or last.repository != repository.digest:
        return None
    if not _is_complete(app, repository.config.root, last):
        return None
    if last.stat_digest != repository.stat_digest:
        # Files have other times, and say the same: the next build need not read them to know that.
        last = replace(last, stat_digest=repository.stat_digest)
        _write(app, last)
    session.outcome = last
    return last


def remember_outcome(app: Sphinx, repository: RepositoryState, build: BuildState, summary: str) -> None:
    """Keep the outcome of a build in which everything was written."""
    if has_listeners(app, KEYWORDS):
        return
    _write(
        app,
        Outcome(
            stat_digest=repository.stat_digest,
            repository=repository.digest,
            documents=domain_of(app.env).edition,
            digest=build.digest,
            names=tuple(build.document_names),
            files=_names_of_files(app, build.config.root),
            summary=summary,
            inventory=session_of(app.env).inventory,
            packed_objects=marshal.dumps(build.objects),
        ),
    )


def _is_complete(app: Sphinx, root: str, last: Outcome) -> bool:
    """Tell whether all is there that was written, and nothing has to be written anew."""
    return (
        last.documents == domain_of(app.env).edition
        and is_complete(app, last.digest)
        and _names_of_files(app, root) == last.files
        and app.env.all_docs.keys() >= set(last.names)
        and all(os.path.isfile(_doctree(app, name)) for name in last.names)  # noqa: PTH113  strings
        and not documents_left(app)
        and not list(app.builder.get_outdated_docs())
    )


def _read(app: Sphinx) -> Outcome | None:
    try:
        last = Outcome(*marshal.loads(without_checksum(kept_file(app, "settled").read_bytes())))  # noqa: S302  ours
        texts = (last.stat_digest, last.repository, last.documents, last.digest, last.files, last.summary, *last.names)
        source, signature = last.inventory
        is_good = (
            {str}.issuperset(map(type, (*texts, source))) and type(signature) is tuple and type(last.names) is tuple
        )
        is_good = is_good and type(last.packed_objects) is bytes
    except (OSError, ValueError, TypeError, EOFError):
        return None
    return last if is_good else None


def _write(app: Sphinx, last: Outcome) -> None:
    # Not `astuple`: it copies whatever it finds.
    values = tuple(getattr(last, item.name) for item in fields(last))
    with suppress(OSError):
        write_whole(kept_file(app, "settled"), with_checksum(marshal.dumps(values)))


def _names_of_files(app: Sphinx, root: str) -> str:
    names = sorted(files_below(os.path.join(app.outdir, root, "")))  # noqa: PTH118  a string
    return blake2b("\0".join(names).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def _doctree(app: Sphinx, name: str) -> str:
    return os.path.join(app.doctreedir, f"{name}.doctree")  # noqa: PTH118  a string
