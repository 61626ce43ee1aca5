"""How Sphinx builds the documentation of sphinx-kwdocs, with the extension indexing this repository."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from sphinx_kwdocs import __version__

project = "sphinx-kwdocs"
author = "the sphinx-kwdocs authors"
project_copyright = author
release = __version__
extensions = ["myst_parser", "sphinx_kwdocs", "from_code"]
exclude_patterns = ["_build"]
# The cases that languages are tested with: code that is nobody's, and lists of what was found in it.
kwdocs_exclude = ["tests/languages/", "tests/references/"]
html_theme = "furo"
html_title = "sphinx-kwdocs"
nitpicky = True
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
