"""The data that pages load is made again only if what it is made from has changed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from builds import build, repository, write

from sphinx_kwdocs.render import symbol_data
from sphinx_kwdocs.sphinx_ext.streaming.scripts import SCRIPTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def note_and_make(made: list[str], group: str, make: Any, *arguments: object) -> Iterator[tuple[str, str]]:  # noqa: ANN401  any
    made.append(group)
    yield from make(*arguments)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"a.py": "def f():\n    return 2\n"}, []),
        ({"a.py": "def g():\n    return 1\n"}, ["symbol scripts"]),
        ({"data.bin": b"\0\1\2"}, ["folder scripts"]),
        ({"b.py": "def h():\n    return 1\n"}, ["folder scripts", "symbol scripts"]),
    ],
)
def test_scripts_are_made_again_if_what_they_show_has_changed(
    changed: dict[str, Any], expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = repository(tmp_path / "repo", {"a.py": "def f():\n    return 1\n"})
    made: list[str] = []
    for group, kind in SCRIPTS.items():
        monkeypatch.setitem(SCRIPTS, group, kind._replace(make=partial(note_and_make, made, group, kind.make)))
    build(root / "docs", tmp_path / "out")
    assert made == ["folder scripts", "symbol scripts"]
    made.clear()
    write(root, changed)
    build(root / "docs", tmp_path / "out")
    assert made == expected


def functions(*names: str) -> str:
    return "\n".join(f"def {name}{number}(): ..." for name in names for number in range(9))


def scripts_in(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in out.rglob("_symbols/*.js")}


@pytest.fixture
def small_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbol_data, "LARGEST", 300)
    monkeypatch.setattr(symbol_data, "_HEAD", 0)


@pytest.mark.once
@pytest.mark.usefixtures("small_scripts")
def test_scripts_that_are_made_letter_by_letter_are_those_of_a_build_from_nothing(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"a.py": functions("apple", "banana", "cherry"), "b.py": "def zebra(): ...\n"})
    edits: list[dict[str, str | None]] = [
        {},
        {"a.py": functions("apple", "banana", "cherry", "cherimoya")},
        {"a.py": functions("apple", "banana", "cherry", "date")},
        {"a.py": functions("apple", "banana", "date")},
        {"a.py": functions("Apple", "banana", "date")},
        {"a.py": functions("Apple", "banana", "date", "élan")},
        {"a.py": functions("Apple", "banana", "élite", "_date")},
        {"c.py": functions("banana")},
        {"a.py": "", "b.py": "", "c.py": functions("banana", "bandana", "bagel")},
        {"b.py": "def zebra(): ...\n"},
        {"c.py": "def one(): ...\n"},
        {"c.py": functions("banana", "cherry")},
    ]
    for number, edit in enumerate(edits):
        write(root, edit)
        build(root / "docs", tmp_path / "out")
        build(root / "docs", tmp_path / f"fresh{number}")
        assert scripts_in(tmp_path / "out") == scripts_in(tmp_path / f"fresh{number}"), edit


@pytest.mark.usefixtures("small_scripts")
def test_of_the_scripts_of_letters_those_are_made_that_changed_or_are_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = repository(tmp_path / "repo", {"a.py": functions("apple", "banana", "cherry")})
    build(root / "docs", tmp_path / "out")
    made: list[str] = []
    kind = SCRIPTS["symbol scripts"]

    def make(*arguments: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401  as they are given
        for address, script in kind.make(*arguments):
            made.append(address)
            yield address, script

    monkeypatch.setitem(SCRIPTS, "symbol scripts", kind._replace(make=make))
    write(root, {"a.py": functions("apple", "banana", "cherimoya")})
    [gone] = (tmp_path / "out").rglob("_symbols/s-a.js")
    gone.unlink()
    build(root / "docs", tmp_path / "out")
    assert {address[len("_symbols/s-") :][:1] for address in made} == {".", "a", "c"}
    assert gone.exists()
