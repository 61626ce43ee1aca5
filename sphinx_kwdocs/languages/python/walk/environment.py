"""Knows what each name is at one point of a Python file, and how that has changed since an earlier one.

Keys are names, and the numbers of expressions such as `self.x` that an assignment or a condition tells more about.
Every change is noted on a trail, so that the ways of control that part at an `if` are told from each other by their
changes, whatever the number of names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Key = str | int
Changes = dict[Key, int | None]
"""What has become of keys; None is for one of which nothing is known any more."""


class Environment(dict[Key, int]):
    """What names and expressions are now, each as the number of an expression."""

    __slots__ = ("trail",)

    def __init__(self, names: Mapping[Key, int] | tuple[()] = ()) -> None:
        super().__init__(names)
        self.trail: list[tuple[Key, int | None]] = []
        """Every key that was changed, with what it was before; its length is a mark to go back to."""

    def set(self, key: Key, value: int | None) -> None:
        """Let a key be something from here on; with None, nothing that is known here."""
        self.trail.append((key, self.get(key)))
        if value is None:
            self.pop(key, None)
        else:
            self[key] = value

    def apply(self, changes: Changes) -> None:
        """Let all changes of one way of control hold."""
        for key, value in changes.items():
            self.set(key, value)

    def changes(self, mark: int) -> Changes:
        """Return what has changed since a mark on the trail."""
        if len(self.trail) == mark:
            return {}
        return {key: self.get(key) for key, _ in self.trail[mark:]}

    def undo(self, mark: int) -> None:
        """Go back to how things were at a mark on the trail."""
        trail = self.trail
        if len(trail) > mark:
            for key, value in reversed(trail[mark:]):
                if value is None:
                    self.pop(key, None)
                else:
                    self[key] = value
            del trail[mark:]


class Loop:
    """A loop on its way through the walk: where its body began on the trail, and what its jumps know."""

    __slots__ = ("breaks", "continues", "is_cut_short", "mark", "noted")

    def __init__(self, mark: int) -> None:
        self.mark = mark
        self.noted = 0
        self.is_cut_short = False
        self.breaks: list[Changes] = []
        self.continues: list[Changes] = []
