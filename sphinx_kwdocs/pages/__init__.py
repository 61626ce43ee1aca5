"""Plans the pages of a site and builds them one at a time; each kind of page stands in a module of its own."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from sphinx_kwdocs.config import OPTIONAL_PAGES, ignore_problem
from sphinx_kwdocs.model.documents import Documentation
from sphinx_kwdocs.model.findings import without_findings
from sphinx_kwdocs.pages._a_to_z import IndexEntry, Listing
from sphinx_kwdocs.pages._class_hierarchy import called, relatives
from sphinx_kwdocs.pages._document_links import passage_link, passage_links
from sphinx_kwdocs.pages._folder_listing import listed_files
from sphinx_kwdocs.pages._keyword_checks import checked_keywords
from sphinx_kwdocs.pages._keywords import Keyword, in_index_order, keyword_names, letter_of
from sphinx_kwdocs.pages._last_value import Latest
from sphinx_kwdocs.pages._own_kinds import own_kinds
from sphinx_kwdocs.pages._phrases_and_links import (
    and_more,
    definition_link,
    description,
    file_link,
    folder_link,
    joined,
    line_link,
    place_of,
    sentence,
    type_label,
)
from sphinx_kwdocs.pages._plugin_kinds import added_keys, added_kinds, failed_page, make_page
from sphinx_kwdocs.pages._site import (
    USUAL_CHOICES,
    Choices,
    FileSection,
    Hosting,
    KeywordEdit,
    PageKind,
    Site,
    complete_lists,
    prepare_site,
)
from sphinx_kwdocs.pages._use_plan import UsePlan
from sphinx_kwdocs.pages._uses import (
    FILE_ANCHOR,
    TargetUses,
    definition_target,
    symbol_target,
    target_uses,
    uses_target,
    uses_words,
)
from sphinx_kwdocs.pages.file_uses import use_blocks
from sphinx_kwdocs.pages.sections import added_sections, all_sections

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_kwdocs.config import Problem
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.model.page import Page, PageForm, PageKindName, Target

__all__ = [
    "FILE_ANCHOR",
    "PAGE_FORMS",
    "PAGE_KINDS",
    "Choices",
    "FileSection",
    "Hosting",
    "IndexEntry",
    "Keyword",
    "KeywordEdit",
    "Latest",
    "Listing",
    "PageKind",
    "Site",
    "TargetUses",
    "UsePlan",
    "added_sections",
    "all_sections",
    "and_more",
    "build_page",
    "called",
    "checked_keywords",
    "complete_lists",
    "definition_link",
    "definition_target",
    "description",
    "failed_page",
    "file_link",
    "folder_link",
    "in_index_order",
    "joined",
    "keyword_names",
    "letter_of",
    "line_link",
    "listed_files",
    "make_page",
    "make_site",
    "page_keys",
    "passage_link",
    "passage_links",
    "place_of",
    "relatives",
    "sentence",
    "symbol_target",
    "target_uses",
    "type_label",
    "use_blocks",
    "uses_target",
    "uses_words",
]

PAGE_KINDS: Mapping[PageKindName, PageKind] = own_kinds()
"""Our kinds of pages by name, in the order in which they get their addresses."""
PAGE_FORMS: Mapping[PageKindName, PageForm] = {name: kind.form for name, kind in PAGE_KINDS.items()}
"""What each of them is about and how it is called."""


def make_site(
    index: Index,
    title: str,
    hosting: Hosting | None = None,
    documentation: Documentation | None = None,
    edit: KeywordEdit | None = None,
    report: Problem = ignore_problem,
    *,
    tells_documents: bool = True,
    choices: Choices = USUAL_CHOICES,
) -> Site:
    """Prepare an Index for its pages, with what the project's documents say about it, if there are any.

    `edit` may change the entries of the index from A to Z; `report` hears of pages and sections that
    cannot be used.
    Where `tells_documents` is False, pages do not say which documents speak of the repository's names. `choices` say
    what else the pages are to be like.
    """
    documentation = documentation or Documentation()
    told = documentation if tells_documents else replace(documentation, documented={}, mentioned={}, sources={})
    index = _without_documented_findings(index, documentation)
    added = added_kinds()
    for problem in (*added.problems, *added_sections().problems):
        report("plugin", problem)
    site = prepare_site(index, title, hosting, documentation, told, edit, choices)
    site = replace(site, kinds={**PAGE_KINDS, **added.items})
    left_out = set(OPTIONAL_PAGES) - choices.kinds
    keys = {name: () if name in left_out else tuple(kind.keys(site)) for name, kind in PAGE_KINDS.items()}
    keys |= {name: added_keys(site, kind, report) for name, kind in added.items.items()}
    paths = {name: frozenset(key.path for key in found) for name, found in keys.items()}
    return replace(site, keys=keys, paths=paths)


def _without_documented_findings(index: Index, documentation: Documentation) -> Index:
    """Leave out what rules say of names that documents speak of, which the rules have not seen, if they want that."""
    yielding = {rule.name for rule in index.index_rules.values() if rule.yields_to_documents}
    spoken_of = {*documentation.documented, *documentation.mentioned}
    if not spoken_of or not yielding:
        return index
    kept = without_findings(index.findings, lambda item: item.rule in yielding and item.symbol in spoken_of)
    return replace(index, findings=kept)


def page_keys(site: Site) -> Iterator[Target]:
    """Name every page of the site, in a fixed order."""
    return chain.from_iterable(site.keys.values())


def build_page(site: Site, key: Target) -> Page:
    """Build one page; one of another package may raise anything."""
    return site.kinds[key.kind].build(site, key)
