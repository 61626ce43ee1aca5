"""Measures how builds of ours grow, from a few hundred Python files to a whole folder, and what a second build takes.

    python benchmarks/scale.py FOLDER                                       # 350, 1,000 and 2,400 files, and all
    python benchmarks/scale.py FOLDER --sizes 350 all --jobs 1 2 --theme furo
    python benchmarks/scale.py FOLDER --sizes all --jobs 2 --rounds 5      # each edit five times: medians count
    python benchmarks/scale.py FOLDER --sizes 350 --no-edits --flamegraph profile.svg
    python benchmarks/scale.py FOLDER --index --repeat 3                    # only the index, against `ast.parse`

FOLDER may be any tree, such as the PyTorch repository or its unpacked wheel. A size is that many of its first Python
files by path; `all` is the whole folder with its other files. Each is copied beside a small Sphinx project with one
Markdown document, and built from nothing, then with nothing changed, then after one edit of each kind of `_edits.py`,
each on top of the one before. The same project is also built without the extension, as the base line. All in one run,
so that a slow machine is slow for all. Peak memory is that of all processes of a build together.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from _command import OK, Run, compile_package, last_words, run_command
from _edits import EDITS, choose_files
from _flamegraph import flamegraph
from _index_growth import index_growth
from _output import compare_stamps, files_of, measure_output, stamp_site
from _sample_project import SampleProject, doctrees_of, make_project, python_files, sphinx_command
from _scale_report import Series, Step, cold_table, second_table

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Setting:
    """What is the same for all builds of a project."""

    work: Path
    jobs: int
    theme: str
    repeat: int
    rounds: int
    """How often everything is edited; 0 if nothing is."""

    def build(self, project: SampleProject, what: str) -> Run:
        """Build a project's site; one that does not build ends everything, for its figures would say nothing."""
        log = self.work / "log.txt"
        run = run_command(sphinx_command(sys.executable, project.docs, self.out(project), self.jobs), log)
        print(f"{project.place.name}, -j{self.jobs}, {what}: {run.seconds:.2f} s", file=sys.stderr, flush=True)
        if run.state != OK:
            sys.exit(f"{what}: {run.state}\n{last_words(log)}")
        return run

    @staticmethod
    def out(project: SampleProject) -> Path:
        """Where the site of a project is built: not in the repository, which is indexed."""
        return project.place.with_name(f"{project.place.name}-site")


def measure(folder: Path, size: int | None, setting: Setting) -> Series:
    """Measure one size, with all builds of it."""
    label = f"{size or 'all'}-{setting.theme}-j{setting.jobs}"
    # One file is enough: without the extension nothing but the documents is read.
    empty = make_project(folder, setting.work / f"{label}-empty", size=1, theme=setting.theme, extension=False)
    alone = setting.build(empty, "from nothing")
    idle = second_build(empty, setting, "nothing, without the extension", setting.repeat)
    project = make_project(folder, setting.work / label, size=size, theme=setting.theme)
    files = sum(path.is_file() for path in project.sources.rglob("*"))
    cold = setting.build(project, "from nothing")
    out = setting.out(project)
    cache = sum(path.stat().st_size for path in files_of(doctrees_of(out)))
    series = Series(files, setting.theme, setting.jobs, alone, idle, cold, measure_output(out), cache)
    series.steps.append(second_build(project, setting, "nothing", setting.repeat))
    if setting.rounds:
        series.steps.extend(builds_after_edits(project, setting))
    # Removed with all others: where many files were just removed, ext4 takes longer to make new ones.
    return series


def second_build(project: SampleProject, setting: Setting, name: str, repeat: int = 1) -> Step:
    """Build again, and note what was written."""
    before = stamp_site(setting.out(project))
    runs = [setting.build(project, name) for _ in range(repeat)]
    return Step(name, runs, compare_stamps(before, stamp_site(setting.out(project), before)))


def builds_after_edits(project: SampleProject, setting: Setting) -> Iterator[Step]:
    """Edit and build, in each round once for each kind of edit."""
    chosen = choose_files(project.sources)
    files = (chosen.typical, chosen.used, chosen.removed)
    typical, used, removed = (path.relative_to(project.sources).as_posix() for path in files)
    print(f"edited: {typical}; {used}, imported by {chosen.importers}; deleted: {removed}", file=sys.stderr)
    steps: list[Step] = []
    for edit in EDITS:
        edit.apply(project, chosen)
        steps.append(second_build(project, setting, edit.name))
    # Round by round and not one kind after the other, because the speed of a machine changes within minutes.
    runs = {edit.name: list(step.runs) for edit, step in zip(EDITS, steps, strict=True)}
    for _ in range(1, setting.rounds):
        for edit in EDITS:
            if edit.can_be_repeated:
                edit.apply(project, chosen)
                runs[edit.name].append(setting.build(project, edit.name))
    yield from (replace(step, runs=runs[step.name]) for step in steps)


def draw_flamegraph(folder: Path, size: int | None, setting: Setting, target: Path) -> str:
    """Profile a build from nothing with one job; return a line that says what was written and who reads it."""
    project = make_project(folder, setting.work / "profile", size=size, theme=setting.theme)
    command = sphinx_command(sys.executable, project.docs, setting.out(project), 1)
    log = setting.work / "log.txt"
    if spy := shutil.which("py-spy"):
        form = "flamegraph" if target.suffix == ".svg" else "raw"
        run_command([spy, "record", "--format", form, "-o", str(target), "--", *command], log)
        return f"{target} was made by py-spy"
    stacks = setting.work / "stacks.txt"
    sampler = str(Path(__file__).with_name("_sampler.py"))
    at = command.index("-m")
    run_command([*command[:at], sampler, str(stacks), *command[at + 2 :]], log)
    if not stacks.exists():
        return f"no profile was made: {last_words(log)}"
    text = stacks.read_text(encoding="utf-8")
    if target.suffix == ".svg":
        target.write_text(flamegraph(text.splitlines()), encoding="utf-8")
        return f"{target} is a flame graph; open it in a browser"
    target.write_text(text, encoding="utf-8")
    return f"{target} has collapsed stacks; flamegraph.pl, inferno and speedscope read them"


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", nargs="+", default=["350", "1000", "2400", "all"], help="numbers of files, or all")
    parser.add_argument("--jobs", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--theme", nargs="+", default=["alabaster"])
    parser.add_argument("--repeat", type=int, default=1, help="builds with nothing changed, of which the median counts")
    edits = parser.add_mutually_exclusive_group()
    edits.add_argument("--rounds", type=int, default=1, help="builds after each edit, of which the median counts")
    edits.add_argument("--no-edits", action="store_const", const=0, dest="rounds", help="leave these builds out")
    parser.add_argument(
        "--flamegraph", type=Path, metavar="OUT", help="profile one build of the last size: SVG, or text"
    )
    parser.add_argument("--index", action="store_true", help="measure only the index, on even samples of these sizes")
    parser.add_argument("--work", type=Path, help="an empty folder to build in")
    return parser.parse_args()


def chosen_sizes(words: list[str], available: int) -> list[int | None]:
    """Return the sizes that the folder has files for; None is all of it."""
    numbers = [None if word == "all" else int(word) for word in words]
    for number in numbers:
        if number is not None and number > available:
            print(f"{number} was left out: there are {available} Python files", file=sys.stderr)
    return [number for number in numbers if number is None or number <= available]


def main() -> None:
    """Measure all, and print tables."""
    options = parse_options()
    compile_package()
    folder = options.folder.resolve()
    sizes = chosen_sizes(options.sizes, len(python_files(folder)))
    if options.index:
        print(index_growth(folder, [size for size in sizes if size], options.repeat))
        return
    with tempfile.TemporaryDirectory() as temporary:
        work = (options.work or Path(temporary)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        series = [
            measure(folder, size, Setting(work, jobs, theme, options.repeat, options.rounds))
            for theme in options.theme
            for jobs in options.jobs
            for size in sizes
        ]
        print(cold_table(series), second_table(series), sep="\n\n")
        if options.flamegraph:
            setting = Setting(work, 1, options.theme[0], 1, rounds=0)
            print(draw_flamegraph(folder, sizes[-1], setting, options.flamegraph.resolve()))


if __name__ == "__main__":
    main()
