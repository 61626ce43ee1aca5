"""Writes the place of the field in which a reader types the name of a symbol; a script makes it a field."""

from __future__ import annotations

from sphinx_kwdocs.render.characters import text_to_html
from sphinx_kwdocs.translation import _


def symbol_finder(scripts: str) -> str:
    """Return a label that is hidden where scripts do not run; `scripts` is the URL of the folder with all names."""
    label = text_to_html(_("Go to symbol"))
    return f'<label class="kw-find" data-kw-symbols="{scripts}" hidden>{label}</label>\n'
