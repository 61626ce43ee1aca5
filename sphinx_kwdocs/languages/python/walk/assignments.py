"""Reads what Python statements assign to: names, parts of unpackings, and attributes of `self`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages.python.walk.bindings import assign_name, bind
from sphinx_kwdocs.languages.python.walk.container_items import (
    fill,
    forget_items,
    forget_items_of,
    known_value,
    put_item,
)
from sphinx_kwdocs.languages.python.walk.expressions import item_of, read_index
from sphinx_kwdocs.languages.python.walk.state import AttributeAssignment
from sphinx_kwdocs.model.index import READ, WRITE
from sphinx_kwdocs.model.python_code import NO_SYMBOL, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_kwdocs.languages.python.walk.state import Receiver, Use, WalkState


def assign(walk: WalkState, node: Any, value: int, declared: int = UNKNOWN) -> None:  # noqa: ANN401  any expression
    """Assign a value to a target."""
    kind = type(node)
    if kind is ast.Name:
        line = node.lineno
        assign_name(walk, node.id, line, walk.source.column(line, node.col_offset), value, declared)
    elif kind is ast.Attribute:
        _assign_attribute(walk, node, value, declared)
    elif kind is ast.Tuple or kind is ast.List:
        _unpack(walk, node.elts, value)
    elif kind is ast.Starred:
        assign(walk, node.value, value)
    elif kind is ast.Subscript:
        owner = walk.readers[type(node.value)](walk, node.value, READ)
        index = read_index(walk, node, READ)
        if owner:
            item_of(walk, owner, index)
            put_item(walk, owner, index, value)
            fill(walk, owner, index, value)
    else:
        walk.readers[kind](walk, node, WRITE)


def _unpack(walk: WalkState, targets: Sequence[ast.expr], value: int) -> None:
    """Assign the parts of a value."""
    is_behind_star = False
    for number, target in enumerate(targets):
        if isinstance(target, ast.Starred):
            is_behind_star = True
            behind = len(targets) - number - 1
            assign(walk, target, walk.numbers["rest", value, number, behind] if value else UNKNOWN)
        elif not value:
            assign(walk, target, UNKNOWN)
        else:
            place = number - len(targets) if is_behind_star else number
            assign(walk, target, walk.exprs.part(value, place))


def _assign_attribute(walk: WalkState, node: ast.Attribute, value: int, declared: int) -> None:
    """Assign to an attribute; one of `self` may be where the attribute is defined."""
    receiver = _receiver_of(walk, node.value)
    owner = walk.readers[type(node.value)](walk, node.value, READ)
    if not owner:
        return
    frame, name = walk.frame, node.attr
    number = walk.numbers["attr", owner, name]
    end: int = node.end_col_offset  # type: ignore[assignment]
    line: int = node.end_lineno  # type: ignore[assignment]
    use = (line, end - len(name), end, number, WRITE, frame.scope)
    kept: int | None = value if value and value not in walk.exprs.constants else None
    if receiver is None:
        frame.uses.append(use)
    else:
        given = _assign_to_receiver(walk, receiver, node, use, value, declared)
        kept = given if kept is not None else None
    if kept is not None or number in frame.env:
        walk.attribute_keys[name][number] = None
        frame.env.set(number, kept)
    if frame.item_keys:
        forget_items(frame, number)


def _receiver_of(walk: WalkState, node: ast.expr) -> Receiver | None:
    """Return the method's first parameter if an expression is this and nothing else."""
    if not isinstance(node, ast.Name):
        return None
    receiver = walk.frame.receivers.get(node.id)
    if receiver is None:
        return None
    now = walk.frame.env.get(node.id)
    return receiver if now is None or walk.exprs.root(now) == receiver.number else None


def _assign_to_receiver(
    walk: WalkState, receiver: Receiver, node: ast.Attribute, use: Use, value: int, declared: int
) -> int:
    """Note an attribute that a method gives the instance or the class; return the binding."""
    name, cls, site = node.attr, receiver.cls, len(walk.sites)
    line, col, _ = walk.source.name_place(*use[:3])
    walk.sites.append((name, line, col, cls, "attribute", NO_SYMBOL, declared))
    given = walk.numbers["bind", site, value or (walk.numbers["typed", declared] if declared else UNKNOWN)]
    walk.classes[cls].attributes.setdefault(name, []).append(given)
    walk.attribute_assignments.append(
        AttributeAssignment(cls, name, site, use, node, walk.body, walk.body_index, receiver.is_init)
    )
    if value in walk.callable_parameters.bindings:
        walk.callable_parameters.attributes.add(name)
    return given


def delete(walk: WalkState, node: ast.expr) -> None:
    """Read a target of `del`."""
    env, stack = walk.frame.env, [node]
    while stack:
        target = stack.pop()
        if isinstance(target, (ast.Tuple, ast.List)):
            stack += reversed(target.elts)
            continue
        walk.readers[type(target)](walk, target, WRITE)
        if isinstance(target, ast.Name):
            env.set(target.id, None)
        elif isinstance(target, ast.Subscript):
            forget_items_of(walk, target.value)
        elif (known := known_value(walk, target)) and known.key in env:
            env.set(known.key, None)


def augment(walk: WalkState, node: ast.AugAssign) -> None:
    """Read `x += v`: a use of what was there, and a new value."""
    env = walk.frame.env
    value = walk.readers[type(node.value)](walk, node.value, READ)
    before = walk.readers[type(node.target)](walk, node.target, WRITE)
    operator = type(node.op).__name__
    after = walk.numbers["operation", f"I{operator}", before, value] if before and value else UNKNOWN
    target = node.target
    if isinstance(target, ast.Name):
        line = target.lineno
        bind(walk, target.id, line, walk.source.column(line, target.col_offset), after)
    elif isinstance(target, ast.Subscript):
        forget_items_of(walk, target.value)
    elif (known := known_value(walk, target)) and known.key in env:
        env.set(known.key, None)


def read_walrus(walk: WalkState, node: ast.NamedExpr, _role: int) -> int:
    """Read `name := e`, which gives the name to the nearest scope that is no comprehension."""
    value = walk.readers[type(node.value)](walk, node.value, READ)
    frame, target = walk.frame, node.target
    names = frame.names
    frame.names, frame.scope = frame.holder, frame.holder.scope
    line, col = target.lineno, walk.source.column(target.lineno, target.col_offset)
    number = assign_name(walk, target.id, line, col, value)
    frame.names, frame.scope = names, names.scope
    walk.walruses.append((target.id, number))
    return number
