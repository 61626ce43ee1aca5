"""Links the files of a session as the plain loop would, but only those whose links may have changed meanwhile.

Where there are many, worker processes do it.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.linker import LinkRun
from sphinx_kwdocs.memory.links import (
    EncodedLinks,
    LastLinkRun,
    LinksCache,
    decode_links,
    encode_links,
    inputs_of,
    inputs_unchanged,
)
from sphinx_kwdocs.memory.references_codec import is_whole
from sphinx_kwdocs.model.references import count_targets
from sphinx_kwdocs.running.workers import share, worthwhile_jobs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_kwdocs.linking.file_links import FileLinks
    from sphinx_kwdocs.linking.linker import LinkSession, RunLinks
    from sphinx_kwdocs.linking.mentions import NameFinder
    from sphinx_kwdocs.memory.null_store import Store

CHUNK = 30
"""Files that a worker links at a time."""
_FEW = 100
"""Fewer files are linked here: a worker would have to find out again what this process knows."""


def remembering(store: Store, keys: Mapping[str, str], place: str) -> RunLinks:
    """Return what links the files of a session with what a store keeps of earlier links.

    `keys` are those of what files say, by path; `place` tells this checkout from others that use the store.
    """

    def run(session: LinkSession, finder: NameFinder, jobs: int) -> LinkRun:
        if not session.paths:
            return LinkRun({}, {})
        return LinkedFiles(session, finder, LinksCache(store, keys, f"{place} {session.name}")).link(jobs)

    return run


class LinkedFiles:
    """The linking of all files of a session."""

    def __init__(self, session: LinkSession, finder: NameFinder, cache: LinksCache) -> None:
        self._session = session
        self._finder = finder
        self._cache = cache
        self._targets = session.targets
        self._digests: dict[str, str] = {}
        self._states: dict[str, bytes] = {}

    def link(self, jobs: int) -> LinkRun:
        """Return what linking each file gives, in path order."""
        cache, paths = self._cache, self._session.paths
        last, environment = cache.read_last(), self._session.environment() + self._finder.state
        is_all_unchanged = self._all_inputs_unchanged(last, environment)
        stored = cache.read({path: cache.keys[path] for path in paths})
        linked: dict[str, FileLinks] = {}
        for path, encoded in stored.items():
            is_sure = is_all_unchanged and last.states.get(path) == encoded.state and not cache.is_shared
            if is_sure or inputs_unchanged(encoded, path, self._digest, self._finder.find):
                links = self._decode(path, encoded, is_sure=is_sure)
                if links is not None:
                    linked[path] = links
                    self._states[path] = encoded.state
        self._link_others(linked, jobs)
        counts = self._count(linked, last, stored)
        answers = dict(self._finder.answers)
        cache.write_last(LastLinkRun(environment, cache.keys, self._digests, answers, self._states, counts))
        return LinkRun({path: linked[path] for path in paths}, counts)

    def _decode(self, path: str, encoded: EncodedLinks, *, is_sure: bool) -> FileLinks | None:
        """Read what linking a file gave; None if it does not hold any more, or others wrote what cannot be so."""
        if not self._cache.is_shared:
            return decode_links(encoded, *self._targets, is_sure=is_sure)
        try:
            links = decode_links(encoded, *self._targets)
            return None if links is None or self._is_wrong(path, links) else links
        except Exception:  # noqa: BLE001  whatever is wrong with it, it is not there
            return None

    def _is_wrong(self, path: str, links: FileLinks) -> bool:
        """Tell whether what others have written of a file's links cannot be so."""
        told = chain(
            (target for _origin, target, symbol in links.imports for target in (target, symbol) if target),
            chain.from_iterable((name, *others) for name, others in (*links.calls, *links.bases)),
            chain.from_iterable(links.overrides),
            (place.path for place in links.far_places),
        )
        return (
            len(links.imports) not in {0, len(self._session.facts[path].imports)}
            or not all(name in self._targets.numbers for name in told)
            or not is_whole(links.references)
        )

    def _all_inputs_unchanged(self, last: LastLinkRun, environment: str) -> bool:
        """Tell whether all is as it was by which links were found that held in the last run; take over what is."""
        changes = self._cache.changes(last)
        if changes is None or last.environment != environment:
            return False
        self._finder.recall(last.answers, changes.names)
        self._digests = {path: digest for path, digest in last.digests.items() if path not in changes.paths}
        changed = [path for path in changes.paths if path in last.digests or path in self._session.paths]
        return (
            self._targets.numbers.keys() >= changes.gone
            and all(self._digest(path) == last.digests.get(path) for path in changed)
            and all(self._finder.find(text) == answer for text, answer in last.answers.items())
        )

    def _link_others(self, linked: dict[str, FileLinks], jobs: int) -> None:
        """Link the files of which nothing is kept that holds."""
        paths = [path for path in self._session.paths if path not in linked]
        # Neighbours are tied to each other more than to others, so a worker gets them together.
        chunks = [paths[start : start + CHUNK] for start in range(0, len(paths), CHUNK)]
        for chunk in share(self._link_some, chunks, worthwhile_jobs(jobs, len(paths), _FEW)):
            fresh: dict[str, EncodedLinks] = {}
            for path, links in chunk:
                linked[path] = self._as_kept(path, links) if isinstance(links, EncodedLinks) else links
                if isinstance(links, EncodedLinks):
                    fresh[path] = links
                    self._states[path] = links.state
                    self._digests[path], seen, asked = inputs_of(links)
                    # What another process found out is to be kept, too.
                    self._digests.update(seen)
                    self._finder.recall(asked, ())
            self._cache.write(fresh)

    def _as_kept(self, path: str, encoded: EncodedLinks) -> FileLinks:
        """Return links as later builds read them: sums that pages are compared by stand in the bytes already."""
        links = decode_links(encoded, *self._targets)
        if links is None:
            message = f"what linking {path} gave cannot be read"
            raise AssertionError(message)
        return links

    def _count(
        self, linked: Mapping[str, FileLinks], last: LastLinkRun, stored: Mapping[str, EncodedLinks]
    ) -> Mapping[str, int]:
        """Return how often the files speak of each symbol or file: what the last build counted, and what differs."""
        gone, come = last.states.items() - self._states.items(), self._states.items() - last.states.items()
        if not gone and not come:
            return last.counts
        counts = Counter(last.counts)
        keys = {path: last.keys[path] for path, _state in gone}
        moved = {path: key for path, key in keys.items() if key != self._cache.keys.get(path)}
        links = {**stored, **self._cache.read(moved)}
        is_known = all(path in links and links[path].state == state for path, state in gone)
        if not is_known or len(gone) + len(come) > _FEW:
            return count_targets(file.references for file in linked.values())
        for path, _state in gone:
            old = decode_links(links[path], self._targets.names, {}, is_sure=True)
            if old is not None:
                counts.subtract(dict(old.references.tally_by_name()))
        for path, _state in come:
            counts.update(dict(linked[path].references.tally_by_name()))
        return {target: count for target, count in counts.items() if count}

    def _digest(self, path: str) -> str:
        found = self._digests.get(path)
        if found is None:
            found = self._digests[path] = self._session.visible_digest(path)
        return found

    def _link_some(self, paths: Sequence[str]) -> list[tuple[str, EncodedLinks | FileLinks]]:
        """Link some files, in whichever process; one with which something goes wrong is not to be kept."""
        found: list[tuple[str, EncodedLinks | FileLinks]] = []
        for path in paths:
            linked = self._session.link_file(path, self._finder.find)
            found.append((path, linked if linked.problem else encode_links(linked, path, self._digest)))
        return found
