"""Renders a line of source that uses a name: its number as a link, its text with the name marked, where it stands."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from sphinx_kwdocs.render.characters import new_text_to_html, text_to_html
from sphinx_kwdocs.translation import _, remembered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_kwdocs.model.blocks import UseLine

LONGEST_TEXT = 200
"""Characters of a line that are shown."""
MOST_LINES = 8
"""Lines of a call that is shown to its end."""
_OPENED_AND_CLOSED = {**dict.fromkeys("([{", 1), **dict.fromkeys(")]}", -1)}
_BEFORE = 60
"""Characters that are kept before the first marked name of a line that is cut."""


def use_line(use: UseLine, page: str, lines: Sequence[str], *, is_whole: bool = False) -> str:
    """Render a line of a file whose lines' URLs begin so; without its text if the file has no such line.

    With `is_whole`, a call that goes on below is shown to its end.
    """
    line, spans, role, holder, holder_line = use
    code = _code(_with_call(lines, use) if is_whole else lines[line - 1], spans) if 0 < line <= len(lines) else ""
    words = text_to_html(role)
    if holder:
        words = f'<a href="{page}{holder_line}">{text_to_html(holder)}</a>'.join(_around_holder(words))
    return f'<li><a href="{page}{line}">{line}</a> {code} <small>{words}</small></li>\n'


def _with_call(lines: Sequence[str], use: UseLine) -> str:
    """Return a line with all that belongs to the call on it, on one line; as it is if that is too much."""
    begin = text = lines[use.line - 1]
    rest = text[use.spans[-1][1] :]
    if not rest.startswith("("):
        return begin
    depth = 0
    for number in range(use.line, use.line + MOST_LINES):
        depth += sum(map(_OPENED_AND_CLOSED.get, rest, repeat(0)))
        if depth <= 0 or number >= len(lines):
            break
        rest = lines[number].strip()
        text += rest if text.endswith(("(", "[", "{")) else f" {rest}"
    return text if depth <= 0 else begin


@remembered
def _around_holder(role: str) -> list[str]:
    """Return what stands before the definition that a line is in, and behind it."""
    return text_to_html(_("{role} in {definition}")).format(role=role, definition="\0").split("\0")


def _code(text: str, spans: Sequence[tuple[int, int]]) -> str:
    begin = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    if len(spans) == 1 and end - begin <= LONGEST_TEXT:
        ((start, stop),) = spans
        if begin <= start < stop <= end:
            before, after = new_text_to_html(text[begin:start]), new_text_to_html(text[stop:end])
            return f"<code>{before}<mark>{text_to_html(text[start:stop])}</mark>{after}</code>"
    opening = closing = ""
    if end - begin > LONGEST_TEXT:
        first = spans[0][0]
        if first - begin > LONGEST_TEXT - _BEFORE:
            begin, opening = first - _BEFORE, "…"
        if end - begin > LONGEST_TEXT:
            end, closing = begin + LONGEST_TEXT, "…"
    parts = []
    for start, stop in spans:
        start, stop = max(start, begin), min(stop, end)  # noqa: PLW2901  what is cut off is not marked
        if start < stop:
            parts.append(f"{new_text_to_html(text[begin:start])}<mark>{text_to_html(text[start:stop])}</mark>")
            begin = stop
    return f"<code>{opening}{''.join(parts)}{new_text_to_html(text[begin:end])}{closing}</code>"
