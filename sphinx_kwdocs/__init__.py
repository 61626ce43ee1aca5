"""A Sphinx extension that gives every file, folder and name of a repository a page and a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__version__ = "0.1.0"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension with Sphinx."""
    from sphinx_kwdocs.sphinx_ext import connect

    return connect(app)
