"""Shares work among processes that inherit all they need by forking; without a fork, everything is done in this one."""

from __future__ import annotations

import multiprocessing
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sphinx_kwdocs.collector import set_aside_meanwhile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD = 3
"""Tasks that each other process has at hand: enough to keep it busy, few enough to leave this one its share."""
_MOST_KEPT = 8
"""Results for each process that wait for the one before them: few enough to keep memory low."""
_NONE_LEFT: Any = object()


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

    This process is one of those that work. What is to be done `meanwhile`, it does while the others begin.
    """
    if jobs < 2 or not can_fork():  # noqa: PLR2004  one is this process
        meanwhile()
        yield from map(work, tasks)
    else:
        yield from _Sharing(work, iter(tasks), jobs - 1).run(meanwhile)


class _Errand(Generic[Task, Result]):
    """A task in its place among all, and what will have its result; None as long as nobody has taken it on."""

    __slots__ = ("future", "task")

    def __init__(self, task: Task) -> None:
        self.task = task
        self.future: Future[Result] | None = None

    @property
    def is_done(self) -> bool:
        """Whether the result is there."""
        return self.future is not None and self.future.done()

    def do(self, work: Callable[[Task], Result]) -> None:
        """Find the result here."""
        found: Future[Result] = Future()
        found.set_result(work(self.task))
        self.future = found


class _Sharing(Generic[Task, Result]):
    """Tasks on their way through several processes, this one among them.

    If all others worked and this one waited, there would be one more that copies what it inherits by touching it: with
    two jobs, twice as much.
    """

    def __init__(self, work: Callable[[Task], Result], tasks: Iterator[Task], others: int) -> None:
        self._work = work
        self._tasks = tasks
        self._others = others
        self._errands: deque[_Errand[Task, Result]] = deque()

    def run(self, meanwhile: Callable[[], None]) -> Iterator[Result]:
        """Yield all results in order."""
        errands = self._errands
        try:
            with _inherited(self._work), ProcessPoolExecutor(self._others, multiprocessing.get_context("fork")) as pool:
                self._hand_out(pool)
                other, meanwhile = meanwhile, do_nothing
                other()
                while errands:
                    if errands[0].future is not None and errands[0].is_done:
                        yield errands[0].future.result()
                        errands.popleft()
                    else:
                        self._do_one()
                    self._hand_out(pool)
        except (BrokenProcessPool, OSError, NotImplementedError):
            # No process can be had, or something ended one, mostly a system without memory: what is left is done here.
            meanwhile()
            yield from map(self._result, errands)
            yield from map(self._work, self._tasks)

    def _hand_out(self, pool: ProcessPoolExecutor) -> None:
        """See to it that the others have enough to do."""
        waiting = sum([not errand.is_done for errand in self._errands])
        for _ in range(_AHEAD * self._others - waiting):
            if (errand := self._next()) is None:
                return
            errand.future = pool.submit(_run, errand.task)

    def _next(self) -> _Errand[Task, Result] | None:
        """Take the next task; it is noted before anything is done with it, so that it is not lost."""
        task = next(self._tasks, _NONE_LEFT)
        if task is _NONE_LEFT:
            return None
        self._errands.append(_Errand(task))
        return self._errands[-1]

    def _do_one(self) -> None:
        """Do a task here; if there is none left, one that nobody has begun with, or else wait for the next result."""
        errands = self._errands
        errand = self._next() if len(errands) < _MOST_KEPT * (self._others + 1) else None
        if errand is None:
            errand = next((each for each in reversed(errands) if each.future and each.future.cancel()), None)
        if errand is not None:
            errand.do(self._work)
        elif errands[0].future is not None:
            errands[0].future.exception()

    def _result(self, errand: _Errand[Task, Result]) -> Result:
        """Return the result of a task, found here if nobody has."""
        found = errand.future
        if found is not None and found.done() and not found.cancelled() and found.exception() is None:
            return found.result()
        return self._work(errand.task)


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
