"""Holds what files say, by keys that tell apart whatever could make them say something else; keeps it in the store."""

from __future__ import annotations

import marshal
from array import array
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_kwdocs._facts_codec import decode_code, decode_facts, encode_facts
from sphinx_kwdocs.checked_facts import whole_facts
from sphinx_kwdocs.model import FileFacts
from sphinx_kwdocs.no_store import NO_STORE
from sphinx_kwdocs.program import program_digest
from sphinx_kwdocs.python_interface import Interface, read_interface

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sphinx_kwdocs.model import Language, Rule, SourceFile
    from sphinx_kwdocs.no_store import Keeper
    from sphinx_kwdocs.python_code import PythonCode


_EMPTY_INTERFACE = read_interface(FileFacts("python"), None)
_MOST_MADE = 20_000_000
"""Bytes of packed code up to which it is also held as it was made, which takes ten times as much memory."""


class Packed(NamedTuple):
    """What a file says, in a form that costs little to send and to keep."""

    data: bytes
    """All but code; empty if the facts cannot be kept."""
    code: bytes = b""
    """The code of a Python file."""
    interface: bytes = b""
    """What other files can see of a Python file."""
    facts: FileFacts | None = None
    """The facts themselves, if they cannot be kept."""
    made: PythonCode | None = None
    """The code as it was made, for the process that made it; to read it from the bytes is an eighth of linking."""

    def __reduce__(self) -> tuple[type[Packed], tuple[Any, ...]]:
        """Leave what was made behind on the way to another process."""
        return Packed, self[:-1]


class FactKeys:
    """Names what a file says before anybody has read it."""

    def __init__(self, rules: Iterable[Rule], time_limit: float) -> None:
        self._time_limit = time_limit
        self.rules = sorted((rule.name, rule.version) for rule in rules)
        """The names and versions of the rules that have a say."""
        self._start = repr((program_digest(), self.rules)).encode()

    def key(self, source: SourceFile, language: Language) -> str:
        """Return the key of a file's facts: they depend on its path too, since names and ids begin with it."""
        state = blake2b(self._start, digest_size=16)
        said = (source.path, source.digest, source.encoding, language.name, language.version)
        state.update(repr(said).encode("utf-8", "backslashreplace"))
        return state.hexdigest()

    def over_time(self, key: str) -> str:
        """Return the key of what is kept of a file that takes longer than the limit; with another limit, nothing is."""
        return blake2b(f"{key} {self._time_limit}".encode(), digest_size=16).hexdigest()


def pack(facts: FileFacts) -> Packed:
    """Make facts small; what another package's language put into them may not allow that."""
    data, code = encode_facts(facts)
    interface = _pack_interface(read_interface(facts, facts.code)) if facts.language == "python" else b""
    return Packed(data, code, interface, made=facts.code) if data else Packed(b"", interface=interface, facts=facts)


def _pack_interface(interface: Interface) -> bytes:
    return marshal.dumps((interface.digest, interface.places.tobytes()))


def _unpack_interface(data: bytes) -> Interface:
    digest, places = marshal.loads(data)  # noqa: S302  the store vouches for it
    return Interface(digest, array("I", places))


def _is_interface(data: bytes) -> bool:
    """Tell whether bytes that anybody may have written are those of an interface."""
    try:
        interface = _unpack_interface(data)
    except Exception:  # noqa: BLE001  whatever is wrong with them, they are not there
        return False
    return type(interface.digest) is type(_EMPTY_INTERFACE.digest)


class KnownFacts:
    """What files say: that of earlier builds, and that of this one."""

    def __init__(self, store: Keeper, find_out: Callable[[str, str], Packed | None]) -> None:
        """Take what finds out anew what a file says, by its path and key; None if it has changed meanwhile."""
        self._store = store
        self._find_out = find_out
        self._stored = store.keys("facts")
        self._fresh: dict[str, Packed] = {}
        self._made: dict[str, PythonCode] = {}
        self._made_size = 0
        self._unsaved: list[str] = []

    def __contains__(self, key: str) -> bool:
        """Tell whether it is known what a file says."""
        return key in self._stored or key in self._fresh

    def add(self, key: str, packed: Packed) -> None:
        """Take up what a file says."""
        if packed.made is not None:
            self._made_size += len(packed.code)
            if self._made_size < _MOST_MADE:
                self._made[key] = packed.made
            packed = packed._replace(made=None)
        self._fresh[key] = packed
        if packed.facts is None:
            self._unsaved.append(key)

    def save(self) -> None:
        """Put into the store what it does not have yet."""
        fresh, self._unsaved = self._unsaved, []
        python = [key for key in fresh if self._fresh[key].interface]
        self._store.write("code", {key: self._fresh[key].code for key in python})
        self._store.write("interfaces", {key: self._fresh[key].interface for key in python})
        # Last, because it is what counts as known.
        self._store.write("facts", {key: self._fresh[key].data for key in fresh})

    def load(self, keys: Mapping[str, str], files: Mapping[str, SourceFile]) -> dict[str, FileFacts]:
        """Return what files say, by path; one that the store has lost and that has changed meanwhile says nothing."""
        stored = self._store.read("facts", [key for key in keys.values() if key not in self._fresh])
        found: dict[str, FileFacts] = {}
        for path, key in keys.items():
            if key in stored and self._store.is_shared:
                facts = whole_facts(stored[key], path, files[path].lines)
                if facts is not None:
                    found[path] = facts
                    continue
                del stored[key]
            if key not in self._fresh and key not in stored:
                self._fresh[key] = self._find_out(path, key) or Packed(b"", facts=FileFacts("unknown"))
            packed = self._fresh.get(key) or Packed(stored[key])
            found[path] = replace(packed.facts, code=None) if packed.facts else decode_facts(packed.data, path)
        return found

    def doubt(self) -> None:
        """Take nothing more from the store, and find out anew what came from it."""
        self._store, self._stored = NO_STORE, frozenset()

    def code(self, path: str, key: str) -> PythonCode | None:
        """Return what the statements of a Python file do with names; None if it does not parse.

        Whoever asks may change it, so what was made here is handed out once.
        """
        made = self._made.pop(key, None)
        if made is not None:
            return made
        packed = self._fresh.get(key)
        if packed is None:
            code = self._store.read("code", [key]).get(key)
            if code is not None:
                return decode_code(code)
            packed = self._find_out(path, key)
        if packed is None:
            return None
        return packed.facts.code if packed.facts is not None else decode_code(packed.code)

    def forget(self) -> None:
        """Let go of what this build found out; the store has it, as far as it keeps anything."""
        self._fresh.clear()
        self._made.clear()

    def interfaces(self, keys: Mapping[str, str], facts: Mapping[str, FileFacts]) -> dict[str, Interface]:
        """Return what others can see of Python files, by path."""
        data = self._store.read("interfaces", [key for key in keys.values() if key not in self._fresh])
        if self._store.is_shared:
            data = {key: value for key, value in data.items() if _is_interface(value)}
        data |= {key: self._fresh[key].interface for key in keys.values() if key in self._fresh}
        return {
            path: _unpack_interface(data[key]) if data.get(key) else read_interface(facts[path], self.code(path, key))
            for path, key in keys.items()
        }
