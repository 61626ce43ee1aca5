"""Which files of a repository are found, and what is said of each."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pathspec import GitIgnoreSpec

from sphinx_kwdocs.config import Config, ignore_problem
from sphinx_kwdocs.memory.sqlite_store import SqliteStore
from sphinx_kwdocs.model.files import SourceFile
from sphinx_kwdocs.pipeline import read_repository
from sphinx_kwdocs.reading import listing, read, repository_root
from sphinx_kwdocs.reading import scan as scan_module
from sphinx_kwdocs.reading.git import find_checkout
from sphinx_kwdocs.reading.listing import Listed, list_paths
from sphinx_kwdocs.reading.repository_root import find_root
from sphinx_kwdocs.reading.scan import (
    LONG_LINES_HEAD,
    MOST_HEAD_BYTES,
    MOST_HEAD_LINES,
    ChangedError,
    Scanned,
    read_text,
    scan,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.config import Problem
    from sphinx_kwdocs.model.plugin_records import Language

needs_posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")
CACHE_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# a cache\n"


def call_git(folder: Path, *arguments: str) -> None:
    command = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-C", str(folder), *arguments]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(command, check=True, capture_output=True, env=environment)


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def scan_all(root: Path, config: Config, report: Problem = ignore_problem) -> Iterator[Scanned]:
    """Scan with untracked files, which both ways of listing find; `test_untracked.py` is about those without."""
    config = replace(config, untracked=True)
    return scan(root, list_paths(root, config, report), config)


def find(root: Path, **settings: Any) -> dict[str, Scanned]:  # noqa: ANN401  any setting
    problems: list[str] = []
    found = list(scan_all(root, Config(**settings), lambda subtype, text: problems.append(f"{subtype}: {text}")))
    assert problems == []
    return {item.source.path: item for item in found}


def paths(root: Path, **settings: Any) -> list[str]:  # noqa: ANN401  any setting
    return list(find(root, **settings))


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """Give a folder that no version control knows."""
    if find_checkout(tmp_path) is not None:
        pytest.skip("the temporary folder is inside a checkout")
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    folder.mkdir()
    call_git(folder, "init", "-q")
    return folder


@pytest.fixture(params=["git", "walk"])
def root(request: pytest.FixtureRequest) -> Path:
    """Give an empty repository, once for each way of listing files."""
    folder: Path = request.getfixturevalue("checkout" if request.param == "git" else "plain")
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home" / "ann"
    folder.mkdir(parents=True)
    monkeypatch.setattr(Path, "home", lambda: folder)
    return folder


def test_the_setting_names_the_root_relative_to_conf_py(tmp_path: Path) -> None:
    write(tmp_path, {"docs/conf.py": "", "src/a.py": ""})
    assert find_root(tmp_path / "docs", "../src") == tmp_path.resolve() / "src"
    assert find_root(tmp_path / "docs", str(tmp_path / "src")) == tmp_path.resolve() / "src"


@pytest.mark.parametrize("setting", ["../nowhere", "conf.py", "a\0b"])
def test_a_setting_that_is_no_folder_is_an_error_that_quotes_it(tmp_path: Path, setting: str) -> None:
    write(tmp_path, {"docs/conf.py": ""})
    with pytest.raises(ValueError, match=r"kwdocs_repository is '.*', but .* is not an existing folder"):
        find_root(tmp_path / "docs", setting)


def test_the_checkout_around_conf_py_is_the_root(checkout: Path) -> None:
    write(checkout, {"docs/source/conf.py": ""})
    assert find_root(checkout / "docs" / "source", "") == checkout.resolve()
    assert find_root(checkout, "") == checkout.resolve()


def test_a_linked_worktree_with_a_git_file_is_a_checkout(plain: Path) -> None:
    write(plain, {".git": "gitdir: elsewhere\n", "a/b/docs/conf.py": ""})
    assert find_root(plain / "a/b/docs", "") == plain.resolve()


def test_without_a_checkout_the_folder_above_conf_py_is_the_root(plain: Path) -> None:
    write(plain, {"docs/conf.py": ""})
    assert find_root(plain / "docs", "") == plain.resolve()


@pytest.mark.parametrize("name", ["pyproject.toml", "setup.py", "setup.cfg"])
def test_a_project_file_beside_conf_py_makes_its_folder_the_root(plain: Path, name: str) -> None:
    write(plain, {"conf.py": "", name: ""})
    assert find_root(plain, "") == plain.resolve()


@pytest.mark.parametrize(
    "name", ["pyproject.toml", "setup.py", "setup.cfg", "package.json", "Cargo.toml", "CMakeLists.txt"]
)
def test_without_a_checkout_the_nearest_folder_with_a_project_file_is_the_root(plain: Path, name: str) -> None:
    write(plain, {"deep/docs/source/conf.py": "", f"deep/{name}": ""})
    assert find_root(plain / "deep/docs/source", "") == (plain / "deep").resolve()


def test_a_folder_of_documents_that_is_built_by_the_project_around_it_is_not_the_root(plain: Path) -> None:
    write(plain, {"CMakeLists.txt": "", "docs/CMakeLists.txt": "", "docs/source/conf.py": "", "docs/package.json": ""})
    assert find_root(plain / "docs/source", "") == plain.resolve()
    assert find_root(plain / "docs", "") == plain.resolve()


def test_a_project_file_in_the_home_folder_marks_no_project(plain: Path, home: Path) -> None:
    assert plain.is_dir()
    write(home, {"package.json": "", "notes/docs/conf.py": ""})
    assert find_root(home / "notes/docs", "") == (home / "notes").resolve()


def test_neither_the_home_folder_nor_one_around_it_becomes_the_root_by_itself(plain: Path, home: Path) -> None:
    assert plain.is_dir()
    (home / "notes").mkdir()
    assert find_root(home / "notes", "") == (home / "notes").resolve()
    assert find_root(home, "") == home.resolve()


def test_the_root_of_the_file_system_never_becomes_the_root_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = Path(tmp_path.anchor)
    monkeypatch.setattr(repository_root, "find_checkout", lambda _folder: None)
    monkeypatch.setattr(repository_root, "_holds_home", lambda _folder: False)
    first = top / tmp_path.relative_to(top).parts[0]
    assert find_root(first.resolve(), "") == first.resolve()
    assert find_root(top, "") == top


def test_a_user_without_a_home_folder_is_no_problem(plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", fail)
    (plain / "docs").mkdir()
    assert find_root(plain / "docs", "") == plain.resolve()


def test_files_come_in_code_point_order_of_their_paths(root: Path) -> None:
    write(root, {"b.py": "", "a/z.py": "", "a.py": "", "a-b.py": "", "B.py": "", "é.py": "", "a/b/c.py": ""})
    assert paths(root) == ["B.py", "a-b.py", "a.py", "a/b/c.py", "a/z.py", "b.py", "é.py"]


def test_a_text_file_is_described_by_its_bytes_and_given_with_plain_line_ends(root: Path) -> None:
    data = "naïve\r\nsecond\rthird".encode()
    (root / "a.txt").write_bytes(data)
    digest = blake2b(data, digest_size=16).hexdigest()
    source = SourceFile("a.txt", "text", len(data), digest, "utf-8", 3)
    assert find(root)["a.txt"] == Scanned(source, "naïve\nsecond\nthird", ())


@pytest.mark.parametrize(("text", "lines"), [("", 0), ("\n", 1), ("a", 1), ("a\n", 1), ("a\n\nb\x0c\u2028c", 3)])
def test_lines_are_counted_as_an_editor_does(plain: Path, text: str, lines: int) -> None:
    write(plain, {"a.txt": text})
    assert find(plain)["a.txt"].source.lines == lines


def test_a_nul_byte_early_in_a_file_makes_it_binary(root: Path) -> None:
    (root / "a.bin").write_bytes(b"x\0y")
    (root / "late.txt").write_bytes(b"x" * 8192 + b"\0")
    (root / "wide.txt").write_bytes("wide".encode("utf-16"))
    (root / "fake.txt").write_bytes(b"\xff\xfe" + b"\x00\xd8" * 50)
    found = find(root)
    assert found["a.bin"].source == SourceFile("a.bin", "binary", 3, blake2b(b"x\0y", digest_size=16).hexdigest())
    assert found["a.bin"].text == ""
    assert found["late.txt"].source.kind == "text"
    assert (found["wide.txt"].source.encoding, found["wide.txt"].text) == ("utf-16", "wide")
    assert found["fake.txt"].source.kind == "binary"
    assert not any(item.diagnostics for item in found.values())


def test_bytes_of_no_encoding_are_reported_with_their_line(root: Path) -> None:
    (root / "a.txt").write_bytes("é\né\nbad ".encode() + b"\xff\n")
    item = find(root)["a.txt"]
    assert item.text == "é\né\nbad \ufffd\n"
    assert [(note.path, note.line, note.code) for note in item.diagnostics] == [("a.txt", 3, "encoding")]


def test_a_large_text_is_reported_and_a_large_binary_is_not(root: Path) -> None:
    (root / "large.txt").write_bytes(b"x" * 101)
    (root / "large.bin").write_bytes(b"\0" * 101)
    (root / "fits.txt").write_bytes(b"x" * 100)
    found = find(root, max_size=100)
    source = found["large.txt"].source
    assert (source.kind, source.size, source.lines, source.head, found["large.txt"].text) == ("large", 101, 1, 100, "")
    assert [note.code for note in found["large.txt"].diagnostics] == ["large"]
    assert found["large.bin"] == Scanned(SourceFile("large.bin", "binary", 101))
    assert found["fits.txt"].source.kind == "text"


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (b"a\nbb\ncccc", "a\nbb\n"),
        ("éé".encode() + b"x" * 9, "éé" + "x" * 4),
        ("x" * 7 + "é" * 9, "x" * 7),
        ("x" * 5 + "\U0001f600" * 3, "x" * 5),
        ("ab".encode("utf-16") + b"\0" * 9, "ab\0"),
        (b"\n" * 9, "\n" * 8),
        (b"\x80" * 9, None),
    ],
)
def test_the_head_of_a_large_text_is_whole_lines_or_characters(root: Path, data: str | bytes, shown: str) -> None:
    (root / "large.txt").write_bytes(data.encode() if isinstance(data, str) else data)
    source = find(root, max_size=8)["large.txt"].source
    assert source.head <= 8
    text = read_text(root, source)
    assert shown is None or text == shown
    (root / "large.txt").write_bytes(b"other words in it")
    with pytest.raises(ChangedError):
        read_text(root, source)


def test_of_a_text_that_a_program_wrote_in_endless_lines_the_head_is_shown_unless_it_is_python(root: Path) -> None:
    packed = b"<svg>" + b"x" * 100_000
    for name in ("logo.svg", "app.min.js", "data.py"):
        (root / name).write_bytes(packed)
    (root / "lines.svg").write_bytes(b"<path d='M 0 0'/>\n" * 9_000)
    (root / "short.svg").write_bytes(packed[:50_000])
    found = find(root)
    kinds = {name: found[name].source.kind for name in ("logo.svg", "app.min.js", "data.py", "lines.svg", "short.svg")}
    assert kinds == {
        "logo.svg": "large", "app.min.js": "large", "data.py": "text", "lines.svg": "text", "short.svg": "text",
    }  # fmt: skip
    source = found["logo.svg"].source
    assert read_text(root, source) == packed[:LONG_LINES_HEAD].decode()
    [note] = found["logo.svg"].diagnostics
    assert note.message == "The file has 100,005 bytes in lines of more than 500 on average"


@pytest.mark.parametrize("mark", [b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n", b"\xc5\xd0\xd3\xc6 "])
def test_a_drawing_in_pdf_or_postscript_is_binary_whatever_its_name(root: Path, mark: bytes) -> None:
    (root / "logo.ai").write_bytes(mark + b"1 0 obj <</Metadata 2 0 R>>\n" * 9)
    assert find(root)["logo.ai"].source.kind == "binary"
    assert find(root)["logo.ai"].diagnostics == ()
    assert find(root, max_size=20)["logo.ai"].source.kind == "binary"


def test_of_a_large_text_only_the_head_is_read(root: Path) -> None:
    with (root / "large.txt").open("wb") as stream:
        stream.write(b"x" * 200_000)
        stream.truncate(5_000_000_000)
    assert find(root)["large.txt"].source.head == MOST_HEAD_BYTES
    (root / "many.txt").write_bytes(b"line\n" * 500_000)
    assert find(root)["many.txt"].source.lines == MOST_HEAD_LINES


@needs_posix
def test_links_say_where_they_lead_and_are_never_followed(root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    write(tmp_path, {"outside/secret.txt": "secret"})
    write(root, {"dir/a.py": "x = 1\n"})
    links = {
        "to-file": "dir/a.py", "dir/up": "../dir/a.py", "to-dir": "dir", "dir/to-root": "..",
        "absolute": str(root / "dir" / "a.py"), "two-steps": "to-file", "through": "to-dir/a.py",
        "outside-file": str(outside / "secret.txt"), "outside-dir": "../outside",
        "dir/dangling": "missing.txt", "dangling-outside": "../missing",
        "self": "self", "loop-a": "loop-b", "loop-b": "loop-a",
    }  # fmt: skip
    for name, target in links.items():
        (root / name).symlink_to(target)
    found = find(root)
    assert {path: item.source.link_target for path, item in found.items() if item.source.kind == "symlink"} == {
        "to-file": "dir/a.py", "dir/up": "dir/a.py", "to-dir": "dir", "dir/to-root": "..",
        "absolute": "dir/a.py", "two-steps": "dir/a.py", "through": "dir/a.py",
        "outside-file": str(outside / "secret.txt"), "outside-dir": "../outside",
        "dir/dangling": "dir/missing.txt", "dangling-outside": "../missing",
        "self": "self", "loop-a": "loop-b", "loop-b": "loop-a",
    }  # fmt: skip
    assert set(found) == {*links, "dir/a.py"}
    assert all(item.text == "" for path, item in found.items() if path != "dir/a.py")


@needs_posix
def test_pipes_and_sockets_are_never_opened(plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(plain / "pipe")
    monkeypatch.chdir(plain)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        found = find(plain)
    assert [(path, item.source.kind, item.diagnostics[0].code) for path, item in found.items()] == [
        ("pipe", "unreadable", "unreadable"),
        ("socket", "unreadable", "unreadable"),
    ]
    assert "named pipe" in found["pipe"].diagnostics[0].message


@needs_posix
def test_special_files_cannot_block_by_posing_as_settings(plain: Path) -> None:
    (plain / "sub").mkdir()
    os.mkfifo(plain / ".gitignore")
    os.mkfifo(plain / "sub" / "CACHEDIR.TAG")
    assert paths(plain) == [".gitignore", "sub/CACHEDIR.TAG"]


@needs_posix
def test_a_tracked_file_that_became_a_pipe_is_unreadable(checkout: Path) -> None:
    write(checkout, {"a.txt": "x"})
    call_git(checkout, "add", ".")
    (checkout / "a.txt").unlink()
    os.mkfifo(checkout / "a.txt")
    assert find(checkout)["a.txt"].source.kind == "unreadable"


def test_a_file_that_may_not_be_read_is_reported_and_the_rest_is_read(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, {"a.txt": "a", "b.txt": "b"})
    real = scan_module.read_file  # running as root, no file is truly unreadable

    def refuse(folder: str, path: str, limit: int = -1) -> bytes:
        if path == "a.txt":
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(folder, path, limit)

    monkeypatch.setattr(scan_module, "read_file", refuse)
    found = find(root)
    assert found["a.txt"].source == SourceFile("a.txt", "unreadable")
    assert [(note.code, note.message) for note in found["a.txt"].diagnostics] == [
        ("unreadable", "The file cannot be read: Permission denied")
    ]
    assert found["b.txt"].text == "b"


def test_a_folder_that_may_not_be_listed_is_reported(plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(plain, {"closed/a.txt": "a", "open/b.txt": "b"})
    real = listing.scan_folder

    def refuse(folder: str, path: str) -> Any:  # noqa: ANN401  what scandir gives has no public name
        if path == "closed":
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(folder, path)

    monkeypatch.setattr(listing, "scan_folder", refuse)
    found = find(plain)
    assert list(found) == ["closed", "open/b.txt"]
    assert found["closed"].diagnostics[0].message == "The folder cannot be listed: Permission denied"


def test_a_file_that_vanishes_before_it_is_read_is_not_there(root: Path) -> None:
    write(root, {"a.txt": "a", "b.txt": "b", "c/d.txt": "d"})
    stream = scan_all(root, Config())
    assert next(stream).source.path == "a.txt"
    (root / "b.txt").unlink()
    (root / "c" / "d.txt").unlink()
    (root / "c").rmdir()
    write(root, {"c": "now a file"})
    assert list(stream) == []


@needs_posix
def test_names_of_any_kind_are_kept_as_they_are(root: Path) -> None:
    names = [
        "a\nb.py",
        "\"q'.py",
        "<script>.py",
        "🎉.py",
        "-rf",
        "a\\b",
        " lead",
        "tab\t",
        "é" * 127,
        "x" * 255,
        "*?[]",
    ]
    names += [":(top)x", "#c", "!n"]
    for name in names:
        (root / name).write_text(f"{name}\n", encoding="utf-8")
    found = find(root)
    assert list(found) == sorted(names)
    assert all(item.source.kind == "text" for item in found.values())


@pytest.mark.skipif(sys.platform != "linux", reason="needs file names of any bytes")
def test_a_name_that_is_no_text_keeps_its_bytes_and_can_be_read_again(root: Path) -> None:
    with open(os.fsencode(root) + b"/bad\xff.py", "wb") as stream:  # noqa: PTH123  bytes are the point
        stream.write(b"x = 1\n")
    item = find(root)["bad\udcff.py"]
    assert item.text == "x = 1\n"
    assert read_text(root, item.source) == "x = 1\n"


def test_a_deep_nest_of_folders_is_walked(root: Path) -> None:
    deep = "/".join(["d"] * 300)
    write(root, {f"{deep}/a.py": "x = 1\n"})
    assert paths(root) == [f"{deep}/a.py"]


GENERATED_FOLDERS: dict[str, dict[str, str]] = {
    "environment": {"env/pyvenv.cfg": "", "env/lib/site.py": ""},
    "bytecode": {"__pycache__/a.txt": "", "p/__pycache__/b.txt": ""},
    "mercurial": {".hg/store": "", "p/.svn/entries": "", ".bzr/x": ""},
    "html": {"site/.buildinfo": "", "site/objects.inv": "", "site/a/b.html": ""},
    "other html": {"site/.buildinfo": "", "site/_static/a.js": ""},
    "doctrees": {"trees/environment.pickle": "", "trees/a.doctree": ""},
    "tagged cache": {"cache/CACHEDIR.TAG": CACHE_TAG, "cache/v/1.json": ""},
    "tools": {".tox/a": "", ".nox/a": "", ".mypy_cache/a": "", ".pytest_cache/a": "", ".ruff_cache/a": ""},
    "packages": {"node_modules/left-pad/index.js": "", "web/node_modules/x.js": ""},
}


@pytest.mark.parametrize("files", GENERATED_FOLDERS.values(), ids=GENERATED_FOLDERS)
def test_what_tools_made_is_not_listed(root: Path, files: dict[str, str]) -> None:
    write(root, {"kept.py": "", **files})
    assert paths(root) == ["kept.py"]


def test_folders_that_only_resemble_those_of_tools_are_listed(root: Path) -> None:
    files = {
        "cache/CACHEDIR.TAG": "not a signature", "docs/.buildinfo": "", "docs/a.py": "", "docs2/_static/a.js": "",
        "node_modules.py": "", "x__pycache__/a": "", "git/a": "",
    }  # fmt: skip
    write(root, files)
    assert paths(root) == sorted(files)


def test_marks_of_a_tool_in_the_root_do_not_empty_the_repository(root: Path) -> None:
    write(root, {"pyvenv.cfg": "", "a.py": "", "CACHEDIR.TAG": CACHE_TAG})
    assert paths(root) == ["CACHEDIR.TAG", "a.py", "pyvenv.cfg"]


def test_what_is_committed_in_a_tools_folder_is_listed_but_never_bytecode_or_builds(checkout: Path) -> None:
    write(checkout, {
        "node_modules/kept.js": "", ".tox/kept": "", "__pycache__/a.txt": "", "env/pyvenv.cfg": "",
        "site/environment.pickle": "", "cache/CACHEDIR.TAG": CACHE_TAG,
    })  # fmt: skip
    call_git(checkout, "add", "-f", ".")
    write(checkout, {"node_modules/new.js": ""})
    assert paths(checkout) == [".tox/kept", "node_modules/kept.js"]


def test_the_folders_a_build_writes_to_are_left_out_even_if_committed(root: Path, tmp_path: Path) -> None:
    write(
        root, {"out/a.html": "", "docs/_build/.doctrees/a": "", "docs/a.rst": "", "outer/a": "", "node_modules/a": ""}
    )
    if (root / ".git").exists():
        call_git(root, "add", "-f", ".")
    generated = (
        root / "out", root / "docs" / ".." / "docs" / "_build", root / "node_modules", root / "not-yet",
        tmp_path / "elsewhere",
    )  # fmt: skip
    assert paths(root, generated=generated) == ["docs/a.rst", "outer/a"]


def test_a_build_into_the_root_or_around_it_does_not_empty_the_repository(root: Path) -> None:
    write(root, {"a.py": ""})
    assert paths(root, generated=(root, root.parent)) == ["a.py"]


@needs_posix
def test_the_folders_a_build_writes_to_are_recognised_through_links(root: Path, tmp_path: Path) -> None:
    write(root, {"out/a.html": "", "a.py": ""})
    alias = tmp_path / "alias"
    alias.symlink_to(root)
    (tmp_path / "far").mkdir()
    (root / "linked-out").symlink_to(tmp_path / "far")
    generated = (alias / "out", root / "linked-out")
    assert paths(root, generated=generated) == ["a.py"]
    assert paths(alias, generated=(root / "out", alias / "linked-out")) == ["a.py"]


def test_gitignore_files_are_followed_at_every_level(root: Path) -> None:
    write(root, {
        ".gitignore": "*.log\n/build/\n!keep.log\nsub/only.txt\ndata/*\n!data/kept.txt\n# comment\n\\#odd\n",
        "a.log": "", "keep.log": "", "build/a.py": "", "sub/build/a.py": "", "sub/a.log": "", "only.txt": "",
        "sub/only.txt": "", "data/a.txt": "", "data/kept.txt": "", "#odd": "",
        "sub/.gitignore": "!a.log\n/x.py\n", "sub/x.py": "", "sub/deep/x.py": "", "sub/deep/a.log": "",
        "sub/deep/.gitignore": "a.log\n",
    })  # fmt: skip
    assert paths(root) == [
        ".gitignore", "data/kept.txt", "keep.log", "only.txt", "sub/.gitignore", "sub/a.log", "sub/build/a.py",
        "sub/deep/.gitignore", "sub/deep/x.py",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "rules",
    [
        "*\n!*/\n!*.py\n", "/*\n!/a/\n", "*.py\n/*\n!/a/\n", "a/*\n!a/b/\n", "a/**\n!a/b/\n", "**/c\n", "a/**/d.py\n",
        "b/**/\n", "a/**/\n", "**/\n", "*/\n!a/\n", "[ab]\n", "a\n!a/\n", "a/\n!a/b/c/d.py\n", "!\n/\n//\n[z-a]\n\\\n",
        "a/b/\r\n*.txt\r\n", "d.py   \n", "\ufeffa.py\n", "A.py\n", "?.py\n", "a/*/c\n", "/**/b\n",
    ],
)  # fmt: skip
def test_a_walk_ignores_what_git_ignores(plain: Path, rules: str) -> None:
    write(plain, {
        "a.py": "", "a.txt": "", "a/a.py": "", "a/x.txt": "", "a/b/x.py": "", "a/b/c/d.py": "", "a/b/c/x.txt": "",
        "b/d.py": "", "b/c/d.py": "", "b/c/e/f.txt": "", "c": "",
    })  # fmt: skip
    (plain / ".gitignore").write_text(rules, encoding="utf-8", newline="")
    walked = paths(plain)
    call_git(plain, "init", "-q")
    assert walked == paths(plain)


@needs_posix
def test_a_name_with_a_line_break_is_ignored_only_if_a_pattern_means_it(root: Path) -> None:
    write(root, {".gitignore": "foo\nbar*\nbaz/\n", "foo\n": "", "bar\nx": "", "baz/a\nb": "", "foo\nx": ""})
    assert paths(root) == [".gitignore", "foo\n", "foo\nx"]
    assert paths(root, exclude=("foo",)) == [".gitignore", "foo\n", "foo\nx"]
    assert paths(root, include=("foo*",)) == ["foo\n", "foo\nx"]


def test_only_included_files_are_listed_and_excluded_ones_are_not(root: Path) -> None:
    write(root, {"a.py": "", "a.md": "", "src/b.py": "", "src/gen/c.py": "", "tests/d.py": "", "src/gen/keep.py": ""})
    assert paths(root, include=("*.py",)) == ["a.py", "src/b.py", "src/gen/c.py", "src/gen/keep.py", "tests/d.py"]
    assert paths(root, include=("/src/", "*.md")) == ["a.md", "src/b.py", "src/gen/c.py", "src/gen/keep.py"]
    assert paths(root, exclude=("gen/", "/tests")) == ["a.md", "a.py", "src/b.py"]
    assert paths(root, include=("*.py",), exclude=("src/gen/*", "!keep.py")) == [
        "a.py", "src/b.py", "src/gen/keep.py", "tests/d.py",
    ]  # fmt: skip


def test_a_pattern_that_is_not_valid_is_reported_and_the_others_are_used(root: Path) -> None:
    write(root, {"a.py": "", "b.py": ""})
    problems: list[tuple[str, str]] = []
    config = Config(include=("*.py", "!"), exclude=("b.py",))
    found = list(scan_all(root, config, lambda subtype, text: problems.append((subtype, text))))
    assert [item.source.path for item in found] == ["a.py"]
    assert problems == [("config", "kwdocs_include has '!', which is not a gitignore pattern; it is not used")]


def test_if_no_included_pattern_is_valid_nothing_is_listed(root: Path) -> None:
    write(root, {"a.py": ""})
    assert list(scan_all(root, Config(include=("!",)))) == []


def test_a_checkout_lists_what_is_tracked_or_new_and_not_what_is_ignored_or_deleted(checkout: Path) -> None:
    write(checkout, {".gitignore": "*.log\n", "tracked.py": "", "gone.py": "", "forced.log": "", "dir/gone.py": ""})
    call_git(checkout, "add", "-f", ".")
    call_git(checkout, "commit", "-qm", "first")
    (checkout / "gone.py").unlink()
    (checkout / "dir" / "gone.py").unlink()
    (checkout / "dir").rmdir()
    write(checkout, {"new.py": "", "new.log": "", "dir": "now a file"})
    assert paths(checkout) == [".gitignore", "dir", "forced.log", "new.py", "tracked.py"]


def test_a_checkouts_own_excludes_are_followed(checkout: Path) -> None:
    write(checkout, {"a.py": "", "b.py": "", ".git/info/exclude": "b.py\n"})
    assert paths(checkout) == ["a.py"]


def test_a_folder_of_a_checkout_lists_only_itself_with_the_rules_above_it(checkout: Path) -> None:
    write(checkout, {".gitignore": "*.log\n", "sub/a.py": "", "sub/a.log": "", "other/b.py": ""})
    assert paths(checkout / "sub") == ["a.py"]


def test_a_folder_that_the_checkout_around_it_ignores_is_walked(checkout: Path) -> None:
    write(
        checkout, {".gitignore": "scratch/\n", "scratch/a.py": "", "scratch/.gitignore": "*.log\n", "scratch/b.log": ""}
    )
    assert paths(checkout / "scratch") == [".gitignore", "a.py"]


def test_other_repositories_inside_are_one_entry_each(checkout: Path, tmp_path: Path) -> None:
    write(tmp_path, {"library/code.py": ""})
    library = tmp_path / "library"
    call_git(library, "init", "-q")
    call_git(library, "add", ".")
    call_git(library, "commit", "-qm", "first")
    call_git(checkout, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library), "vendor/lib")
    write(checkout, {"nested/a.py": "", "empty/a.py": "", "a.py": ""})
    call_git(checkout / "nested", "init", "-q")
    call_git(checkout / "nested", "add", ".")
    call_git(checkout / "nested", "commit", "-qm", "first")
    call_git(checkout / "empty", "init", "-q")
    found = find(checkout)
    assert {path: item.source.kind for path, item in found.items()} == {
        ".gitmodules": "text", "a.py": "text", "empty": "submodule", "nested": "submodule", "vendor/lib": "submodule",
    }  # fmt: skip
    assert paths(checkout, exclude=("vendor/", "nested/")) == [".gitmodules", "a.py", "empty"]
    assert paths(checkout, generated=(checkout / "nested",)) == [".gitmodules", "a.py", "empty", "vendor/lib"]


def test_a_tracked_file_that_became_a_folder_is_not_called_a_repository(checkout: Path) -> None:
    write(checkout, {"a": "", "b": ""})
    call_git(checkout, "add", ".")
    (checkout / "a").unlink()
    (checkout / "b").unlink()
    (checkout / "b").mkdir()
    write(checkout, {"a/x.py": ""})
    assert paths(checkout) == ["a/x.py"]


@needs_posix
def test_a_tracked_folder_that_became_a_link_is_not_followed_out_of_the_repository(
    checkout: Path, tmp_path: Path
) -> None:
    write(checkout, {"a/passwords.txt": "harmless"})
    call_git(checkout, "add", ".")
    (checkout / "a" / "passwords.txt").unlink()
    (checkout / "a").rmdir()
    write(tmp_path, {"private/passwords.txt": "secret"})
    (checkout / "a").symlink_to(tmp_path / "private")
    found = find(checkout)
    assert [(path, item.source.kind) for path, item in found.items()] == [("a", "symlink")]


def test_files_in_conflict_are_listed_once(checkout: Path) -> None:
    write(checkout, {"a.py": "base\n"})
    call_git(checkout, "add", ".")
    call_git(checkout, "commit", "-qm", "base")
    call_git(checkout, "checkout", "-qb", "side")
    write(checkout, {"a.py": "side\n"})
    call_git(checkout, "commit", "-qam", "side")
    call_git(checkout, "checkout", "-q", "-")
    write(checkout, {"a.py": "main\n"})
    call_git(checkout, "commit", "-qam", "main")
    with pytest.raises(subprocess.CalledProcessError):
        call_git(checkout, "merge", "-q", "side")
    assert paths(checkout) == ["a.py"]


@pytest.mark.parametrize("way", ["missing", "broken"])
def test_a_checkout_that_git_cannot_list_is_walked_and_that_is_reported(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    write(checkout, {".gitignore": "*.log\n", "a.py": "", "a.log": "", "nested/.git": "gitdir: x\n", "nested/b.py": ""})
    if way == "missing":
        monkeypatch.setenv("PATH", str(tmp_path))
    else:
        (checkout / ".git" / "HEAD").unlink()
    problems: list[str] = []
    found = list(scan_all(checkout, Config(), lambda subtype, _text: problems.append(subtype)))
    assert [(item.source.path, item.source.kind) for item in found] == [
        (".gitignore", "text"), ("a.py", "text"), ("nested", "submodule"),
    ]  # fmt: skip
    assert problems == ["git"]


def test_a_folder_of_several_checkouts_is_walked_into_them(plain: Path) -> None:
    write(plain, {"one/a.py": "", "two/b.py": ""})
    call_git(plain / "one", "init", "-q")
    assert paths(plain) == ["one/a.py", "two/b.py"]


def test_a_repository_with_nothing_in_it_has_no_files(root: Path) -> None:
    assert paths(root) == []


@pytest.mark.parametrize(
    "data",
    [b"a\r\nb\n", b"\xef\xbb\xbfx\n", "wide \n".encode("utf-16"), b"caf\xe9\r", "éé".encode() + b"\xff", b""],
)
def test_a_scanned_text_is_read_again_the_same(root: Path, data: bytes) -> None:
    (root / "a.txt").write_bytes(data)
    item = find(root)["a.txt"]
    assert read_text(root, item.source) == item.text


@needs_posix
def test_reading_again_what_has_changed_is_an_error_that_names_the_file(root: Path) -> None:
    write(root, {"dir/a.txt": "a"})
    source = find(root)["dir/a.txt"].source
    full = root / "dir" / "a.txt"
    full.write_text("b")
    with pytest.raises(ChangedError, match=r"dir/a\.txt has changed"):
        read_text(root, source)
    full.unlink()
    with pytest.raises(ChangedError, match=r"dir/a\.txt can no longer be read: No such file"):
        read_text(root, source)
    full.write_text("")
    source = find(root)["dir/a.txt"].source
    full.unlink()
    os.mkfifo(full)
    with pytest.raises(ChangedError, match=r"dir/a\.txt can no longer be read"):
        read_text(root, source)


def test_patterns_are_compiled_once_for_all_files(plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(plain, {".gitignore": "*.log\n", **{f"f{number}.py": "" for number in range(200)}})
    compiled = []
    real = GitIgnoreSpec.from_lines

    def count(lines: Any) -> Any:  # noqa: ANN401  passes through
        compiled.append(lines)
        return real(lines)

    monkeypatch.setattr(GitIgnoreSpec, "from_lines", count)
    assert len(paths(plain, exclude=("*.md",))) == 201
    assert 0 < len(compiled) < 10


def test_reading_a_file_asks_once_for_its_status_and_once_for_its_language(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(plain, {"a.py": "x = 1\n", "b.txt": "Text.\n"})
    asked: Counter[str] = Counter()
    lstat, language_of = os.lstat, read.language_of

    def asking_lstat(path: str, **others: Any) -> os.stat_result:  # noqa: ANN401  whatever it takes
        asked[f"lstat {os.path.relpath(path, plain)}"] += 1
        return lstat(path, **others)

    def asking_language(path: str, first_line: str = "") -> Language:
        asked[f"language {path}"] += 1
        return language_of(path, first_line)

    listed = list(list_paths(plain, Config(), ignore_problem))
    with SqliteStore.open(plain.parent / "store", lambda *_: None) as store:
        for _build in range(2):
            monkeypatch.setattr(os, "lstat", asking_lstat)
            monkeypatch.setattr(read, "language_of", asking_language)
            files = read_repository(plain, Config(), store=store, listed=listed)
            monkeypatch.undo()
            assert list(files.files) == ["a.py", "b.txt"]
            assert set(asked.values()) == {1}, asked
            assert {f"lstat {path}" for path in files.files} <= set(asked)
            asked.clear()


def test_a_file_is_read_without_anything_that_remembers(plain: Path) -> None:
    write(plain, {"a.py": "x = 1\n", "b.bin": "\0\1"})
    found = read.read_file(plain, Listed("a.py"), Config(), ())
    assert found is not None
    assert found.source.kind == "text"
    assert found.facts is not None
    assert [symbol.name for symbol in found.facts.symbols] == ["x"]
    binary = read.read_file(plain, Listed("b.bin"), Config(), ())
    assert binary is not None
    assert (binary.source.kind, binary.facts) == ("binary", None)
    assert read.read_file(plain, Listed("gone.py"), Config(), ()) is None
