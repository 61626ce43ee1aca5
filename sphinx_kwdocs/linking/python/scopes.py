"""Finds what names mean in scopes and modules: the expression that gives a name, through imports and stars."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.linking.python.dependencies import Noted, Trace
from sphinx_kwdocs.linking.python.modules import ModuleMap, is_init, parent_of
from sphinx_kwdocs.model.python_code import BUILTINS_FIRST, bound_below_module, types_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.linking.python.units import Unit
    from sphinx_kwdocs.linking.python.values import Value
    from sphinx_kwdocs.model.facts import Import

Binding = tuple["Unit | None", Any]
"""What a name is bound to: a unit with the number of an expression, or None with a value."""
BUILTINS = frozenset(dir(builtins)) | {"reveal_type", "WindowsError"}
_LONGEST_WAY = 100
_MISSING: Value = ("missing",)
"""A module that the repository should have, but has not, or has more than once."""


class Names:
    """Looks names up in the repository's modules."""

    def __init__(self, modules: ModuleMap, units: Mapping[str, Unit]) -> None:
        self._modules = modules
        self._units = units
        self.trace = Trace(len(units))
        """What the names that are being looked up were found from."""
        self._starred: dict[tuple[int, str], Binding | None] = {}
        self._star_masks: dict[int, int] = {}
        self._absolute: dict[tuple[str, str], Value] = {}
        self._imports: dict[tuple[int, int], Binding | Noted | None] = {}

    def look_up(self, unit: Unit, scope: int, name: str, *, is_free: bool = False) -> Binding | None:
        """Find a name from a scope outwards; `is_free` skips the scope itself if it is a class."""
        if scope < BUILTINS_FIRST:
            return self._look_up_type(unit, types_in(scope), name)
        if scope == BUILTINS_FIRST and name in BUILTINS:
            starred = self._starred_member(unit, name) if unit.code.stars else None
            return starred or (None, ("external", name))
        own = bound_below_module(unit.scopes, scope, name, is_free=is_free)
        if own is not None:
            return unit, own
        found = self.member(unit, name, with_submodules=False)
        if found is None and name in BUILTINS:
            return None, ("external", name)
        return found

    def _look_up_type(self, unit: Unit, scope: int, name: str) -> Binding | None:
        """Find the type that an annotation in a class names, which may be defined further down."""
        own = unit.scopes[scope].ends.get(name)
        bind = unit.exprs[own] if own is not None else ("unknown",)
        if bind[0] != "bind" or unit.sites[bind[1]].kind not in {"function", "variable"}:
            return self.look_up(unit, scope, name)
        return self.look_up(unit, unit.scopes[scope].parent, name, is_free=True) or (unit, own)

    def member(self, unit: Unit, name: str, *, with_submodules: bool = True) -> Binding | None:
        """Find a name among those of a module: its own, those it takes with stars, and its submodules."""
        own = unit.scopes[0].ends.get(name)
        if own is not None:
            return unit, own
        found = self._starred_member(unit, name)
        return self.submodule(unit, name) if found is None and with_submodules else found

    def _starred_member(self, unit: Unit, name: str) -> Binding | None:
        stub = self._units.get(f"{unit.path}i")
        if stub is None and not unit.code.stars:
            return None
        mask = self._star_masks.get(unit.number)
        if mask is None:
            mask = self._star_masks[unit.number] = self._find_star_mask(unit, stub)
        self.trace.mask |= mask
        key = (unit.number, name)
        if key not in self._starred:
            self._starred[key] = self._find_starred(unit, name, stub)
        return self._starred[key]

    def _find_star_mask(self, unit: Unit, stub: Unit | None) -> int:
        """Return what a name that a module does not give itself is looked for in."""
        found = {unit: None} if stub is None else {unit: None, stub: None}
        waiting = list(found)
        while waiting:
            here = waiting.pop()
            for number in here.code.stars:
                module = self.module(here, here.facts.imports[number])
                if module[0] == "module" and module[1] not in found:
                    found[module[1]] = None
                    waiting.append(module[1])
        del found[unit]
        return sum(other.bit for other in found)

    def _find_starred(self, unit: Unit, name: str, stub: Unit | None) -> Binding | None:
        """Find a name that a module takes with stars, each module asked once; or else in the stub beside it."""
        seen = {unit}
        stack = [(unit, number) for number in unit.code.stars]
        while stack:
            here, number = stack.pop()
            module = self.module(here, here.facts.imports[number])
            if module[0] != "module" or module[1] in seen or not exports(module[1], name):
                continue
            own = module[1].scopes[0].ends.get(name)
            if own is not None:
                return module[1], own
            seen.add(module[1])
            # Before the stars above it: the last one that has the name wins.
            stack += [(module[1], inner) for inner in module[1].code.stars]
        return self.member(stub, name, with_submodules=False) if stub is not None else None

    def stub_beside(self, unit: Unit) -> Unit | None:
        """Return the stub of a source."""
        return self._looked_at(self._units.get(f"{unit.path}i"))

    def source_beside(self, unit: Unit) -> Unit | None:
        """Return the source of a stub."""
        return self._looked_at(self._units.get(unit.path[:-1])) if unit.path.endswith(".pyi") else None

    def _looked_at(self, unit: Unit | None) -> Unit | None:
        if unit is not None:
            self.trace.mask |= unit.bit
        return unit

    def submodule(self, unit: Unit, name: str) -> Binding | None:
        """Find a module in a package."""
        folder, _, file = unit.path.rpartition("/")
        if not file.startswith("__init__.py"):
            return None
        self.trace.look_into(f"{folder}/")
        return self._in_folder(folder, name)

    def _in_folder(self, folder: str, name: str) -> Binding | None:
        found = self._modules.find(folder, name)
        return (None, self._value_of(found)) if found is not None else None

    def _value_of(self, found: str) -> Value:
        if found.endswith("/"):
            return ("folder", found)
        unit = self._units.get(found)
        return ("module", unit) if unit is not None else _MISSING

    def attribute(self, value: Value, name: str) -> Binding | None:
        """Find an attribute of a module or of a namespace package."""
        if value[0] == "module":
            self.trace.mask |= value[1].bit
            return self.member(value[1], name)
        self.trace.look_into(value[1])
        return self._in_folder(value[1].rstrip("/"), name)

    def module(self, unit: Unit, item: Import, parts: int | None = None) -> Value:
        """Return the module that an import names, or the first parts of its name."""
        name = item.module if parts is None else ".".join(item.module.split(".")[:parts])
        if not item.level:
            key = (unit.root, name)
            known = self._absolute.get(key)
            if known is None:
                known = self._absolute[key] = self._find_absolute(unit.root, name)
            # A file that is no package holds no modules: what is imported is another one of its name.
            is_other = parts is not None and name != item.module and known[0] == "module" and not is_init(known[1].path)
            return _MISSING if is_other else known
        base = climb(unit.path, item.level)
        if base is None:
            return _MISSING
        found = self._modules.find(base, name) if name else self._modules.package(base)
        return self._value_of(found) if found is not None else _MISSING

    def _find_absolute(self, root: str, name: str) -> Value:
        found = self._modules.place(root, name)
        if found is not None:
            return self._value_of(found)
        origin = self._modules.origin_of_missing(root, name)
        return ("external", name) if origin in {"standard", "third-party"} else _MISSING

    def imported(self, unit: Unit, number: int) -> Binding | None:
        """Find what an import binds its name to."""
        key = (unit.number, number)
        trace = self.trace
        if key not in self._imports:
            outer, trace.mask = trace.mask, 0
            found = self._import(unit, unit.facts.imports[number])
            self._imports[key] = trace.noted(self._imports, key, found, trace.mask)
            trace.mask |= outer
            return found
        return trace.recall(self._imports[key])  # type: ignore[no-any-return]  # of any answer

    def _import(self, unit: Unit, item: Import) -> Binding | None:
        if not item.name:
            return None, self.module(unit, item, None if item.alias else 1)
        module = self.module(unit, item)
        if module[0] == "external":
            return None, ("external", f"{module[1]}.{item.name}")
        if module[0] == "folder":
            self.trace.look_into(module[1])
            return self._in_folder(module[1].rstrip("/"), item.name)
        return self._from_module(unit, item, module[1]) if module is not _MISSING else None

    def _from_module(self, unit: Unit, item: Import, module: Unit) -> Binding | None:
        """Find a name that is imported from a module: one of its own, or a submodule."""
        self.trace.mask |= module.bit
        is_own_package = item.level and module.path.rpartition("/")[0] == unit.path.rpartition("/")[0]
        if is_own_package or module is unit:
            # Inside of a package that is still being imported, its submodules are there before its names.
            submodule = self.submodule(module, item.name)
            if submodule is not None:
                return submodule
        found = self.member(module, item.name, with_submodules=False)
        if found is not None and (found[0] is None or not self._leads_back(unit, item, found)):
            return found
        return self.submodule(module, item.name)

    def _leads_back(self, unit: Unit, item: Import, found: Binding) -> bool:
        """Say whether a chain of imports comes back to the import it began with."""
        following: Binding | None = found
        for _ in range(_LONGEST_WAY):
            step = _import_behind(following)
            if step is None:
                return False
            other, number = step
            if other is unit and other.facts.imports[number] is item:
                return True
            following = self._next_step(other, other.facts.imports[number])
        return True

    def _next_step(self, unit: Unit, item: Import) -> Binding | None:
        module = self.module(unit, item) if item.name else ("external", "")
        if module[0] != "module":
            return None
        self.trace.mask |= module[1].bit
        return self.member(module[1], item.name, with_submodules=False)


def _import_behind(binding: Binding | None) -> tuple[Unit, int] | None:
    """Return the import that gives a name, if one does."""
    unit, number = binding or (None, 0)
    if unit is None:
        return None
    expr = unit.exprs[number]
    value = unit.exprs[expr[2]] if expr[0] == "bind" else ("unknown",)
    return (unit, value[1]) if value[0] == "import" else None


def exports(unit: Unit, name: str) -> bool:
    """Say whether a star takes a name out of a module that has it."""
    listed = unit.facts.exports
    return not name.startswith("_") if listed is None else name in listed


def climb(path: str, level: int) -> str | None:
    """Return the folder that the dots of a relative import name, or None above the root."""
    folder = parent_of(path)
    for _ in range(level - 1):
        if not folder:
            return None
        folder = parent_of(folder)
    return folder
