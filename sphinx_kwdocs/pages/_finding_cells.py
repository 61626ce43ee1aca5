"""Says what a rule found, in the cells of a table, wherever findings are listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Code
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from sphinx_kwdocs.model.blocks import Content
    from sphinx_kwdocs.model.findings import Finding


def finding_heads() -> tuple[str, ...]:
    """Return the heads of the cells."""
    return _("Rule"), _("Definition"), _("What")


def finding_cells(item: Finding) -> tuple[Content, ...]:
    """Name the rule and the definition, and say what is the matter; the words of our own rules are translated."""
    excerpt: Content = (Code(shown(item.excerpt)),) if item.excerpt else ()
    return (Code(item.rule),), excerpt, (shown(_(item.message)) if item.message else "",)
