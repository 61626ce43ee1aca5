"""The command line: what it prints, where, and with which exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from builds import write
from packages import installed

from sphinx_kwdocs import __version__
from sphinx_kwdocs.__main__ import main

if TYPE_CHECKING:
    from collections.abc import Sequence

PACKAGE = Path(__file__).parents[2]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command: Sequence[str] = [sys.executable, "-m", "sphinx_kwdocs", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=PACKAGE)


def test_help_lists_the_commands_and_says_what_they_do(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    text = capsys.readouterr().out
    assert ended.value.code == 0
    assert "usage: sphinx-kwdocs" in text
    assert "commands:" in text
    assert "write the index for other programs" in text
    assert "conf.py" in text


def test_help_of_the_command_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["index", "--help"])
    text = capsys.readouterr().out
    assert {"PATH", "-o", "--format", "--include", "--exclude", "--max-size"} <= set(text.replace(",", " ").split())


def test_without_a_command_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "commands:" in capsys.readouterr().out


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"sphinx-kwdocs {__version__}\n"


def test_the_index_goes_to_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"a.py": "x = 1\n", "b.txt": "words\n"})
    assert main(["index", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    assert [json.loads(line)["path"] for line in printed.out.splitlines()] == ["a.py", "b.txt"]
    assert printed.err == ""


def test_the_index_goes_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"repo/a.py": "def f(:\n"})
    out = tmp_path / "index.jsonl"
    assert main(["index", str(tmp_path / "repo"), "-o", str(out)]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "sphinx_kwdocs: 1 diagnostic about 1 file\n"
    assert out.read_bytes().endswith(b"}\n")
    assert json.loads(out.read_text())["diagnostics"][0]["code"] == "syntax"


EXPORTS = """
from sphinx_kwdocs.api import Export

NAMES = Export("names", "The paths alone.", lambda index: iter(index.files))
TAKEN = Export("json-lines", "A name of ours.", lambda index: iter(()))
BROKEN = Export("broken", "Nothing.", None)
"""


def test_another_package_adds_a_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    points = {"a": "extra_exports:NAMES", "b": "extra_exports:TAKEN", "c": "extra_exports:BROKEN"}
    repository = write(tmp_path / "repo", {"a.py": "x = 1\n", "b.txt": "words\n"})
    with installed(tmp_path / "site", {"extra_exports.py": EXPORTS}, {"sphinx_kwdocs.exports": points}):
        assert main(["index", str(repository), "--format", "names"]) == 0
        printed = capsys.readouterr()
        assert main(["index", str(repository), "--format", "json-lines"]) == 0
        assert [json.loads(line)["path"] for line in capsys.readouterr().out.splitlines()] == ["a.py", "b.txt"]
    assert printed.out == "a.py\nb.txt\n"
    assert [line.rpartition(" of ")[2] for line in printed.err.splitlines()] == [
        "sphinx_kwdocs.exports has the name 'json-lines', which is taken; it is not used",
        "sphinx_kwdocs.exports has a `write` that cannot be called; it is not used",
    ]
    with pytest.raises(SystemExit):
        main(["index", str(repository), "--format", "names"])


def test_an_output_file_inside_the_repository_is_not_part_of_the_next_index(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "x = 1\n"})
    out = tmp_path / "index.jsonl"
    main(["index", str(tmp_path), "-o", str(out)])
    first = out.read_bytes()
    main(["index", str(tmp_path), "-o", str(out)])
    assert out.read_bytes() == first


def test_files_are_chosen_by_patterns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"a.py": "x = 1\n", "b.txt": "words\n", "c.py": "long = 1\n" * 9})
    assert main(["index", str(tmp_path), "--include", "*.py", "--exclude", "a*", "--max-size", "5"]) == 0
    printed = capsys.readouterr()
    assert [(json.loads(line)["path"], json.loads(line)["kind"]) for line in printed.out.splitlines()] == [
        ("c.py", "large")
    ]


def test_a_wrong_value_is_said_and_the_default_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"a.py": "x = 1\n"})
    assert main(["index", str(tmp_path), "--max-size", "0", "--exclude", "!"]) == 0
    error = capsys.readouterr().err
    assert error.count("\n") == 2
    assert "kwdocs_max_size is 0" in error
    assert "kwdocs_exclude has '!'" in error


@pytest.mark.parametrize("path", ["nowhere", "file.txt"])
def test_a_path_that_is_no_folder_is_an_error(tmp_path: Path, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"file.txt": "x"})
    assert main(["index", str(tmp_path / path)]) == 2
    printed = capsys.readouterr()
    assert "is not a folder" in printed.err
    assert printed.out == ""


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"a.py": "x = 1\n"})
    assert main(["index", str(tmp_path), "-o", str(tmp_path / "no" / "such" / "folder.jsonl")]) == 1
    assert "sphinx_kwdocs: " in capsys.readouterr().err


def test_missing_arguments_are_an_error() -> None:
    done = run("index")
    assert done.returncode == 2
    assert "PATH" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_stops_early_gets_no_traceback(tmp_path: Path) -> None:
    write(tmp_path, {f"f{number}.py": "x = 1\n" * 50 for number in range(300)})
    command = [sys.executable, "-m", "sphinx_kwdocs", "index", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=PACKAGE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        error = process.stderr.read().decode()
    assert error == ""
    assert process.returncode == 0


def test_ctrl_c_costs_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sphinx_kwdocs.__main__.build_index", interrupt)
    assert main(["index", str(tmp_path)]) == 130
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "sphinx_kwdocs: interrupted\n")


HIJACKED = ("__future__", "argparse", "charset_normalizer", "json", "pathspec", "sqlite3", "subprocess", "typing")


def run_in_a_hostile_folder(folder: Path, *command: str) -> list[str]:
    """Index a folder from inside, with modules in it that note that they were imported; return which were."""
    write(folder, {f"{name}.py": f"open('ran-{name}', 'w').close()\nraise ImportError\n" for name in HIJACKED})
    # Bytes that are no UTF-8 ask for the guess of an encoding.
    write(folder, {"notes.txt": "Straße und Höhe, größer als üblich".encode("latin-1"), ".gitignore": "*.log\n"})
    done = subprocess.run([*command, "index", "."], capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(HIJACKED) + 2
    return sorted(path.name for path in folder.glob("ran-*"))


def test_the_command_imports_nothing_of_the_folder_it_is_run_in(tmp_path: Path) -> None:
    command = Path(sys.executable).with_name("sphinx-kwdocs")
    if not command.exists():
        pytest.skip("the command is not installed beside this Python")
    assert run_in_a_hostile_folder(tmp_path, str(command)) == []


@pytest.mark.parametrize("options", [("-m",), ("-P", "-m")])
def test_the_module_imports_nothing_of_the_folder_it_is_run_in(tmp_path: Path, options: tuple[str, ...]) -> None:
    assert run_in_a_hostile_folder(tmp_path, sys.executable, *options, "sphinx_kwdocs") == []


def test_the_path_of_other_programs_stays_as_it_is(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"other/__init__.py": "import sphinx_kwdocs\n", "other/__main__.py": "import beside\n", "beside.py": ""},
    )
    done = subprocess.run([sys.executable, "-m", "other"], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
