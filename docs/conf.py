"""How Sphinx builds the documentation of sphinx-kwdocs; the extension indexes this repository with its own defaults."""

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
html_theme = "furo"
html_title = "sphinx-kwdocs"
nitpicky = True
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
