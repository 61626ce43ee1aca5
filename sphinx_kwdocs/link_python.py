"""Says of Python imports where they lead: which file and symbol of the repository, or that it is none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model import ImportLink

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.inference import LinkedFile
    from sphinx_kwdocs.model import FileFacts


def link_imports(facts: Mapping[str, FileFacts], linked: Mapping[str, LinkedFile]) -> dict[str, tuple[ImportLink, ...]]:
    """Return the meaning of every import of every file, of what linking the files gave."""
    found: dict[str, tuple[ImportLink, ...]] = {}
    for path, file in facts.items():
        here = linked.get(path) if file.imports else None
        if here is not None and here.imports:
            found[path] = tuple(ImportLink(item, *each) for item, each in zip(file.imports, here.imports, strict=True))
    return found
