"""Names become links in code blocks that Sphinx has highlighted, and nothing else of the blocks changes."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sphinx.highlighting import PygmentsBridge
from timing import cpu_seconds_below

from sphinx_kwdocs.render.highlighted_links import NameLink, link_names

SOURCE = """\
from shop.cart import Cart


cart = Cart("<&>") < Cart(['\\u00e9\\U0001f600'], Cart)
@shop.register
def f(x: Cart): return cart.total() & Cart
"""
SESSION = """\
>>> from shop import Cart
>>> Cart() < Cart(
...     Cart
... )
Cart & <Cart>
>>> Cart
"""
WAYS: dict[str, dict[str, Any]] = {
    "plain": {},
    "numbers in a table": {"linenos": "table"},
    "numbers inline": {"linenos": "inline"},
    "special numbers": {"linenos": "inline", "linenospecial": 2},
    "emphasized lines": {"hl_lines": [1, 4]},
    "emphasized lines with numbers": {"hl_lines": [1, 4], "linenos": "inline", "linenostart": 98},
    "anchors": {"linenos": "inline", "lineanchors": "x", "anchorlinenos": True, "linespans": "k"},
    "no classes": {"noclasses": True},
    "one cell": {"linenos": "inline", "wrapcode": True},
}


class Reader(HTMLParser):
    """Reads what a browser would: the text, and the links of ours with theirs; tags must be well nested."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[tuple[str, str, str]] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        given = dict(attrs)
        if tag == "a":
            assert "a" not in self.open
        self.open.append(tag)
        if given.get("class") == "kw-name":
            self.links.append((str(given["href"]), str(given.get("title", "")), ""))

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Add text."""
        self.text += data
        if "a" in self.open and self.links and not self.links[-1][2]:
            self.links[-1] = (*self.links[-1][:2], data)


def highlighted(source: str, language: str = "python", **options: Any) -> str:  # noqa: ANN401  any option of Pygments
    return PygmentsBridge().highlight_block(source, language, **options)


def names_in(source: str, pattern: str) -> list[NameLink]:
    """Return a link for every match, whose target says where it stands."""
    return [
        NameLink(number, match.start(), match.end(), match.group(), f"x.html#{number}-{match.start()}")
        for number, line in enumerate(source.split("\n"), 1)
        for match in re.finditer(pattern, line)
    ]


def without_links(html: str) -> str:
    return re.sub(r'<a class="kw-name"[^>]*>(.*?)</a>', r"\1", html)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("source", "language"), [(SOURCE, "python"), (SESSION, "pycon"), (SESSION, "default")])
def test_every_name_becomes_a_link_and_all_else_stays(way: str, source: str, language: str) -> None:
    before = highlighted(source, language, **WAYS[way])
    names = names_in(source, r"\b(?:Cart|shop|total|register)\b")
    after = link_names(before, names)
    assert [(href, text) for href, _, text in Reader(after).links] == [(name.href, name.text) for name in names]
    assert len(names) > 6
    assert without_links(after) == before


def test_the_order_of_the_names_does_not_matter() -> None:
    html = highlighted(SOURCE)
    names = names_in(SOURCE, "Cart")
    assert link_names(html, names[::-1]) == link_names(html, names)


def test_a_link_says_what_it_is_given_with_every_character_escaped() -> None:
    name = NameLink(1, 0, 1, "x", 'a.html?b=1&c="2"#<d>', 'class "x" <&>\nin it')
    (link,) = Reader(link_names(highlighted("x = 1"), [name])).links
    assert link == ('a.html?b=1&c="2"#<d>', 'class "x" <&> in it', "x")


def test_a_link_without_a_title_has_none() -> None:
    html = link_names(highlighted("x"), [NameLink(1, 0, 1, "x", "a.html")])
    assert '<a class="kw-name" href="a.html">x</a>' in html


def test_from_the_first_name_that_is_not_there_on_nothing_becomes_a_link() -> None:
    source = "a = 1\nb = 2\nc = 3\n"
    names = [NameLink(line, 0, 1, text, f"{text}.html") for line, text in ((1, "a"), (2, "x"), (3, "c"))]
    assert [link[0] for link in Reader(link_names(highlighted(source), names)).links] == ["a.html"]


def test_a_name_that_a_tag_cuts_is_passed_over() -> None:
    names = [NameLink(1, 0, 3, "a.b", "no.html"), NameLink(1, 2, 3, "b", "b.html"), NameLink(1, 3, 9, "", "no.html")]
    assert [link[0] for link in Reader(link_names(highlighted("a.b"), names)).links] == ["b.html"]


def test_names_that_overlap_or_are_empty_or_repeated_do_no_harm() -> None:
    html = "<pre>abc abc</pre>"
    names = [
        NameLink(1, 0, 3, "abc", "first.html"),
        NameLink(1, 0, 3, "abc", "second.html"),
        NameLink(1, 1, 2, "b", "third.html"),
        NameLink(1, 4, 4, "", "fourth.html"),
        NameLink(1, 4, 7, "abc", "fifth.html"),
        NameLink(9, 0, 3, "abc", "sixth.html"),
    ]
    assert [link[0] for link in Reader(link_names(html, names)).links] == ["first.html", "fifth.html"]


def test_no_link_is_made_inside_of_another() -> None:
    html = '<pre><a href="y.html"><span class="n">x</span></a> <span class="n">x</span></pre>'
    names = [NameLink(1, 0, 1, "x", "a.html"), NameLink(1, 2, 3, "x", "b.html")]
    assert [link[0] for link in Reader(link_names(html, names)).links] == ["b.html"]


@pytest.mark.parametrize("html", ["", "<p>x</p>", "<pre>x", "</pre><pre>", "x"])
def test_what_is_no_highlighted_block_stays_as_it_is(html: str) -> None:
    assert link_names(html, [NameLink(1, 0, 1, "x", "a.html")]) == html


def test_blank_lines_at_the_top_count_as_they_do_in_the_source() -> None:
    source = "\n\nx = 1\n\n"
    html = link_names(highlighted(source), [NameLink(3, 0, 1, "x", "x.html")])
    assert [link[2] for link in Reader(html).links] == ["x"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["x", "y.z", "<", "&", "&amp;", "\n", " ", "é", "'", '"', "#", "(", ">>> ", "\t"]), max_size=30
    ),
    st.sampled_from(sorted(WAYS)),
)
def test_text_in_is_text_out(parts: list[str], way: str) -> None:
    source = "".join(parts)
    before = highlighted(source, "python", force=True, **WAYS[way])
    names = names_in(source, r"[xz]")
    after = link_names(before, names)
    read = Reader(after)
    assert read.text == Reader(before).text
    assert without_links(after) == before
    assert len(read.links) == len(names)


def test_a_long_block_takes_time_by_its_length() -> None:
    line = "value = Cart(Cart) < 'x'\n"
    source = line * 4000
    html = "<pre>" + highlighted(line).partition("<span></span>")[2].partition("</pre>")[0] * 4000 + "</pre>"
    names = names_in(source, "Cart")
    with cpu_seconds_below(1):
        assert link_names(html, names).count("kw-name") == 8000
    assert (
        link_names("<pre>" + "&lt;" * 100_000 + "x</pre>", [NameLink(1, 100_000, 100_001, "x", "a")]).count("kw-") == 1
    )
