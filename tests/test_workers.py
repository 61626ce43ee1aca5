"""Work is shared among processes; results come in order, and none is lost with a process."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

import pytest

from sphinx_kwdocs.workers import can_fork, share

if TYPE_CHECKING:
    from collections.abc import Iterator

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

    monkeypatch.setattr("sphinx_kwdocs.workers.ProcessPoolExecutor", refuse)
    calls: list[int] = []
    assert [*share(where, range(5), 2, lambda: calls.append(1))] == [(task, HERE) for task in range(5)]
    assert calls == [1]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_the_work_is_an_error_here(jobs: int) -> None:
    with pytest.raises(ZeroDivisionError):
        list(share(lambda task: 1 // (7 - task), range(20), jobs))
