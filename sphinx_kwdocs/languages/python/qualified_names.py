"""Gives the definitions of a Python file their unique names and says for whom they are meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from sphinx_kwdocs.model.symbols import Visibility

ScopeKind = Literal["module", "class", "function"]
ClassFlavour = Literal["", "enum", "fields", "attrs"]


@dataclass(slots=True)  # nobody changes one, but to make a frozen one takes twice as long
class Scope:
    """What a definition is nested in."""

    kind: ScopeKind = "module"
    """The sort of block that holds its names."""
    id: str = ""
    """The symbol's id; empty for the module."""
    qualname: str = ""
    """The symbol's qualified name; empty for the module."""
    visibility: Visibility = "public"
    """The symbol's own visibility."""
    flavour: ClassFlavour = ""
    """What assignments in this class mean."""


class Names:
    """The names a file has given so far."""

    __slots__ = ("_counts", "_exports", "_path")

    def __init__(self, path: str, exports: tuple[str, ...] | None) -> None:
        self._path = path
        self._exports = None if exports is None else frozenset(exports)
        self._counts: dict[str, int] = {}

    def is_taken(self, scope: Scope, name: str) -> bool:
        """Say whether the scope has given this name already."""
        return _join(scope, name) in self._counts

    def claim(self, scope: Scope, name: str) -> tuple[str, str]:
        """Return the qualified name and the id of a definition; a repeated one gets `~2`, `~3`."""
        qualname = _join(scope, name)
        count = self._counts.get(qualname, 0) + 1
        self._counts[qualname] = count
        if count > 1:
            qualname = f"{qualname}~{count}"
        return qualname, f"{self._path}#{qualname}"

    def visibility(self, scope: Scope, name: str) -> Visibility:
        """Say for whom a name is meant."""
        if scope.kind == "function" or scope.visibility == "local":
            return "local"
        if scope.kind == "module" and self._exports is not None:
            if name in self._exports:
                return "public"
            return "special" if is_dunder(name) else "private"
        if scope.visibility == "private":
            return "private"
        if not name.startswith("_"):
            return "public"
        return "special" if is_dunder(name) else "private"


def is_dunder(name: str) -> bool:
    """Say whether a name is one of Python's own, like `__init__`."""
    return len(name) > 4 and name.startswith("__") and name.endswith("__")  # noqa: PLR2004  two underscores twice


def is_constant_name(name: str) -> bool:
    """Say whether a name is written the way constants are."""
    return name.isupper() and not is_dunder(name)


def _join(scope: Scope, name: str) -> str:
    return f"{scope.qualname}.{name}" if scope.qualname else name
