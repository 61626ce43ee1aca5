"""Keeps what linking a Python file gave, and tells whether it would give the same again."""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs._references_codec import decode_references, encode_references
from sphinx_kwdocs.inference import FarPlace, FoundImport, LinkedFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sphinx_kwdocs.no_store import Keeper


def pack_link(linked: LinkedFile, path: str, digest: Callable[[str], str]) -> bytes:
    """Write down what linking a file gave, with the state of all that it was found by."""
    seen = [(each, digest(each)) for each in sorted(linked.dependencies)]
    content: Any = (
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
    return marshal.dumps(content)


class KnownLinks:
    """What linking files gave, in this build and in earlier ones."""

    def __init__(self, store: Keeper, keys: Mapping[str, str]) -> None:
        """Take the keys of what files say, by path: a file that says something else has other links too."""
        self._store = store
        self._keys = keys

    def read(self, paths: Iterable[str]) -> dict[str, bytes]:
        """Return what is kept of some files, by path."""
        by_key = {self._keys[path]: path for path in paths}
        return {by_key[key]: data for key, data in self._store.read("links", by_key).items()}

    def write(self, fresh: Mapping[str, bytes]) -> None:
        """Keep what linking files gave, by path."""
        self._store.write("links", {self._keys[path]: data for path, data in fresh.items()})


def unpack_link(data: bytes, names: Sequence[str], numbers: Mapping[str, int]) -> LinkedFile | None:
    """Read what linking a file gave; None if it speaks of what there is no longer."""
    _own, _seen, _asked, occurrences, far, imports, calls, bases, overrides = marshal.loads(data)  # noqa: S302  the store vouches for it
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


def is_valid(data: bytes, path: str, digest: Callable[[str], str], find: Callable[[str], str]) -> bool:
    """Tell whether linking a file would give what it gave, by the state of all that it was found by."""
    own, seen, asked, *_rest = marshal.loads(data)  # noqa: S302  the store vouches for it
    return (
        own == digest(path)
        and all(state == digest(each) for each, state in seen)
        and all(answer == find(text) for text, answer in asked.items())
    )
