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
kwdocs_exclude = ["tests/cases/"]
html_theme = "furo"
html_title = "sphinx-kwdocs"
nitpicky = True
myst_enable_extensions = ["deflist"]
# The arrows of the diagrams, which pdflatex does not know.
latex_elements = {
    "preamble": (
        r"\usepackage{pmboxdraw}"
        r"\DeclareUnicodeCharacter{25BA}{\ensuremath{\blacktriangleright}}"
        r"\DeclareUnicodeCharacter{25C4}{\ensuremath{\blacktriangleleft}}"
        r"\DeclareUnicodeCharacter{25B2}{\ensuremath{\blacktriangle}}"
        r"\DeclareUnicodeCharacter{25BC}{\ensuremath{\blacktriangledown}}"
    )
}
myst_heading_anchors = 3
