"""The seam between joining files and knowing a language: a Linker for some languages, and the LinkSession it opens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sphinx_kwdocs.model.references import count_targets
from sphinx_kwdocs.running.time_limit import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from sphinx_kwdocs.linking.file_links import FileLinks
    from sphinx_kwdocs.linking.mentions import NameFinder
    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.files import Diagnostic, SourceFile
    from sphinx_kwdocs.model.plugin_records import Language


@dataclass(frozen=True, slots=True)
class LinkInput:
    """What is known of a repository's files one by one."""

    files: Mapping[str, SourceFile]
    """Every file by path, in path order."""
    facts: Mapping[str, FileFacts]
    """What each text file says, in path order; perhaps without its code."""
    code_of: Callable[[str], object | None]
    """Gives the code of a file by its path, as its language made it; once at most."""
    interface_of: Callable[[str], bytes]
    """Gives what its linker's `interface` says of a file, by its path."""
    languages: Mapping[str, Language]
    """Every language that facts may name."""
    diagnostics: Iterable[Diagnostic]
    """What there is to say of the files."""
    time_limit: float = DEFAULT
    """Seconds that linking one file may take, 0 for no limit."""


class LinkTargets(NamedTuple):
    """All that references may lead to."""

    names: Sequence[str]
    """The symbols' ids in file order, then the files' paths."""
    numbers: Mapping[str, int]
    """The place of each among them."""


class LinkSession(Protocol):
    """The files of a repository that one linker links, ready to be linked one by one."""

    @property
    def name(self) -> str:
        """The name of the linker."""

    @property
    def facts(self) -> Mapping[str, FileFacts]:
        """What each text file of the repository says."""

    @property
    def targets(self) -> LinkTargets:
        """All that references may lead to."""

    @property
    def paths(self) -> Collection[str]:
        """The files that it links, in path order."""

    @property
    def module_names(self) -> Mapping[str, str]:
        """The names by which files are surely imported, by path."""

    def link_file(self, path: str, find: Callable[[str], str]) -> FileLinks:
        """Return all that linking a file gives, the same whatever was asked before and in whichever process.

        `find` gives the symbol that a name in documentation means. Never raises: what goes wrong is in the answer.
        """

    def visible_digest(self, path: str) -> str:
        """Return the digest of all of a file that linking another one can see; of a folder, with a slash at its end."""

    def environment(self) -> str:
        """Return what changes whenever the visible digest of a file may, though nothing in the file has."""

    def place(self, path: str, number: int) -> tuple[int, int]:
        """Return the line and column of a numbered place of a file, to which a FarPlace leads."""

    def settle(self) -> None:
        """Let go of what only linking needs, once all files are linked."""


class Linker(Protocol):
    """Finds out what the names in files of some languages mean."""

    @property
    def name(self) -> str:
        """The word under which what it found is kept."""

    @property
    def languages(self) -> frozenset[str]:
        """The names of the languages whose files it links."""

    def interface(self, facts: FileFacts) -> bytes:
        """Return what linking other files may want to know of a file without its code, to be kept with its facts."""

    def is_interface(self, data: bytes) -> bool:
        """Tell whether bytes that anybody may have written are those of an interface."""

    def prepare(self, found: LinkInput, targets: LinkTargets) -> LinkSession:
        """Get ready to link the files of a repository."""


class LinkRun(NamedTuple):
    """What linking the files of a session gave."""

    files: Mapping[str, FileLinks]
    """What linking each file gave, by path, in path order."""
    counts: Mapping[str, int]
    """How often these files speak of each symbol or file."""


class RunLinks(Protocol):
    """Links all files of a session."""

    def __call__(self, session: LinkSession, finder: NameFinder, jobs: int) -> LinkRun:
        """Return what linking them gives; `jobs` processes may be used."""


def link_all(session: LinkSession, finder: NameFinder, jobs: int = 1) -> LinkRun:
    """Link one file after the other in this process."""
    del jobs
    linked = {path: session.link_file(path, finder.find) for path in session.paths}
    return LinkRun(linked, count_targets(file.references for file in linked.values()))
