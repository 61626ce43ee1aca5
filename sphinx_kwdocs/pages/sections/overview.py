"""What a file holds, in numbers, and its public names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Paragraph
from sphinx_kwdocs.model.page import Section
from sphinx_kwdocs.pages._phrases_and_links import (
    definition_link,
    joined,
    kind_counts,
    sentence,
)
from sphinx_kwdocs.pages._site import FileSection
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import count

if TYPE_CHECKING:
    from sphinx_kwdocs.model.blocks import Block
    from sphinx_kwdocs.pages._site import Site


def write(site: Site, path: str) -> Section | None:
    """Count what there is."""
    facts = site.index.facts.get(path)
    if facts is None:
        return None
    said: list[Block] = []
    parts = [words] if (words := kind_counts(symbol.kind for symbol in facts.symbols)) else []
    if facts.imports:
        parts.append(count(len(facts.imports), "import"))
    if facts.code_blocks:
        parts.append(count(len(facts.code_blocks), "code block"))
    if facts.hyperlinks:
        parts.append(count(len(facts.hyperlinks), "link"))
    if parts:
        said.append(Paragraph((_("The file has {contents}.").format(contents=", ".join(parts)),)))
    public = [symbol for symbol in facts.symbols if not symbol.parent and symbol.visibility == "public"]
    public = [symbol for symbol in public if symbol.kind not in {"section", "type-parameter"}]
    if public:
        names = joined([(definition_link(symbol),) for symbol in public])
        said.append(Paragraph(sentence(_("Public names: {names}."), names=names)))
    return Section("high-level-overview", _("High-Level Overview"), tuple(said)) if said else None


SECTION = FileSection("high-level-overview", 40, write)
