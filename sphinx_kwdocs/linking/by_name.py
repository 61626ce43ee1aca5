"""Links files of languages that only say which names they use: to the one symbol of that name that they can see.

A file sees itself and what it includes, directly or through other files. An include is a path: from the file's own
folder, or else the end of one file's path.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from posixpath import normpath
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.digests import sum_up
from sphinx_kwdocs.linking.file_links import FileLinks, FoundImport
from sphinx_kwdocs.model.index import BY_NAME, EXACT, IMPORT, ROLES
from sphinx_kwdocs.model.occurrences import NOWHERE, FileReferences
from sphinx_kwdocs.model.vocabulary import SECTION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sphinx_kwdocs.linking.linker import LinkInput, LinkTargets
    from sphinx_kwdocs.model.facts import FileFacts, Import, NameUse, Symbol
    from sphinx_kwdocs.model.files import Span

_CALLING = frozenset({"call", "decorator"})


class ByNameLinker:
    """Links the files of some languages by their names alone."""

    name = "by-name"
    """The word under which what it found is kept."""

    def __init__(self, languages: frozenset[str]) -> None:
        self.languages = languages
        """The names of the languages whose files it links."""

    def interface(self, facts: FileFacts) -> bytes:
        """Return nothing: what a file says is enough."""
        del facts
        return b""

    def is_interface(self, data: bytes) -> bool:
        """Tell whether bytes are what `interface` returns."""
        return not data

    def prepare(self, found: LinkInput, targets: LinkTargets) -> ByNameSession:
        """Get ready to link the files of a repository that include others or use names."""
        paths = tuple(
            path
            for path, file in found.facts.items()
            if file.language in self.languages and (file.imports or file.uses)
        )
        return ByNameSession(found.facts, targets, paths)


class _Include(NamedTuple):
    """What an import of a file means, and how that is known."""

    meaning: FoundImport
    certainty: int


class ByNameSession:
    """The files that are linked by name: the LinkSession of these."""

    name = "by-name"
    """The name of the linker."""

    def __init__(self, facts: Mapping[str, FileFacts], targets: LinkTargets, paths: Sequence[str]) -> None:
        self.facts = facts
        """What each text file of the repository says."""
        self.targets = targets
        """All that references may lead to."""
        self.paths = paths
        """The files that it links, in path order."""
        self.module_names: Mapping[str, str] = {}
        """No file is known by another name than its path."""
        self._includes: dict[str, tuple[_Include, ...]] = {}

    def link_file(self, path: str, find: Callable[[str], str]) -> FileLinks:
        """Return all that linking a file gives; should something go wrong, it costs this file its links."""
        del find
        try:
            return self._link(path)
        except Exception as error:  # noqa: BLE001  one file must not end the build, whatever is in it
            return FileLinks(FileReferences(self.targets.names), problem=f"{type(error).__name__}: {error}")

    def visible_digest(self, path: str) -> str:
        """Return the digest of a file's definitions and of where its includes lead; empty if there is no such file."""
        file = self.facts.get(path)
        if file is None:
            return ""
        names = [(symbol.qualname, symbol.name, symbol.kind, symbol.visibility) for symbol in file.symbols]
        return sum_up((names, [tuple(include.meaning) for include in self._includes_of(path)])).hex()

    def environment(self) -> str:
        """Return the digest of all paths: these decide where includes lead."""
        return sum_up((list(self.paths), list(self.facts))).hex()

    def place(self, path: str, number: int) -> tuple[int, int]:
        """Return the line and column of a numbered place of a file; no name leads to one."""
        raise LookupError(path, number)

    def settle(self) -> None:
        """Let go of what only linking needs."""
        self._includes.clear()
        for name in ("_by_file_name", "_definitions"):
            vars(self).pop(name, None)

    def _link(self, path: str) -> FileLinks:
        file, numbers = self.facts[path], self.targets.numbers
        visible = self._visible_from(path)
        includes = self._includes_of(path)
        rows = list(self._include_rows(file.imports, includes))
        calls: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for use, holder in _with_holders(file.uses, file.symbols):
            target = self._meaning(path, use, visible)
            if target is None or (target.path == path and target.span == use.span):
                continue
            line, col, _end_line, end_col = use.span
            held = numbers[holder] if holder else NOWHERE
            rows.append((line, col, end_col, ROLES.index(use.role), BY_NAME, numbers[target.id], held))
            if use.role in _CALLING:
                calls[holder or path][target.id] = None
        references = FileReferences(self.targets.names)
        references.add_all(sorted(rows))
        return FileLinks(
            references,
            imports=tuple(include.meaning for include in includes),
            calls=tuple((caller, tuple(callees)) for caller, callees in calls.items()),
            dependencies=visible - {path},
        )

    def _include_rows(self, imports: Sequence[Import], includes: Iterable[_Include]) -> Iterator[tuple[int, ...]]:
        """Yield the imports that lead somewhere as occurrences of what they lead to."""
        for item, include in zip(imports, includes, strict=True):
            target = include.meaning.symbol or include.meaning.target
            line, col, end_line, end_col = item.span
            if target and line == end_line:
                yield line, col, end_col, IMPORT, include.certainty, self.targets.numbers[target], NOWHERE

    def _visible_from(self, path: str) -> frozenset[str]:
        """Return the file itself and all that it includes, directly or through others."""
        visible, waiting = {path}, [path]
        while waiting:
            for include in self._includes_of(waiting.pop()):
                target = include.meaning.target
                if target and target not in visible:
                    visible.add(target)
                    waiting.append(target)
        return frozenset(visible)

    def _includes_of(self, path: str) -> tuple[_Include, ...]:
        known = self._includes.get(path)
        if known is None:
            # What another linker follows is not for this one to tell.
            imports = self.facts[path].imports if path in self._own else ()
            known = self._includes[path] = tuple(self._include(path, item) for item in imports)
        return known

    @cached_property
    def _own(self) -> frozenset[str]:
        return frozenset(self.paths)

    def _include(self, path: str, item: Import) -> _Include:
        """Return where an import leads."""
        written = "../" * (item.level - 1) + item.module
        target = _beside(path, written) if item.module else ""
        if target in self.facts:
            return _Include(self._taken(target, item.name), EXACT)
        if item.level or _is_relative(written):
            return _Include(FoundImport("missing"), EXACT)
        ending = [each for each in self._by_file_name.get(written.rpartition("/")[2], ()) if _ends_with(each, written)]
        if len(ending) == 1 and ending[0] != path:
            return _Include(self._taken(ending[0], item.name), BY_NAME)
        return _Include(FoundImport("unresolved"), BY_NAME)

    def _taken(self, target: str, name: str) -> FoundImport:
        """Return an import of a file, with the symbol that it names there if there is one of that name."""
        named = [symbol for symbol in self.facts[target].symbols if symbol.name == name and _is_offered(symbol)]
        return FoundImport("repository", target, named[0].id if len(named) == 1 else "")

    @cached_property
    def _by_file_name(self) -> Mapping[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path in self.facts:
            found[path.rpartition("/")[2]].append(path)
        return found

    @cached_property
    def _definitions(self) -> Mapping[str, list[tuple[str, int]]]:
        """The files that define each name, with the numbers of their symbols."""
        found: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        for path, file in self.facts.items():
            kinds = file.symbols.kinds
            for number, name in enumerate(file.symbols.names):
                if kinds[number] != SECTION:
                    found[name].append((path, number))
        return found

    def _meaning(self, path: str, use: NameUse, visible: frozenset[str]) -> Symbol | None:
        """Return the only symbol that a name can mean; None if there is none, or if there are several."""
        candidates = (
            self.facts[place].symbols[number]
            for place, number in self._definitions.get(use.name.rpartition(".")[2], ())
            if place in visible
        )
        fitting = (symbol for symbol in candidates if self._fits(symbol, path, use))
        first = next(fitting, None)
        return first if next(fitting, None) is None else None

    def _fits(self, symbol: Symbol, path: str, use: NameUse) -> bool:
        if "." in use.name and not f".{symbol.plain_qualname}".endswith(f".{use.name}"):
            return False
        if _is_offered(symbol):
            return True
        parents = (each for each in self.facts[path].symbols if each.id == symbol.parent)
        return symbol.path == path and any(_holds(parent, use.span) for parent in parents)


def _is_offered(symbol: Symbol) -> bool:
    """Tell whether a symbol is none of a function's own."""
    return symbol.visibility != "local" and symbol.kind != SECTION


def _holds(symbol: Symbol, span: Span) -> bool:
    extent = symbol.extent
    return (extent.line, extent.col) <= (span.line, span.col) < (extent.end_line, extent.end_col)


def _with_holders(uses: Iterable[NameUse], symbols: Iterable[Symbol]) -> Iterator[tuple[NameUse, str]]:
    """Yield uses in text order, each with the id of the innermost definition that it stands in, or nothing."""
    waiting = sorted(
        (symbol for symbol in symbols if symbol.kind != SECTION),
        key=lambda each: (each.extent.line, each.extent.col, -each.extent.end_line, -each.extent.end_col),
        reverse=True,
    )
    around: list[Symbol] = []
    for use in sorted(uses, key=lambda each: each.span):
        while waiting and waiting[-1].extent[:2] <= use.span[:2]:
            around.append(waiting.pop())
        while around and not _holds(around[-1], use.span):
            around.pop()
        # The name of a definition stands in what is around it.
        yield use, next((symbol.id for symbol in reversed(around) if symbol.span != use.span), "")


def _beside(path: str, written: str) -> str:
    """Return the path that one written in a file means from its folder; empty if that is not in the repository."""
    if written.startswith("/"):
        return ""
    meant = normpath(f"{path.rpartition('/')[0]}/{written}".lstrip("/"))
    return "" if meant == ".." or meant.startswith("../") else meant


def _is_relative(written: str) -> bool:
    return not {".", ".."}.isdisjoint(written.split("/"))


def _ends_with(path: str, written: str) -> bool:
    return path == written or path.endswith(f"/{written}")
