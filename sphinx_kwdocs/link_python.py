"""Says of Python imports where they lead: which file and symbol of the repository, or that it is none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model import ImportLink

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.inference import Resolver
    from sphinx_kwdocs.link_modules import ModuleMap
    from sphinx_kwdocs.model import FileFacts, Import


def link_imports(
    facts: Mapping[str, FileFacts], modules: ModuleMap, resolver: Resolver
) -> dict[str, tuple[ImportLink, ...]]:
    """Find the meaning of every import of every file."""
    found: dict[str, tuple[ImportLink, ...]] = {}
    for path, file in facts.items():
        if file.imports:
            found[path] = tuple(
                _link(item, number, path, modules, resolver) for number, item in enumerate(file.imports)
            )
    return found


def _link(item: Import, number: int, path: str, modules: ModuleMap, resolver: Resolver) -> ImportLink:
    module = resolver.imported_module(path, item)
    named = resolver.imported(path, number) if item.name not in {"", "*"} else ""
    if "#" in named:
        # The symbol may stand in another file than the module that hands it on.
        return ImportLink(item, "repository", module, named)
    if named or module:
        return ImportLink(item, "repository", named or module)
    origin = "missing" if item.level else modules.origin_of_missing(modules.root_of(path), item.module)
    return ImportLink(item, origin)
