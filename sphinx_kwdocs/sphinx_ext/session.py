"""The state of one application of Sphinx, from build to build: which phase the running build is in, and what it knows.

It imports nothing that uses it. What has to happen when a build that was skipped is needed after all, it is told.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.sphinx_ext.state.build import BuildState
    from sphinx_kwdocs.sphinx_ext.state.outcome import InventoryState, Outcome, OutputRecord, StatSignature
    from sphinx_kwdocs.sphinx_ext.state.repository import RepositoryState


class Phase(Enum):
    """How far a build is, in words."""

    NEW = "nothing is known of the repository"
    IDLE = "the last outcome still holds, as sizes and times tell; nothing is loaded that could do more"
    READ = "the files of the repository are read, and the project's documents are being read"
    JOINED = "documents and repository are joined, and pages are planned"
    WRITTEN = "pages are written"


TRANSITIONS: Mapping[tuple[Phase, Phase], str] = {
    (Phase.NEW, Phase.IDLE): "nothing changed since the last outcome, seen from outside",
    (Phase.NEW, Phase.READ): "something may have changed",
    (Phase.IDLE, Phase.READ): "somebody asks for the repository, or documents are to be read or written",
    (Phase.READ, Phase.JOINED): "documents are read, and the repository says something new; or somebody asks",
    (Phase.JOINED, Phase.JOINED): "somebody asked before all documents were read",
    (Phase.JOINED, Phase.WRITTEN): "the builder collects pages",
    (Phase.WRITTEN, Phase.WRITTEN): "it is made to collect them once more",
    **{(phase, Phase.NEW): "the application builds again" for phase in Phase if phase is not Phase.NEW},
}
"""Every step from one phase to another that a build can take, with what leads to it; the architecture page shows it."""


class Session:
    """What an application knows of its running build, and what it keeps from one build to the next."""

    def __init__(self) -> None:
        self.phase = Phase.NEW
        self.outcome: Outcome | None = None
        """The last outcome, as long as the running build has nothing to add to it. Any phase may have one: who asks for
        the repository, or for the documentation, does not change what was written."""
        self.repository: RepositoryState | None = None
        """What is known of the repository, once it is read."""
        self.build: BuildState | None = None
        """What is known when pages are written, once all is joined."""
        self._on_resume: Callable[[], None] | None = None

        self.has_all_parts = False
        """Whether the parts are connected that read the repository and write its pages."""
        self._done: set[str] = set()
        self.writes_all = False
        """Whether the builder was asked to write everything, whatever is known of it."""
        self.virtual_documents: tuple[str, ...] = ()
        """The documents of ours that Sphinx knows."""
        self.declaring: set[str] = set()
        """The documents that were just read and declare keywords."""

        self.output_record: tuple[StatSignature, OutputRecord] | None = None
        """What was read or written last, and how its file looked: a build asks several times, and it may be large."""
        self.inventory: InventoryState = ("", ())
        """The state of the inventory that was written last, as far as that is known."""
        self.due_documents: frozenset[str] = frozenset()
        """The documents that the running build has to write besides those that Sphinx knows of."""
        self.looks_before: dict[str, StatSignature] | None = None
        """How the files of the documents looked that the running build writes, before it did."""
        self.page_files: dict[str, str] = {}
        """The files of pages by their names."""

        self.seconds_spent = 0.0
        """How long the running build was at work for us."""
        self.is_counting = False
        """Whether it is now."""

    def begin(self) -> None:
        """Begin a build: the same application may build several times."""
        if self.phase is not Phase.NEW:
            self._enter(Phase.NEW)
        self.outcome = self.repository = self.build = self._on_resume = None

    def skip(self, on_resume: Callable[[], None]) -> None:
        """Do nothing in this build; `on_resume` reads the repository should somebody need it nevertheless."""
        self._enter(Phase.IDLE)
        self._on_resume = on_resume

    def resume(self) -> None:
        """Read the repository if this build was skipped."""
        # Taken first: those who are asked while it is read may ask for it themselves.
        on_resume, self._on_resume = self._on_resume, None
        if on_resume is not None:
            on_resume()

    def hold_repository(self, repository: RepositoryState) -> None:
        """Take note of what was read."""
        self._enter(Phase.READ)
        self.repository = repository

    def hold_build(self, build: BuildState) -> None:
        """Take note of what was joined."""
        self._enter(Phase.JOINED)
        self.build = build

    def note_pages_written(self) -> None:
        """Take note that all pages are what they should be."""
        self._enter(Phase.WRITTEN)

    def _enter(self, phase: Phase) -> None:
        if (self.phase, phase) not in TRANSITIONS:
            message = f"a build cannot go from {self.phase.name} to {phase.name}"
            raise RuntimeError(message)
        self.phase = phase

    def is_first(self, step: str) -> bool:
        """Tell whether something that is to be done once for an application is not done yet; then it counts as done."""
        is_first = step not in self._done
        self._done.add(step)
        return is_first


_sessions: WeakKeyDictionary[BuildEnvironment, Session] = WeakKeyDictionary()
"""By environment, since an application has one for all its builds, and much of what Sphinx calls knows no other."""


def session_of(env: BuildEnvironment) -> Session:
    """Return the session of an environment's application."""
    session = _sessions.get(env)
    if session is None:
        session = _sessions[env] = Session()
    return session


def start_of(env: BuildEnvironment) -> RepositoryState | None:
    """Return what the running build knows of the repository, once it is read; one that was skipped reads it now."""
    session = session_of(env)
    session.resume()
    return session.repository


def build_of(env: BuildEnvironment) -> BuildState | None:
    """Return the state of the running build, once documents are read."""
    return session_of(env).build


def outcome_of(env: BuildEnvironment) -> Outcome | None:
    """Return the last outcome, if the running build has nothing to add to it."""
    return session_of(env).outcome


def discard_outcome(env: BuildEnvironment) -> None:
    """Take back that there is nothing to do."""
    session_of(env).outcome = None
