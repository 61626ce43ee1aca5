"""What git is asked, and where files are said to be hosted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.reading import git
from sphinx_kwdocs.reading.git import (
    GitError,
    HostedFiles,
    ListedFile,
    find_checkout,
    hosted_files,
    list_files,
    run_git,
)

if TYPE_CHECKING:
    from collections.abc import Callable

SHA = "0123456789abcdef0123456789abcdef01234567"

needs_posix = pytest.mark.skipif(os.name != "posix", reason="needs an executable script")


def call_git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-C", str(folder), *arguments]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    (folder / "pkg").mkdir(parents=True)
    (folder / "a b#?.py").write_text("x = 1\n")
    (folder / "pkg" / "mod.py").write_text("y = 2\n")
    (folder / "README.md").write_text("# Hello\n")
    call_git(folder, "init", "-q")
    call_git(folder, "add", ".")
    call_git(folder, "commit", "-qm", "first")
    (folder / "pkg" / "new.py").write_text("z = 3\n")
    return folder


def host(address: str, revision: str = SHA, folder: Path = Path("/")) -> HostedFiles | None:
    return hosted_files(folder, Config(repository_url=address, revision=revision))


@pytest.fixture
def remote(checkout: Path) -> Callable[[str], str | None]:
    def find(address: str) -> str | None:
        """Say where `origin` puts a tracked file, without the revision."""
        call_git(checkout, "config", "remote.origin.url", address)
        found = hosted_files(checkout, Config())
        if found is None:
            return None
        return found.url("pkg/mod.py", 7).replace(call_git(checkout, "rev-parse", "HEAD"), "REV")

    return find


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://github.com/ann/tool.git", "https://github.com/ann/tool/blob/REV/pkg/mod.py#L7"),
        ("git@github.com:ann/tool.git", "https://github.com/ann/tool/blob/REV/pkg/mod.py#L7"),
        ("github.com:ann/tool", "https://github.com/ann/tool/blob/REV/pkg/mod.py#L7"),
        ("ssh://git@github.com:22/ann/tool.git", "https://github.com/ann/tool/blob/REV/pkg/mod.py#L7"),
        ("ssh://git@ssh.github.com:443/ann/tool.git", "https://github.com/ann/tool/blob/REV/pkg/mod.py#L7"),
        ("git://github.com/ann/tool.git/", "https://github.com/ann/tool/blob/REV/pkg/mod.py#L7"),
        ("git@github.example.com:ann/tool.git", "https://github.example.com/ann/tool/blob/REV/pkg/mod.py#L7"),
        ("git@gitlab.com:group/sub/tool.git", "https://gitlab.com/group/sub/tool/-/blob/REV/pkg/mod.py#L7"),
        ("https://gitlab.gnome.org/GNOME/glib", "https://gitlab.gnome.org/GNOME/glib/-/blob/REV/pkg/mod.py#L7"),
        ("https://gitlab.example.com:8443/a/b", "https://gitlab.example.com:8443/a/b/-/blob/REV/pkg/mod.py#L7"),
        ("git@bitbucket.org:ann/tool.git", "https://bitbucket.org/ann/tool/src/REV/pkg/mod.py#lines-7"),
        ("https://codeberg.org/ann/tool.git", "https://codeberg.org/ann/tool/src/commit/REV/pkg/mod.py#L7"),
        ("git@gitea.example.com:ann/tool.git", "https://gitea.example.com/ann/tool/src/commit/REV/pkg/mod.py#L7"),
        ("git@git.sr.ht:~ann/tool", "https://git.sr.ht/~ann/tool/tree/REV/item/pkg/mod.py#L7"),
    ],
)
def test_a_remote_on_a_known_host_becomes_a_web_address(
    remote: Callable[[str], str | None], address: str, expected: str
) -> None:
    assert remote(address) == expected


@pytest.mark.parametrize(
    "address",
    [
        "/srv/git/tool.git", "../tool.git", "./github.com:ann/tool", "file:///srv/github.com/ann/tool", "C:/git/tool",
        "https://example.org/ann/tool.git", "git@example.org:ann/tool.git", "https://bitbucket.example.org/a/b",
        "git@gist.github.com:0123abcd.git", "https://github.com/ann/tool.wiki.git", "https://github.com/",
        "ext::sh -c evil", "ftp://github.com/ann/tool", "https://github.com/../../x", "https://[::1/ann/tool", "",
    ],
)  # fmt: skip
def test_a_remote_that_is_local_or_unknown_gives_no_address(remote: Callable[[str], str | None], address: str) -> None:
    assert remote(address) is None


SECRET_ADDRESSES = [
    "https://ann:hunter2@github.com/ann/tool.git",
    "https://hunter2@github.com/ann/tool.git",
    "https://hunter2:x-oauth-basic@github.com/ann/tool.git",
    "https://x-access-token:hunter2@github.com/ann/tool",
    "http://ann:hunter2@gitlab.com:8080/ann/tool.git",
    "https://ann:p@hunter2@github.com/ann/tool.git",
    "https://ann:pa/hunter2@github.com/ann/tool.git",
    "https://ann:12/hunter2@github.com/ann/tool.git",
    "https://ann:12#hunter2@github.com/ann/tool.git",
    "https://ann:12?hunter2@github.com/ann/tool.git",
    "https://hunter2/x@github.com/ann/tool.git",
    "https://ann:%68unter2@github.com/ann/tool.git",
    "https://ann:\\hunter2@github.com/ann/tool.git",
    "https://github.com/ann/tool.git?private_token=hunter2",
    "https://github.com/ann/tool.git#hunter2",
    "ssh://ann:hunter2@github.com:22/ann/tool.git",
    "ann:hunter2@github.com:ann/tool.git",
    "hunter2@github.com:ann/tool.git",
    "https://github.com/ann/tool@hunter2/x",
]


@pytest.mark.parametrize("address", SECRET_ADDRESSES)
def test_no_secret_of_a_remote_reaches_a_page(checkout: Path, address: str) -> None:
    call_git(checkout, "config", "remote.origin.url", address)
    for found in (hosted_files(checkout, Config()), host(address), host(address, folder=checkout)):
        if found is not None:
            shown = f"{found!r} {found.url('pkg/mod.py', 3)}"
            assert "unter2" not in shown
            assert "@" not in shown
            assert "ann:" not in shown


def test_the_usual_address_with_a_token_still_gives_links(remote: Callable[[str], str | None]) -> None:
    expected = "https://github.com/ann/tool/blob/REV/pkg/mod.py#L7"
    assert remote("https://oauth2:token@github.com/ann/tool.git") == expected


def test_an_unknown_host_is_taken_for_github_only_if_the_user_names_it() -> None:
    found = host("https://code.example.org/tool", "main")
    assert found is not None
    assert found.url("a.py") == "https://code.example.org/tool/blob/main/a.py"


@pytest.mark.parametrize(
    ("revision", "middle"), [(SHA, f"commit/{SHA}"), ("main", "branch/main"), ("feature/x y", "branch/feature/x%20y")]
)
def test_gitea_is_told_what_sort_of_revision_it_is(revision: str, middle: str) -> None:
    found = host("https://codeberg.org/ann/tool", revision)
    assert found is not None
    assert found.url("a.py") == f"https://codeberg.org/ann/tool/src/{middle}/a.py"


def test_gitea_gets_the_address_of_a_tag_for_a_tag(checkout: Path) -> None:
    call_git(checkout, "tag", "v1.0")
    found = host("https://codeberg.org/ann/tool", "v1.0", checkout)
    assert found is not None
    assert found.url("README.md") == "https://codeberg.org/ann/tool/src/tag/v1.0/README.md"


def test_a_line_of_a_rendered_file_is_asked_for_as_source() -> None:
    found = host("https://github.com/ann/tool", "main")
    assert found is not None
    assert found.url("README.md") == "https://github.com/ann/tool/blob/main/README.md"
    assert found.url("README.md", 3) == "https://github.com/ann/tool/blob/main/README.md?plain=1#L3"
    assert found.url("a.py", 3) == "https://github.com/ann/tool/blob/main/a.py#L3"


def test_paths_are_quoted_whatever_they_hold() -> None:
    found = host("https://github.com/ann/tool", "main")
    assert found is not None
    start = "https://github.com/ann/tool/blob/main/"
    assert found.url("a b/#?%<script>\"'\n.py") == start + "a%20b/%23%3F%25%3Cscript%3E%22%27%0A.py"
    assert found.url("é\udcff") == start + "%C3%A9%FF"


def test_files_that_git_does_not_track_get_no_link(checkout: Path) -> None:
    found = host("https://github.com/ann/tool", "", checkout)
    assert found is not None
    head = call_git(checkout, "rev-parse", "HEAD")
    assert found.url("a b#?.py") == f"https://github.com/ann/tool/blob/{head}/a%20b%23%3F.py"
    assert found.url("pkg/new.py") == ""
    assert found.tracked == frozenset({"README.md", "a b#?.py", "pkg/mod.py"})


def test_a_submodule_gets_no_link(checkout: Path) -> None:
    call_git(checkout, "update-index", "--add", "--cacheinfo", f"160000,{SHA},vendored")
    found = host("https://github.com/ann/tool", "main", checkout)
    assert found is not None
    assert found.url("vendored") == ""


def test_a_folder_of_the_checkout_puts_its_place_before_the_path(checkout: Path) -> None:
    found = host("https://github.com/ann/tool", "main", checkout / "pkg")
    assert found is not None
    assert found.url("mod.py") == "https://github.com/ann/tool/blob/main/pkg/mod.py"
    assert found.url("pkg/mod.py") == ""


def test_settings_are_enough_without_git_and_nothing_is_said_without_them(tmp_path: Path) -> None:
    if find_checkout(tmp_path) is not None:
        pytest.skip("the temporary folder is inside a checkout")
    found = host("https://github.com/ann/tool", "main", tmp_path)
    assert found is not None
    assert found.tracked is None
    assert found.url("any.py") == "https://github.com/ann/tool/blob/main/any.py"
    assert host("https://github.com/ann/tool", "", tmp_path) is None
    assert hosted_files(tmp_path, Config()) is None


def test_a_checkout_without_commits_or_without_origin_has_no_address(tmp_path: Path, checkout: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    call_git(empty, "init", "-q")
    assert host("https://github.com/ann/tool", "", empty) is None
    assert hosted_files(checkout, Config()) is None


def test_what_is_known_of_hosting_reads_the_same_in_every_run() -> None:
    program = (
        "from sphinx_kwdocs.reading.git import HostedFiles\n"
        "print(HostedFiles('s', '#L', '', frozenset(f'file{n}' for n in range(50))))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(runs) == 1


def test_the_list_says_what_is_tracked_and_what_is_a_repository(checkout: Path) -> None:
    call_git(checkout, "update-index", "--add", "--cacheinfo", f"160000,{SHA},vendored")
    inner = checkout / "inner"
    inner.mkdir()
    call_git(inner, "init", "-q")
    assert sorted(list_files(checkout)) == [
        ListedFile("README.md", is_tracked=True, is_repository=False),
        ListedFile("a b#?.py", is_tracked=True, is_repository=False),
        ListedFile("inner", is_tracked=False, is_repository=True),
        ListedFile("pkg/mod.py", is_tracked=True, is_repository=False),
        ListedFile("pkg/new.py", is_tracked=False, is_repository=False),
        ListedFile("vendored", is_tracked=True, is_repository=True),
    ]


def test_a_file_whose_name_looks_like_gits_own_words_is_only_a_name(tmp_path: Path) -> None:
    call_git(tmp_path, "init", "-q")
    name = f"H 160000 {SHA} 0\tx"
    try:
        (tmp_path / name).write_text("")
    except OSError:
        pytest.skip("the file system refuses the name")
    assert list_files(tmp_path) == [ListedFile(name, is_tracked=False, is_repository=False)]


def test_a_git_hooks_variables_do_not_lead_to_another_repository(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = sorted(list_files(checkout))
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(checkout))
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'core.bare=true'")
    assert sorted(list_files(checkout)) == expected
    assert len(list_files(checkout / "pkg")) == 2


def test_settings_that_tell_git_which_folders_to_trust_are_kept(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "safe.directory")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "/somewhere")
    assert run_git(checkout, "config", "safe.directory") == b"/somewhere\n"


@needs_posix
def test_a_repository_cannot_make_git_run_a_program(checkout: Path) -> None:
    program = checkout.parent / "monitor.sh"
    program.write_text(f"#!/bin/sh\ntouch {checkout.parent}/was-run\n")
    program.chmod(0o755)
    call_git(checkout, "config", "core.fsmonitor", str(program))
    list_files(checkout)
    assert not (checkout.parent / "was-run").exists()


def test_git_that_is_not_installed_is_an_error_that_says_so(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="not installed"):
        list_files(checkout)
    assert host("https://github.com/ann/tool", "main", checkout) is None


@needs_posix
def test_git_that_hangs_is_given_up(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _replace_git(tmp_path, monkeypatch, "exec sleep 60")
    monkeypatch.setattr(git, "TIMEOUT", 0.2)
    with pytest.raises(GitError, match=r"no answer within 0\.2 seconds"):
        list_files(checkout)


@needs_posix
def test_git_that_refuses_is_quoted_and_strange_answers_are_refused(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _replace_git(tmp_path, monkeypatch, "echo 'fatal: detected dubious ownership' >&2; exit 128")
    with pytest.raises(GitError, match="dubious ownership"):
        list_files(checkout)
    _replace_git(tmp_path, monkeypatch, "exit 3")
    with pytest.raises(GitError, match="code 3"):
        list_files(checkout)
    _replace_git(tmp_path, monkeypatch, "echo something else")
    with pytest.raises(GitError, match="not understood"):
        list_files(checkout)


def _replace_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    folder = tmp_path / "bin"
    folder.mkdir(exist_ok=True)
    (folder / "git").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
