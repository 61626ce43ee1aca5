"""A theme's table of contents is learned from three lists, and then written for any page of ours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from builds import all_pages, publication_of
from hypothesis import given
from hypothesis import strategies as st

from sphinx_kwdocs.publish import render_page
from sphinx_kwdocs.sphinx_ext.shell.contents import PROBES, learn, place, probe, read_contents, shows_contents
from sphinx_kwdocs.sphinx_ext.shell.placeholders import UnusableError, cut, harmless

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx_kwdocs.pages import Site

TAG = re.compile(r"<(/?)(ul|li|a)([^>]*)>(\n?)")


def write_list(levels: Sequence[int]) -> str:
    """Write a table of contents with plain names."""
    marked = iter(cut(probe(levels)).parts)
    return "".join(part if place_ % 2 == 0 else f"name{place_}" for place_, part in enumerate(marked))


def bootstrap(toc: str) -> str:
    """Rewrite a list as a theme might: without the title, with a class for levels and for parts."""
    depth = 0

    def rewrite(found: re.Match[str]) -> str:
        nonlocal depth
        end, tag, rest, line = found.groups()
        if tag == "ul":
            depth += -1 if end else 1
        has_parts = "</a><ul>" in toc[found.start() : toc.find("</a>", found.start()) + 8]
        added = "" if end or tag == "a" else f' class="h{depth}{" parts" * (tag == "li" and has_parts)}"'
        return f"<{end}{tag}{rest}{added}>{line}"

    inner = toc.partition("</a>")[2]
    return f"<nav>{TAG.sub(rewrite, inner.rpartition('</li>')[0])}</nav>"


def page_of(theme: Callable[[str], str], toc: str, depth: int = 1) -> str:
    return f"<head>{'../' * depth}</head>kwdocsmarkbodykwdocsmark{theme(toc)}<footer>{depth}</footer>"


def settle(steps: list[int]) -> list[int]:
    """Make levels of steps: no entry stands more than one level below the one before it."""
    levels = [0]
    for step in steps:
        levels.append(min(step, levels[-1] + 1))
    return levels


@pytest.mark.parametrize("theme", [bootstrap, str.strip])
@given(levels=st.lists(st.integers(1, 3), min_size=1, max_size=30).map(settle))
def test_any_list_is_written_as_the_theme_would(theme: Callable[[str], str], levels: list[int]) -> None:
    learned = learn([cut(page_of(theme, probe(each))).parts for each in PROBES])
    # Learned on one page, used on a page of another depth.
    parts = place(cut(page_of(theme, probe(PROBES[0]), depth=3)).parts, learned)
    toc = write_list(levels)
    entries = read_contents(toc)
    assert entries is not None
    values = {"body": "text"} | {f"contents{number}": one.write(entries) for number, one in enumerate(learned)}
    written = "".join(values[part] if number % 2 else part for number, part in enumerate(parts))
    assert written == page_of(theme, toc, depth=3).replace("kwdocsmarkbodykwdocsmark", "text")


def test_a_theme_that_counts_entries_is_not_learned() -> None:
    def counting(toc: str) -> str:
        return re.sub("<li>", lambda found: f'<li id="{found.start()}">', toc)

    with pytest.raises(UnusableError, match="not always written in the same way"):
        learn([cut(page_of(counting, probe(levels))).parts for levels in PROBES])


def test_a_theme_that_leaves_entries_out_is_not_learned() -> None:
    def shortened(toc: str) -> str:
        return toc.replace("kwdocsmarktocanchor3kwdocsmark", "").replace("kwdocstexttoctext3kwdocstext", "")

    with pytest.raises(UnusableError):
        learn([cut(page_of(shortened, probe(levels))).parts for levels in PROBES])


def test_the_lists_of_real_pages_are_read(sample_site: Site) -> None:
    publication = publication_of(sample_site)
    known = learn([cut(page_of(str.strip, probe(levels))).parts for levels in PROBES])[0]
    kinds = set()
    for key in all_pages(sample_site):
        toc = render_page(publication, key).toc
        entries = read_contents(toc)
        assert entries is not None, key
        kinds.update(entries.kinds)
        if len(entries.kinds) > 1:
            assert known.write(entries) in toc
    assert max(kinds) == 4


@pytest.mark.parametrize("toc", ["", "<p>none</p>", "<ul>\n</ul>\n", "<ul>\n<li>x</li>\n</ul>\n"])
def test_a_list_of_another_shape_is_not_read(toc: str) -> None:
    assert read_contents(toc) is None


def test_special_characters_are_allowed_where_they_come_out_as_they_are() -> None:
    assert harmless(frozenset({"&amp;"})).fullmatch("a &amp; b")
    assert not harmless(frozenset({"&amp;"})).fullmatch("a &lt; b")
    assert not harmless(frozenset()).fullmatch("a &amp; b")
    assert not harmless(frozenset()).fullmatch("a  b")
    assert not harmless(frozenset()).fullmatch(" a")
    assert harmless(frozenset({"  "})).fullmatch("a  b")
    assert not shows_contents(["a", "title", "b"])
