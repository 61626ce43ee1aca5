"""Blocks as docutils nodes: each says the same in every builder, and HTML has the pictures and links on top."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import builds
import lxml.html  # type: ignore[import-untyped]
import pytest
from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_kwdocs.model.blocks import (
    Bar,
    BarPart,
    Bullets,
    Code,
    Entries,
    Entry,
    Excerpt,
    FactList,
    Graph,
    GraphNode,
    IndexList,
    IndexPlace,
    IndexRow,
    Link,
    Outline,
    OutlineItem,
    Paragraph,
    Snippet,
    SourceBlock,
    Table,
    Tree,
    TreeItem,
    UseLine,
    UseList,
    WebLink,
)
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.pages import uses_target
from sphinx_kwdocs.publish import render_page
from sphinx_kwdocs.render.excerpt import render_excerpt
from sphinx_kwdocs.render.file_source import SourceRenderer
from sphinx_kwdocs.render.source import cut_lines, render_source
from sphinx_kwdocs.render.urls import no_externals
from sphinx_kwdocs.sphinx_ext.nodes.block_nodes import BlockWriter
from sphinx_kwdocs.sphinx_ext.nodes.page_nodes import target_link

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sphinx.testing.util import SphinxTestApp

    from sphinx_kwdocs.model.blocks import Block
    from sphinx_kwdocs.pages import Site

MONEY = "src/shop/money.py"
LINK = Link(Target("docs", MONEY, "L6"), "format_price", is_code=True)
PICTURE = Graph(
    "Who calls whom", (GraphNode(LINK), GraphNode(Link(Target("docs", MONEY, "L3"), "RATE"))), ((0, 1),), "reads", 2
)
BLOCKS: dict[str, tuple[Block, str]] = {
    "paragraph": (Paragraph(("See ", Code("x"), WebLink("https://example.org/", "elsewhere"), LINK)), "elsewhere"),
    "facts": (FactList((("Path", (LINK,)), ("Size", ("3 bytes",)))), "3 bytes"),
    "bullets": (Bullets((("one bullet",), (LINK,))), "one bullet"),
    "tree": (Tree(tuple(TreeItem(depth, (f"level {depth}",)) for depth in range(9))), "level 8"),
    "table": (Table(("Name", "Kind"), (((LINK,), ("a kind",)),)), "a kind"),
    "snippet": (Snippet("python", "import shop.money"), "shop"),
    "source": (SourceBlock(MONEY), "format_price"),
    "outline": (Outline((OutlineItem(0, "function", LINK, "(amount)", "Its summary.", LINK),)), "Its summary"),
    "entries": (Entries((Entry("a", LINK, "= 2", "What it is.", ("line ", LINK)), Entry("b", LINK))), "What it is"),
    "index": (IndexList((IndexRow("RATE", False, (IndexPlace("constant", LINK),)),)), "constant"),
    "uses": (UseList(MONEY, "a remark", (UseLine(8, ((24, 28),), "read", "format_price", 6),), "5 more"), "5 more"),
    "bar": (Bar((BarPart("with", 1, "good"), BarPart("without", 1, "poor")), "Half of it is there."), "Half of it"),
    "graph": (PICTURE, "Who calls whom"),
    "excerpt": (Excerpt(MONEY, 6, 8), "format_price"),
}
BUILDERS = ("html", "dirhtml", "singlehtml", "epub", "latex", "text", "man", "texinfo", "xml", "gettext")


def writer(
    site: Site, output: str, href: Callable[[Target], str] = lambda target: f"page#{target.anchor}"
) -> BlockWriter:
    index = site.index
    text = (index.root / MONEY).read_text(encoding="utf-8")
    source = SourceRenderer(index, href, partial(uses_target, site), no_externals)
    return BlockWriter(index, output, href, lambda path: source.render(path, text), lambda _path: text.split("\n"))


def write(site: Site, block: Block, output: str) -> nodes.container:
    return nodes.container("", *writer(site, output).block(block))


def embed(site: Site, app: SphinxTestApp) -> None:
    """Put all blocks into each document as directives do: when it is resolved for the builder."""

    class Embed(SphinxPostTransform):
        default_priority = 1

        def run(self, **kwargs: object) -> None:
            del kwargs
            made = writer(site, app.builder.format).blocks(block for block, _ in BLOCKS.values())
            next(self.document.findall(nodes.section)).extend(made)
            for node in list(self.document.findall(target_link)):
                node.replace_self(node.children)

    app.add_post_transform(Embed)


@pytest.mark.parametrize("builder", BUILDERS)
def test_every_builder_writes_every_block_without_a_warning(builder: str, sample_site: Site, tmp_path: Path) -> None:
    settings = (
        'project = "Tiny"\nepub_copyright = version = "1"\nnumfig = True\nman_pages = [("index", "a", "b", "c", 1)]\n'
    )
    docs = builds.write(tmp_path / "docs", {"conf.py": settings, "index.rst": builds.INDEX})
    built = builds.build(docs, tmp_path, builder, prepare=partial(embed, sample_site))
    assert built.warnings == ""
    written = {
        "dirhtml": "index.html", "singlehtml": "index.html", "html": "index.html", "epub": "index.xhtml",
        "latex": "tiny.tex", "text": "index.txt", "man": "a.1", "texinfo": "tiny.texi",
        "xml": "index.xml", "gettext": "index.pot",
    }[builder]  # fmt: skip
    text = built.html(written)
    if builder == "gettext":
        # What is made here cannot be translated there.
        assert [said for _, said in BLOCKS.values() if said in text] == []
    else:
        flat = " ".join(text.replace("\\_", "_").replace("\\PYGZus{}", "_").split())
        assert [name for name, (_, said) in BLOCKS.items() if said not in flat] == []


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.parametrize("output", ["", "html", "latex", "text"])
def test_a_block_becomes_nodes_that_docutils_knows(name: str, output: str, sample_site: Site) -> None:
    made = write(sample_site, BLOCKS[name][0], output)
    assert made.children
    assert BLOCKS[name][1] in made.astext()


def test_empty_blocks_say_nothing(sample_site: Site) -> None:
    empty: list[Block] = [FactList(()), Bullets(()), Tree(()), Outline(()), Entries(()), IndexList(())]
    empty += [Graph("Nothing", (), (), "imports"), Excerpt(MONEY, 90, 99), Excerpt(MONEY, 3, 2)]
    for output in ("", "html", "latex"):
        assert writer(sample_site, output).blocks(empty) == []


def test_a_tree_keeps_its_depths(sample_site: Site) -> None:
    items = ((0, "a"), (1, "b"), (1, "c"), (2, "d"), (0, "e"))
    made = write(sample_site, Tree(tuple(TreeItem(depth, (said,)) for depth, said in items)), "text")
    depths = {}
    for item in made.findall(nodes.list_item):
        depths[item.children[0].astext()] = sum(isinstance(up, nodes.list_item) for up in _ancestors(item))
    assert depths == {said: depth for depth, said in items}


def test_a_tree_that_jumps_is_still_a_tree(sample_site: Site) -> None:
    made = write(sample_site, Tree((TreeItem(3, ("a",)), TreeItem(7, ("b",)), TreeItem(0, ("c",)))), "text")
    assert made.astext().split() == ["a", "b", "c"]
    assert len(list(made.findall(nodes.bullet_list))) == 2


def test_latex_gets_no_more_lists_in_lists_than_it_can_set(sample_site: Site) -> None:
    made = write(sample_site, BLOCKS["tree"][0], "latex")
    assert len(list(made.findall(nodes.bullet_list))) == 4
    assert [item.astext() for item in made.findall(nodes.paragraph)][3:6] == [
        "level 3",
        "\u2013 level 4",
        "\u2013 \u2013 level 5",
    ]


def _ancestors(node: nodes.Node) -> list[nodes.Node]:
    return [node.parent, *_ancestors(node.parent)] if node.parent is not None else []


def test_links_are_left_for_the_builder_to_resolve(sample_site: Site) -> None:
    (link,) = write(sample_site, Bullets(((LINK,),)), "latex").findall(target_link)
    assert (link["kind"], link["path"], link["anchor"], link["part"]) == ("docs", MONEY, "L6", 0)
    assert isinstance(link.children[0], nodes.literal)


def test_a_picture_is_drawn_in_html_and_listed_elsewhere(sample_site: Site) -> None:
    (raw,) = write(sample_site, PICTURE, "html").children
    assert isinstance(raw, nodes.raw)
    assert raw["format"] == "html"
    assert 'href="page#L6"' in raw.astext()
    listed = write(sample_site, PICTURE, "latex")
    assert [item.astext() for item in listed.findall(nodes.paragraph)] == [
        "Who calls whom",
        "format_price reads RATE",
        "2 more are not shown.",
    ]


def test_two_pictures_of_a_document_have_different_ids(sample_site: Site) -> None:
    one, other = writer(sample_site, "html").blocks([PICTURE, PICTURE])
    assert 'id="kw-graph-1-title"' in one.astext()
    assert 'id="kw-graph-2-title"' in other.astext()


def test_an_excerpt_is_highlighted_and_linked_as_on_its_page(sample_site: Site) -> None:
    (raw,) = write(sample_site, Excerpt(MONEY, 6, 8), "html").children
    excerpt = lxml.html.fromstring(raw.astext())
    (pre,) = excerpt.xpath("//pre")
    own = lxml.html.fromstring(render_page(builds.publication_of(sample_site), Target("docs", MONEY)).body)
    lines = ["".join(own.get_element_by_id(f"L{line}").itertext()) for line in (6, 7, 8)]
    assert pre.text_content() == "".join(f"{number}{line}" for number, line in enumerate(lines, 6))
    assert pre.xpath('.//a[text()="RATE"]/@href') == ["page#L3"]
    assert pre.xpath('.//a[text()="amount"]/@href') == ["page#L6"]
    assert pre.xpath('.//span[@class="linenos"]/a/@href') == ["page#L6", "page#L7", "page#L8"]
    assert excerpt.xpath("//@id") == []
    assert excerpt.xpath('//*[@class="caption-text"]/a/@href') == ["page#L6-L8"]
    assert excerpt.xpath('string(//*[@class="caption-text"])') == f"{MONEY}, lines 6 to 8"


def test_without_pages_an_excerpt_has_no_links(sample_site: Site) -> None:
    (raw,) = writer(sample_site, "html", lambda _target: "").block(Excerpt(MONEY, 6, 8))
    excerpt = lxml.html.fromstring(raw.astext())
    assert excerpt.xpath("//a") == []
    assert "RATE" in excerpt.text_content()


def test_an_excerpt_is_a_numbered_block_with_a_caption_elsewhere(sample_site: Site) -> None:
    made = write(sample_site, Excerpt(MONEY, 8, 800), "latex")
    (block,) = made.findall(nodes.literal_block)
    assert block.astext().startswith('    return f"{amount * RATE} EUR"')
    assert (block["language"], block["linenos"], block["highlight_args"]) == ("python", True, {"linenostart": 8})
    (caption,) = made.findall(nodes.caption)
    assert caption.astext().startswith(f"{MONEY}, line")


def test_a_language_that_pygments_does_not_know_is_plain_text(sample_site: Site) -> None:
    (block,) = writer(sample_site, "latex").block(Snippet("no-such-language", "x"))
    assert isinstance(block, nodes.literal_block)
    assert block["language"] == "text"


def test_lines_are_cut_out_of_a_rendered_file_as_they_are(sample_site: Site) -> None:
    text = 'a = """one\ntwo <span id="L3">\nthree"""\nb\n'
    whole = render_source(text, sample_site.index.languages["python"])
    shown = [lxml.html.fromstring(f"<pre>{line}</pre>").text_content() for line in cut_lines(whole, 2, 3)]
    assert shown == ['two <span id="L3">\n', 'three"""\n']
    assert 'class="sd"' in cut_lines(whole, 2, 2)[0]
    assert len(cut_lines(whole, -5, 99)) == 4
    assert cut_lines(whole, 5, 9) == cut_lines(whole, 3, 2) == cut_lines("", 1, 2) == []


def test_one_line_is_called_a_line() -> None:
    html = render_excerpt(Excerpt("<b>.py", 1, 1), '<span id="L1">x\n</span>', lambda target: target.anchor)
    assert '<a href="L1">&lt;b&gt;.py, line 1</a>' in html


def test_a_use_shows_its_line_and_where_it_stands(sample_site: Site) -> None:
    made = write(sample_site, BLOCKS["uses"][0], "text")
    assert [item.astext() for item in made.findall(nodes.paragraph)] == [
        f"{MONEY} (a remark)",
        '8: return f"{amount * RATE} EUR" read in format_price',
        "5 more",
    ]


def test_a_bar_is_a_sentence_and_in_html_a_bar(sample_site: Site) -> None:
    bar = BLOCKS["bar"][0]
    assert [type(node) for node in write(sample_site, bar, "html").children] == [nodes.paragraph, nodes.raw]
    assert [type(node) for node in write(sample_site, bar, "latex").children] == [nodes.paragraph]
