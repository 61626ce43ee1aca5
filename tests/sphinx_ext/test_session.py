"""A build goes from phase to phase as the table says, and one object knows where it is."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from builds import repository
from sphinx.testing.util import SphinxTestApp

from sphinx_kwdocs import api
from sphinx_kwdocs.memory import file_times
from sphinx_kwdocs.sphinx_ext import remembered
from sphinx_kwdocs.sphinx_ext import session as module
from sphinx_kwdocs.sphinx_ext.session import TRANSITIONS, Phase, Session, outcome_of, session_of, start_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ANYTHING: Any = object()
ENTER: dict[Phase, Callable[[Session], None]] = {
    Phase.NEW: lambda session: session.begin(),
    Phase.IDLE: lambda session: session.skip(lambda: None),
    Phase.READ: lambda session: session.hold_repository(ANYTHING),
    Phase.JOINED: lambda session: session.hold_build(ANYTHING),
    Phase.WRITTEN: lambda session: session.note_pages_written(),
}


@pytest.fixture(autouse=True)
def _times_tell_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_times, "SETTLED", 0)


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[[], SphinxTestApp]]:
    """Make applications of one project, one after the other."""
    root = repository(tmp_path / "repo", {"a.py": "x = 1\n"})
    made: list[SphinxTestApp] = []

    def make_one() -> SphinxTestApp:
        made.append(SphinxTestApp("html", srcdir=root / "docs", builddir=tmp_path / "out"))
        return made[-1]

    yield make_one
    for app in made:
        app.cleanup()


@pytest.fixture
def phases(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note every phase that is entered."""
    entered: list[str] = []
    enter = Session._enter  # noqa: SLF001  to see who comes there

    def note(session: Session, phase: Phase) -> None:
        enter(session, phase)
        entered.append(phase.name)

    monkeypatch.setattr(Session, "_enter", note)
    return entered


@pytest.mark.parametrize("after", Phase)
@pytest.mark.parametrize("before", Phase)
def test_a_step_is_taken_if_it_is_in_the_table_and_only_then(before: Phase, after: Phase) -> None:
    session = Session()
    session.phase = before
    if (before, after) in TRANSITIONS or before is after is Phase.NEW:
        ENTER[after](session)
        assert session.phase is after
    else:
        with pytest.raises(RuntimeError, match=f"from {before.name} to {after.name}"):
            ENTER[after](session)
        assert session.phase is before


def test_every_phase_can_be_reached() -> None:
    assert {after for _before, after in TRANSITIONS} == set(Phase)


def test_a_first_build_reads_joins_and_writes(make: Callable[[], SphinxTestApp], phases: list[str]) -> None:
    app = make()
    app.build()
    assert phases == ["READ", "JOINED", "WRITTEN"]
    assert outcome_of(app.env) is None


def test_an_application_that_builds_again_begins_anew(make: Callable[[], SphinxTestApp], phases: list[str]) -> None:
    app = make()
    app.build()
    app.build()
    # All is loaded, so files are looked at; they say the same, so nothing is joined.
    assert phases == ["READ", "JOINED", "WRITTEN", "NEW", "READ"]
    assert outcome_of(app.env) is not None


def test_a_build_with_nothing_to_do_is_idle_until_somebody_asks(
    make: Callable[[], SphinxTestApp], phases: list[str]
) -> None:
    make().build()
    phases.clear()
    app = make()
    app.build()
    assert phases == ["IDLE"]
    assert start_of(app.env) is not None
    assert phases == ["IDLE", "READ"]
    assert api.documentation_of(app) is not None
    assert phases == ["IDLE", "READ", "JOINED"]
    assert outcome_of(app.env) is not None


def test_all_that_is_written_although_nothing_changed_is_joined_first(
    make: Callable[[], SphinxTestApp], phases: list[str]
) -> None:
    make().build()
    phases.clear()
    app = make()
    # As an extension may do that wants a document written, not read.
    app.connect("env-updated", lambda *_: ["index"])
    app.build()
    assert phases == ["IDLE", "READ", "JOINED", "WRITTEN"]
    assert outcome_of(app.env) is None


def test_who_asks_while_a_build_resumes_does_not_resume_it_again() -> None:
    session = Session()
    resumed: list[int] = []

    def resume() -> None:
        resumed.append(1)
        session.resume()

    session.skip(resume)
    session.resume()
    assert resumed == [1]


def test_what_is_to_be_done_once_is_done_once() -> None:
    session = Session()
    assert [session.is_first("a"), session.is_first("b"), session.is_first("a")] == [True, True, False]


def test_a_session_ends_with_its_environment() -> None:
    class Environment:
        pass

    env: Any = Environment()
    session_of(env)
    count = len(module._sessions)  # noqa: SLF001  to count them
    del env
    assert len(module._sessions) == count - 1  # noqa: SLF001


def test_nothing_else_keeps_the_state_of_builds() -> None:
    package = Path(module.__file__).parent
    keeping = [
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "weakref"
        if {alias.name for alias in node.names} != {"ref"}
    ]
    assert keeping == ["session.py"]


def defined_names(path: Path) -> Iterator[str]:
    """Yield the modules, classes, functions, fields and attributes that a module defines."""
    yield path.stem
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr


def test_what_the_list_of_states_speaks_of_is_there() -> None:
    package = Path(module.__file__).parents[1]
    defined = {name for path in package.rglob("*.py") for name in defined_names(path)}
    named = re.findall(r"`([\w.]+)(?:\(\))?`", remembered.__doc__ or "")
    parts = {part for name in named for part in name.split(".")}
    # `read` is a key of the domain's data, `memory` and `authored` are folders.
    assert parts - defined == {"read", "memory", "authored"} - defined
    assert len(parts) > 40
