"""The directive that shows an example on our pages: as both markup languages write it, and what it makes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.statemachine import StringList
from markdown_text import block
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.util.typing import OptionSpec

_OPENING = re.compile(r"`{3,}\{([\w:-]+)\} ?(.*)")


class BothWays(SphinxDirective):
    """Shows a directive, given as Markdown, in both languages, with what it makes; fails if that differs."""

    has_content = True
    option_spec: ClassVar[OptionSpec] = {}

    def run(self) -> list[nodes.Node]:
        """Parse both forms, and show what the one makes."""
        markdown = list(self.content)
        text = rewritten(markdown)
        # First, and thrown away: of two things that want one name in the document, the second gets another.
        made = self._parsed([*block("{eval-rst}", "\n".join(text))], keep=False)
        result = self._parsed(markdown)
        if _shape(made) != _shape(result):
            message = "the two forms of an example differ in what they make"
            raise self.error(message)
        shown = ["In MyST:", "", *block("markdown", "\n".join(markdown)), "", "In reStructuredText:", ""]
        return [*self._parsed([*shown, *block("rst", "\n".join(text)), "", "What it shows:"]), *result]

    def _parsed(self, lines: list[str], *, keep: bool = True) -> list[nodes.Node]:
        document = self.state.document
        ids, names = dict(document.ids), dict(document.nameids)
        source, line = self.get_source_info()
        holder = nodes.Element()
        self.state.nested_parse(StringList(lines, source=source), self.content_offset or line, holder)
        if not keep:
            document.ids, document.nameids = ids, names
        return holder.children


def rewritten(markdown: list[str]) -> list[str]:
    """Write a directive of Markdown as reStructuredText does."""
    opening = _OPENING.fullmatch(markdown[0])
    if opening is None:
        message = f"no directive: {markdown[0]}"
        raise ValueError(message)
    first = f".. {opening[1]}:: {opening[2]}".rstrip()
    return [first, *(f"   {line}".rstrip() for line in markdown[1:-1])]


def _shape(made: list[nodes.Node]) -> list[str]:
    """Return what nodes say, wherever they were written."""
    return [node.pformat() for node in made]
