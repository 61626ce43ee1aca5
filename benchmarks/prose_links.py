"""Measures how often the links are wrong that inline code in documents gets by itself, against labels made by hand.

    python benchmarks/prose_links.py list celery ROOT/docs > celery.jsonl           # every such link of a checkout
    python benchmarks/prose_links.py sample 50 *.jsonl > unlabelled.jsonl           # with a fixed seed
    python benchmarks/prose_links.py score celery.jsonl black.jsonl                 # by `prose_labels.jsonl`
    python benchmarks/prose_links.py mentions celery ROOT > mentions.jsonl          # names in texts of a repository

A link is right if a reader who follows it finds what the author speaks of. `prose_labels.jsonl` holds one label a line:
project, commit, document, text, target, `right` or `wrong`, and why where it is wrong. Whoever labels reads the
context and the target, not the rule. Labels of links that are no longer made stay: they say what was lost.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _prose_documents import inline_links, text_mentions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LABELS = Path(__file__).with_name("prose_labels.jsonl")
_SEED = 14

Row = dict[str, Any]


def key_of(row: Row) -> tuple[str, str, str, str]:
    """Return what tells a link from others."""
    return row["project"], row["document"], row["text"], row["target"]


def read_rows(paths: Iterable[Path]) -> list[Row]:
    """Return the rows of files with one JSON object a line."""
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines() if line.strip()]


def sample(rows: Sequence[Row], count: int) -> list[Row]:
    """Return some links of each project, distinct by text and target, always the same ones."""
    chosen: list[Row] = []
    for project in sorted({row["project"] for row in rows}):
        distinct = {(row["text"], row["target"]): row for row in reversed(rows) if row["project"] == project}
        found = [distinct[key] for key in sorted(distinct)]
        chosen += random.Random(_SEED).sample(found, min(count, len(found)))  # noqa: S311  no secret
    return chosen


def score(rows: Sequence[Row], labels: Sequence[Row]) -> dict[str, Counter[str]]:
    """Count the labels of links by project: `right`, `wrong`, and `lost right` and `lost wrong` of those not made."""
    made = {key_of(row) for row in rows}
    projects = {row["project"] for row in rows}
    counts: dict[str, Counter[str]] = {project: Counter() for project in sorted(projects)}
    for label in labels:
        if label["project"] in projects:
            verdict = label["verdict"]
            counts[label["project"]][verdict if key_of(label) in made else f"lost {verdict}"] += 1
    return counts


def table(counts: dict[str, Counter[str]]) -> str:
    """Return the counts as a table, with their sum."""
    columns = ("right", "wrong", "lost right", "lost wrong")
    total: Counter[str] = Counter()
    lines = [f"{'project':24}" + "".join(f"{name:>12}" for name in columns) + "     wrong %"]
    for project, found in [*counts.items(), ("all", total)]:
        judged = found["right"] + found["wrong"]
        share = f"{100 * found['wrong'] / judged:11.1f}" if judged else f"{'-':>11}"
        lines.append(f"{project:24}" + "".join(f"{found[name]:12}" for name in columns) + share)
        total += found if project != "all" else Counter()
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("list", "mentions"):
        command = commands.add_parser(name)
        command.add_argument("project")
        command.add_argument("folder", type=Path)
    command = commands.add_parser("sample")
    command.add_argument("count", type=int)
    command.add_argument("files", type=Path, nargs="+")
    command = commands.add_parser("score")
    command.add_argument("files", type=Path, nargs="+")
    command.add_argument("--labels", type=Path, default=LABELS)
    command.add_argument("--most", type=float, default=1.0, help="the percentage of wrong ones above which to fail")
    options = parser.parse_args(arguments)
    if options.command == "score":
        counts = score(read_rows(options.files), read_rows([options.labels]))
        print(table(counts))
        wrong, right = (sum(found[verdict] for found in counts.values()) for verdict in ("wrong", "right"))
        return int(not right or 100 * wrong > options.most * (wrong + right))
    if options.command == "sample":
        rows = sample(read_rows(options.files), options.count)
    else:
        links = inline_links if options.command == "list" else text_mentions
        rows = [{"project": options.project, **link._asdict()} for link in links(options.folder)]
    sys.stdout.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
