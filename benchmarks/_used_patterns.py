"""Finds the regular expressions of the package in its code, with the methods that the code calls of each."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import sphinx_kwdocs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

METHODS = frozenset({"match", "fullmatch", "search", "findall", "finditer", "sub", "subn", "split"})


class Used(NamedTuple):
    """A pattern as the code uses it."""

    where: str
    """The module, and the name or the line there."""
    pattern: re.Pattern[Any]
    methods: frozenset[str]
    """The methods that are called; empty if none was found."""

    def run(self, method: str, text: str) -> object:
        """Do with a text what the code does."""
        given: Any = text.encode("latin-1", "replace") if isinstance(self.pattern.pattern, bytes) else text
        if method in ("sub", "subn"):
            return getattr(self.pattern, method)(given[:0], given)
        found = getattr(self.pattern, method)(given)
        return sum(1 for _ in found) if method == "finditer" else found


def used_patterns() -> list[Used]:
    """Return every pattern that a module holds, or names where it is used."""
    modules = dict(_modules())
    trees = {name: ast.parse(Path(str(module.__file__)).read_text("utf-8")) for name, module in modules.items()}
    homes = {name: _imported(tree) | _taken_out(name, tree) for name, tree in trees.items()}
    methods: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    found: list[Used] = []
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in METHODS:
                name = _name(node.value)
                methods[homes[module].get(name, (module, name))].add(node.attr)
            if isinstance(node, ast.Call) and (used := _written_out(node)):
                found.append(Used(f"{module}:{node.lineno}", *used))
    for name, module in modules.items():
        for variable, value in vars(module).items():
            if variable not in homes[name]:
                for pattern in _patterns(value):
                    found.append(Used(f"{name}.{variable}", pattern, frozenset(methods[name, variable])))  # noqa: PERF401
    return found


def _modules() -> Iterator[tuple[str, ModuleType]]:
    for info in pkgutil.walk_packages(sphinx_kwdocs.__path__, "sphinx_kwdocs."):
        if not info.name.endswith("__main__"):
            yield info.name, importlib.import_module(info.name)


def _imported(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Return where names of a module come from, if that is another one."""
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _taken_out(module: str, tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Return the tables that variables of a module were taken out of: `pattern = _PATTERNS.get(quote)`."""
    return {
        target.id: (module, table)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Name) and (table := _name(node.value))
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _name(node: ast.expr) -> str:
    """Return the name that an expression begins with: `_PATTERN`, `_PATTERNS[quote]`, `_PATTERNS.get(quote)`."""
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            node = node.func.value
        else:
            return ""
    return node.id


def _written_out(node: ast.Call) -> tuple[re.Pattern[Any], frozenset[str]] | None:
    """Return the pattern of `re.search("…", text)`; one that is put together there is tried where it is used."""
    function = node.func
    is_of_re = isinstance(function, ast.Attribute) and _name(function.value) == "re" and function.attr in METHODS
    if not is_of_re or not isinstance(node.args[0], ast.Constant):
        return None
    named = [part.attr for argument in node.args[2:] for part in ast.walk(argument) if isinstance(part, ast.Attribute)]
    flags = sum(int(getattr(re, name)) for name in named if isinstance(getattr(re, name, None), re.RegexFlag))
    return re.compile(str(node.args[0].value), flags), frozenset({function.attr})  # type: ignore[attr-defined]


def _patterns(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _patterns(item)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _patterns(item)
