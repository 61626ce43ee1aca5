"""Keeps the inventory from being written when it would be what it is: to compress a large one takes half a second."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import INVENTORY_FILENAME

from sphinx_kwdocs.digests import sum_up
from sphinx_kwdocs.sphinx_ext.builders import writes_pages
from sphinx_kwdocs.sphinx_ext.patches import write_inventory_through
from sphinx_kwdocs.sphinx_ext.remembered.output_record import stat_signature
from sphinx_kwdocs.sphinx_ext.session import session_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx


def write_inventory_if_changed(app: Sphinx) -> None:
    """Let the builder write the inventory only if it is not the one that was written last."""
    session = session_of(app.env)
    if not writes_pages(app.builder) or not session.is_first("write inventory if changed"):
        return
    file = Path(app.outdir, INVENTORY_FILENAME)

    def write(dump: Callable[[], None]) -> None:
        if session.outcome is not None and file.exists():
            return
        source = _source(app)
        if session.inventory != (source, stat_signature(file)):
            dump()
        session.inventory = source, stat_signature(file)

    write_inventory_through(app.builder, write)


def _source(app: Sphinx) -> str:
    """Sum up all that Sphinx makes an inventory from."""
    config, builder = app.config, app.builder
    addresses = [builder.get_target_uri(name) for name in ("a", "a/index", "a b")]
    # Sorted, as Sphinx writes them: a document that is read again changes only the order in which they come.
    objects = [sum_up((domain.name, sorted(domain.get_objects()))) for domain in app.env.domains.sorted()]
    return sum_up((config.project, config.version, addresses, objects)).hex()
