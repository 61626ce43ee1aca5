"""Resolves the names of Python files over a whole repository, without running any of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.file_links import FileLinks
from sphinx_kwdocs.linking.linker import LinkTargets
from sphinx_kwdocs.linking.python.call_graph import CallFinder
from sphinx_kwdocs.linking.python.engine import Engine
from sphinx_kwdocs.linking.python.import_environment import Surroundings
from sphinx_kwdocs.linking.python.interface import Interface, read_interface
from sphinx_kwdocs.linking.python.meanings import Targets
from sphinx_kwdocs.linking.python.modules import SUFFIXES
from sphinx_kwdocs.linking.python.one_file import FileLinker
from sphinx_kwdocs.linking.python.sample_names import SAMPLE_PATH, Samples, let_go
from sphinx_kwdocs.linking.python.scopes import Names
from sphinx_kwdocs.linking.python.units import Unit
from sphinx_kwdocs.model.occurrences import FileReferences
from sphinx_kwdocs.model.python_code import PythonCode, Scope, Site, Uses, code_of
from sphinx_kwdocs.running.time_limit import OverTimeError, limited

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from sphinx_kwdocs.linking.python.modules import ModuleMap
    from sphinx_kwdocs.model.documents import SampleName
    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.python_code import Expr, SiteKind

__all__ = ["SAMPLE_PATH", "Resolver"]


class Resolver:
    """The repository's Python code, ready to be asked what its names mean: the LinkSession of its files."""

    name = "python"
    """The name of the linker."""

    def __init__(
        self,
        facts: Mapping[str, FileFacts],
        modules: ModuleMap,
        names: Sequence[str],
        code_of: Callable[[str], PythonCode | None] | None = None,
        interface_of: Callable[[str], Interface] | None = None,
        numbers: Mapping[str, int] | None = None,
        time_limit: float = 0,
    ) -> None:
        """Prepare; `names` are all that references may lead to: the symbols' ids in file order, the files' paths.

        `code_of` gives the code of a file that a name leads to, once at most, by its path; what the facts have of it
        is used without it. `interface_of` gives what of a file others can see, `numbers` which of the names each is, if
        that is known already. `time_limit` is how many seconds linking one file may take.
        """
        if numbers is None:
            numbers = {name: number for number, name in enumerate(names)}
        self._numbers = numbers
        self.facts = facts
        """What each text file of the repository says."""
        self.targets = LinkTargets(names, numbers)
        """All that references may lead to."""
        self._target_names = names
        self._modules = modules
        self._code_of = code_of
        self._interface_of = interface_of
        self._time_limit = time_limit
        self._interfaces: dict[str, Interface] = {}
        self._places: dict[str, dict[int, int]] = {}
        self._samples: Samples | None = None
        self.units: dict[str, Unit] = {}
        """Every Python file, by path."""
        for path, file in facts.items():
            if file.language == "python":
                offset = numbers[file.symbols.ids[0]] if file.symbols else 0
                load = partial(self._load, path)
                self.units[path] = Unit(len(self.units), path, modules.root_of(path), file, load, offset)
        self._names = Names(modules, self.units)
        self._engine = Engine(self._names, self.units)
        self._targets = Targets(self._engine, numbers)
        self._calls = CallFinder(self._engine)
        self._linker = FileLinker(
            self._engine, self._targets, self._calls, modules, names, numbers, place_number=self._place_number
        )
        self._surroundings = Surroundings(self._names, modules, self.units)

    def _load(self, path: str) -> PythonCode:
        code = code_of(self.facts[path]) if self._code_of is None else self._code_of(path)
        return code or _code_without_tree(self.facts[path])

    def link_file(self, path: str, find: Callable[[str], str]) -> FileLinks:
        """Return all that linking a file gives; `find` is asked for names in documentation that no scope knows.

        It is the same whatever was asked before. Should something go wrong, it costs this file its links, nothing else.
        """
        try:
            return limited(partial(self._linker.link, self.units[path], find), self._time_limit, path)
        except OverTimeError:
            problem = f"It was not linked within the {self._time_limit:g} seconds of kwdocs_time_limit"
            return FileLinks(FileReferences(self._target_names), problem=problem)
        except Exception as error:  # noqa: BLE001  one file must not end the build, whatever is in it
            return FileLinks(FileReferences(self._target_names), problem=f"{type(error).__name__}: {error}")
        finally:
            self._engine.reset()
            self._targets.reset()

    def interface(self, path: str) -> Interface:
        """Return what of a file other files can see."""
        if path not in self._interfaces:
            give = self._interface_of
            self._interfaces[path] = give(path) if give is not None else self._read_interface(path)
        return self._interfaces[path]

    def _read_interface(self, path: str) -> Interface:
        unit = self.units[path]
        return read_interface(unit.facts, unit.code)

    def _place_number(self, unit: Unit, site: int) -> int:
        known = self._places.get(unit.path)
        if known is None:
            sites = self.interface(unit.path).places[::3]
            known = self._places[unit.path] = {number: place for place, number in enumerate(sites)}
        return known.get(site, -1)

    def place(self, path: str, number: int) -> tuple[int, int]:
        """Return the line and column of one of the places of a file's interface."""
        return self.interface(path).place(number)

    @property
    def paths(self) -> Collection[str]:
        """The files that it links, in path order."""
        return self.units.keys()

    @property
    def module_names(self) -> dict[str, str]:
        """The names by which files are surely imported, by path."""
        paths = (path for path in self.facts if path.endswith(SUFFIXES))
        return {path: name for path in paths if (name := self._modules.module_name(path))}

    def visible_digest(self, path: str) -> str:
        """Return the digest of all of a file that linking another one can see, or of a folder's entries.

        Beside the file's interface that is what its imports lead to, which the other files of the repository decide;
        an empty string stands for a file that is none of the repository.
        """
        if path.endswith("/"):
            return self._surroundings.folder_digest(path)
        return self._surroundings.digest(path, self.interface(path).digest) if path in self.units else ""

    def environment(self) -> str:
        """Return what changes whenever the visible digest of a file may, though nothing in the file has."""
        return self._surroundings.state()

    def sample(self, facts: FileFacts) -> list[SampleName]:
        """Return what the names mean in code that is no part of the repository, by its lines, in text order."""
        if self._samples is None:
            self._samples = Samples(self._modules, self.units, self._target_names, self._numbers)
        return self._samples.read(facts, self._engine)

    def settle(self) -> None:
        """Let go of what only the repository's own files need: from now on only samples are asked about."""
        for unit in self.units.values():
            if unit.is_loaded:
                unit.code.uses = Uses()
                unit.code.calls = ()
                unit.targets = [None] * len(unit.exprs)
        self._interfaces.clear()
        self._places.clear()

    def forget(self) -> None:
        """Let go of everything, which would otherwise keep itself alive in circles."""
        for unit in self.units.values():
            let_go(unit)
        self.units.clear()
        linking = (self._calls.passing, self._calls, self._targets, self._linker)
        parts = (*linking, self._engine, self._names, self._surroundings, self._samples)
        for part in parts:
            if part is not None:
                vars(part).clear()
        vars(self).clear()


def _code_without_tree(file: FileFacts) -> PythonCode:
    """Return what is known of a file that does not parse: the names at its top."""
    exprs: list[Expr] = [("unknown",)]
    sites: list[Site] = []
    module = Scope("module", 0)
    for number, symbol in enumerate(file.symbols):
        if not symbol.parent:
            kind: SiteKind = "class" if symbol.kind == "class" else "variable"
            sites.append(Site(symbol.name, symbol.span.line, symbol.span.col, 0, kind, number))
            exprs.append(("bind", len(sites) - 1, 0))
            module.ends[symbol.name] = len(exprs) - 1
    return PythonCode(exprs, [module], sites, {}, {}, (), Uses())
