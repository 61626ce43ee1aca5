"""What has to be known of Sphinx's builders: which of them make a site of separate pages, and how they name these."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from sphinx.builders.html import StandaloneHTMLBuilder

if TYPE_CHECKING:
    from sphinx.builders import Builder

_FOLDER_STYLE = {"dirhtml", "readthedocsdirhtml"}
_WITHOUT_PAGES = {
    "singlehtml", "readthedocssinglehtmllocalmedia", "epub", "json", "pickle",
    "htmlhelp", "applehelp", "devhelp", "qthelp",
}  # fmt: skip

_WITHOUT_PICTURES = {"epub", "htmlhelp", "qthelp"}
"""Readers of the first reject a page with a picture that its list of contents, made by Sphinx, does not announce; those
of the others do not show one."""


def writes_pages(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Tell whether a builder makes a site of separate HTML pages."""
    return isinstance(builder, StandaloneHTMLBuilder) and builder.name not in _WITHOUT_PAGES


def makes_folders(builder: Builder) -> bool:
    """Tell whether a builder makes a folder of every page."""
    return builder.name in _FOLDER_STYLE


def draws_pictures(builder: Builder) -> bool:
    """Tell whether pictures can stand within the pages of a builder."""
    return builder.format == "html" and builder.name not in _WITHOUT_PICTURES
