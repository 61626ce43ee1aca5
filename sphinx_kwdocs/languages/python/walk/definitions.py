"""Reads Python functions, lambdas and classes: headers where they stand, bodies in scopes of their own."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages.python.walk.annotations import read_annotation
from sphinx_kwdocs.languages.python.walk.bindings import bind, close_scope
from sphinx_kwdocs.languages.python.walk.bodies import note_mentions, read_scope_body
from sphinx_kwdocs.languages.python.walk.calls import expect_type, read_keywords
from sphinx_kwdocs.languages.python.walk.parameters import (
    bind_parameters,
    method_receiver,
    read_header,
    receivers_behind,
)
from sphinx_kwdocs.languages.python.walk.scopes import (
    enter_body,
    enter_expression,
    enter_type_parameters,
    leave_expression,
)
from sphinx_kwdocs.model.index import BASE, DECORATOR, READ
from sphinx_kwdocs.model.python_code import NO_SYMBOL, UNKNOWN, ClassCode, FunctionCode

if TYPE_CHECKING:
    from sphinx_kwdocs.languages.python.walk.parameters import HeaderParameter
    from sphinx_kwdocs.languages.python.walk.state import WalkState
    from sphinx_kwdocs.model.python_code import SiteKind

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Definition = _Function | ast.ClassDef


def read_function(walk: WalkState, node: _Function) -> None:
    """Read a function: what stands in its header here, its body in a scope of its own."""
    decorators = _read_decorators(walk, node)
    symbol = walk.source.symbol_of.get(node, NO_SYMBOL)
    outer = walk.frame
    is_generic = enter_type_parameters(walk, node, symbol)
    scope = walk.new_scope("function", symbol)
    code = FunctionCode((), decorators, is_async=isinstance(node, ast.AsyncFunctionDef))
    walk.functions[scope] = code
    header = read_header(walk, node.args)
    if node.returns is not None:
        code.annotation = read_annotation(walk, node.returns)
    inside = walk.frame
    if is_generic:
        close_scope(walk)
        walk.frame = outer
    _define(walk, node, symbol, walk.numbers["function", scope], "function")
    walk.frame = inside
    _read_function_body(walk, node, code, scope, outer.scope, header)
    walk.frame = outer


def _read_function_body(
    walk: WalkState, node: _Function, code: FunctionCode, scope: int, outer: int, header: list[HeaderParameter]
) -> None:
    """Read what stands inside of a function; `outer` is the scope that it stands in."""
    kind = walk.scopes[outer].kind
    is_method = kind == "class"
    enter_body(walk, scope)
    frame = walk.frame
    frame.is_nested = frame.is_nested or kind == "function"
    code.parameters = bind_parameters(walk, scope, header)
    frame.receivers = receivers_behind(frame.receivers, code.parameters)
    if is_method:
        frame.receivers = {**frame.receivers, **method_receiver(walk, node, code, outer)}
    frame.returned, frame.yielded, frame.is_generator = [], [], False
    note_mentions(walk, node.body, outer if is_method else scope)
    read_scope_body(walk, node.body)
    close_scope(walk)
    frame = walk.frame
    code.returned = tuple(dict.fromkeys(frame.returned))
    code.yielded = tuple(dict.fromkeys(frame.yielded))
    for value in code.returned if walk.lambdas else ():
        expect_type(walk, value, code.annotation)
    code.is_generator = frame.is_generator


def _read_decorators(walk: WalkState, node: _Definition) -> tuple[int, ...]:
    """Read decorators; what `@make()` gives is called, too."""
    decorators = []
    for decorator in node.decorator_list:
        number = walk.readers[type(decorator)](walk, decorator, DECORATOR)
        decorators.append(number)
        if number and type(decorator) is ast.Call:
            walk.nameless.append((number, walk.frame.scope))
    return tuple(decorators)


def _define(walk: WalkState, node: _Definition, symbol: int, value: int, kind: SiteKind) -> None:
    """Bind the name of a function or a class."""
    frame, name = walk.frame, node.name
    span = walk.source.symbols[symbol].span if symbol >= 0 else walk.source.lines.header_name(node)
    is_named, frame.is_named = frame.is_named, False
    bind(walk, name, span.line, span.col, value, kind, UNKNOWN, symbol)
    frame.is_named = is_named
    if symbol >= 0:
        frame.symbol_of_name.setdefault(name, symbol)


def read_lambda(walk: WalkState, node: ast.Lambda, _role: int) -> int:
    """Read a lambda, whose body sees names as they are here."""
    scope = walk.new_scope("lambda")
    code = FunctionCode(())
    walk.functions[scope] = code
    header = read_header(walk, node.args)
    outer, mark, walruses = walk.frame, len(walk.frame.env.trail), len(walk.walruses)
    frame = enter_expression(walk, scope)
    frame.holder = frame.names
    code.parameters = bind_parameters(walk, scope, header)
    frame.receivers = receivers_behind(frame.receivers, code.parameters)
    frame.returned, frame.yielded, frame.is_generator = [], [], False
    code.returned = (walk.readers[type(node.body)](walk, node.body, READ),)
    code.yielded, code.is_generator = tuple(frame.yielded), frame.is_generator
    leave_expression(walk, outer, mark)
    del walk.walruses[walruses:]
    number = walk.numbers["function", scope]
    walk.lambdas[number] = code
    return number


def read_class(walk: WalkState, node: ast.ClassDef) -> None:
    """Read a class: bases and decorators here, its body in a scope of its own."""
    decorators = _read_decorators(walk, node)
    symbol = walk.source.symbol_of.get(node, NO_SYMBOL)
    outer = walk.frame
    is_generic = enter_type_parameters(walk, node, symbol)
    parameters = tuple([value for _, value in walk.frame.names.bound]) if is_generic else ()
    bases = tuple([walk.readers[type(base)](walk, base, BASE) for base in node.bases])
    keywords = read_keywords(walk, node.keywords, UNKNOWN)
    scope = walk.new_scope("class", symbol)
    walk.classes[scope] = ClassCode(bases, keywords, decorators, parameters)
    around = walk.frame
    enter_body(walk, scope, is_class=True)
    note_mentions(walk, node.body, scope)
    read_scope_body(walk, node.body)
    close_scope(walk)
    walk.frame = around
    if is_generic:
        close_scope(walk)
        walk.frame = outer
    _define(walk, node, symbol, walk.numbers["class", scope], "class")
