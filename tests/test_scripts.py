"""The data that pages load is made again only if what it is made from has changed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from builds import build, repository, write

from sphinx_kwdocs.sphinx_ext.scripts import SCRIPTS

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
