"""Cuts an Excerpt out of a rendered file: its lines with their numbers, each a link to the line on the file's page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.render.characters import attribute_to_html, text_to_html
from sphinx_kwdocs.render.source import cut_lines
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_kwdocs.model.blocks import Excerpt


def render_excerpt(excerpt: Excerpt, source: str, href: Callable[[Target], str], lexer: str = "") -> str:
    """Return the lines in the shape of Sphinx's own code blocks with a caption; nothing if the file has no such lines.

    `source` is the whole file, as `render_source` gives it. `href` gives the URL of a target, or an empty string
    where there is no such page. `lexer` is Pygments' name of the language, for styles and buttons that look at it.
    """
    lines = cut_lines(source, excerpt.line, excerpt.end_line)
    if not lines:
        return ""
    first = max(1, excerpt.line)
    last = first + len(lines) - 1
    page = attribute_to_html(href(Target("docs", excerpt.path, "L")))
    width = len(str(last))
    rows = "".join([f"{_number(number, width, page)}{line}" for number, line in enumerate(lines, first)])
    url = attribute_to_html(href(excerpt_target(excerpt.path, first, last)))
    said = text_to_html(excerpt_caption(excerpt.path, first, last))
    caption = f'<a href="{url}">{said}</a>' if url else said
    return (
        '<div class="literal-block-wrapper docutils container kw-excerpt">\n'
        f'<div class="code-block-caption"><span class="caption-text">{caption}</span></div>\n'
        f'<div class="highlight-{attribute_to_html(lexer or "default")} notranslate">'
        f'<div class="highlight"><pre>{rows}</pre></div></div>\n</div>\n'
    )


def excerpt_target(path: str, first: int, last: int) -> Target:
    """Return where the lines stand on their file's page."""
    return Target("docs", path, f"L{first}-L{last}" if last > first else f"L{first}")


def excerpt_caption(path: str, first: int, last: int) -> str:
    """Say which lines of which file are shown."""
    if last > first:
        return _("{path}, lines {first} to {last}").format(path=shown(path), first=first, last=last)
    return _("{path}, line {line}").format(path=shown(path), line=first)


def _number(line: int, width: int, page: str) -> str:
    # Themes know this element from their own numbered blocks: they colour it, and copying leaves it out.
    spaces = " " * (width - len(str(line)))
    link = f'<a href="{page}{line}">{line}</a>' if page else str(line)
    return f'<span class="linenos">{spaces}{link}</span>'
