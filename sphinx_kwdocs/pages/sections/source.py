"""The text of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Paragraph, SourceBlock
from sphinx_kwdocs.model.page import Section
from sphinx_kwdocs.pages._site import FileSection
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import count, size_in_words

if TYPE_CHECKING:
    from sphinx_kwdocs.model.files import SourceFile
    from sphinx_kwdocs.pages._site import Site


def write(site: Site, path: str) -> Section | None:
    """Show the text, or the head of what is too large."""
    source = site.index.files[path]
    if source.kind == "large":
        return Section("original-source", _("Original Source"), (_head_words(source), SourceBlock(path)))
    if source.kind != "text":
        return None
    if not source.size:
        return Section("original-source", _("Original Source"), (Paragraph((_("The file is empty."),)),))
    return Section("original-source", _("Original Source"), (SourceBlock(path),))


def _head_words(source: SourceFile) -> Paragraph:
    lines, head, size = count(source.lines, "line"), count(source.head, "byte"), size_in_words(source.size)
    said = _("The head of the file is shown: {lines}, {head} of {size}.").format(lines=lines, head=head, size=size)
    return Paragraph((said,))


SECTION = FileSection("original-source", 30, write)
