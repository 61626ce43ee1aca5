"""The only part that knows Sphinx: it connects the core to the events of a build.

What is imported here adds to the time in which every `sphinx-build` starts. So nothing is but what has to be declared
before a build begins; all else is imported by the first event of a build that has something to do.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import ref

from sphinx_kwdocs import __version__
from sphinx_kwdocs.config import OPTIONS
from sphinx_kwdocs.sphinx_ext import domain, event_names
from sphinx_kwdocs.sphinx_ext.own.virtual_documents import SUFFIX, without_virtual
from sphinx_kwdocs.sphinx_ext.remembered import write_all
from sphinx_kwdocs.sphinx_ext.session import discard_outcome, session_of
from sphinx_kwdocs.translation import use_language

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config as SphinxConfig
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_kwdocs.sphinx_ext.state.project import ProjectState

STATIC = Path(__file__).parents[1] / "static"
ENV_VERSION = 3
"""Raised whenever documents read by an older version have to be read again."""


def connect(app: Sphinx) -> ExtensionMetadata:
    """Register settings, events and the domain."""
    for option in OPTIONS:
        # `Any`: Sphinx's own check of types would warn in other words than ours.
        # A list: Sphinx knows how to read one from the command line, but not a tuple.
        default = list(option.default) if isinstance(option.default, tuple) else option.default
        app.add_config_value(f"kwdocs_{option.name}", default, option.rebuild, Any)
    app.connect("config-inited", _choose_language)
    app.connect("config-inited", _add_static_files)
    event_names.connect(app)
    domain.connect(app)
    write_all.connect(app)
    app.add_source_suffix(SUFFIX, "kwdocs")
    app.connect("env-get-outdated", _begin)
    return {
        "version": __version__,
        "env_version": ENV_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _begin(app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Let the documents we make be known, and connect all parts unless there is nothing to do."""
    from sphinx_kwdocs.sphinx_ext import idle_build
    from sphinx_kwdocs.sphinx_ext.time_spent import counted, start_counting

    start_counting(app)
    with counted(app):
        session_of(env).begin()
        idle_build.connect(app)
        return _read_or_skip(app, env, is_new=bool(added or changed), removed=removed)


def _read_or_skip(app: Sphinx, env: BuildEnvironment, *, is_new: bool, removed: set[str]) -> list[str]:
    from sphinx_kwdocs.sphinx_ext import idle_build
    from sphinx_kwdocs.sphinx_ext.remembered.last_outcome import outcome_by_stat
    from sphinx_kwdocs.sphinx_ext.remembered.project_state import inspect_project

    project = inspect_project(app)
    is_new = is_new or session_of(env).has_all_parts or write_all.is_forced(app)
    outcome = None if is_new else outcome_by_stat(app, project)
    if outcome is not None and removed.issubset(outcome.names):
        removed.clear()
        idle_build.skip_build(app, outcome, partial(_resume_build, ref(app), project), _join)
        return []
    discard_outcome(env)
    _connect_all(app)
    from sphinx_kwdocs.sphinx_ext.phases import announce_documents

    return announce_documents(app, env, project, removed)


def _connect_all(app: Sphinx) -> None:
    """Load and connect all parts, unless the application has them."""
    session = session_of(app.env)
    if not session.has_all_parts:
        from sphinx_kwdocs.sphinx_ext import components

        session.has_all_parts = True
        components.connect(app)


def _resume_build(application: ref[Sphinx], project: ProjectState) -> None:
    """Load and connect the rest, and read the repository, in a build that was skipped."""
    app = application()
    if app is not None:
        _connect_all(app)
        from sphinx_kwdocs.sphinx_ext.build_steps import read_files

        # It has to know which documents there are without ours.
        with without_virtual(app.env):
            read_files(app, project)


def _join(app: Sphinx) -> None:
    from sphinx_kwdocs.sphinx_ext.phases import build_on_demand

    build_on_demand(app)


def _choose_language(app: Sphinx, config: SphinxConfig) -> None:
    """Use the project's language, or English again if an earlier project in this process had another."""
    del app
    use_language(config.language)


def _add_static_files(app: Sphinx, config: SphinxConfig) -> None:
    del app
    config.html_static_path = [*config.html_static_path, str(STATIC)]
