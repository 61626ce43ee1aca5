"""Links the Python files of a repository: those whose links may have changed, in worker processes if there are many."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from sphinx_kwdocs._references_codec import is_whole
from sphinx_kwdocs.known_links import LastLinks, PackedLink, grounds_of, pack_link, still_holds, unpack_link
from sphinx_kwdocs.references import count_targets
from sphinx_kwdocs.workers import share

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_kwdocs.inference import LinkedFile, Resolver
    from sphinx_kwdocs.known_links import KnownLinks
    from sphinx_kwdocs.link_mentions import NameFinder

CHUNK = 30
"""Files that a worker links at a time."""
_FEW = 100
"""Fewer files are linked here: a worker would have to find out again what this process knows."""


class LinkedFiles:
    """The linking of all Python files."""

    def __init__(
        self,
        resolver: Resolver,
        finder: NameFinder,
        names: Sequence[str],
        numbers: Mapping[str, int],
        known: KnownLinks,
    ) -> None:
        self._resolver = resolver
        self._finder = finder
        self._names = names
        self._numbers = numbers
        self._known = known
        self._digests: dict[str, str] = {}
        self._states: dict[str, bytes] = {}
        self.counts: Mapping[str, int] = {}
        """How often the files speak of each symbol or file, once they are linked."""

    def link(self, jobs: int) -> dict[str, LinkedFile]:
        """Return what linking each file gives, in path order."""
        known, units = self._known, self._resolver.units
        last, surroundings = known.read_last(), self._resolver.surroundings() + self._finder.state
        holds = self._take_over(last, surroundings)
        stored = known.read({path: known.keys[path] for path in units})
        linked: dict[str, LinkedFile] = {}
        for path, link in stored.items():
            is_sure = holds and last.states.get(path) == link.state and not known.is_shared
            if is_sure or still_holds(link, path, self._digest, self._finder.find):
                found = self._unpack(path, link, is_sure=is_sure)
                if found is not None:
                    linked[path] = found
                    self._states[path] = link.state
        self._link_others(linked, jobs)
        self.counts = self._count(linked, last, stored)
        answers = dict(self._finder.answers)
        known.write_last(LastLinks(surroundings, known.keys, self._digests, answers, self._states, self.counts))
        return {path: linked[path] for path in units}

    def _unpack(self, path: str, link: PackedLink, *, is_sure: bool) -> LinkedFile | None:
        """Read what linking a file gave; None if it does not hold any more, or others wrote what cannot be so."""
        if not self._known.is_shared:
            return unpack_link(link, self._names, self._numbers, is_sure=is_sure)
        try:
            found = unpack_link(link, self._names, self._numbers)
            return None if found is None or self._is_wrong(path, found) else found
        except Exception:  # noqa: BLE001  whatever is wrong with it, it is not there
            return None

    def _is_wrong(self, path: str, found: LinkedFile) -> bool:
        """Tell whether what others have written of a file's links cannot be so."""
        facts = self._resolver.units[path].facts
        told = chain(
            (target for _origin, target, symbol in found.imports for target in (target, symbol) if target),
            chain.from_iterable((name, *others) for name, others in (*found.calls, *found.bases)),
            chain.from_iterable(found.overrides),
            (place.path for place in found.far_places),
        )
        return (
            len(found.imports) not in {0, len(facts.imports)}
            or not all(name in self._numbers for name in told)
            or not is_whole(found.references)
        )

    def _take_over(self, last: LastLinks, surroundings: str) -> bool:
        """Take over what still is as it was; return whether all is by which links were found that held then."""
        changes = self._known.changes(last)
        if changes is None:
            return False
        if last.surroundings != surroundings:
            return False
        self._finder.recall(last.answers, changes.names)
        self._digests = {path: digest for path, digest in last.digests.items() if path not in changes.paths}
        changed = [path for path in changes.paths if path in self._resolver.units]
        return (
            self._numbers.keys() >= changes.gone
            and all(self._digest(path) == last.digests.get(path) for path in changed)
            and all(self._finder.find(text) == answer for text, answer in last.answers.items())
        )

    def _link_others(self, linked: dict[str, LinkedFile], jobs: int) -> None:
        """Link the files of which nothing is known that holds."""
        paths = [path for path in self._resolver.units if path not in linked]
        # Neighbours are tied to each other more than to others, so a worker gets them together.
        chunks = [paths[start : start + CHUNK] for start in range(0, len(paths), CHUNK)]
        for chunk in share(self._link_some, chunks, jobs if len(paths) > _FEW else 1):
            fresh: dict[str, PackedLink] = {}
            for path, link in chunk:
                found = unpack_link(link, self._names, self._numbers) if isinstance(link, PackedLink) else link
                if found is None:
                    message = f"what linking {path} gave cannot be read"
                    raise AssertionError(message)
                linked[path] = found
                if isinstance(link, PackedLink):
                    fresh[path] = link
                    self._states[path] = link.state
                    self._digests[path], _seen, asked = grounds_of(link)
                    # What another process found out is to be kept, too.
                    self._finder.recall(asked, ())
            self._known.write(fresh)

    def _count(
        self, linked: Mapping[str, LinkedFile], last: LastLinks, stored: Mapping[str, PackedLink]
    ) -> Mapping[str, int]:
        """Return how often the files speak of each symbol or file: what the last build counted, and what differs."""
        gone, come = last.states.items() - self._states.items(), self._states.items() - last.states.items()
        if not gone and not come:
            return last.counts
        counts = Counter(last.counts)
        keys = {path: last.keys[path] for path, _state in gone}
        moved = {path: key for path, key in keys.items() if key != self._known.keys.get(path)}
        links = {**stored, **self._known.read(moved)}
        is_known = all(path in links and links[path].state == state for path, state in gone)
        if not is_known or len(gone) + len(come) > _FEW:
            return count_targets(file.references for file in linked.values())
        for path, _state in gone:
            old = unpack_link(links[path], self._names, {}, is_sure=True)
            if old is not None:
                counts.subtract(dict(old.references.tally_by_name()))
        for path, _state in come:
            counts.update(dict(linked[path].references.tally_by_name()))
        return {target: count for target, count in counts.items() if count}

    def _digest(self, path: str) -> str:
        found = self._digests.get(path)
        if found is None:
            found = self._digests[path] = self._resolver.effective_digest(path)
        return found

    def _link_some(self, paths: Sequence[str]) -> list[tuple[str, PackedLink | LinkedFile]]:
        """Link some files, in whichever process; one with which something goes wrong is not to be kept."""
        found: list[tuple[str, PackedLink | LinkedFile]] = []
        for path in paths:
            linked = self._resolver.link_file(path, self._finder.find)
            found.append((path, linked if linked.problem else pack_link(linked, path, self._digest)))
        return found
