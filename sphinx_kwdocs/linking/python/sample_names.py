"""Answers what names mean in code that is no part of the repository, and keeps nothing of that code."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.linking.python.engine import Engine
from sphinx_kwdocs.linking.python.meanings import Targets
from sphinx_kwdocs.linking.python.scopes import Names
from sphinx_kwdocs.linking.python.units import Unit
from sphinx_kwdocs.model.documents import SampleName
from sphinx_kwdocs.model.python_code import code_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_kwdocs.linking.python.modules import ModuleMap
    from sphinx_kwdocs.model.facts import FileFacts

# No file of a repository has such a path, and a relative import of a sample leads nowhere, however many dots it has.
SAMPLE_PATH = "\0/" * 64 + "sample.py"
_ROOT = ""
_REPEAT = re.compile(r"~\d+$")


def let_go(unit: Unit) -> None:
    """Forget what was found out of a unit, so that it goes with the last that refers to it."""
    for function in unit.functions.values():
        function.result = None  # which may be the function itself
    unit.forget()


class Samples:
    """Reads code against a repository whose own names have been resolved."""

    def __init__(
        self, modules: ModuleMap, units: Mapping[str, Unit], names: Sequence[str], numbers: Mapping[str, int]
    ) -> None:
        """Prepare; `names` are all that references may lead to, and `numbers` their places in it."""
        self._units = units
        self._target_names = names
        self._numbers = numbers
        self._names = _SampleNames(modules, units)

    def read(self, facts: FileFacts, repository: Engine) -> list[SampleName]:
        """Return the names that mean something outside of the code itself, in text order."""
        code = code_of(facts)
        if code is None:
            return []
        unit = Unit(len(self._units), SAMPLE_PATH, _ROOT, facts, lambda: code, len(self._target_names))
        before = len(repository.bounds)
        engine = self._engine(unit, repository)
        targets = Targets(engine, self._numbers)
        try:
            return self._meanings(unit, targets)
        finally:
            # Each of them refers to itself through its parts; emptied, they are gone at once.
            engine.reset()
            let_go(unit)
            vars(targets).clear()
            vars(engine).clear()
            self._names.forget()
            for key in tuple(islice(repository.bounds, before, None)):
                if key[0] == unit.number:
                    del repository.bounds[key]

    def _engine(self, unit: Unit, repository: Engine) -> Engine:
        """Return an engine for one sample: what it finds out of the sample's classes goes when it goes.

        The bounds of type variables are the repository's, since a file that has given some does not give them again.
        There are no files to look for fixtures in: none of them is beside the sample.
        """
        engine = Engine(self._names, {})
        engine.units = (*repository.units, unit)
        engine.bounds = repository.bounds
        return engine

    def _meanings(self, unit: Unit, targets: Targets) -> list[SampleName]:
        uses = unit.code.uses
        found: dict[tuple[int, int], SampleName | None] = {}
        for number, line, col, end in zip(uses.exprs, uses.lines, uses.cols, uses.ends, strict=True):
            name = self._only(targets.of(unit, number)[0], line, col, end)
            place = (line, col)
            found[place] = name if found.get(place, name) == name else None
        return [name for _, name in sorted(found.items()) if name is not None]

    def _only(self, items: tuple[Any, ...], line: int, col: int, end: int) -> SampleName | None:
        """Return the one thing that a name means, or None if it is nothing, several, or the sample's own."""
        first = items[0] if items else None
        if first.__class__ is str:
            return SampleName(line, col, end, "", first) if len(items) == 1 else None
        if first.__class__ is not int or any(self._overloaded(item) != self._overloaded(first) for item in items):
            return None
        return SampleName(line, col, end, self._target_names[first]) if self._overloaded(first) else None

    def _overloaded(self, item: object) -> str:
        """Return the id that all overloads of a symbol of the repository share; empty for anything else."""
        if not isinstance(item, int) or item >= len(self._target_names):
            return ""
        return _REPEAT.sub("", self._target_names[item])


class _SampleNames(Names):
    """Looks names up for one sample after the other."""

    def forget(self) -> None:
        """Forget what was looked up by the number of a file, which the next sample has too."""
        self._starred.clear()
        self._star_masks.clear()
        self._imports.clear()
