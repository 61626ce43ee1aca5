"""The script that ends builds at random moments: what it would not see would never be mended."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from _fault_project import EDITS, edit_at_random, make_fault_project
from _search_index import SearchFacts, read_search_index
from faults import BEFORE, Round, has_faults, run_rounds, tracebacks

pytestmark = pytest.mark.once

INDEX: dict[str, Any] = {
    "docnames": ["index", "kwdocs/a.py_docs"],
    "titles": ["Tiny", "a.py"],
    "filenames": ["index.rst", ""],
    "terms": {"both": [0, 1], "one": 0, "none": []},
    "titleterms": {"tini": 0},
    "alltitles": {"Tiny": [[0, None]]},
    "objnames": {"0": ["kw", "symbol", "symbol"], "1": ["py", "class", "class"]},
    "objects": {"a": [[1, 0, 2, "#x", "x"], [0, 1, 1, "", "B"]]},
    "indexentries": {"word": [[0, "index-0", False]]},
}


def read(**changes: object) -> SearchFacts:
    return read_search_index(f"Search.setIndex({json.dumps(INDEX | changes)})".encode())


def test_facts_of_a_search_are_told_by_whose_they_are() -> None:
    found = read()
    assert {fact[0] for fact in found.ours} == {"title", "terms", "object"}
    assert {fact[1] for fact in found.own} == {"index"}
    assert {fact[2] for fact in found.entries} == {"word"}


def test_the_order_of_a_search_index_is_no_difference() -> None:
    turned = {
        "docnames": INDEX["docnames"][::-1],
        "titles": INDEX["titles"][::-1],
        "filenames": INDEX["filenames"][::-1],
        "terms": {"one": 1, "both": [0, 1]},
        "titleterms": {"tini": [1]},
        "alltitles": {"Tiny": [[1, None]]},
        "objnames": {"1": ["kw", "symbol", "symbol"], "0": ["py", "class", "class"]},
        "objects": {"a": [[1, 0, 1, "", "B"], [0, 1, 2, "#x", "x"]]},
        "indexentries": {"word": [[1, "index-0", False]]},
    }
    assert read(**turned) == read()


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("ours", {"terms": {"one": 0, "both": 0}}),
        ("ours", {"objects": {"a": [[0, 1, 1, "", "B"]]}}),
        ("own", {"terms": {"both": [0, 1]}}),
        ("own", {"alltitles": {}}),
        ("entries", {"indexentries": {}}),
    ],
)
def test_what_a_search_index_lacks_is_seen(part: str, change: dict[str, object]) -> None:
    differing = {name for name in ("ours", "own", "entries") if getattr(read(**change), name) != getattr(read(), name)}
    assert differing == {part}


def test_tracebacks_are_told_by_where_they_come_from() -> None:
    head = "Traceback (most recent call last):\n"
    start = f'{head}  File "<frozen runpy>", line 198, in _run_module_as_main\n    import sphinx\nKeyboardInterrupt\n'
    ours = f'Process ForkProcess-1:\n{head}  File "/x/concurrent/futures/process.py", line 1, in f\nKeyboardInterrupt\n'
    assert tracebacks(f"\nInterrupted!\n{start}{ours}") == [
        f"traceback, {BEFORE}: KeyboardInterrupt",
        "traceback, ours: KeyboardInterrupt",
    ]
    assert tracebacks("\nInterrupted!\n") == []


def test_every_fault_of_ours_counts() -> None:
    assert not has_faults(Round("1.0", []))
    for fault in ({"orphans": 1}, {"tracebacks": ["traceback, ours: E"]}, {"pages": ["a"]}, {"warnings": ["w"]}):
        assert has_faults(Round("1.0", [], **fault))  # type: ignore[arg-type]
    # Whoever interrupts Python while it imports Sphinx gets a traceback from Python.
    assert not has_faults(Round("1.0", [], tracebacks=[f"traceback, {BEFORE}: KeyboardInterrupt"]))


def test_every_kind_of_edit_can_be_made_again_and_again(tmp_path: Path) -> None:
    chance = random.Random(1)  # noqa: S311  the same every time
    project = make_fault_project(tmp_path / "project", chance)
    assert {edit_at_random(project, chance) for _again in range(200)} == set(EDITS)


@pytest.mark.skipif(not Path("/proc/self/stat").is_file(), reason="who lives on is read from /proc")
def test_a_few_rounds_leave_nothing(tmp_path: Path) -> None:
    chance = random.Random(5)  # noqa: S311  the same every time
    for done in run_rounds(make_fault_project(tmp_path / "project", chance), 2, 5):
        assert not has_faults(done), done
