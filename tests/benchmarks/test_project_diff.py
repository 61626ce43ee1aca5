"""The comparison of two builds: what it lets pass would never be seen, so it must only let pass what we mean to add."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from _project_clock import Clock, is_ours
from _project_diff import ASSETS, CODE, INLINE, NAVIGATION, ORDER, SOURCE, USES, compare_page, new_lines
from _project_links import broken_links
from _project_report import weigh
from _project_table import PROJECTS, THEMES, in_all_themes

pytestmark = pytest.mark.once
SIGNATURE = '<dt id="f">f()<a class="headerlink" href="#f">¶</a></dt>'
LIST = '<ul>\n<li><a href="a.html">A</a></li>\n</ul>'


def page(body: str, head: str = "<title>A page</title>") -> bytes:
    return f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>".encode()


def unexplained(before: str, after: str, name: str = "a.html") -> list[str]:
    return [str(hunk) for hunk in compare_page(name, page(before), page(after)).hunks]


@pytest.mark.parametrize(
    ("before", "after", "category"),
    [
        (SIGNATURE, SIGNATURE.replace("</dt>", '<a class="kw-source-link" href="kwdocs/f">[s]</a></dt>'), SOURCE),
        (SIGNATURE, SIGNATURE.replace("</dt>", '<a class="x kw-uses-link" href="kwdocs/f.html">[u]</a></dt>'), USES),
        ("<p>see <code>f</code>.</p>", '<p>see <a class="kw-link" href="kwdocs/f"><code>f</code></a>.</p>', INLINE),
        ("<pre><b>f</b>( )\n</pre>", '<pre><a class="kw-name" href="kwdocs/f"><b>f</b></a>( )\n</pre>', CODE),
        (LIST, LIST.replace("</ul>", '<li><a href="kwdocs/index.html">Index</a></li>\n</ul>'), NAVIGATION),
        (
            "<nav></nav>",
            '<nav><ul><li><a href="kwdocs/">I</a><ul><li><a href="kwdocs/keywords">K</a></li></ul></li></ul></nav>',
            NAVIGATION,
        ),
        ("<p>x</p>", '<p>x</p><div class="toctree-wrapper compound">\n</div>', NAVIGATION),
        ("<div></div>", '<div><a class="right-next" title="next page" href="kwdocs/index.html">Index</a></div>', ORDER),
    ],
)  # fmt: skip
def test_what_we_mean_to_add_is_counted_and_no_difference(before: str, after: str, category: str) -> None:
    difference = compare_page("a.html", page(before), page(after))
    assert (difference.added, difference.hunks) == ({category: 1}, [])


def test_the_frame_around_our_links_in_a_signature_goes_with_them_but_not_that_of_others() -> None:
    ours = '<a class="kw-source-link" href="kwdocs/f">[s]</a> <a class="kw-uses-link" href="kwdocs/f">[u]</a> '
    other = '<span class="viewcode-link"><a href="_modules/f.html">[s]</a></span>'
    assert unexplained("<dt>f</dt>", f'<dt>f<span class="viewcode-link kw-signature-links">{ours}</span></dt>') == []
    assert (
        unexplained(
            f"<dt>f{other}</dt>", f'<dt>f{other}<span class="viewcode-link kw-signature-links">{ours}</span></dt>'
        )
        == []
    )
    assert unexplained("<dt>f</dt>", f"<dt>f{other}{ours}</dt>")


def test_tags_in_the_head_for_our_files_and_the_next_page_are_no_difference() -> None:
    tags = (
        '<link rel="stylesheet" href="../_static/kwdocs.css?v=1"><script src="../_static/kwdocs.js"></script>'
        '<link rel="next" title="Index" href="../kwdocs/index.html">'
    )
    difference = compare_page("b/a.html", page("", "<title>A</title>"), page("", f"<title>A</title>{tags}"))
    assert (difference.added, difference.hunks) == ({ASSETS: 2, ORDER: 1}, [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<p>text</p>", "<p>texts</p>"),
        ("<p>see <code>f</code>.</p>", '<p>see<a class="kw-link" href="kwdocs/f.html"><code>f</code></a>.</p>'),
        ("<pre>a  b</pre>", '<pre><a class="kw-name" href="kwdocs/f.html">a</a> b</pre>'),
        ("<pre><b>a.b</b></pre>", '<pre><b><a class="kw-name" href="kwdocs/a">a</a></b><b>.b</b></pre>'),
        ("<p>x</p>", '<p>x <a href="kwdocs/index.html">Index</a></p>'),
        ("<p>x</p>", '<p class="kw-link">x</p>'),
        (LIST, LIST.replace("</li>", '<a href="kwdocs/index.html">Index</a></li>')),
        ('<p id="a">x</p>', '<p id="id1">x</p>'),
        (LIST, "<ul></ul>"),
        ("<p>x</p>", '<p>x</p><div class="toctree-wrapper compound">more</div>'),
    ],
)
def test_every_other_change_is_a_difference(before: str, after: str) -> None:
    assert unexplained(before, after)


def test_the_hunks_show_both_sides_of_a_change() -> None:
    assert unexplained("<p>one</p><p>same</p><p>two</p>", "<p>1</p><p>same</p><p>2</p>") == [
        "'one' → '1'",
        "'two' → '2'",
    ]


def test_a_link_of_the_projects_own_folder_of_that_name_is_not_ours() -> None:
    entry = '<ul><li><a href="../kwdocs/index.html">Index</a></li></ul>'
    assert compare_page("b/a.html", page(""), page(entry)).hunks == []
    assert compare_page("b/c/a.html", page(""), page(entry)).hunks


def test_only_lines_that_are_new_or_more_frequent_are_new() -> None:
    before = ["WARNING: a", "WARNING: b", "<object at 0x7f00aa>"]
    after = ["WARNING: b", "WARNING: b", "<object at 0x7f00bb>", "WARNING: c", "WARNING: a"]
    assert new_lines(before, after) == ["WARNING: b", "WARNING: c"]
    assert new_lines(after, before) == []


def test_links_to_missing_files_and_anchors_are_broken_and_others_are_not(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "index.html").write_bytes(page('<p id="here"></p><a href="../a.html#L1-L2">range</a>'))
    links = ("sub/", "sub/#here", "sub/index.html#gone", "b.html", "#nowhere", "https://example.org/x", "#", "?q=1")
    (tmp_path / "a.html").write_bytes(page("".join(f'<a href="{link}">x</a>' for link in links)))
    count, broken = broken_links(tmp_path)
    assert broken == ["a.html: #nowhere", "a.html: b.html", "a.html: sub/index.html#gone"]
    assert count == 6


def test_time_is_charged_to_the_innermost_account_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.process_time", lambda: now)
    clock = Clock()
    with clock.charging("index"):
        now = 1.0
        with clock.charging("generated"):
            now = 3.0
        now = 7.0
    for _ in clock.step_by_step(["page"], "generated"):
        now = 15.0
    assert clock.accounts() == {"own": 8.0, "index": 5.0, "generated": 2.0, "pace": 0.0}


def test_times_are_compared_at_the_same_pace_of_the_machine() -> None:
    slow = {"own": 22.0, "documents": 2.0, "index": 4.0, "pace": 0.002}
    costs = weigh([({"own": 10.0, "pace": 0.001}, slow), ({"own": 20.0, "pace": 0.002}, slow)])
    assert (costs.without, costs.own, costs.with_["index"]) == (10.0, 12.0, 2.0)
    assert costs.ratio == pytest.approx(1.2)


def test_what_a_site_has_once_counts_for_own_pages_as_far_as_it_does_without_us() -> None:
    costs = weigh([({"own": 9.0, "site": 1.0, "pace": 1.0}, {"own": 9.0, "site": 4.0, "generated": 2.0, "pace": 1.0})])
    assert (costs.without, costs.own, costs.with_["generated"], costs.ratio) == (10.0, 10.0, 5.0, 1.0)
    assert sum(costs.with_.values()) == 15.0


def test_our_listeners_are_known_by_their_module() -> None:
    from functools import partial

    from sphinx_kwdocs.reading.decode import decode

    assert is_ours(decode)
    assert is_ours(partial(decode, b""))
    assert not is_ours(page)


def test_projects_are_named_once_and_come_in_every_theme() -> None:
    assert len({project.title for project in PROJECTS}) == len(PROJECTS)
    titles = {project.title for each in PROJECTS for project in in_all_themes(each)}
    assert len(titles) == len(PROJECTS) * len(THEMES)
