"""Reads the simple statements of Python; each reader may tell that control does not come out behind its statement."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages.python.walk.annotations import form_of, note_quoted_use, read_annotation, read_type
from sphinx_kwdocs.languages.python.walk.assignments import assign, augment, delete
from sphinx_kwdocs.languages.python.walk.bindings import assign_name, bind, close_scope
from sphinx_kwdocs.languages.python.walk.branches import jump, revert
from sphinx_kwdocs.languages.python.walk.calls import expect_type
from sphinx_kwdocs.languages.python.walk.narrowing import (
    is_condition,
    name_condition,
    read_condition,
    suppose,
)
from sphinx_kwdocs.languages.python.walk.scopes import enter_type_parameters
from sphinx_kwdocs.model.index import MENTION, READ
from sphinx_kwdocs.model.python_code import NO_SYMBOL, UNKNOWN

if TYPE_CHECKING:
    from sphinx_kwdocs.languages.python.walk.state import WalkState

_LEAVING = frozenset({("sys", "exit"), ("os", "_exit"), ("os", "abort")})
_WORD = re.compile(r"\w+")


def read_expression(walk: WalkState, node: ast.Expr) -> bool:
    """Read an expression that stands alone; `sys.exit()` is the end of a way."""
    value = node.value
    if isinstance(value, ast.Constant):
        return False
    walk.readers[type(value)](walk, value, READ)
    if isinstance(value, ast.Call):
        function = value.func
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            if function.value.id == "__all__":
                _note_exports(walk, value.args)
            return (function.value.id, function.attr) in _LEAVING
    return False


def read_assignment(walk: WalkState, node: ast.Assign) -> None:
    """Read an assignment; in `a, b = 1, 2` each name gets its own value."""
    condition = read_condition(walk, node.value) if is_condition(node.value) else None
    value = walk.readers[type(node.value)](walk, node.value, READ) if condition is None else condition.value
    for target in node.targets:
        if type(target) is not ast.Name:
            assign(walk, target, value)
            continue
        line, name = target.lineno, target.id
        number = assign_name(walk, name, line, walk.source.column(line, target.col_offset), value)
        if condition is not None:
            name_condition(walk, number, condition)
        if name == "__all__":
            _note_exports(walk, [node.value])


def read_annotated_assignment(walk: WalkState, node: ast.AnnAssign) -> None:
    """Read `x: T = v`."""
    declared = read_annotation(walk, node.annotation)
    if node.value is not None:
        is_alias = form_of(walk, node.annotation) == "TypeAlias"
        value = read_type(walk, node.value) if is_alias else walk.readers[type(node.value)](walk, node.value, READ)
        expect_type(walk, value, declared)
    else:
        value = walk.numbers["typed", declared] if declared else UNKNOWN
    frame, target = walk.frame, node.target
    before = frame.env.get(target.id) if isinstance(target, ast.Name) else None
    assign(walk, target, value, declared)
    if not isinstance(target, ast.Name):
        return
    if node.value is None and frame.is_named:
        # In a module or a class, this declares a name but gives it no value: until then it means what it did.
        frame.env.set(target.id, before)
    elif target.id == "__all__" and node.value is not None:
        _note_exports(walk, [node.value])


def read_augmented_assignment(walk: WalkState, node: ast.AugAssign) -> None:
    """Read `x += v`."""
    augment(walk, node)
    if isinstance(node.target, ast.Name) and node.target.id == "__all__":
        _note_exports(walk, [node.value])


def _note_exports(walk: WalkState, values: list[ast.expr]) -> None:
    """Note what the strings of `__all__` mention."""
    if walk.frame.scope:
        return
    stack = list(reversed(values))
    while stack:
        value = stack.pop()
        if isinstance(value, ast.BinOp):
            stack += [value.right, value.left]
        elif isinstance(value, (ast.List, ast.Tuple)):
            stack += reversed(value.elts)
        elif isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value.isidentifier():
            note_quoted_use(walk, value, walk.numbers["name", 0, value.value], MENTION)


def read_return(walk: WalkState, node: ast.Return) -> bool:
    """Read `return e`."""
    if node.value is not None:
        number = walk.readers[type(node.value)](walk, node.value, READ)
    else:
        number = walk.numbers["const", "NoneType", None]
    walk.frame.returned.append(number)
    return True


def read_raise(walk: WalkState, node: ast.Raise) -> bool:
    """Read `raise e from e`."""
    for part in (node.exc, node.cause):
        if part is not None:
            number = walk.readers[type(part)](walk, part, READ)
            if number and type(part) is not ast.Call:
                walk.nameless.append((number, walk.frame.scope))  # a class is called for its instance
    return True


def read_assert(walk: WalkState, node: ast.Assert) -> bool:
    """Read an assertion, which holds from here on."""
    _, true, false = read_condition(walk, node.test)
    if node.msg is not None:
        mark, walruses = len(walk.frame.env.trail), len(walk.walruses)
        suppose(walk, false)
        walk.readers[type(node.msg)](walk, node.msg, READ)
        revert(walk, mark, walruses)
    suppose(walk, true)
    return isinstance(node.test, ast.Constant) and not node.test.value


def read_delete(walk: WalkState, node: ast.Delete) -> None:
    """Read `del x`."""
    for target in node.targets:
        delete(walk, target)


def read_break(walk: WalkState, _node: ast.Break) -> bool:
    """Leave a loop."""
    loop = walk.frame.loop
    if loop is not None:
        jump(walk, loop, loop.breaks)
    return True


def read_continue(walk: WalkState, _node: ast.Continue) -> bool:
    """Go to the next round of a loop."""
    loop = walk.frame.loop
    if loop is not None:
        jump(walk, loop, loop.continues)
    return True


def read_nothing(_walk: WalkState, _node: ast.stmt) -> None:
    """Pass over a statement that does nothing with names, or of a sort that is not known."""


def read_outer_names(walk: WalkState, node: ast.Global | ast.Nonlocal) -> None:
    """Read `global x` and `nonlocal x`."""
    frame, source, line = walk.frame, walk.source, node.lineno
    text = source.lines.lines[line - 1]
    matches = {match[0]: match for match in _WORD.finditer(text, source.column(line, node.col_offset))}
    for name in node.names:
        walk.scopes[frame.scope].outer[name] = isinstance(node, ast.Global)
        frame.env.pop(name, None)
        match = matches.get(name)
        if match:
            number = walk.numbers["name", frame.scope, name]
            walk.placed.append((line, match.start(), match.end(), number, READ, frame.scope))


def read_type_alias(walk: WalkState, node: Any) -> None:  # noqa: ANN401  Python before 3.12 has no class for it
    """Read `type X = …`."""
    line, col = node.name.lineno, walk.source.column(node.name.lineno, node.name.col_offset)
    symbol = walk.source.symbol_at.get((line, col), NO_SYMBOL)
    outer = walk.frame
    is_generic = enter_type_parameters(walk, node, symbol)
    value = read_annotation(walk, node.value)
    if is_generic:
        close_scope(walk)
        walk.frame = outer
    bind(walk, node.name.id, line, col, value)
    walk.sites[-1] = (*walk.sites[-1][:5], symbol, UNKNOWN)
