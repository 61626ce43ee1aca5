"""What a file is for, as it says itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Code, Paragraph
from sphinx_kwdocs.model.page import Section
from sphinx_kwdocs.pages._phrases_and_links import line_link, sentence
from sphinx_kwdocs.pages._site import FileSection
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import purpose_in_words

if TYPE_CHECKING:
    from sphinx_kwdocs.model.blocks import Block, Content
    from sphinx_kwdocs.pages._site import Site


def write(site: Site, path: str) -> Section | None:
    """Quote the file, and say what its path tells."""
    said: list[Block] = []
    if purpose := site.index.purposes.get(path):
        words: Content = (purpose_in_words(purpose, whole=True),)
        said.append(Paragraph((*words, " (", line_link(path, purpose.line), ")") if purpose.line else words))
    if path in site.index.tests:
        said.append(Paragraph((_("It belongs to the tests, by its path."),)))
    if path.endswith(("/__init__.py", "/__init__.pyi")):
        module = site.index.modules.get(path)
        if module:
            said.append(
                Paragraph(sentence(_("It is what {statement} reads first."), statement=Code(f"import {module}")))
            )
    return Section("file-purpose", _("File Purpose"), tuple(said)) if said else None


SECTION = FileSection("file-purpose", 20, write)
