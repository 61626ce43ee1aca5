"""Finds the rules, of which each of ours stands in a module of its own with one constant, `RULE`, and runs them.

A `Rule` looks at each file as it is read, and what it says become diagnostics of that file. An `IndexRule` looks at
each file when all are linked, and what it says become findings. A rule that fails is a diagnostic of the file.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.files import Diagnostic
from sphinx_kwdocs.model.findings import Finding
from sphinx_kwdocs.model.plugin_records import IndexRule, Rule
from sphinx_kwdocs.model.vocabulary import DIAGNOSTIC_CODES
from sphinx_kwdocs.plugins import Plugins, load_plugins, own_plugins

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.index import Index

MOST_HITS = 100
"""What is listed of one rule about one file."""


@cache
def all_rules() -> Plugins[Rule]:
    """Return the rules that look at each file as it is read, and what is the matter with rules that cannot be used."""
    found = _every_rule()
    return Plugins({name: rule for name, rule in found.items.items() if isinstance(rule, Rule)}, found.problems)


@cache
def all_index_rules() -> Mapping[str, IndexRule]:
    """Return the rules that look at each file when all are linked, by name, those of other packages last."""
    return {name: rule for name, rule in _every_rule().items.items() if isinstance(rule, IndexRule)}


@cache
def _every_rule() -> Plugins[Rule | IndexRule]:
    own = _own_rules()
    records: tuple[type[Rule | IndexRule], ...] = (Rule, IndexRule)
    added = load_plugins("sphinx_kwdocs.rules", records, {*DIAGNOSTIC_CODES, *own}, _fault)
    return Plugins({**own, **added.items}, added.problems)


@cache
def _own_rules() -> Mapping[str, Rule | IndexRule]:
    return own_plugins(__name__, __path__, "RULE")


def _fault(rule: Rule | IndexRule) -> str:
    check: object = rule.check
    if not callable(check):
        return "has a `check` that cannot be called"
    words = ("meaning", "category", "severity") if isinstance(rule, IndexRule) else ("meaning",)
    for field in words:
        said = getattr(rule, field)
        if not isinstance(said, str) or not said.strip():
            return f"has the {field} {said!r}, but must have a {'sentence' if field == 'meaning' else 'word'}"
    return ""


def run_rules(rules: Iterable[Rule], path: str, text: str, facts: FileFacts) -> Iterator[Diagnostic]:
    """Yield what rules say about a file; of a rule that fails, what it said before, and that it failed."""
    lines = 0
    for rule in rules:
        lines = lines or text.count("\n") + 1
        try:
            for line, message in _hits(rule.check(path, text, facts), lines):
                yield Diagnostic(path, line, rule.name, message)
        except Exception as error:  # noqa: BLE001  one rule must not end the build, whatever it raises
            yield _failure(rule, path, error)


def run_index_rules(rules: Iterable[IndexRule], index: Index) -> Iterator[Finding | Diagnostic]:
    """Yield what rules find in all text files, in path order; of a rule that fails, also that it failed."""
    rules = tuple(rules)
    for path in index.facts:
        for rule in rules:
            try:
                for line, message in _hits(rule.check(index, path), index.files[path].lines):
                    yield _finding(rule, index, path, line, message)
            except Exception as error:  # noqa: BLE001  one rule must not end the build, whatever it raises
                yield _failure(rule, path, error)


def _hits(said: Iterable[tuple[int, str]], lines: int) -> Iterator[tuple[int, str]]:
    for number, (line, message) in enumerate(said):
        if number == MOST_HITS:
            yield 0, f"There are more than the {MOST_HITS} that are listed"
            return
        if not isinstance(line, int) or not 0 <= line <= lines:
            problem = f"line {line!r} is not one of the {lines} of the file"
            raise ValueError(problem)
        yield line, str(message)


def _finding(rule: IndexRule, index: Index, path: str, line: int, message: str) -> Finding:
    symbols = index.facts[path].symbols
    symbol = symbols[symbols.lines.index(line)] if line in symbols.lines else None
    excerpt, target = (f"{symbol.plain_qualname}{symbol.signature}", symbol.id) if symbol else ("", "")
    return Finding(rule.name, rule.category, rule.severity, path, line, excerpt, message, target)


def _failure(rule: Rule | IndexRule, path: str, error: Exception) -> Diagnostic:
    return Diagnostic(path, 0, "plugin", f"The rule {rule.name} failed: {type(error).__name__}: {error}")
