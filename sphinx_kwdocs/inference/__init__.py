"""Resolves the names of Python files over a whole repository, without running any of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.inference._call_graph import CallCollector
from sphinx_kwdocs.inference._engine import Engine
from sphinx_kwdocs.inference._hierarchy import find_hierarchy
from sphinx_kwdocs.inference._names import Names
from sphinx_kwdocs.inference._samples import SAMPLE_PATH, Samples, let_go
from sphinx_kwdocs.inference._targets import INFERRED, NONE, Meaning, Targets
from sphinx_kwdocs.inference._units import Unit
from sphinx_kwdocs.model import CERTAINTIES, ROLES
from sphinx_kwdocs.python_code import PythonCode, Scope, Site, Uses
from sphinx_kwdocs.references import NOWHERE, FileReferences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sphinx_kwdocs.documents import SampleName
    from sphinx_kwdocs.link_modules import ModuleMap
    from sphinx_kwdocs.model import FileFacts, Import
    from sphinx_kwdocs.python_code import Expr, SiteKind
    from sphinx_kwdocs.references import Calls, Hierarchy

__all__ = ["SAMPLE_PATH", "Resolver"]

_CALLING = frozenset({ROLES.index("call"), ROLES.index("decorator")})
_MENTION = ROLES.index("mention")
_READ = ROLES.index("read")
_BY_NAME = CERTAINTIES.index("name")


class Resolver:
    """The repository's Python code, ready to be asked what its names mean."""

    def __init__(self, facts: Mapping[str, FileFacts], modules: ModuleMap, names: Sequence[str]) -> None:
        """Prepare; `names` are all that references may lead to: the symbols' ids in file order, the files' paths."""
        numbers = self._numbers = {name: number for number, name in enumerate(names)}
        self._target_names = names
        self._modules = modules
        self._samples: Samples | None = None
        self.units: dict[str, Unit] = {}
        """Every Python file, by path."""
        for path, file in facts.items():
            if file.language == "python":
                offset = numbers[file.symbols[0].id] if file.symbols else 0
                code = file.code or _code_without_tree(file)
                self.units[path] = Unit(len(self.units), path, modules.root_of(path), file, code, offset)
        self._names = Names(modules, self.units)
        self._engine = Engine(self._names, self.units)
        self._targets = Targets(self._engine, numbers)
        self._calls = CallCollector(self._engine, names, numbers)

    def references(self, path: str, find: Callable[[str], str]) -> FileReferences:  # noqa: C901  the loop over all names
        """Return what the names of a file mean; `find` is asked for names in documentation that no scope knows."""
        unit = self.units[path]
        uses = unit.code.uses
        holders = self._holders(unit)
        rows: list[tuple[int, ...]] = []
        local: list[int] = []
        remotes: list[tuple[int, int, int, int, int, str]] = []
        outer: list[int] = []
        outer_names: list[str] = []
        of = self._targets.of
        calls = self._calls
        targets = unit.targets
        for number, line, col, end, role, scope in zip(
            uses.exprs, uses.lines, uses.cols, uses.ends, uses.roles, uses.scopes, strict=True
        ):
            meaning: Meaning = targets[number] or of(unit, number)
            if role == _MENTION and not meaning.items:
                meaning = self._by_name(find(_dotted(unit, number)))
            if role in _CALLING:
                calls.add(unit, number, holders[scope], meaning.items)
            for item in meaning.items:
                if item.__class__ is int:
                    rows.append((line, col, end, role, meaning.known, item, holders[scope]))
                elif item.__class__ is str:
                    outer += (line, col, end)
                    outer_names.append(item)
                elif item.unit != unit.number:
                    remotes.append((line, col, end, item.line, item.col, self._engine.units[item.unit].path))
                elif item.first_line != line or item.first_col != col:
                    local += (line, col, end, *item[1:])
        for number, scope in unit.code.calls:
            calls.add(unit, number, holders[scope], ())
        if asked := list(self._fixtures(unit)):
            rows = sorted([*rows, *asked])
        found = FileReferences(self._target_names)
        found.add_all(rows)
        found.remotes = remotes
        found.add_columns(local, outer, outer_names)
        return found

    def _fixtures(self, unit: Unit) -> Iterator[tuple[int, ...]]:
        """Yield the parameters of tests that name fixtures, as rows."""
        for scope, code in unit.code.functions.items():
            if not code.parameters:
                continue
            fn = unit.function_of_scope(scope)
            for number, fixture in self._engine.fixtures.asked_by(fn):
                site = unit.sites[fn.code.parameters[number].site]
                if fixture.target is not None and fn.target is not None:
                    end = site.col + len(site.name)
                    yield site.line, site.col, end, _READ, INFERRED, fixture.target, fn.target

    def _by_name(self, found: str) -> Meaning:
        return Meaning((self._numbers[found],), _BY_NAME) if found else NONE

    def reset(self) -> None:
        """Be ready for the next file, after something went wrong with one."""
        self._engine.reset()
        self._targets.reset()

    def imported_module(self, path: str, item: Import) -> str:
        """Return the file of the module that an import names, or an empty string."""
        value = self._names.module(self.units[path], item)
        return value[1].path if value[0] == "module" else ""

    def imported(self, path: str, number: int) -> str:
        """Return the id of the symbol or the path of the file that an import binds a name to, or an empty string."""
        binding = self._names.imported(self.units[path], number)
        items = self._targets.binding(binding).items
        return self._target_names[items[0]] if items and isinstance(items[0], int) else ""

    def hierarchy(self) -> Hierarchy:
        """Return how the classes of the repository and their members descend from one another."""
        return find_hierarchy(self._engine, self._targets, self._target_names)

    def sample(self, facts: FileFacts) -> list[SampleName]:
        """Return what the names mean in code that is no part of the repository, by its lines, in text order."""
        if self._samples is None:
            self._samples = Samples(self._modules, self.units, self._target_names, self._numbers)
        return self._samples.read(facts, self._engine)

    def settle(self) -> None:
        """Let go of what only the repository's own files need: from now on only samples are asked about."""
        for unit in self.units.values():
            unit.code.uses = Uses()
            unit.code.calls = ()
            unit.targets = [None] * len(unit.exprs)
        vars(self._calls).clear()

    def forget(self) -> None:
        """Let go of everything, which would otherwise keep itself alive in circles."""
        for unit in self.units.values():
            let_go(unit)
        self.units.clear()
        for part in (self._engine, self._names, self._targets, self._calls, self._samples):
            if part is not None:
                vars(part).clear()

    def calls(self) -> Calls:
        """Return who calls whom, in the files whose references were asked for."""
        return self._calls.collected()

    @staticmethod
    def _holders(unit: Unit) -> list[int]:
        """Return the number of the innermost definition of each scope."""
        holders: list[int] = []
        for scope in unit.scopes:
            if scope.symbol >= 0:
                holders.append(unit.offset + scope.symbol)
            else:
                holders.append(holders[scope.parent] if scope.parent < len(holders) else NOWHERE)
        return holders


def _dotted(unit: Unit, number: int) -> str:
    """Return the dotted name that an expression writes out."""
    parts: list[str] = []
    expr: Expr = unit.exprs[number]
    while expr[0] == "attr":
        parts.append(expr[2])
        expr = unit.exprs[expr[1]]
    return ".".join([expr[2], *reversed(parts)]) if expr[0] == "name" else ""


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
