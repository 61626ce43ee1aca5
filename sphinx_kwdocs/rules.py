"""Lets the rules of other packages look at each file as it is read; what they say become diagnostics of that file."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sphinx_kwdocs.model import Diagnostic, Rule
from sphinx_kwdocs.plugins import Plugins, load_plugins
from sphinx_kwdocs.vocabulary import DIAGNOSTIC_CODES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_kwdocs.model import FileFacts

MOST_HITS = 100
"""What is listed of one rule about one file."""


@cache
def all_rules() -> Plugins[Rule]:
    """Return every rule; there are none but those of other packages."""
    return load_plugins("sphinx_kwdocs.rules", Rule, DIAGNOSTIC_CODES, _fault)


def _fault(rule: Rule) -> str:
    check: object = rule.check
    if not callable(check):
        return "has a `check` that cannot be called"
    is_said = isinstance(rule.meaning, str) and rule.meaning.strip()
    return "" if is_said else f"has the meaning {rule.meaning!r}, but must have a sentence"


def run_rules(rules: Iterable[Rule], path: str, text: str, facts: FileFacts) -> Iterator[Diagnostic]:
    """Yield what rules say about a file; of a rule that fails, what it said before, and that it failed."""
    lines = 0
    for rule in rules:
        lines = lines or text.count("\n") + 1
        try:
            yield from _hits(rule, path, text, facts, lines)
        except Exception as error:  # noqa: BLE001  one rule must not end the build, whatever it raises
            yield Diagnostic(path, 0, "plugin", f"The rule {rule.name} failed: {type(error).__name__}: {error}")


def _hits(rule: Rule, path: str, text: str, facts: FileFacts, lines: int) -> Iterator[Diagnostic]:
    for number, (line, message) in enumerate(rule.check(path, text, facts)):
        if number == MOST_HITS:
            yield Diagnostic(path, 0, rule.name, f"There are more than the {MOST_HITS} that are listed")
            return
        if not isinstance(line, int) or not 0 <= line <= lines:
            problem = f"line {line!r} is not one of the {lines} of the file"
            raise ValueError(problem)
        yield Diagnostic(path, line, rule.name, str(message))
