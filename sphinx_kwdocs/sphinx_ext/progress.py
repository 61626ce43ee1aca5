"""Shows how far a long piece of work is with Sphinx's own display, in a few steps."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from sphinx.util.display import status_iterator

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.application import Sphinx

T = TypeVar("T")

STEPS = 20


def show_progress(app: Sphinx, items: Iterable[T], label: str, length: int) -> Iterator[T]:
    """Pass items on; a line for each of thousands would fill the log of a build that no terminal shows."""
    step = max(1, length // STEPS)
    remaining = iter(items)
    steps = range(step, length + step, step)
    for _ in status_iterator(
        steps, f"kwdocs: {label}... ", "darkgreen", len(steps), app.verbosity, lambda n: f"{min(n, length):,}"
    ):
        yield from islice(remaining, step)
    yield from remaining
