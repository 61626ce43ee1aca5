"""A Sphinx extension that gives every file, folder and name of a repository a page and a link."""

import sys

# `python -m sphinx_kwdocs` puts the working folder first on the path, and that is a repository whose files are read and
# never run. Nothing may be imported before this, hence no `from __future__`.
if (
    getattr(sys, "argv", None)
    and sys.argv[0] == "-m"
    and not sys.flags.safe_path
    and any(argument.removeprefix("-m").partition(".")[0] == __name__ for argument in sys.orig_argv)
):
    del sys.path[0]

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__version__ = "0.1.0"


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Register the extension with Sphinx."""
    from sphinx_kwdocs.sphinx_ext import connect

    return connect(app)
