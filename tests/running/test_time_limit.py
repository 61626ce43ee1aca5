"""A file that takes too long costs itself its keywords or its colours; it is named, and the build goes on."""

from __future__ import annotations

import re
import signal
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from builds import build, repository, write
from crawl import parse
from timing import cpu_seconds_below

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.languages import all_languages
from sphinx_kwdocs.pipeline import build_index
from sphinx_kwdocs.reading import extraction
from sphinx_kwdocs.render import source
from sphinx_kwdocs.render.source import render_source
from sphinx_kwdocs.running.time_limit import OverTimeError, TimeLimit, can_interrupt, limited, noticing
from sphinx_kwdocs.running.workers import can_fork, share

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.plugin_records import Language


interrupting = pytest.mark.skipif(not can_interrupt(), reason="this system has no alarm")
PYTHON = '"""A module."""\n\n\ndef here() -> None:\n    """Say so."""\n'


def never_end() -> object:
    return re.fullmatch("(a|aa)*b", "a" * 200)


def never_end_in_python() -> None:
    while True:
        with suppress(Exception):
            sum(range(1_000))


def busy(seconds: float) -> str:
    # The alarm counts time outside of the system only, and to ask for the time is a call of the system.
    start = time.process_time()
    while time.process_time() - start < seconds:
        sum(range(10_000))
    return "done"


@interrupting
@pytest.mark.parametrize("work", [never_end, never_end_in_python])
def test_what_does_not_end_is_interrupted_and_leaves_no_alarm(work: Callable[[], object]) -> None:
    before = signal.getsignal(signal.SIGVTALRM)
    with cpu_seconds_below(1.5), pytest.raises(OverTimeError):
        limited(work, 0.2, "")
    assert signal.getsignal(signal.SIGVTALRM) == before
    assert not any(signal.getitimer(signal.ITIMER_VIRTUAL))


def test_what_ends_in_time_gives_its_result_or_its_exception() -> None:
    assert limited(lambda: busy(0.01), 5, "") == "done"
    with pytest.raises(ZeroDivisionError):
        limited(lambda: 1 / 0, 5, "")
    assert limited(lambda: busy(0.3), 0, "") == "done"
    assert can_interrupt() is not any(signal.getitimer(signal.ITIMER_VIRTUAL))


@interrupting
def test_the_alarms_of_others_ring_as_if_we_were_not_there() -> None:
    rung: list[str] = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append("alarm"))
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        limited(lambda: busy(0.2), 5, "")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert rung == ["alarm"]
    before = signal.signal(signal.SIGVTALRM, lambda *_: rung.append("virtual"))
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.05)
    try:
        # The same alarm: who has set it has it.
        limited(lambda: busy(0.3), 0.1, "")
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert rung == ["alarm", "virtual"]


@interrupting
def test_a_limit_that_no_timer_takes_is_one_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sphinx_kwdocs.running.time_limit.NOTICED_AFTER", 0.05)
    found: list[str] = []
    with noticing(found.append):
        assert limited(lambda: busy(0.2), 1e20, "a.py") == "done"
    assert found == ["a.py"]


def test_a_thread_works_to_the_end_and_says_so_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sphinx_kwdocs.running.time_limit.NOTICED_AFTER", 0.05)
    found: list[str] = []
    with noticing(found.append):
        thread = threading.Thread(target=lambda: found.append(limited(lambda: busy(0.2), 0.1, "a.py")))
        thread.start()
        thread.join()
    assert found == ["a.py", "done"]


@pytest.mark.skipif(not can_fork(), reason="this system cannot fork")
def test_what_takes_long_in_another_process_is_heard_of_while_it_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sphinx_kwdocs.running.time_limit.NOTICED_AFTER", 0.05)
    monkeypatch.setattr("sphinx_kwdocs.running.workers._LOOK_EVERY", 0.05)
    heard: dict[str, float] = {}

    def work(number: int) -> float:
        limited(lambda: busy(0.6 if number == 2 else 0), 5, f"f\udcff{number}.py")
        return time.monotonic()

    with noticing(lambda path: heard.setdefault(path, time.monotonic())):
        ended = list(share(work, range(4), 2))
    assert list(heard) == ["f\udcff2.py"]
    assert heard["f\udcff2.py"] < ended[2]


@pytest.fixture
def slow_reading(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Have a file that cannot be read in time, and return one that has a letter for each attempt."""
    real, attempts = extraction.extract_facts, tmp_path / "attempts"
    attempts.touch()

    def extract_facts(path: str, text: str, language: Language) -> FileFacts:
        if path == "slow.py":
            with attempts.open("a") as stream:
                stream.write("x")
            never_end()
        return real(path, text, language)

    monkeypatch.setattr(extraction, "extract_facts", extract_facts)
    return attempts


@pytest.mark.build
@interrupting
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_that_cannot_be_read_in_time_has_a_plain_page(tmp_path: Path, slow_reading: Path, jobs: int) -> None:
    root = repository(tmp_path / "repo", {"slow.py": PYTHON, "quick.py": PYTHON})
    built = build(root / "docs", tmp_path / "out", parallel=jobs, kwdocs_time_limit=0.3)
    assert built.warnings == ""
    assert "1 diagnostic about 1 file" in built.status
    assert re.search(r"kwdocs: reading the repository\.\.\. slow\.py takes long", built.status)
    page = parse(built.out / "kwdocs" / "slow.py_docs.html")
    assert "def here() -> None:" in "".join(page.xpath("//pre//text()"))
    assert not parse(built.out / "kwdocs" / "slow.py_kw.html").xpath("//*[@id='s-here']")
    assert "not read within the 0.3 seconds" in built.html("kwdocs/diagnostics.html")
    assert "here" in built.html("kwdocs/quick.py_kw.html")
    assert slow_reading.read_text() == "x"


@pytest.mark.build
@interrupting
def test_it_is_tried_again_when_the_limit_or_the_file_changes_and_not_before(
    tmp_path: Path, slow_reading: Path
) -> None:
    root = repository(tmp_path / "repo", {"slow.py": PYTHON, "quick.py": PYTHON})

    def attempts(limit: float) -> int:
        built = build(root / "docs", tmp_path / "out", kwdocs_time_limit=limit)
        assert f"not read within the {limit} seconds" in built.html("kwdocs/diagnostics.html")
        return len(slow_reading.read_text())

    assert attempts(0.2) == 1
    assert attempts(0.2) == 1
    (root / "quick.py").write_text(PYTHON + "x = 1\n")
    assert attempts(0.2) == 1
    assert attempts(0.3) == 2
    assert attempts(0.3) == 2
    (root / "slow.py").write_text(PYTHON + "x = 1\n")
    assert attempts(0.3) == 3


@pytest.mark.build
@interrupting
def test_another_checkout_with_the_same_cache_does_not_try_again(tmp_path: Path, slow_reading: Path) -> None:
    settings = {"kwdocs_time_limit": 0.2, "kwdocs_cache": str(tmp_path / "cache")}
    root = repository(tmp_path / "repo", {"slow.py": PYTHON})
    build(root / "docs", tmp_path / "one", **settings)
    (root / "slow.py").touch()
    built = build(root / "docs", tmp_path / "two", **settings)
    assert "1 diagnostic about 1 file" in built.status
    assert slow_reading.read_text() == "x"


@pytest.mark.build
@interrupting
def test_a_file_that_cannot_be_coloured_in_time_is_shown_without_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = tmp_path / "attempts"

    def colour(text: str, lexer: object) -> str:
        del lexer
        with attempts.open("a") as stream:
            stream.write("x")
        return str(text and never_end())

    monkeypatch.setattr(source, "_colour_with_pygments", colour)
    monkeypatch.setattr(source, "LONGEST_TIME_FOR_PYGMENTS", 0.2)
    root = repository(tmp_path / "repo", {"slow.feature": "Feature: <one>\n\n  Two\n", "quick.py": PYTHON})
    first = build(root / "docs", tmp_path / "out")
    assert re.search(r"kwdocs: writing pages\.\.\. slow\.feature takes long", first.status)
    assert "1 diagnostic about 1 file" in first.status
    again = build(root / "docs", tmp_path / "out")
    assert (first.warnings, again.warnings) == ("", "")
    page = parse(first.out / "kwdocs" / "slow.feature_docs.html")
    assert "Feature: <one>\n\n  Two\n" in "".join(page.xpath("//pre//text()"))
    assert "took more than 0.2 seconds" in again.html("kwdocs/diagnostics.html")
    assert attempts.read_text() == "x"


@interrupting
def test_who_shows_a_text_hears_that_its_colours_took_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        def render(self, text: str) -> str:
            return str(text and never_end())

    monkeypatch.setattr(source, "highlighter", lambda _rules: Slow())
    heard: list[float] = []
    html = render_source("a < b\n", all_languages()["python"], limit=TimeLimit(0.2, heard.append))
    assert html == '<span id="L1">a &lt; b\n</span>'
    assert heard == [0.2]


@interrupting
def test_a_file_that_takes_too_long_to_link_costs_its_own_links(tmp_path: Path) -> None:
    endless = "class A:\n    def f(self):\n" + "        self.a = self.a.a\n" * 20_000
    root = write(tmp_path, {"slow.py": endless, "quick.py": "def one(): ...\n\n\none()\n"})
    with cpu_seconds_below(20):
        index = build_index(root, Config(time_limit=2.0))
    said = [item.message for item in index.all_diagnostics if item.code == "linker"]
    assert said == ["It was not linked within the 2 seconds of kwdocs_time_limit"]
    assert index.references.of("slow.py") is None
    assert index.references.count("quick.py#one") == 1
