"""Derives from a regular expression the texts that are hardest for it: what it repeats, and an end that fits not."""

from __future__ import annotations

import re._constants as op
import re._parser as parser
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LETTERS = " \t\naA0_.-:/,;!\"'`#*<>()[]{}|\\=@$%&+~^?é\x00"
"""The characters that stand for a class: the first of them that it has."""
_TAILS = ("", "\n", "\x00", "a", " ", "!")
_LONGEST = 60
_MOST_PUMPS = 14
_MOST_VARIANTS = 6


class Attack(NamedTuple):
    """A text that can be as long as one likes."""

    head: str
    unit: str
    """What is repeated."""
    tail: str
    second: str = ""
    """What is repeated behind that, as many characters of it."""

    def text(self, size: int) -> str:
        """Return it with so many characters, about."""
        if not self.second:
            return f"{self.head}{self.unit * max(1, size // len(self.unit))}{self.tail}"
        first, second = (part * max(1, size // 2 // len(part)) for part in (self.unit, self.second))
        return f"{self.head}{first}{second}{self.tail}"


def attacks(pattern: str | bytes, flags: int = 0) -> list[Attack]:
    """Return what may take a pattern long, without repeats, the likeliest first."""
    tree = parser.parse(pattern, flags & ~op.SRE_FLAG_DEBUG)
    finder = _Finder()
    whole = finder.walk(tree, "")
    return list(dict.fromkeys(finder.attacks(whole)))


class _Finder:
    """Walks through a parsed pattern and notes what it repeats, and what leads there."""

    def __init__(self) -> None:
        self.pumped: dict[tuple[str, str], None] = {}
        self.literals: dict[str, None] = {}
        self._groups: dict[int, str] = {}

    def walk(self, tree: Iterable[tuple[Any, Any]], before: str) -> str:
        """Return a text that a part of the pattern matches; `before` is one for all that stands before it."""
        own = ""
        for kind, value in tree:
            own += self._walk_item(kind, value, (before + own)[-_LONGEST:])
        return own[:_LONGEST]

    def _walk_item(self, kind: Any, value: Any, before: str) -> str:  # noqa: ANN401, PLR0911  as sre declares them
        if kind in (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN):
            found = _characters(kind, value)
            self.literals.update(dict.fromkeys(found[:2]))
            return found[0] if found else ""
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            least, most, body = value
            inner = self.walk(body, before)
            if most > _MOST_VARIANTS:
                for pump in _variants(body):
                    self.pumped[before, pump] = None
                    # The last round may end where the next one should begin.
                    self.pumped[before + inner, pump] = None
            return inner * max(least, 1)
        if kind is op.BRANCH:
            first, *_others = [self.walk(option, before) for option in value[1]]
            return first
        if kind is op.SUBPATTERN:
            number, _add, _remove, body = value
            found = self._groups[number or 0] = self.walk(body, before)
            return found
        if kind in (op.ASSERT, op.ASSERT_NOT):
            self.walk(value[1], before)
            return ""
        if kind is op.GROUPREF:
            return self._groups.get(value, "")
        return self.walk(value, before) if kind is op.ATOMIC_GROUP else ""

    def attacks(self, whole: str) -> Iterator[Attack]:
        """Put together what was found; `whole` is matched by all of the pattern."""
        for (head, pump), tail in product(self.pumped, _TAILS):
            yield Attack(head, pump, tail)
        openings = dict.fromkeys(head for head, _ in self.pumped if head)
        openings |= dict.fromkeys(head + pump for head, pump in self.pumped)
        openings |= dict.fromkeys(filter(None, (whole, whole[:-1])))
        for unit, tail in product([*openings], ("", "\n", "\x00")):
            yield Attack("", unit, tail)
            yield Attack("\n", unit + "\n", tail)
        pumps = [*dict.fromkeys(pump for _, pump in self.pumped)]
        chosen = [*dict.fromkeys([*pumps[:_MOST_PUMPS], *self.literals])][:_MOST_PUMPS]
        for pump, tail in product([*dict.fromkeys([*pumps, *self.literals])], _TAILS[:3]):
            yield Attack("", pump, tail)
        for first, second in product(chosen, chosen):
            if first != second:
                yield Attack("", first + second, "\x00")
                yield Attack("", first, "\x00", second)


def _variants(body: Iterable[tuple[Any, Any]]) -> list[str]:
    """Return some texts of which a repetition may take one each time."""
    found = [""]
    for kind, value in body:
        options = _options(kind, value)
        found = [text + option for text in found for option in options][: 4 * _MOST_VARIANTS]
    return [*dict.fromkeys(text[:_LONGEST] for text in found if text)][:_MOST_VARIANTS]


def _options(kind: Any, value: Any) -> list[str]:  # noqa: ANN401  as sre declares them
    if kind in (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN):
        return _characters(kind, value)[:_MOST_VARIANTS] or [""]
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        least, most, body = value
        once = _variants(body) or [""]
        times = [least] if least == most else [max(least, 1), max(least, 1) + 1] if most > 1 else [1, 0]
        return [text * number for text in once for number in times][: 2 * _MOST_VARIANTS]
    if kind is op.BRANCH:
        return [text for option in value[1] for text in (_variants(option) or [""])[:2]]
    if kind is op.SUBPATTERN:
        return _variants(value[3]) or [""]
    if kind is op.ATOMIC_GROUP:
        return _variants(value) or [""]
    return [""]


def _characters(kind: Any, value: Any) -> list[str]:  # noqa: ANN401  as sre declares them
    """Return the characters that an item matches: of a class, those that stand for it."""
    if kind is op.LITERAL:
        return [chr(value)]
    if kind is op.NOT_LITERAL:
        return [letter for letter in _LETTERS if letter != chr(value)]
    if kind is op.ANY:
        return [letter for letter in _LETTERS if letter != "\n"]
    is_negated = bool(value) and value[0][0] is op.NEGATE
    named = [item for item in value if item[0] is not op.NEGATE]
    found = [letter for letter in _LETTERS if any(_has(item, letter) for item in named) != is_negated]
    if not is_negated and not found:
        found = [chr(item[1] if item[0] is op.LITERAL else item[1][0]) for item in named if item[0] is not op.CATEGORY]
    return found


def _has(item: tuple[Any, Any], letter: str) -> bool:
    kind, value = item
    if kind is op.LITERAL:
        return chr(value) == letter
    if kind is op.RANGE:
        return bool(value[0] <= ord(letter) <= value[1])
    is_of = {
        op.CATEGORY_DIGIT: letter.isdecimal(), op.CATEGORY_SPACE: letter.isspace(),
        op.CATEGORY_WORD: letter.isalnum() or letter == "_",
        op.CATEGORY_NOT_DIGIT: not letter.isdecimal(), op.CATEGORY_NOT_SPACE: not letter.isspace(),
        op.CATEGORY_NOT_WORD: not (letter.isalnum() or letter == "_"),
    }  # fmt: skip
    return is_of.get(value, False)
