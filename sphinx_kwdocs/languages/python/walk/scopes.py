"""Goes into the scopes of a Python file and comes out again: those of bodies, of expressions and of type parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.languages.python.walk.annotations import read_type
from sphinx_kwdocs.languages.python.walk.bindings import bind, close_scope
from sphinx_kwdocs.languages.python.walk.environment import Environment
from sphinx_kwdocs.languages.python.walk.state import ScopeNames
from sphinx_kwdocs.model.python_code import UNKNOWN

if TYPE_CHECKING:
    import ast
    from collections.abc import Mapping

    from sphinx_kwdocs.languages.python.walk.environment import Key
    from sphinx_kwdocs.languages.python.walk.state import Frame, WalkState


def enter_body(walk: WalkState, number: int, *, is_class: bool = False) -> None:
    """Go into the scope of a body; that of a class runs right here, and sees how names stand around it."""
    outer, scope = walk.frame, walk.scopes[number]
    frame = walk.frame = outer.copy()
    around: Mapping[Key, int] = {}
    if not is_class:
        frame.lookup = number
    elif walk.scopes[outer.scope].kind == "type-parameters":
        frame.lookup = outer.scope
        around = outer.env
    else:
        around = outer.around if walk.scopes[outer.scope].kind == "class" else outer.env
    frame.scope = number
    frame.around, frame.env = around, Environment(around)
    frame.names = frame.holder = ScopeNames(number, scope.first, scope.outer)
    frame.symbol_of_name = {}
    frame.item_keys = {}
    frame.is_named = is_class
    frame.loop = None


def enter_expression(walk: WalkState, number: int) -> Frame:
    """Go into a scope that sees how names stand around it, unless that is a class; return the new frame."""
    scope, is_in_class = walk.scopes[number], walk.scopes[walk.frame.scope].kind == "class"
    frame = walk.frame = walk.frame.copy()
    if is_in_class:
        frame.env = Environment(frame.around)
    frame.scope = number
    frame.names = ScopeNames(number, scope.first, scope.outer)
    frame.is_named = False
    return frame


def leave_expression(walk: WalkState, outer: Frame, mark: int) -> None:
    """Go back to the frame around such a scope, and to what held at a mark there."""
    close_scope(walk)
    walk.frame = outer
    outer.env.undo(mark)


def enter_type_parameters(walk: WalkState, node: ast.AST, symbol: int) -> bool:
    """Go into the scope of `[T]`; tell whether there is any."""
    parameters = getattr(node, "type_params", None)
    if not parameters:
        return False
    scope = walk.new_scope("type-parameters", symbol)
    env = Environment(walk.frame.env)
    frame = enter_expression(walk, scope)
    frame.env, frame.lookup = env, scope
    frame.is_named = True
    frame.symbol_of_name = {}
    for parameter in parameters:
        bound, default = getattr(parameter, "bound", None), getattr(parameter, "default_value", None)
        number = read_type(walk, bound) if bound is not None else UNKNOWN
        if default is not None:
            read_type(walk, default)
        span = walk.source.lines.type_parameter_name(parameter)
        bind(walk, parameter.name, span.line, span.col, walk.numbers["type-parameter", number], "type-parameter")
    return True
