"""What came out for one project, and the tables made of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from operator import truediv
from statistics import median
from typing import TYPE_CHECKING

from _project_diff import CODE, INLINE, SOURCE, USES, Hunk, compare_page, new_lines
from _project_links import broken_links

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from _project_build import Built
    from _project_table import Project

ACCOUNTS = ("own", "documents", "site", "index", "loading", "generated")
"""For what time is spent, see `_project_clock.py`."""
SIZED = ("searchindex.js", "objects.inv")


@dataclass(frozen=True, slots=True)
class Costs:
    """CPU seconds, each the median of all rounds, at the pace of the fastest build."""

    without: float
    with_: dict[str, float]
    """By account."""
    own: float
    """For the project's own pages, with what we do to them."""
    ratio: float
    """Of that to the build without the extension, within a round."""
    ratios: tuple[float, ...]
    """The same of every round, from the lowest to the highest."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything measured for one project."""

    project: Project
    sphinx: str
    pages: int
    """Pages of the build without the extension."""
    generated: int
    """Pages that only the build with it has."""
    missing: tuple[str, ...]
    """Files that only the build without it has."""
    added: Counter[str]
    unexplained: tuple[tuple[str, Hunk], ...]
    """Page and difference."""
    new_warnings: tuple[str, ...]
    lost_warnings: tuple[str, ...]
    links: int
    new_broken: tuple[str, ...]
    """Links without a target that the build without the extension does not have."""
    costs: Costs
    sizes: dict[str, tuple[int, int]]

    @property
    def is_clean(self) -> bool:
        """Whether nothing is different but what the extension is meant to add."""
        return not (self.missing or self.unexplained or self.new_warnings or self.new_broken)

    @property
    def changed(self) -> int:
        """How many pages differ in a way that is not explained."""
        return len({name for name, _ in self.unexplained})


def weigh(rounds: list[tuple[Mapping[str, float], Mapping[str, float]]]) -> Costs:
    """Make the seconds of builds comparable, by the pace that the machine had in each."""
    best = min(build["pace"] for pair in rounds for build in pair)
    at_pace = [
        tuple({account: build.get(account, 0.0) * best / build["pace"] for account in ACCOUNTS} for build in pair)
        for pair in rounds
    ]
    for before, after in at_pace:
        # What a site has once has our names and pages in it.
        after["generated"] += max(after["site"] - before["site"], 0.0)
        after["site"] = min(after["site"], before["site"])
    without = [sum(build.values()) for build, _ in at_pace]
    own = [build["own"] + build["documents"] + build["site"] for _, build in at_pace]
    ratios = sorted(map(truediv, own, without))
    return Costs(
        median(without),
        {account: median(build[account] for _, build in at_pace) for account in ACCOUNTS},
        median(own),
        median(ratios),
        tuple(ratios),
    )


def judge(project: Project, sphinx: str, rounds: list[tuple[Built, Built]]) -> Outcome:
    """Compare the last round's builds, and the times of all."""
    without, with_ = rounds[-1]
    before, after = _files(without.out), _files(with_.out)
    pages = sorted(name for name in before if name.endswith(".html"))
    added: Counter[str] = Counter()
    unexplained = []
    for name in filter(after.__contains__, pages):
        difference = compare_page(name, (without.out / name).read_bytes(), (with_.out / name).read_bytes())
        added += difference.added
        unexplained += [(name, hunk) for hunk in difference.hunks]
    links, broken = broken_links(with_.out)
    return Outcome(
        project,
        sphinx,
        len(pages),
        sum(name.endswith(".html") for name in after - before),
        tuple(sorted(before - after)),
        added,
        tuple(unexplained),
        tuple(new_lines(without.warnings, with_.warnings)),
        tuple(new_lines(with_.warnings, without.warnings)),
        links,
        tuple(new_lines(broken_links(without.out)[1], broken)),
        weigh([(first.seconds, second.seconds) for first, second in rounds]),
        {name: (_size(without.out / name), _size(with_.out / name)) for name in SIZED},
    )


def _files(out: Path) -> set[str]:
    return {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def pages_table(outcomes: Iterable[Outcome]) -> str:
    """Say in a table what is different."""
    head = (
        "project", "theme", "Sphinx", "own pages", "changed otherwise", "new warnings", "source and uses links",
        "inline links", "links in code", "internal links", "new broken ones",
    )  # fmt: skip
    return _table(
        head,
        [
            (
                f"{each.project.name} {each.project.version}", each.project.theme, each.sphinx, each.pages,
                each.changed + len(each.missing), len(each.new_warnings), each.added[SOURCE] + each.added[USES],
                each.added[INLINE], each.added[CODE], each.links, len(each.new_broken),
            )
            for each in outcomes
        ],
        text_columns=3,
    )  # fmt: skip


def costs_table(outcomes: Iterable[Outcome]) -> str:
    """Say in a table what it costs: CPU seconds, and bytes of what Sphinx writes once for a site."""
    head = (
        "project", "without, s", "with, s", "of it: own pages", "of that in our code", "index", "loading",
        "generated pages", "their number", "own pages with ÷ without", *(f"{name}, KB" for name in SIZED),
    )  # fmt: skip
    rows = []
    for each in outcomes:
        costs = each.costs
        sizes = [f"{before / 1000:,.0f} → {after / 1000:,.0f}" for before, after in each.sizes.values()]
        rows.append(
            (
                each.project.title, f"{costs.without:.1f}", f"{sum(costs.with_.values()):.1f}", f"{costs.own:.1f}",
                *(f"{costs.with_[account]:.1f}" for account in ("documents", "index", "loading", "generated")),
                each.generated, f"{costs.ratio:.2f} ({costs.ratios[0]:.2f} to {costs.ratios[-1]:.2f})", *sizes,
            )
        )  # fmt: skip
    return _table(head, rows, text_columns=1)


def details(outcome: Outcome, limit: int = 8) -> str:
    """List what was not expected, with samples."""
    lines = [f"{outcome.project.title}: {', '.join(f'{n} {what}' for what, n in outcome.added.most_common())}"]
    for what, found in (
        ("new warning", outcome.new_warnings),
        ("warning no more", outcome.lost_warnings),
        ("missing file", outcome.missing),
        ("unexplained", [f"{name}: {hunk}" for name, hunk in outcome.unexplained]),
        ("new broken link", outcome.new_broken),
    ):
        lines += [f"  {what}: {text}" for text in found[:limit]]
        if len(found) > limit:
            lines.append(f"  and {len(found) - limit} more of: {what}")
    return "\n".join(lines)


def _table(head: tuple[str, ...], rows: list[tuple[object, ...]], text_columns: int) -> str:
    rule = ["---" if column < text_columns else "---:" for column in range(len(head))]
    cells = [list(head), rule, *([f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)
