"""Notes what pages ask of the lists that were made for all of them: where files are hosted, the index from A to Z."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sphinx_kwdocs.memory.recording import WHOLE_ASPECT
from sphinx_kwdocs.pages import Latest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sphinx_kwdocs.memory.recording import ReadLog
    from sphinx_kwdocs.pages import Hosting, IndexEntry, Keyword, Listing

V = TypeVar("V")

LETTERS = "letters"
"""The key of where the letters of the index begin."""


@dataclass(frozen=True, slots=True)
class RecordingHosting:
    """Tells where files are hosted, and notes of which ones that was asked."""

    inner: Hosting
    seen: set[Any]

    def url(self, path: str, line: int = 0) -> str:
        """Return a URL, or an empty string."""
        self.seen.add(path)
        return self.inner.url(path, line)


class RecordingListing:
    """The index from A to Z, noting which of its parts were asked for.

    A part gives only what it shows. Who asks for keywords has all that their files say in hand.
    """

    def __init__(self, inner: Listing) -> None:
        self._inner = inner
        self.of_parts: set[Any] = set()
        """The parts that were asked for."""
        self.of_files: set[Any] = set()
        """The files whose keywords were asked for."""

    def part(self, part: int) -> Iterator[tuple[str, bool, list[IndexEntry]]]:
        """Yield the names of a part."""
        self.of_parts.add(str(part))
        return self._inner.part(part)

    def letters(self) -> Iterator[tuple[str, int]]:
        """Yield the headings of the index, each with the position where it begins, which nobody shows."""
        return self._inner.letters()

    def part_of(self, position: int) -> int:
        """Return the part that a position belongs to."""
        self.of_parts.add(LETTERS)
        return self._inner.part_of(position)

    @property
    def cuts(self) -> Sequence[int]:
        """The positions where parts begin, for who wants to know how many there are."""
        self.of_parts.add(LETTERS)
        return self._inner.cuts

    def _all(self) -> Listing:
        self.of_parts.add(WHOLE_ASPECT)
        self.of_files.add(WHOLE_ASPECT)
        return self._inner

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  whatever else a listing has tells of all its keywords
        return getattr(self._all(), name)

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401  as sequences have it
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Keyword]:
        return iter(self._all())


class RecordingLatest(Latest[V]):
    """Keeps what was made last, and what it was made from: it is noted again for each page that it serves."""

    def __init__(self, log: ReadLog) -> None:
        super().__init__()
        self._log = log
        self._sources: set[tuple[str, str]] = set()
        self._noted = -1

    def of(self, key: str, make: Callable[[], V]) -> V:
        """Return the value of a key; that of the one before is let go."""
        log = self._log

        def make_and_note() -> V:
            before = log.take()
            made = make()
            self._sources = log.take()
            log.add(before)
            return made

        value = super().of(key, make_and_note)
        if self._noted != log.taken:
            self._noted = log.taken
            log.add(self._sources)
        return value
