"""Looks at a project from outside: its settings, what its repository holds, and the times of that; opens no source."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from sphinx_kwdocs.memory.file_times import sum_up_times
from sphinx_kwdocs.memory.program_version import program_look
from sphinx_kwdocs.plugins import installed_plugins
from sphinx_kwdocs.reading.git import hosted_files
from sphinx_kwdocs.reading.listing import list_paths
from sphinx_kwdocs.sphinx_ext.event_names import EVENTS, has_listeners
from sphinx_kwdocs.sphinx_ext.inventories import inventory_state
from sphinx_kwdocs.sphinx_ext.settings import logger, report, repository_of, settings_of
from sphinx_kwdocs.sphinx_ext.state.project import ProjectState

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def inspect_project(app: Sphinx) -> ProjectState:
    """Look at the project of a build from outside."""
    config = settings_of(app)
    # Sphinx is in the middle of a line here.
    logger.info("")
    root = repository_of(app, config)
    listed = list_paths(root, config, report)
    hosting = hosted_files(root, config)
    inventories = inventory_state(app)
    times = sum_up_times(root, listed)
    if not times or any(has_listeners(app, event) for event in EVENTS) or any(installed_plugins()):
        # What others have a say in is known only when they are asked.
        return ProjectState(config, root, listed, hosting, inventories, "")
    said = (program_look(), config, app.config.language, str(root), hosting, inventories, times)
    state = blake2b(repr(said).encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()
    return ProjectState(config, root, listed, hosting, inventories, state)
