"""Whatever happens to a build, to its files, its disk or its clock, the next one leaves what a clean build would."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from builds import DOCS, Built, build, call_git, track, write
from sphinx.cmd.build import main
from test_edits import CART, CONTENTS, FIXTURE, GUIDE, HEIR, MONEY, PATHS, PROSE, TEST, tree

from sphinx_kwdocs.memory import files as reading
from sphinx_kwdocs.memory.sqlite_store import FILE_NAME
from sphinx_kwdocs.running.workers import can_fork
from sphinx_kwdocs.sphinx_ext.remembered import output_folder
from sphinx_kwdocs.sphinx_ext.remembered.output_record import NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.context import ForkProcess

    from sphinx.testing.util import SphinxTestApp

    Listen = Callable[[SphinxTestApp], object]

KILLS = 30
FILES: dict[str, Any] = DOCS | {
    "shop/__init__.py": "", "shop/money.py": MONEY, "shop/cart.py": CART, "tests/test_cart.py": TEST,
    "tests/conftest.py": FIXTURE, "README.md": PROSE, "docs/guide.rst": f":orphan:\n\n{GUIDE}",
}  # fmt: skip
LONGER = MONEY.replace("class Money", "NEW = 4\n\n\nclass Money")
"""What moves a symbol of which documents speak."""


class _Broken(BaseException):
    """Ends a build as nothing does that anybody expects."""


class Project:
    """A repository with a site that is built again and again."""

    def __init__(self, folder: Path, files: dict[str, Any] = FILES) -> None:
        self.folder = folder
        self.root = write(folder / "repo", files)
        self.out = folder / "kept" / "html"
        self.kept = folder / "kept" / "doctrees" / "kwdocs"
        call_git(self.root, "init", "-q")
        track(self.root)

    def build(self, to: str = "kept", **settings: Any) -> Built:  # noqa: ANN401  any setting
        """Build the site as it is kept, or another one."""
        return build(self.root / "docs", self.folder / to, **settings)

    def break_off(self, listen: Listen) -> None:
        """Build the site, and have it broken off."""
        with pytest.raises(_Broken):
            self.build(prepare=listen)

    def write(self, **files: str) -> None:
        """Write files whose names are words."""
        write(self.root, {PLACES[name]: content for name, content in files.items()})

    def check(self, **settings: Any) -> Built:  # noqa: ANN401  any setting
        """Build the site once more: that is to succeed, and to leave what a clean build leaves."""
        built = self.build(**settings)
        assert built.warnings == ""
        self.compare(**settings)
        return built

    def compare(self, **settings: Any) -> None:  # noqa: ANN401  any setting
        """Compare every file of the site with that of a clean build, made once for each state of the repository."""
        settings = {name: value for name, value in settings.items() if name not in {"parallel", "kwdocs_cache"}}
        key = repr((self.state(), settings))
        if key not in _clean:
            _clean[key] = tree(self.build("clean", **settings).out)
            shutil.rmtree(self.folder / "clean")
        found, wanted = tree(self.out), _clean[key]
        assert {name for name in found if name.startswith("kwdocs/")} == {
            name for name in wanted if name.startswith("kwdocs/")
        }
        assert [name for name in wanted if found.get(name) != wanted[name] and name != NAME] == []

    def state(self) -> tuple[object, ...]:
        """Sum up what a site is made from."""
        files = (path for path in self.root.rglob("*") if path.is_file())
        return tuple(sorted((str(path.relative_to(self.root)), path.read_bytes()) for path in files))


_clean: dict[str, dict[str, bytes]] = {}
PLACES = {"money": "shop/money.py", "cart": "shop/cart.py", "extra": "extra/one.py", "guide": "docs/guide.rst"}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def broken_at(event: str, time_of_many: int = 1) -> Listen:
    """Make what breaks a build off at an event."""
    calls = []

    def listen(*_arguments: object) -> None:
        calls.append(1)
        if len(calls) == time_of_many:
            raise _Broken

    return lambda app: app.connect(event, listen, priority=10_000)


def lines_of_ours(built: Built) -> list[str]:
    """Return what a build said of a cache or of what it remembers."""
    return [line for line in built.status.splitlines() if "The cache" in line or "cannot be remembered" in line]


# Killed builds.


def start(project: Project, to: str = "kept", *options: str) -> ForkProcess:
    """Start `sphinx-build` in processes of its own: forked, since imports would take longer than builds."""
    folder = project.folder / to
    folders = [str(project.root / "docs"), str(folder / "html"), "-d", str(folder / "doctrees")]
    context = multiprocessing.get_context("fork")
    started = context.Process(target=_build, args=(["-q", *options, *folders], project.folder / f"{to}.log"))
    started.start()
    return started


def _build(arguments: list[str], log: Path) -> None:
    os.setsid()
    with log.open("w") as stream, redirect_stdout(stream), redirect_stderr(stream):
        code = main(arguments)
    sys.exit(code)


def kill_after(started: ForkProcess, seconds: float) -> bool:
    """End a build with all its processes; tell whether it was still at work."""
    started.join(seconds)
    if started.exitcode is None and started.pid is not None:
        started.kill()
        # Nobody is there yet if it was killed before it could start any.
        with suppress(ProcessLookupError):
            os.killpg(started.pid, signal.SIGKILL)
        started.join()
    return started.exitcode == -signal.SIGKILL


def finish(started: ForkProcess, project: Project, to: str) -> dict[str, bytes]:
    """Wait for a build that is to succeed without a warning of ours, and return what the site holds."""
    started.join()
    said = (project.folder / f"{to}.log").read_text()
    # Documents may name what edits have made ambiguous or taken away.
    assert [line for line in said.splitlines() if "[kwdocs.symbol]" not in line] == []
    assert started.exitcode == 0
    return tree(project.folder / to / "html")


def run(project: Project, to: str = "kept", *options: str) -> dict[str, bytes]:
    """Build in processes of its own, and return what the site holds."""
    return finish(start(project, to, *options), project, to)


def same_as_clean(project: Project, found: dict[str, bytes]) -> None:
    """Compare a site with one that was built from nothing in the same way."""
    wanted = run(project, "clean")
    shutil.rmtree(project.folder / "clean")
    extra = {name for name in found.keys() - wanted.keys() if name.startswith("kwdocs/")}
    differing = [name for name in wanted if found.get(name) != wanted[name] and name != NAME]
    assert (extra, differing) == (set(), [])


def edit(root: Path, chance: random.Random) -> None:
    """Write, take back, remove or rename a file, in a way that gives the next build something to do."""
    path, other = root / chance.choice(PATHS), root / chance.choice(PATHS)
    what = chance.randrange(5)
    if what == 0 and path.is_file():
        path.unlink()
    elif what == 1 and path.is_file():
        other.parent.mkdir(parents=True, exist_ok=True)
        path.replace(other)
    else:
        write(root, {path.relative_to(root).as_posix(): chance.choice(CONTENTS)})
    write(root, {"shop/money.py": chance.choice([MONEY, LONGER])})


@pytest.mark.once
@pytest.mark.skipif(not can_fork(), reason="builds are forked")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_build_after_killed_ones_leaves_what_a_clean_one_would(project: Project, jobs: int) -> None:
    chance = random.Random(jobs)  # noqa: S311  the same every time
    options = ("-j", str(jobs))
    run(project)
    edit(project.root, chance)
    started = start(project, "kept", *options)
    begin = time.monotonic()
    assert not kill_after(started, 60)
    longest = time.monotonic() - begin
    kills = 0
    while kills < KILLS // 2:
        for part in range(5):
            # Some of the edits are made to what a killed build has half taken up.
            edit(project.root, chance)
            started = start(project, "kept", *options)
            begin = time.monotonic()
            # One kill in each fifth of a build.
            if kill_after(started, longest * (part + chance.random()) / 5):
                kills += 1
            else:
                longest = time.monotonic() - begin
        same_as_clean(project, run(project, "kept", *options))


@pytest.mark.parametrize(("event", "nth"), [("env-updated", 1), ("html-page-context", 2), ("html-page-context", 4)])
def test_an_edit_that_is_taken_back_after_a_broken_build_leaves_no_trace(
    project: Project, event: str, nth: int
) -> None:
    project.build()
    project.write(money=LONGER)
    project.break_off(broken_at(event, nth))
    project.write(money=MONEY)
    project.check()


def test_documents_that_a_broken_build_has_read_are_not_shown_later(project: Project) -> None:
    project.build()
    project.write(money=LONGER)
    project.break_off(broken_at("env-updated"))
    project.write(money=MONEY)
    (project.out / "kwdocs" / "index.html").unlink()
    project.check()


@pytest.mark.parametrize("is_first", [True, False])
def test_pages_that_a_broken_build_has_written_vanish_with_their_file(
    project: Project, monkeypatch: pytest.MonkeyPatch, *, is_first: bool
) -> None:
    if not is_first:
        project.build()
    project.write(extra="x = 1\n")
    with monkeypatch.context() as patch:

        def stop(*_arguments: object) -> None:
            raise _Broken

        patch.setattr(output_folder, "finish_record", stop)
        project.break_off(lambda _app: None)
    assert (project.out / "kwdocs" / "extra" / "one.py_docs.html").is_file()
    shutil.rmtree(project.root / "extra")
    project.check()


# What is kept is lost, damaged, or has no room.


@contextmanager
def small_disk(folder: Path, *options: str) -> Iterator[None]:
    """Put a disk in the place of a folder, or skip the test."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", ",".join(options), "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be made here")
    try:
        yield
    finally:
        # Sphinx's tests run in this process, which may still have files open.
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.parametrize("size", ["4k", "64k", "300k"])
def test_a_full_disk_under_the_cache_costs_a_line(project: Project, size: str) -> None:
    cache = project.folder / "cache"
    with small_disk(cache, f"size={size}"):
        built = project.check(kwdocs_cache=str(cache))
        assert len(lines_of_ours(built)) <= 1
        project.write(money=LONGER)
        assert len(lines_of_ours(project.check(kwdocs_cache=str(cache)))) <= 1


def test_a_full_disk_under_what_is_remembered_of_pages_costs_a_line(project: Project) -> None:
    project.build(kwdocs_cache=str(project.folder / "cache"))
    kept = project.kept
    shutil.move(kept, project.folder / "moved")
    with small_disk(kept, "size=600k"):
        shutil.copytree(project.folder / "moved", kept, dirs_exist_ok=True)
        for index, content in enumerate((LONGER, MONEY, MONEY)):
            room = shutil.disk_usage(kept).free
            # Room for the documents that Sphinx keeps there, and for little else.
            (kept / f"fill{index}").write_bytes(b"x" * max(0, room - 40_000))
            project.write(money=content)
            assert len(lines_of_ours(project.check(kwdocs_cache=str(project.folder / "cache")))) <= 1


def test_a_file_in_the_place_of_the_cache_costs_a_line(project: Project) -> None:
    cache = project.folder / "cache"
    cache.write_text("no folder")
    for content in (MONEY, LONGER):
        project.write(money=content)
        assert len(lines_of_ours(project.check(kwdocs_cache=str(cache)))) == 1
    assert cache.read_text() == "no folder"


def test_a_cache_that_cannot_be_written_is_used(project: Project) -> None:
    cache = project.folder / "cache"
    with small_disk(cache, "size=20m"):
        run(project, "kept", "-D", f"kwdocs_cache={cache}")
        subprocess.run(["mount", "-o", "remount,ro", str(cache)], check=True)
        project.write(money=LONGER)
        assert len(lines_of_ours(project.check(kwdocs_cache=str(cache)))) <= 1


def _as_newer(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()


def _damaged(path: Path) -> None:
    data = bytearray(path.read_bytes())
    chance = random.Random(1)  # noqa: S311  the same every time
    for _again in range(1 + len(data) // 500):
        data[chance.randrange(len(data))] ^= 0x15
    path.write_bytes(data)


def _truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


FAULTS: dict[str, Callable[[Path], object]] = {
    "damaged": _damaged,
    "truncated": _truncated,
    "empty": lambda path: path.write_bytes(b""),
    "other": lambda path: path.write_bytes(b'{"digest": [1], "files": 3}'),
    "gone": Path.unlink,
}


@pytest.mark.once
def test_a_cache_that_is_no_good_costs_a_line(project: Project) -> None:
    project.build()
    for fault in (*FAULTS.values(), _as_newer):
        for content in (LONGER, MONEY, MONEY):
            project.write(money=content)
            fault(project.kept / FILE_NAME)
            assert len(lines_of_ours(project.check())) <= 1


@pytest.mark.parametrize("name", ["pages-*", "settled-*", "shown-*", NAME])
@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_remembered_of_pages_may_be_no_good(project: Project, fault: str, name: str) -> None:
    project.build()
    places = ("shop/cart.py", "shop/wagon.py")
    for path, other in (places, (places[1], places[1]), places[::-1]):
        for kept in (project.out if name == NAME else project.kept).glob(name):
            FAULTS[fault](kept)
        (project.root / path).rename(project.root / other)
        assert lines_of_ours(project.check()) == []


def test_what_is_kept_may_be_removed(project: Project) -> None:
    project.build()
    for folder in (project.kept, project.kept.parent, project.out / "kwdocs", project.out):
        shutil.rmtree(folder)
        project.check()


@pytest.mark.parametrize("name", ["index.html", "keywords.html", "shop/money.py_docs.html", "shop/index.js"])
def test_a_page_that_was_removed_is_there_after_one_build(project: Project, name: str) -> None:
    project.build()
    (project.out / "kwdocs" / name).unlink()
    project.check()
    assert "no targets are out of date." in project.check().status


def test_a_folder_of_sources_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    with small_disk(tmp_path / "repo", "size=20m"):
        project = Project(tmp_path)
        try:
            for content in (MONEY, LONGER):
                subprocess.run(["mount", "-o", "remount,rw", str(project.root)], check=True)
                project.write(money=content)
                subprocess.run(["mount", "-o", "remount,ro", str(project.root)], check=True)
                with pytest.raises(OSError, match="Read-only"):
                    project.write(money="")
                project.check()
                assert "no targets are out of date." in project.check().status
        finally:
            subprocess.run(["mount", "-o", "remount,rw", str(project.root)], check=False)


# Clocks that cannot be trusted.

SAME_SIZE = MONEY.replace("RATE = 3", "TARE = 3")


def shows(project: Project, name: str) -> bool:
    """Tell whether the page of a file shows a name."""
    return name in (project.out / "kwdocs" / "shop" / "money.py_docs.html").read_text()


@pytest.mark.parametrize("shift", [-(10**9), 10**9])
def test_a_change_of_the_same_size_shows_whatever_the_time_of_the_file(project: Project, shift: int) -> None:
    path = project.root / PLACES["money"]
    project.write(cart="x = 1\n")
    there = time.time() + shift
    os.utime(path, (there, there))
    project.build()
    assert shows(project, "RATE")
    project.write(money=SAME_SIZE)
    os.utime(path, (there, there))
    project.check()
    assert shows(project, "TARE")


def test_changes_within_the_same_second_show(project: Project) -> None:
    for content, name in ((SAME_SIZE, "TARE"), (MONEY, "RATE"), (SAME_SIZE, "TARE")):
        project.write(money=content)
        project.build()
        assert shows(project, name)
    project.compare()


@pytest.mark.parametrize("shift", [-3600, 3600])
def test_changes_show_although_the_clock_is_turned(
    project: Project, monkeypatch: pytest.MonkeyPatch, shift: int
) -> None:
    real = time.time_ns
    for turned, content, name in ((0, MONEY, "RATE"), (shift, SAME_SIZE, "TARE"), (0, MONEY, "RATE")):
        monkeypatch.setattr(reading, "time", SimpleNamespace(time_ns=lambda turned=turned: real() + turned * 10**9))
        before = (project.root / PLACES["money"]).stat()
        project.write(money=content)
        os.utime(project.root / PLACES["money"], ns=(before.st_atime_ns, before.st_mtime_ns))
        project.build()
        assert shows(project, name)
    project.compare()


# Files that change while they are read.


def _rewritten(root: Path) -> None:
    write(root, {PLACES["money"]: LONGER, PLACES["cart"]: HEIR})


def _deleted(root: Path) -> None:
    (root / PLACES["money"]).unlink()
    shutil.rmtree(root / "tests")


def _added(root: Path) -> None:
    write(root, {PLACES["extra"]: "from shop.money import Money\n", "shop/more.py": CART})


def _replaced(root: Path) -> None:
    (root / PLACES["money"]).unlink()
    write(root, {"shop/money.py/inside.py": "x = 1\n"})


CHANGES = {"rewritten": _rewritten, "deleted": _deleted, "added": _added, "replaced": _replaced}


@pytest.mark.parametrize("event", ["env-before-read-docs", "env-updated", "html-page-context", "html-collect-pages"])
@pytest.mark.parametrize("change", CHANGES)
def test_files_may_change_during_a_build(project: Project, event: str, change: str) -> None:
    project.write(guide=":orphan:\n\nGuide\n=====\n\nUse ``Cart``.\n")
    change_at = once(event, lambda: CHANGES[change](project.root))
    assert project.build(prepare=change_at, parallel=2).warnings == ""
    project.check()


@pytest.mark.parametrize("is_first", [True, False])
def test_a_file_that_was_another_only_during_a_build_is_shown(project: Project, *, is_first: bool) -> None:
    if not is_first:
        project.build()
        project.write(cart=f"{CART}\nmore = Money(1)\n")
        (project.root / "shop" / "rate.py").write_text("from shop.money import RATE\nprint(RATE)\n")
        project.write(money=f"{MONEY}\n\n")
    before = (project.root / PLACES["money"]).read_text()
    project.build(prepare=once("env-updated", lambda: _deleted(project.root)))
    project.write(money=before)
    write(project.root, {"tests/test_cart.py": TEST, "tests/conftest.py": FIXTURE})
    project.check()


def once(event: str, change: Callable[[], object]) -> Listen:
    """Make what does something at the first event of a kind."""
    calls: list[int] = []

    def listen(*_arguments: object) -> tuple[()]:
        if not calls:
            calls.append(1)
            change()
        return ()

    # Pages are written by whoever is asked for them.
    return lambda app: app.connect(event, listen, priority=1 if event == "html-collect-pages" else 10_000)


# Several builds.


@pytest.mark.skipif(not can_fork(), reason="builds are forked")
def test_two_builds_at_once_may_share_a_cache(project: Project) -> None:
    cache = str(project.folder / "cache")
    for content in (MONEY, LONGER):
        project.write(money=content)
        started = {to: start(project, to, "-D", f"kwdocs_cache={cache}") for to in ("kept", "other")}
        found, other = (finish(each, project, to) for to, each in started.items())
        same_as_clean(project, found)
        assert other == found


# What changes around the files.


def test_where_files_are_hosted_shows_from_the_first_commit_on(project: Project) -> None:
    project.build()
    call_git(project.root, "add", "-A")
    for command in (("remote", "add", "origin", "https://github.com/a/b"), ("commit", "-qm", "first")):
        call_git(project.root, *command)
        project.check()
    assert shows(project, "https://github.com/a/b/blob")
    call_git(project.root, "remote", "remove", "origin")
    project.check()


def test_a_file_whose_name_changes_in_case_only_leaves_no_page_behind(project: Project) -> None:
    project.build()
    (project.root / "shop" / "money.py").rename(project.root / "shop" / "Money.py")
    project.build()
    project.compare()
