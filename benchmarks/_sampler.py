"""Runs `sphinx-build` and notes several hundred times a second of CPU time which functions are active.

    python -P _sampler.py STACKS.txt ARGUMENTS-OF-SPHINX-BUILD...

The file has one line for each stack, `outermost;…;innermost microseconds`, as flame graph tools take it (flamegraph.pl,
inferno, speedscope). Python runs signal handlers between its own instructions, so a sample that falls into a long call
of C comes late; each is therefore weighed with the CPU time since the one before. Only the first process is seen, so
build with one job.
"""

from __future__ import annotations

import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import CodeType, FrameType

_INTERVAL = 0.004


class Sampler:
    """Counts stacks while it runs."""

    def __init__(self) -> None:
        self.stacks: Counter[tuple[CodeType, ...]] = Counter()
        self._last = 0.0

    def start(self) -> None:
        """Begin to take samples."""
        self._last = time.process_time()
        signal.signal(signal.SIGPROF, self._note)
        signal.setitimer(signal.ITIMER_PROF, _INTERVAL, _INTERVAL)

    def stop(self) -> None:
        """Take no more."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, signal.SIG_IGN)

    def lines(self) -> list[str]:
        """Return the stacks with their microseconds, sorted."""
        merged: Counter[str] = Counter()
        for stack, microseconds in self.stacks.items():
            merged[";".join(label(code) for code in reversed(stack))] += microseconds
        return [f"{stack} {microseconds}" for stack, microseconds in sorted(merged.items())]

    def _note(self, _signal: int, frame: FrameType | None) -> None:
        now = time.process_time()
        stack = []
        while frame:
            stack.append(frame.f_code)
            frame = frame.f_back
        self.stacks[tuple(stack)] += round((now - self._last) * 1e6)
        self._last = now


def label(code: CodeType) -> str:
    """Name a function with its module, as far as the path tells it."""
    path = Path(code.co_filename)
    parts = path.with_suffix("").parts[-3:]
    # A semicolon and a blank part the fields of a line.
    return f"{'/'.join(parts)}:{code.co_qualname}".replace(";", ",").replace(" ", "_")


def main() -> int:
    """Build under observation."""
    from sphinx.cmd.build import main as build

    result, *arguments = sys.argv[1:]
    sampler = Sampler()
    sampler.start()
    status = build(arguments)
    sampler.stop()
    Path(result).write_text("\n".join(sampler.lines()) + "\n", encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
