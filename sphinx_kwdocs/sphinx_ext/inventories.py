"""Finds the pages of names outside the repository, in the inventories that the project has set for intersphinx."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx

    from sphinx_kwdocs.render.urls import ExternalUrls

_ROLES = ("class", "function", "exception", "method", "data", "module", "attribute", "property", "type")


def external_urls(app: Sphinx) -> ExternalUrls:
    """Return what finds the URL of a name, by the inventories that are loaded; without any, nothing is found."""
    from sphinx_kwdocs.render.urls import ExternalPlace, no_externals

    inventory = _inventory(app)
    groups = [group for role in _ROLES if (group := inventory.get(f"py:{role}"))]
    if not groups:
        return no_externals

    def find(name: str) -> ExternalPlace | None:
        for group in groups:
            item = group.get(name)
            if item is not None:
                project, version, url = _parts(item)
                # A relative one would lead elsewhere from every folder.
                title = _("{name} (in {project})").format(name=name, project=f"{project} {version}".rstrip())
                return ExternalPlace(url, title) if "://" in url else None
        return None

    return find


def inventory_state(app: Sphinx) -> str:
    """Return what changes when other inventories are loaded."""
    state = blake2b(digest_size=16)
    for role, group in sorted(_inventory(app).items()):
        for name, item in sorted(group.items()):
            state.update(repr((role, name, _parts(item))).encode("utf-8", "backslashreplace"))
    return state.hexdigest()


def _inventory(app: Sphinx) -> Mapping[str, Mapping[str, Any]]:
    if "sphinx.ext.intersphinx" not in app.extensions:
        return {}
    from sphinx.ext.intersphinx import InventoryAdapter

    return InventoryAdapter(app.env).main_inventory


def _parts(item: Any) -> tuple[str, str, str]:  # noqa: ANN401  a tuple before Sphinx 8.2, then an object
    """Return project, version and URL of an inventory's item."""
    if isinstance(item, tuple):
        return item[0], item[1], item[2]
    return item.project_name, item.project_version, item.uri
