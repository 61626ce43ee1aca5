"""Lists what the site has to offer to other projects and to Sphinx's search: files, folders, public names, keywords."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_kwdocs.model.page import Target, symbol_anchor
from sphinx_kwdocs.sphinx_ext.builders import makes_folders, writes_pages
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.sphinx_ext.state.build import BuildState

_PRIORITY = re.compile(r"-?\d+")
"""What tells those who read a line of an inventory where the name has ended: it stands behind the kind."""
IN_SEARCH = 2
"""Sphinx's priority of a result that stands behind what authors describe themselves."""
NOT_IN_SEARCH = -1
"""Sphinx's priority of what only inventories have."""

Object = tuple[str, str, str, str, str, int]
"""Name, name to show, type, document, anchor and priority, as Sphinx asks for them."""


def objects(build: BuildState) -> Iterator[Object]:
    """Yield everything public."""
    if writes_pages(build.builder):
        yield from _on_pages(build)
    taken: set[str] = set()
    for word, passage in build.documentation.words:
        # Sphinx's search has the terms of glossaries already, and entries of the index are for this site's readers.
        for name in (word.text, *word.aliases) if word.kind != "index-entry" else ():
            if name not in taken and _fits_inventory(name):
                taken.add(name)
                priority = 1 if word.kind == "concept" else NOT_IN_SEARCH
                yield name, name, "keyword", passage.document, passage.anchor, priority


def _on_pages(build: BuildState) -> Iterator[Object]:
    """Yield what has a page of ours; builders that join all documents, or make no site, have none of these."""
    index = build.site.index
    for path in index.files:
        if _fits_inventory(path):
            yield path, path, "file", page_of(build, Target("docs", path)), "", NOT_IN_SEARCH
    for path in index.folders:
        name = f"{path}/"
        if _fits_inventory(name):
            yield name, name, "folder", page_of(build, Target("index", path)), "", NOT_IN_SEARCH
    pages: dict[str, str] = {}
    kind = symbol_page_kind(build)
    for name, symbol in build.public.items():
        if _fits_inventory(name):
            priority = IN_SEARCH if symbol.id in build.searched else NOT_IN_SEARCH
            page = pages.get(symbol.path)
            if page is None:
                page = pages[symbol.path] = page_of(build, Target(kind, symbol.path))
            is_keyword = kind == "kw"
            anchor = symbol_anchor(symbol.qualname) if is_keyword else f"L{index.symbols[symbol.id].span.line}"
            yield name, name, "symbol", page, anchor, priority


def symbol_page_kind(build: BuildState) -> str:
    """Return the kind of page that names lead to."""
    return "kw" if "kw" in build.site.choices.kinds else "docs"


def page_of(build: BuildState, key: Target) -> str:
    """Return a page's name in the form in which Sphinx's inventory and search make a URL of it."""
    name = build.page_name(key)
    return quote(name) if makes_folders(build.builder) else name


def _fits_inventory(name: str) -> bool:
    """Tell whether a name is read from a line of an inventory as it was written."""
    if name.isascii() and name.isprintable() and " " not in name:
        return True  # as nearly all do
    if name != shown(name) or not name.isprintable():
        return False
    # A line has no quotes: in `notes 2 final` the number would be taken for a priority.
    words = name.split()
    first = 1 if name.startswith("  ") else 2
    return name == name.rstrip() and not any(_PRIORITY.fullmatch(word) for word in words[first:])
