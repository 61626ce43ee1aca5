"""The figures of the scale series: what was measured for one project, and the tables made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

from _markdown_table import markdown_table, megabytes, seconds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from _command import Run
    from _output import Output, Written


@dataclass(frozen=True, slots=True)
class Step:
    """A build of a project that was built before."""

    name: str
    """What was changed since."""
    runs: Sequence[Run]
    written: Written

    @property
    def seconds(self) -> float:
        """The median of its runs."""
        return median(run.seconds for run in self.runs)

    @property
    def cpu(self) -> float:
        """The median of their CPU time, which holds even if others used the machine."""
        return median(run.cpu for run in self.runs)


@dataclass(slots=True)
class Series:
    """All builds of one project."""

    files: int
    """In the folder that was copied."""
    theme: str
    jobs: int
    empty: Run
    """Sphinx alone, without the extension, from nothing."""
    idle: Step
    """Sphinx alone when nothing changed; it is what all second builds are compared with."""
    cold: Run
    output: Output
    cache: int
    """Bytes that are kept for the next build."""
    steps: list[Step] = field(default_factory=list)

    @property
    def milliseconds(self) -> float:
        """What a page took, from nothing, beyond what Sphinx takes for starting and its own pages."""
        return 1000 * (self.cold.seconds - self.empty.seconds) / max(self.output.pages, 1)

    @property
    def cpu_milliseconds(self) -> float:
        """The same in CPU time."""
        return 1000 * (self.cold.cpu - self.empty.cpu) / max(self.output.pages, 1)


def cold_table(series: Iterable[Series]) -> str:
    """Say what builds from nothing took; growth is that of the time for a page, against the first of the same sort."""
    head = (
        "files", "theme", "jobs", "pages", "seconds", "CPU s", "empty Sphinx s", "ms a page beyond it", "growth",
        "CPU ms a page", "growth", "peak MB", "MB", "gzip MB", "cache MB",
    )  # fmt: skip
    first: dict[tuple[str, int], Series] = {}
    rows = []
    for each in series:
        reference = first.setdefault((each.theme, each.jobs), each)
        rows.append((
            f"{each.files:,}", each.theme, f"-j{each.jobs}", f"{each.output.pages:,}", seconds(each.cold.seconds),
            seconds(each.cold.cpu), seconds(each.empty.seconds), f"{each.milliseconds:.2f}",
            f"{each.milliseconds / reference.milliseconds:.2f}", f"{each.cpu_milliseconds:.2f}",
            f"{each.cpu_milliseconds / reference.cpu_milliseconds:.2f}", megabytes(each.cold.peak),
            megabytes(each.output.size), megabytes(each.output.compressed), megabytes(each.cache),
        ))  # fmt: skip
    return markdown_table(head, rows, text_columns=3)


def second_table(series: Iterable[Series]) -> str:
    """Say what builds took that had another before them; the base line is Sphinx alone when nothing changed."""
    head = (
        "files", "theme", "jobs", "what changed", "seconds", "% of cold", "s beyond Sphinx", "CPU s", "% of cold CPU",
        "pages written", "with new content", "removed", "other files", "peak MB",
    )  # fmt: skip
    rows = []
    for each in series:
        for step in (each.idle, *each.steps):
            written = step.written
            counts = (written.pages, written.changed, written.gone, written.others)
            rows.append((
                f"{each.files:,}", each.theme, f"-j{each.jobs}", step.name, seconds(step.seconds),
                f"{100 * step.seconds / each.cold.seconds:.1f}", f"{step.seconds - each.idle.seconds:.2f}",
                seconds(step.cpu), f"{100 * step.cpu / each.cold.cpu:.1f}",
                *(f"{count:,}" for count in counts),
                megabytes(max((run.peak for run in step.runs if run.peak is not None), default=None)),
            ))  # fmt: skip
    return markdown_table(head, rows, text_columns=4)
