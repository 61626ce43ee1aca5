"""Shows how far a long piece of work is with Sphinx's own display, in a few steps."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from sphinx.util.display import status_iterator

from sphinx_kwdocs.running.time_limit import noticing
from sphinx_kwdocs.sphinx_ext.settings import logger
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.application import Sphinx

T = TypeVar("T")

STEPS = 20


def show_progress(app: Sphinx, items: Iterable[T], label: str, length: int, *, is_counted: bool = True) -> Iterator[T]:
    """Pass items on; a line for each of thousands would fill the log of a build that no terminal shows.

    A file that takes long has a line of its own while it is at work. Items that are not what the label speaks of are
    not counted: their number would be none that a reader knows.
    """
    step = max(1, length // STEPS)
    remaining = iter(items)
    steps = range(step, length + step, step)

    def number(step: int) -> str:
        return f"{min(step, length):,}" if is_counted else ""

    with noticing(lambda path: logger.info("kwdocs: %s... %s takes long", label, _printable(path))):
        for _ in status_iterator(steps, f"kwdocs: {label}... ", "darkgreen", len(steps), app.verbosity, number):
            yield from islice(remaining, step)
        yield from remaining


def _printable(path: str) -> str:
    """Return a path as a terminal may show it: a name may hold what would control one."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in shown(path))
