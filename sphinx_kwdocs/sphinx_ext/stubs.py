"""Makes documents known to Sphinx that have no file in the source folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx_kwdocs.sphinx_ext import SUFFIX

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_STUB = "This document is made by sphinx-kwdocs from the repository.\n"
_announced: WeakKeyDictionary[BuildEnvironment, tuple[str, ...]] = WeakKeyDictionary()


def announce(app: Sphinx, env: BuildEnvironment, names: Iterable[str]) -> None:
    """Add documents to those that Sphinx found, each with a file to be read from."""
    _announced[env] = tuple(names)
    add_to_project(env, {name: _place_stub(app, name) for name in _announced[env]})


def hide_stubs(app: Sphinx, env: BuildEnvironment) -> None:
    """Name our documents as if they lay in the source folder: the search index publishes where each was read from."""
    del app
    add_to_project(env, {name: Path(name + SUFFIX) for name in _announced.get(env, ())})


def add_to_project(env: BuildEnvironment, paths: dict[str, Path]) -> None:
    """Tell Sphinx of documents that lie outside of the source folder.

    The one place that touches what Sphinx keeps to itself: `Project._docname_to_path`, in which `doc2path` looks up
    where a document is read from. `test_documents.py` names it too.
    """
    env.project.docnames.update(paths)
    for name, path in paths.items():
        env.project._docname_to_path[name] = path  # noqa: SLF001  see the docstring


def _place_stub(app: Sphinx, name: str) -> Path:
    """Write the file that stands for a document, unless it is there."""
    # Where the doctrees lie below the documents, Sphinx would find the stubs too; it never looks into `_sources`.
    path = Path(app.doctreedir, "kwdocs", "_sources", name.replace("/", "_") + SUFFIX)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_STUB, encoding="utf-8")
    return path
