"""Finds plug-ins: ours by their presence in a folder, those of other packages through entry points."""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from importlib.metadata import EntryPoint

GROUPS: Mapping[str, str] = {
    "sphinx_kwdocs.languages": "A `Language`: reads the files whose names match its patterns, before any of ours.",
    "sphinx_kwdocs.rules": "A `Rule`, which looks at every text file as it is read, or an `IndexRule`, which sees "
    "the whole Index. What they find is on the page of diagnostics, and that of the latter on pages of files too.",
    "sphinx_kwdocs.pages": "A `PageKind`: a further page for files, for folders or for the whole site.",
    "sphinx_kwdocs.sections": "A `FileSection`: a further section in the documentation of every file.",
    "sphinx_kwdocs.exports": "An `Export`: a format in which `sphinx-kwdocs index` writes the Index.",
}
"""The groups of entry points, each with what its entry points must name; the reference page is made from this."""

_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")


class Named(Protocol):
    """What every plug-in has."""

    @property
    def name(self) -> str:
        """The word used in data."""


Item = TypeVar("Item", bound=Named)


class Plugins(NamedTuple, Generic[Item]):
    """What all packages add to one group."""

    items: Mapping[str, Item]
    """What can be used, by name, in the order of entry points' names."""
    problems: tuple[str, ...]
    """What is the matter with the others, each a sentence that names its entry point."""


def load_plugins(
    group: str,
    wanted: type[Item] | tuple[type[Item], ...],
    taken: Collection[str],
    fault: Callable[[Item], str] | None = None,
) -> Plugins[Item]:
    """Load a group's entry points; one that cannot be used costs nobody else anything.

    An item must be a `wanted`, or one of several, and have a name that is not `taken`; and `fault` must find nothing to
    say about it.
    """
    classes = wanted if isinstance(wanted, tuple) else (wanted,)
    items: dict[str, Item] = {}
    problems: list[str] = []
    for point in _points().get(group, ()):
        try:
            item = point.load()
            said = _fault(item, classes, {*taken, *items}) or (fault(item) if fault else "")
        except Exception as error:  # noqa: BLE001  whatever another package does, the build goes on
            said = f"cannot be loaded: {type(error).__name__}: {error}"
        if said:
            problems.append(f"the entry point {point.name} = {point.value} of {group} {said}; it is not used")
        else:
            items[item.name] = item
    return Plugins(items, tuple(problems))


def own_plugins(package: str, folder: Iterable[str], constant: str) -> Mapping[str, Any]:
    """Return what the public modules of a package of ours declare by a constant of this name, by name."""
    modules = sorted(info.name for info in pkgutil.iter_modules(folder) if not info.name.startswith("_"))
    items = [getattr(importlib.import_module(f"{package}.{module}"), constant) for module in modules]
    return {item.name: item for item in items}


def installed_plugins() -> Iterator[tuple[str, str, str]]:
    """Yield group, value and version of the package of every entry point, used or not; none is loaded for that."""
    for group, points in _points().items():
        for point in points:
            yield group, point.value, point.dist.version if point.dist else ""


def _fault(item: object, wanted: tuple[type[Named], ...], taken: Collection[str]) -> str:
    if not isinstance(item, wanted):
        return f"is a {type(item).__name__}, but must be a {' or a '.join(each.__name__ for each in wanted)}"
    if not isinstance(item.name, str) or not _NAME.fullmatch(item.name):
        return f"has the name {item.name!r}, but must have one of small letters, digits, hyphens and underscores"
    return f"has the name {item.name!r}, which is taken" if item.name in taken else ""


@cache
def _points() -> Mapping[str, tuple[EntryPoint, ...]]:
    # Asking for one group costs as much as for all: the files of every installed package are read.
    found = entry_points()
    return {
        group: tuple(sorted(points, key=lambda point: (point.name, point.value)))
        for group in GROUPS
        if (points := found.select(group=group))
    }
