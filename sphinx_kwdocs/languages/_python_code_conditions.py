"""Reads conditions: what is known of a value where `isinstance`, `type(x) is C`, `and`, `or` and `not` say it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.languages._python_code_state import MOST_ITEMS, READ, CodeState, Key
from sphinx_kwdocs.python_code import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable


class Fact(NamedTuple):
    """What a condition says of a value."""

    key: Key
    """The name, or the expression's number."""
    base: int
    """What it is without the condition."""
    cls: int
    """The class."""
    holds: bool
    """Whether it is of the class or is not."""


Facts = tuple[Fact, ...]


class Alias(NamedTuple):
    """A condition that a name was given."""

    true: Facts
    """What is known where it holds."""
    false: Facts
    """What is known where it does not."""
    seen: tuple[tuple[Key, int | None], ...]
    """What it speaks of, with what each was then."""


class Conditions(CodeState):
    """The part of the walk that reads conditions."""

    __slots__ = ()

    if TYPE_CHECKING:
        holder: tuple[int, dict[str, int], list[tuple[str, int]], dict[str, bool]]

        def assigned_name(self, name: str, line: int, col: int, value: int) -> int:
            """Bind a name that is assigned."""

        def type_argument(self, node: ast.expr) -> int:
            """Read an annotation."""

        def form_of(self, node: ast.expr) -> str:
            """Return the name by which `typing` knows something."""

        def is_generic(self, node: ast.expr) -> bool:
            """Tell whether something takes types in brackets."""

        def generic_part(self, node: ast.expr, form: str) -> int:
            """Read what stands in such brackets."""

        def quoted_use(self, node: ast.Constant, number: int, role: int) -> None:
            """Note the name in a string."""

    def test(self, node: ast.expr) -> tuple[int, Facts, Facts]:
        """Read a condition; return its value, what is known where it holds and what where it does not."""
        kind = type(node)
        if kind is ast.Call:
            return self._test_call(node)  # type: ignore[arg-type]
        if kind is ast.BoolOp:
            return self._test_several(node)  # type: ignore[arg-type]
        if kind is ast.Compare:
            return self._test_comparison(node)  # type: ignore[arg-type]
        if kind is ast.UnaryOp and isinstance(node.op, ast.Not):  # type: ignore[attr-defined]
            return self._test_not(node)
        number = self.visit[kind](self, node, READ)
        if kind is ast.Name and number in self.aliases:
            return number, *self._told_by(self.aliases[number])
        return number, (), ()

    def condition_of(self, node: ast.expr) -> tuple[int, Facts, Facts]:
        """Read a value that a name is given; if it is a condition, return what it says, too."""
        kind = type(node)
        if kind is ast.Call:
            func = node.func  # type: ignore[attr-defined]
            if isinstance(func, ast.Name) and func.id == "isinstance":
                return self._test_call(node)  # type: ignore[arg-type]
        elif kind is ast.BoolOp:
            return self._test_several(node)  # type: ignore[arg-type]
        elif kind is ast.UnaryOp and isinstance(node.op, ast.Not):  # type: ignore[attr-defined]
            return self._test_not(node)
        return self.visit[kind](self, node, READ), (), ()

    def note_alias(self, number: int, true: Facts, false: Facts) -> None:
        """Remember what a name says that was given a condition; of names alone, which only this scope gives anew."""
        held = tuple([fact for fact in true if isinstance(fact.key, str)])
        failed = tuple([fact for fact in false if isinstance(fact.key, str)])
        if held or failed:
            seen = {fact.key: self.env.get(fact.key) for fact in (*held, *failed)}
            self.aliases[number] = Alias(held, failed, tuple(seen.items()))

    def _told_by(self, alias: Alias) -> tuple[Facts, Facts]:
        """Return what a name says that was given a condition, unless something has changed since."""
        for key, before in alias.seen:
            now = self.env.get(key)
            if now != before and (now is None or before is None or self.root(now) != self.root(before)):
                return (), ()
        return alias.true, alias.false

    def suppose(self, facts: Iterable[Fact]) -> None:
        """Let facts hold from here on."""
        for key, base, cls, holds in facts:
            self.narrow(key, self.env.get(key, base), cls, holds=holds)

    def key_of(self, node: ast.expr) -> tuple[Key, int] | None:
        """Return what `a`, `a.b` or `a.b[0]` is known by, and its value now, without noting a use."""
        parts: list[str | int] = []
        has_items = False
        while True:
            if isinstance(node, ast.Attribute):
                parts.append(node.attr)
            elif isinstance(node, ast.Subscript) and (index := self._steady_index(node.slice)):
                parts.append(index)
                has_items = True
            else:
                break
            node = node.value
        if not isinstance(node, ast.Name) or (has_items and len(self.item_keys) + len(parts) > MOST_ITEMS):
            return None
        key: Key = node.id
        number = self.env.get(key)
        if number is None:
            number = self.numbers["name", self.reading, node.id]
        containers: tuple[int, ...] = ()
        for part in reversed(parts):
            if not number:
                return None
            if isinstance(part, str):
                key = self.numbers["attr", number, part]
                self.attribute_keys[part][key] = None
            else:
                containers = (*containers, number)
                key = self.numbers["item", number, part]
            if containers:
                self.item_keys[key] = containers
            number = self.env.get(key, key)
        return key, number

    def _steady_index(self, node: ast.expr) -> int:
        """Return what stands in brackets, if it is the same whenever it is written again, or else 0."""
        if isinstance(node, ast.Constant) and type(node.value) in {int, str}:
            return self.visit[ast.Constant](self, node, READ)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return self.visit[ast.UnaryOp](self, node, READ) if type(node.operand.value) is int else UNKNOWN
        return self.env.get(node.id, UNKNOWN) if isinstance(node, ast.Name) else UNKNOWN

    def _test_call(self, node: ast.Call) -> tuple[int, Facts, Facts]:
        number = self.visit[ast.Call](self, node, READ)
        if not isinstance(node.func, ast.Name) or node.func.id != "isinstance" or len(node.args) != 2:  # noqa: PLR2004
            return number, (), ()
        cls = self.last_arguments[1]
        checked = node.args[0]
        key = self.key_of(checked.target if isinstance(checked, ast.NamedExpr) else checked)
        if key is None or not cls:
            return number, (), ()
        return number, (Fact(*key, cls, holds=True),), (Fact(*key, cls, holds=False),)

    def _test_not(self, node: ast.expr) -> tuple[int, Facts, Facts]:
        is_negated = False
        while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node = node.operand
            is_negated = not is_negated
        _, true, false = self.test(node)
        number = self.numbers["const", "bool", None]
        return (number, false, true) if is_negated else (number, true, false)

    def _test_comparison(self, node: ast.Compare) -> tuple[int, Facts, Facts]:
        number = self._compared(node)[0]
        left = node.left
        is_type = isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "type"
        if not is_type or len(node.ops) != 1 or len(left.args) != 1:  # type: ignore[attr-defined]
            return number, (), ()
        key = self.key_of(left.args[0])  # type: ignore[attr-defined]
        cls = self.key_of(node.comparators[0])
        if key is None or cls is None:
            return number, (), ()
        fact = (Fact(*key, cls[1], holds=True),)
        if isinstance(node.ops[0], (ast.Is, ast.Eq)):
            return number, fact, ()
        return (number, (), fact) if isinstance(node.ops[0], (ast.IsNot, ast.NotEq)) else (number, (), ())

    def _test_several(self, node: ast.BoolOp) -> tuple[int, Facts, Facts]:
        """Read `and` and `or`: each part where the parts before it held, or did not."""
        mark, walruses = len(self.trail), len(self.walruses)
        is_and = isinstance(node.op, ast.And)
        values: list[int] = []
        trues: list[Facts] = []
        falses: list[Facts] = []
        last = node.values[-1]
        for each in node.values:
            number, true, false = self.test(each)
            values.append(number)
            trues.append(true)
            falses.append(false)
            if each is not last:
                self.suppose(true if is_and else false)
        self.revert(mark, walruses)
        if is_and:
            return values[-1], tuple([fact for facts in trues for fact in facts]), ()
        number = self.numbers["either", *dict.fromkeys(values)]
        return number, self._any_of(trues), tuple([fact for facts in falses for fact in facts])

    def _any_of(self, several: list[Facts]) -> Facts:
        """Return `isinstance(x, (A, B))` for `isinstance(x, A) or isinstance(x, B)`."""
        if not all(len(facts) == 1 and facts[0].holds for facts in several):
            return ()
        facts = [facts[0] for facts in several]
        if len({fact.key for fact in facts}) > 1:
            return ()
        cls = self.numbers["tuple", *[fact.cls for fact in facts]]
        return (Fact(facts[0].key, facts[0].base, cls, holds=True),)

    def comparison(self, node: ast.Compare, _role: int) -> int:
        """Read a comparison as a value, which a class may make whatever it likes."""
        number, left, right = self._compared(node)
        if number or not (left and right) or len(node.ops) != 1:
            return number
        return self.numbers["operation", type(node.ops[0]).__name__, left, right]

    def _compared(self, node: ast.Compare) -> tuple[int, int, int]:
        """Read the sides of a comparison; return what it is if that is a truth value, and both sides."""
        visit = self.visit
        left = visit[type(node.left)](self, node.left, READ)
        right = UNKNOWN
        for each in node.comparators:
            right = visit[type(each)](self, each, READ)
        if isinstance(node.ops[0], (ast.Is, ast.IsNot, ast.In, ast.NotIn)):
            return self.numbers["const", "bool", None], left, right
        return UNKNOWN, left, right

    def several(self, node: ast.BoolOp, _role: int) -> int:
        """Read `and` or `or` as a value."""
        return self._test_several(node)[0]

    def unary_operation(self, node: ast.UnaryOp, role: int) -> int:
        """Read `not e`, or a sign before a value."""
        return self._test_not(node)[0] if isinstance(node.op, ast.Not) else self.unary(node, role)

    def unary(self, node: ast.expr, role: int) -> int:
        """Read a sign before a value."""
        raise NotImplementedError

    def conditional(self, node: ast.IfExp, role: int) -> int:
        """Read `a if c else b`; further conditions in its last part are read without recursion."""
        mark, walruses = len(self.trail), len(self.walruses)
        values: dict[int, None] = {}
        part: ast.expr = node
        while isinstance(part, ast.IfExp):
            _, true, false = self.test(part.test)
            here, inside = len(self.trail), len(self.walruses)
            self.suppose(true)
            values[self.visit[type(part.body)](self, part.body, role)] = None
            self.revert(here, inside)
            self.suppose(false)
            part = part.orelse
        values[self.visit[type(part)](self, part, role)] = None
        self.revert(mark, walruses)
        return next(iter(values)) if len(values) == 1 else self.numbers["either", *values]
