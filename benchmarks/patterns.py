"""Doubles crafted texts for every regular expression, language and highlighter: no time may grow faster than the text.

Usage: python benchmarks/patterns.py [--short] [word …] — with words, only what has one of them in its name.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from _attacks import Attack, attacks
from _growth import measure
from _used_patterns import used_patterns

from sphinx_kwdocs.languages import all_languages
from sphinx_kwdocs.reading.decode import decode
from sphinx_kwdocs.render.source import render_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from _growth import Growth
    from _used_patterns import Used

    from sphinx_kwdocs.model.plugin_records import Language

_CASES = Path(__file__).parent.parent / "tests" / "languages"
_SIZE = 4_000
"""Characters of the first text."""
_SHORT_SIZE = 1_000
_OF_A_PATTERN = 0.000_000_1
_OF_A_FUNCTION = 0.000_01
"""Seconds that each character of it may take before it is doubled: several times what it takes where all is well."""
_SHORT = 16
"""Attacks on each in the short form."""
_MUTATIONS = 60
_LONGEST_LINE = 900
"""Where lines have a limit, a text is tried in lines too."""


OF_OTHER_TEXT = {
    "sphinx_kwdocs.render._tokens.": "reads the patterns of languages",
    "sphinx_kwdocs.sphinx_ext.shell.placeholders.": "reads what a theme makes of our own marks",
}
"""Where patterns stand that see nothing of a repository or a document, and what they see."""


class Finding(NamedTuple):
    """Something whose time grows faster than its text."""

    name: str
    attack: Attack
    growth: Growth

    def __str__(self) -> str:
        growth = self.growth
        said = f"n^{growth.exponent:.1f}" if growth.exponent < float("inf") else "does not end"
        return f"{self.name}: {said}, {growth.size:,} characters in {growth.seconds:.2f} s, {self.attack!r}"


class Suspect(NamedTuple):
    """Something that takes a text, and what may take it long."""

    name: str
    run: Callable[[str], object]
    attacks: Sequence[Attack]
    allowed: float
    """Seconds for each character of the first text."""


def main(arguments: Sequence[str]) -> int:
    """Try all, and say what was found."""
    words = [word for word in arguments if not word.startswith("-")]
    is_short = "--short" in arguments
    start = monotonic()
    tried = texts = 0
    found: list[Finding] = []
    for suspect in suspects():
        if not words or any(word in suspect.name for word in words):
            tried += 1
            chosen = thin_out(suspect.attacks) if is_short else suspect.attacks
            texts += len(chosen)
            worst = try_out(suspect._replace(attacks=chosen), _SHORT_SIZE if is_short else _SIZE)
            found += worst
            for finding in worst:
                print(finding, flush=True)
    print(f"{tried} tried with {texts:,} texts in {monotonic() - start:.0f} s, {len(found)} too slow")
    return 1 if found or not tried else 0


def suspects() -> Iterator[Suspect]:
    """Yield all that is to be tried."""
    for used in used_patterns():
        if not used.where.startswith(tuple(OF_OTHER_TEXT)):
            yield from of_pattern(used)
    for language in all_languages().values():
        yield from of_language(language)
    yield Suspect("decode", lambda text: decode(text.encode("latin-1", "replace")), _mutations(""), _OF_A_FUNCTION)


def of_pattern(used: Used) -> Iterator[Suspect]:
    """Yield a pattern in each way in which it is used; one whose use is not known, in all."""
    for method in sorted(used.methods or {"match", "search"}):
        derived = attacks(used.pattern.pattern, used.pattern.flags)
        yield Suspect(f"{used.where}.{method}", partial(used.run, method), derived, _OF_A_PATTERN)


def of_language(language: Language) -> Iterator[Suspect]:
    """Yield what reads a language, and what colours it, with texts that its rules and its cases suggest."""
    rules = language.tokens
    patterns = [*(rules.comments + rules.strings), *(item for item, _ in rules.specials), rules.word] if rules else []
    derived = [attack for pattern in patterns for attack in attacks(pattern)]
    derived = [*_mutations(language.name), *dict.fromkeys(derived)]
    yield Suspect(f"{language.name} extract", partial(language.extract, "a/file"), derived, _OF_A_FUNCTION)
    if rules:
        yield Suspect(f"{language.name} render", lambda text: render_source(text, language), derived, _OF_A_FUNCTION)
        in_lines = lambda text: render_source(_in_lines(text), language)  # noqa: E731
        yield Suspect(f"{language.name} render in lines", in_lines, derived, _OF_A_FUNCTION)


def _in_lines(text: str) -> str:
    return "\n".join(text[start : start + _LONGEST_LINE] for start in range(0, len(text), _LONGEST_LINE))


def _mutations(language: str) -> list[Attack]:
    """Return pieces of the cases of a language, or of all, many times, behind another piece; the same each time."""
    random = Random(language)  # noqa: S311  no secret
    cases = sorted(_CASES.glob(f"{language or '*'}/*/input*"))
    texts = [path.read_text("utf-8", errors="replace") for path in cases] or [" a\n"]
    found = []
    for _ in range(_MUTATIONS):
        pieces = [_piece(random, random.choice(texts)) for _ in range(3)]
        found.append(Attack(pieces[0], pieces[1] or "a", random.choice(("", "\n", "\x00"))))
        found.append(Attack("", pieces[0] or "a", "", pieces[2]))
    return found


def _piece(random: Random, text: str) -> str:
    start = random.randrange(len(text) or 1)
    return text[start : start + random.choice((1, 2, 3, 5, 12, 40, 120))]


def thin_out(found: Sequence[Attack]) -> Sequence[Attack]:
    """Choose some, spread evenly."""
    return found[:: -(-len(found) // _SHORT)] if len(found) > _SHORT else found


def try_out(suspect: Suspect, size: int = _SIZE) -> list[Finding]:
    """Try every text, and return the first that takes too long: one is enough to know."""
    for attack in suspect.attacks:
        growth = measure(suspect.run, attack.text, size, suspect.allowed * size)
        if growth.is_too_much:
            return [Finding(suspect.name, attack, growth)]
    return []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
