"""The only part that knows Sphinx: it connects the core to the events of a build.

What is imported here adds to the time in which every `sphinx-build` starts. So nothing is but what has to be declared
before a build begins; all else is imported by the first event of a build that has something to do.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs import __version__
from sphinx_kwdocs.config import OPTIONS
from sphinx_kwdocs.sphinx_ext import declared_events, domain, forced
from sphinx_kwdocs.translation import use_language

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config as SphinxConfig
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

STATIC = Path(__file__).parents[1] / "static"
SUFFIX = ".kwdocs"
"""Ends the names of the files that stand for the documents we make."""
ENV_VERSION = 2
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
    declared_events.connect(app)
    domain.connect(app)
    forced.connect(app)
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
    from sphinx_kwdocs.sphinx_ext import quiet
    from sphinx_kwdocs.sphinx_ext.spent import counted, start_counting

    start_counting(app)
    with counted(app):
        quiet.connect(app)
        return _announce(app, env, is_new=bool(added or changed), removed=removed)


def _announce(app: Sphinx, env: BuildEnvironment, *, is_new: bool, removed: set[str]) -> list[str]:
    from sphinx_kwdocs.sphinx_ext import quiet, settled
    from sphinx_kwdocs.sphinx_ext.sight import look

    sight = look(app)
    is_new = is_new or quiet.is_complete(app) or forced.is_forced(app)
    found = None if is_new else settled.looks_settled(app, sight)
    if found is not None and removed.issubset(found.names):
        removed.clear()
        quiet.stay_quiet(app, sight, found.names)
        return []
    settled.unsettle(env)
    quiet.connect_all(app)
    from sphinx_kwdocs.sphinx_ext.documents import announce_documents

    return announce_documents(app, env, sight, removed)


def _choose_language(app: Sphinx, config: SphinxConfig) -> None:
    """Use the project's language, or English again if an earlier project in this process had another."""
    del app
    use_language(config.language)


def _add_static_files(app: Sphinx, config: SphinxConfig) -> None:
    del app
    config.html_static_path = [*config.html_static_path, str(STATIC)]
