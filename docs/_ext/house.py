"""The rooms of the package in the order in which data goes through them, and who imports whom among its modules.

Tests hold the imports to this order, and the architecture page and `benchmarks/house.py` are made from it.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAME = "sphinx_kwdocs"
PACKAGE = Path(__file__).parents[2] / NAME

RANKS: tuple[tuple[str, ...], ...] = (
    ("__init__", "digests", "translation", "plugins", "running"),
    ("config",),
    ("model",),
    ("wording",),
    ("languages", "rules"),
    ("reading",),
    ("linking",),
    ("linking/python",),
    ("lookup",),
    ("pages",),
    ("embeds", "render", "export"),
    ("publish",),
    ("memory",),
    ("pipeline",),
    ("sphinx_ext",),
    ("api", "__main__"),
)
"""The rooms by rank: a module imports from lower ranks and from its own room, to which folders inside of it belong."""

SPHINX_RANKS: tuple[tuple[str, ...], ...] = (
    ("settings", "builders", "event_names", "inventories", "roles", "patches"),
    ("state",),
    ("session",),
    ("domain", "time_spent", "progress"),
    ("remembered", "summary", "listeners"),
    ("build_steps",),
    ("nodes",),
    ("authored", "own", "shell"),
    ("streaming", "document_states"),
    ("idle_build",),
    ("phases",),
    ("components",),
    ("__init__",),
)
"""The same inside of `sphinx_ext`."""

PLUG_IN_ROOMS = frozenset({"languages", "rules", "pages", "pages/sections", "embeds", "export"})
"""Rooms whose modules are found one by one: they import of their own room only what begins with an underscore."""

EXCEPTIONS: Mapping[tuple[str, str], str] = {
    ("__init__", "sphinx_ext/__init__"): "Sphinx calls `setup` of the package; the rest is loaded only then",
    ("sphinx_ext/domain", "sphinx_ext/authored/directives"): "Sphinx starts with the domain, which loads them if asked",
    (
        "sphinx_ext/domain",
        "sphinx_ext/authored/role_targets",
    ): "likewise: roles are resolved when documents are written",
}
"""Imports against the order, each with its reason."""

LAZY: Mapping[str, str] = {
    "__init__": "importing the package loads nothing of Sphinx",
    "api": "the public face works without Sphinx, and asks a running build only where there is one",
    "languages/markdown": "markdown-it takes longest of all to load, and few files are Markdown",
    "languages/python/__init__": "a build that finds all facts in the cache parses no Python",
    "languages/restructuredtext": "likewise for prose",
    "sphinx_ext/__init__": "a build that has nothing to do loads next to nothing",
    "sphinx_ext/domain": "Sphinx asks for directives before it is known whether a build has something to do",
    "sphinx_ext/inventories": "a build that has nothing to do loads no inventory",
}
"""The modules that import inside of functions, so as to load later or not at all, each with its reason."""

How = Literal["load", "late", "types"]


class Edge(NamedTuple):
    """An import of one module of the package by another."""

    module: str
    """Who imports, as a path inside the package without suffix."""
    target: str
    """Who is imported."""
    how: How
    """When the importing module is loaded, late in a function, or for type checkers only."""


@cache
def modules() -> tuple[str, ...]:
    """Return every module as a path inside the package without suffix."""
    return tuple(sorted(path.relative_to(PACKAGE).with_suffix("").as_posix() for path in PACKAGE.rglob("*.py")))


@cache
def syntax_of(module: str) -> ast.Module:
    """Return the syntax tree of a module; nothing is imported."""
    return ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))


def room_of(module: str) -> str:
    """Return the room that a module stands in."""
    rooms = {room for rank in RANKS for room in rank}
    parts = module.split("/")
    return next(room for count in range(len(parts), 0, -1) if (room := "/".join(parts[:count])) in rooms)


def rank_of_room(room: str) -> int:
    """Return the rank of a room."""
    return next(number for number, rank in enumerate(RANKS) if room in rank)


def rank_of(module: str) -> tuple[int, int]:
    """Return the rank of a module's room, and inside of `sphinx_ext` that of its part."""
    room = room_of(module)
    outer = rank_of_room(room)
    if room != "sphinx_ext":
        return outer, 0
    part = module.split("/")[1]
    return outer, next(number for number, rank in enumerate(SPHINX_RANKS) if part in rank)


@cache
def edges() -> tuple[Edge, ...]:
    """Return every import of one module by another, each once."""
    return tuple(sorted({edge for module in modules() for edge in _edges_of(module)}))


def _edges_of(module: str) -> Iterator[Edge]:
    for node, how in _imports(syntax_of(module), "load"):
        for name in _names(node):
            if name.split(".")[0] == NAME and (target := _module_of(name)) != module:
                yield Edge(module, target, how)


def _imports(tree: ast.AST, how: How) -> Iterator[tuple[ast.Import | ast.ImportFrom, How]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, how
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _imports(node, "late")
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from _imports(node, "types")
        else:
            yield from _imports(node, how)


def _names(node: ast.Import | ast.ImportFrom) -> list[str]:
    base = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
    return [base + alias.name for alias in node.names]


def _module_of(name: str) -> str:
    """Return the module that a dotted name is, or that defines its last part."""
    parts = name.split(".")[1:]
    for count in range(len(parts), 0, -1):
        path = "/".join(parts[:count])
        for module in (path, f"{path}/__init__"):
            if module in modules():
                return module
    return "__init__"


def is_in_order(edge: Edge) -> bool:
    """Tell whether an import follows the order: down, or inside of a room; for types also sideways."""
    if (edge.module, edge.target) in EXCEPTIONS:
        return True
    own, other = rank_of(edge.module), rank_of(edge.target)
    if other < own:
        return True
    if own != other:
        return False
    return edge.how == "types" or _part_of(edge.module) == _part_of(edge.target)


def _part_of(module: str) -> str:
    room = room_of(module)
    return "/".join(module.split("/")[:2]) if room == "sphinx_ext" else room


def is_inner(edge: Edge) -> bool:
    """Tell whether an import takes a module behind an underscore from a folder that its importer is not in."""
    parts = edge.target.split("/")
    hidden = next((number for number, part in enumerate(parts) if part.startswith("_") and part != "__init__"), None)
    return hidden is not None and edge.module.split("/")[:hidden] != parts[:hidden]


def is_between_plug_ins(edge: Edge) -> bool:
    """Tell whether a module of a room of plug-ins imports another one, which is nobody's part."""
    return any(_is_between_parts(edge, room) for room in PLUG_IN_ROOMS)


def _is_between_parts(edge: Edge, room: str) -> bool:
    if not (edge.module.startswith(f"{room}/") and edge.target.startswith(f"{room}/")):
        return False
    own, other = (name.removeprefix(f"{room}/").split("/")[0] for name in (edge.module, edge.target))
    if own in {"__init__", other} or other.startswith("_"):
        return False
    # A room inside of a room is entered by its door.
    return f"{room}/{other}" not in PLUG_IN_ROOMS or edge.target != f"{room}/{other}/__init__"


def cycles() -> list[list[str]]:
    """Return the groups of modules that need one another to be loaded or to work; imports for types do not count."""
    targets: dict[str, list[str]] = {module: [] for module in modules()}
    for edge in edges():
        if edge.how != "types" and (edge.module, edge.target) not in EXCEPTIONS:
            targets[edge.module].append(edge.target)
    # What is left when all that lead nowhere, or that nobody leads to, are taken away again and again, goes in circles.
    left = set(targets)
    while True:
        led_to = {target for module in left for target in targets[module]}
        kept = {module for module in left if module in led_to and left.intersection(targets[module])}
        if kept == left:
            break
        left = kept
    return _groups(left, targets)


def _groups(left: set[str], targets: Mapping[str, list[str]]) -> list[list[str]]:
    def reached(start: str) -> set[str]:
        seen, waiting = set(), [start]
        while waiting:
            for target in left.intersection(targets[waiting.pop()]) - seen:
                seen.add(target)
                waiting.append(target)
        return seen

    ways = {module: reached(module) for module in left}
    groups = {tuple(sorted(other for other in ways[module] if module in ways[other])) for module in left}
    return sorted(list(group) for group in groups if group)


def longest_inheritance() -> list[str]:
    """Return the longest chain of classes of the package of which each is a base of the one before."""
    bases: dict[str, list[str]] = {}
    for module in modules():
        for node in ast.walk(syntax_of(module)):
            if isinstance(node, ast.ClassDef):
                names = [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases]
                bases.setdefault(node.name, []).extend(names)

    def chain(name: str, above: tuple[str, ...] = ()) -> list[str]:
        further = [chain(base, (*above, name)) for base in bases.get(name, ()) if base in bases and base not in above]
        return [name, *max(further, key=len, default=[])]

    return max((chain(name) for name in sorted(bases)), key=len)


def lines_by_room() -> dict[str, tuple[int, int]]:
    """Return the number of modules and of lines of each room, in their order."""
    counted: dict[str, tuple[int, int]] = {room: (0, 0) for rank in RANKS for room in rank}
    for module in modules():
        files, lines = counted[room_of(module)]
        text = (PACKAGE / f"{module}.py").read_text(encoding="utf-8")
        counted[room_of(module)] = (files + 1, lines + text.count("\n"))
    return counted
