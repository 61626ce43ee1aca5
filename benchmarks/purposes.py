"""Draws files at random and prints what their pages say they are for, and scores what a reader thought of it.

`draw` reads checkouts and writes a JSON line for each file that is drawn: project, path, sentence, an empty verdict.
Read each file, and write one of `VERDICTS` beside the sentence. `score` counts them. `purposes.jsonl` has such labels:
`sentence` is what pages said when it was judged, `before` what they had said with the rules before, each with its
verdict; the last 72 were drawn among files that say something, and are judged once.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _markdown_table import markdown_table

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.linking.purposes import choose_purposes
from sphinx_kwdocs.pipeline import read_repository
from sphinx_kwdocs.wording import purpose_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LABELS = Path(__file__).with_suffix(".jsonl")
VERDICTS = ("true", "vacuous", "wrong", "none", "missed")
"""What a sentence is: `none` where a file says nothing of the kind, `missed` where it does and its page does not."""


def main() -> None:
    """Draw or score, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("roots", type=Path, nargs="+", help="checkouts of projects")
    drawing.add_argument("--each", type=int, default=15, help="files of each project")
    drawing.add_argument("--seed", type=int, default=14)
    scoring = commands.add_parser("score")
    scoring.add_argument("labels", type=Path, nargs="?", default=LABELS)
    given = parser.parse_args()
    lines = draw(given.roots, given.each, given.seed) if given.command == "draw" else score(read_labels(given.labels))
    for line in lines:
        print(line, flush=True)


def draw(roots: Iterable[Path], each: int, seed: int) -> Iterator[str]:
    """Yield some text files of each project, drawn by their paths alone, so that any version draws the same ones."""
    for root in roots:
        found = read_repository(root, Config())
        purposes = choose_purposes(found.facts.load(found.keys, found.files))
        draws = random.Random(f"{seed} {root.name}")  # noqa: S311  a sample, no secret
        chosen = draws.sample(sorted(found.keys), min(each, len(found.keys)))
        for path in sorted(chosen):
            sentence = purpose_in_words(purposes.get(path), whole=True)
            yield json.dumps({"project": root.name, "path": path, "sentence": sentence, "verdict": ""})


def read_labels(path: Path) -> list[dict[str, Any]]:
    """Return the labels of a file, or end with the first that is none."""
    labels = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for label in labels:
        for name in ("verdict", "verdict_before"):
            if label.get(name, VERDICTS[0]) not in VERDICTS:
                message = (
                    f"{label['project']} {label['path']}: {name} is {label[name]!r}, but must be one of {VERDICTS}"
                )
                raise SystemExit(message)
    return labels


def score(labels: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a table of the verdicts, before and now."""
    rows = []
    for title, name in (("before", "verdict_before"), ("now", "verdict")):
        counts = Counter(label[name] for label in labels if name in label)
        shown = sum(counts[verdict] for verdict in VERDICTS[:3])
        rows.append([title, *(str(counts[verdict]) for verdict in VERDICTS), f"{counts['true'] / max(shown, 1):.0%}"])
    yield markdown_table(["", *VERDICTS, "true of those shown"], rows)


if __name__ == "__main__":
    main()
