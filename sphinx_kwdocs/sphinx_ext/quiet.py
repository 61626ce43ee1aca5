"""Sees a build through that has nothing to do, so that what would do it need not even be loaded.

Whoever asks for the repository all the same wakes the rest; then all is as if it had been there from the beginning.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakSet, ref

from sphinx.builders.html import INVENTORY_FILENAME

from sphinx_kwdocs.sphinx_ext import unfinished
from sphinx_kwdocs.sphinx_ext.builders import writes_pages
from sphinx_kwdocs.sphinx_ext.settings import logger
from sphinx_kwdocs.sphinx_ext.settled import settled_of, unsettle
from sphinx_kwdocs.sphinx_ext.stubs import announce, hide_stubs

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.sphinx_ext.sight import Sight

_asleep: WeakKeyDictionary[BuildEnvironment, tuple[ref[Sphinx], Sight]] = WeakKeyDictionary()
_connected: WeakSet[Sphinx] = WeakSet()
_complete: WeakSet[Sphinx] = WeakSet()
_prepared: WeakSet[Builder] = WeakSet()


def connect(app: Sphinx) -> None:
    """Connect what a build needs that has nothing to do, unless the application has built before."""
    if app in _connected:
        return
    _connected.add(app)
    unfinished.connect(app)
    app.connect("env-updated", hide_stubs, priority=900)
    app.connect("env-before-read-docs", _wake_for_documents)
    app.connect("html-collect-pages", _say_summary)
    app.connect("build-finished", _say_entry)


def connect_all(app: Sphinx) -> None:
    """Load and connect all parts, unless the application has them."""
    if app not in _complete:
        from sphinx_kwdocs.sphinx_ext import parts

        _complete.add(app)
        parts.connect(app)


def is_complete(app: Sphinx) -> bool:
    """Tell whether all parts are connected."""
    return app in _complete


def stay_quiet(app: Sphinx, sight: Sight, names: tuple[str, ...]) -> None:
    """Leave the rest asleep in this build; `names` are the documents of ours that are known."""
    _asleep[app.env] = ref(app), sight
    announce(app, app.env, names)
    prepare_for_more(app)


def wake(env: BuildEnvironment) -> None:
    """Load and connect the rest, if it is asleep."""
    app, sight = _asleep.pop(env, (None, None))
    settled = settled_of(env)
    if app is not None and sight is not None and settled is not None and (running := app()) is not None:
        from sphinx_kwdocs.sphinx_ext import build

        connect_all(running)
        # It has to know which documents there are without ours.
        env.project.docnames.difference_update(settled.names)
        build.start_build(running, sight)
        env.project.docnames.update(settled.names)


def prepare_for_more(app: Sphinx) -> None:
    """Join all the same if documents are written although nothing changed: `sphinx-build -a` says so only then."""
    builder: Any = app.builder
    if builder in _prepared:
        return
    _prepared.add(builder)
    prepare = builder.prepare_writing

    def prepare_writing(docnames: AbstractSet[str]) -> None:
        if docnames and settled_of(app.env) is not None:
            from sphinx_kwdocs.sphinx_ext.documents import build_on_demand

            build_on_demand(app)
            unsettle(app.env)
        prepare(docnames)

    builder.prepare_writing = prepare_writing
    _keep_what_is_there(app, builder)


def _keep_what_is_there(app: Sphinx, builder: Any) -> None:  # noqa: ANN401  Sphinx does not foresee this
    """Write no search index, and an inventory only if it is gone: a large repository has names for half a second."""
    load, dump_index, dump_inventory = builder.load_indexer, builder.dump_search_index, builder.dump_inventory

    def is_settled() -> bool:
        return settled_of(app.env) is not None

    # A build that has nothing to do has found the search index whole.
    builder.load_indexer = lambda docnames: None if is_settled() else load(docnames)
    builder.dump_search_index = lambda: None if is_settled() else dump_index()
    is_there = Path(app.outdir, INVENTORY_FILENAME).exists
    builder.dump_inventory = lambda: None if is_settled() and is_there() else dump_inventory()


def _wake_for_documents(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Wake the rest if documents are to be read after all; another extension may want that."""
    del app
    if docnames and env in _asleep:
        wake(env)
        unsettle(env)


def _say_summary(app: Sphinx) -> tuple[()]:
    settled = settled_of(app.env)
    if settled is not None and settled.summary:
        logger.info("kwdocs: %s", settled.summary)
    return ()


def _say_entry(app: Sphinx, exception: Exception | None) -> None:
    settled = settled_of(app.env) if exception is None else None
    if settled is not None and writes_pages(app.builder):
        from sphinx_kwdocs.sphinx_ext.summary import say_entry

        say_entry(app.builder, settled.names[0].rpartition("/")[0])
