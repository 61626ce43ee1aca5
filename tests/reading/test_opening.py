"""Nothing outside of a repository is read, also if a link takes the place of what was looked at just before."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from sphinx_kwdocs.config import Config, ignore_problem
from sphinx_kwdocs.reading import listing, safe_open, scan
from sphinx_kwdocs.reading.listing import Listed, list_paths
from sphinx_kwdocs.reading.safe_open import is_link_error, read_file, scan_folder
from sphinx_kwdocs.reading.scan import ChangedError, read_text

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX links")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / "sub" / "inner").mkdir(parents=True)
    (folder / "a.txt").write_text("ours\n")
    (folder / "sub" / "inner" / "a.txt").write_text("ours\n")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.txt").write_text("secret\n")
    return folder


@pytest.fixture(params=["steps", "compares"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Open as this system does, and as one that cannot open a name inside of an open folder."""
    if request.param == "compares":
        monkeypatch.setattr(safe_open, "_CAN_STEP", False)
        # Such a system has no flag against links either.
        monkeypatch.setattr(safe_open, "_NO_LINK", 0)
    return str(request.param)


def swap(path: Path, target: Path) -> None:
    path.rename(path.with_name("moved"))
    path.symlink_to(target)


@pytest.mark.usefixtures("way")
def test_a_file_is_read_and_its_beginning_too(root: Path) -> None:
    assert read_file(str(root), "sub/inner/a.txt") == b"ours\n"
    assert read_file(str(root), "a.txt", 3) == b"our"
    with scan_folder(str(root), "sub") as entries:
        assert [entry.name for entry in entries] == ["inner"]
    with scan_folder(str(root), "") as entries:
        assert sorted(entry.name for entry in entries) == ["a.txt", "sub"]


@pytest.mark.usefixtures("way")
def test_no_link_is_followed_wherever_it_stands_in_the_path(root: Path) -> None:
    swap(root / "a.txt", root.parent / "outside" / "a.txt")
    swap(root / "sub" / "inner", root.parent / "outside")
    with pytest.raises(OSError, match="Too many levels") as caught:
        read_file(str(root), "a.txt")
    assert is_link_error(caught.value)
    with pytest.raises(OSError, match=r"Not a directory|Too many levels"):
        read_file(str(root), "sub/inner/a.txt")
    with pytest.raises(OSError, match=r"Not a directory|Too many levels"), scan_folder(str(root), "sub/inner"):
        pass


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("path", ["../outside/a.txt", "sub/../a.txt", "sub//inner/a.txt", "./a.txt", "/etc/hostname"])
def test_a_path_that_climbs_is_refused(root: Path, path: str) -> None:
    with pytest.raises(OSError, match="Not a path inside of the repository"):
        read_file(str(root), path)


@pytest.mark.usefixtures("way")
def test_a_pipe_or_a_folder_is_refused_at_once(root: Path) -> None:
    os.mkfifo(root / "pipe")
    for path in ("pipe", "sub"):
        with pytest.raises(OSError, match=r"Not a regular file|Is a directory"):
            read_file(str(root), path)


def test_a_link_that_comes_and_goes_while_a_file_is_opened_is_noticed(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safe_open, "_CAN_STEP", False)
    monkeypatch.setattr(safe_open, "_NO_LINK", 0)
    real = os.open

    def race(path: str, flags: int) -> int:
        swap(root / "a.txt", root.parent / "outside" / "a.txt")
        handle = real(path, flags)
        (root / "a.txt").unlink()
        (root / "moved").rename(root / "a.txt")
        return handle

    monkeypatch.setattr(os, "open", race)
    with pytest.raises(OSError, match="Too many levels"):
        read_file(str(root), "a.txt")


def look_again(
    root: Path, monkeypatch: pytest.MonkeyPatch, path: str, change: Path, target: Path
) -> list[scan.Scanned]:
    """Scan a file that is looked at, then changes into a link, then is opened."""
    real = os.lstat
    pending = [change]

    def race(full: str) -> os.stat_result:
        status = real(full)
        if pending and full.endswith(path) and stat.S_ISREG(status.st_mode):
            swap(pending.pop(), target)
        return status

    monkeypatch.setattr(scan.os, "lstat", race)
    found = list(scan.scan(root, [Listed(path)], Config()))
    assert not pending
    return found


def test_a_file_that_becomes_a_link_after_the_look_is_shown_as_a_link(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = root.parent / "outside" / "a.txt"
    (found,) = look_again(root, monkeypatch, "a.txt", root / "a.txt", outside)
    assert (found.source.kind, found.source.link_target, found.text) == ("symlink", str(outside), "")


def test_a_large_file_that_becomes_a_link_after_the_look_is_shown_as_a_link(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a.txt").write_text("x" * 2_000_000)
    (found,) = look_again(root, monkeypatch, "a.txt", root / "a.txt", root.parent / "outside" / "a.txt")
    assert (found.source.kind, found.text) == ("symlink", "")


def test_a_file_whose_folder_becomes_a_link_after_the_look_is_not_there(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = look_again(root, monkeypatch, "sub/inner/a.txt", root / "sub" / "inner", root.parent / "outside")
    assert found == []


def test_a_text_is_not_read_again_through_a_link(root: Path) -> None:
    (root.parent / "outside" / "a.txt").write_text("ours\n")
    (item,) = scan.scan(root, [Listed("sub/inner/a.txt")], Config())
    assert read_text(root, item.source) == "ours\n"
    swap(root / "sub" / "inner", root.parent / "outside")
    with pytest.raises(ChangedError, match="can no longer be read"):
        read_text(root, item.source)


def test_a_folder_that_becomes_a_link_after_the_look_is_not_walked(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = listing.scan_folder

    def race(folder: str, path: str) -> object:
        if path == "sub/inner":
            swap(root / "sub" / "inner", root.parent / "outside")
        return real(folder, path)

    monkeypatch.setattr(listing, "scan_folder", race)
    assert [item.path for item in list_paths(root, Config(), ignore_problem)] == ["a.txt"]
