"""Writes the data that pages load: what folders hold, and the names of symbols; each kind if it is out of date."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.memory.recording import WHOLE_ASPECT
from sphinx_kwdocs.render.folder_data import folder_scripts
from sphinx_kwdocs.render.symbol_data import is_parted, letter_script, script_letter, symbol_scripts
from sphinx_kwdocs.sphinx_ext.remembered.output_folder import WrittenGroup

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.render.urls import Urls
    from sphinx_kwdocs.sphinx_ext.remembered.output_folder import Output
    from sphinx_kwdocs.sphinx_ext.state.build import BuildState


class _Kind(NamedTuple):
    """Scripts that are made together."""

    make: Callable[[Index, Urls, Container[str]], Iterator[tuple[str, str]]]
    """Makes them, each with its address, without those of letters that are known."""
    source: tuple[str, str]
    """What they are made from, by aspect and key."""
    letters: str = ""
    """The aspect that tells whether those of a letter are another, if they are made letter by letter."""


SCRIPTS = {
    "folder scripts": _Kind(lambda index, urls, _known: folder_scripts(index, urls), ("folders", WHOLE_ASPECT)),
    "symbol scripts": _Kind(symbol_scripts, ("names", WHOLE_ASPECT), "initials"),
}
"""The kinds of scripts, by the name of their group."""
_TO_LINES = {
    **SCRIPTS,
    # Lines move without any name being another.
    "symbol scripts": _Kind(partial(symbol_scripts, to_lines=True), ("symbols", WHOLE_ASPECT)),
}
"""The same where names have no pages but those of their files."""


def write_scripts(build: BuildState, urls: Urls, output: Output, outdated: Container[str]) -> None:
    """Write the scripts of the groups that are out of date."""
    index, root = build.site.index, f"{build.config.root}/"
    for group, kind in (SCRIPTS if "kw" in build.config.pages else _TO_LINES).items():
        if group in outdated:
            kept = _kept(output, group, kind, root) if kind.letters and is_parted(index) else {}
            known = {script_letter(name.removeprefix(root)) for name in kept}
            scripts = {root + address: script for address, script in kind.make(index, urls, known)}
            output.plan(scripts)
            files = {name: output.write(name, script) for name, script in scripts.items()}
            output.complete(WrittenGroup(group, (kind.source,), kept | files))


def _kept(output: Output, group: str, kind: _Kind, root: str) -> dict[str, bytes]:
    """Return the scripts of letters that are what they were, with their digests."""
    changed = output.changed(kind.letters)
    # What begins with none of these may be spelled with any.
    if "" in changed:
        return {}
    found: dict[str, dict[str, bytes]] = {}
    for name, digest in output.given_up(group).items():
        found.setdefault(script_letter(name.removeprefix(root)), {})[name] = digest
    return {
        name: digest
        for letter, files in found.items()
        # Where all were in one script, or all began alike, none was of a single letter.
        if letter and letter not in changed and f"{root}{letter_script(letter)}" in files and output.has(files)
        for name, digest in files.items()
    }
