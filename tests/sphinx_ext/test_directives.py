"""The directives leave places and keywords in a document, and say the same of mistakes in every kind of markup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from builds import site_of, write
from docutils import nodes
from sphinx.testing.util import SphinxTestApp

from sphinx_kwdocs.embeds import EMBEDS
from sphinx_kwdocs.lookup import Lookup
from sphinx_kwdocs.model.blocks import Excerpt
from sphinx_kwdocs.sphinx_ext.authored.directives import KEYWORD_OPTIONS, kw_embed, make_directives
from sphinx_kwdocs.sphinx_ext.authored.embedding import resolve_embed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sphinx_kwdocs.model.blocks import Block
    from sphinx_kwdocs.model.documents import Word

CONF = """
from sphinx.domains import Domain
from sphinx_kwdocs.sphinx_ext.authored.directives import make_directives

project = "Tiny"
extensions = ["myst_parser"]
myst_enable_extensions = ["substitution"]

class Directives(Domain):
    name = "kw"
    label = "The directives, and nothing else"
    directives = dict(make_directives())

def setup(app):
    app.add_domain(Directives)
"""
NAMES = ("keyword", "index", "xref", "source", "tree", "graph", "coverage")


def directive(suffix: str, name: str, argument: str = "", content: str = "", **options: str) -> str:
    """Write a directive in one kind of markup or the other."""
    given = [f":{key}: {value}" for key, value in options.items()]
    if suffix == "rst":
        inside = [*given, "", *content.splitlines()]
        return "\n".join([f".. kw:{name}:: {argument}", *(f"   {line}" for line in inside), "", ""])
    return "\n".join([f"~~~{{kw:{name}}} {argument}", *given, *(["", content] if content else []), "~~~", ""])


class Read:
    """A document that was read with the directives."""

    def __init__(self, root: Path, text: str, suffix: str, **settings: Any) -> None:  # noqa: ANN401  any setting
        heading = "Title\n=====\n\n" if suffix == "rst" else "# Title\n\n"
        write(root, {"conf.py": CONF, f"index.{suffix}": heading + text})
        app = SphinxTestApp("xml", srcdir=root, builddir=root / "_build", confoverrides=settings)
        try:
            app.builder.read()
            # As it was written and loaded again.
            self.document = app.env.get_doctree("index")
            self.warnings = re.sub(r"\x1b\[[\d;]*m", "", app.warning.getvalue())
        finally:
            app.cleanup()

    @property
    def places(self) -> list[kw_embed]:
        """The places that parts of the index go to."""
        return list(self.document.findall(kw_embed))

    @property
    def words(self) -> list[Word]:
        """The keywords that it declares."""
        return [word for node in self.document.findall(nodes.target) for word in node.get("kw_words", ())]


@pytest.fixture(params=["rst", "md"])
def suffix(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_there_is_a_directive_for_every_part_and_one_for_keywords() -> None:
    found: Mapping[str, Any] = make_directives()
    assert tuple(found) == NAMES
    for name, embed in EMBEDS.items():
        assert set(found[name].option_spec) == {option.name for option in embed.options}
    assert set(found["keyword"].option_spec) == {option.name for option in KEYWORD_OPTIONS}


def test_a_directive_leaves_a_place_with_checked_options(tmp_path: Path, suffix: str) -> None:
    text = directive(suffix, "index", "my folder/x", kind="class, function", limit="7")
    read = Read(tmp_path, text + directive(suffix, "tree"), suffix)
    assert read.warnings == ""
    first, second = read.places
    assert (first["directive"], first["argument"]) == ("index", "my folder/x")
    assert first["options"] == {"kind": ("class", "function"), "limit": 7}
    assert (second["directive"], second["argument"], second["options"]) == ("tree", "", {})
    assert str(first.source).endswith(f"index.{suffix}")
    assert first.line in {3, 4}


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("index", {"knd": "class"}, 'kw:index: unknown option: "knd" is unknown; the nearest is "kind"'),
        ("index", {"kind": "clas"}, 'kw:index: option "kind": "clas" is unknown; the nearest is "class"'),
        ("index", {"limit": ""}, 'kw:index: option "limit": "" must be a whole number from 1 to 5000'),
        ("tree", {"xyzzy": "1"}, 'kw:tree: unknown option: "xyzzy" is unknown (allowed: depth, files,'),
        ("source", {}, "kw:source needs an argument: a symbol, or the path of a file"),
        ("keyword", {}, "kw:keyword needs an argument: the keyword, or several separated by semicolons"),
        ("keyword", {"alias": "x"}, 'the nearest is "aliases"'),
    ],
)
def test_a_mistake_is_explained_once_and_nothing_is_shown(
    tmp_path: Path, suffix: str, name: str, options: dict[str, str], said: str
) -> None:
    read = Read(tmp_path, directive(suffix, name, **options), suffix)
    assert said in read.warnings
    assert re.search(rf"index\.{suffix}:[34]: ", read.warnings)
    assert len(re.findall(r"WARNING|ERROR", read.warnings)) == 1
    assert read.places == read.words == []


def test_a_directive_in_a_substitution_is_an_error(tmp_path: Path) -> None:
    read = Read(tmp_path, "Here |x| stands.\n\n.. |x| kw:index:: shop\n", "rst")
    assert "kw:index makes paragraphs of its own" in read.warnings
    assert read.places == []


def test_a_directive_in_a_line_of_markdown_is_an_error(tmp_path: Path) -> None:
    substitutions = {"x": directive("md", "index", "shop"), "k": directive("md", "keyword", "shop")}
    read = Read(tmp_path, "Here {{ x }} stands.\n\n{{ x }}\n", "md", myst_substitutions=substitutions)
    assert read.warnings.count("kw:index makes paragraphs of its own") == 1
    assert len(read.places) == 1


def test_a_keyword_is_declared_with_aliases_a_see_also_and_an_explanation(tmp_path: Path, suffix: str) -> None:
    content = "Where one *pays*. Once.\n\nAnd leaves."
    text = directive(suffix, "keyword", "check-out", content, aliases="paying; the till", see="Cart; price")
    read = Read(tmp_path, text, suffix)
    assert read.warnings == ""
    (word,) = read.words
    assert tuple(word) == (
        "concept",
        "check-out",
        "kw-check-out",
        0,
        ("paying", "the till"),
        ("Cart", "price"),
        "Where one pays.",
    )
    assert [node.astext() for node in read.document.findall(nodes.paragraph)] == [
        "Where one pays. Once.",
        "And leaves.",
    ]
    assert "kw-check-out" in {anchor for node in read.document.findall(nodes.Element) for anchor in node["ids"]}


def test_keywords_are_plain_text_of_any_script_and_length(tmp_path: Path, suffix: str) -> None:
    long = "long " * 100
    written = f"**bold** `x`_ <b>; קנייה; 買い物; {long}; C++; C#; |sub|; $$; check out; Check-Out"
    read = Read(tmp_path, directive(suffix, "keyword", written) + "\nText.\n", suffix)
    assert read.warnings == ""
    texts = [word.text for word in read.words]
    assert texts == [
        "**bold** `x`_ <b>", "קנייה", "買い物", long.strip(), "C++", "C#", "|sub|", "$$", "check out", "Check-Out",
    ]  # fmt: skip
    anchors = [word.anchor for word in read.words]
    assert len(set(anchors)) == len(anchors)
    assert all(re.fullmatch(r"kw-[a-z0-9]+(-[a-z0-9]+)*", anchor) and len(anchor) < 80 for anchor in anchors)
    assert anchors[-2:] == ["kw-check-out", "kw-check-out-2"]
    present = {anchor for node in read.document.findall(nodes.Element) for anchor in node["ids"]}
    assert set(anchors) <= present


def test_the_same_keyword_twice_in_a_document_has_two_places(tmp_path: Path, suffix: str) -> None:
    twice = (
        directive(suffix, "keyword", "cart") + "\nText.\n\n" + directive(suffix, "keyword", "cart; cart") + "\nMore.\n"
    )
    read = Read(tmp_path, twice, suffix)
    assert read.warnings == ""
    assert [word.anchor for word in read.words] == ["kw-cart", "kw-cart-2"]


def test_aliases_of_several_keywords_are_an_error(tmp_path: Path, suffix: str) -> None:
    read = Read(tmp_path, directive(suffix, "keyword", "a; b", aliases="c"), suffix)
    assert "needs a single keyword, but there are 2" in read.warnings


def resolve(root: Path, text: str, **settings: Any) -> tuple[list[tuple[Block, ...]], str]:  # noqa: ANN401  any setting
    """Fill the places of a document; return what they show and what is warned of."""
    site = site_of(write(root / "repo", {"shop.py": '"""Sells."""\n\n\ndef price() -> int:\n    return 3\n'}))
    write(root / "docs", {"conf.py": CONF, "index.rst": f"Title\n=====\n\n{text}"})
    app = SphinxTestApp("xml", srcdir=root / "docs", builddir=root / "_build", confoverrides=settings)
    try:
        app.builder.read()
        found = app.env.get_doctree("index").findall(kw_embed)
        shown = [resolve_embed(node, site, Lookup(site.index), "index") for node in found]
        return shown, re.sub(r"\x1b\[[\d;]*m", "", app.warning.getvalue())
    finally:
        app.cleanup()


def test_a_place_is_filled_or_warned_of_where_it_stands(tmp_path: Path) -> None:
    shown, warnings = resolve(tmp_path, ".. kw:source:: price\n\n.. kw:source:: prise\n")
    assert shown == [(Excerpt("shop.py", 4, 5),), ()]
    assert 'kw:source: the repository has no symbol or file "prise"' in warnings
    assert "index.rst:6: WARNING" in warnings
    assert "[kwdocs.symbol]" in warnings


def test_the_warning_of_a_place_can_be_silenced(tmp_path: Path) -> None:
    shown, warnings = resolve(tmp_path, ".. kw:source:: prise\n", suppress_warnings=["kwdocs.symbol"])
    assert (shown, warnings) == ([()], "")
