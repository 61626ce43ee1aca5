"""Knows whether everything is to be written again, whatever is known of it: `sphinx-build -a` asks for that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakSet

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

_forced: WeakSet[Builder] = WeakSet()


def connect(app: Sphinx) -> None:
    """Listen to what is asked of the builder; there is no event for it."""
    app.connect("builder-inited", _listen)


def is_forced(app: Sphinx) -> bool:
    """Tell whether the running build was asked to write everything."""
    return app.builder in _forced


def _listen(app: Sphinx) -> None:
    builder: Any = app.builder
    build_all = builder.build_all

    def note_and_build_all() -> None:
        _forced.add(builder)
        try:
            build_all()
        finally:
            _forced.discard(builder)

    builder.build_all = note_and_build_all
