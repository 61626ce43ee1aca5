"""A project as it looks from outside, before any of its files is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sphinx_kwdocs.config import Config
    from sphinx_kwdocs.reading.git import HostedFiles
    from sphinx_kwdocs.reading.listing import Listed


class ProjectState(NamedTuple):
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
    stat_digest: str
    """Stands for all that pages depend on but documents; empty if this does not show from outside."""
