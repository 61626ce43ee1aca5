"""Runs one command to its end or to a time limit, and says what it took: seconds, CPU time, memory, exit state."""

from __future__ import annotations

import compileall
import contextlib
import importlib
import os
import signal
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from _memory import MemoryWatch, is_memory_known

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

OK = "ok"


@dataclass(frozen=True, slots=True)
class Run:
    """What one command took."""

    seconds: float
    """By the clock on the wall."""
    cpu: float
    """Of the command and all processes that it started and waited for."""
    peak: int | None
    """Bytes that all its processes held at one time, or None where the system does not tell."""
    state: str
    """`OK`, the exit status, the signal that ended it, or the limit that it did not keep."""


def run_command(command: Sequence[str], log: Path, limit: float = 3600, cwd: Path | None = None) -> Run:
    """Run a command; what it prints goes to a file. At the limit it and all it started are ended."""
    with log.open("wb") as stream:
        start = time.perf_counter()
        # In a session of its own, so that at the limit its workers end with it.
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream, cwd=cwd, start_new_session=True
        )
        watch = MemoryWatch(process.pid) if is_memory_known() else None
        late = threading.Event()
        timer = threading.Timer(limit, _end, (process.pid, late))
        timer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:  # Ctrl-C does not reach another session
            _end(process.pid, late)
            raise
        finally:
            timer.cancel()
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
    # A short-lived peak is missed between two looks, but not by the system, which knows that of the largest process.
    peak = max(watch.stop(), usage.ru_maxrss * 1024) if watch else None
    return Run(
        seconds, usage.ru_utime + usage.ru_stime, peak, state_of(process.returncode, limit if late.is_set() else None)
    )


def compile_package() -> None:
    """Compile the package as installing it does: it may lie in a checkout, where every process would do it anew."""
    [folder] = importlib.import_module("sphinx_kwdocs").__path__
    compileall.compile_dir(folder, quiet=2)


def _end(session: int, late: threading.Event) -> None:
    late.set()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(session, signal.SIGKILL)


def state_of(returncode: int, limit: float | None) -> str:
    """Word how a command ended."""
    if limit is not None:
        return f"> {limit:,.0f} s"
    if returncode < 0:
        return f"ended by {signal.Signals(-returncode).name}"
    return f"exit {returncode}" if returncode else OK


def last_words(log: Path, lines: int = 6) -> str:
    """Return the end of what a command printed, for a report of what went wrong."""
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])
