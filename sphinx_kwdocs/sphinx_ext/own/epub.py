"""Keeps what we remember from build to build out of EPUB books, which hold whatever lies in their output folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_kwdocs.sphinx_ext.session import session_of
from sphinx_kwdocs.sphinx_ext.settings import own_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx


def connect(app: Sphinx) -> None:
    """Connect to the event behind which Sphinx looks at what lies in the output folder."""
    app.connect("html-collect-pages", _exclude_own_files)


def _exclude_own_files(app: Sphinx) -> tuple[()]:
    """Name our files among those that are no part of the book, if doctrees lie within its folder.

    Sphinx warns of each file whose type it does not know; of its own doctrees too, which are left to it.
    """
    if app.builder.name == "epub" and Path(app.doctreedir).is_relative_to(app.outdir):
        own = [os.path.relpath(path, app.outdir) for path in _own_files(app)]
        app.config.epub_exclude_files = [*app.config.epub_exclude_files, *own]
    return ()


def _own_files(app: Sphinx) -> Iterator[Path]:
    yield from (path for path in sorted(own_folder(app).rglob("*")) if path.is_file())
    yield from (Path(app.doctreedir, f"{name}.doctree") for name in session_of(app.env).virtual_documents)
