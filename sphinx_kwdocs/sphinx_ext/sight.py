"""Looks at a project from outside: its settings, what its repository holds, and the times of that; opens no source."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs._listing import list_paths
from sphinx_kwdocs._times import sum_up_times
from sphinx_kwdocs.git import hosted_files
from sphinx_kwdocs.plugins import installed_plugins
from sphinx_kwdocs.program import program_look
from sphinx_kwdocs.sphinx_ext.declared_events import EVENTS, has_listeners
from sphinx_kwdocs.sphinx_ext.inventories import inventory_state
from sphinx_kwdocs.sphinx_ext.settings import logger, report, repository_of, settings_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sphinx.application import Sphinx

    from sphinx_kwdocs._listing import Listed
    from sphinx_kwdocs.config import Config
    from sphinx_kwdocs.git import HostedFiles


class Sight(NamedTuple):
    """A project as it looks from outside."""

    config: Config
    """Its settings."""
    root: Path
    """The root of the repository."""
    listed: Sequence[Listed]
    """What there is in the repository, in path order."""
    hosting: HostedFiles | None
    """Where the repository is hosted, if that is known."""
    inventories: str
    """Stands for the inventories of other projects."""
    state: str
    """Stands for all that pages depend on but documents; empty if this does not show from outside."""


def look(app: Sphinx) -> Sight:
    """Look at the project of a build."""
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
        return Sight(config, root, listed, hosting, inventories, "")
    said = (program_look(), config, app.config.language, str(root), hosting, inventories, times)
    state = blake2b(repr(said).encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()
    return Sight(config, root, listed, hosting, inventories, state)
