"""Times a whole HTML build of ours against other documentation generators on the same folder, in one run.

    python benchmarks/peers.py path/to/torch/distributed
    python benchmarks/peers.py FOLDER --themes alabaster furo --jobs 2 --peers autoapi pydoctor
    python benchmarks/peers.py FOLDER --python VENV/bin/python      # an environment that has the peers
    python benchmarks/peers.py FOLDER --work PLACE                  # keep the sites and logs there

Peers are run one after another, each once, and ours before and after each of them, so that it shows when the machine
becomes slower; figures of ours are medians. Those that are Sphinx extensions are built with the first theme, with one
job and with as many as ours. How each is set up, and why, is said in `_peer_table.py`. One that is not installed is
left out with a line that says how to get it. Ours is what the running interpreter has.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from _command import OK, Run, compile_package, last_words, run_command
from _markdown_table import UNKNOWN, markdown_table, megabytes, seconds
from _output import Output, measure_output
from _peer_table import PEERS, Peer, Task, distribution_version
from _sample_project import SampleProject, copy_folder, doctrees_of, make_project, python_files, sphinx_command


@dataclass(slots=True)
class Row:
    """All runs of one program with one setting."""

    label: str
    accepted: tuple[str, ...] = (OK,)
    runs: list[Run] = field(default_factory=list)
    output: Output = field(default_factory=lambda: Output(0, 0, 0, 0))

    @property
    def time(self) -> float:
        """The median of its runs, in seconds."""
        return median(run.seconds for run in self.runs)

    @property
    def cpu(self) -> float:
        """The median of their CPU time, in seconds."""
        return median(run.cpu for run in self.runs)


class Bench:
    """Runs ours and the peers, and keeps the rows of the table."""

    def __init__(self, folder: Path, work: Path, options: argparse.Namespace) -> None:
        self.work = work
        self.options = options
        self.sources = copy_folder(folder, work / "peers")
        self.projects: dict[str, SampleProject] = {
            theme: make_project(folder, work / f"ours-{theme}", size=None, theme=theme) for theme in options.themes
        }
        self.ours: dict[tuple[str, int], Row] = {
            (theme, jobs): Row(f"sphinx-kwdocs, {theme}, -j{jobs}")
            for theme in options.themes
            for jobs in sorted({1, options.jobs})
        }
        self.theirs: list[Row] = []

    def run_ours(self, themes: list[str]) -> None:
        """Build ours once with each theme, from nothing."""
        for (theme, jobs), row in self.ours.items():
            if theme in themes:
                # A folder of its own each time: where many files were just removed, ext4 takes longer to make new ones.
                out = self.work / "out" / f"ours-{theme}-{jobs}-{len(row.runs)}"
                for each in (out, doctrees_of(out)):
                    shutil.rmtree(each, ignore_errors=True)
                self._run(row, sphinx_command(sys.executable, self.projects[theme].docs, out, jobs), out)
                if row.runs[-1].state != OK:
                    sys.exit("ours does not build, so there is nothing to compare with")

    def run_peer(self, peer: Peer) -> None:
        """Run a peer, with one job and with several if it can; ours after each."""
        several = sorted({1, self.options.jobs}) if peer.is_parallel else [self.options.jobs]
        for jobs in several:
            place = self.work / f"{peer.name}-{jobs}"
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)
            task = Task(self.options.python, self.sources, place, self.options.themes[0], jobs)
            row = Row(f"{peer.label}, -j{jobs}" if peer.is_parallel else peer.label, peer.accepted)
            self._run(row, peer.prepare(task), task.out)
            self.theirs.append(row)
            self.run_ours(self.options.themes[:1])

    def _run(self, row: Row, command: list[str], out: Path) -> None:
        log = self.work / "log.txt"
        run = run_command(command, log, self.options.limit * 60, cwd=self.work)
        row.runs.append(run)
        row.output = measure_output(out)
        print(f"{row.label}: {seconds(run.seconds)} s, {run.state}", file=sys.stderr, flush=True)
        if run.state not in row.accepted:
            print(last_words(log), file=sys.stderr, flush=True)


def table(ours: list[Row], theirs: list[Row]) -> str:
    """Write all rows; the ratios are to the rows of ours with the first theme, with one job and with several.

    That of CPU time holds even if others used the machine, for what ran in one process.
    """
    references = dict(sorted({row.label.rpartition(" ")[2]: row for row in reversed(ours)}.items()))
    head = (
        "program", "seconds", "from, to", *(f"÷ ours {jobs}" for jobs in references), "CPU s", "÷ ours -j1", "pages",
        "files", "MB", "peak MB", "state",
    )  # fmt: skip
    rows = []
    for row in (*ours, *theirs):
        run, output = row.runs[-1], row.output
        is_late = run.state.startswith(">")
        more = "> " if is_late else ""
        # What stopped early took no time that could be compared.
        known = is_late or run.state in row.accepted
        ratios = [row.time / each.time for each in references.values()] + [row.cpu / references["-j1"].cpu]
        *waits, work = [f"{more}{ratio:.2f}" if known else UNKNOWN for ratio in ratios]
        times = sorted(each.seconds for each in row.runs)
        peaks = [each.peak for each in row.runs if each.peak is not None]
        rows.append((
            row.label,
            more + seconds(row.time),
            f"{seconds(times[0])} to {seconds(times[-1])}" if len(times) > 1 else "",
            *waits,
            seconds(row.cpu),
            work,
            f"{output.pages:,}" if output.pages else UNKNOWN,
            f"{output.files:,}",
            megabytes(output.size),
            megabytes(max(peaks, default=None)),
            ", ".join(sorted({each.state for each in row.runs})),
        ))  # fmt: skip
    return markdown_table(head, rows)


def interpreter(word: str) -> str:
    """Return a path in a form that holds in every folder, for commands are run in others."""
    # Links are kept: they lead to the interpreter outside of the environment.
    return str(Path(word).absolute()) if Path(word).exists() else word


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--themes", nargs="+", default=["alabaster"], help="of ours; that of the peers is the first")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes, besides runs with one")
    parser.add_argument("--peers", nargs="*", default=[peer.name for peer in PEERS], choices=[p.name for p in PEERS])
    parser.add_argument(
        "--python", type=interpreter, default=sys.executable, help="interpreter of the environment that has the peers"
    )
    parser.add_argument("--limit", type=float, default=30, help="minutes after which a program is ended")
    parser.add_argument("--work", type=Path, help="keep what is built there")
    return parser.parse_args()


def main() -> None:
    """Run all, and print the table."""
    options = parse_options()
    compile_package()
    folder = options.folder.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        bench = Bench(folder, (options.work or Path(temporary)).resolve(), options)
        files = sum(path.is_file() for path in bench.sources.rglob("*"))
        notes = [f"{folder.name}: {files:,} files, of these {len(python_files(bench.sources)):,} Python"]
        notes.append(f"- sphinx-kwdocs {distribution_version('sphinx-kwdocs', 'sphinx')(sys.executable)}")
        bench.run_ours(options.themes)
        for peer in PEERS:
            if peer.name in options.peers:
                version = peer.find_version(options.python)
                said = f"{version}: {peer.note}" if version else f"was left out, it is not installed: {peer.install}"
                notes.append(f"- {peer.label} {said}")
                if version:
                    bench.run_peer(peer)
        bench.run_ours(options.themes[1:])
    print("\n".join(notes), table(list(bench.ours.values()), bench.theirs), sep="\n\n")


if __name__ == "__main__":
    main()
