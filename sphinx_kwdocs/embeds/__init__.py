"""Makes the parts of the index that an author places in a document; each kind of part stands in a module of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.embeds import coverage, graph, index, source, tree, xref
from sphinx_kwdocs.embeds._checks import unknown_word
from sphinx_kwdocs.embeds._embed import Embed, EmbedError, EmbedOption, Request

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["EMBEDS", "Embed", "EmbedError", "EmbedOption", "Request", "unknown_word"]

EMBEDS: Mapping[str, Embed] = {
    module.EMBED.name: module.EMBED for module in (index, xref, source, tree, graph, coverage)
}
"""Every part that can be placed in a document, by name, in the order of the reference page."""
