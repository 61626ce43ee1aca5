"""Watches how much memory a process and all that it started hold together, as far as the system tells it in `/proc`."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from pathlib import Path

PROC = Path("/proc")
_LEAST_PAUSE = 0.1
_PAUSE_FACTOR = 50
"""Pauses are so many times as long as a look takes, so that looking costs two per cent of one core at most."""


def is_memory_known() -> bool:
    """Tell whether the system has what `MemoryWatch` reads."""
    return (PROC / "self" / "stat").exists()


def tree_of(process: int, proc: Path = PROC) -> list[int]:
    """Return a process and all below it."""
    below: defaultdict[int, list[int]] = defaultdict(list)
    for entry in proc.iterdir():
        if entry.name.isdigit():
            # The name of the program is in brackets and may hold anything; the parent is the second word after it.
            words = _read(entry / "stat").rpartition(")")[2].split()
            if len(words) > 1:
                below[int(words[1])].append(int(entry.name))
    tree = [process]
    for each in tree:
        tree.extend(below[each])
    return tree


def held_by(process: int, proc: Path = PROC) -> int:
    """Return the bytes a process holds; what it shares with others by forking counts in parts that add up to one."""
    folder = proc / str(process)
    for name, label in (("smaps_rollup", "Pss:"), ("status", "VmRSS:")):
        for line in _read(folder / name).splitlines():
            if line.startswith(label):
                return int(line.split()[1]) * 1024
    return 0


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:  # the process has ended, or is not ours
        return ""


class MemoryWatch:
    """Looks again and again, in a thread, and keeps the highest sum."""

    def __init__(self, process: int) -> None:
        self.peak = 0
        self._process = process
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> int:
        """Look no more, and return the peak in bytes."""
        self._over.set()
        self._thread.join()
        return self.peak

    def _watch(self) -> None:
        pause = 0.0
        while not self._over.wait(pause):
            start = time.perf_counter()
            self.peak = max(self.peak, sum(held_by(each) for each in tree_of(self._process)))
            pause = max(_LEAST_PAUSE, _PAUSE_FACTOR * (time.perf_counter() - start))
