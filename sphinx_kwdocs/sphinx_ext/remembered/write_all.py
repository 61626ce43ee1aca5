"""Knows whether everything is to be written again, whatever is known of it: `sphinx-build -a` asks for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.sphinx_ext.patches import note_when_all_is_asked_for
from sphinx_kwdocs.sphinx_ext.session import session_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def connect(app: Sphinx) -> None:
    """Listen to what is asked of the builder; there is no event for it."""
    app.connect("builder-inited", _listen)


def is_forced(app: Sphinx) -> bool:
    """Tell whether the running build was asked to write everything."""
    return session_of(app.env).writes_all


def _listen(app: Sphinx) -> None:
    session = session_of(app.env)

    def note(is_forced: bool) -> None:
        session.writes_all = is_forced

    note_when_all_is_asked_for(app.builder, note)
