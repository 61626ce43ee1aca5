"""Finds the pytest fixtures that test functions ask for by the names of their parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.python.containers import element
from sphinx_kwdocs.linking.python.modules import parent_of
from sphinx_kwdocs.linking.python.values import NOTHING, Type, union

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.units import FunctionInfo, Unit
    from sphinx_kwdocs.model.python_code import Expr

FIXTURES = frozenset({"pytest.fixture", "pytest_asyncio.fixture", "pytest.yield_fixture"})
"""Decorators that make a function a fixture."""
_PARAMETRIZE = ("external", "pytest.mark.parametrize")


class Fixtures:
    """The fixtures of a repository."""

    def __init__(self, engine: Engine, units: Mapping[str, Unit]) -> None:
        self._engine = engine
        self._units = units

    def asked_by(self, fn: FunctionInfo) -> Iterator[tuple[int, FunctionInfo]]:
        """Yield the parameters of a test or a fixture that name fixtures, by number."""
        code = fn.code
        if not code.parameters or not (fn.name.startswith("test") or "fixture" in self._engine.traits(fn)):
            return
        given = self._parametrized(fn)
        for number, parameter in enumerate(code.parameters):
            is_plain = parameter.kind in {"any", "keyword"} and not parameter.default
            if is_plain and not (number == 0 and fn.owner is not None) and parameter.name not in given:
                found = self._find(fn, parameter.name)
                if found is not None:
                    yield number, found

    def value(self, fn: FunctionInfo, number: int) -> Type:
        """Return what pytest gives a parameter."""
        for asked, fixture in self.asked_by(fn):
            if asked == number:
                found = self._engine.result(fixture)
                is_given = fixture.code.is_generator
                return union(element(self._engine, value) for value in found) if is_given else found
        return NOTHING

    def _find(self, fn: FunctionInfo, name: str) -> FunctionInfo | None:
        """Look for a fixture where pytest does: the class, the module, then `conftest.py` up the folders."""
        for unit, scope in self._places(fn):
            number = unit.scopes[scope].ends.get(name)
            for value in self._engine.type_of(unit, number) if number is not None else ():
                # One that asks for its own name means the next one, which it replaces.
                if value[0] == "function" and value[1] is not fn and "fixture" in self._engine.traits(value[1]):
                    return value[1]  # type: ignore[no-any-return]  # values are tuples of anything
        return None

    def _places(self, fn: FunctionInfo) -> Iterator[tuple[Unit, int]]:
        if fn.owner is not None:
            yield fn.unit, fn.owner.scope
        yield fn.unit, 0
        folder = parent_of(fn.unit.path)
        while True:
            conftest = self._units.get(f"{folder}/conftest.py" if folder else "conftest.py")
            if conftest is not None and conftest is not fn.unit:
                self._engine.trace.mask |= conftest.bit
                yield conftest, 0
            if not folder:
                return
            folder = parent_of(folder)

    def _parametrized(self, fn: FunctionInfo) -> set[str]:
        """Return the parameters whose values the test itself lists."""
        names: set[str] = set()
        exprs = fn.unit.exprs
        for decorator in fn.code.decorators:
            expr: Expr = exprs[decorator]
            if expr[0] == "call" and expr[2] and _PARAMETRIZE in self._engine.type_of(fn.unit, expr[1]):
                first: Expr = exprs[expr[2][0]]
                listed = [exprs[each] for each in first[1:]] if first[0] in {"tuple", "list"} else [first]
                for each in listed:
                    if each[:2] != ("const", "str") or each[2] is None:
                        return {parameter.name for parameter in fn.code.parameters}  # computed, or too long to know
                    names.update(name.strip() for name in str(each[-1]).split(","))
        return names
