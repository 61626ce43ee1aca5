"""Pictures: every box and arrow is there, nothing overlaps, and what is drawn can be read by everyone."""

from __future__ import annotations

import random
import re
from itertools import combinations, pairwise

import html5lib  # type: ignore[import-untyped]
import lxml.etree  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from timing import cpu_seconds_below

from sphinx_kwdocs.model.blocks import Bar, BarPart, Graph, GraphNode, Link
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.render._graph_labels import LONGEST_LABEL, cells, shorten
from sphinx_kwdocs.render._graph_layers import arrange
from sphinx_kwdocs.render._graph_layout import BOX_HEIGHT, lay_out
from sphinx_kwdocs.render.bar import render_bar
from sphinx_kwdocs.render.graph import graph_list, render_graph

SVG = "{http://www.w3.org/2000/svg}"
ODD_NAMES = (
    "<script>alert(1)</script>",
    'a"b&c',
    "日本語のモジュール",
    "مرحبا/ملف.py",
    "👩‍👩‍👧‍👦",
    "x\u202ey",
    "nul\0",
    "\ud800",
    "two\nlines",
    "",
    "a/very/long/path/that/never/ends/for/anyone/module_name.py",
)
EDGES = st.integers(1, 12).flatmap(
    lambda size: st.tuples(
        st.just(size), st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=30)
    )
)


def graph(names: str | tuple[str, ...], *edges: tuple[int, int], main: int = -1, left_out: int = 0) -> Graph:
    nodes = (
        GraphNode(Link(Target("docs", name), name), f"hint of {name}", place == main)
        for place, name in enumerate(names)
    )
    return Graph("What imports what", tuple(nodes), edges, "imports", left_out)


def page(target: Target) -> str:
    return f"{target.path.encode('utf-8', 'replace').hex()}.html"


def no_page(target: Target) -> str:
    del target
    return ""


def parse(html: str) -> lxml.etree._Element:
    # EPUB wants XHTML, so the figure has to be well-formed XML; strict HTML parsing comes on top.
    html5lib.HTMLParser(strict=True).parseFragment(html)
    return lxml.etree.fromstring(html)


def svg_of(html: str) -> lxml.etree._Element:
    (svg,) = parse(html).iter(f"{SVG}svg")
    return svg


def test_each_node_is_a_link_with_a_box_a_label_and_a_hint() -> None:
    svg = svg_of(render_graph(graph("ab", (0, 1)), page, "g"))
    links = svg.findall(f"{SVG}a")
    assert [link.get("href") for link in links] == ["61.html", "62.html"]
    assert [link.findtext(f"{SVG}text") for link in links] == ["a", "b"]
    assert [link.findtext(f"{SVG}title") for link in links] == ["a\nhint of a", "b\nhint of b"]
    assert len(svg.findall(f"{SVG}a/{SVG}rect")) == 2


def test_without_pages_there_are_boxes_but_no_links() -> None:
    html = render_graph(graph("ab", (0, 1)), no_page, "g")
    assert "<a" not in html
    svg = svg_of(html)
    assert [text.text for text in svg.iter(f"{SVG}text")] == ["a", "b"]
    assert svg.get("role") == "img"


def test_a_picture_with_links_is_a_group_since_an_image_would_hide_them() -> None:
    svg = svg_of(render_graph(graph("ab", (0, 1)), page, "g"))
    assert svg.get("role") == "group"


def test_a_picture_is_named_and_described_by_its_own_words() -> None:
    html = render_graph(graph("ab", (0, 1)), page, "g7")
    svg = svg_of(html)
    ids = {element.get("id"): element.text for element in svg.iter() if element.get("id")}
    assert ids[svg.get("aria-labelledby")] == "What imports what"
    assert ids[svg.get("aria-describedby")] == "2 boxes and 1 arrow; below, the same as a list."
    assert parse(html).findtext("figcaption") == "What imports what"


def test_pictures_with_different_prefixes_share_no_id() -> None:
    first, second = (render_graph(graph("ab", (0, 1)), page, prefix) for prefix in ("one", "two"))
    ids = [re.findall(r' id="([^"]+)"', html) for html in (first, second)]
    assert not set(ids[0]) & set(ids[1])
    assert len(ids[0]) == len(set(ids[0])) == 3
    assert set(re.findall(r"url\(#([^)]+)\)", first)) <= set(ids[0])


def test_edges_lead_to_the_right_and_have_their_arrow_there() -> None:
    svg = svg_of(render_graph(graph("abc", (0, 1), (1, 2), (0, 2)), page, "g"))
    boxes = [int(rect.get("x")) for rect in svg.iter(f"{SVG}rect")]
    assert boxes == sorted(boxes)
    lines = svg.findall(f"{SVG}g/{SVG}path")
    assert [bool(line.get("marker-end")) for line in lines] == [True, True, True]
    assert not any(line.get("marker-start") for line in lines)


def test_an_edge_that_closes_a_cycle_has_its_arrow_at_the_left() -> None:
    svg = svg_of(render_graph(graph("abc", (0, 1), (1, 2), (2, 0)), page, "g"))
    lines = svg.findall(f"{SVG}g/{SVG}path")
    assert [(bool(line.get("marker-start")), bool(line.get("marker-end"))) for line in lines] == [
        (False, True),
        (False, True),
        (True, False),
    ]


def test_two_nodes_that_import_each_other_have_one_line_with_two_arrows() -> None:
    svg = svg_of(render_graph(graph("ab", (0, 1), (1, 0)), page, "g"))
    (line,) = svg.findall(f"{SVG}g/{SVG}path")
    assert line.get("marker-start")
    assert line.get("marker-end")


def test_a_node_that_leads_to_itself_has_a_loop() -> None:
    svg = svg_of(render_graph(graph("a", (0, 0)), page, "g"))
    assert len(svg.findall(f"{SVG}g/{SVG}path")) == 1


def test_without_nodes_nothing_is_shown() -> None:
    assert render_graph(Graph("Nothing", (), (), "imports"), page, "g") == ""


def test_edges_to_nodes_that_are_not_there_are_left_out() -> None:
    drawn = graph("ab", (0, 1), (0, 2), (-1, 0), (0, 1))
    svg = svg_of(render_graph(drawn, page, "g"))
    assert len(svg.findall(f"{SVG}g/{SVG}path")) == 1
    assert len(graph_list(drawn)) == 1


@pytest.mark.parametrize("name", ODD_NAMES)
def test_any_name_can_be_drawn(name: str) -> None:
    html = render_graph(graph((name, "b"), (0, 1), main=0), page, "g")
    svg = svg_of(html)
    assert "<script" not in html
    assert len(list(svg.iter(f"{SVG}text"))) == 2
    # In an SVG there is no element that would keep them from reordering what follows.
    assert not any("\u202e" in text for text in svg.itertext())


def test_a_long_name_is_cut_in_the_middle_and_given_in_full_when_pointed_at() -> None:
    name = ODD_NAMES[-1]
    svg = svg_of(render_graph(graph((name,)), page, "g"))
    assert svg.findtext(f"{SVG}a/{SVG}text") == "a/very/long/…anyone/module_name.py"
    assert str(svg.findtext(f"{SVG}a/{SVG}title")).startswith(name)


@given(st.text(max_size=80))
def test_a_shortened_label_fits_and_keeps_both_ends(text: str) -> None:
    short = shorten(text)
    assert cells(short) <= LONGEST_LABEL
    if short != text:
        head, _, tail = short.partition("…")
        assert text.startswith(head)
        assert text.endswith(tail) or "…" in text


def test_an_emoji_of_several_is_not_cut_apart() -> None:
    family = "👩‍👩‍👧‍👦"
    assert set(shorten(family * 20).replace(family, "")) == {"…"}


def test_a_chinese_letter_takes_the_room_of_two() -> None:
    assert cells("日本") == cells("abcd") == 4


def test_the_list_says_what_the_arrows_say() -> None:
    drawn = graph("abcd", (0, 1), (0, 2), (2, 2))
    a, b, c, d = (node.link for node in drawn.nodes)
    assert graph_list(drawn) == ((a, " imports ", b, ", ", c), (c, " imports ", c), (d,))
    items = parse(render_graph(drawn, page, "g")).findall("details/ul/li")
    assert ["".join(item.itertext()) for item in items] == ["a imports b, c", "c imports c", "d"]
    assert [link.get("href") for link in items[0].iter("a")] == ["61.html", "62.html", "63.html"]


def test_what_is_left_out_is_said() -> None:
    assert "1 more is not shown." in render_graph(graph("a", left_out=1), page, "g")
    assert "4 more are not shown." in render_graph(graph("a", left_out=4), page, "g")
    assert "not shown" not in render_graph(graph("a"), page, "g")


@settings(max_examples=150, deadline=None)
@given(EDGES)
def test_boxes_never_touch_and_every_edge_is_drawn_from_box_to_box(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    size, edges = drawn
    layout = lay_out([20 + 7 * number for number in range(size)], edges)
    for one, other in combinations(layout.boxes, 2):
        apart = one.x + one.width < other.x or other.x + other.width < one.x
        assert apart or abs(one.y - other.y) > BOX_HEIGHT
    rights = {(box.x + box.width, box.y + BOX_HEIGHT // 2): number for number, box in enumerate(layout.boxes)}
    lefts = {(box.x, box.y + BOX_HEIGHT // 2): number for number, box in enumerate(layout.boxes)}
    found = set()
    for line in layout.lines:
        ends = rights[line.points[0]], lefts[line.points[-1]]
        found |= {ends} if line.has_arrow else set()
        found |= {ends[::-1]} if line.has_arrow_back else set()
        assert all(left[0] <= right[0] for left, right in pairwise(line.points))
    assert found == {edge for edge in edges if edge[0] != edge[1]}
    assert all(box.x >= 0 and box.x + box.width <= layout.width for box in layout.boxes)
    assert all(box.y >= 0 and box.y + BOX_HEIGHT <= layout.height for box in layout.boxes)


def test_a_long_edge_keeps_clear_of_the_boxes_between() -> None:
    layout = lay_out([40] * 4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    (long,) = [line for line in layout.lines if len(line.points) > 2]
    levels = {y for _, y in long.points[1:-1]}
    between = layout.boxes[1:3]
    assert all(not box.y <= level <= box.y + BOX_HEIGHT for box in between for level in levels)


def test_columns_are_sorted_so_that_lines_do_not_cross() -> None:
    layers = arrange(6, [(0, 5), (1, 4), (2, 3)])
    order = {point: place for column in layers.columns for place, point in enumerate(column)}
    assert [order[0] < order[1], order[1] < order[2]] == [order[5] < order[4], order[4] < order[3]]


def test_the_same_graph_gives_the_same_picture() -> None:
    chosen = random.Random(4)  # noqa: S311  only a sample
    edges = tuple((chosen.randrange(20), chosen.randrange(20)) for _ in range(50))
    drawn = graph(tuple(map(str, range(20))), *edges)
    assert render_graph(drawn, page, "g") == render_graph(drawn, page, "g")


@pytest.mark.parametrize("edges", [0, 300, 1000])
def test_a_graph_that_is_far_too_large_is_drawn_at_once(edges: int) -> None:
    chosen = random.Random(edges)  # noqa: S311  only a sample
    ends = tuple((chosen.randrange(300), chosen.randrange(300)) for _ in range(edges))
    drawn = graph(tuple(f"module_{number}.py" for number in range(300)), *ends)
    with cpu_seconds_below(0.5):  # some 45 ms here; the rest is for slower machines
        svg = render_graph(drawn, page, "g")
    assert svg.count("<rect") == 300


@pytest.mark.once
def test_a_chain_of_hundreds_needs_no_recursion() -> None:
    drawn = graph(tuple(map(str, range(3000))), *pairwise(range(3000)))
    assert render_graph(drawn, page, "g").count("<rect") == 3000


def test_the_parts_of_a_bar_are_as_wide_as_their_shares() -> None:
    bar = Bar((BarPart("with", 3, "good"), BarPart("<without>", 1, "poor"), BarPart("none", 0, "fair")), 'All "said".')
    element = parse(render_bar(bar))
    assert element.get("role") == "img"
    assert element.get("aria-label") == 'All "said".'
    assert [(part.get("class"), part.get("style"), part.get("title")) for part in element] == [
        ("kw-good", "width:75%", "with: 3"),
        ("kw-poor", "width:25%", "<without>: 1"),
    ]


def test_a_bar_of_nothing_is_no_bar() -> None:
    assert render_bar(Bar((BarPart("with", 0, "good"),), "There is nothing.")) == ""
    assert render_bar(Bar((), "There is nothing.")) == ""


def test_a_colour_that_is_not_known_never_gets_into_the_class() -> None:
    assert "class" not in render_bar(Bar((BarPart("a", 1, 'x" onclick="'),), "")).replace('class="kw-bar"', "")
