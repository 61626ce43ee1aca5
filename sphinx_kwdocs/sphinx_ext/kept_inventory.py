"""Keeps the inventory from being written when it would be what it is: to compress a large one takes half a second."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakSet

from sphinx.builders.html import INVENTORY_FILENAME

from sphinx_kwdocs.digests import sum_up
from sphinx_kwdocs.sphinx_ext.stamp import look_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

InventoryState = tuple[str, tuple[int, ...]]
"""What an inventory was made from, and the size and times of the file."""

_states: WeakKeyDictionary[BuildEnvironment, InventoryState] = WeakKeyDictionary()
_careful: WeakSet[Builder] = WeakSet()


def inventory_state(env: BuildEnvironment) -> InventoryState:
    """Return the state of the inventory that was written last, as far as that is known."""
    return _states.get(env, ("", ()))


def note_inventory(env: BuildEnvironment, state: InventoryState) -> None:
    """Take note of the state of the inventory that was written last."""
    _states[env] = state


def dump_if_changed(app: Sphinx) -> None:
    """Let the builder write the inventory only if it is not the one that was written last."""
    builder: Any = app.builder
    if builder in _careful:
        return
    _careful.add(builder)
    dump = builder.dump_inventory
    file = Path(app.outdir, INVENTORY_FILENAME)

    def dump_inventory() -> None:
        source = _source(app)
        if inventory_state(app.env) != (source, look_of(file)):
            dump()
        note_inventory(app.env, (source, look_of(file)))

    builder.dump_inventory = dump_inventory


def _source(app: Sphinx) -> str:
    """Sum up all that Sphinx makes an inventory from."""
    config, builder = app.config, app.builder
    addresses = [builder.get_target_uri(name) for name in ("a", "a/index", "a b")]
    # Sorted, as Sphinx writes them: a document that is read again changes only the order in which they come.
    objects = [sum_up((domain.name, sorted(domain.get_objects()))) for domain in app.env.domains.sorted()]
    return sum_up((config.project, config.version, addresses, objects)).hex()
