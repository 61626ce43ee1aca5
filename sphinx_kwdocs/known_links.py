"""Keeps what linking a Python file gave, and tells whether it would give the same again."""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs._references_codec import decode_references, encode_references
from sphinx_kwdocs.inference import FarPlace, FoundImport, LinkedFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sphinx_kwdocs.no_store import Keeper


Packed = tuple[Any, ...]
"""What linking a file gave, with the state of all that it was found by, as plain values."""


def pack_link(linked: LinkedFile, path: str, digest: Callable[[str], str]) -> Packed:
    """Write down what linking a file gave, with the state of all that it was found by."""
    seen = [(each, digest(each)) for each in sorted(linked.dependencies)]
    return (
        digest(path),
        seen,
        dict(linked.asked),
        encode_references(linked.references),
        tuple(map(tuple, linked.far_places)),
        tuple(map(tuple, linked.imports)),
        linked.calls,
        linked.bases,
        linked.overrides,
    )


class KnownLinks:
    """What linking files gave, in this build and in earlier ones."""

    def __init__(self, store: Keeper, keys: Mapping[str, str], place: str) -> None:
        """Take the keys of what files say, by path: a file that says something else has other links too.

        The place tells the checkout from others that are kept in the same store.
        """
        self._store = store
        self._keys = keys
        self._place = place
        self._kept_digests: tuple[str, dict[str, str]] = ("", {})

    def read_digests(self, surroundings: str) -> dict[str, str]:
        """Return the effective digests of the files and folders that have those of the last build, by path.

        They take as long to find out as all else that tells whether links still hold.
        """
        data = self._store.read("digests", [self._place]).get(self._place)
        if data is not None:
            self._kept_digests = marshal.loads(data)  # noqa: S302  the store vouches for it
        state, kept = self._kept_digests
        if state != surroundings:
            return {}
        folders = {path: digest for path, digest in kept.items() if path.endswith("/")}
        return folders | {path: kept[key] for path, key in self._keys.items() if key in kept}

    def write_digests(self, surroundings: str, digests: Mapping[str, str]) -> None:
        """Keep the effective digests of files and folders, by path."""
        now = surroundings, {self._keys.get(path, path): digest for path, digest in digests.items()}
        if now != self._kept_digests:
            self._store.write("digests", {self._place: marshal.dumps(now)})

    def read(self, paths: Iterable[str]) -> dict[str, bytes]:
        """Return what is kept of some files, by path."""
        by_key = {self._keys[path]: path for path in paths}
        return {by_key[key]: data for key, data in self._store.read("links", by_key).items()}

    def write(self, fresh: Mapping[str, Packed]) -> None:
        """Keep what linking files gave, by path."""
        self._store.write("links", {self._keys[path]: marshal.dumps(packed) for path, packed in fresh.items()})


def read_link(data: bytes, path: str, digest: Callable[[str], str], find: Callable[[str], str]) -> Packed | None:
    """Read what linking a file gave; None if it would not give the same again.

    It does if nothing has changed of all that it was found by: the interfaces of files, and what names mean.
    """
    packed: Packed = marshal.loads(data)  # noqa: S302  the store vouches for it
    own, seen, asked, *_rest = packed
    is_same = (
        own == digest(path)
        and all(state == digest(each) for each, state in seen)
        and all(answer == find(text) for text, answer in asked.items())
    )
    return packed if is_same else None


def unpack_link(packed: Packed, names: Sequence[str], numbers: Mapping[str, int]) -> LinkedFile | None:
    """Read what linking a file gave; None if it speaks of what there is no longer."""
    _own, _seen, _asked, occurrences, far, imports, calls, bases, overrides = packed
    references = decode_references(occurrences, names, numbers)
    if references is None:
        return None
    return LinkedFile(
        references,
        tuple(FarPlace(*place) for place in far),
        tuple(FoundImport(*each) for each in imports),
        calls,
        bases,
        overrides,
    )
