"""Turns blocks into docutils nodes that every builder can write, with pictures and linked source where it is HTML."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from docutils import nodes
from pygments.lexers import find_lexer_class_by_name, find_lexer_class_for_filename
from pygments.util import ClassNotFound

from sphinx_kwdocs.model.blocks import (
    Bar,
    Bullets,
    Entries,
    Excerpt,
    FactList,
    Graph,
    IndexList,
    Link,
    Outline,
    Paragraph,
    Snippet,
    SourceBlock,
    Table,
    Tree,
    UseList,
)
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.render.bar import render_bar
from sphinx_kwdocs.render.characters import show_controls
from sphinx_kwdocs.render.excerpt import excerpt_caption, excerpt_target, render_excerpt
from sphinx_kwdocs.render.graph import graph_list, left_out, render_graph
from sphinx_kwdocs.render.source import colours_in_time
from sphinx_kwdocs.sphinx_ext.nodes.inline_nodes import (
    DEEPEST_IN_LATEX,
    bullets,
    code_node,
    content_nodes,
    link_node,
    nested_bullets,
    paragraph,
)
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sphinx_kwdocs.model.blocks import Block, Content, Entry, IndexRow, OutlineItem, UseLine
    from sphinx_kwdocs.model.index import Index

WIDEST = 50
"""Characters of the widest column of a table, for builders of plain text."""
LONGEST_CODE = 200
"""Characters of a line of source that are shown in a list of uses."""
HTML = "html"
EMBED_CLASS = "kw-embed"
"""Marks what was put into a place of a document at which an author asked for it."""


def _no_page(target: Target) -> str:
    del target
    return ""


def _no_source(path: str) -> str:
    del path
    return ""


def _no_lines(path: str) -> Sequence[str]:
    del path
    return ()


@dataclass(frozen=True, slots=True)
class BlockWriter:
    """Writes blocks for one document and one builder."""

    index: Index
    """For the languages of files."""
    format: str = ""
    """What the builder writes, as Sphinx names it: `html`, `latex`; empty while a document is read for any builder."""
    href: Callable[[Target], str] = _no_page
    """Gives the URL of a target, seen from the document; an empty string where there is no such page."""
    source: Callable[[str], str] = _no_source
    """Renders the text of a file as HTML, as on its page but with links as seen from the document."""
    lines: Callable[[str], Sequence[str]] = _no_lines
    """Gives the lines of a file as they were when it was indexed; none if that cannot be told any more."""
    draws: bool = True
    """Whether pictures can stand in what the builder writes, if that is HTML."""
    prefix: str = "kw-graph"
    """Begins the ids of pictures; builders that join documents need another one for each."""
    numbers: Iterator[int] = field(default_factory=lambda: count(1), compare=False)
    """Ends them."""

    def blocks(self, blocks: Iterable[Block]) -> list[nodes.Node]:
        """Return the nodes of some blocks; links among them are `target_link` nodes, still to be resolved."""
        return [node for block in blocks for node in self.block(block)]

    def block(self, block: Block) -> list[nodes.Node]:  # noqa: C901, PLR0911, PLR0912  a case for each type of block
        """Return the nodes of a block; none if it has nothing to say."""
        match block:
            case Paragraph(content):
                return [paragraph(*content_nodes(content))]
            case FactList(rows):
                return [nodes.field_list("", *(_fact(label, content) for label, content in rows))] if rows else []
            case Bullets(items):
                return bullets(map(content_nodes, items))
            case Tree(tree_items):
                return self._nested((item.depth, list(content_nodes(item.content))) for item in tree_items)
            case Table():
                return [_table(block)]
            case Snippet(language, text):
                return [_literal(text, self._lexer(language))]
            case SourceBlock(path):
                source = self.index.files.get(path)
                return self._excerpt(Excerpt(path, 1, source.lines if source else 0))
            case Outline(outline_items):
                return self._nested((item.depth, list(_outline_item(item))) for item in outline_items)
            case Entries(entries, folded):
                listed = [*entries, *folded]
                return [nodes.definition_list("", *map(_entry, listed))] if listed else []
            case IndexList(index_rows):
                return [nodes.definition_list("", *map(_index_item, index_rows))] if index_rows else []
            case UseList():
                return self._uses(block)
            case Bar():
                # Other writers leave it out, so it may also stand in a document that is read for any of them.
                bar = render_bar(block) if self.format in {"", HTML} else ""
                return [paragraph(nodes.Text(show_controls(block.said))), *_raw(bar)]
            case Graph():
                return self._graph(block)
            case Excerpt():
                return self._excerpt(block)

    def _nested(self, items: Iterable[tuple[int, list[nodes.Node]]]) -> list[nodes.Node]:
        return nested_bullets(items, deepest=DEEPEST_IN_LATEX if self.format == "latex" else None)

    def _lexer(self, language: str, path: str = "") -> str:
        """Return a name that Pygments knows: it is Sphinx that would warn of any other."""
        known = self.index.languages.get(language)
        name = known.pygments or known.name if known else language
        try:
            if name:
                find_lexer_class_by_name(name)
                return name
        except ClassNotFound:
            pass
        lexer = find_lexer_class_for_filename(path.rpartition("/")[2]) if path else None
        return lexer.aliases[0] if lexer and lexer.aliases else "text"

    def _uses(self, block: UseList) -> list[nodes.Node]:
        file = link_node(Link(Target("docs", block.path), shown(block.path), is_code=True))
        remark = [nodes.Text(f" ({show_controls(block.remark)})")] if block.remark else []
        lines = self.lines(block.path)
        items = [list(_use_line(block.path, use, lines)) for use in block.lines]
        if block.more:
            items.append([nodes.Text(show_controls(block.more))])
        return [paragraph(file, *remark), *bullets(items)]

    def _graph(self, graph: Graph) -> list[nodes.Node]:
        if not graph.nodes:
            return []
        if self.format == HTML and self.draws:
            return _raw(render_graph(graph, self.href, f"{self.prefix}-{next(self.numbers)}"))
        more = [paragraph(nodes.Text(left_out(graph)))] if graph.left_out > 0 else []
        title = paragraph(nodes.Text(show_controls(graph.title)))
        return [title, *bullets(map(content_nodes, graph_list(graph))), *more]

    def _excerpt(self, excerpt: Excerpt) -> list[nodes.Node]:
        facts = self.index.facts.get(excerpt.path)
        lexer = self._lexer(facts.language if facts else "", excerpt.path)
        if self.format == HTML:
            return _raw(render_excerpt(excerpt, self.source(excerpt.path), self.href, lexer))
        first = max(1, excerpt.line)
        lines = self.lines(excerpt.path)[first - 1 : max(first - 1, excerpt.end_line)]
        if not lines:
            return []
        last = first + len(lines) - 1
        link = Link(excerpt_target(excerpt.path, first, last), excerpt_caption(excerpt.path, first, last))
        literal = _literal("\n".join(lines), lexer)
        literal["linenos"], literal["highlight_args"] = True, {"linenostart": first}
        if not self.format:
            # HTML would want to number a caption, for which it has to be known when the document is read.
            return [paragraph(link_node(link)), literal]
        caption = nodes.caption("", "", link_node(link))
        return [nodes.container("", caption, literal, literal_block=True, classes=["literal-block-wrapper"])]


def _raw(html: str) -> list[nodes.Node]:
    return [nodes.raw("", html, format=HTML)] if html else []


def _literal(text: str, lexer: str) -> nodes.literal_block:
    text = show_controls(text)
    # Builders have Pygments colour it for as long as that takes.
    lexer = lexer if colours_in_time(text, lexer) else "text"
    # A few lines may begin inside a string: that is no reason to warn.
    return nodes.literal_block(text, text, language=lexer, force=True)


def _fact(label: str, content: Content) -> nodes.field:
    body = nodes.field_body("", paragraph(*content_nodes(content)))
    return nodes.field("", nodes.field_name("", show_controls(label)), body)


def _outline_item(item: OutlineItem) -> Iterator[nodes.Node]:
    yield nodes.Text(f"{item.kind} ")
    yield link_node(item.link)
    yield from _signature(item.signature)
    if item.summary:
        yield nodes.Text(f" {show_controls(item.summary)}")
    if item.uses:
        yield nodes.Text(" (")
        yield link_node(item.uses)
        yield nodes.Text(")")


def _signature(text: str) -> Iterator[nodes.Node]:
    if text:
        # Plain text puts code in quotes, which would stand side by side.
        yield nodes.Text(" ")
        yield code_node(text)


def _entry(entry: Entry) -> nodes.definition_list_item:
    term = nodes.term("", "", link_node(entry.link), *_signature(entry.signature))
    summary = [paragraph(nodes.Text(show_controls(entry.summary)))] if entry.summary else []
    remarks = [paragraph(*content_nodes(entry.remarks))] if entry.remarks else []
    return nodes.definition_list_item("", term, nodes.definition("", *summary, *remarks))


def _use_line(path: str, use: UseLine, lines: Sequence[str]) -> Iterator[nodes.Node]:
    yield link_node(Link(Target("docs", path, f"L{use.line}"), str(use.line)))
    code = lines[use.line - 1].strip() if 0 < use.line <= len(lines) else ""
    if code:
        yield nodes.Text(": ")
        yield code_node(code if len(code) <= LONGEST_CODE else code[: LONGEST_CODE - 1] + "…")
    if use.words:
        yield nodes.Text(f" {show_controls(use.words)}")
    if use.holder:
        before, _name, behind = _("in {name}").partition("{name}")
        yield nodes.Text(f" {before}")
        yield link_node(Link(Target("docs", path, f"L{use.holder_line}"), use.holder, is_code=True))
        yield nodes.Text(behind)


def _index_item(row: IndexRow) -> nodes.definition_list_item:
    places = paragraph()
    for position, place in enumerate(row.places):
        places += nodes.Text(f"{'; ' if position else ''}{place.kind} ")
        places += link_node(place.link)
    name = code_node(row.name) if row.is_code else nodes.Text(show_controls(row.name))
    return nodes.definition_list_item("", nodes.term("", "", name), nodes.definition("", places))


def _table(table: Table) -> nodes.container:
    columns = zip(table.head, *((_length(cell) for cell in row) for row in table.rows), strict=True)
    group = nodes.tgroup("", cols=len(table.head))
    for title, *lengths in columns:
        # Plain text has no other way to know how wide a column is.
        group += nodes.colspec(colwidth=min(WIDEST, max([len(str(title)), *map(int, lengths)])))
    group += nodes.thead("", _row([(cell,) for cell in table.head]))
    group += nodes.tbody("", *(_row(row) for row in table.rows))
    inner = nodes.table("", group, classes=["colwidths-auto"], align="left")
    return nodes.container("", inner, classes=list(table.classes))


def _length(content: Content) -> int:
    # Plain text puts code in quotes.
    return sum(len(item) if isinstance(item, str) else len(item.text) + 2 for item in content)


def _row(cells: Iterable[Content]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", paragraph(*content_nodes(cell))) for cell in cells))
