"""Renders a Page as the body of an HTML page, and its table of contents; every value is escaped here."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar

from sphinx_kwdocs.model.blocks import (
    Bar,
    Bullets,
    Code,
    Entries,
    Excerpt,
    FactList,
    Graph,
    IndexList,
    LineNumbers,
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
from sphinx_kwdocs.pages import PAGE_FORMS
from sphinx_kwdocs.render._folded import ListItem, fold, nested_lists
from sphinx_kwdocs.render._use_lines import use_line
from sphinx_kwdocs.render.bar import render_bar
from sphinx_kwdocs.render.characters import attribute_to_html, new_text_to_html, text_to_html
from sphinx_kwdocs.render.excerpt import render_excerpt
from sphinx_kwdocs.render.graph import render_graph
from sphinx_kwdocs.render.source import render_snippet
from sphinx_kwdocs.render.symbol_finder import symbol_finder
from sphinx_kwdocs.render.urls import quote_anchor
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sphinx_kwdocs.model.blocks import Block, Content, Entry, IndexRow
    from sphinx_kwdocs.model.page import Page, PageForm, PageKindName, Section
    from sphinx_kwdocs.model.plugin_records import Language
    from sphinx_kwdocs.render.urls import PageUrls


@dataclass(frozen=True, slots=True)
class HtmlRenderer:
    """Renders the parts of one page."""

    urls: PageUrls
    """Where targets stand, seen from the page."""
    languages: Mapping[str, Language]
    """For highlighting snippets."""
    source: Callable[[str], str]
    """Renders the text of a file, for use inside `<pre>`."""
    lines: Callable[[str], Sequence[str]]
    """Gives the lines of a file as they were when it was indexed; none if that cannot be told any more."""
    forms: Mapping[PageKindName, PageForm] = field(default_factory=lambda: PAGE_FORMS)
    """What each kind of page is about."""
    graphs: Iterator[int] = field(default_factory=lambda: count(1), compare=False)
    """Numbers the pictures of the page, whose ids have to differ."""

    def body(self, page: Page) -> str:
        """Render what stands in the theme's content area."""
        about = f": <code>{text_to_html(page.about)}</code>" if page.about else ""
        out = [
            '<div class="kwdocs">\n',
            self._crumbs(page),
            f"<h1>{text_to_html(page.heading)}{about}</h1>\n",
            self._tabs(page),
            self._contents(page),
        ]
        out += map(self._block, page.lead)
        for section in page.sections:
            self._section(section, 2, out)
        out.append("</div>\n")
        return "".join(out)

    def toc(self, page: Page) -> str:
        """Render the table of contents in the shape that themes expect: one entry for the page, its sections within."""
        inner = self._toc_entries(page.sections)
        return f'<ul>\n<li><a class="reference internal" href="#">{text_to_html(page.title)}</a>{inner}</li>\n</ul>\n'

    def link(self, link: Link, to_html: Callable[[str], str] = text_to_html) -> str:
        """Render one link."""
        if link.is_code:
            return f'<a href="{self.urls.href(link.target)}"><code>{to_html(link.text)}</code></a>'
        return f'<a href="{self.urls.href(link.target)}">{to_html(link.text)}</a>'

    def _toc_entries(self, sections: tuple[Section, ...]) -> str:
        if not sections:
            return ""
        entries = [
            f'<li><a class="reference internal" href="#{quote_anchor(section.anchor)}">'
            f"{text_to_html(section.title)}</a>{self._toc_entries(section.sections)}</li>\n"
            for section in sections
        ]
        return f"<ul>\n{''.join(entries)}</ul>\n"

    def _crumbs(self, page: Page) -> str:
        if not page.parents:
            return ""
        steps = "".join(f"<li>{self.link(link)}</li>" for link in page.parents)
        last = text_to_html(page.about.rstrip("/").rpartition("/")[2] or page.heading)
        steps += f'<li aria-current="page">{last}</li>'
        label = attribute_to_html(_("Breadcrumbs"))
        return f'<nav class="kw-crumbs" aria-label="{label}"><ol>{steps}</ol></nav>\n'

    def _tabs(self, page: Page) -> str:
        finder = symbol_finder(self.urls.symbols())
        if not page.tabs:
            return finder
        first_part = page.key._replace(part=0)
        links = "".join(
            f'<li><a href="{self.urls(tab.target)}"{_CURRENT * (tab.target == first_part)}>'
            f"{text_to_html(tab.text)}</a></li>"
            for tab in page.tabs
        )
        tree = self.urls.script(Target("index", page.folder))
        label, files = attribute_to_html(_("Pages")), text_to_html(_("Files"))
        return (
            f'<nav class="kw-tabs" aria-label="{label}"><ul>{links}</ul>'
            f'<details class="kw-tree" data-kw-folder="{tree}"><summary>{files}</summary></details>{finder}</nav>\n'
        )

    def _contents(self, page: Page) -> str:
        # One section needs no list, and an index has its letters instead.
        if len(page.sections) < 2 or self.forms[page.key.kind].has_letters:  # noqa: PLR2004
            return ""
        links = "".join(
            f'<li><a href="#{quote_anchor(section.anchor)}">{text_to_html(section.title)}</a></li>'
            for section in page.sections
        )
        label = attribute_to_html(_("On this page"))
        return f'<nav class="kw-contents" aria-label="{label}"><ul>{links}</ul></nav>\n'

    def _section(self, section: Section, level: int, out: list[str]) -> None:
        anchor, hint = section.anchor, attribute_to_html(_("Link to this heading"))
        out.append(
            f'<section id="{attribute_to_html(anchor)}">\n<h{level}>{text_to_html(section.title)}'
            f'<a class="headerlink" href="#{quote_anchor(anchor)}" title="{hint}">¶</a>'
            f"</h{level}>\n"
        )
        out += map(self._block, section.blocks)
        for inner in section.sections:
            self._section(inner, level + 1, out)
        out.append("</section>\n")

    def _block(self, block: Block) -> str:
        write = self._blocks.get(type(block))
        if write is None:
            # A plug-in may have made a kind of its own from one of ours.
            write = next((self._blocks[kind] for kind in type(block).__mro__ if kind in self._blocks), None)
        if write is None:
            message = f"{type(block).__name__} is no kind of block"
            raise TypeError(message)
        return write(self, block)

    def _paragraph(self, block: Paragraph) -> str:
        return f"<p>{self._content(block.content)}</p>\n"

    def _facts(self, block: FactList) -> str:
        facts = [f"<dt>{text_to_html(label)}</dt><dd>{self._content(said)}</dd>\n" for label, said in block.rows]
        return f'<dl class="kw-facts simple">\n{"".join(facts)}</dl>\n'

    def _bullets(self, block: Bullets) -> str:
        listed = "".join([f"<li>{self._content(item)}</li>\n" for item in block.items])
        return f'<ul class="simple">\n{listed}</ul>\n'

    def _tree(self, block: Tree) -> str:
        return nested_lists([ListItem(item.depth, self._content(item.content)) for item in block.items], "kw-outline")

    def _source(self, block: SourceBlock) -> str:
        return f'<div class="highlight kw-source"><pre>\n{self.source(block.path)}</pre></div>\n'

    def _entries(self, block: Entries) -> str:
        folded = fold(self._entry_list(block.folded), len(block.folded)) if block.folded else ""
        return f"{self._entry_list(block.entries)}{folded}"

    def _entry_list(self, entries: tuple[Entry, ...]) -> str:
        if not entries:
            return ""
        terse = "" if any(entry.signature or entry.summary for entry in entries) else " kw-terse"
        return f'<dl class="kw-entries{terse} simple">\n{"".join(map(self._entry, entries))}</dl>\n'

    def _index(self, block: IndexList) -> str:
        return f'<dl class="kw-index simple">\n{"".join(map(self._index_row, block.rows))}</dl>\n'

    def _bar(self, block: Bar) -> str:
        return f"<p>{text_to_html(block.said)}</p>\n{render_bar(block)}"

    def _graph(self, block: Graph) -> str:
        return render_graph(block, self.urls, f"kw-graph-{next(self.graphs)}")

    def _excerpt(self, block: Excerpt) -> str:
        return render_excerpt(block, self.source(block.path), self.urls)

    def _content(self, content: Content) -> str:
        out = []
        for item in content:
            if isinstance(item, str):
                out.append(text_to_html(item))
            elif isinstance(item, Link):
                out.append(self.link(item))
            elif isinstance(item, Code):
                out.append(f"<code>{text_to_html(item.text)}</code>")
            elif isinstance(item, LineNumbers):
                page = self.urls.lines(item.path)
                out.append(", ".join([f'<a href="{page}{line}">{line}</a>' for line in item.lines]))
            else:
                url = attribute_to_html(item.url)
                out.append(f'<a class="reference external" href="{url}">{text_to_html(item.text)}</a>')
        return "".join(out)

    def _table(self, table: Table) -> str:
        head = "".join(f'<th scope="col">{text_to_html(cell)}</th>' for cell in table.head)
        rows = "".join([
            f"<tr>{''.join([f'<td>{self._content(cell)}</td>' for cell in row])}</tr>\n" for row in table.rows
        ])  # fmt: skip
        return (
            f'<div class="{" ".join(table.classes)}"><table class="docutils align-left">\n'
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
        )

    def _snippet(self, block: Snippet) -> str:
        known = self.languages.get(block.language)
        code = render_snippet(block.text, known) if known else text_to_html(block.text)
        inner = f'<div class="highlight"><pre>{code}</pre></div>'
        return f'<div class="highlight-{attribute_to_html(block.language)} notranslate">{inner}</div>\n'

    def _outline(self, outline: Outline) -> str:
        items = []
        for item in outline.items:
            signature = _signature(item.signature)
            summary = f" {text_to_html(item.summary)}" if item.summary else ""
            uses = f" <small>{self.link(item.uses)}</small>" if item.uses else ""
            kind = f"<small>{text_to_html(item.kind)}</small>"
            html = f"{kind} {self.link(item.link)}{signature}{summary}{uses}"
            items.append(ListItem(item.depth, html, item.is_folded))
        return nested_lists(items, "kw-outline")

    def _uses(self, block: UseList) -> str:
        start = self.urls.lines(block.path)
        page = start.removesuffix("#L") or "#"
        remark = f" ({text_to_html(block.remark)})" if block.remark else ""
        lines = self.lines(block.path)
        rows = "".join([use_line(item, start, lines, is_whole=block.is_whole) for item in block.lines])
        more = f'<li><span class="kw-more">{text_to_html(block.more)}</span></li>\n' if block.more else ""
        name = f'<a href="{page}"><code>{text_to_html(shown(block.path))}</code></a>'
        return f'<div class="kw-uses"><p>{name}{remark}</p>\n<ul>\n{rows}{more}</ul></div>\n'

    def _entry(self, entry: Entry) -> str:
        anchor, link, signature, summary, remarks = entry
        said = f"<p>{text_to_html(summary)}</p>" if summary else ""
        if remarks:
            said = f"{said}<div>{self._content(remarks)}</div>"
        return f'<dt id="{attribute_to_html(anchor)}">{self.link(link)}{_signature(signature)}</dt><dd>{said}</dd>\n'

    def _index_row(self, row: IndexRow) -> str:
        name, is_continued, places, is_code = row
        html = text_to_html(name)
        if not name.isascii():
            # From right to left or not, it does not change the order of what stands around it.
            html = f"<bdi>{html}</bdi>"
        if is_code:
            html = f"<code>{html}</code>"
        if is_continued:
            html = text_to_html(_("{name} (continued)")).format(name=html)
        listed = [f"<small>{text_to_html(kind)}</small> {self.link(link, new_text_to_html)}" for kind, link in places]
        return f"<dt>{html}</dt><dd>{'; '.join(listed)}</dd>\n"

    _blocks: ClassVar[Mapping[type, Callable[[HtmlRenderer, Any], str]]] = {
        Paragraph: _paragraph,
        FactList: _facts,
        Bullets: _bullets,
        Tree: _tree,
        Table: _table,
        Snippet: _snippet,
        SourceBlock: _source,
        Outline: _outline,
        Entries: _entries,
        IndexList: _index,
        UseList: _uses,
        Bar: _bar,
        Graph: _graph,
        Excerpt: _excerpt,
    }


def _signature(text: str) -> str:
    if not text:
        return ""
    # A value stands apart from its name, while brackets and annotations stand right behind it.
    space = " " if text.startswith("=") else ""
    return f'{space}<code class="kw-sig">{text_to_html(text)}</code>'


_CURRENT = ' aria-current="page"'
