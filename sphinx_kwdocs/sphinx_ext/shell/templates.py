"""Reads a template to see what it makes of a page's name, title and body: whether it only writes them, or asks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jinja2 import nodes

from sphinx_kwdocs.sphinx_ext.shell.placeholders import UnusableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_NAMES = {"pagename", "current_page_name"}
_VARYING = {*_NAMES, "title", "body", "toc"}
# None of our pages is the first document of the project, nor a document at all.
_CONSTANTS = {"root_doc", "master_doc"}
_FUNCTIONS = {"pathto", "hasdoc"}
_PLAIN_FILTERS = {"e", "escape", "forceescape", "string", "safe", "striptags", "urlencode", "trim"}
_EQUALITY = {"eq", "ne"}
_MEMBERSHIP = {"in", "notin"}


def name_tests(template: nodes.Template) -> Iterator[Callable[[str], bool]]:
    """Yield the tests that a template makes of a page's name; raise UnusableError if it does anything unknown."""
    yield from _walk(template, (), _varying(template))


def _varying(template: nodes.Template) -> set[str]:
    """Return the names whose values vary from page to page: those of a page, and what is made of them."""
    varying = set(_VARYING)
    while True:
        made = {
            target.name
            for made in template.find_all(nodes.Assign)
            for target in (made.target, *made.target.find_all(nodes.Name))
            if isinstance(target, nodes.Name) and any(name.name in varying for name in _names(made.node))
        }
        if made <= varying:
            return varying
        varying |= made


def _names(node: nodes.Node) -> Iterator[nodes.Name]:
    yield from [node] if isinstance(node, nodes.Name) else node.find_all(nodes.Name)


def _walk(node: nodes.Node, above: tuple[nodes.Node, ...], varying: set[str]) -> Iterator[Callable[[str], bool]]:
    if isinstance(node, nodes.Name) and node.ctx == "load" and node.name in varying:
        if not _is_written(node, above):
            yield from _test(node, above)
        return
    for child in node.iter_child_nodes():
        yield from _walk(child, (*above, node), varying)


def _is_written(node: nodes.Name, above: tuple[nodes.Node, ...]) -> bool:
    """Tell whether a value only goes into the page, or only has to be there."""
    below: nodes.Node = node
    for parent in reversed(above):
        match parent:
            case nodes.Output() | nodes.If() | nodes.And() | nodes.Or() | nodes.Not() | nodes.Assign():
                return True
            case nodes.Test(name="defined"):
                return True
            case nodes.CondExpr() if parent.test is below:
                return True
            case nodes.Concat() | nodes.Add() | nodes.CondExpr():
                pass
            case nodes.Filter() if parent.name in _PLAIN_FILTERS:
                pass
            case nodes.Call(node=nodes.Name()) if parent.node.name in _FUNCTIONS:  # type: ignore[attr-defined]
                return node.name in _NAMES
            case _:
                return False
        below = parent
    return False


def _test(node: nodes.Name, above: tuple[nodes.Node, ...]) -> Iterator[Callable[[str], bool]]:
    """Yield a test if its outcome can be told from a page's name alone."""
    message = f"does more with `{node.name}` than write it"
    if node.name not in _NAMES:
        raise UnusableError(message)
    parent, grandparent = above[-1], above[-2]
    match parent, grandparent:
        case nodes.Compare(ops=[nodes.Operand() as operand]), _ if parent.expr is node:
            if isinstance(operand.expr, nodes.Name) and operand.expr.name in _CONSTANTS:
                return
            values = _constants(operand.expr)
            if values and operand.op in (_EQUALITY if isinstance(operand.expr, nodes.Const) else _MEMBERSHIP):
                yield frozenset(values).__contains__
                return
        case nodes.Operand(), nodes.Compare(ops=[_]) if parent.op in _MEMBERSHIP:
            if isinstance(grandparent.expr, nodes.Const) and (values := _constants(grandparent.expr)):
                yield partial(_is_part, values[0])
                return
        case nodes.Getattr(), nodes.Call(args=[argument], kwargs=[], dyn_args=None, dyn_kwargs=None):
            if parent.attr in _METHODS and grandparent.node is parent and (values := _constants(argument)):
                yield partial(_METHODS[parent.attr], values)
                return
    raise UnusableError(message)


def _constants(node: nodes.Node) -> tuple[str, ...]:
    """Return the texts that a template has in this place, or nothing if there may be anything else."""
    items = node.items if isinstance(node, nodes.List | nodes.Tuple) else [node]
    texts = [item.value for item in items if isinstance(item, nodes.Const) and isinstance(item.value, str)]
    return tuple(texts) if len(texts) == len(items) else ()


def _is_part(part: str, name: str) -> bool:
    return part in name


def _begins(starts: tuple[str, ...], name: str) -> bool:
    return name.startswith(starts)


def _ends(ends: tuple[str, ...], name: str) -> bool:
    return name.endswith(ends)


_METHODS = {"startswith": _begins, "endswith": _ends}
