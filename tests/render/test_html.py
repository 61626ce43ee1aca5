"""The body of a page: what blocks of other packages become, and URLs seen from pages of different folders."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import pytest

from sphinx_kwdocs.model.blocks import Link, Paragraph, UseLine
from sphinx_kwdocs.model.page import Page, Target
from sphinx_kwdocs.render._use_lines import use_line
from sphinx_kwdocs.render.html import HtmlRenderer
from sphinx_kwdocs.render.urls import Urls

HERE, BESIDE, BELOW = Target("docs", "a.py"), Target("docs", "b.py"), Target("docs", "lib/c.py")
ADDRESSES = {HERE: "a.py_docs", BESIDE: "b.py_docs", BELOW: "lib/c.py_docs", Target("index"): "index"}


@dataclass(frozen=True, slots=True)
class Remark(Paragraph):
    """A block that another package made from one of ours."""


def test_a_block_made_from_one_of_ours_is_written_like_it() -> None:
    renderer = HtmlRenderer(Urls(ADDRESSES).seen_from(HERE), {}, lambda _path: "", lambda _path: ())
    page = Page(HERE, "A", "A", "", (Remark(("see ", Link(BESIDE, "b"))),), ())
    assert '<p>see <a href="b.py_docs.html">b</a></p>' in renderer.body(page)


def test_what_is_no_block_is_refused_and_cuts_no_page() -> None:
    renderer = HtmlRenderer(Urls(ADDRESSES).seen_from(HERE), {}, lambda _path: "", lambda _path: ())
    stranger: Any = "text"
    with pytest.raises(TypeError, match="str is no kind of block"):
        renderer.body(Page(HERE, "A", "A", "", (Paragraph(("one",)), stranger, Paragraph(("two",))), ()))


def test_classes_made_from_blocks_are_frozen_ones() -> None:
    remark = Remark(("text",))
    with pytest.raises(FrozenInstanceError):
        remark.content = ()  # type: ignore[misc]
    with pytest.raises(TypeError, match="cannot inherit non-frozen"):
        dataclass(type("Plain", (Paragraph,), {}))


def test_pages_that_are_asked_by_turns_keep_their_own_urls() -> None:
    urls = Urls(ADDRESSES)
    seen = [(urls.seen_from(key), key) for key in (HERE, BELOW, BESIDE)]
    line = [[page(key._replace(anchor="L1")) for key in (HERE, BESIDE, BELOW)] for page, _key in seen]
    assert line == [
        ["#L1", "b.py_docs.html#L1", "lib/c.py_docs.html#L1"],
        ["../a.py_docs.html#L1", "../b.py_docs.html#L1", "#L1"],
        ["a.py_docs.html#L1", "#L1", "lib/c.py_docs.html#L1"],
    ]
    assert [page(key) for page, key in seen] == ["#", "#", "#"]


def test_a_call_that_goes_over_lines_is_shown_to_its_end_where_that_is_near() -> None:
    lines = ["made = pen(", "    1,", "    [2],", ")", "endless = pen(", *["    3,"] * 9, "pen", "    (4)"]
    shown = [
        use_line(UseLine(line, ((start, start + 3),), "call"), "#L", lines, is_whole=is_whole)
        for line, start, is_whole in ((1, 7, True), (1, 7, False), (5, 10, True), (15, 0, True))
    ]
    assert [line.partition("<code>")[2].partition("</code>")[0] for line in shown] == [
        "made = <mark>pen</mark>(1, [2], )",
        "made = <mark>pen</mark>(",
        "endless = <mark>pen</mark>(",
        "<mark>pen</mark>",
    ]
