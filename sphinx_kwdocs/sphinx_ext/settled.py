"""Knows when a build has nothing to do, and keeps what such a build needs, so that nothing has to be joined for it."""

from __future__ import annotations

import marshal
import os
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from hashlib import blake2b
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx_kwdocs.sphinx_ext.builders import writes_pages
from sphinx_kwdocs.sphinx_ext.declared_events import KEYWORDS, has_listeners
from sphinx_kwdocs.sphinx_ext.domain import domain_of
from sphinx_kwdocs.sphinx_ext.forced import is_forced
from sphinx_kwdocs.sphinx_ext.kept_inventory import inventory_state, note_inventory
from sphinx_kwdocs.sphinx_ext.stamp import files_below, is_complete, kept_file
from sphinx_kwdocs.sphinx_ext.unfinished import documents_left
from sphinx_kwdocs.whole_files import with_checksum, without_checksum, write_whole

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.sphinx_ext.build import Build, Start
    from sphinx_kwdocs.sphinx_ext.kept_inventory import InventoryState
    from sphinx_kwdocs.sphinx_ext.public_objects import Object
    from sphinx_kwdocs.sphinx_ext.sight import Sight


@dataclass(frozen=True, slots=True)
class Settled:
    """The outcome of a build after which nothing was left to do."""

    look: str
    """The state of the project as it looked from outside; empty if that does not tell."""
    repository: str
    """The state of the repository and the settings."""
    documents: str
    """The state of the documents."""
    digest: str
    """The state of all pages."""
    names: tuple[str, ...]
    """The documents that are ours."""
    files: str
    """Stands for the names of the files below the folder of our pages."""
    summary: str
    """What was said of diagnostics."""
    inventory: InventoryState
    """The state of the inventory."""
    offered: bytes
    """What the inventory has of ours, in a form that costs nothing until somebody asks."""

    @property
    def objects(self) -> tuple[Object, ...]:
        """What the inventory has of ours."""
        return tuple(marshal.loads(self.offered))  # noqa: S302  the checksum of the file vouches for it


_settled: WeakKeyDictionary[BuildEnvironment, Settled] = WeakKeyDictionary()


def settled_of(env: BuildEnvironment) -> Settled | None:
    """Return the last outcome, if the running build has nothing to add to it."""
    return _settled.get(env)


def looks_settled(app: Sphinx, sight: Sight) -> Settled | None:
    """Return the last outcome if already a look from outside shows that there is nothing to do."""
    _settled.pop(app.env, None)
    found = _read(app) if sight.state and writes_pages(app.builder) else None
    if found is not None and found.look == sight.state and _is_complete(app, sight.config.root, found):
        _settled[app.env] = found
    return settled_of(app.env)


def is_settled(app: Sphinx, start: Start) -> bool:
    """Tell whether the last build left nothing to do, neither for us nor for Sphinx."""
    _settled.pop(app.env, None)
    # What listeners would add to the index is known only when they are asked.
    is_known = writes_pages(app.builder) and not has_listeners(app, KEYWORDS)
    found = _read(app) if is_known else None
    note_inventory(app.env, found.inventory if found else ("", ()))
    if found is None or is_forced(app) or found.repository != start.digest:
        return False
    if not _is_complete(app, start.config.root, found):
        return False
    if found.look != start.look:
        # Files have other times, and say the same: the next build need not read them to know that.
        found = replace(found, look=start.look)
        _write(app, found)
    _settled[app.env] = found
    return True


def unsettle(env: BuildEnvironment) -> None:
    """Take back that there is nothing to do."""
    _settled.pop(env, None)


def remember_outcome(app: Sphinx, start: Start, build: Build, summary: str) -> None:
    """Keep the outcome of a build in which everything was written."""
    if has_listeners(app, KEYWORDS):
        return
    _write(
        app,
        Settled(
            look=start.look,
            repository=start.digest,
            documents=domain_of(app.env).edition,
            digest=build.digest,
            names=tuple(build.document_names),
            files=_names_of_files(app, build.config.root),
            summary=summary,
            inventory=inventory_state(app.env),
            offered=marshal.dumps(build.objects),
        ),
    )


def _is_complete(app: Sphinx, root: str, found: Settled) -> bool:
    """Tell whether all is there that was written, and nothing has to be written anew."""
    return (
        found.documents == domain_of(app.env).edition
        and is_complete(app, found.digest)
        and _names_of_files(app, root) == found.files
        and app.env.all_docs.keys() >= set(found.names)
        and all(os.path.isfile(_doctree(app, name)) for name in found.names)  # noqa: PTH113  strings
        and not documents_left(app)
        and not list(app.builder.get_outdated_docs())
    )


def _read(app: Sphinx) -> Settled | None:
    try:
        found = Settled(*marshal.loads(without_checksum(kept_file(app, "settled").read_bytes())))  # noqa: S302  ours
        texts = (found.look, found.repository, found.documents, found.digest, found.files, found.summary, *found.names)
        state, look = found.inventory
        is_good = {str}.issuperset(map(type, (*texts, state))) and type(look) is tuple and type(found.names) is tuple
        is_good = is_good and type(found.offered) is bytes
    except (OSError, ValueError, TypeError, EOFError):
        return None
    return found if is_good else None


def _write(app: Sphinx, found: Settled) -> None:
    # Not `astuple`: it copies whatever it finds.
    values = tuple(getattr(found, item.name) for item in fields(found))
    with suppress(OSError):
        write_whole(kept_file(app, "settled"), with_checksum(marshal.dumps(values)))


def _names_of_files(app: Sphinx, root: str) -> str:
    names = sorted(files_below(os.path.join(app.outdir, root, "")))  # noqa: PTH118  a string
    return blake2b("\0".join(names).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def _doctree(app: Sphinx, name: str) -> str:
    return os.path.join(app.doctreedir, f"{name}.doctree")  # noqa: PTH118  a string
