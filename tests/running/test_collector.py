"""The garbage collector is kept from what is no garbage while a build lasts, and not a moment longer."""

from __future__ import annotations

import gc
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from builds import build, repository

from sphinx_kwdocs.running.garbage import collector_paused, seldom_collecting, set_aside, set_aside_meanwhile, take_back
from sphinx_kwdocs.running.workers import share

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx.application import Sphinx


@pytest.fixture(autouse=True)
def _nothing_aside() -> Iterator[None]:
    gc.unfreeze()
    yield
    gc.unfreeze()
    assert gc.isenabled()


def test_pauses_may_stand_in_each_other() -> None:
    with collector_paused():
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_was_usual_before_is_so_again_also_after_an_error() -> None:
    before = gc.get_threshold()
    during: list[tuple[int, int, int]] = []
    with suppress(ZeroDivisionError), seldom_collecting():
        during.append(gc.get_threshold())
        during.append(during[1 // 0])
    assert during != [before]
    assert gc.get_threshold() == before


def test_workers_leave_aside_what_was_aside_before_them() -> None:
    with set_aside_meanwhile():
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0
    set_aside()
    assert list(share(abs, [-1, 2], 2)) == [1, 2]
    assert gc.get_freeze_count() > 0
    take_back()
    assert gc.get_freeze_count() == 0


@pytest.mark.build
@pytest.mark.parametrize("fails", [False, True])
def test_while_pages_are_written_the_index_is_aside_and_after_the_build_nothing_is(fails: bool, tmp_path: Path) -> None:
    aside: list[int] = []

    def look(*_others: object) -> None:
        aside.append(gc.get_freeze_count())
        if fails:
            raise ValueError("x")  # noqa: EM101  any

    docs = repository(tmp_path / "repo", {"a.py": "def f():\n    return 1\n"}) / "docs"
    try:
        build(docs, tmp_path / "out", prepare=lambda app: app.connect("html-page-context", look))
    except Exception:  # noqa: BLE001  what Sphinx makes of it
        assert fails
    assert aside[0] > 0
    assert gc.get_freeze_count() == 0


@pytest.mark.build
def test_what_is_known_before_documents_are_read_is_aside_while_they_are(tmp_path: Path) -> None:
    aside: list[int] = []
    docs = repository(tmp_path / "repo", {"a.py": "def f():\n    return 1\n"}) / "docs"

    def listen(app: Sphinx) -> None:
        app.connect("doctree-read", lambda *_others: aside.append(gc.get_freeze_count()))

    build(docs, tmp_path / "out", prepare=listen)
    assert aside
    assert min(aside) > 0
