"""The page of diagnostics: what went wrong with which file, instead of pouring it over the console."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinx_kwdocs.page import Code, Link, Page, Paragraph, Section, Table, Target
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.pages._words import file_link, line_link
from sphinx_kwdocs.translation import _, ngettext
from sphinx_kwdocs.vocabulary import DIAGNOSTIC_CODES
from sphinx_kwdocs.wording import in_digits, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model import Diagnostic
    from sphinx_kwdocs.page import Content
    from sphinx_kwdocs.pages._site import Site


def keys(site: Site) -> Iterator[Target]:
    """Name the page; it is there even when there is nothing on it, so that links to it last."""
    del site
    yield Target("diagnostics")


def build(site: Site, key: Target) -> Page:
    """Build the page."""
    found = site.index.all_diagnostics
    counts = Counter(item.code for item in found)
    rows = tuple((_place(site, item), (Code(item.code),), (shown(item.message),)) for item in found)
    meaning = tuple(
        ((Code(code),), (in_digits(counts[code]),), (_(DIAGNOSTIC_CODES[code]),)) for code in sorted(counts)
    )
    sections = (
        Section("codes", _("Codes"), (Table((_("Code"), _("Number"), _("Meaning")), meaning),)),
        Section("files", _("Files"), (Table((_("Where"), _("Code"), _("What")), rows),)),
    )
    said = ngettext(
        "{number} diagnostic about the files of this repository.",
        "{number} diagnostics about the files of this repository.",
        len(found),
    )
    return Page(
        key=key,
        title=_("Diagnostics"),
        heading=_("Diagnostics"),
        about="",
        lead=(Paragraph((said.format(number=in_digits(len(found))),)),),
        sections=sections if found else (),
        parents=(Link(Target("index"), site.title),),
    )


def _place(site: Site, item: Diagnostic) -> Content:
    if item.line and site.index.files[item.path].kind == "text":
        return (file_link(item.path), " ", line_link(item.path, item.line))
    return (file_link(item.path),)


PAGE = PageKind("diagnostics", keys, build)
