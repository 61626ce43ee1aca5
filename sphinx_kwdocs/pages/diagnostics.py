"""The page of diagnostics: what went wrong with which file, instead of pouring it over the console."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinx_kwdocs.blocks import Code, Link, Paragraph, Table
from sphinx_kwdocs.page import PAGE_FORMS, Page, Section, Target
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.pages._words import file_link, folder_link, line_link
from sphinx_kwdocs.translation import _, ngettext
from sphinx_kwdocs.vocabulary import DIAGNOSTIC_CODES
from sphinx_kwdocs.wording import in_digits, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.blocks import Content
    from sphinx_kwdocs.model import Diagnostic
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
    meaning = tuple(((Code(code),), (in_digits(counts[code]),), (_meaning(site, code),)) for code in sorted(counts))
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


def _meaning(site: Site, code: str) -> str:
    if code in DIAGNOSTIC_CODES:
        return _(DIAGNOSTIC_CODES[code])
    return shown(site.index.rules[code].meaning) if code in site.index.rules else ""


def _place(site: Site, item: Diagnostic) -> Content:
    if item.path not in site.index.files:
        # A page of a folder, or of the whole site, that another package adds.
        return (folder_link(item.path) if item.path else Link(Target("index"), site.title),)
    if item.line and site.index.files[item.path].kind == "text":
        return (file_link(item.path), " ", line_link(item.path, item.line))
    return (file_link(item.path),)


PAGE = PageKind(PAGE_FORMS["diagnostics"], keys, build)
