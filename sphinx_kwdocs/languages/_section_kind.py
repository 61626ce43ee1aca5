"""The kind of what prose files define: headings. All prose languages have it."""

from __future__ import annotations

from sphinx_kwdocs.model.plugin_records import Kind
from sphinx_kwdocs.model.vocabulary import SECTION
from sphinx_kwdocs.translation import N_, NN_

KINDS = (
    Kind(
        SECTION,
        N_("section"),
        N_("Sections"),
        "Prose: a heading.",
        is_code=False,
        counted=NN_("{number} section", "{number} sections"),
        order=900,
    ),
)
"""It comes behind what code defines."""
