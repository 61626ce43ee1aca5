"""Renders a line of source that uses a name: its number as a link, its text with the name marked, where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.render.characters import text_to_html
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_kwdocs.blocks import UseLine

LONGEST_TEXT = 200
"""Characters of a line that are shown."""
_BEFORE = 60
"""Characters that are kept before the first marked name of a line that is cut."""


def use_line(use: UseLine, page: str, lines: Sequence[str]) -> str:
    """Render a line of a file whose lines' URLs begin so; without its text if the file has no such line."""
    code = _code(lines[use.line - 1], use) if 0 < use.line <= len(lines) else ""
    words = text_to_html(use.words)
    if use.holder:
        holder = f'<a href="{page}{use.holder_line}">{text_to_html(use.holder)}</a>'
        words = text_to_html(_("{role} in {definition}")).format(role=words, definition=holder)
    return f'<li><a href="{page}{use.line}">{use.line}</a> {code} <small>{words}</small></li>\n'


def _code(text: str, use: UseLine) -> str:
    begin = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    if len(use.spans) == 1 and end - begin <= LONGEST_TEXT:
        ((start, stop),) = use.spans
        if begin <= start < stop <= end:
            before, name, after = text[begin:start], text[start:stop], text[stop:end]
            return f"<code>{text_to_html(before)}<mark>{text_to_html(name)}</mark>{text_to_html(after)}</code>"
    opening = closing = ""
    if end - begin > LONGEST_TEXT:
        first = use.spans[0][0]
        if first - begin > LONGEST_TEXT - _BEFORE:
            begin, opening = first - _BEFORE, "…"
        if end - begin > LONGEST_TEXT:
            end, closing = begin + LONGEST_TEXT, "…"
    parts = []
    for start, stop in use.spans:
        start, stop = max(start, begin), min(stop, end)  # noqa: PLW2901  what is cut off is not marked
        if start < stop:
            parts.append(f"{text_to_html(text[begin:start])}<mark>{text_to_html(text[start:stop])}</mark>")
            begin = stop
    return f"<code>{opening}{''.join(parts)}{text_to_html(text[begin:end])}{closing}</code>"
