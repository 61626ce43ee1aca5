"""Makes documents known to Sphinx that have no file in the source folder."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_kwdocs.sphinx_ext.patches import add_documents
from sphinx_kwdocs.sphinx_ext.session import session_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

SUFFIX = ".kwdocs"
"""Ends the names of the files that stand for the documents we make."""
_STUB = "This document is made by sphinx-kwdocs from the repository.\n"


def register_virtual(app: Sphinx, env: BuildEnvironment, names: Iterable[str]) -> None:
    """Add documents to those that Sphinx found, each with a file to be read from."""
    session = session_of(env)
    session.virtual_documents = tuple(names)
    add_documents(env.project, {name: _place_stub(app, name) for name in session.virtual_documents})


def hide_stub_paths(app: Sphinx, env: BuildEnvironment) -> None:
    """Name our documents as if they lay in the source folder: the search index publishes where each was read from."""
    del app
    add_documents(env.project, {name: Path(name + SUFFIX) for name in session_of(env).virtual_documents})


@contextmanager
def without_virtual(env: BuildEnvironment) -> Iterator[None]:
    """Let Sphinx know only the documents that the project has without us, until the end of the block."""
    names = session_of(env).virtual_documents
    env.project.docnames.difference_update(names)
    try:
        yield
    finally:
        env.project.docnames.update(names)


def _place_stub(app: Sphinx, name: str) -> Path:
    """Write the file that stands for a document, unless it is there."""
    # Where the doctrees lie below the documents, Sphinx would find the stubs too; it never looks into `_sources`.
    path = Path(app.doctreedir, "kwdocs", "_sources", name.replace("/", "_") + SUFFIX)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_STUB, encoding="utf-8")
    return path
