"""What rules found in a file that see the whole Index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Table
from sphinx_kwdocs.model.page import Section
from sphinx_kwdocs.pages._finding_cells import finding_cells, finding_heads
from sphinx_kwdocs.pages._phrases_and_links import line_link
from sphinx_kwdocs.pages._site import FileSection
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from sphinx_kwdocs.pages._site import Site


def write(site: Site, path: str) -> Section | None:
    """List what was found, each with its line."""
    rows = tuple(
        ((line_link(path, item.line),) if item.line else (), *finding_cells(item))
        for item in site.index.findings.get(path, ())
    )
    return Section("findings", _("Findings"), (Table((_("Where"), *finding_heads()), rows),)) if rows else None


SECTION = FileSection("findings", 110, write)
