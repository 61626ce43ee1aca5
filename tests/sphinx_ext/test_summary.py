"""A build says what it added to the site, where readers enter it, and whether the site is too large for its host."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from builds import CONF, INDEX, build, repository, write

from sphinx_kwdocs.sphinx_ext import summary
from sphinx_kwdocs.sphinx_ext.time_spent import counted, seconds_spent, start_counting

FILES = {"pkg/a.py": "def here(): ...\n", "pkg/b.py": "from pkg.a import here\n", "notes.txt": "Some notes.\n"}
ADDED = re.compile(r"kwdocs: (\d+) pages, (\d+\.\d) MB, added in \d+\.\d s\n")


def entry_of(status: str) -> Path:
    [place] = re.findall(r"kwdocs: the source index is (.*)\n", status)
    return Path(place)


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_the_first_build_says_what_it_added_and_where_the_entry_page_is(tmp_path: Path, builder: str) -> None:
    root = repository(tmp_path / "repo", FILES)
    built = build(root / "docs", tmp_path / "out", builder)
    [(pages, megabytes)] = ADDED.findall(built.status)
    files = [path for path in (built.out / "kwdocs").rglob("*") if path.is_file()]
    assert int(pages) == sum(path.suffix == ".html" for path in files)
    assert float(megabytes) == pytest.approx(sum(path.stat().st_size for path in files) / 1e6, abs=0.05)
    assert entry_of(built.status).resolve() == (built.out / "kwdocs" / "index.html").resolve()
    assert built.warnings == ""


def test_a_build_after_an_edit_counts_the_pages_it_made_again(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    build(root / "docs", tmp_path / "out")
    (root / "notes.txt").write_text("Other notes.\n", encoding="utf-8")
    again = build(root / "docs", tmp_path / "out")
    [(made, of)] = re.findall(r"kwdocs: (\d+) of (\d+) pages made again in \d+\.\d s\n", again.status)
    assert 1 <= int(made) < int(of) / 2
    assert entry_of(again.status).is_file()


def test_a_build_with_nothing_to_do_says_where_the_entry_page_is_and_counts_nothing(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    build(root / "docs", tmp_path / "out")
    again = build(root / "docs", tmp_path / "out")
    assert entry_of(again.status).is_file()
    assert "pages made again" not in again.status
    assert not ADDED.search(again.status)


def test_a_builder_without_pages_says_nothing_of_them(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    assert "the source index is" not in build(root / "docs", tmp_path / "out", "text").status


def test_a_site_that_is_too_large_is_told_so_in_one_line_of_information(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summary, "MEGABYTE", 100)
    root = repository(tmp_path / "repo", FILES)
    built = build(root / "docs", tmp_path / "out")
    [line] = [line for line in built.status.splitlines() if "GitHub Pages" in line]
    assert "kwdocs_exclude" in line
    assert built.warnings == ""


def test_a_site_of_a_usual_size_is_not_told(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    assert "GitHub Pages" not in build(root / "docs", tmp_path / "out").status


def test_of_steps_within_steps_the_outer_one_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    class App:
        env = type("Env", (), {})()

    times = iter([10.0, 14.0, 20.0, 21.0])
    monkeypatch.setattr("sphinx_kwdocs.sphinx_ext.time_spent.perf_counter", lambda: next(times))
    app: object = App()
    start_counting(app)  # type: ignore[arg-type]  any object that can be referred to weakly
    with counted(app), counted(app):  # type: ignore[arg-type]
        pass
    with counted(app):  # type: ignore[arg-type]
        pass
    assert seconds_spent(app) == 5.0  # type: ignore[arg-type]


def test_a_folder_that_only_a_file_marks_as_the_repository_is_named(tmp_path: Path) -> None:
    files = {"pyproject.toml": "", "a.py": "", "doc/manual/conf.py": CONF, "doc/manual/index.rst": INDEX}
    root = write(tmp_path / "repo", files)
    built = build(root / "doc" / "manual", tmp_path / "out")
    said = f"kwdocs: taking {root} for the repository; kwdocs_repository names another"
    assert built.status.count(said) == 1
    chosen = build(root / "doc" / "manual", tmp_path / "chosen", kwdocs_repository=str(root))
    beside = build(repository(tmp_path / "usual", {}, git=False) / "docs", tmp_path / "other")
    assert "for the repository" not in chosen.status + beside.status


def test_the_progress_of_pages_has_no_number_beside_that_of_the_summary(tmp_path: Path) -> None:
    built = build(repository(tmp_path / "repo", {"a.py": "def a(): ...\n"}) / "docs", tmp_path / "out")
    plain = re.sub(r"\x1b\[[\d;]*[mK]", "", built.status)
    lines = [line.strip() for line in re.split(r"[\r\n]+", plain) if "writing pages" in line]
    assert lines
    assert all(re.fullmatch(r"kwdocs: writing pages\.\.\. \[ *\d+%\]", line) for line in lines)
