"""Ends builds at random moments, and compares what the next build leaves with a build from nothing.

    python benchmarks/faults.py                     # 100 rounds, which take a quarter of an hour
    python benchmarks/faults.py --rounds 20 --seed 7

A round edits a project at random, starts a build at `-j2` in a session of its own, sends a signal at a random moment to
the build, to one of its workers or to all of them, looks after a second who still lives, and builds once more. Then
every page has to be that of a build from nothing, and so have the facts in `searchindex.js`. Edits, signals and moments
follow from the seed, which is printed; where a signal hits also depends on the speed of the machine.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from _fault_project import FaultProject, edit_at_random, make_fault_project
from _search_index import read_search_index

if TYPE_CHECKING:
    from collections.abc import Iterator

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
TARGETS = ("parent", "worker", "group")
PATIENCE = 60.0
BEFORE = "before Sphinx has begun"
"""Until then Python imports Sphinx, and nobody listens to Ctrl-C."""
STAMP = ".kwdocs.json"
"""Says of itself with which doctrees it was written, so it differs from site to site."""


@dataclass(slots=True)
class Round:
    """What happened in one round."""

    seed: str
    edits: list[str]
    signal: str = ""
    target: str = ""
    moment: float = 0.0
    """Seconds from the start of the build to the signal."""
    code: int | None = None
    """How the build ended that was sent a signal."""
    was_hit: bool = False
    """Whether it was still at work then."""
    orphans: int = 0
    """Processes that were alive a second after their parent was gone."""
    tracebacks: list[str] = field(default_factory=list)
    """The first and last lines of tracebacks that it printed."""
    report: str = ""
    """What Sphinx told of an error in it; it does so if one of its own workers is gone."""
    warnings: list[str] = field(default_factory=list)
    """What the next build said."""
    pages: list[str] = field(default_factory=list)
    """Pages that are not those of a build from nothing."""
    search: Counter[str] = field(default_factory=Counter)
    """Facts of the search index that are missing, or too many, by who puts them there."""


def main() -> int:
    """Run the rounds and print what they gave; return 1 if anything of ours is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the project, which is left there")
    options = parser.parse_args()
    print(f"seed {options.seed}, {options.rounds} rounds")
    with tempfile.TemporaryDirectory() as folder:
        project = make_fault_project(options.keep or Path(folder, "project"), random.Random(options.seed))  # noqa: S311
        rounds = list(run_rounds(project, options.rounds, options.seed))
    print_summary(rounds)
    return int(any(has_faults(done) for done in rounds))


def run_rounds(project: FaultProject, number: int, seed: int) -> Iterator[Round]:
    """Yield round after round."""
    longest = _build(project, "kept").seconds
    for count in range(number):
        done, longest = _round(project, f"{seed}.{count}", longest)
        print(f"{count:4} {_in_words(done)}", flush=True)
        yield done


def has_faults(done: Round) -> bool:
    """Tell whether a round left something that is ours to prevent."""
    tracebacks = [line for line in done.tracebacks if BEFORE not in line]
    return bool(done.orphans or tracebacks or done.warnings or done.pages or done.search["ours"] or done.search["own"])


@dataclass(frozen=True, slots=True)
class _Outcome:
    seconds: float
    code: int
    said: str


def _command(project: FaultProject, to: str) -> list[str]:
    folder = project.place / to
    arguments = ["-q", "-j", "2", "-d", str(folder / "doctrees"), str(project.docs), str(folder / "html")]
    return [sys.executable, "-m", "sphinx", *arguments]


def _build(project: FaultProject, to: str) -> _Outcome:
    begin = time.monotonic()
    done = subprocess.run(_command(project, to), capture_output=True, text=True, check=False, timeout=10 * PATIENCE)
    return _Outcome(time.monotonic() - begin, done.returncode, done.stdout + done.stderr)


def _round(project: FaultProject, seed: str, longest: float) -> tuple[Round, float]:
    chance = random.Random(seed)  # noqa: S311  the same every time
    done = Round(seed, [edit_at_random(project, chance) for _again in range(chance.randint(1, 3))])
    _break_off(project, done, chance, longest)
    again = _build(project, "kept")
    done.warnings = [line for line in again.said.splitlines() if line.strip()]
    if again.code:
        done.warnings.append(f"exit {again.code}")
    fresh = _build(project, "fresh")
    _compare(project, done)
    shutil.rmtree(project.place / "fresh")
    return done, fresh.seconds


def _break_off(project: FaultProject, done: Round, chance: random.Random, longest: float) -> None:
    """Start a build and send it a signal."""
    number, done.target = chance.choice(SIGNALS), chance.choice(TARGETS)
    done.signal, done.moment = number.name, chance.random() * longest
    log = project.place / "broken.log"
    with (
        log.open("wb") as stream,
        subprocess.Popen(_command(project, "kept"), stdout=stream, stderr=stream, start_new_session=True) as process,
    ):
        try:
            _send(process, done, number, chance)
            done.code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            done.code = None
        if done.was_hit:
            time.sleep(1)
            done.orphans = len(_session(process.pid) - {process.pid})
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    said = log.read_text(encoding="utf-8", errors="replace")
    done.tracebacks = tracebacks(said)
    done.report = said.partition("Traceback\n=========")[2].partition("The full traceback")[0].strip()


def _send(process: subprocess.Popen[bytes], done: Round, number: signal.Signals, chance: random.Random) -> None:
    """Wait for the moment, and for a worker if one is to be hit."""
    end = time.monotonic() + done.moment
    while process.poll() is None:
        workers = sorted(_session(process.pid) - {process.pid}) if done.target == "worker" else [process.pid]
        if time.monotonic() >= end and workers:
            done.was_hit = True
            with suppress(ProcessLookupError):
                if done.target == "group":
                    os.killpg(process.pid, number)
                else:
                    os.kill(chance.choice(workers), number)
            return
        time.sleep(0.002)


def _session(session: int) -> set[int]:
    """Return the processes of a session that are alive."""
    found = set()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name of the command stands in parentheses, and may hold some itself.
            state, _parent, _group, of = file.read_text(encoding="utf-8").rpartition(")")[2].split()[:4]
            if int(of) == session and state != "Z":
                found.add(int(file.parent.name))
    return found


def tracebacks(said: str) -> list[str]:
    """Return of each traceback where it comes from, and its last line."""
    found = []
    for block in said.split("Traceback (most recent call last):\n")[1:]:
        # What a process prints after its traceback is not indented either; what comes first is the error.
        last = next((line for line in block.splitlines() if not line.startswith(" ")), "")
        if "sphinx_kwdocs" in block or "concurrent" in block:
            whose = "ours"
        elif "_run_module_as_main" in block and "build_main" not in block:
            whose = BEFORE
        else:
            whose = "Sphinx"
        found.append(f"traceback, {whose}: {last}")
    return found


def _compare(project: FaultProject, done: Round) -> None:
    fresh = project.place / "fresh" / "html"
    kept, wanted = _files(project.out), _files(fresh)
    stale = {name for name in kept.keys() - wanted.keys() if name.startswith("kwdocs/")}
    differing = {name for name, content in wanted.items() if kept.get(name) != content}
    done.pages = sorted((stale | differing) - {STAMP, "searchindex.js"})
    found, expected = (read_search_index(files["searchindex.js"]) for files in (kept, wanted))
    for part in ("ours", "own", "entries"):
        done.search[part] = len(getattr(found, part) ^ getattr(expected, part))


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _in_words(done: Round) -> str:
    hit = f"{done.signal} to the {done.target} at {done.moment:.2f} s" if done.was_hit else "ended before the signal"
    faults = [f"{len(done.pages)} pages differ: {done.pages[:3]}"] if done.pages else []
    faults += [f"{count} facts of the search ({part})" for part, count in sorted(done.search.items()) if count]
    faults += [f"{done.orphans} orphans"] if done.orphans else []
    faults += [*done.tracebacks, *done.warnings, *done.report.splitlines()[-1:]]
    return f"{', '.join(done.edits)}; {hit}, exit {done.code}" + "".join(f"\n       {fault}" for fault in faults)


def print_summary(rounds: list[Round]) -> None:
    """Print how many rounds had which fault."""
    hit = [done for done in rounds if done.was_hit]
    interrupted = [done for done in hit if done.signal == "SIGINT" and done.target != "worker"]
    rows: dict[str, object] = {
        "rounds": len(rounds),
        "builds that were hit": len(hit),
        "of these by Ctrl-C": len(interrupted),
        "rounds with pages that differ": sum(bool(done.pages) for done in rounds),
        "with a search index that differs in what is ours": sum(bool(done.search["ours"]) for done in rounds),
        "… in what is the project's own": sum(bool(done.search["own"]) for done in rounds),
        "… in entries of `index` directives": sum(bool(done.search["entries"]) for done in rounds),
        "with a warning from the next build": sum(bool(done.warnings) for done in rounds),
        "with workers that lived on for a second": sum(bool(done.orphans) for done in rounds),
        "with a traceback": sum(bool(done.tracebacks) for done in rounds),
        "… after Ctrl-C": sum(bool(done.tracebacks or done.report) for done in interrupted),
        "… of these before Sphinx has begun": sum(BEFORE in "".join(done.tracebacks) for done in interrupted),
        "… with something of ours in it": sum("ours" in "".join(done.tracebacks) for done in rounds),
        "with an error that Sphinx reported": sum(bool(done.report) for done in rounds),
        "exit codes after Ctrl-C": dict(Counter(done.code for done in interrupted)),
        "exit codes otherwise": dict(Counter(done.code for done in hit if done not in interrupted)),
    }
    print()
    for name, value in rows.items():
        print(f"{name:55} {value}")


if __name__ == "__main__":
    sys.exit(main())
