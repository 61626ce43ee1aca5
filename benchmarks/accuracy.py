"""Measures how right our cross-references are: every identifier of a repository, against pyrefly's index of it.

    python -m venv /tmp/oracle && /tmp/oracle/bin/pip install pyrefly
    python benchmarks/accuracy.py ROOT --oracle DIR --run-oracle /tmp/oracle/bin/pyrefly    # once: minutes
    python benchmarks/accuracy.py ROOT --oracle DIR                                         # seconds
    python benchmarks/accuracy.py ROOT --oracle DIR --category attributes --examples 15     # what to work on

Truth is each identifier whose target pyrefly declares inside ROOT, definitions themselves left out. An answer is right
if it leads to the very place that pyrefly names; for variables and instance attributes, which are assigned in several
places, also if that place is an assignment that we hold for the same variable (counted as "elsewhere"). Overloads of
one function, the parts of one property, and a definition in a stub and in the file beside it are one target. Where
pyrefly gives several targets, any of them; where we give several, all must be among pyrefly's. Recall is right of all
in ROOT. Precision is right of our answers wherever pyrefly has an answer, also outside of ROOT. Answers where pyrefly
is silent, or did not find a module that may stand in ROOT, are counted as unjudged.

Of a union, pyrefly mostly names the definition in one class alone. "By sets", below the table, an identifier also
counts as right if one of our several answers is one of pyrefly's: that says whether the target is among those we
name, and not whether the others are right.

Three controls run through the same code and must score badly, or the exit code is 1.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from _answers import Answers, no_answers, our_answers, same_name_answers, shuffled_answers
from _oracle import Oracle, ask_oracle, load_oracle
from _score import CATEGORIES, GROUPS, Case, Score, Tally, score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _sites import Place

    from sphinx_kwdocs.model.index import Index

_LABELS = {"instance attributes": "inherited and instance", "locals": "locals and parameters"}
_WORST = {"no answer": 0.0, "shuffled": 0.5, "same name": 0.8}
"""The highest precision a control may reach before the scorer itself is suspect."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    options = _parse(arguments)
    gc.disable()  # millions of small rows, no cycles: the collector would take most of the time
    if options.run_oracle:
        options.oracle.mkdir(parents=True, exist_ok=True)
        ask_oracle(options.root, options.oracle, options.run_oracle, options.search_path)
    oracle = load_oracle(options.oracle)
    start = time.process_time()
    index = _build(options.root)
    built = time.process_time()
    answers = our_answers(index)
    ours = score(oracle, answers)
    controls = {} if options.quick else _controls(index, oracle, answers)
    print(f"{options.root.name}: {len(oracle.rows)} Python files, {oracle.about['pyrefly']}")
    print(f"index {built - start:.1f} s, scoring {time.process_time() - built:.1f} s of CPU")
    _print_table(ours)
    for name, control in controls.items():
        _print_row(f"control: {name}", control.group("together"))
    if options.examples:
        _print_cases(ours, oracle, options)
    if options.json:
        options.json.write_text(json.dumps(_figures(oracle, ours, controls), indent=1) + "\n", encoding="utf-8")
    return verdict(controls)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("root", type=Path, help="the repository")
    parser.add_argument("--oracle", type=Path, required=True, help="folder that keeps what pyrefly said")
    parser.add_argument("--run-oracle", metavar="PROGRAM", nargs="?", const="pyrefly", help="ask pyrefly anew")
    parser.add_argument("--search-path", action="append", default=[], help="a folder of scripts that import each other")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--examples", type=int, default=0, help="show so many cases of each cause")
    parser.add_argument("--category", default="together", help="of this category or group of categories")
    parser.add_argument("--verdict", choices=["missed", "wrong", "unjudged"], help="only these")
    parser.add_argument("--cause", default="", help="only causes that contain this text")
    parser.add_argument("--quick", action="store_true", help="leave the controls out")
    return parser.parse_args(arguments)


def _build(root: Path) -> Index:
    """Build our index of a repository."""
    from sphinx_kwdocs.config import Config
    from sphinx_kwdocs.pipeline import build_index

    return build_index(root.resolve(), Config())


def _controls(index: Index, oracle: Oracle, answers: Answers) -> dict[str, Score]:
    """Score what must score badly."""
    return {
        "no answer": score(oracle, no_answers()),
        "shuffled": score(oracle, shuffled_answers(answers)),
        "same name": score(oracle, same_name_answers(index, oracle)),
    }


def verdict(controls: dict[str, Score]) -> int:
    """Return 1 if a control scored well."""
    failed = 0
    for name, control in controls.items():
        reached = control.group("together").precision
        if reached > _WORST[name]:
            print(
                f"the control '{name}' reached a precision of {reached:.0%}: the scorer is too lenient", file=sys.stderr
            )
            failed = 1
    return failed


def _print_table(result: Score) -> None:
    """Print recall and precision of every category."""
    print(
        f"{'':26}{'recall':>9}{'precision':>11}{'expected':>10}{'right':>9}{'elsewhere':>11}{'missed':>8}{'wrong':>7}{'unjudged':>10}"
    )
    for name in (*CATEGORIES, *GROUPS):
        _print_row(_LABELS.get(name, name), result.group(name))
    together = result.group("together")
    print(f"by sets, together: recall {together.set_recall:.2%}, precision {together.set_precision:.2%}")
    print("identifiers by what the oracle says:", ", ".join(f"{n} {s}" for s, n in sorted(result.states.items())))


def _print_row(label: str, tally: Tally) -> None:
    """Print one line of the table."""
    print(
        f"{label:26}{100 * tally.recall:>8.2f}%{100 * tally.precision:>10.2f}%{tally.expected:>10}{tally.right:>9}"
        f"{tally.elsewhere:>11}{tally.missed:>8}{tally.wrong:>7}{tally.unjudged:>10}"
    )


def _print_cases(result: Score, oracle: Oracle, options: argparse.Namespace) -> None:
    """Print what was missed or wrong, by cause, the most frequent first."""
    wanted = GROUPS.get(options.category, (options.category,))
    groups: dict[tuple[str, str, str], list[Case]] = defaultdict(list)
    for case in result.cases:
        kept = case.category in wanted and options.verdict in {None, case.verdict} and options.cause in case.cause
        if kept:
            groups[case.verdict, case.category, case.cause].append(case)
    order = {"wrong": 0, "missed": 1, "unjudged": 2}
    for (verdict, category, cause), cases in sorted(
        groups.items(), key=lambda item: (order[item[0][0]], -len(item[1]), item[0])
    ):
        print(f"\n{len(cases)} {verdict}, {category}: {cause}")
        picked = random.Random(0).sample(cases, min(options.examples, len(cases)))  # noqa: S311  examples, no secret
        for case in sorted(picked):
            print("   ", _case(case, oracle))


def _case(case: Case, oracle: Oracle) -> str:
    """Write one case on a line."""
    row = case.row
    expected = ", ".join(_place(target, oracle) for target in row.targets) or row.note or row.state
    got = ", ".join(answer.key for answer in case.answers) or "nothing"
    return f"{case.path}:{row.line}:{row.col} {row.text} | {expected} | {got}"


def _place(place: Place, oracle: Oracle) -> str:
    """Write a target of the oracle."""
    if place.line == 0:
        return place.path
    definition = oracle.definitions.get(place)
    return f"{place.path}:{place.line}" + (f" {definition.qualname} ({definition.kind})" if definition else "")


def _figures(oracle: Oracle, ours: Score, controls: dict[str, Score]) -> dict[str, object]:
    """Return all figures for a machine."""
    causes: dict[str, int] = defaultdict(int)
    for case in ours.cases:
        causes[f"{case.verdict}, {case.category}: {case.cause}"] += 1
    return {
        "oracle": dict(oracle.about),
        "files": len(oracle.rows),
        "states": dict(sorted(ours.states.items())),
        "categories": {name: _tally(ours.group(name)) for name in (*CATEGORIES, *GROUPS)},
        "controls": {name: _tally(control.group("together")) for name, control in controls.items()},
        "causes": dict(sorted(causes.items(), key=lambda item: (-item[1], item[0]))),
    }


def _tally(tally: Tally) -> dict[str, float]:
    """Return the figures of one tally."""
    return {
        "recall": round(tally.recall, 5),
        "precision": round(tally.precision, 5),
        "set recall": round(tally.set_recall, 5),
        "set precision": round(tally.set_precision, 5),
        "expected": tally.expected,
        "right": tally.right,
        "elsewhere": tally.elsewhere,
        "missed": tally.missed,
        "wrong": tally.wrong,
        "unjudged": tally.unjudged,
    }


if __name__ == "__main__":
    sys.exit(main())
