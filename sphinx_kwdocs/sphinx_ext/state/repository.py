"""What a build knows of the repository before it reads the project's documents."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.digests import sum_up
from sphinx_kwdocs.linking.without_symbols import without_symbols
from sphinx_kwdocs.lookup import Lookup
from sphinx_kwdocs.memory.program_version import program_digest
from sphinx_kwdocs.model.files import source_values
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.plugins import installed_plugins

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_kwdocs.config import Config
    from sphinx_kwdocs.linking.python.samples import SampleResolver
    from sphinx_kwdocs.memory.files import FilesRead
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.pages import Hosting
    from sphinx_kwdocs.pipeline import LinkedRepository
    from sphinx_kwdocs.sphinx_ext.state.project import ProjectState

DOCUMENTS = (Target("index"), Target("keywords"))
"""The pages that are documents of the project; all others are streamed."""


class SphinxProject(NamedTuple):
    """What Sphinx knows of a project."""

    language: str
    """That of its documents."""
    own_documents: frozenset[str]
    """The documents that it has without us."""
    source_folder: str | None
    """Where in the repository the documents lie; None if they do not."""


class RepositoryState:
    """What a build knows before it reads the project's documents.

    The files are known at once; they are joined only when somebody asks, since nobody may.
    """

    def __init__(
        self,
        project: ProjectState,
        snapshot: FilesRead,
        sphinx_project: SphinxProject,
        survey: Callable[[], LinkedRepository],
        choose_unwanted: Callable[[Callable[[], Index]], frozenset[str]],
    ) -> None:
        """Take what was read; `survey` joins it, `choose_unwanted` names the symbols that are to be left out."""
        self._make_survey = survey
        self._choose_unwanted = choose_unwanted
        self.config = project.config
        self.snapshot = snapshot
        """The files of the repository."""
        self.hosting: Hosting | None = project.hosting
        """Where the repository is hosted, if that is known."""
        self.own_documents = sphinx_project.own_documents
        """The documents that the project has without us."""
        self.source_folder = sphinx_project.source_folder
        """Where in the repository the documents lie; None if they do not."""
        outside = (sphinx_project.language, project.inventories, sorted(self._unwanted))
        self.shared = _shared_digest(self.config, outside)
        """Changes whenever every page may, as far as that depends on neither files nor documents."""
        self.digest = _files_digest(self.shared, snapshot, self.hosting)
        """Changes whenever any page may, as far as that depends on the repository and the settings."""
        # What cannot be read may be readable for the next one who builds, and looks the same.
        is_unreadable = any(file.kind == "unreadable" for file in snapshot.files.values())
        self.stat_digest = "" if is_unreadable else project.stat_digest
        """The same as it shows from outside; empty if it does not."""

    @cached_property
    def _survey(self) -> LinkedRepository:
        return self._make_survey()

    @cached_property
    def _unwanted(self) -> frozenset[str]:
        # Without listeners, nothing has to be joined to know that nothing is unwanted.
        return self._choose_unwanted(lambda: self._survey.index)

    @cached_property
    def index(self) -> Index:
        """All that is known of the repository."""
        return without_symbols(self._survey.index, self._unwanted)

    @cached_property
    def lookup(self) -> Lookup:
        """Finds what a name means."""
        return Lookup(self.index)

    @property
    def samples(self) -> SampleResolver:
        """Finds what the names in blocks of code mean."""
        return self._survey.samples

    @property
    def document_names(self) -> dict[str, Target]:
        """The documents of the project that are ours, by name."""
        # They come first when addresses are given, so they always have those that they want.
        return {f"{self.config.root}/{key.kind}": key for key in DOCUMENTS}


def _shared_digest(config: Config, outside: object) -> str:
    """Sum up settings and versions; `outside` is what neither the repository nor the settings say."""
    plugins = [(f"{group} {value}", version) for group, value, version in installed_plugins()]
    # Where a build writes to, and what it keeps, shows on no page.
    settings = replace(config, generated=(), cache="")
    state = repr((program_digest(), plugins, settings, outside)).encode("utf-8", "backslashreplace")
    return blake2b(state, digest_size=16).hexdigest()


def _files_digest(shared: str, snapshot: FilesRead, hosting: Hosting | None) -> str:
    files = [(source_values(source), snapshot.keys.get(path)) for path, source in snapshot.files.items()]
    return sum_up((shared, repr(hosting), files)).hex()
