"""Counts the seconds that a build spends on what is ours."""

from __future__ import annotations

from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

from sphinx_kwdocs.sphinx_ext.session import session_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx


def start_counting(app: Sphinx) -> None:
    """Begin anew: the same application may build several times."""
    session = session_of(app.env)
    session.seconds_spent, session.is_counting = 0.0, False


@contextmanager
def counted(app: Sphinx) -> Iterator[None]:
    """Count the time until the end of the block; of steps within steps the outer one counts."""
    session = session_of(app.env)
    if session.is_counting:
        yield
        return
    session.is_counting = True
    begin = perf_counter()
    try:
        yield
    finally:
        session.seconds_spent += perf_counter() - begin
        session.is_counting = False


def seconds_spent(app: Sphinx) -> float:
    """Return the seconds that were counted."""
    return session_of(app.env).seconds_spent
