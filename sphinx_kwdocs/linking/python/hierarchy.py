"""Finds how the classes of a file and their members descend from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.python import classes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.meanings import Meaning, Targets
    from sphinx_kwdocs.linking.python.units import ClassInfo, Unit


def find_bases(engine: Engine, unit: Unit) -> Iterator[tuple[int, list[int]]]:
    """Yield each class of a file that has bases in the repository, with these; all by their numbers."""
    for cls in _classes_of(unit):
        found = [base.target for sort, base, *_ in classes.bases(engine, cls) if sort == "class"]
        above = [base for base in found if base is not None and base != cls.target]
        if above and cls.target is not None:
            yield cls.target, above


def find_overrides(engine: Engine, targets: Targets, unit: Unit) -> Iterator[tuple[int, int]]:
    """Yield each member of a file's classes with the next one of its name up the order of look-up."""
    for cls in _classes_of(unit):
        yield from _overrides(engine, targets, cls)


def _classes_of(unit: Unit) -> Iterator[ClassInfo]:
    for scope in unit.code.classes:
        cls = unit.class_of_scope(scope)
        if cls.target is not None:
            yield cls


def _overrides(engine: Engine, targets: Targets, cls: ClassInfo) -> Iterator[tuple[int, int]]:
    if len(classes.line(engine, cls)) == 1:
        return
    scope = cls.unit.scopes[cls.scope]
    for name in (*scope.ends, *(name for name in cls.code.attributes if name not in scope.ends)):
        if name.startswith("__") and not name.endswith("__"):
            continue  # private to each class
        above = classes.find(engine, cls, name, after=cls)
        own = classes.own_member(cls, name)
        if above is None or own is None:
            continue
        one, other = _symbol(targets.member(own)), _symbol(targets.member(above))
        if one is not None and other is not None and one != other:
            yield one, other


def _symbol(meaning: Meaning) -> int | None:
    items = meaning[0]
    return items[0] if len(items) == 1 and isinstance(items[0], int) else None
