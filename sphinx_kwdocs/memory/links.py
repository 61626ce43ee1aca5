"""Keeps what linking files gave, and tells whether it would give the same again."""

from __future__ import annotations

import marshal
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from sphinx_kwdocs.digests import sum_up
from sphinx_kwdocs.linking.file_links import FarPlace, FileLinks
from sphinx_kwdocs.memory.facts_codec import decode_facts
from sphinx_kwdocs.memory.references_codec import decode_references, encode_references
from sphinx_kwdocs.memory.type_check import fitting
from sphinx_kwdocs.model.index import Origin

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sphinx_kwdocs.memory.null_store import Store

_MOST_CHANGED = 200
"""Files up to which it is worth to find out what their changes concern."""


class EncodedLinks(NamedTuple):
    """What linking a file gave, in a form that costs little to send, to keep and to pass over."""

    state: bytes
    """Tells it from others."""
    inputs: bytes
    """All that it was found by: the file's own digest, those of others, and the answers to names."""
    given: bytes
    """What linking gave."""


class LastLinkRun(NamedTuple):
    """What was known when the files of a checkout were last linked."""

    environment: str = ""
    """What the digests hang on beside the files."""
    keys: Mapping[str, str] = {}
    """The keys of what files said, by path."""
    digests: Mapping[str, str] = {}
    """The visible digests of files and folders, by path; all that links were found by are among them."""
    answers: Mapping[str, str] = {}
    """What names in documentation were found to mean."""
    states: Mapping[str, bytes] = {}
    """The states of the links that held then, by path."""
    counts: Mapping[str, int] = {}
    """How often these links speak of each symbol or file."""


class Changes(NamedTuple):
    """What has changed since files were last linked."""

    paths: frozenset[str]
    """The files that say something else, that came or that went."""
    names: frozenset[str]
    """The names of all symbols that they have or had."""
    gone: frozenset[str]
    """The ids of symbols that there are no longer."""


def encode_links(linked: FileLinks, path: str, digest: Callable[[str], str]) -> EncodedLinks:
    """Write down what linking a file gave, with the state of all that it was found by."""
    seen = [(each, digest(each)) for each in sorted(linked.dependencies)]
    inputs = marshal.dumps((digest(path), seen, dict(linked.asked)))
    given = marshal.dumps(
        (
            encode_references(linked.references),
            tuple(map(tuple, linked.far_places)),
            tuple(map(tuple, linked.imports)),
            linked.calls,
            linked.bases,
            linked.overrides,
        )
    )
    return EncodedLinks(sum_up((inputs, given)), inputs, given)


class LinksCache:
    """What linking files gave, in this build and in earlier ones."""

    def __init__(self, store: Store, keys: Mapping[str, str], place: str) -> None:
        """Take the keys of what files say, by path: a file that says something else has other links too.

        The place tells the checkout, and the linker, from others that are kept in the same store.
        """
        self._store = store
        self._place = place
        self._last = LastLinkRun()
        self.keys = keys
        """The keys of what files say, by path."""

    def read_last(self) -> LastLinkRun:
        """Return what was known when the files were last linked."""
        data = self._store.read("digests", [self._place]).get(self._place)
        if data is not None:
            # The store vouches for it, and others do not write here.
            self._last = LastLinkRun(*marshal.loads(data))  # noqa: S302
        return self._last

    @property
    def is_shared(self) -> bool:
        """Whether others may have written what is read."""
        return self._store.is_shared

    def write_last(self, now: LastLinkRun) -> None:
        """Keep what is known now."""
        if now != self._last:
            self._store.write("digests", {self._place: marshal.dumps(cast("Any", now[:]))})

    def changes(self, last: LastLinkRun) -> Changes | None:
        """Return what is another than it was then; None if that cannot be told, or is much."""
        paths = {path for path, _key in last.keys.items() ^ self.keys.items()}
        if len(paths) > _MOST_CHANGED:
            return None
        old = {path: key for path in paths if (key := last.keys.get(path))}
        new = {path: key for path in paths if (key := self.keys.get(path))}
        stored = self._store.read("facts", {*old.values(), *new.values()})
        if len(stored) < len(old) + len(new):
            return None
        try:
            before, now = (
                [decode_facts(stored[key], path).symbols for path, key in keys.items()] for keys in (old, new)
            )
            return Changes(
                frozenset(paths),
                frozenset(chain.from_iterable(symbols.names for symbols in (*before, *now))),
                frozenset(chain.from_iterable(symbols.ids for symbols in before)).difference(
                    *(each.ids for each in now)
                ),
            )
        except Exception:
            if not self.is_shared:
                raise
            return None

    def read(self, keys: Mapping[str, str]) -> dict[str, EncodedLinks]:
        """Return the links that are kept of some files, by path; the files are given with their keys."""
        by_key = {key: path for path, key in keys.items()}
        stored = self._store.read("links", by_key)
        if self.is_shared:
            stored = {key: data for key, data in stored.items() if _is_link(data)}
        return {by_key[key]: EncodedLinks(*marshal.loads(data)) for key, data in stored.items()}  # noqa: S302  see above

    def write(self, fresh: Mapping[str, EncodedLinks]) -> None:
        """Keep what linking files gave, by path."""
        self._store.write("links", {self.keys[path]: marshal.dumps(tuple(link)) for path, link in fresh.items()})


_Pairs = tuple[tuple[str, tuple[str, ...]], ...]
_fits_links = fitting(EncodedLinks)
_fits_inputs = fitting(tuple[str, tuple[tuple[str, str], ...]])
_fits_given = fitting(
    tuple[bytes, tuple[FarPlace, ...], tuple[tuple[Origin, str, str], ...], _Pairs, _Pairs, tuple[tuple[str, str], ...]]
)


def _is_link(data: bytes) -> bool:
    """Tell whether bytes that anybody may have written are those of a link, as far as that shows without the files."""
    try:
        link = EncodedLinks(*marshal.loads(data))  # noqa: S302  runs no code
        own, seen, asked = marshal.loads(link.inputs)  # noqa: S302
        given = marshal.loads(link.given)  # noqa: S302
        far = tuple(FarPlace(*place) for place in given[1])
        is_plain = _fits_links(link) and _fits_inputs((own, tuple(seen))) and _fits_given((given[0], far, *given[2:]))
        is_answered = type(asked) is dict and all(type(text) is str for text in (*asked, *asked.values()))
    except Exception:  # noqa: BLE001  whatever is wrong with them, they are not there
        return False
    return is_plain and is_answered and link.state == sum_up((link.inputs, link.given))


def inputs_of(link: EncodedLinks) -> tuple[str, list[tuple[str, str]], dict[str, str]]:
    """Return what a link was found by: the file's own digest, those of other files and folders, answers to names."""
    return marshal.loads(link.inputs)  # type: ignore[no-any-return]  # noqa: S302  the store vouches for it


def inputs_unchanged(link: EncodedLinks, path: str, digest: Callable[[str], str], find: Callable[[str], str]) -> bool:
    """Tell whether linking a file would give the same again.

    It does if nothing has changed of all that it was found by: the interfaces of files, and what names mean.
    """
    own, seen, asked = inputs_of(link)
    return (
        own == digest(path)
        and all(state == digest(each) for each, state in seen)
        and all(answer == find(text) for text, answer in asked.items())
    )


def decode_links(
    link: EncodedLinks, names: Sequence[str], numbers: Mapping[str, int], *, is_sure: bool = False
) -> FileLinks | None:
    """Read what linking a file gave; None if it speaks of what there is no longer, unless it is sure not to."""
    occurrences, far, imports, calls, bases, overrides = marshal.loads(link.given)  # noqa: S302  see above
    references = decode_references(occurrences, names, numbers, is_sure=is_sure)
    if references is None:
        return None
    return FileLinks(
        references,
        tuple(FarPlace(*place) for place in far),
        imports,
        calls,
        bases,
        overrides,
    )
