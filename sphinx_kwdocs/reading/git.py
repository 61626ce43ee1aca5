"""Asks git about a checkout: which files it holds, and where they are hosted.

A repository's own settings can name programs, and a part of it that is missing can be one to fetch. No question waits
for a network or starts anything of that kind: the questions are such that git answers them from its index and the names
of revisions alone, and should it need more all the same, it may use no way of fetching it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.reading.hosting import HostedFiles, place_files, read_site

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
_NOTHING_STARTS = {
    # No protocol at all: a setting of the repository cannot bring one back, as it can for `protocol.allow`.
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "LC_ALL": "C",
}
_PROGRAMS = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.sshCommand": "",
    "core.gitProxy": "",
    "core.askPass": "",
    "core.alternateRefsCommand": "",
    "credential.helper": "",
    "diff.external": "",
    "protocol.allow": "never",
    "submodule.recurse": "false",
    "maintenance.auto": "false",
    "gc.auto": "0",
}
"""Settings by which a repository could have a program started, with what they are for us."""
_WRONG_USAGE = 129
"""The code with which git ends if it does not know an option."""
_GITLINK, _FOLDER = "160000", "040000"
_EMPTY = (
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
)
"""The names of a file without content, in repositories of either kind."""
# What git itself allows: all else would ask for more than a name.
_TAG_NAME = re.compile(r"(?!@$)(?:(?!\.\.|@\{|//)[^\0-\x20\x7f~^:?*\[\\])+")


class GitError(Exception):
    """Git is missing, refused, failed or did not answer; the text says which."""

    code = 0
    """The code with which git ended, if it did."""


class ListedFile(NamedTuple):
    """A file as git lists it."""

    path: str
    """Relative to the folder that was asked about."""
    is_tracked: bool
    """Whether it is in the index."""
    is_repository: bool
    """Whether it is another repository: a submodule, or a checkout inside this one."""
    is_empty: bool = False
    """Whether it is in the index as a file without content: it has none, or git has only been told of it."""


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
    # On Windows the working folder comes first, and may be that of a repository with a program of this name.
    if program is None or not os.path.isabs(program):  # noqa: PTH117  a string
        raise GitError("git is not installed")  # noqa: EM101, TRY003  the text is the whole error
    settings = [part for name, value in _PROGRAMS.items() for part in ("-c", f"{name}={value}")]
    command = [program, "--no-pager", *settings, *arguments]
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
        failure = GitError(lines[0] if lines else f"git ended with code {done.returncode}")
        failure.code = done.returncode
        raise failure
    return done.stdout


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or _KEPT_VARIABLES.fullmatch(name)
    }
    return kept | _NOTHING_STARTS


def list_files(folder: Path, *, with_untracked: bool = True) -> list[ListedFile]:
    """List what stands at and below the folder and is not ignored, in git's order; or raise GitError."""
    # `-t` says which are tracked, `--stage` which are submodules: one call instead of three.
    arguments = ["ls-files", "-z", "-t", "--stage", "--cached"]
    if with_untracked:
        arguments += ["--others", "--exclude-standard"]
    try:
        # Folders that are not checked out stay closed: to look into them git would need objects.
        output = run_git(folder, *arguments, "--sparse")
    except GitError as error:
        if error.code != _WRONG_USAGE:
            raise
        output = run_git(folder, *arguments)
    listed = map(_read_record, filter(None, os.fsdecode(output).split("\0")))
    return [item for item in listed if item is not None]


def _read_record(record: str) -> ListedFile | None:
    """Read an entry of git's list; None for a folder that is not checked out, and for a path that leads outside."""
    if record.startswith("? "):
        path = record[2:]
        return ListedFile(path.rstrip("/"), is_tracked=False, is_repository=path.endswith("/"))
    about, tab, path = record.partition("\t")
    if not tab:
        message = f"git's list of files has an entry that is not understood: {record!r}"
        raise GitError(message)
    mode, _space, rest = about[2:].partition(" ")
    # Git never writes such a path, but shows one that somebody else has written into its index.
    if mode == _FOLDER or not {"", ".", ".."}.isdisjoint(path.replace(os.sep, "/").split("/")):
        return None
    return ListedFile(path, is_tracked=True, is_repository=mode == _GITLINK, is_empty=rest.startswith(_EMPTY))


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
    tracked = frozenset(item.path for item in list_files(root, with_untracked=False) if _may_be_hosted(root, item))
    is_tag = bool(config.revision) and _is_tag(root, config.revision)
    return place_files(site, revision, is_tag=is_tag, prefix=prefix, tracked=tracked)


def _may_be_hosted(root: Path, item: ListedFile) -> bool:
    """Tell whether a file may be in a commit; one that git has only been told of, with `git add -N`, is in none."""
    if item.is_repository or not item.is_tracked:
        return False
    try:
        return not item.is_empty or (root / item.path).lstat().st_size == 0
    except OSError:
        return True


def _line(output: bytes) -> str:
    return os.fsdecode(output).removesuffix("\n")


def _is_tag(root: Path, revision: str) -> bool:
    if not _TAG_NAME.fullmatch(revision):
        return False
    try:
        # Unlike `show-ref`, this does not look whether what the tag names is there.
        run_git(root, "rev-parse", "--verify", "--quiet", f"refs/tags/{revision}")
    except GitError:
        return False
    return True
