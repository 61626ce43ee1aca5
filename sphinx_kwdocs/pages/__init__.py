"""Plans the pages of a site and builds them one at a time; each kind of page stands in a module of its own."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from sphinx_kwdocs.config import OPTIONAL_PAGES, ignore_problem
from sphinx_kwdocs.documents import Documentation
from sphinx_kwdocs.pages import (
    diagnostics,
    file_docs,
    file_keywords,
    file_uses,
    folder_docs,
    folder_index,
    folder_keywords,
    global_keywords,
)
from sphinx_kwdocs.pages._added import added_keys, added_kinds, failed_page, make_page
from sphinx_kwdocs.pages._documents import passage_link, passage_links
from sphinx_kwdocs.pages._hierarchy import called, relatives
from sphinx_kwdocs.pages._keyword_edits import checked_keywords
from sphinx_kwdocs.pages._keywords import Keyword, in_index_order, keyword_names, letter_of
from sphinx_kwdocs.pages._latest import Latest
from sphinx_kwdocs.pages._listing import IndexEntry, Listing
from sphinx_kwdocs.pages._site import (
    USUAL_CHOICES,
    Choices,
    Hosting,
    KeywordEdit,
    PageKind,
    Site,
    complete_lists,
    prepare_site,
)
from sphinx_kwdocs.pages._subtree import listed_files
from sphinx_kwdocs.pages._uses import (
    FILE_ANCHOR,
    TargetUses,
    definition_target,
    symbol_target,
    target_uses,
    uses_target,
    uses_words,
)
from sphinx_kwdocs.pages._words import (
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
from sphinx_kwdocs.pages.file_uses import use_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_kwdocs.config import Problem
    from sphinx_kwdocs.model import Index
    from sphinx_kwdocs.page import Page, PageKindName, Target

__all__ = [
    "FILE_ANCHOR",
    "PAGE_KINDS",
    "Choices",
    "Hosting",
    "IndexEntry",
    "Keyword",
    "KeywordEdit",
    "Latest",
    "Listing",
    "PageKind",
    "Site",
    "TargetUses",
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

PAGE_KINDS: Mapping[PageKindName, PageKind] = {
    module.PAGE.name: module.PAGE
    for module in (
        global_keywords,
        diagnostics,
        folder_index,
        folder_docs,
        folder_keywords,
        file_docs,
        file_keywords,
        file_uses,
    )
}
"""Every kind of page by name, in the order in which they get their addresses."""


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

    `edit` may change the entries of the index from A to Z; `report` hears of kinds of pages that cannot be used.
    Where `tells_documents` is False, pages do not say which documents speak of the repository's names. `choices` say
    what else the pages are to be like.
    """
    documentation = documentation or Documentation()
    told = documentation if tells_documents else replace(documentation, documented={}, mentioned={}, sources={})
    added = added_kinds()
    for problem in added.problems:
        report("plugin", problem)
    site = prepare_site(index, title, hosting, documentation, told, edit, choices)
    site = replace(site, kinds={**PAGE_KINDS, **added.items})
    left_out = set(OPTIONAL_PAGES) - choices.kinds
    keys = {name: () if name in left_out else tuple(kind.keys(site)) for name, kind in PAGE_KINDS.items()}
    keys |= {name: added_keys(site, kind, report) for name, kind in added.items.items()}
    paths = {name: frozenset(key.path for key in found) for name, found in keys.items()}
    return replace(site, keys=keys, paths=paths)


def page_keys(site: Site) -> Iterator[Target]:
    """Name every page of the site, in a fixed order."""
    return chain.from_iterable(site.keys.values())


def build_page(site: Site, key: Target) -> Page:
    """Build one page; one of another package may raise anything."""
    return site.kinds[key.kind].build(site, key)
