"""What a build leaves for the next one: its outcome, and the record of the files that it wrote."""

from __future__ import annotations

import marshal
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_kwdocs.sphinx_ext.state.public_objects import Object

StatSignature = tuple[int, ...]
"""The size, times and number of a file, as the system tells them; nothing if it is not there."""

InventoryState = tuple[str, StatSignature]
"""What an inventory was made from, and how its file looks."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a build after which nothing was left to do."""

    stat_digest: str
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
    packed_objects: bytes
    """What the inventory has of ours, in a form that costs nothing until somebody asks."""

    @property
    def objects(self) -> tuple[Object, ...]:
        """What the inventory has of ours."""
        return tuple(marshal.loads(self.packed_objects))  # noqa: S302  the checksum of the file vouches for it


@dataclass(frozen=True, slots=True)
class OutputRecord:
    """What an output folder holds of ours."""

    digest: str = ""
    """The state for which all of it is complete; empty if it is not."""
    files: frozenset[str] = frozenset()
    """The files written, relative to the output folder."""
    writer: str = ""
    """Who wrote last: a builder with its doctrees. What another one remembers of the folder is no longer true."""
