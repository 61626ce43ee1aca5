"""The documentation of one file: what it is, its source, its outline, and what it is tied to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.blocks import Paragraph
from sphinx_kwdocs.page import PAGE_FORMS, Target
from sphinx_kwdocs.pages._file import file_page
from sphinx_kwdocs.pages._file_sections import file_sections
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.blocks import Block
    from sphinx_kwdocs.model import SourceFile
    from sphinx_kwdocs.page import Page
    from sphinx_kwdocs.pages._site import Site

_NOTES = {
    "binary": N_("This is a binary file; its bytes are not shown."),
    "large": N_("This file is larger than the limit for source pages; only its head is shown."),
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


PAGE = PageKind(PAGE_FORMS["docs"], keys, build)
