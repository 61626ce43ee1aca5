"""Answers what a file means by the existence of others: where its imports lead, and what stands beside it."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.python.modules import parent_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_kwdocs.linking.python.modules import ModuleMap
    from sphinx_kwdocs.linking.python.scopes import Names
    from sphinx_kwdocs.linking.python.units import Unit
    from sphinx_kwdocs.linking.python.values import Value
    from sphinx_kwdocs.model.facts import Import


class Surroundings:
    """The answers that depend on which files there are, and on nothing that they hold."""

    def __init__(self, names: Names, modules: ModuleMap, units: Mapping[str, Unit]) -> None:
        self._names = names
        self._modules = modules
        self._units = units
        self._conftests: dict[str, tuple[str, ...]] = {}
        self._absolute: dict[tuple[str, str], tuple[str, ...]] = {}

    def state(self) -> str:
        """Return the digest of all that the answers follow from, beside a file's own imports."""
        return _digest(repr((list(self._units), self._modules.state)))

    def digest(self, path: str, interface: str) -> str:
        """Return the digest of a file's interface together with these answers."""
        unit = self._units[path]
        beside = [each for each in (f"{path}i", path[:-1]) if each in self._units]
        # Those of imports from one module are the same, whatever they take from it.
        imports = {(item.module, item.level): item for item in unit.facts.imports}
        answers = [(key, *self._known_answers(unit, item)) for key, item in imports.items()]
        return _digest(repr((interface, unit.root, beside, self._conftests_of(parent_of(path)), answers)))

    def folder_digest(self, folder: str) -> str:
        """Return the digest of the modules that a folder holds."""
        return _digest(repr(self._modules.listing(folder.rstrip("/"))))

    def _known_answers(self, unit: Unit, item: Import) -> tuple[str, ...]:
        """Return where an import leads; an absolute one leads to the same place from all files of a root."""
        if item.level:
            return tuple(self._answers(unit, item))
        key = unit.root, item.module
        known = self._absolute.get(key)
        if known is None:
            known = self._absolute[key] = tuple(self._answers(unit, item))
        return known

    def _answers(self, unit: Unit, item: Import) -> Iterator[str]:
        yield _written(self._names.module(unit, item))
        for parts in range(1, item.module.count(".") + 2):
            yield _written(self._names.module(unit, item, parts))
        if not item.level:
            yield self._modules.origin_of_missing(unit.root, item.module)

    def _conftests_of(self, folder: str) -> tuple[str, ...]:
        """Return the files that pytest takes fixtures from in a folder."""
        known = self._conftests.get(folder)
        if known is None:
            path = f"{folder}/conftest.py" if folder else "conftest.py"
            above = self._conftests_of(parent_of(folder)) if folder else ()
            known = self._conftests[folder] = (path, *above) if path in self._units else above
        return known


def _written(value: Value) -> str:
    return f"{value[0]} {value[1].path if value[0] == 'module' else value[-1]}"


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
