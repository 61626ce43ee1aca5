"""Reads the compound statements of Python: where control parts, loops and joins, and what names are behind that."""

from __future__ import annotations

import ast
from bisect import bisect_left
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._python_code_decided import decided
from sphinx_kwdocs.languages._python_code_loops import assigned_in
from sphinx_kwdocs.languages._python_code_patterns import Patterns
from sphinx_kwdocs.languages._python_code_state import READ, Changes, Loop
from sphinx_kwdocs.python_code import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence


def _known(changes: Changes) -> Changes:
    return {key: value for key, value in changes.items() if value is not None}


class Flow(Patterns):
    """The part of the walk that follows control; each method tells whether control does not come out behind."""

    __slots__ = ()

    walrus_names: Sequence[tuple[int, str]]

    def if_(self, node: ast.If) -> bool:
        """Read an `if` with all its `elif`, without recursion along them."""
        branch = decided(node.test)
        if branch is not None:
            return self._decided(node, is_body=branch)
        start = len(self.trail)
        ways: list[Changes] = []
        path: Changes = {}
        while True:
            before = len(self.trail)
            _, true, false = self.test(node.test)
            if len(self.trail) > before:
                path = {**path, **self.changes(before)}
            mark = len(self.trail)
            if true:
                self.suppose(true)
            if not self.body(node.body):
                changes = self.changes(mark)
                ways.append({**path, **changes} if path else changes)
            self.undo(mark)
            if false:
                self.suppose(false)
                path = {**path, **self.changes(mark)}
            rest = node.orelse
            if len(rest) != 1 or not isinstance(rest[0], ast.If):
                break
            node = rest[0]
        mark = len(self.trail)
        if not (rest and self.body(rest)):
            changes = self.changes(mark)
            ways.append({**path, **changes} if path else changes)
        self.undo(start)
        if ways:
            self.join(ways)
        return not ways

    def _decided(self, node: ast.If, *, is_body: bool) -> bool:
        """Read an `if` that is settled beforehand: where both branches give a name, one is preferred."""
        self.visit[type(node.test)](self, node.test, READ)
        mark, sites = len(self.trail), len(self.sites)
        starts = [len(self.bound)]
        ways: list[Changes] = []
        for body in (node.body, node.orelse):
            self.body(body)
            ways.append(self.changes(mark))
            starts.append(len(self.bound))
            self.undo(mark)
        winner, other = ways if is_body else reversed(ways)
        given = self.bound[starts[0] : starts[1]] if is_body else self.bound[starts[1] :]
        # What the branch that is taken only declares is not what the other one gives.
        winner = {
            **{name: value for name, value in given if winner.get(name) is None and name in other},
            **_known(winner),
        }
        # The branch that is not taken only gives names that nothing else does, or does better.
        before = self.env
        left = {
            key: value
            for key, value in other.items()
            if key not in before and not (isinstance(key, str) and self.first.get(key, sites) < sites)
        }
        self.apply(left)
        self.apply(winner)
        for key, ours in winner.items():
            theirs = left.get(key)
            if isinstance(key, str) and ours is not None and theirs is not None and ours != theirs:
                self.set(key, self.numbers["prefer", ours, theirs])
        return False

    def for_(self, node: ast.For | ast.AsyncFor) -> bool:
        """Read a `for` loop."""
        iterable = self.visit[type(node.iter)](self, node.iter, READ)
        sort = "async-element" if isinstance(node, ast.AsyncFor) else "element"
        element = self.looped(sort, iterable)
        outer, heads = self.loop, self._open_loop(node)
        mark = len(self.trail)
        loop = self.loop = Loop(mark)
        self.target(node.target, element)
        is_ended = self.body(node.body)
        self.loop = outer
        return self._close_loop(loop, heads, node.orelse, is_ended=is_ended, is_endless=False)

    def while_(self, node: ast.While) -> bool:
        """Read a `while` loop."""
        outer, heads = self.loop, self._open_loop(node)
        _, true, false = self.test(node.test)
        mark = len(self.trail)
        loop = self.loop = Loop(mark)
        self.suppose(true)
        is_ended = self.body(node.body)
        self.loop = outer
        is_endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        is_ended = self._close_loop(loop, heads, node.orelse, is_ended=is_ended, is_endless=is_endless)
        if false and not loop.breaks:
            self.suppose(false)
        return is_ended

    def _open_loop(self, node: ast.For | ast.AsyncFor | ast.While) -> dict[str, tuple[int, int]]:
        """Reserve a number for each name that the loop gives anew; return them, each with what it was before."""
        names, attributes = assigned_in(node)
        if self.walrus_names:
            first = bisect_left(self.walrus_names, (node.lineno, ""))
            last = bisect_left(self.walrus_names, ((node.end_lineno or node.lineno) + 1, ""))
            names.update(dict.fromkeys(name for _, name in self.walrus_names[first:last]))
        if self.item_keys:
            self.forget_items()
        env, heads = self.env, {}
        for name in names:
            before = env.get(name)
            if before is not None:
                number = self.numbers["loop", len(self.heads)]
                self.heads[number] = ("phi", before)
                heads[name] = number, before
                self.set(name, number)
        if attributes:
            for name in sorted(attributes):
                for key in self.attribute_keys.get(name, ()):
                    if key in env:
                        self.set(key, None)
        return heads

    def _close_loop(
        self,
        loop: Loop,
        heads: dict[str, tuple[int, int]],
        orelse: Sequence[ast.stmt],
        *,
        is_ended: bool,
        is_endless: bool,
    ) -> bool:
        """Join what the ways through a loop know, and fill in what was reserved at its head."""
        rounds = loop.continues
        if not is_ended:
            rounds.append(self.changes(loop.mark))
        self.undo(loop.mark)
        for name, (number, before) in heads.items():
            members = dict.fromkeys([before, *(value for way in rounds if (value := way.get(name)) is not None)])
            self.heads[number] = ("phi", *[member for member in members if member != number])
        exits = [*loop.breaks, {}] if loop.is_cut_short else loop.breaks
        if not is_endless:
            # Behind the loop a name is what it is at its head, which has what each round gave it already.
            seen: list[Changes] = [{key: way[key] for key in way if key not in heads} for way in rounds]
            self.join([{}, *seen])
            if not self.body(orelse):
                exits = [*exits, self.changes(loop.mark)]
            self.undo(loop.mark)
        if exits:
            self.join(exits)
        return not exits

    def try_(self, node: ast.Try) -> bool:
        """Read a `try`: handlers begin with what holds before or behind its body."""
        start = len(self.trail)
        is_ended = self.body(node.body)
        done = self.changes(start)
        self.undo(start)
        self.join([{}, done])
        handled = self.changes(start) if self._handlers(node.handlers) else None
        self.undo(start)
        self.apply(done)
        is_ended = self.body(node.orelse) or is_ended
        ways = [] if is_ended else [self.changes(start)]
        self.undo(start)
        if handled is not None:
            ways.append(handled)
        self.join(ways or [{}, done])
        return self.body(node.finalbody) or not ways

    def _handlers(self, handlers: Sequence[ast.ExceptHandler]) -> bool:
        """Read the handlers of a `try`, and let hold what they have in common; tell whether one comes out behind."""
        mark = len(self.trail)
        ways: list[Changes] = []
        for handler in handlers:
            if not self._handler(handler):
                ways.append(self.changes(mark))
            self.undo(mark)
        if ways:
            self.join(ways)
        return bool(ways)

    def _handler(self, node: ast.ExceptHandler) -> bool:
        value = UNKNOWN
        if node.type is not None:
            number = self.visit[type(node.type)](self, node.type, READ)
            value = self.numbers["caught", number] if number else UNKNOWN
        if node.name is None:
            return self.body(node.body)
        before = node.type if node.type is not None else node
        line, col = self.find_name(node.name, before.end_lineno or node.lineno, before.end_col_offset or 0, r"\bas\s+")
        self.assigned_name(node.name, line, col, value)
        is_ended = self.body(node.body)
        self.set(node.name, None)
        return is_ended

    def with_(self, node: ast.With | ast.AsyncWith) -> bool:
        """Read a `with` statement."""
        sort = "async-enter" if isinstance(node, ast.AsyncWith) else "enter"
        for item in node.items:
            number = self.visit[type(item.context_expr)](self, item.context_expr, READ)
            if item.optional_vars is not None:
                self.target(item.optional_vars, self.numbers[sort, number] if number else UNKNOWN)
        return self.body(node.body)

    def match(self, node: ast.Match) -> bool:
        """Read a `match`: each case sees what holds before it, and what the cases above did not take."""
        subject = self.visit[type(node.subject)](self, node.subject, READ)
        key = self.key_of(node.subject)
        start = len(self.trail)
        ways: list[Changes] = []
        path: Changes = {}
        is_exhaustive = False
        for case in node.cases:
            mark = len(self.trail)
            now = self.env.get(key[0], key[1]) if key is not None else subject
            self.case(case.pattern, now, key)
            if case.guard is not None:
                self.suppose(self.test(case.guard)[1])
            if not self.body(case.body):
                ways.append({**path, **self.changes(mark)})
            self.undo(mark)
            if case.guard is None:
                is_exhaustive = is_exhaustive or self.takes_all(case.pattern)
                taken = self.taken_class(case.pattern)
                if taken is not None and key is not None:
                    self.narrow(key[0], now, taken, holds=False)
                    path = {**path, **self.changes(mark)}
        self.undo(start)
        if not is_exhaustive:
            ways.append(path)
        if ways:
            self.join(ways)
        return not ways
