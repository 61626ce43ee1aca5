"""Shares work among processes that inherit all they need by forking; without a fork, everything is done in this one.

Workers end when this process does, however that ends, and leave it to this process what Ctrl-C means.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from concurrent.futures import ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

from sphinx_kwdocs.running.garbage import set_aside_meanwhile
from sphinx_kwdocs.running.time_limit import relayed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD = 3
"""Tasks a worker may be ahead of who takes the results: enough to keep it busy, few enough to keep memory low."""
_LOOK_EVERY = 0.5
"""Seconds after which who waits for a result hears what takes long."""


def can_fork() -> bool:
    """Tell whether this system can hand a process all that another one knows.

    Starting fresh ones instead costs each 0.4 s for its imports and the time to send it the whole index: more than
    they save on any repository that was measured.
    """
    return "fork" in multiprocessing.get_all_start_methods()


_forks_always: bool | None = None


def worthwhile_jobs(jobs: int, pieces: int, few: int) -> int:
    """Return how many processes are worth their start: one, if there are no more pieces of work than a few."""
    is_worth_it = pieces > few if _forks_always is None else _forks_always
    return jobs if is_worth_it else 1


@contextmanager
def forking(*, always: bool) -> Iterator[None]:
    """Fork whatever the amount of work, or never, until the end of the block: what tests build is small."""
    global _forks_always  # noqa: PLW0603  one build runs at a time
    outer, _forks_always = _forks_always, always
    try:
        yield
    finally:
        _forks_always = outer


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
        with relayed() as pass_on, _inherited(work), _pool(jobs) as workers:
            for task in tasks:
                # First here: what is taken from the tasks is not lost if there is nobody to hand it to.
                waiting.append(task)
                futures.append(_hand_out(workers, task))
                if len(futures) > _AHEAD * jobs:
                    other, meanwhile = meanwhile, do_nothing
                    other()
                    yield _result(futures.popleft(), pass_on)
                    waiting.popleft()
            other, meanwhile = meanwhile, do_nothing
            other()
            while futures:
                yield _result(futures.popleft(), pass_on)
                waiting.popleft()
    except (BrokenProcessPool, OSError, NotImplementedError):
        # No process can be had, or something ended one, mostly a system without memory: what is left is done here.
        meanwhile()
        yield from map(work, waiting)
        yield from map(work, tasks)


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Have workers; when nobody asks for results any more, they finish what they have begun and nothing else."""
    end, held = os.pipe()

    def begin() -> None:
        """Follow the process that has started this one: nobody else holds the other end of the pipe."""
        os.close(held)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        watch = Thread(target=_end_with_parent, args=(end,), daemon=True)
        # Whatever is to interrupt the work has to find the thread that does it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        watch.start()
        signal.pthread_sigmask(signal.SIG_SETMASK, before - {signal.SIGINT})

    try:
        with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), begin) as workers:
            try:
                yield workers
            except BaseException:
                workers.shutdown(cancel_futures=True)
                raise
    finally:
        os.close(end)
        os.close(held)


def _end_with_parent(end: int) -> None:
    # Nothing is ever written: this returns when all who could are gone. What is killed closes nothing else, and a
    # worker that waits for work would wait for ever.
    os.read(end, 1)
    os._exit(1)


def _hand_out(workers: ProcessPoolExecutor, task: Any) -> Future[Any]:  # noqa: ANN401  whatever the work takes
    """Hand a task to the workers; the first has them forked, and Ctrl-C must not hit one before it has begun."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        return workers.submit(_run, task)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _result(future: Future[Any], pass_on: Callable[[], None]) -> Any:  # noqa: ANN401  whatever the work gives
    is_done = False
    while not is_done:
        is_done = bool(wait([future], _LOOK_EVERY).done)
        pass_on()
    return future.result()


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
