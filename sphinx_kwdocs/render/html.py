"""Renders a Page as the body of an HTML page, and its table of contents; every value is escaped here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape as escape_markup
from typing import TYPE_CHECKING

from sphinx_kwdocs.page import (
    Bullets,
    Code,
    Entries,
    FactList,
    IndexList,
    Link,
    Outline,
    Paragraph,
    Snippet,
    SourceBlock,
    Table,
    Target,
)
from sphinx_kwdocs.render._tokens import show_controls
from sphinx_kwdocs.render.source import render_snippet
from sphinx_kwdocs.render.urls import quote_anchor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sphinx_kwdocs.model import Language
    from sphinx_kwdocs.page import Block, Content, Entry, IndexRow, Page, Section
    from sphinx_kwdocs.render.urls import PageUrls


# Most texts are plain ASCII without markup: one look at them is cheaper than a replacement for each special character.
_TO_ESCAPE = re.compile(r"[^ !#$%(-;=?-~]")


def escape(text: str) -> str:
    """Return a text as HTML, for an element or an attribute; characters that HTML forbids become visible ones."""
    return escape_markup(show_controls(text)) if _TO_ESCAPE.search(text) else text


@dataclass(frozen=True, slots=True)
class HtmlRenderer:
    """Renders the parts of one page."""

    urls: PageUrls
    """Where targets stand, seen from the page."""
    languages: Mapping[str, Language]
    """For highlighting snippets."""
    source: Callable[[str, PageUrls], str]
    """Renders the text of a file, for use inside `<pre>`."""

    def body(self, page: Page) -> str:
        """Render what stands in the theme's content area."""
        about = f": <code>{escape(page.about)}</code>" if page.about else ""
        return "".join((
            '<div class="kwdocs">\n',
            self._crumbs(page),
            f"<h1>{escape(page.heading)}{about}</h1>\n",
            self._tabs(page),
            self._contents(page),
            *map(self._block, page.lead),
            *(part for section in page.sections for part in self._section(section, 2)),
            "</div>\n",
        ))  # fmt: skip

    def toc(self, page: Page) -> str:
        """Render the table of contents in the shape that themes expect: one entry for the page, its sections within."""
        inner = "".join(self._toc_entry(section) for section in page.sections)
        inner = f"<ul>\n{inner}</ul>\n" if inner else ""
        return f'<ul>\n<li><a class="reference internal" href="#">{escape(page.title)}</a>{inner}</li>\n</ul>\n'

    def link(self, link: Link) -> str:
        """Render one link."""
        text = f"<code>{escape(link.text)}</code>" if link.is_code else escape(link.text)
        return f'<a href="{self.urls(link.target)}">{text}</a>'

    def _toc_entry(self, section: Section) -> str:
        inner = "".join(self._toc_entry(part) for part in section.sections)
        inner = f"<ul>\n{inner}</ul>\n" if inner else ""
        title = escape(section.title)
        return f'<li><a class="reference internal" href="#{quote_anchor(section.anchor)}">{title}</a>{inner}</li>\n'

    def _crumbs(self, page: Page) -> str:
        if not page.parents:
            return ""
        steps = "".join(f"<li>{self.link(link)}</li>" for link in page.parents)
        last = escape(page.about.rstrip("/").rpartition("/")[2] or page.heading)
        steps += f'<li aria-current="page">{last}</li>'
        return f'<nav class="kw-crumbs" aria-label="Breadcrumbs"><ol>{steps}</ol></nav>\n'

    def _tabs(self, page: Page) -> str:
        if not page.tabs:
            return ""
        links = "".join(
            f'<li><a href="{self.urls(link.target)}"{_CURRENT * (link.target == page.key)}>{escape(link.text)}</a></li>'
            for link in page.tabs
        )
        tree = self.urls.script(Target("index", page.folder))
        return (
            f'<nav class="kw-tabs" aria-label="Pages"><ul>{links}</ul>'
            f'<details class="kw-tree" data-kw-folder="{tree}"><summary>Files</summary></details></nav>\n'
        )

    def _contents(self, page: Page) -> str:
        if len(page.sections) < 2:  # noqa: PLR2004  one section needs no list
            return ""
        links = "".join(
            f'<li><a href="#{quote_anchor(section.anchor)}">{escape(section.title)}</a></li>'
            for section in page.sections
        )
        return f'<nav class="kw-contents" aria-label="On this page"><ul>{links}</ul></nav>\n'

    def _section(self, section: Section, level: int) -> Iterator[str]:
        anchor = escape(section.anchor)
        yield (
            f'<section id="{anchor}">\n<h{level}>{escape(section.title)}'
            f'<a class="headerlink" href="#{quote_anchor(section.anchor)}" title="Link to this heading">¶</a>'
            f"</h{level}>\n"
        )
        yield from map(self._block, section.blocks)
        for inner in section.sections:
            yield from self._section(inner, level + 1)
        yield "</section>\n"

    def _block(self, block: Block) -> str:  # noqa: PLR0911  one return for each type of block
        match block:
            case Paragraph(content):
                return f"<p>{self._content(content)}</p>\n"
            case FactList(rows):
                facts = "".join(
                    f"<dt>{escape(label)}</dt><dd>{self._content(content)}</dd>\n" for label, content in rows
                )
                return f'<dl class="kw-facts docutils">\n{facts}</dl>\n'
            case Bullets(items):
                listed = "".join(f"<li>{self._content(item)}</li>\n" for item in items)
                return f'<ul class="simple">\n{listed}</ul>\n'
            case Table():
                return self._table(block)
            case Snippet(language, text):
                return self._snippet(language, text)
            case SourceBlock(path):
                return f'<div class="highlight kw-source"><pre>\n{self.source(path, self.urls)}</pre></div>\n'
            case Outline():
                return self._outline(block)
            case Entries(entries):
                terse = "" if any(entry.signature or entry.summary for entry in entries) else " kw-terse"
                return f'<dl class="kw-entries{terse} docutils">\n{"".join(map(self._entry, entries))}</dl>\n'
            case IndexList(index_rows):
                return f'<dl class="kw-index docutils">\n{"".join(map(self._index_row, index_rows))}</dl>\n'

    def _content(self, content: Content) -> str:
        out = []
        for item in content:
            if isinstance(item, str):
                out.append(escape(item))
            elif isinstance(item, Link):
                out.append(self.link(item))
            elif isinstance(item, Code):
                out.append(f"<code>{escape(item.text)}</code>")
            else:
                out.append(f'<a class="reference external" href="{escape(item.url)}">{escape(item.text)}</a>')
        return "".join(out)

    def _table(self, table: Table) -> str:
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
        rows = "".join(f"<tr>{''.join(f'<td>{self._content(cell)}</td>' for cell in row)}</tr>\n" for row in table.rows)
        return (
            '<div class="kw-table"><table class="docutils align-left">\n'
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
        )

    def _snippet(self, language: str, text: str) -> str:
        known = self.languages.get(language)
        code = render_snippet(text, known) if known else escape(text)
        inner = f'<div class="highlight"><pre>{code}</pre></div>'
        return f'<div class="highlight-{escape(language)} notranslate">{inner}</div>\n'

    def _outline(self, outline: Outline) -> str:
        out: list[str] = []
        depth = -1
        for item in outline.items:
            if item.depth > depth:
                out.append('<ul class="kw-outline">\n' * (item.depth - depth))
            else:
                out.append("</li>\n" + "</ul></li>\n" * (depth - item.depth))
            depth = item.depth
            signature = f'<code class="kw-sig">{escape(item.signature)}</code>' if item.signature else ""
            summary = f" {escape(item.summary)}" if item.summary else ""
            out.append(f'<li><span class="kw-kind">{item.kind}</span> {self.link(item.link)}{signature}{summary}')
        out.append("</li></ul>\n" * (depth + 1))
        return "".join(out)

    def _entry(self, entry: Entry) -> str:
        signature = f'<code class="kw-sig">{escape(entry.signature)}</code>' if entry.signature else ""
        summary = f"<p>{escape(entry.summary)}</p>" if entry.summary else ""
        remarks = f'<p class="kw-remarks">{self._content(entry.remarks)}</p>' if entry.remarks else ""
        said = f"<dd>{summary}{remarks}</dd>" if summary or remarks else "<dd></dd>"
        return f'<dt id="{escape(entry.anchor)}">{self.link(entry.link)}{signature}</dt>{said}\n'

    def _index_row(self, row: IndexRow) -> str:
        continued = " (continued)" if row.is_continued else ""
        places = "; ".join(f'<span class="kw-kind">{place.kind}</span> {self.link(place.link)}' for place in row.places)
        return f"<dt><code>{escape(row.name)}</code>{continued}</dt><dd>{places}</dd>\n"


_CURRENT = ' aria-current="page"'
