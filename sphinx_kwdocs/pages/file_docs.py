"""The documentation of one file: what it is, its source, its outline, and what it is tied to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Paragraph
from sphinx_kwdocs.model.page import PageForm, Target
from sphinx_kwdocs.pages._file_page import file_page
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.pages.sections import file_sections
from sphinx_kwdocs.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.blocks import Block
    from sphinx_kwdocs.model.files import SourceFile
    from sphinx_kwdocs.model.page import Page
    from sphinx_kwdocs.pages._site import Site

_NOTES = {
    "binary": N_("This is a binary file; its bytes are not shown."),
    "large": N_("This file is too large for a source page, or its lines are too long; only its head is shown."),
    "unreadable": N_("This file could not be read."),
    "symlink": N_("This is a symbolic link; what it points to is not repeated here."),
    "withheld": N_("This file is withheld: nothing of what it holds is shown or indexed."),
    "submodule": N_("This is another repository inside this one; its files are not indexed here."),
}


def keys(site: Site) -> Iterator[Target]:
    """Name the page of every file."""
    return (Target("docs", path) for path in site.index.files)


def build(site: Site, key: Target) -> Page:
    """Build the page of one file."""
    return file_page(site, key, _lead(site, site.index.files[key.path]), file_sections(site, key.path))


def _lead(site: Site, source: SourceFile) -> tuple[Block, ...]:
    said = [_(_NOTES[source.kind])] if source.kind in _NOTES else []
    problems = site.index.diagnostics.get(source.path, ())
    said += [
        _("Line {line}: {message}.").format(line=item.line, message=item.message) if item.line else f"{item.message}."
        for item in problems
    ]
    return tuple(Paragraph((text,)) for text in said)


PAGE = PageKind(PageForm("docs", "file", N_("Documentation"), N_("Documentation")), keys, build, order=60)
