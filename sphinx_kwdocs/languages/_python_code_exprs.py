"""Reads Python expressions: every name in them is a use, and each has a number that says what it is made of."""

from __future__ import annotations

import ast
import sys
from typing import Any

from sphinx_kwdocs.languages._python_code_calls import Calls
from sphinx_kwdocs.languages._python_code_state import ANNOTATION, BASE, CALL, DECORATOR, READ
from sphinx_kwdocs.python_code import UNKNOWN

_LONGEST_STRING = 40
_LARGEST_INT = 1 << 31
_MOST_ELEMENTS = 8
_MOST_IN_TUPLE = 32
_MOST_OPERATIONS = 40
_LEFTMOST = ("value", "func", "left", "values", "elts", "test", "operand", "elt")
_HAS_LOST_PLACES = sys.version_info < (3, 12)

Attribute, Call, Name, Subscript, Constant = ast.Attribute, ast.Call, ast.Name, ast.Subscript, ast.Constant


class Expressions(Calls):
    """The part of the walk that reads expressions."""

    __slots__ = ()

    def name(self, node: ast.Name, role: int) -> int:
        """Read a name: what it is at this point, or else where to look for it."""
        at = node.__dict__  # nodes have no fast attributes: three of them take longer than this
        name = at["id"]
        number = self.env.get(name)
        if number is None:
            number = self.numbers["name", self.reading, name]
        self.uses.append((at["lineno"], at["col_offset"], at["end_col_offset"], number, role, self.scope))
        return number

    def attribute(self, node: ast.Attribute, role: int) -> int:
        """Read an attribute; mostly one of a name."""
        owner: Any = node.value
        if type(owner) is not Name:
            return self.chain(node, role)
        env, numbers, scope = self.env, self.numbers, self.scope
        uses, at = self.uses, owner.__dict__
        name = at["id"]
        number = env.get(name)
        if number is None:
            number = numbers["name", self.reading, name]
        inner = role if role == ANNOTATION else READ
        uses.append((at["lineno"], at["col_offset"], at["end_col_offset"], number, inner, scope))
        at = node.__dict__
        name, end = at["attr"], at["end_col_offset"]
        number = numbers["attr", number, name]
        uses.append((at["end_lineno"], end - len(name), end, number, role, scope))
        return env.get(number, number)

    def call(self, node: ast.Call, role: int) -> int:
        """Read a call; mostly one of a name, or of an attribute of a name."""
        function = node.func
        kind = type(function)
        inner = DECORATOR if role == DECORATOR else CALL
        if kind is Name:
            return self.called(node, self.name(function, inner))  # type: ignore[arg-type]
        if kind is Attribute and type(function.value) is Name:  # type: ignore[attr-defined]
            return self.called(node, self.attribute(function, inner))  # type: ignore[arg-type]
        return self.chain(node, role)

    def chain(self, node: Any, role: int) -> int:  # noqa: ANN401, C901, PLR0912  the hot path, for three sorts of nodes
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
        env, numbers, uses, scope = self.env, self.numbers, self.uses, self.scope
        inner = READ
        outer = type(stack[-1])
        if outer is Call:
            inner = DECORATOR if role == DECORATOR and len(stack) == 1 else CALL
        elif role == ANNOTATION or (role == BASE and outer is Subscript and len(stack) == 1):
            inner = role
        if kind is Name:
            name = node.id
            number = env.get(name)
            if number is None:
                number = numbers["name", self.reading, name]
            uses.append((node.lineno, node.col_offset, node.end_col_offset, number, inner, scope))
        else:
            number = self.visit[kind](self, node, inner)
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
                number = self.called(node, number)
            else:
                number = self.item(node, number, role if not stack else READ)
        return number

    def item(self, node: ast.Subscript, owner: int, role: int) -> int:
        """Read what stands in brackets; return the item."""
        if role in {BASE, ANNOTATION}:
            index = self.type_argument(node.slice)
        elif self.is_generic(node.value) and (form := self.form_of(node.value)) != "Literal":
            index = self.generic_part(node.slice, form)
        else:
            index = self.visit[type(node.slice)](self, node.slice, READ)
        if not owner:
            return UNKNOWN
        self.last_index = index
        number = self.numbers["item", owner, index]
        if owner in self.handed or index in self.handed:
            self.handed.add(number)
        return self.env.get(number, number)

    def constant(self, node: ast.Constant, _role: int) -> int:
        """Read a literal."""
        value = node.value
        key = type(value), value
        number = self.literals.get(key)
        if number is None:
            number = self.literals[key] = self._new_literal(value)
        return number

    def _new_literal(self, value: object) -> int:
        kind = type(value)
        is_kept = kind is bool
        if kind is str:
            is_kept = len(value) <= _LONGEST_STRING  # type: ignore[arg-type]
        elif kind is int:
            is_kept = -_LARGEST_INT < value < _LARGEST_INT  # type: ignore[operator]
        number = self.numbers["const", kind.__name__, value if is_kept else None]
        self.constants.add(number)
        return number

    def list_display(self, node: ast.List, _role: int) -> int:
        """Read a list display."""
        return self.numbers["list", *self._elements(node.elts)]

    def set_display(self, node: ast.Set, _role: int) -> int:
        """Read a set display."""
        return self.numbers["set", *self._elements(node.elts)]

    def _elements(self, nodes: list[ast.expr]) -> list[int]:
        visit = self.visit
        found = [visit[type(each)](self, each, READ) for each in nodes]
        if len(found) > _MOST_ELEMENTS:
            found = [UNKNOWN, *list(dict.fromkeys(found))[:_MOST_ELEMENTS]]
        return found

    def tuple_display(self, node: ast.Tuple, role: int) -> int:
        """Read a tuple; the place of each part matters."""
        visit = self.visit
        found = [visit[type(each)](self, each, role) for each in node.elts]
        number = self.numbers["tuple", *found[:_MOST_IN_TUPLE]]
        if len(found) <= _MOST_IN_TUPLE and ast.Starred not in map(type, node.elts):
            self.tuples[number] = found
        return number

    def dict_display(self, node: ast.Dict, _role: int) -> int:
        """Read a dictionary display."""
        visit = self.visit
        pairs = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                pairs.append((UNKNOWN, self.numbers["star", visit[type(value)](self, value, READ)]))
            else:
                number = visit[type(key)](self, key, READ)
                pairs.append((number, visit[type(value)](self, value, READ)))
        kept = pairs[: _MOST_ELEMENTS * 2]
        display = self.numbers["dict", tuple([key for key, _ in kept]), tuple([value for _, value in kept])]
        self.displays[display] = kept
        return display

    def starred(self, node: ast.Starred, _role: int) -> int:
        """Read `*e`."""
        return self.numbers["star", self.visit[type(node.value)](self, node.value, READ)]

    def operation(self, node: ast.expr, role: int) -> int:
        """Read a binary operation, whose left sides may nest by the thousand."""
        stack: list[ast.BinOp] = []
        while isinstance(node, ast.BinOp):
            stack.append(node)
            node = node.left
        inner = role if role == ANNOTATION else READ
        visit, is_short = self.visit, len(stack) <= _MOST_OPERATIONS
        number = visit[type(node)](self, node, inner)
        while stack:
            each = stack.pop()
            right = visit[type(each.right)](self, each.right, inner)
            number = self.numbers["operation", type(each.op).__name__, number, right] if is_short else UNKNOWN
        return number

    def unary(self, node: ast.expr, _role: int) -> int:
        """Read a sign before a value; `not` is a condition."""
        operators: list[str] = []
        while isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
            operators.append(type(node.op).__name__)
            node = node.operand
        if isinstance(node, Constant) and type(node.value) in {int, float}:
            if operators == ["USub"] and type(node.value) is int:
                return self.constant(Constant(-node.value), READ)
            return self.numbers["const", type(node.value).__name__, None]
        number = self.visit[type(node)](self, node, READ)
        if not number or len(operators) > _MOST_OPERATIONS:
            return UNKNOWN
        for operator in reversed(operators):
            number = self.numbers["operation", operator, number, number]
        return number

    def formatted(self, node: ast.JoinedStr, _role: int) -> int:
        """Read the parts of a formatted string."""
        visit, kept = self.visit, self.uses
        for each in node.values:
            if not isinstance(each, Constant):
                if _HAS_LOST_PLACES and not self._stands_where_it_says(each):
                    self.uses = []
                visit[type(each)](self, each, READ)
                self.uses = kept
        return self.numbers["const", "str", None]

    def _stands_where_it_says(self, node: ast.expr) -> bool:
        """Tell whether the places of names in a formatted string are right; before Python 3.12 some are not."""
        first: Any = node
        while type(first) is not Name:
            for field in _LEFTMOST:
                inner = getattr(first, field, None)
                if inner is not None and inner != []:
                    break
            else:
                return isinstance(first, (Constant, ast.JoinedStr))
            first = inner[0] if isinstance(inner, list) else inner
        if first.lineno > len(self.lines.lines):
            return False
        return self.lines.lines[first.lineno - 1].startswith(first.id, self.column(first.lineno, first.col_offset))

    def formatted_value(self, node: ast.FormattedValue, _role: int) -> int:
        """Read one value in a formatted string, and what is in its format."""
        self.visit[type(node.value)](self, node.value, READ)
        if node.format_spec is not None:
            self.visit[type(node.format_spec)](self, node.format_spec, READ)
        return UNKNOWN

    def slice(self, node: ast.Slice, _role: int) -> int:
        """Read the ends of a slice."""
        for each in (node.lower, node.upper, node.step):
            if each is not None:
                self.visit[type(each)](self, each, READ)
        return self.numbers["const", "slice", None]

    def awaited(self, node: ast.Await, _role: int) -> int:
        """Read `await e`."""
        number = self.visit[type(node.value)](self, node.value, READ)
        return self.numbers["await", number] if number else UNKNOWN

    def walrus(self, node: ast.NamedExpr, _role: int) -> int:
        """Read `name := e`, which gives the name to the nearest scope that is no comprehension."""
        value = self.visit[type(node.value)](self, node.value, READ)
        target = node.target
        inner = self.scope, self.first, self.bound, self.outer
        self.scope, self.first, self.bound, self.outer = self.holder
        line, col = target.lineno, self.column(target.lineno, target.col_offset)
        number = self.assigned_name(target.id, line, col, value)
        self.scope, self.first, self.bound, self.outer = inner
        self.walruses.append((target.id, number))
        return number

    def fallback(self, node: ast.AST, _role: int) -> int:
        """Read the parts of an expression of a sort that is not known."""
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.expr):
                self.visit[type(each)](self, each, READ)
        return UNKNOWN
