"""Finds our kinds of pages; each stands in a module of this folder with one constant, `PAGE`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.model.page import PageKindName
    from sphinx_kwdocs.pages._site import PageKind

_PACKAGE = __name__.rpartition(".")[0]


@cache
def own_kinds() -> Mapping[PageKindName, PageKind]:
    """Return our kinds of pages by name, in the order in which they get their addresses."""
    found = pkgutil.iter_modules([str(Path(__file__).parent)])
    names = [info.name for info in found if not info.name.startswith("_") and not info.ispkg]
    kinds: list[PageKind] = [importlib.import_module(f"{_PACKAGE}.{name}").PAGE for name in names]
    return {kind.name: kind for kind in sorted(kinds, key=lambda kind: kind.order)}
