"""Asks git about a checkout: which files it holds, and where they are hosted; a question never waits for a network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs._hosting import HostedFiles, place_files, read_site

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_kwdocs.config import Config

__all__ = ["GitError", "HostedFiles", "ListedFile", "find_checkout", "hosted_files", "list_files", "run_git"]

TIMEOUT = 60.0
"""Seconds after which git is taken to hang."""

# A build may run inside a git hook, where variables such as GIT_DIR and GIT_INDEX_FILE point at another state of the
# repository. These say how to run git, not on what, and machines need them (`safe.directory`, for one).
_KEPT_VARIABLES = re.compile(
    r"GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|EXEC_PATH|DISCOVERY_ACROSS_FILESYSTEM)"
)
_GITLINK = "160000"


class GitError(Exception):
    """Git is missing, refused, failed or did not answer; the text says which."""


class ListedFile(NamedTuple):
    """A file as git lists it."""

    path: str
    """Relative to the folder that was asked about."""
    is_tracked: bool
    """Whether it is in the index."""
    is_repository: bool
    """Whether it is another repository: a submodule, or a checkout inside this one."""


def find_checkout(folder: Path) -> Path | None:
    """Find the nearest folder, this one or above, that is the top of a git checkout."""
    start = folder.absolute()
    for candidate in (start, *start.parents):
        if os.path.lexists(candidate / ".git"):
            return candidate
    return None


def run_git(folder: Path, *arguments: str) -> bytes:
    """Give what git prints, or raise GitError."""
    program = shutil.which("git")
    if program is None:
        raise GitError("git is not installed")  # noqa: EM101, TRY003  the text is the whole error
    # A repository's own setting could name a program to run; nothing of the repository is ever executed.
    command = [program, "-c", "core.fsmonitor=false", *arguments]
    try:
        done = subprocess.run(  # noqa: S603  fixed arguments, no shell
            command, cwd=folder, env=_environment(), stdin=subprocess.DEVNULL, capture_output=True,
            timeout=TIMEOUT, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        message = f"git gave no answer within {TIMEOUT:g} seconds"
        raise GitError(message) from error
    except (OSError, ValueError) as error:
        message = f"git cannot be run: {error}"
        raise GitError(message) from error
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").splitlines()
        raise GitError(lines[0] if lines else f"git ended with code {done.returncode}")
    return done.stdout


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or _KEPT_VARIABLES.fullmatch(name)
    }
    return kept | {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


def list_files(folder: Path, *, with_untracked: bool = True) -> list[ListedFile]:
    """List what stands at and below the folder and is not ignored, in git's order; or raise GitError."""
    # `-t` says which are tracked, `--stage` which are submodules: one call instead of three.
    arguments = ["ls-files", "-z", "-t", "--stage", "--cached"]
    if with_untracked:
        arguments += ["--others", "--exclude-standard"]
    listed: list[ListedFile] = []
    for record in os.fsdecode(run_git(folder, *arguments)).split("\0"):
        if record.startswith("? "):
            path = record[2:]
            listed.append(ListedFile(path.rstrip("/"), is_tracked=False, is_repository=path.endswith("/")))
        elif record:
            about, tab, path = record.partition("\t")
            if not tab:
                message = f"git's list of files has an entry that is not understood: {record!r}"
                raise GitError(message)
            listed.append(ListedFile(path, is_tracked=True, is_repository=about[2:].startswith(_GITLINK)))
    return listed


def hosted_files(root: Path, config: Config) -> HostedFiles | None:
    """Say where the repository's files can be seen on the web, without asking the web.

    Address and revision are those of the settings, else git's `origin` remote and the commit that is checked out.
    A host whose layout is not known gives None, unless the address is a setting: then GitHub's layout is assumed.
    """
    try:
        return _hosted_files(root, config)
    except GitError:
        return None


def _hosted_files(root: Path, config: Config) -> HostedFiles | None:
    is_checkout = find_checkout(root) is not None
    if not is_checkout and not (config.repository_url and config.revision):
        return None
    address = config.repository_url or _line(run_git(root, "remote", "get-url", "origin"))
    site = read_site(address, is_setting=bool(config.repository_url))
    if site is None:
        return None
    if not is_checkout:
        return place_files(site, config.revision, is_tag=False, prefix="", tracked=None)
    revision = config.revision or _line(run_git(root, "rev-parse", "--verify", "HEAD"))
    prefix = _line(run_git(root, "rev-parse", "--show-prefix"))
    tracked = frozenset(
        item.path for item in list_files(root, with_untracked=False) if item.is_tracked and not item.is_repository
    )
    is_tag = bool(config.revision) and _is_tag(root, config.revision)
    return place_files(site, revision, is_tag=is_tag, prefix=prefix, tracked=tracked)


def _line(output: bytes) -> str:
    return os.fsdecode(output).removesuffix("\n")


def _is_tag(root: Path, revision: str) -> bool:
    try:
        run_git(root, "show-ref", "--verify", "--quiet", f"refs/tags/{revision}")
    except GitError:
        return False
    return True
