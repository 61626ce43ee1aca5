"""Reads the compound statements of Python: where control parts, loops and joins, and what names are behind that.

Each reader tells whether control does not come out behind its statement.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages.python.walk.assignments import assign
from sphinx_kwdocs.languages.python.walk.bindings import assign_name
from sphinx_kwdocs.languages.python.walk.bodies import read_body
from sphinx_kwdocs.languages.python.walk.branches import join
from sphinx_kwdocs.languages.python.walk.container_items import forget_items, known_value
from sphinx_kwdocs.languages.python.walk.environment import Changes, Loop
from sphinx_kwdocs.languages.python.walk.expressions import element_of
from sphinx_kwdocs.languages.python.walk.loop_bindings import assigned_in
from sphinx_kwdocs.languages.python.walk.match_patterns import read_case, taken_class, takes_all
from sphinx_kwdocs.languages.python.walk.narrowing import narrow, read_condition, suppose
from sphinx_kwdocs.languages.python.walk.static_conditions import decided
from sphinx_kwdocs.model.index import READ
from sphinx_kwdocs.model.python_code import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_kwdocs.languages.python.walk.state import WalkState


def read_if(walk: WalkState, node: ast.If) -> bool:
    """Read an `if` with all its `elif`, without recursion along them."""
    branch = decided(node.test)
    if branch is not None:
        return _read_decided_if(walk, node, is_body=branch)
    env = walk.frame.env
    start = len(env.trail)
    ways: list[Changes] = []
    path: Changes = {}
    while True:
        before = len(env.trail)
        _, true, false = read_condition(walk, node.test)
        if len(env.trail) > before:
            path = {**path, **env.changes(before)}
        mark = len(env.trail)
        if true:
            suppose(walk, true)
        if not read_body(walk, node.body):
            changes = env.changes(mark)
            ways.append({**path, **changes} if path else changes)
        env.undo(mark)
        if false:
            suppose(walk, false)
            path = {**path, **env.changes(mark)}
        rest = node.orelse
        if len(rest) != 1 or not isinstance(rest[0], ast.If):
            break
        node = rest[0]
    mark = len(env.trail)
    if not (rest and read_body(walk, rest)):
        changes = env.changes(mark)
        ways.append({**path, **changes} if path else changes)
    env.undo(start)
    if ways:
        join(walk, ways)
    return not ways


def _read_decided_if(walk: WalkState, node: ast.If, *, is_body: bool) -> bool:
    """Read an `if` that is settled beforehand: where both branches give a name, one is preferred."""
    walk.readers[type(node.test)](walk, node.test, READ)
    env, names = walk.frame.env, walk.frame.names
    mark, sites = len(env.trail), len(walk.sites)
    starts = [len(names.bound)]
    ways: list[Changes] = []
    for body in (node.body, node.orelse):
        read_body(walk, body)
        ways.append(env.changes(mark))
        starts.append(len(names.bound))
        env.undo(mark)
    winner, other = ways if is_body else reversed(ways)
    given = names.bound[starts[0] : starts[1]] if is_body else names.bound[starts[1] :]
    # What the branch that is taken only declares is not what the other one gives.
    winner = {
        **{name: value for name, value in given if winner.get(name) is None and name in other},
        **{key: value for key, value in winner.items() if value is not None},
    }
    # The branch that is not taken only gives names that nothing else does, or does better.
    left = {
        key: value
        for key, value in other.items()
        if key not in env and not (isinstance(key, str) and names.first.get(key, sites) < sites)
    }
    env.apply(left)
    env.apply(winner)
    for key, ours in winner.items():
        theirs = left.get(key)
        if isinstance(key, str) and ours is not None and theirs is not None and ours != theirs:
            env.set(key, walk.numbers["prefer", ours, theirs])
    return False


def read_for(walk: WalkState, node: ast.For | ast.AsyncFor) -> bool:
    """Read a `for` loop."""
    iterable = walk.readers[type(node.iter)](walk, node.iter, READ)
    sort = "async-element" if isinstance(node, ast.AsyncFor) else "element"
    element = element_of(walk, sort, iterable)
    frame = walk.frame
    outer, heads = frame.loop, _open_loop(walk, node)
    loop = frame.loop = Loop(len(frame.env.trail))
    assign(walk, node.target, element)
    is_ended = read_body(walk, node.body)
    frame.loop = outer
    return _close_loop(walk, loop, heads, node.orelse, is_ended=is_ended, is_endless=False)


def read_while(walk: WalkState, node: ast.While) -> bool:
    """Read a `while` loop."""
    frame = walk.frame
    outer, heads = frame.loop, _open_loop(walk, node)
    _, true, false = read_condition(walk, node.test)
    loop = frame.loop = Loop(len(frame.env.trail))
    suppose(walk, true)
    is_ended = read_body(walk, node.body)
    frame.loop = outer
    is_endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
    is_ended = _close_loop(walk, loop, heads, node.orelse, is_ended=is_ended, is_endless=is_endless)
    if false and not loop.breaks:
        suppose(walk, false)
    return is_ended


def _open_loop(walk: WalkState, node: ast.For | ast.AsyncFor | ast.While) -> dict[str, tuple[int, int]]:
    """Reserve a number for each name that the loop gives anew; return them, each with what it was before."""
    names, attributes = assigned_in(node)
    walrus_names, env = walk.source.walrus_names, walk.frame.env
    if walrus_names:
        first = bisect_left(walrus_names, (node.lineno, ""))
        last = bisect_left(walrus_names, ((node.end_lineno or node.lineno) + 1, ""))
        names.update(dict.fromkeys(name for _, name in walrus_names[first:last]))
    if walk.frame.item_keys:
        forget_items(walk.frame)
    heads = {}
    for name in names:
        before = env.get(name)
        if before is not None:
            number = walk.exprs.loop_head(before)
            heads[name] = number, before
            env.set(name, number)
    if attributes:
        for name in sorted(attributes):
            for key in walk.attribute_keys.get(name, ()):
                if key in env:
                    env.set(key, None)
    return heads


def _close_loop(
    walk: WalkState,
    loop: Loop,
    heads: dict[str, tuple[int, int]],
    orelse: Sequence[ast.stmt],
    *,
    is_ended: bool,
    is_endless: bool,
) -> bool:
    """Join what the ways through a loop know, and fill in what was reserved at its head."""
    env, rounds = walk.frame.env, loop.continues
    if not is_ended:
        rounds.append(env.changes(loop.mark))
    env.undo(loop.mark)
    for name, (number, before) in heads.items():
        members = dict.fromkeys([before, *(value for way in rounds if (value := way.get(name)) is not None)])
        walk.exprs.heads[number] = ("phi", *[member for member in members if member != number])
    exits = [*loop.breaks, {}] if loop.is_cut_short else loop.breaks
    if not is_endless:
        # Behind the loop a name is what it is at its head, which has what each round gave it already.
        seen: list[Changes] = [{key: way[key] for key in way if key not in heads} for way in rounds]
        join(walk, [{}, *seen])
        if not read_body(walk, orelse):
            exits = [*exits, env.changes(loop.mark)]
        env.undo(loop.mark)
    if exits:
        join(walk, exits)
    return not exits


def read_try(walk: WalkState, node: ast.Try) -> bool:
    """Read a `try`: handlers begin with what holds before or behind its body."""
    env = walk.frame.env
    start = len(env.trail)
    is_ended = read_body(walk, node.body)
    done = env.changes(start)
    env.undo(start)
    join(walk, [{}, done])
    handled = env.changes(start) if _read_handlers(walk, node.handlers) else None
    env.undo(start)
    env.apply(done)
    is_ended = read_body(walk, node.orelse) or is_ended
    ways = [] if is_ended else [env.changes(start)]
    env.undo(start)
    if handled is not None:
        ways.append(handled)
    join(walk, ways or [{}, done])
    return read_body(walk, node.finalbody) or not ways


def _read_handlers(walk: WalkState, handlers: Sequence[ast.ExceptHandler]) -> bool:
    """Read the handlers of a `try`, and let hold what they have in common; tell whether one comes out behind."""
    env = walk.frame.env
    mark = len(env.trail)
    ways: list[Changes] = []
    for handler in handlers:
        if not _read_handler(walk, handler):
            ways.append(env.changes(mark))
        env.undo(mark)
    if ways:
        join(walk, ways)
    return bool(ways)


def _read_handler(walk: WalkState, node: ast.ExceptHandler) -> bool:
    value = UNKNOWN
    if node.type is not None:
        number = walk.readers[type(node.type)](walk, node.type, READ)
        value = walk.numbers["caught", number] if number else UNKNOWN
    if node.name is None:
        return read_body(walk, node.body)
    before = node.type if node.type is not None else node
    end = before.end_lineno or node.lineno, before.end_col_offset or 0
    line, col = walk.source.find_name(node.name, *end, r"\bas\s+")
    assign_name(walk, node.name, line, col, value)
    is_ended = read_body(walk, node.body)
    walk.frame.env.set(node.name, None)
    return is_ended


def read_with(walk: WalkState, node: ast.With | ast.AsyncWith) -> bool:
    """Read a `with` statement."""
    sort = "async-enter" if isinstance(node, ast.AsyncWith) else "enter"
    for item in node.items:
        number = walk.readers[type(item.context_expr)](walk, item.context_expr, READ)
        if item.optional_vars is not None:
            assign(walk, item.optional_vars, walk.numbers[sort, number] if number else UNKNOWN)
    return read_body(walk, node.body)


def read_match(walk: WalkState, node: ast.Match) -> bool:
    """Read a `match`: each case sees what holds before it, and what the cases above did not take."""
    subject = walk.readers[type(node.subject)](walk, node.subject, READ)
    known = known_value(walk, node.subject)
    env = walk.frame.env
    start = len(env.trail)
    ways: list[Changes] = []
    path: Changes = {}
    is_exhaustive = False
    for case in node.cases:
        mark = len(env.trail)
        now = env.get(known.key, known.value) if known is not None else subject
        read_case(walk, case.pattern, now, known)
        if case.guard is not None:
            suppose(walk, read_condition(walk, case.guard).true)
        if not read_body(walk, case.body):
            ways.append({**path, **env.changes(mark)})
        env.undo(mark)
        if case.guard is None:
            is_exhaustive = is_exhaustive or takes_all(case.pattern)
            taken = taken_class(walk, case.pattern)
            if taken is not None and known is not None:
                narrow(walk, known.key, now, taken, holds=False)
                path = {**path, **env.changes(mark)}
    env.undo(start)
    if not is_exhaustive:
        ways.append(path)
    if ways:
        join(walk, ways)
    return not ways
