"""Reads Python comprehensions: the first iterable where they stand, all else in a scope of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.languages.python.walk.assignments import assign
from sphinx_kwdocs.languages.python.walk.expressions import element_of
from sphinx_kwdocs.languages.python.walk.narrowing import read_condition, suppose
from sphinx_kwdocs.languages.python.walk.scopes import enter_expression, leave_expression
from sphinx_kwdocs.model.index import READ

if TYPE_CHECKING:
    import ast

    from sphinx_kwdocs.languages.python.walk.state import WalkState


def read_list_comprehension(walk: WalkState, node: ast.ListComp, _role: int) -> int:
    """Read `[e for …]`."""
    return walk.numbers["list", _read_comprehension(walk, node.generators, node.elt)[0]]


def read_set_comprehension(walk: WalkState, node: ast.SetComp, _role: int) -> int:
    """Read `{e for …}`."""
    return walk.numbers["set", _read_comprehension(walk, node.generators, node.elt)[0]]


def read_generator(walk: WalkState, node: ast.GeneratorExp, _role: int) -> int:
    """Read `(e for …)`."""
    return walk.numbers["generator", _read_comprehension(walk, node.generators, node.elt)[0]]


def read_dict_comprehension(walk: WalkState, node: ast.DictComp, _role: int) -> int:
    """Read `{k: v for …}`."""
    key, value = _read_comprehension(walk, node.generators, node.key, node.value)
    return walk.numbers["dict", (key,), (value,)]


def _read_comprehension(walk: WalkState, generators: list[ast.comprehension], *elements: ast.expr) -> list[int]:
    readers, first = walk.readers, generators[0]
    iterable = readers[type(first.iter)](walk, first.iter, READ)
    scope = walk.new_scope("comprehension")
    outer, mark, walruses = walk.frame, len(walk.frame.env.trail), len(walk.walruses)
    enter_expression(walk, scope)
    for generator in generators:
        if generator is not first:
            iterable = readers[type(generator.iter)](walk, generator.iter, READ)
        sort = "async-element" if generator.is_async else "element"
        assign(walk, generator.target, element_of(walk, sort, iterable))
        for condition in generator.ifs:
            suppose(walk, read_condition(walk, condition).true)
    numbers = [readers[type(element)](walk, element, READ) for element in elements]
    leave_expression(walk, outer, mark)
    for name, value in walk.walruses[walruses:]:
        outer.env.set(name, value)
    return numbers
