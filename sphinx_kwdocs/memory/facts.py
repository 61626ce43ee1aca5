"""Holds what files say, by keys that tell apart whatever could make them say something else; keeps it in the store."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_kwdocs.memory.facts_codec import decode_code, decode_facts, encode_facts
from sphinx_kwdocs.memory.null_store import NULL_STORE
from sphinx_kwdocs.memory.program_version import program_digest
from sphinx_kwdocs.memory.validated_facts import whole_facts
from sphinx_kwdocs.model.facts import FileFacts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sphinx_kwdocs.linking.linker import Linker
    from sphinx_kwdocs.memory.null_store import Store
    from sphinx_kwdocs.model.files import SourceFile
    from sphinx_kwdocs.model.plugin_records import Language, Rule

_MOST_MADE = 20_000_000
"""Bytes of encoded code up to which it is also held as it was made, which takes ten times as much memory."""


class EncodedFacts(NamedTuple):
    """What a file says, in a form that costs little to send and to keep."""

    data: bytes
    """All but code; empty if the facts cannot be kept."""
    code: bytes = b""
    """The code, as its language encodes it."""
    interface: bytes = b""
    """What its linker wants to know of the file when it links others."""
    facts: FileFacts | None = None
    """The facts themselves, if they cannot be kept."""
    made: object | None = None
    """The code as it was made, for the process that made it; to read it from the bytes is an eighth of linking."""

    def __reduce__(self) -> tuple[type[EncodedFacts], tuple[Any, ...]]:
        """Leave what was made behind on the way to another process."""
        return EncodedFacts, self[:-1]


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


def encode_file(facts: FileFacts, language: Language, linker: Linker | None) -> EncodedFacts:
    """Make facts small; what another package's language put into them may not allow that."""
    interface = linker.interface(facts) if linker is not None else b""
    data, code = encode_facts(facts, language)
    if not data:
        return EncodedFacts(b"", interface=interface, facts=facts)
    return EncodedFacts(data, code, interface, made=facts.code)


class FactsCache:
    """What files say: that of earlier builds, and that of this one."""

    def __init__(self, store: Store, find_out: Callable[[str, str], EncodedFacts | None]) -> None:
        """Take what finds out anew what a file says, by its path and key; None if it has changed meanwhile."""
        self._store = store
        self._find_out = find_out
        self._stored = store.keys("facts")
        self._fresh: dict[str, EncodedFacts] = {}
        self._made: dict[str, object] = {}
        self._made_size = 0
        self._unsaved: list[str] = []

    def __contains__(self, key: str) -> bool:
        """Tell whether it is known what a file says."""
        return key in self._stored or key in self._fresh

    def add(self, key: str, encoded: EncodedFacts) -> None:
        """Take the facts of a file."""
        if encoded.made is not None:
            self._made_size += len(encoded.code)
            if self._made_size < _MOST_MADE:
                self._made[key] = encoded.made
            encoded = encoded._replace(made=None)
        self._fresh[key] = encoded
        if encoded.facts is None:
            self._unsaved.append(key)

    def save(self) -> None:
        """Put into the store what it does not have yet."""
        fresh, self._unsaved = self._unsaved, []
        with_code = [key for key in fresh if self._fresh[key].interface or self._fresh[key].code]
        self._store.write("code", {key: self._fresh[key].code for key in with_code})
        self._store.write("interfaces", {key: self._fresh[key].interface for key in with_code})
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
                self._fresh[key] = self._find_out(path, key) or EncodedFacts(b"", facts=FileFacts("unknown"))
            encoded = self._fresh.get(key) or EncodedFacts(stored[key])
            found[path] = replace(encoded.facts, code=None) if encoded.facts else decode_facts(encoded.data, path)
        return found

    def doubt(self) -> None:
        """Take nothing more from the store, and find out anew what came from it."""
        self._store, self._stored = NULL_STORE, frozenset()

    def code(self, path: str, key: str, language: Language) -> object | None:
        """Return the code of a file as its language made it; None if it has none.

        Whoever asks may change it, so what was made here is handed out once.
        """
        made = self._made.pop(key, None)
        if made is not None:
            return made
        encoded = self._fresh.get(key)
        if encoded is None:
            code = self._store.read("code", [key]).get(key)
            if code is not None:
                return decode_code(code, language)
            encoded = self._find_out(path, key)
        if encoded is None:
            return None
        return encoded.facts.code if encoded.facts is not None else decode_code(encoded.code, language)

    def forget(self) -> None:
        """Let go of what this build found out; the store has it, as far as it keeps anything."""
        self._fresh.clear()
        self._made.clear()

    def interfaces(self, keys: Iterable[str], linker: Linker) -> dict[str, bytes]:
        """Return what a linker said of files, by the keys of these, as far as it is known."""
        wanted = list(keys)
        data = self._store.read("interfaces", [key for key in wanted if key not in self._fresh])
        if self._store.is_shared:
            data = {key: value for key, value in data.items() if linker.is_interface(value)}
        fresh = {key: self._fresh[key].interface for key in wanted if key in self._fresh}
        return {key: value for key, value in (data | fresh).items() if value}
