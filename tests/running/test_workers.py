"""Work is shared among processes; results come in order, and none is lost with a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sphinx_kwdocs.running.workers import can_fork, share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

forking = pytest.mark.skipif(not can_fork(), reason="this system cannot fork")
HERE = os.getpid()


def where(task: int) -> tuple[int, int]:
    time.sleep(0.01)
    return task, os.getpid()


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("number", [0, 1, 5, 50])
def test_results_come_in_order(jobs: int, number: int) -> None:
    assert [task for task, _ in share(where, range(number), jobs)] == list(range(number))


@forking
@pytest.mark.parametrize("jobs", [2, 3])
def test_as_many_processes_work_as_there_are_jobs(jobs: int) -> None:
    processes = {process for _, process in share(where, range(60), jobs)}
    assert len(processes) == jobs
    assert HERE not in processes


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_to_be_done_meanwhile_is_done_once_before_the_first_result(jobs: int) -> None:
    done: list[int] = []
    for number, _ in enumerate(share(where, range(10), jobs, lambda: done.append(os.getpid()))):
        assert done == [HERE], number


@forking
def test_tasks_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for task in range(1000):
            taken.append(task)
            yield task

    results = share(where, tasks(), 2)
    assert next(results)[0] == 0
    assert len(taken) < 30


@forking
def test_the_results_of_a_process_that_dies_are_found_here() -> None:
    def die_elsewhere(task: int) -> int:
        if task == 2 and os.getpid() != HERE:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.005)
        return task

    calls: list[int] = []
    assert list(share(die_elsewhere, range(40), 2, lambda: calls.append(1))) == list(range(40))
    assert calls == [1]


@forking
def test_without_another_process_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise OSError

    monkeypatch.setattr("sphinx_kwdocs.running.workers.ProcessPoolExecutor", refuse)
    calls: list[int] = []
    assert [*share(where, range(5), 2, lambda: calls.append(1))] == [(task, HERE) for task in range(5)]
    assert calls == [1]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_the_work_is_an_error_here(jobs: int) -> None:
    with pytest.raises(ZeroDivisionError):
        list(share(lambda task: 1 // (7 - task), range(20), jobs))


# What happens to the process that shares work, happens to a process of its own here.
SHARING = """
import signal, time
from sphinx_kwdocs.running.workers import share

# Who started the tests may have it ignored.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

def work(task):
    print(task, flush=True)
    if task == "sleep":
        time.sleep(60)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        sum(range(10_000))

def tasks():
    yield "sleep"
    yield "compute"
    # The third worker waits for a task that never comes.
    time.sleep(60)

list(share(work, tasks(), 3))
"""


def alive(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    return False


def children(process: int) -> list[int]:
    """Return the processes that a process has started, its threads aside."""
    found = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for file in found for child in file.read_text(encoding="utf-8").split()]


def wait_for(is_so: Callable[[], bool], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while not is_so() and time.monotonic() < end:
        time.sleep(0.02)
    return is_so()


@pytest.fixture
def sharing() -> Iterator[subprocess.Popen[str]]:
    """Start a process with three workers, of which one sleeps, one computes and one waits."""
    if not Path("/proc/self/task").is_dir():
        pytest.skip("who lives on is read from /proc")
    command = [sys.executable, "-c", SHARING]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline()
            assert process.stdout.readline()
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@forking
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_workers_end_with_the_process_that_started_them(sharing: subprocess.Popen[str], number: signal.Signals) -> None:
    workers = children(sharing.pid)
    assert len(workers) == 3
    sharing.send_signal(number)
    assert sharing.wait(20) == -number
    # Far less than the minute for which two of them have work, and than ever, for which the third would wait.
    assert wait_for(lambda: not any(map(alive, workers)))


@forking
def test_a_worker_takes_no_notice_of_ctrl_c(sharing: subprocess.Popen[str]) -> None:
    workers = children(sharing.pid)
    for worker in workers:
        os.kill(worker, signal.SIGINT)
    assert not wait_for(lambda: not all(map(alive, workers)), 0.3)
    os.killpg(sharing.pid, signal.SIGTERM)
    sharing.wait(20)
    assert sharing.stdout is not None
    assert sharing.stdout.read() == ""


INTERRUPTED = """
import os, signal, time
from sphinx_kwdocs.running.workers import share

def work(task):
    print(task, flush=True)
    time.sleep(0.5)

def tasks():
    yield from range(9)
    time.sleep(0.2)
    os.killpg(0, signal.SIGINT)
    yield from range(9, 99)

try:
    list(share(work, tasks(), 3))
except KeyboardInterrupt:
    print("interrupted")
"""


@forking
def test_after_ctrl_c_nothing_more_is_begun_and_only_one_process_speaks() -> None:
    command = [sys.executable, "-c", INTERRUPTED]
    done = subprocess.run(command, check=False, capture_output=True, text=True, start_new_session=True, timeout=60)
    assert done.stderr == ""
    *begun, last = done.stdout.split()
    assert last == "interrupted"
    # Three are at work, and up to four more tasks are on their way to them; nobody begins the last two.
    assert 3 <= len(begun) < 9
