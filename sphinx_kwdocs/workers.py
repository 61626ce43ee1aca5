"""Shares work among processes that inherit all they need by forking; without a fork, everything is done in this one."""

from __future__ import annotations

import multiprocessing
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from sphinx_kwdocs.collector import set_aside_meanwhile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD = 3
"""Tasks a worker may be ahead of who takes the results: enough to keep it busy, few enough to keep memory low."""


def can_fork() -> bool:
    """Tell whether this system can hand a process all that another one knows.

    Starting fresh ones instead costs each 0.4 s for its imports and the time to send it the whole index: more than
    they save on any repository that was measured.
    """
    return "fork" in multiprocessing.get_all_start_methods()


def do_nothing() -> None:
    """Have nothing else to do."""


def share(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int, meanwhile: Callable[[], None] = do_nothing
) -> Iterator[Result]:
    """Yield what `work` makes of each task, in order; only tasks and results are sent from process to process.

    What is to be done `meanwhile`, this process does while the others begin. It does none of the tasks: that was tried
    in the place of one of the others, and with two jobs the cores were at work for 1.5 of 2 instead of 1.65.
    """
    if jobs < 2 or not can_fork():  # noqa: PLR2004  one is this process
        meanwhile()
        yield from map(work, tasks)
    else:
        yield from _share(work, iter(tasks), jobs, meanwhile)


def _share(
    work: Callable[[Task], Result], tasks: Iterator[Task], jobs: int, meanwhile: Callable[[], None]
) -> Iterator[Result]:
    waiting: deque[Task] = deque()
    futures: deque[Future[Any]] = deque()
    try:
        with _inherited(work), ProcessPoolExecutor(jobs, multiprocessing.get_context("fork")) as workers:
            for task in tasks:
                # First here: what is taken from the tasks is not lost if there is nobody to hand it to.
                waiting.append(task)
                futures.append(workers.submit(_run, task))
                if len(futures) > _AHEAD * jobs:
                    other, meanwhile = meanwhile, do_nothing
                    other()
                    yield futures.popleft().result()
                    waiting.popleft()
            other, meanwhile = meanwhile, do_nothing
            other()
            while futures:
                yield futures.popleft().result()
                waiting.popleft()
    except (BrokenProcessPool, OSError, NotImplementedError):
        # No process can be had, or something ended one, mostly a system without memory: what is left is done here.
        meanwhile()
        yield from map(work, waiting)
        yield from map(work, tasks)


_work: Callable[[Any], Any] | None = None


@contextmanager
def _inherited(work: Callable[[Any], Any]) -> Iterator[None]:
    """Leave the work where forked workers find it."""
    global _work  # noqa: PLW0603  a fork inherits nothing but what is there
    outer, _work = _work, work
    try:
        with set_aside_meanwhile():
            yield
    finally:
        _work = outer


def _run(task: Any) -> Any:  # noqa: ANN401  whatever the work takes and gives
    if _work is None:
        message = "a worker was started without work"
        raise RuntimeError(message)
    return _work(task)
