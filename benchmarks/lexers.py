"""Tries every lexer of Pygments that is chosen by a file's name with crafted texts, and says which take too long.

Usage: python benchmarks/lexers.py [--short] [name …] — with names, only these lexers.
"""

from __future__ import annotations

import random
import re
import sys
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from _attacks import Attack, attacks
from _growth import Growth, measure
from pygments.lexers import find_lexer_class, get_all_lexers

if TYPE_CHECKING:
    from collections.abc import Iterator

_SIZE = 1_000
_OF_A_PATTERN = 0.000_3
_OF_A_LEXER = 0.03
_OF_EACH_PATTERN = 24
_OF_EACH_LEXER = 60
_SHORT = 4
_PIECES = (
    '"',
    "'",
    "(",
    "[",
    "{",
    "<",
    "/*",
    "#",
    "--",
    "a ",
    "a:",
    "a=",
    "\\",
    "`",
    "$",
    "%",
    "@",
    " \n",
    "\t",
    "0",
    "::",
)


class Slow(NamedTuple):
    """What takes a lexer too long."""

    state: str
    attack: Attack
    growth: Growth


def main() -> int:
    """Try the lexers, and say what was found."""
    names = [name for name in sys.argv[1:] if not name.startswith("-")]
    share = _SHORT if "--short" in sys.argv else 1
    start = monotonic()
    passed = failed = 0
    for name, aliases, patterns, _types in sorted(get_all_lexers(plugins=False)):
        if not patterns or (names and not {name, *aliases} & set(names)):
            continue
        found = try_lexer(name, share)
        if found is None:
            passed += 1
            continue
        failed += 1
        growth = found.growth
        said = f"n^{growth.exponent:.1f}" if growth.exponent < float("inf") else "does not end"
        print(f"{name} ({', '.join(patterns)}): {said}, {growth.size:,} characters, {found.attack!r}", flush=True)
    print(f"{passed} passed, {failed} failed in {monotonic() - start:.0f} s")
    return 1 if failed else 0


def try_lexer(name: str, share: int = 1) -> Slow | None:
    """Return the first text that takes a lexer too long: its patterns are tried one by one, then all of it."""
    cls: Any = find_lexer_class(name)
    lexer = cls(stripnl=False, ensurenl=False)
    whole: list[Attack] = [Attack("", piece, "") for piece in _PIECES]
    for state, pattern in _patterns(lexer):
        derived = _some(attacks(pattern.pattern, pattern.flags), max(2, _OF_EACH_PATTERN // share))
        whole += derived
        for attack in derived:
            growth = measure(pattern.match, attack.text, _SIZE, _OF_A_PATTERN)
            if growth.is_too_much:
                return Slow(state, attack, growth)
    run = partial(_lex, lexer)
    for attack in _some(list(dict.fromkeys(whole)), _OF_EACH_LEXER // share):
        growth = measure(run, attack.text, _SIZE, _OF_A_LEXER)
        if growth.is_too_much:
            return Slow("root", attack, growth)
    return None


def _lex(lexer: Any, text: str) -> None:  # noqa: ANN401  of whichever class
    try:
        for _ in lexer.get_tokens(text):
            pass
    except Exception:  # noqa: BLE001, S110  one that fails costs no time
        pass


def _patterns(lexer: object) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield the patterns of a lexer that is made of some, with the state they belong to, each once."""
    seen = set()
    for state, rules in getattr(lexer, "_tokens", {}).items():
        for rule in rules:
            pattern = getattr(rule[0], "__self__", None)
            if isinstance(pattern, re.Pattern) and pattern not in seen:
                seen.add(pattern)
                yield state, pattern


def _some(found: list[Attack], number: int) -> list[Attack]:
    """Choose some, the same each time."""
    return found if len(found) <= number else random.Random(number).sample(found, number)  # noqa: S311  no secret


if __name__ == "__main__":
    sys.exit(main())
