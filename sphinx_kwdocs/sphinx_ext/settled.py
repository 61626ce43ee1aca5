"""Knows when a build has nothing to do, and keeps what such a build needs, so that nothing has to be joined for it."""

from __future__ import annotations

import marshal
import os
from contextlib import suppress
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx_kwdocs.manifest import with_checksum, without_checksum
from sphinx_kwdocs.sphinx_ext.build import build_of
from sphinx_kwdocs.sphinx_ext.builders import writes_pages
from sphinx_kwdocs.sphinx_ext.declared_events import KEYWORDS
from sphinx_kwdocs.sphinx_ext.domain import domain_of
from sphinx_kwdocs.sphinx_ext.events import has_listeners
from sphinx_kwdocs.sphinx_ext.output import files_below, kept_file
from sphinx_kwdocs.sphinx_ext.stamp import read_stamp

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.sphinx_ext.build import Start
    from sphinx_kwdocs.sphinx_ext.public_objects import Object
    from sphinx_kwdocs.sphinx_ext.search import SearchedPage


@dataclass(frozen=True, slots=True)
class Settled:
    """The outcome of a build after which nothing was left to do."""

    repository: str
    """The state of the repository and the settings."""
    documents: str
    """The state of the documents."""
    digest: str
    """The state of all pages."""
    files: int
    """How many files there are below the folder of our pages."""
    summary: str
    """What was said of diagnostics."""
    searched: tuple[SearchedPage, ...]
    """The pages of ours in Sphinx's search."""
    objects: tuple[Object, ...]
    """What the inventory has of ours."""


_settled: WeakKeyDictionary[BuildEnvironment, Settled] = WeakKeyDictionary()


def settled_of(env: BuildEnvironment) -> Settled | None:
    """Return the last outcome, if the running build has nothing to add to it."""
    return _settled.get(env)


def is_settled(app: Sphinx, start: Start) -> bool:
    """Tell whether the last build left nothing to do, neither for us nor for Sphinx."""
    _settled.pop(app.env, None)
    # What listeners would add to the index is known only when they are asked.
    is_known = writes_pages(app.builder) and not has_listeners(app, KEYWORDS)
    found = _read(app) if is_known else None
    if found is None or (found.repository, found.documents) != (start.digest, domain_of(app.env).edition):
        return False
    is_written = (
        read_stamp(app).digest == found.digest
        and _count_files(app, start) == found.files
        and app.env.all_docs.keys() >= start.document_names.keys()
        and not list(app.builder.get_outdated_docs())
    )
    if is_written:
        _settled[app.env] = found
    return is_written


def unsettle(env: BuildEnvironment) -> None:
    """Take back that there is nothing to do."""
    _settled.pop(env, None)


def remember_outcome(
    app: Sphinx, start: Start, outcome: tuple[str, tuple[SearchedPage, ...], tuple[Object, ...]]
) -> None:
    """Keep the outcome of a build in which everything was written: the last three fields of `Settled`."""
    build = build_of(app.env)
    if build is None or has_listeners(app, KEYWORDS):
        return
    documents = domain_of(app.env).edition
    found = Settled(start.digest, documents, build.digest, _count_files(app, start), *outcome)
    path = kept_file(app, "settled")
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(with_checksum(marshal.dumps(astuple(found))))
        draft.replace(path)


def _read(app: Sphinx) -> Settled | None:
    try:
        return Settled(*marshal.loads(without_checksum(kept_file(app, "settled").read_bytes())))  # noqa: S302  ours
    except (OSError, ValueError, TypeError, EOFError):
        return None


def _count_files(app: Sphinx, start: Start) -> int:
    return sum(1 for _name in files_below(os.path.join(app.outdir, start.config.root, "")))  # noqa: PTH118  a string
