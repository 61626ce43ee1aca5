"""Reads Python expressions: every name in them is a use, and each has a number that says what it is made of."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages.python.walk.annotations import form_of, is_generic, read_generic_part, read_type
from sphinx_kwdocs.languages.python.walk.calls import read_call_arguments
from sphinx_kwdocs.languages.python.walk.narrowing import read_negation
from sphinx_kwdocs.model.index import ANNOTATION, BASE, CALL, DECORATOR, READ
from sphinx_kwdocs.model.python_code import UNKNOWN

if TYPE_CHECKING:
    from sphinx_kwdocs.languages.python.walk.state import WalkState

_MOST_ELEMENTS = 8
_MOST_IN_TUPLE = 32
_MOST_OPERATIONS = 40

Attribute, Call, Name, Subscript, Constant = ast.Attribute, ast.Call, ast.Name, ast.Subscript, ast.Constant


def read_name(walk: WalkState, node: ast.Name, role: int) -> int:
    """Read a name: what it is at this point, or else where to look for it."""
    frame, at = walk.frame, node.__dict__  # nodes have no fast attributes: three of them take longer than this
    name = at["id"]
    number = frame.env.get(name)
    if number is None:
        number = walk.numbers["name", frame.lookup, name]
    frame.uses.append((at["lineno"], at["col_offset"], at["end_col_offset"], number, role, frame.scope))
    return number


def read_attribute(walk: WalkState, node: ast.Attribute, role: int) -> int:
    """Read an attribute; mostly one of a name."""
    owner: Any = node.value
    if type(owner) is not Name:
        return read_chain(walk, node, role)
    frame, numbers = walk.frame, walk.numbers
    env, uses, scope, at = frame.env, frame.uses, frame.scope, owner.__dict__
    name = at["id"]
    number = env.get(name)
    if number is None:
        number = numbers["name", frame.lookup, name]
    inner = role if role == ANNOTATION else READ
    uses.append((at["lineno"], at["col_offset"], at["end_col_offset"], number, inner, scope))
    at = node.__dict__
    name, end = at["attr"], at["end_col_offset"]
    number = numbers["attr", number, name]
    uses.append((at["end_lineno"], end - len(name), end, number, role, scope))
    return env.get(number, number)


def read_call(walk: WalkState, node: ast.Call, role: int) -> int:
    """Read a call; mostly one of a name, or of an attribute of a name."""
    function = node.func
    kind = type(function)
    inner = DECORATOR if role == DECORATOR else CALL
    if kind is Name:
        return read_call_arguments(walk, node, read_name(walk, function, inner))  # type: ignore[arg-type]
    if kind is Attribute and type(function.value) is Name:  # type: ignore[attr-defined]
        return read_call_arguments(walk, node, read_attribute(walk, function, inner))  # type: ignore[arg-type]
    return read_chain(walk, node, role)


def read_chain(walk: WalkState, node: Any, role: int) -> int:  # noqa: ANN401, C901, PLR0912  the hot path, for three sorts of nodes
    """Read attributes, calls and subscripts from the inside out, without recursion along the chain."""
    stack: list[Any] = []
    kind = type(node)
    while True:
        if kind is Attribute or kind is Subscript:
            stack.append(node)
            node = node.value
        elif kind is Call:
            stack.append(node)
            node = node.func
        else:
            break
        kind = type(node)
    frame, numbers = walk.frame, walk.numbers
    env, uses, scope = frame.env, frame.uses, frame.scope
    inner = READ
    outer = type(stack[-1])
    if outer is Call:
        inner = DECORATOR if role == DECORATOR and len(stack) == 1 else CALL
    elif role == ANNOTATION or (role == BASE and outer is Subscript and len(stack) == 1):
        inner = role
    number = walk.readers[kind](walk, node, inner)
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is Attribute:
            if number:
                name = node.attr
                number = numbers["attr", number, name]
                if not stack:
                    inner = role
                elif type(stack[-1]) is Call:
                    inner = DECORATOR if role == DECORATOR and len(stack) == 1 else CALL
                elif role == ANNOTATION or (role == BASE and len(stack) == 1 and type(stack[0]) is Subscript):
                    inner = role
                else:
                    inner = READ
                end = node.end_col_offset
                uses.append((node.end_lineno, end - len(name), end, number, inner, scope))
                number = env.get(number, number)
        elif kind is Call:
            number = read_call_arguments(walk, node, number)
        else:
            index = read_index(walk, node, role if not stack else READ)
            number = item_of(walk, number, index) if number else UNKNOWN
    return number


def read_index(walk: WalkState, node: ast.Subscript, role: int) -> int:
    """Read what stands in brackets."""
    if role in {BASE, ANNOTATION}:
        return read_type(walk, node.slice)
    if is_generic(walk, node.value) and (form := form_of(walk, node.value)) != "Literal":
        return read_generic_part(walk, node.slice, form)
    return walk.readers[type(node.slice)](walk, node.slice, READ)


def item_of(walk: WalkState, owner: int, index: int) -> int:
    """Return an item of something that is known."""
    number = walk.numbers["item", owner, index]
    followed = walk.callable_parameters.bindings
    if owner in followed or index in followed:
        followed.add(number)
    return walk.frame.env.get(number, number)


def element_of(walk: WalkState, sort: str, iterable: int) -> int:
    """Return what a loop gets of an iterable, and note that it asks for it."""
    if not iterable:
        return UNKNOWN
    element = walk.numbers[sort, iterable]
    if iterable in walk.callable_parameters.bindings:
        walk.callable_parameters.bindings.add(element)
    walk.nameless.append((element, walk.frame.scope))
    return element


def read_constant(walk: WalkState, node: ast.Constant, _role: int) -> int:
    """Read a literal."""
    value = node.value
    number = walk.exprs.literals.get((type(value), value))
    return walk.exprs.literal(value) if number is None else number


def read_list(walk: WalkState, node: ast.List, _role: int) -> int:
    """Read a list display."""
    return walk.numbers["list", *_read_elements(walk, node.elts)]


def read_set(walk: WalkState, node: ast.Set, _role: int) -> int:
    """Read a set display."""
    return walk.numbers["set", *_read_elements(walk, node.elts)]


def _read_elements(walk: WalkState, nodes: list[ast.expr]) -> list[int]:
    readers = walk.readers
    elements = [readers[type(node)](walk, node, READ) for node in nodes]
    if len(elements) > _MOST_ELEMENTS:
        return [UNKNOWN, *list(dict.fromkeys(elements))[:_MOST_ELEMENTS]]
    return elements


def read_tuple(walk: WalkState, node: ast.Tuple, role: int) -> int:
    """Read a tuple; the place of each part matters."""
    readers = walk.readers
    parts = [readers[type(part)](walk, part, role) for part in node.elts]
    number = walk.numbers["tuple", *parts[:_MOST_IN_TUPLE]]
    if len(parts) <= _MOST_IN_TUPLE and ast.Starred not in map(type, node.elts):
        walk.exprs.tuples[number] = parts
    return number


def read_dict(walk: WalkState, node: ast.Dict, _role: int) -> int:
    """Read a dictionary display."""
    readers = walk.readers
    pairs = []
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            pairs.append((UNKNOWN, walk.numbers["star", readers[type(value)](walk, value, READ)]))
        else:
            number = readers[type(key)](walk, key, READ)
            pairs.append((number, readers[type(value)](walk, value, READ)))
    kept = pairs[: _MOST_ELEMENTS * 2]
    display = walk.numbers["dict", tuple([key for key, _ in kept]), tuple([value for _, value in kept])]
    walk.exprs.displays[display] = kept
    return display


def read_starred(walk: WalkState, node: ast.Starred, _role: int) -> int:
    """Read `*e`."""
    return walk.numbers["star", walk.readers[type(node.value)](walk, node.value, READ)]


def read_operation(walk: WalkState, node: ast.expr, role: int) -> int:
    """Read a binary operation, whose left sides may nest by the thousand."""
    stack: list[ast.BinOp] = []
    while isinstance(node, ast.BinOp):
        stack.append(node)
        node = node.left
    inner = role if role == ANNOTATION else READ
    readers, is_short = walk.readers, len(stack) <= _MOST_OPERATIONS
    number = readers[type(node)](walk, node, inner)
    while stack:
        operation = stack.pop()
        right = readers[type(operation.right)](walk, operation.right, inner)
        operator = type(operation.op).__name__
        number = walk.numbers["operation", operator, number, right] if is_short else UNKNOWN
    return number


def read_unary(walk: WalkState, node: ast.UnaryOp, _role: int) -> int:
    """Read `not e`, or a sign before a value."""
    return read_negation(walk, node).value if isinstance(node.op, ast.Not) else _read_signs(walk, node)


def _read_signs(walk: WalkState, node: ast.expr) -> int:
    operators: list[str] = []
    while isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
        operators.append(type(node.op).__name__)
        node = node.operand
    if isinstance(node, Constant) and type(node.value) in {int, float}:
        if operators == ["USub"] and type(node.value) is int:
            return read_constant(walk, Constant(-node.value), READ)
        return walk.numbers["const", type(node.value).__name__, None]
    number = walk.readers[type(node)](walk, node, READ)
    if not number or len(operators) > _MOST_OPERATIONS:
        return UNKNOWN
    for operator in reversed(operators):
        number = walk.numbers["operation", operator, number, number]
    return number


def read_slice(walk: WalkState, node: ast.Slice, _role: int) -> int:
    """Read the ends of a slice."""
    for end in (node.lower, node.upper, node.step):
        if end is not None:
            walk.readers[type(end)](walk, end, READ)
    return walk.numbers["const", "slice", None]


def read_await(walk: WalkState, node: ast.Await, _role: int) -> int:
    """Read `await e`."""
    number = walk.readers[type(node.value)](walk, node.value, READ)
    return walk.numbers["await", number] if number else UNKNOWN


def read_yield(walk: WalkState, node: ast.Yield, _role: int) -> int:
    """Read `yield e`."""
    frame = walk.frame
    frame.is_generator = True
    if node.value is not None:
        frame.yielded.append(walk.readers[type(node.value)](walk, node.value, READ))
    # Only an annotation says what a caller sends.
    code = walk.functions.get(frame.scope)
    return walk.numbers["sent", frame.scope] if code is not None and code.annotation else UNKNOWN


def read_yield_from(walk: WalkState, node: ast.YieldFrom, _role: int) -> int:
    """Read `yield from e`."""
    frame = walk.frame
    frame.is_generator = True
    number = walk.readers[type(node.value)](walk, node.value, READ)
    frame.yielded.append(walk.numbers["element", number] if number else UNKNOWN)
    return walk.numbers["from", number] if number else UNKNOWN


def read_parts(walk: WalkState, node: ast.AST, _role: int) -> int:
    """Read the parts of an expression of a sort that is not known."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.expr):
            walk.readers[type(part)](walk, part, READ)
    return UNKNOWN
