"""Links one Python file: the meaning of its names, its calls, its imports and the descent of its classes."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.file_links import FarPlace, FileLinks, FoundImport
from sphinx_kwdocs.linking.python.dependencies import Noted
from sphinx_kwdocs.linking.python.hierarchy import find_bases, find_overrides
from sphinx_kwdocs.linking.python.meanings import NONE
from sphinx_kwdocs.model.index import BY_NAME, CALL, DECORATOR, INFERRED, MENTION, READ
from sphinx_kwdocs.model.occurrences import NOWHERE, FileReferences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sphinx_kwdocs.linking.python.call_graph import CallFinder
    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.meanings import Meaning, Targets
    from sphinx_kwdocs.linking.python.modules import ModuleMap
    from sphinx_kwdocs.linking.python.units import Unit
    from sphinx_kwdocs.model.facts import Import
    from sphinx_kwdocs.model.python_code import Expr

_CALLING = frozenset({CALL, DECORATOR})


class FileLinker:
    """Links the files of a repository, one at a time; what it finds does not depend on their order."""

    def __init__(
        self,
        engine: Engine,
        targets: Targets,
        calls: CallFinder,
        modules: ModuleMap,
        names: Sequence[str],
        numbers: Mapping[str, int],
        place_number: Callable[[Unit, int], int],
    ) -> None:
        """Prepare; `place_number` numbers a site of a file among the places of its interface, or gives -1."""
        self._engine = engine
        self._targets = targets
        self._calls = calls
        self._passing = calls.passing
        self._modules = modules
        self._target_names = names
        self._numbers = numbers
        self._place_number = place_number

    def link(self, unit: Unit, find: Callable[[str], str]) -> FileLinks:
        """Return all that a file gives; `find` is asked for names in documentation that no scope knows."""
        trace = self._engine.trace
        names = self._target_names
        trace.mask = 0
        asked: dict[str, str] = {}

        def ask(text: str) -> str:
            found = asked[text] = find(text)
            return found

        imports = tuple([self.import_link(unit, item, number) for number, item in enumerate(unit.facts.imports)])
        references, far, edges = self._names_of(unit, ask)
        bases = tuple(
            (names[low], tuple(names[high] for high in found)) for low, found in find_bases(self._engine, unit)
        )
        overrides = tuple((names[low], names[high]) for low, high in find_overrides(self._engine, self._targets, unit))
        calls = tuple(
            (names[caller], tuple(names[callee] for callee in found)) for caller, found in edges.items() if found
        )
        mask = trace.mask & ~unit.bit
        units = self._engine.units
        dependencies = frozenset((*(units[each].path for each in trace.numbers(mask)), *trace.folders(mask)))
        return FileLinks(references, far, imports, calls, bases, overrides, dependencies, asked)

    def _names_of(  # noqa: C901, PLR0912  the loop over all names
        self, unit: Unit, find: Callable[[str], str]
    ) -> tuple[FileReferences, tuple[FarPlace, ...], Mapping[int, Mapping[int, None]]]:
        """Return what the names of a file mean, and who calls whom in it."""
        uses = unit.code.uses
        holders = unit.holders
        own_number, own_unit = self._numbers[unit.path], unit.number
        rows: list[tuple[int, ...]] = []
        local: list[int] = []
        far: list[FarPlace] = []
        outer: list[int] = []
        outer_names: list[str] = []
        edges: defaultdict[int, dict[int, None]] = defaultdict(dict)
        of = self._targets.of
        known = unit.targets
        trace = self._engine.trace
        add_callees = self._calls.add_callees
        for number, line, col, end, role, scope in zip(
            uses.exprs, uses.lines, uses.cols, uses.ends, uses.roles, uses.scopes, strict=True
        ):
            meaning = known[number]
            if meaning is None:
                meaning = of(unit, number)
            elif meaning.__class__ is Noted:
                trace.mask |= meaning.mask
                meaning = meaning.found
            items, certainty = meaning
            if not items and role == MENTION:
                items, certainty = self._by_name(find(_dotted(unit, number)))
            holder = holders[scope]
            if role in _CALLING:
                callees = edges[holder if holder != NOWHERE else own_number]
                if not items or items[0].__class__ is not str:  # what is outside of the repository is no callee
                    add_callees(callees, unit, number, items)
            for item in items:
                if item.__class__ is int:
                    rows.append((line, col, end, role, certainty, item, holder))
                elif item.__class__ is str:
                    outer += (line, col, end)
                    outer_names.append(item)
                else:
                    given_in, to_line, to_col, first_line, first_col, site = item
                    if given_in != own_unit:
                        far += self._far_place(line, col, end, given_in, site)
                    elif first_line != line or first_col != col:
                        local += (line, col, end, to_line, to_col, first_line, first_col)
        for number, scope in unit.code.calls:
            holder = holders[scope]
            add_callees(edges[holder if holder != NOWHERE else own_number], unit, number, ())
        self._passing.add_edges(edges, unit)
        if asked := list(self._fixtures(unit)):
            rows = sorted([*rows, *asked])
        found = FileReferences(self._target_names)
        found.add_all(rows)
        found.add_columns(local, outer, outer_names)
        return found, tuple(far), edges

    def _far_place(self, line: int, col: int, end: int, unit: int, site: int) -> Iterator[FarPlace]:
        other = self._engine.units[unit]
        number = self._place_number(other, site)
        if number >= 0:
            yield FarPlace(line, col, end, other.path, number)

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
                    yield site.line, site.col, end, READ, INFERRED, fixture.target, fn.target

    def _by_name(self, found: str) -> Meaning:
        return ((self._numbers[found],), BY_NAME) if found else NONE

    def import_link(self, unit: Unit, item: Import, number: int) -> FoundImport:
        """Return what an import of a file means."""
        names = self._engine.names
        value = names.module(unit, item)
        module = value[1].path if value[0] == "module" else ""
        named = ""
        if item.name not in {"", "*"}:
            items = self._targets.binding(names.imported(unit, number))[0]
            named = self._target_names[items[0]] if items and isinstance(items[0], int) else ""
        if "#" in named:
            # The symbol may stand in another file than the module that hands it on.
            return FoundImport("repository", module, named)
        if named or module:
            return FoundImport("repository", named or module)
        return FoundImport("missing" if item.level else self._modules.origin_of_missing(unit.root, item.module))


def _dotted(unit: Unit, number: int) -> str:
    """Return the dotted name that an expression writes out."""
    parts: list[str] = []
    expr: Expr = unit.exprs[number]
    while expr[0] == "attr":
        parts.append(expr[2])
        expr = unit.exprs[expr[1]]
    return ".".join([expr[2], *reversed(parts)]) if expr[0] == "name" else ""
