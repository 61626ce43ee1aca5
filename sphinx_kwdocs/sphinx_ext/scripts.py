"""Writes the data that pages load: what folders hold, and the names of symbols; each kind if it is out of date."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.render.folder_data import folder_scripts
from sphinx_kwdocs.render.symbol_data import symbol_scripts
from sphinx_kwdocs.sphinx_ext.page_writer import WrittenGroup
from sphinx_kwdocs.watch import ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from sphinx_kwdocs.model import Index
    from sphinx_kwdocs.render.urls import Urls
    from sphinx_kwdocs.sphinx_ext.build import Build
    from sphinx_kwdocs.sphinx_ext.output import Output


class _Kind(NamedTuple):
    """Scripts that are made together."""

    make: Callable[[Index, Urls], Iterator[tuple[str, str]]]
    """Makes them, each with its address."""
    source: tuple[str, str]
    """What they are made from, by aspect and key."""


SCRIPTS = {
    "folder scripts": _Kind(folder_scripts, ("folders", ALL)),
    "symbol scripts": _Kind(symbol_scripts, ("names", ALL)),
}
"""The kinds of scripts, by the name of their group."""


def write_scripts(build: Build, urls: Urls, output: Output, outdated: Container[str]) -> None:
    """Write the scripts of the groups that are out of date."""
    for group, kind in SCRIPTS.items():
        if group in outdated:
            made = kind.make(build.site.index, urls)
            scripts = {f"{build.config.root}/{address}": script for address, script in made}
            output.plan(scripts)
            files = {name: output.write(name, script) for name, script in scripts.items()}
            output.complete(WrittenGroup(group, (kind.source,), files))
