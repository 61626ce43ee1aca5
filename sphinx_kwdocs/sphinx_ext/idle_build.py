"""Sees a build through that has nothing to do, so that what would do it need not even be loaded.

Whoever asks for the repository all the same resumes it; then all is as if it had been there from the beginning. How a
build is recognised that has nothing to do is told in `remembered`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.sphinx_ext.builders import writes_pages
from sphinx_kwdocs.sphinx_ext.own.virtual_documents import hide_stub_paths, register_virtual
from sphinx_kwdocs.sphinx_ext.patches import call_before_writing, keep_search_index
from sphinx_kwdocs.sphinx_ext.remembered import unfinished_documents
from sphinx_kwdocs.sphinx_ext.remembered.inventory import write_inventory_if_changed
from sphinx_kwdocs.sphinx_ext.session import Phase, discard_outcome, outcome_of, session_of
from sphinx_kwdocs.sphinx_ext.settings import logger
from sphinx_kwdocs.sphinx_ext.summary import say_entry

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.sphinx_ext.state.outcome import Outcome


def connect(app: Sphinx) -> None:
    """Connect what a build needs that has nothing to do, unless the application has built before."""
    if not session_of(app.env).is_first("connect an idle build"):
        return
    unfinished_documents.connect(app)
    app.connect("env-updated", hide_stub_paths, priority=900)
    app.connect("env-before-read-docs", _resume_for_documents)
    app.connect("html-collect-pages", _say_summary)
    app.connect("build-finished", _say_entry)


def skip_build(app: Sphinx, outcome: Outcome, resume: Callable[[], None], join: Callable[[Sphinx], object]) -> None:
    """Do nothing in this build but let Sphinx know our documents; `resume` and `join` do the rest if that is needed."""
    session_of(app.env).skip(resume)
    register_virtual(app, app.env, outcome.names)
    watch_for_late_work(app, join)


def watch_for_late_work(app: Sphinx, join: Callable[[Sphinx], object]) -> None:
    """Join all the same if documents are written although nothing changed: `sphinx-build -a` says so only then."""
    if not writes_pages(app.builder) or not session_of(app.env).is_first("watch for late work"):
        return

    def join_first(docnames: AbstractSet[str]) -> None:
        if docnames and outcome_of(app.env) is not None:
            join(app)
            discard_outcome(app.env)

    call_before_writing(app.builder, join_first)
    # A build that has nothing to do has found the search index whole, and a large one takes half a second to write.
    keep_search_index(app.builder, lambda: outcome_of(app.env) is not None)
    write_inventory_if_changed(app)


def _resume_for_documents(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Resume the build if documents are to be read after all; another extension may want that."""
    del app
    session = session_of(env)
    if docnames and session.phase is Phase.IDLE:
        session.resume()
        discard_outcome(env)


def _say_summary(app: Sphinx) -> tuple[()]:
    outcome = outcome_of(app.env)
    if outcome is not None and outcome.summary:
        logger.info("kwdocs: %s", outcome.summary)
    return ()


def _say_entry(app: Sphinx, exception: Exception | None) -> None:
    outcome = outcome_of(app.env) if exception is None else None
    if outcome is not None and writes_pages(app.builder):
        say_entry(app.builder, outcome.names[0].rpartition("/")[0])
