"""Finds the sections of a file's documentation; each stands in a module of its own with one constant, `SECTION`.

A section with nothing true to say is left out. Their numbers, from 10 to 140, say in which order they stand; 80 to 100
are left for what may be said of patterns, speed and safety.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Paragraph
from sphinx_kwdocs.model.page import Section
from sphinx_kwdocs.pages._site import FileSection
from sphinx_kwdocs.plugins import Plugins, load_plugins, own_plugins
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_kwdocs.pages._site import Site


def file_sections(site: Site, path: str) -> tuple[Section, ...]:
    """Return the sections of a file's documentation, in the order that every file's page keeps."""
    return site.sections.of(path, lambda: tuple(_written(site, path)))


@cache
def all_sections() -> tuple[FileSection, ...]:
    """Return what writes sections, in their order; of equal numbers ours come first."""
    return tuple(sorted([*_own_sections().values(), *added_sections().items.values()], key=lambda item: item.order))


@cache
def added_sections() -> Plugins[FileSection]:
    """Return what other packages add."""
    return load_plugins("sphinx_kwdocs.sections", FileSection, _own_sections(), _fault)


@cache
def _own_sections() -> Mapping[str, FileSection]:
    return own_plugins(__name__, __path__, "SECTION")


def _fault(section: FileSection) -> str:
    order: object = section.order
    if not isinstance(order, int):
        return f"has the order {order!r}, but must have a whole number"
    write: object = section.write
    return "" if callable(write) else "has a `write` that cannot be called"


def _written(site: Site, path: str) -> Iterator[Section]:
    added = added_sections().items
    for item in all_sections():
        section = _added(item, site, path) if item.name in added else item.write(site, path)
        if section is not None:
            yield section


def _added(item: FileSection, site: Site, path: str) -> Section | None:
    """Return a section of another package; one that fails says so in its place."""
    try:
        section = item.write(site, path)
        if section is None or (isinstance(section, Section) and section.anchor == item.name):
            return section
        error: Exception = TypeError(f"{section!r} is no Section with the anchor {item.name}")
    except Exception as raised:  # noqa: BLE001  whatever another package does, the build goes on
        error = raised
    text = _("This section could not be made, which is a defect of the package that adds it: {error}")
    said = text.format(error=shown(f"{type(error).__name__}: {error}"))
    return Section(item.name, item.name, (Paragraph((said,)),))
