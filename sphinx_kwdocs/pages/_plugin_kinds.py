"""Takes in the kinds of pages that other packages add: which pages they have, their frame, and what if one fails."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Link, Paragraph
from sphinx_kwdocs.model.page import DOCUMENT, Page, PageForm, Target
from sphinx_kwdocs.pages._file_page import file_page
from sphinx_kwdocs.pages._folder_page import folder_page
from sphinx_kwdocs.pages._own_kinds import own_kinds
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.plugins import Plugins, load_plugins
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from sphinx_kwdocs.model.blocks import Block
    from sphinx_kwdocs.model.page import Section
    from sphinx_kwdocs.pages._site import Site

SCOPES = ("file", "folder", "site")


@cache
def added_kinds() -> Plugins[PageKind]:
    """Return the kinds of pages of other packages."""
    return load_plugins("sphinx_kwdocs.pages", PageKind, {*own_kinds(), DOCUMENT}, _fault)


def _fault(kind: PageKind) -> str:
    form: object = kind.form
    if not isinstance(form, PageForm) or form.scope not in SCOPES or not form.heading:
        return f"has the form {form!r}, but must have a PageForm with a heading and a scope of {', '.join(SCOPES)}"
    return "" if callable(kind.keys) and callable(kind.build) else "has `keys` or `build` that cannot be called"


def added_keys(site: Site, kind: PageKind, report: Callable[[str, str], None]) -> tuple[Target, ...]:
    """Return the pages of a kind that another package adds; those that cannot be are reported and left out."""
    try:
        named = tuple(dict.fromkeys(kind.keys(site)))
    except Exception as error:  # noqa: BLE001  whatever another package does, the build goes on
        report("plugin", f"the pages {kind.name!r} are left out: {type(error).__name__}: {error}")
        return ()
    known: Collection[str] = {"file": site.index.files, "folder": site.index.folders, "site": ("",)}[kind.form.scope]
    good = tuple(_good_keys(named, kind, known))
    known_good = set(good)
    if lost := [key for key in named if key not in known_good]:
        said = f"of the pages {kind.name!r}, {len(lost)} cannot be made, first {lost[0]!r}"
        report("plugin", f"{said}: each must be a Target of that kind, of a {kind.form.scope}, its first part too")
    return good


def _good_keys(keys: Iterable[object], kind: PageKind, known: Collection[str]) -> Iterator[Target]:
    first: set[str] = set()
    for key in keys:
        if not isinstance(key, Target) or key.kind != kind.name or key.anchor or key.path not in known:
            continue
        if key.part == 0:
            first.add(key.path)
        # A page links to the first part of another; and the first part comes first.
        if key.part >= 0 and key.path in first:
            yield key


def make_page(site: Site, key: Target, lead: tuple[Block, ...] = (), sections: tuple[Section, ...] = ()) -> Page:
    """Put a page together: its title, the way to it, and links to the other pages about the same file or folder."""
    form = site.kinds[key.kind].form
    if form.scope == "file":
        return file_page(site, key, lead, sections)
    if form.scope == "folder":
        return folder_page(site, key, lead, sections)
    heading = _(form.heading)
    return Page(key, heading, heading, "", lead, sections, parents=(Link(Target("index"), site.title),))


def failed_page(site: Site, key: Target, error: Exception) -> Page:
    """Return what stands in the place of a page whose builder failed."""
    text = _("This page could not be made, which is a defect of the package that adds it: {error}")
    said = text.format(error=shown(f"{type(error).__name__}: {error}"))
    return make_page(site, key, (Paragraph((said,)),))
