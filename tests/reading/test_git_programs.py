"""Whatever a repository's own settings name, no question that we ask git fetches or starts anything."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sphinx_kwdocs.config import Config, ignore_problem
from sphinx_kwdocs.reading import git
from sphinx_kwdocs.reading.git import GitError, hosted_files, list_files, run_git
from sphinx_kwdocs.reading.listing import list_paths

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs an executable script")

NAMES = ("user.name=Ann", "user.email=ann@example.org", "protocol.file.allow=always", "maintenance.auto=false")


def call_git(folder: Path, *arguments: str, check: bool = True, **more: str) -> str:
    """Run git as anybody would, without a defence."""
    settings = [part for name in NAMES for part in ("-c", name)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"HOME": str(folder.parent), "GIT_TERMINAL_PROMPT": "0", **more}
    command = ["git", *settings, "-C", str(folder), *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment, timeout=60)
    assert not check or done.returncode == 0, done.stderr
    return done.stdout.strip()


class Trap:
    """A checkout that lacks objects, and a program that its settings name."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "checkout"
        self._ran = folder / "was-run"
        self.program = folder / "program.sh"
        self.program.write_text(f"#!/bin/sh\ntouch {self._ran}\nexit 1\n")
        self.program.chmod(0o755)

    def set(self, name: str, value: str) -> None:
        """Change a setting of the repository."""
        call_git(self.checkout, "config", name, value)

    def springs(self, ask: Callable[[], object]) -> bool:
        """Ask, and tell whether the program was run."""
        self._ran.unlink(missing_ok=True)
        with suppress(GitError):
            ask()
        return self._ran.exists()


@pytest.fixture
def trap(partial_clone: Path, tmp_path: Path) -> Trap:
    """Give a partial clone with a sparse index, whose annotated tag and closed folder are missing."""
    trap = Trap(tmp_path)
    shutil.copytree(partial_clone, trap.checkout)
    return trap


@pytest.fixture(scope="module")
def partial_clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make that clone, once for all tests."""
    tmp_path = tmp_path_factory.mktemp("partial")
    checkout = tmp_path / "checkout"
    source = tmp_path / "source"
    (source / "closed").mkdir(parents=True)
    (source / "closed" / "a.py").write_text("x = 1\n")
    (source / "b.py").write_text("y = 2\n")
    call_git(source, "init", "-q")
    call_git(source, "config", "uploadpack.allowFilter", "true")
    call_git(source, "add", ".")
    call_git(source, "commit", "-qm", "first")
    call_git(source, "tag", "-a", "v1", "-m", "first")
    call_git(source, "clone", "-q", "--filter=blob:none", "--no-checkout", source.as_uri(), str(checkout))
    call_git(checkout, "sparse-checkout", "set", "--cone", "--sparse-index", "nothing")
    call_git(checkout, "checkout", "-q")
    lost = [call_git(checkout, "rev-parse", name) for name in ("refs/tags/v1", "HEAD:closed")]
    packs = checkout / ".git" / "objects" / "pack"
    packs.rename(tmp_path / "packs")
    packs.mkdir()
    for pack in (tmp_path / "packs").glob("*.pack"):
        command = ["git", "-C", str(checkout), "unpack-objects", "-q"]
        subprocess.run(command, input=pack.read_bytes(), check=True, capture_output=True)
    for name in lost:
        (checkout / ".git" / "objects" / name[:2] / name[2:]).unlink()
    return checkout


WAYS: dict[str, dict[str, str]] = {
    "the program at the other end": {"remote.origin.uploadpack": "{program}", "protocol.file.allow": "always"},
    "a shell for ssh": {
        "remote.origin.url": "ssh://example.org/x", "core.sshCommand": "{program}", "protocol.ssh.allow": "always",
    },
    "an address that is a command": {"remote.origin.url": "ext::{program} x", "protocol.ext.allow": "always"},
    "a rewritten address": {
        "url.ext::{program} .insteadOf": "file:", "protocol.ext.allow": "always", "protocol.file.allow": "always",
    },
    "a proxy": {
        "remote.origin.url": "git://example.org/x", "core.gitProxy": "{program}", "protocol.git.allow": "always",
    },
    "another promisor": {
        "remote.origin.url": "/nowhere", "extensions.partialClone": "evil", "remote.evil.url": "ext::{program} x",
        "remote.evil.promisor": "true",
        "protocol.ext.allow": "always",
    },
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_missing_object_is_never_fetched(trap: Trap, way: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in way.items():
        trap.set(name.format(program=trap.program), value.format(program=trap.program))
    tag = call_git(trap.checkout, "rev-parse", "refs/tags/v1")
    assert trap.springs(lambda: call_git(trap.checkout, "cat-file", "-e", tag, check=False))
    assert not trap.springs(lambda: run_git(trap.checkout, "cat-file", "-e", tag))
    config = Config(repository_url="https://github.com/ann/tool", revision="v1")
    assert not trap.springs(lambda: list_paths(trap.checkout, config, ignore_problem))
    assert not trap.springs(lambda: hosted_files(trap.checkout, config))
    # The questions are harmless by themselves too, for a git that knows none of the defences.
    monkeypatch.setattr(git, "_NOTHING_STARTS", {})
    monkeypatch.setattr(git, "_PROGRAMS", {})
    assert trap.springs(lambda: run_git(trap.checkout, "cat-file", "-e", tag))
    assert not trap.springs(lambda: list_paths(trap.checkout, config, ignore_problem))
    assert not trap.springs(lambda: hosted_files(trap.checkout, config))


@pytest.mark.parametrize(
    "question", [("show-ref", "--verify", "refs/tags/v1"), ("ls-files", "--stage"), ("rev-parse", "v1^{commit}")]
)
def test_questions_that_we_do_not_ask_would_fetch(trap: Trap, question: tuple[str, ...]) -> None:
    trap.set("remote.origin.uploadpack", str(trap.program))
    assert trap.springs(lambda: call_git(trap.checkout, *question, check=False))
    assert not trap.springs(lambda: run_git(trap.checkout, *question))


def test_a_revision_that_is_more_than_a_name_is_not_asked_about(trap: Trap) -> None:
    trap.set("remote.origin.uploadpack", str(trap.program))
    for revision in ("v1^{commit}", "v1~2", "v1@{1}", "v1:x", "-v1", "@", ""):
        config = Config(repository_url="https://codeberg.org/ann/tool", revision=revision)
        assert not trap.springs(lambda config=config: hosted_files(trap.checkout, config))  # type: ignore[misc]
    found = hosted_files(trap.checkout, Config(repository_url="https://codeberg.org/ann/tool", revision="v1"))
    assert found is not None
    assert found.url("b.py") == "https://codeberg.org/ann/tool/src/tag/v1/b.py"


def test_a_monitor_of_files_is_not_started(trap: Trap, monkeypatch: pytest.MonkeyPatch) -> None:
    trap.set("core.fsmonitor", str(trap.program))
    assert not trap.springs(lambda: list_files(trap.checkout))
    monkeypatch.setattr(git, "_PROGRAMS", {})
    assert trap.springs(lambda: list_files(trap.checkout))


def test_a_hook_is_not_started(trap: Trap, monkeypatch: pytest.MonkeyPatch) -> None:
    trap.set("core.hooksPath", str(trap.program.parent))
    hook = trap.program.with_name("reference-transaction")
    hook.write_bytes(trap.program.read_bytes())
    hook.chmod(0o755)

    def ask() -> object:
        return run_git(trap.checkout, "update-ref", "refs/heads/other", "HEAD")

    assert not trap.springs(ask)
    monkeypatch.setattr(git, "_PROGRAMS", {})
    call_git(trap.checkout, "update-ref", "-d", "refs/heads/other", check=False)
    assert trap.springs(ask)


def test_no_pager_is_started(trap: Trap) -> None:
    for name in ("core.pager", "pager.ls-files"):
        trap.set(name, str(trap.program))
    assert not trap.springs(lambda: list_files(trap.checkout))


def test_a_folder_that_is_not_checked_out_is_not_listed(trap: Trap) -> None:
    assert [item.path for item in list_files(trap.checkout)] == ["b.py"]


def test_a_git_that_knows_no_sparse_index_is_asked_without(
    trap: Trap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = call_git(tmp_path, "--exec-path")
    folder = tmp_path / "bin"
    folder.mkdir()
    script = f'for each; do test "$each" = --sparse && exit 129; done\nexec {Path(real, "git")} "$@"'
    (folder / "git").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    assert "b.py" in [item.path for item in list_files(trap.checkout)]


def test_an_index_that_somebody_forged_lists_nothing_outside(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    (root / "aa").mkdir(parents=True)
    (root / "aa" / "x.py").write_text("x = 1\n")
    (root / "b.py").write_text("x = 1\n")
    (tmp_path / "x.py").write_text("secret = 1\n")
    call_git(root, "init", "-q")
    call_git(root, "add", ".")
    index = root / ".git" / "index"
    data = index.read_bytes()[:-20].replace(b"aa/x.py", b"../x.py")
    index.write_bytes(data + hashlib.sha1(data, usedforsecurity=False).digest())
    assert "../x.py" in call_git(root, "ls-files")
    assert [item.path for item in list_files(root, with_untracked=False)] == ["b.py"]


def test_a_program_in_the_folder_that_somebody_is_in_is_not_taken_for_git(
    trap: Trap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "git").write_bytes(trap.program.read_bytes())
    (tmp_path / "git").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    # As on Windows, where the working folder is looked in first.
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.environ['PATH']}")
    assert not trap.springs(lambda: list_files(trap.checkout))
