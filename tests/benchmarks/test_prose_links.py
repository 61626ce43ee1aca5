"""The scorer of links in prose: what it lists, chooses and counts, and that the labels it counts by are sound."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest
from builds import write

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from _prose_documents import inline_links, text_mentions
from prose_links import LABELS, key_of, main, read_rows, sample, score

FILES = {
    "src/shop/__init__.py": "class Cart:\n    def total(self): ...\n",
    "README.md": "# Shop\n\nUse `Cart.total` of a `Cart`.\n",
    "docs/index.rst": (
        "Shop\n====\n\nUse ``Cart.total``, twice ``Cart.total``, not ``docs/``.\n\n.. setting:: Cart.size\n\n"
        "``Cart.total`` in a title\n-------------------------\n\nText.\n"
    ),
}


def row(project: str, text: str, verdict: str = "") -> dict[str, str]:
    return {"project": project, "document": "a", "text": text, "target": f"x#{text}", "verdict": verdict}


def test_links_are_listed_with_what_stands_around_them(tmp_path: Path) -> None:
    root = write(tmp_path, FILES)
    target = "src/shop/__init__.py#Cart.total"
    assert [link[:3] for link in inline_links(root / "docs")] == [("index", "Cart.total", target)]
    assert "twice" in next(iter(inline_links(root / "docs"))).context
    assert [(link.document, link.text) for link in text_mentions(root)] == [
        ("README.md", "Cart.total"), ("README.md", "Cart"), ("docs/index.rst", "Cart.total"),
    ]  # fmt: skip


def test_a_sample_has_some_of_each_project_and_is_always_the_same() -> None:
    rows = [row(project, f"name{number}") for project in ("a", "b") for number in range(30)] * 2
    chosen = sample(rows, 5)
    assert Counter(each["project"] for each in chosen) == {"a": 5, "b": 5}
    assert len({key_of(each) for each in chosen}) == 10
    assert sample(list(rows), 5) == chosen


def test_labels_count_for_links_that_are_made_and_for_those_that_are_lost() -> None:
    labels = [row("a", "x", "right"), row("a", "y", "wrong"), row("a", "z", "wrong"), row("other", "x", "wrong")]
    assert score([row("a", "x"), row("a", "y")], labels) == {"a": {"right": 1, "wrong": 1, "lost wrong": 1}}


@pytest.mark.parametrize(("verdict", "status"), [("right", 0), ("wrong", 1)])
def test_too_many_wrong_links_fail(tmp_path: Path, verdict: str, status: int) -> None:
    links, labels = tmp_path / "links.jsonl", tmp_path / "labels.jsonl"
    links.write_text('{"project": "a", "document": "d", "text": "t", "target": "x"}\n', encoding="utf-8")
    labels.write_text(
        f'{{"project": "a", "document": "d", "text": "t", "target": "x", "verdict": "{verdict}"}}\n', encoding="utf-8"
    )
    assert main(["score", str(links), "--labels", str(labels)]) == status


def test_every_label_says_what_it_is_about_and_why_it_is_wrong() -> None:
    labels = read_rows([LABELS])
    assert len(labels) >= 950
    assert len({key_of(label) for label in labels}) == len(labels)
    assert {label["verdict"] for label in labels} == {"right", "wrong"}
    assert all(label["commit"] and (label["verdict"] == "right" or label["reason"]) for label in labels)
