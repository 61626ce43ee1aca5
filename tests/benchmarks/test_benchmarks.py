"""The benchmarks: what they time cannot be tested, but what they set up, count and say about it can."""

from __future__ import annotations

import ast
import json
import os
import sys
from pathlib import Path

import pytest
from lxml import etree

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from _command import OK, Run, run_command, state_of
from _edits import EDITS, choose_files, insert
from _flamegraph import flamegraph, merge
from _markdown_table import markdown_table, megabytes, seconds
from _memory import held_by, tree_of
from _output import Output, Written, compare_stamps, measure_output, stamp_site
from _peer_table import PEERS, Task, program_version, python_roots
from _sample_project import make_project, python_files
from _sampler import Sampler, label
from _scale_report import Series, Step, cold_table, second_table
from peers import Row, interpreter, table
from purposes import LABELS, VERDICTS, draw, read_labels, score
from scale import chosen_sizes

pytestmark = pytest.mark.once
MODULE = '"""A module."""\n\n\ndef one(first, second=("é", 2)):\n    value = first\n    return value\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a package whose modules all import one of them."""
    package = tmp_path / "given" / "pack"
    (package / "inner").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "inner" / "__init__.py").touch()
    (package / "inner" / "used.py").write_text(MODULE, encoding="utf-8")
    for number in range(5):
        user = package / f"user{number}.py"
        user.write_text(MODULE + "from above.pack.inner.used import one\n" * (number + 1), encoding="utf-8")
    (package / "read.me").write_text("text", encoding="utf-8")
    return package


def texts(place: Path) -> dict[str, str]:
    return {path.relative_to(place).as_posix(): path.read_text("utf-8") for path in place.rglob("*") if path.is_file()}


def test_a_size_copies_the_first_python_files_at_their_paths(folder: Path, tmp_path: Path) -> None:
    project = make_project(folder, tmp_path / "made", size=3, theme="alabaster")
    copied = [path.relative_to(project.sources).as_posix() for path in python_files(project.sources)]
    assert copied == ["__init__.py", "inner/__init__.py", "inner/used.py"]
    assert "sphinx_kwdocs" in (project.docs / "conf.py").read_text("utf-8")


def test_the_whole_folder_has_its_other_files_and_the_base_line_lacks_the_extension(
    folder: Path, tmp_path: Path
) -> None:
    project = make_project(folder, tmp_path / "made", size=None, theme="furo", extension=False)
    assert (project.sources / "read.me").exists()
    settings = (project.docs / "conf.py").read_text("utf-8")
    assert "furo" in settings
    assert "kwdocs" not in settings


def test_sizes_larger_than_the_folder_are_left_out_with_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert chosen_sizes(["350", "1000", "all"], 400) == [350, None]
    assert "1000 was left out" in capsys.readouterr().err


def test_the_much_used_file_is_the_one_that_most_files_import(folder: Path) -> None:
    chosen = choose_files(folder)
    assert (chosen.used.name, chosen.importers) == ("used.py", 5)
    assert chosen.typical != chosen.removed
    assert {chosen.typical.name[:4], chosen.removed.name[:4]} == {"user"}


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.name)
def test_each_edit_changes_one_file_and_leaves_python_that_can_be_parsed(
    edit: object, folder: Path, tmp_path: Path
) -> None:
    project = make_project(folder, tmp_path / "made", size=None, theme="alabaster")
    chosen = choose_files(project.sources)
    for _ in range(2 if edit.can_be_repeated else 1):  # type: ignore[attr-defined]
        before = texts(project.place)
        edit.apply(project, chosen)  # type: ignore[attr-defined]
        after = texts(project.place)
        assert len(before.items() ^ after.items()) in {1, 2}
        for name, text in after.items() - before.items():
            if name.endswith(".py"):
                ast.parse(text)


def test_a_changed_signature_has_one_more_parameter(folder: Path, tmp_path: Path) -> None:
    project = make_project(folder, tmp_path / "made", size=None, theme="alabaster")
    chosen = choose_files(project.sources)
    next(edit for edit in EDITS if "signature" in edit.name).apply(project, chosen)
    assert 'def one(first, second=("é", 2), added_by_benchmark_0=None):' in chosen.used.read_text("utf-8")


def test_a_comment_is_added_inside_of_a_function(folder: Path, tmp_path: Path) -> None:
    project = make_project(folder, tmp_path / "made", size=None, theme="alabaster")
    chosen = choose_files(project.sources)
    next(edit for edit in EDITS if "comment" in edit.name).apply(project, chosen)
    assert "    value = first\n    # A comment" in chosen.typical.read_text("utf-8")


def test_columns_of_insertions_are_bytes() -> None:
    assert insert("é = 1\nb", 1, 2, "!") == "é! = 1\nb"


def test_rewriting_a_page_counts_as_written_but_not_as_new_content(tmp_path: Path) -> None:
    for name in ("same.html", "other.html", "gone.html", "left.html", "data.js"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    before = stamp_site(tmp_path)
    for name, text in (("same.html", "same.html"), ("other.html", "OTHER.html"), ("data.js", "data.js")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        os.utime(tmp_path / name, ns=(1, 1))
    (tmp_path / "gone.html").unlink()
    (tmp_path / "new.html").touch()
    assert compare_stamps(before, stamp_site(tmp_path, before)) == Written(pages=3, changed=2, gone=1, others=1)


def test_a_site_is_measured_with_an_estimate_of_its_compressed_size(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.html").write_text("word " * 1000, encoding="utf-8")
    (tmp_path / "b.js").write_text("x" * 5000, encoding="utf-8")
    output = measure_output(tmp_path)
    assert (output.pages, output.files, output.size) == (1, 2, 10_000)
    assert 0 < output.compressed < 500
    assert measure_output(tmp_path / "nothing") == Output(0, 0, 0, 0)


def test_the_memory_of_a_tree_is_that_of_all_processes_below_one(tmp_path: Path) -> None:
    for number, parent, kilobytes in ((10, 1, 100), (11, 10, 20), (12, 11, 3), (13, 1, 4000)):
        process = tmp_path / str(number)
        process.mkdir()
        (process / "stat").write_text(f"{number} (a ) (b) S {parent} 0 0", encoding="utf-8")
        (process / "status").write_text(f"Name: x\nVmRSS:\t{kilobytes} kB\n", encoding="utf-8")
    (tmp_path / "11" / "smaps_rollup").write_text("Rss: 20 kB\nPss:       7 kB\n", encoding="utf-8")
    tree = tree_of(10, tmp_path)
    assert sorted(tree) == [10, 11, 12]
    assert sum(held_by(each, tmp_path) for each in tree) == (100 + 7 + 3) * 1024
    assert held_by(99, tmp_path) == 0


def test_a_command_is_timed_and_its_words_are_kept(tmp_path: Path) -> None:
    log = tmp_path / "log"
    run = run_command([sys.executable, "-c", "print('hello'); raise SystemExit(3)"], log)
    assert run.state == "exit 3"
    assert 0 < run.cpu < 30
    assert log.read_text("utf-8").strip() == "hello"


def test_a_command_that_is_late_is_ended_with_what_it_started(tmp_path: Path) -> None:
    script = "import subprocess, sys, time; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"
    run = run_command([sys.executable, "-c", script], tmp_path / "log", limit=0.5)
    assert run.state == "> 0 s"
    assert run.seconds < 20


def test_a_state_says_how_a_command_ended() -> None:
    assert [state_of(0, None), state_of(2, None), state_of(-9, None), state_of(-9, 1800)] == [
        OK,
        "exit 2",
        "ended by SIGKILL",
        "> 1,800 s",
    ]


def test_a_program_that_is_not_there_has_no_version() -> None:
    assert program_version("no-such-program-anywhere")(sys.executable) is None
    assert program_version("git", "Universal Ctags")(sys.executable) is None


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_each_peer_is_given_the_folder_and_an_output_of_its_own(peer: object, folder: Path, tmp_path: Path) -> None:
    task = Task("python", folder, tmp_path / "task", "alabaster", 2)
    task.place.mkdir()
    command = peer.prepare(task)  # type: ignore[attr-defined]
    said = " ".join((*command, *texts(task.place).values()))
    assert str(folder) in said or os.path.relpath(folder, task.place / "docs") in said
    assert str(task.out) in said


def test_autoapi_gets_viewcode_first_since_it_looks_for_it_once(folder: Path, tmp_path: Path) -> None:
    task = Task("python", folder, tmp_path / "task", "alabaster", 1)
    task.place.mkdir()
    PEERS[0].prepare(task)
    settings = (task.place / "docs" / "conf.py").read_text("utf-8")
    assert 0 < settings.index("viewcode") < settings.index("autoapi.extension")


def test_roots_are_outermost_packages_and_modules_outside_of_any(folder: Path) -> None:
    (folder.parent / "script.py").touch()
    assert python_roots(folder.parent) == [folder, folder.parent / "script.py"]
    assert python_roots(folder) == [folder]


def test_a_table_lines_up_and_numbers_stand_at_the_right() -> None:
    assert markdown_table(("name", "s"), [("a", "1"), ("longer", "22")]).splitlines() == [
        "| name   |   s |",
        "| ------ | --: |",
        "| a      |   1 |",
        "| longer |  22 |",
    ]
    assert [seconds(1.234), seconds(12.34), seconds(1234.5)] == ["1.23", "12.3", "1,234"]
    assert [megabytes(None), megabytes(1_500_000), megabytes(2_000_000_000)] == ["-", "1.5", "2,000"]


def cells(text: str, row: int) -> list[str]:
    return [cell.strip() for cell in text.splitlines()[row].strip("|").split("|")]


def test_ratios_are_to_ours_with_one_job_and_with_several_and_to_the_first_theme() -> None:
    ours = [
        Row("ours, alabaster, -j1", runs=[Run(2, 2, 1, OK), Run(4, 2, 1, OK), Run(9, 2, 1, OK)]),
        Row("ours, alabaster, -j2", runs=[Run(2, 2, 1, OK)]),
        Row("ours, furo, -j1", runs=[Run(8, 2, 1, OK)]),
    ]
    late, broken = Row("late", runs=[Run(80, 6, None, "> 80 s")]), Row("broken", runs=[Run(1, 1, 1, "exit 1")])
    text = table(ours, [late, broken])
    assert cells(text, 0)[3:7] == ["÷ ours -j1", "÷ ours -j2", "CPU s", "÷ ours -j1"]
    assert cells(text, 2)[1:7] == ["4.00", "2.00 to 9.00", "1.00", "2.00", "2.00", "1.00"]
    assert cells(text, 5)[1:7] == ["> 80.0", "", "> 20.00", "> 40.00", "6.00", "> 3.00"]
    assert cells(text, 6)[3:7] == ["-", "-", "1.00", "-"]


def test_the_scale_tables_compare_with_the_smallest_size_and_with_sphinx_alone() -> None:
    idle = Step("nothing, without the extension", [Run(1, 1, 5, OK)], Written(2, 0, 0, 8))
    series = [
        Series(
            files,
            "alabaster",
            1,
            Run(2, 1, 1, OK),
            idle,
            Run(2 + took, 1 + took, 1, OK),
            Output(pages, pages, 10, 1),
            0,
        )
        for files, pages, took in ((10, 100, 1.0), (1000, 10_000, 150.0))
    ]
    series[0].steps.append(Step("nothing", [Run(1.5, 1, 1, OK)], Written(0, 0, 0, 0)))
    assert [cells(cold_table(series), row)[7:11] for row in (2, 3)] == [["10.00", "1.00"] * 2, ["15.00", "1.50"] * 2]
    assert cells(second_table(series), 3)[3:7] == ["nothing", "1.50", "50.0", "0.50"]
    assert cells(second_table(series), 3)[7:9] == ["1.00", "50.0"]


def test_stacks_merge_into_boxes_whose_weights_add_up() -> None:
    root = merge(["a;b 3", "a;c 4", "d 1"])
    assert (root.weight, root.inner["a"].weight, root.inner["a"].inner["c"].weight) == (8, 7, 4)


def test_a_flame_graph_is_well_formed_whatever_functions_are_called() -> None:
    svg = etree.fromstring(flamegraph(["m:<module>;m:f&<locals> 5", "m:<module> 1"]).encode())
    titles = [title.text for title in svg.iter("{*}title")]
    assert "m:f&<locals>: 0.00 s, 83.3 %" in titles


def test_samples_are_stacks_with_time_from_the_outermost_function_on() -> None:
    sampler = Sampler()
    sampler.start()
    while not sampler.stacks:
        sum(range(1000))
    sampler.stop()
    stack, _, microseconds = sampler.lines()[0].rpartition(" ")
    assert int(microseconds) > 0
    assert stack.split(";")[-1].endswith(
        "test_benchmarks:" + test_samples_are_stacks_with_time_from_the_outermost_function_on.__name__
    )


def test_a_label_has_nothing_that_parts_fields() -> None:
    code = compile("0", "/some where/a;b/module.py", "exec")
    assert label(code) == "some_where/a,b/module:<module>"


def test_the_interpreter_of_the_peers_is_found_from_every_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "python").symlink_to(sys.executable)
    monkeypatch.chdir(tmp_path)
    assert interpreter("./python") == str(tmp_path / "python")
    assert interpreter("python-of-the-search-path") == "python-of-the-search-path"


def test_purposes_are_drawn_by_path_and_scored_by_verdict(tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"{number}.py").write_text(f'"""Does the thing number {number}."""\n', encoding="utf-8")
    drawn = [json.loads(line) for line in draw([tmp_path], 4, 1)]
    assert [json.loads(line) for line in draw([tmp_path], 4, 1)] == drawn
    assert all(item["sentence"] == f"Does the thing number {item['path'][0]}." for item in drawn)
    assert len(drawn) == 4
    table = "".join(score([{"verdict": "true"}, {"verdict": "wrong", "verdict_before": "vacuous"}]))
    assert "50%" in table


def test_every_purpose_is_labelled() -> None:
    labels = read_labels(LABELS)
    assert len(labels) == 298
    assert all({label["verdict"], label.get("verdict_before", VERDICTS[0])} <= set(VERDICTS) for label in labels)
    # Nothing shown is nothing to be judged, and the other way round.
    assert all(bool(label["sentence"]) == (label["verdict"] in VERDICTS[:3]) for label in labels)
