"""Reads conditions: what is known of a value where `isinstance`, `type(x) is C`, `and`, `or` and `not` say it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.languages.python.walk.branches import revert
from sphinx_kwdocs.languages.python.walk.container_items import known_value
from sphinx_kwdocs.languages.python.walk.state import Fact, Facts, NamedCondition
from sphinx_kwdocs.model.index import READ
from sphinx_kwdocs.model.python_code import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_kwdocs.languages.python.walk.environment import Key
    from sphinx_kwdocs.languages.python.walk.state import WalkState


class Condition(NamedTuple):
    """A condition that was read."""

    value: int
    """What it is as an expression."""
    true: Facts = ()
    """What is known where it holds."""
    false: Facts = ()
    """What is known where it does not."""


def read_condition(walk: WalkState, node: ast.expr) -> Condition:
    """Read a condition."""
    kind = type(node)
    if kind is ast.Call:
        return _read_call_condition(walk, node)  # type: ignore[arg-type]
    if kind is ast.BoolOp:
        return _read_joined_conditions(walk, node)  # type: ignore[arg-type]
    if kind is ast.Compare:
        return _read_comparison_condition(walk, node)  # type: ignore[arg-type]
    if kind is ast.UnaryOp and isinstance(node.op, ast.Not):  # type: ignore[attr-defined]
        return read_negation(walk, node)
    number = walk.readers[kind](walk, node, READ)
    if kind is ast.Name and number in walk.conditions:
        return Condition(number, *_told_by(walk, walk.conditions[number]))
    return Condition(number)


def is_condition(node: ast.expr) -> bool:
    """Tell whether a value that a name is given is written as a condition that may say something."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "isinstance"
    return isinstance(node, ast.BoolOp) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def name_condition(walk: WalkState, number: int, condition: Condition) -> None:
    """Remember what a name says that was given a condition; of names alone, which only this scope gives anew."""
    held = tuple([fact for fact in condition.true if isinstance(fact.key, str)])
    failed = tuple([fact for fact in condition.false if isinstance(fact.key, str)])
    if held or failed:
        seen = {fact.key: walk.frame.env.get(fact.key) for fact in (*held, *failed)}
        walk.conditions[number] = NamedCondition(held, failed, tuple(seen.items()))


def _told_by(walk: WalkState, condition: NamedCondition) -> tuple[Facts, Facts]:
    """Return what a name says that was given a condition, unless something has changed since."""
    env, root = walk.frame.env, walk.exprs.root
    for key, before in condition.seen:
        now = env.get(key)
        if now != before and (now is None or before is None or root(now) != root(before)):
            return (), ()
    return condition.true, condition.false


def suppose(walk: WalkState, facts: Iterable[Fact]) -> None:
    """Let facts hold from here on."""
    env = walk.frame.env
    for key, base, cls, holds in facts:
        narrow(walk, key, env.get(key, base), cls, holds=holds)


def narrow(walk: WalkState, key: Key, value: int, cls: int, *, holds: bool) -> None:
    """Let a condition say of a key that it is, or is not, an instance of a class."""
    env = walk.frame.env
    number = walk.exprs.narrow(value, cls, holds=holds)
    if isinstance(key, str) and key not in env:
        walk.exprs.free.add(value)
    env.set(key, number)


def _read_call_condition(walk: WalkState, node: ast.Call) -> Condition:
    number = walk.readers[ast.Call](walk, node, READ)
    if not isinstance(node.func, ast.Name) or node.func.id != "isinstance" or len(node.args) != 2:  # noqa: PLR2004
        return Condition(number)
    cls = walk.last_arguments[1]
    checked = node.args[0]
    known = known_value(walk, checked.target if isinstance(checked, ast.NamedExpr) else checked)
    if known is None or not cls:
        return Condition(number)
    return Condition(number, (Fact(*known, cls, holds=True),), (Fact(*known, cls, holds=False),))


def read_negation(walk: WalkState, node: ast.expr) -> Condition:
    """Read `not e`, or several of them before each other."""
    is_negated = False
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node = node.operand
        is_negated = not is_negated
    _, true, false = read_condition(walk, node)
    number = walk.numbers["const", "bool", None]
    return Condition(number, false, true) if is_negated else Condition(number, true, false)


def _read_comparison_condition(walk: WalkState, node: ast.Compare) -> Condition:
    number = _compare(walk, node)[0]
    left = node.left
    is_type = isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "type"
    if not is_type or len(node.ops) != 1 or len(left.args) != 1:  # type: ignore[attr-defined]
        return Condition(number)
    known = known_value(walk, left.args[0])  # type: ignore[attr-defined]
    cls = known_value(walk, node.comparators[0])
    if known is None or cls is None:
        return Condition(number)
    fact = (Fact(*known, cls.value, holds=True),)
    if isinstance(node.ops[0], (ast.Is, ast.Eq)):
        return Condition(number, true=fact)
    return Condition(number, false=fact if isinstance(node.ops[0], (ast.IsNot, ast.NotEq)) else ())


def _read_joined_conditions(walk: WalkState, node: ast.BoolOp) -> Condition:
    """Read `and` and `or`: each part where the parts before it held, or did not."""
    mark, walruses = len(walk.frame.env.trail), len(walk.walruses)
    is_and = isinstance(node.op, ast.And)
    values: list[int] = []
    trues: list[Facts] = []
    falses: list[Facts] = []
    last = node.values[-1]
    for part in node.values:
        number, true, false = read_condition(walk, part)
        values.append(number)
        trues.append(true)
        falses.append(false)
        if part is not last:
            suppose(walk, true if is_and else false)
    revert(walk, mark, walruses)
    if is_and:
        return Condition(values[-1], tuple([fact for facts in trues for fact in facts]))
    number = walk.numbers["either", *dict.fromkeys(values)]
    return Condition(number, _any_of(walk, trues), tuple([fact for facts in falses for fact in facts]))


def _any_of(walk: WalkState, several: list[Facts]) -> Facts:
    """Return `isinstance(x, (A, B))` for `isinstance(x, A) or isinstance(x, B)`."""
    if not all(len(facts) == 1 and facts[0].holds for facts in several):
        return ()
    facts = [facts[0] for facts in several]
    if len({fact.key for fact in facts}) > 1:
        return ()
    cls = walk.numbers["tuple", *[fact.cls for fact in facts]]
    return (Fact(facts[0].key, facts[0].base, cls, holds=True),)


def read_comparison(walk: WalkState, node: ast.Compare, _role: int) -> int:
    """Read a comparison as a value, which a class may make whatever it likes."""
    number, left, right = _compare(walk, node)
    if number or not (left and right) or len(node.ops) != 1:
        return number
    return walk.numbers["operation", type(node.ops[0]).__name__, left, right]


def _compare(walk: WalkState, node: ast.Compare) -> tuple[int, int, int]:
    """Read the sides of a comparison; return what it is if that is a truth value, and both sides."""
    readers = walk.readers
    left = readers[type(node.left)](walk, node.left, READ)
    right = UNKNOWN
    for side in node.comparators:
        right = readers[type(side)](walk, side, READ)
    if isinstance(node.ops[0], (ast.Is, ast.IsNot, ast.In, ast.NotIn)):
        return walk.numbers["const", "bool", None], left, right
    return UNKNOWN, left, right


def read_several(walk: WalkState, node: ast.BoolOp, _role: int) -> int:
    """Read `and` or `or` as a value."""
    return _read_joined_conditions(walk, node).value


def read_conditional(walk: WalkState, node: ast.IfExp, role: int) -> int:
    """Read `a if c else b`; further conditions in its last part are read without recursion."""
    trail = walk.frame.env.trail
    mark, walruses = len(trail), len(walk.walruses)
    values: dict[int, None] = {}
    part: ast.expr = node
    while isinstance(part, ast.IfExp):
        _, true, false = read_condition(walk, part.test)
        here, inside = len(trail), len(walk.walruses)
        suppose(walk, true)
        values[walk.readers[type(part.body)](walk, part.body, role)] = None
        revert(walk, here, inside)
        suppose(walk, false)
        part = part.orelse
    values[walk.readers[type(part)](walk, part, role)] = None
    revert(walk, mark, walruses)
    return next(iter(values)) if len(values) == 1 else walk.numbers["either", *values]
