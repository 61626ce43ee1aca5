"""The outline of a file's definitions or headings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.blocks import Link, Outline, OutlineItem
from sphinx_kwdocs.model.page import Section
from sphinx_kwdocs.pages._phrases_and_links import definition_link
from sphinx_kwdocs.pages._site import FileSection
from sphinx_kwdocs.pages._uses import file_uses, uses_target
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import count, first_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.pages._site import Site


def write(site: Site, path: str) -> Section | None:
    """Show the outline."""
    facts = site.index.facts.get(path)
    if facts is None or not facts.symbols:
        return None
    title = _("Document Structure") if facts.symbols[0].kind == "section" else _("Code Structure")
    outline = Outline(tuple(_outline(site, path)))
    inner = Section("code-structure", title, (outline,))
    return Section("detailed-analysis", _("Detailed Analysis"), (), (inner,))


def _outline(site: Site, path: str) -> Iterator[OutlineItem]:
    depths: dict[str, int] = {}
    private: set[str] = set()
    used = file_uses(site, path)
    for symbol in site.index.facts[path].symbols:
        depth = depths[symbol.parent] + 1 if symbol.parent in depths else 0
        depths[symbol.id] = depth
        kind = _(all_kinds()[symbol.kind].singular)
        words = _("async {kind}").format(kind=kind) if symbol.is_async else kind
        link = definition_link(symbol, symbol.name)
        uses = _uses(site, symbol, used[symbol.id].number) if symbol.id in used else None
        # What is defined in something private is folded up with it.
        is_folded = site.choices.folds_private and symbol.visibility == "private" and symbol.parent not in private
        if symbol.visibility == "private":
            private.add(symbol.id)
        yield OutlineItem(depth, words, link, symbol.signature, first_sentence(symbol.doc), uses, is_folded)


def _uses(site: Site, symbol: Symbol, number: int) -> Link | None:
    target = uses_target(site, symbol)
    return Link(target, count(number, "use")) if target else None


SECTION = FileSection("detailed-analysis", 50, write)
