"""Finds what other packages add, through the entry points that they declare: languages, rules and kinds of pages."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import NamedTuple

GROUPS = {
    "languages": "sphinx_kwdocs.languages",
    "rules": "sphinx_kwdocs.rules",
    "pages": "sphinx_kwdocs.pages",
}
"""The groups of entry points, by what they add."""


class Plugin(NamedTuple):
    """Something that another package adds."""

    name: str
    """The entry point, as messages name it: `package.module:NAME`."""
    version: str
    """The version of the package that it comes from."""
    item: object
    """What it is."""


class Plugins(NamedTuple):
    """What all packages add to one group."""

    found: tuple[Plugin, ...]
    """What can be used, by name."""
    problems: tuple[str, ...]
    """What is the matter with the others."""


@cache
def load_plugins(group: str, wanted: type) -> Plugins:
    """Load a group's entry points; one that cannot be loaded or is no `wanted` costs nobody else anything."""
    found: list[Plugin] = []
    problems: list[str] = []
    for point in sorted(entry_points(group=GROUPS[group]), key=lambda point: (point.name, point.value)):
        version = point.dist.version if point.dist else ""
        try:
            item = point.load()
        except Exception as error:  # noqa: BLE001  whatever another package does, the build goes on
            problems.append(
                f"the entry point {point.name} = {point.value} of {point.group} cannot be loaded: {error!r}"
            )
            continue
        if isinstance(item, wanted):
            found.append(Plugin(point.value, version, item))
        else:
            said = f"is a {type(item).__name__}, but must be a {wanted.__module__}.{wanted.__name__}"
            problems.append(f"the entry point {point.name} = {point.value} of {point.group} {said}")
    return Plugins(tuple(found), tuple(problems))
