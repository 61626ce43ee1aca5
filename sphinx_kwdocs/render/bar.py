"""Draws a Bar as HTML: a part beside the other, each as wide as its share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.render.characters import attribute_to_html, text_to_html

if TYPE_CHECKING:
    from sphinx_kwdocs.model.blocks import Bar

NAMES = frozenset({"good", "fair", "poor"})
"""The words for colours that the style sheet knows."""

LEAST_WITH_TEXT = 0.12
"""The share from which on there is room for words."""


def render_bar(bar: Bar) -> str:
    """Return the bar without its sentence, which a screen reader hears in place of it; nothing if all is nothing."""
    parts = [part for part in bar.parts if part.number > 0]
    whole = sum(part.number for part in parts)
    if not whole:
        return ""
    spans = []
    for label, number, name in parts:
        css_class = f' class="kw-{name}"' if name in NAMES else ""
        said = f"{label}: {number:,}"
        text = text_to_html(said) if number / whole >= LEAST_WITH_TEXT else ""
        width = f"{100 * number / whole:.4g}%"
        spans.append(f'<span{css_class} style="width:{width}" title="{attribute_to_html(said)}">{text}</span>')
    return f'<div class="kw-bar" role="img" aria-label="{attribute_to_html(bar.said)}">{"".join(spans)}</div>\n'
