"""Finds the formats in which the Index is written; each stands in a module of its own with one constant, `EXPORT`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.plugin_records import Export
from sphinx_kwdocs.plugins import Plugins, load_plugins, own_plugins

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def all_exports() -> Mapping[str, Export]:
    """Return every format by name, those of other packages last."""
    return {**_own_exports(), **added_exports().items}


@cache
def added_exports() -> Plugins[Export]:
    """Return the formats of other packages."""
    return load_plugins("sphinx_kwdocs.exports", Export, _own_exports(), _fault)


@cache
def _own_exports() -> Mapping[str, Export]:
    return own_plugins(__name__, __path__, "EXPORT")


def _fault(export: Export) -> str:
    write: object = export.write
    return "" if callable(write) else "has a `write` that cannot be called"
