"""Keeps what a later block of a document gives a name away from the functions of earlier blocks.

In a module, a function sees what its globals are in the end. A reader of a document sees what they were up to there.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_kwdocs.model.facts import Import
    from sphinx_kwdocs.model.python_code import PythonCode


class _Given(NamedTuple):
    """Where blocks give a name of the module."""

    first: int
    last: int
    is_same: bool
    """Whether all of them give it by the same import."""


def hide_later_names(code: PythonCode, imports: Sequence[Import], blocks: Sequence[int]) -> None:
    """Make each name unknown that looks up what a later block gives; `blocks` has the block of every line."""
    given = _given(code, imports, blocks)
    places: dict[int, int] = {}
    for scope, line in zip(code.uses.scopes, code.uses.lines, strict=True):
        places.setdefault(scope, blocks[line - 1])
    for number, expr in enumerate(code.exprs):
        if expr[0] == "name" and expr[2] in given and not _is_local(code, expr[1], expr[2]):
            # What the module's own statements look up is given behind them, or it would not be looked up.
            here = places.get(expr[1], -1) if expr[1] > 0 else -1
            found = given[expr[2]]
            if not (found.last <= here or (found.is_same and found.first <= here)):
                code.exprs[number] = ("unknown",)


def _given(code: PythonCode, imports: Sequence[Import], blocks: Sequence[int]) -> Mapping[str, _Given]:
    imported = {
        expr[1]: _identity(imports[code.exprs[expr[2]][1]])
        for expr in code.exprs
        if expr[0] == "bind" and code.exprs[expr[2]][0] == "import"
    }
    by_name: defaultdict[str, list[tuple[int, object]]] = defaultdict(list)
    for number, site in enumerate(code.sites):
        if site.scope == 0:
            by_name[site.name].append((blocks[site.line - 1], imported.get(number)))
    return {
        name: _Given(
            min(block for block, _ in found),
            max(block for block, _ in found),
            found[0][1] is not None and all(identity == found[0][1] for _, identity in found),
        )
        for name, found in by_name.items()
    }


def _identity(item: Import) -> tuple[int, str, str]:
    """Return what an import binds its name to, whatever that name is."""
    is_whole = item.name or item.alias
    return item.level, item.module if is_whole else item.module.partition(".")[0], item.name


def _is_local(code: PythonCode, scope: int, name: str) -> bool:
    """Tell whether a function around a name has it, so that the module is not asked."""
    start = scope
    while scope > 0:
        here = code.scopes[scope]
        if name in here.outer:
            if here.outer[name]:
                return False
        elif name in here.ends and (here.kind != "class" or scope == start):
            return True
        scope = here.parent
    return False
