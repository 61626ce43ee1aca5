"""A process ends at once after a build, and loses nothing that is not of the build."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import ref

from sphinx_kwdocs.running import fast_exit

if TYPE_CHECKING:
    import pytest

PACKAGE = Path(fast_exit.__file__).parents[2]
RUN = """
import sys
sys.path.insert(0, sys.argv[1])
from sphinx_kwdocs.running.fast_exit import leave_at_once

class Piece:
    def __del__(self):
        sys.stdout.write("freed\\n")

class State:
    pass

class Other:
    pass

state = State()
state.pieces = [Piece(), Piece()]
state.circle = state
other = Other()
other.log = open(sys.argv[2], "w")
other.log.write("the end")
other.circle = other
if sys.argv[3] == "noted":
    leave_at_once(state)
"""


class State:
    """Stands for what a build knows."""

    circle: State


def test_what_a_build_knew_is_not_freed_at_the_end_and_files_of_others_are_whole(tmp_path: Path) -> None:
    def run(mode: str) -> str:
        command = [sys.executable, "-W", "ignore", "-c", RUN, str(PACKAGE), str(tmp_path / mode), mode]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    assert run("unknown") == "freed\nfreed\n"
    assert run("noted") == ""
    assert (tmp_path / "unknown").read_text() == (tmp_path / "noted").read_text() == "the end"


def test_what_is_needed_no_longer_is_freed_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    registered: list[object] = []
    monkeypatch.setattr("atexit.register", registered.append)
    monkeypatch.setattr(fast_exit, "_alive", [])
    gone, kept = State(), State()
    gone.circle = gone
    watched = ref(gone)
    fast_exit.leave_at_once(gone)
    del gone
    gc.collect()
    assert watched() is None
    fast_exit.leave_at_once(kept)
    assert [known() for known in fast_exit._alive] == [kept]  # noqa: SLF001  that nothing is gathered shows only here
    assert len(registered) == 1


def test_nothing_is_frozen_if_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    frozen: list[bool] = []
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(True))
    monkeypatch.setattr(fast_exit, "_alive", [])
    fast_exit._leave()  # noqa: SLF001  called when a process ends
    assert frozen == []


def test_an_interruption_at_the_very_end_is_not_spoken_of(tmp_path: Path) -> None:
    interrupted = RUN + "import gc\ndef interrupt():\n    raise KeyboardInterrupt\ngc.get_objects = interrupt\n"
    command = [sys.executable, "-c", interrupted, str(PACKAGE), str(tmp_path / "log"), "noted"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
