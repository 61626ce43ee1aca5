"""Knows which documents have to be written again because what they show of the repository or of others is new.

What each showed is kept beside the doctrees, for every folder that is written to, and only of documents that really
were written: a build may be broken off, or be one of single documents.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING

from sphinx_kwdocs.memory.atomic_files import write_whole
from sphinx_kwdocs.sphinx_ext.authored.description_links import source_and_uses
from sphinx_kwdocs.sphinx_ext.authored.name_links import code_context, name_place
from sphinx_kwdocs.sphinx_ext.authored.role_targets import find
from sphinx_kwdocs.sphinx_ext.remembered.output_record import kept_file
from sphinx_kwdocs.sphinx_ext.session import build_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx.application import Sphinx

    from sphinx_kwdocs.model.documents import DocumentFacts
    from sphinx_kwdocs.model.page import Target
    from sphinx_kwdocs.sphinx_ext.state.build import BuildState


def connect(app: Sphinx) -> None:
    """Connect to the writing of documents."""
    written: set[str] = set()
    app.connect("doctree-resolved", lambda _app, _doctree, docname: written.add(docname))
    app.connect("build-finished", lambda app, exception: remember(app, written) if exception is None else None)


def changed_documents(app: Sphinx, build: BuildState) -> list[str]:
    """Return the documents that would be written otherwise now than they were."""
    known = _read(app)
    changed = [name for name, state in _states(build) if known.get(name) != state]
    if forgotten := known.keys() & changed:
        # Before they are written: whatever ends this build, the next one does not take them for what they were.
        _write(app, {name: state for name, state in known.items() if name not in forgotten})
    return changed


def remember(app: Sphinx, written: set[str]) -> None:
    """Keep what the documents show that were written; what others show is what it was."""
    build = build_of(app.env)
    if build is None or not written:
        return
    known = _read(app)
    states = {name: state if name in written else known.get(name, "") for name, state in _states(build)}
    written.clear()
    _write(app, states)


def _write(app: Sphinx, states: dict[str, str]) -> None:
    path = kept_file(app, "shown")
    try:
        write_whole(path, json.dumps(states).encode())
    except OSError:
        # An old one would vouch for documents that it knows nothing of.
        with suppress(OSError):
            path.unlink()


def _read(app: Sphinx) -> dict[str, str]:
    try:
        content = json.loads(kept_file(app, "shown").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _states(build: BuildState) -> Iterator[tuple[str, str]]:
    """Yield every document with what changes when it would show something else."""

    @cache
    def place(target: str, context: str) -> object:
        where, title = name_place(build, target, context)
        return _address(build, where), title

    for name, facts in build.facts.items():
        state = blake2b(digest_size=8)
        for part in _shown_in(name, facts, build, place):
            state.update(repr(part).encode("utf-8", "backslashreplace"))
        yield name, state.hexdigest()
    yield from ((name, build.digest) for name in build.document_names)


def _shown_in(
    docname: str, facts: DocumentFacts, build: BuildState, place: Callable[[str, str], object]
) -> Iterator[object]:
    documentation = build.documentation
    for role, text in facts.roles:
        found = find(build, role, text, docname)
        yield role, text, found and (_address(build, found.target), found.hint)
    for text, target in documentation.links.get(docname, {}).items():
        yield text, place(target, text)
    for anchor, target in documentation.described.get(docname, {}).items():
        yield anchor, *(_address(build, each) for each in source_and_uses(build, target))
    context = code_context(facts)
    for names in documentation.samples.get(docname, ()):
        for name in names:
            yield name, place(name.target, context) if name.target else build.externals(name.external)
    if facts.embeds:
        yield build.digest


def _address(build: BuildState, target: Target | None) -> object:
    """Return a target with the address of its page, which may change while the target does not."""
    return target and (target, build.addresses.get(target.key))
