"""The page of diagnostics: what went wrong with which file, instead of pouring it over the console."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Code, Link, Paragraph, Table
from sphinx_kwdocs.model.page import Page, PageForm, Section, Target
from sphinx_kwdocs.model.vocabulary import DIAGNOSTIC_CODES
from sphinx_kwdocs.pages._finding_cells import finding_cells, finding_heads
from sphinx_kwdocs.pages._phrases_and_links import and_more, file_link, folder_link, line_link
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.translation import N_, _, ngettext
from sphinx_kwdocs.wording import in_digits, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.blocks import Content
    from sphinx_kwdocs.model.files import Diagnostic
    from sphinx_kwdocs.model.findings import Finding
    from sphinx_kwdocs.pages._site import Site

MOST_FINDINGS = 1000
"""Findings that are listed; further ones are counted, and stand on the pages of their files."""


def keys(site: Site) -> Iterator[Target]:
    """Name the page; it is there even when there is nothing on it, so that links to it last."""
    del site
    yield Target("diagnostics")


def build(site: Site, key: Target) -> Page:
    """Build the page."""
    found = site.index.all_diagnostics
    counts = Counter(item.code for item in found)
    rows = tuple((_place(site, item), (Code(item.code),), _with_code(shown(item.message))) for item in found)
    meaning = tuple(
        ((Code(code),), _with_code(_meaning(site, code)), (in_digits(counts[code]),)) for code in sorted(counts)
    )
    sections = (
        Section("codes", _("Codes"), (Table((_("Code"), _("Meaning"), _("Number")), meaning, ends_in_numbers=True),)),
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
        sections=(*(sections if found else ()), *_findings(site)),
        parents=(Link(Target("index"), site.title),),
    )


def _findings(site: Site) -> Iterator[Section]:
    """Yield the section about what rules found that see the whole Index, if they found anything."""
    found = [item for group in site.index.findings.values() for item in group]
    if not found:
        return
    counts = Counter(item.rule for item in found)
    rules = tuple(
        (
            (Code(name),),
            (Code(rule.category),),
            (Code(rule.severity),),
            _with_code(shown(_(rule.meaning))),
            (in_digits(counts[name]),),
        )
        for name, rule in site.index.index_rules.items()
        if name in counts
    )
    rows: list[tuple[Content, ...]] = [(_place(site, item), *finding_cells(item)) for item in found[:MOST_FINDINGS]]
    if len(found) > MOST_FINDINGS:
        rows.append(((and_more(len(found) - MOST_FINDINGS),), (), (), ()))
    head = (_("Rule"), _("Category"), _("Severity"), _("Meaning"), _("Number"))
    yield Section(
        "findings",
        _("Findings"),
        (
            Table(head, rules, ends_in_numbers=True),
            Table((_("Where"), *finding_heads()), tuple(rows)),
        ),
    )


def _meaning(site: Site, code: str) -> str:
    if code in DIAGNOSTIC_CODES:
        return _(DIAGNOSTIC_CODES[code])
    return shown(site.index.rules[code].meaning) if code in site.index.rules else ""


def _with_code(text: str) -> Content:
    """Show as code what stands between backticks; a text in which one is left over is shown as it is."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return (text,)
    return tuple(Code(part) if number % 2 else part for number, part in enumerate(parts) if part)


def _place(site: Site, item: Diagnostic | Finding) -> Content:
    if item.path not in site.index.files:
        # A page of a folder, or of the whole site, that another package adds.
        return (folder_link(item.path) if item.path else Link(Target("index"), site.title),)
    if item.line and site.index.files[item.path].kind == "text":
        return (file_link(item.path), " ", line_link(item.path, item.line))
    return (file_link(item.path),)


PAGE = PageKind(PageForm("diagnostics", "site", N_("Diagnostics")), keys, build, order=20)
