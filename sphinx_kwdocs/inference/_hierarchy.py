"""Collects how classes and their members descend from one another."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sphinx_kwdocs.inference import _classes
from sphinx_kwdocs.references import Hierarchy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sphinx_kwdocs.inference._engine import Engine
    from sphinx_kwdocs.inference._targets import Meaning, Targets
    from sphinx_kwdocs.inference._units import ClassInfo


def find_hierarchy(engine: Engine, targets: Targets, names: Sequence[str]) -> Hierarchy:
    """Return the bases and subclasses of every class, and what its members override."""
    bases: dict[str, tuple[str, ...]] = {}
    overrides: dict[str, tuple[str, ...]] = {}
    for unit in engine.units:
        for scope in unit.code.classes:
            cls = unit.class_of_scope(scope)
            if cls.target is None:
                continue
            found = [base.target for sort, base, *_ in _classes.bases(engine, cls) if sort == "class"]
            above = tuple(names[base] for base in found if base is not None and base != cls.target)
            if above:
                bases[names[cls.target]] = above
            for own, replaced in _overrides(engine, targets, cls):
                overrides[names[own]] = (names[replaced],)
    return Hierarchy(bases, _reverse(bases), overrides, _reverse(overrides))


def _overrides(engine: Engine, targets: Targets, cls: ClassInfo) -> Iterator[tuple[int, int]]:
    """Yield each member of a class with the next one of its name up the order of look-up."""
    if len(_classes.line(engine, cls)) == 1:
        return
    scope = cls.unit.scopes[cls.scope]
    for name in (*scope.ends, *(name for name in cls.code.attributes if name not in scope.ends)):
        if name.startswith("__") and not name.endswith("__"):
            continue  # private to each class
        above = _classes.find(engine, cls, name, after=cls)
        own = _classes.own_member(cls, name)
        if above is None or own is None:
            continue
        one, other = _symbol(targets.member(own)), _symbol(targets.member(above))
        if one is not None and other is not None and one != other:
            yield one, other


def _symbol(meaning: Meaning) -> int | None:
    return meaning.items[0] if len(meaning.items) == 1 and isinstance(meaning.items[0], int) else None


def _reverse(relation: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for low, high in relation.items():
        for each in high:
            found[each].append(low)
    return {each: tuple(lows) for each, lows in found.items()}
