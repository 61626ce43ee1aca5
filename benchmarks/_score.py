"""Compares answers with the oracle's, identifier by identifier, and counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from _sites import DEFINITION, INSIDE, OUTSIDE, Place, Row, is_strict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _answers import Answer, Answers, Spans
    from _oracle import Oracle

CATEGORIES = (
    "imports",
    "names",
    "module attributes",
    "class attributes",
    "instance attributes",
    "strings",
    "locals",
    "keywords",
    "dots",
)
GROUPS = {
    "attributes": ("module attributes", "class attributes", "instance attributes"),
    "together": ("imports", "names", "module attributes", "class attributes", "instance attributes", "strings"),
    "everything": tuple(item for item in CATEGORIES if item != "dots"),
}
_MEMBERS = {"method", "property", "class variable", "instance attribute"}


@dataclass
class Tally:
    """What was counted in one category."""

    expected: int = 0
    """Identifiers that the oracle says are of the repository."""
    right: int = 0
    """Answers that are among the oracle's."""
    elsewhere: int = 0
    """Of these, the ones at another assignment of the same variable than the oracle's."""
    wrong: int = 0
    """Answers that are not."""
    missed: int = 0
    """Expected, and no answer."""
    unjudged: int = 0
    """Answers where the oracle says nothing."""
    among: int = 0
    """Wrong ones that have the oracle's target among others: of a union, the oracle names one class, we name each."""

    @property
    def recall(self) -> float:
        """Return the right answers of all expected."""
        return self.right / self.expected if self.expected else 0.0

    @property
    def precision(self) -> float:
        """Return the right answers of all judged."""
        judged = self.right + self.wrong
        return self.right / judged if judged else 0.0

    @property
    def set_recall(self) -> float:
        """Return how many of all expected have one of the oracle's targets among our answers."""
        return (self.right + self.among) / self.expected if self.expected else 0.0

    @property
    def set_precision(self) -> float:
        """Return how many of all judged have one of the oracle's targets among our answers."""
        judged = self.right + self.wrong
        return (self.right + self.among) / judged if judged else 0.0

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.expected += other.expected
        self.right += other.right
        self.elsewhere += other.elsewhere
        self.wrong += other.wrong
        self.missed += other.missed
        self.unjudged += other.unjudged
        self.among += other.among


class Case(NamedTuple):
    """One identifier that was missed, answered wrongly or cannot be judged."""

    path: str
    row: Row
    verdict: str
    """`missed`, `wrong` or `unjudged`."""
    category: str
    cause: str
    """In words: what it is taken from, and how a wrong answer differs."""
    answers: tuple[Answer, ...]


@dataclass
class Score:
    """The result of one comparison."""

    tallies: dict[str, Tally] = field(default_factory=lambda: {name: Tally() for name in CATEGORIES})
    cases: list[Case] = field(default_factory=list)
    states: Counter[str] = field(default_factory=Counter)
    """How many identifiers the oracle says what of."""

    def group(self, name: str) -> Tally:
        """Return the sum of several categories."""
        total = Tally()
        for item in GROUPS.get(name, (name,)):
            total.add(self.tallies[item])
        return total


def score(oracle: Oracle, answers: Answers) -> Score:
    """Compare all answers with the oracle's."""
    result = Score()
    judge = _Judge(oracle, answers)
    for path, rows in oracle.rows.items():
        spans = answers.files.get(path, {})
        known = set()
        for row in rows:
            key = row.line, row.end
            known.add(key)
            result.states[row.state] += 1
            given = _at(row, spans)
            _count(result, path, row, given, judge)
        for key in spans.keys() - known:
            col, given = spans[key]
            row = Row(key[0], col, key[1], "", "silent", "strings", f"role {given[0].role}", ())
            result.tallies["strings"].unjudged += 1
            result.cases.append(Case(path, row, "unjudged", "strings", row.shape, given))
    return result


def _at(row: Row, spans: Spans) -> tuple[Answer, ...]:
    """Return the answers for a row; a span that begins earlier is that of the whole dotted name in an import."""
    found = spans.get((row.line, row.end))
    if found is None:
        return ()
    col, given = found
    return given if col == row.col or (col < row.col and row.category == "imports") else ()


def _count(result: Score, path: str, row: Row, given: tuple[Answer, ...], judge: _Judge) -> None:
    """Judge one identifier and count it."""
    if row.state == DEFINITION or (not given and row.state != INSIDE):
        return
    category = judge.category(row, given)
    tally = result.tallies[category]
    tally.expected += row.state == INSIDE
    if not given:
        tally.missed += 1
        result.cases.append(Case(path, row, "missed", category, row.shape, given))
    elif row.state == INSIDE and judge.is_right(row, given):
        tally.right += 1
        tally.elsewhere += any(answer.place not in row.targets for answer in given)
    elif row.state in {INSIDE, OUTSIDE}:
        if row.state == OUTSIDE and judge.is_right(row, given):
            # It leads to the import of something outside, which is neither a mistake nor asked for.
            return
        tally.wrong += 1
        tally.among += row.state == INSIDE and judge.is_among(row, given)
        result.cases.append(Case(path, row, "wrong", category, f"{judge.difference(row, given)}; {row.shape}", given))
    else:
        tally.unjudged += 1
        result.cases.append(Case(path, row, "unjudged", category, f"oracle {row.state}; {row.shape}", given))


class _Judge:
    """Knows when an answer and a target of the oracle are the same thing."""

    def __init__(self, oracle: Oracle, answers: Answers) -> None:
        self._definitions = oracle.definitions
        self._writes = answers.writes

    def is_right(self, row: Row, given: Iterable[Answer]) -> bool:
        """Say whether every answer is among the targets."""
        return all(any(self.is_same(answer, target) for target in row.targets) for answer in given)

    def is_among(self, row: Row, given: Iterable[Answer]) -> bool:
        """Say whether some answer is among the targets."""
        return any(self.is_same(answer, target) for answer in given for target in row.targets)

    def is_same(self, answer: Answer, target: Place) -> bool:
        """Say whether an answer means a target: the same place, or another assignment to the same variable."""
        if answer.place == target:
            return True
        definition = self._definitions.get(target)
        if target.line == 0 or (definition and is_strict(definition.kind)):
            return False
        return answer.key in self._writes.get(target, ())

    def category(self, row: Row, given: tuple[Answer, ...]) -> str:
        """Return the category, by our own answer where the oracle has no target in the repository."""
        if row.state == INSIDE or not given or row.category not in {"attribute", "names"}:
            return row.category if row.category != "attribute" else "instance attributes"
        if row.category == "names":
            return "locals" if given[0].role == "local" else "names"
        definition = self._definitions.get(given[0].place)
        return "instance attributes" if definition and definition.kind in _MEMBERS else "module attributes"

    def difference(self, row: Row, given: tuple[Answer, ...]) -> str:
        """Say in words how a wrong answer differs."""
        if row.state == OUTSIDE:
            return "means something outside"
        if self.is_among(row, given):
            return "one of our answers too many"
        targets = [self._definitions.get(target) for target in row.targets]
        names = {(target.path, item.qualname) for target, item in zip(row.targets, targets, strict=True) if item}
        ours = {
            (item.place.path, self._definitions[item.place].qualname)
            for item in given
            if item.place in self._definitions
        }
        if ours & names:
            return "another definition of the same name"
        if any(item.place.line == 0 for item in given):
            return "leads to a file"
        if any(target.line == 0 for target in row.targets):
            return "should lead to a file"
        return "the same file" if {path for path, _ in ours} & {path for path, _ in names} else "another file"
