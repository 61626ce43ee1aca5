"""Joins what is known on the ways of control that part at a branch or a loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_kwdocs.languages.python.walk.environment import Changes, Key, Loop
    from sphinx_kwdocs.languages.python.walk.expression_table import ExpressionTable
    from sphinx_kwdocs.languages.python.walk.state import WalkState

_MOST_NOTED = 100_000
"""So many changes are kept for the jumps of one loop."""


def jump(walk: WalkState, loop: Loop, ways: list[Changes]) -> None:
    """Note what holds at a `break` or `continue`; not without end, if thousands of them know thousands of names."""
    env = walk.frame.env
    loop.noted += len(env.trail) - loop.mark
    if loop.noted < _MOST_NOTED:
        ways.append(env.changes(loop.mark))
    else:
        loop.is_cut_short = True


def revert(walk: WalkState, mark: int, walruses: int) -> None:
    """Undo what holds only within an expression; names that `:=` gave since stay."""
    env = walk.frame.env
    env.undo(mark)
    for name, value in walk.walruses[walruses:]:
        env.set(name, value)


def join(walk: WalkState, ways: list[Changes]) -> None:
    """Let hold what is true whichever of the ways was taken; each is told by its changes from here."""
    env = walk.frame.env
    if len(ways) == 1:
        env.apply(ways[0])
        return
    if not any(ways):
        return
    values: dict[Key, list[int | None]] = {}
    for way in ways:
        for key, value in way.items():
            values.setdefault(key, []).append(value)
    for key, several in values.items():
        before = env.get(key)
        if len(several) < len(ways):
            several.insert(0, before)
        merged = _merge(walk.exprs, key, several, before)
        if merged != before:
            env.set(key, merged)


def _merge(exprs: ExpressionTable, key: Key, values: list[int | None], before: int | None) -> int | None:
    """Return what a key is where it may be any of several; conditions that cover all cases say nothing."""
    distinct = list(dict.fromkeys([value for value in values if value is not None]))
    if None in values and (isinstance(key, int) or any(exprs.root(value) in exprs.free for value in distinct)):
        return None
    if not exprs.narrowed.keys().isdisjoint(distinct):
        return _merge_narrowings(exprs, distinct, before)
    return exprs.phi(distinct) if distinct else None


def _merge_narrowings(exprs: ExpressionTable, values: list[int], before: int | None) -> int | None:
    base = before if before is not None else exprs.root(values[0])
    root = exprs.root(base)
    same = [value for value in values if exprs.root(value) == root]
    if base in same or (len(same) > 1 and any(value in exprs.others for value in same)):
        rest = [value for value in values if value not in same]
        if before is None and not rest:
            return None
        return exprs.phi([base, *rest])
    return exprs.phi(values)
