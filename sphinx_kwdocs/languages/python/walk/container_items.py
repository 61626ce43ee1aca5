"""Knows values by what they are taken from, such as `a.b[0]`, and what is put into containers and taken out again."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.model.index import READ
from sphinx_kwdocs.model.python_code import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Container

    from sphinx_kwdocs.languages.python.walk.environment import Key
    from sphinx_kwdocs.languages.python.walk.state import Frame, WalkState

_MOST_FILLS = 3
"""What the first statements put into a container is telling; beyond that, it only takes time."""
_MOST_ITEMS = 64
"""Of so many items something is known in each scope: all of them are looked at where a loop begins."""


class KnownValue(NamedTuple):
    """A value such as `a`, `a.b` or `a.b[0]`, of which conditions and assignments may tell more."""

    key: Key
    """What environments know it by."""
    value: int
    """What it is now."""


def known_value(walk: WalkState, node: ast.expr) -> KnownValue | None:
    """Return `a`, `a.b` or `a.b[0]`, without noting a use, or None for anything else."""
    frame, numbers = walk.frame, walk.numbers
    parts: list[str | int] = []
    has_items = False
    while True:
        if isinstance(node, ast.Attribute):
            parts.append(node.attr)
        elif isinstance(node, ast.Subscript) and (index := _steady_index(walk, node.slice)):
            parts.append(index)
            has_items = True
        else:
            break
        node = node.value
    if not isinstance(node, ast.Name) or (has_items and len(frame.item_keys) + len(parts) > _MOST_ITEMS):
        return None
    key: Key = node.id
    number = frame.env.get(key)
    if number is None:
        number = numbers["name", frame.lookup, node.id]
    containers: tuple[int, ...] = ()
    for part in reversed(parts):
        if not number:
            return None
        if isinstance(part, str):
            key = numbers["attr", number, part]
            walk.attribute_keys[part][key] = None
        else:
            containers = (*containers, number)
            key = numbers["item", number, part]
        if containers:
            frame.item_keys[key] = containers
        number = frame.env.get(key, key)
    return KnownValue(key, number)


def _steady_index(walk: WalkState, node: ast.expr) -> int:
    """Return what stands in brackets, if it is the same whenever it is written again, or else 0."""
    if isinstance(node, ast.Constant) and type(node.value) in {int, str}:
        return walk.readers[ast.Constant](walk, node, READ)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        return walk.readers[ast.UnaryOp](walk, node, READ) if type(node.operand.value) is int else UNKNOWN
    return walk.frame.env.get(node.id, UNKNOWN) if isinstance(node, ast.Name) else UNKNOWN


def fill(walk: WalkState, container: int, *held: int) -> None:
    """Note what is put into a container that a name was given empty."""
    site = walk.containers.empty_sites.get(container)
    if site is not None:
        fills = walk.containers.fills.setdefault(site, [])
        if len(fills) < _MOST_FILLS:
            fills.append(held)


def put_item(walk: WalkState, container: int, index: int, value: int) -> None:
    """Let an item of a container be something from here on if a literal says which; else none is known any more."""
    frame, constants, put_keys = walk.frame, walk.exprs.constants, walk.containers.put_keys
    if index not in constants:
        forget_items(frame, container)
        return
    key = walk.numbers["item", container, index]
    forget_items(frame, key)
    forget_items(frame, container, but=put_keys)
    is_told = value and value not in constants and frame.loop is None
    if is_told and (key in frame.item_keys or len(frame.item_keys) < _MOST_ITEMS):
        frame.item_keys[key] = container, *frame.item_keys.get(container, ())
        put_keys.add(key)
        frame.env.set(key, value)
    elif key in frame.env:
        frame.env.set(key, None)


def forget_items(frame: Frame, container: int | None = None, but: Container[int] = ()) -> None:
    """Forget what conditions and assignments said of the items of a container, or of any, but for some."""
    for key, containers in frame.item_keys.items():
        if key in frame.env and (container is None or container in containers) and key not in but:
            frame.env.set(key, None)


def forget_items_of(walk: WalkState, node: ast.expr) -> None:
    """Forget what is known of the items of a container, one of which is given anew or goes away."""
    if walk.frame.item_keys and (known := known_value(walk, node)):
        forget_items(walk.frame, known.value)
