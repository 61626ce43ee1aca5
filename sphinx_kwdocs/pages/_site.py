"""What every kind of page is built from: the Index, the settings that show, and lists made once for a build."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sphinx_kwdocs.pages._documents import document_keywords
from sphinx_kwdocs.pages._keywords import Keyword, in_index_order, keywords_of, split_common, subtree_counts
from sphinx_kwdocs.pages._subtree import long_listings
from sphinx_kwdocs.pages._use_plan import UsePlan, plan_uses
from sphinx_kwdocs.wording import first_paragraph

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_kwdocs.documents import Documentation
    from sphinx_kwdocs.model import Index
    from sphinx_kwdocs.page import Page, PageForm, PageKindName, Section, Target
    from sphinx_kwdocs.pages._uses import TargetUses


KeywordEdit = Callable[[list[Keyword]], list[Keyword]]
"""Takes the entries of the index from A to Z and returns those that it is to have."""


class FolderWords(NamedTuple):
    """What a folder says it is."""

    words: str
    """The first paragraph of its README, or of its package's docstring."""
    teller: str
    """The file that says it."""


class Hosting(Protocol):
    """Knows where a file of the repository can be seen on the web."""

    def url(self, path: str, line: int = 0) -> str:
        """Return a URL, or an empty string."""


@dataclass(frozen=True, slots=True)
class PageKind:
    """A plug-in that builds one kind of page."""

    form: PageForm
    """What such a page is about and how it is called."""
    keys: Callable[[Site], Iterable[Target]]
    """Names every page of this kind."""
    build: Callable[[Site, Target], Page]
    """Builds one of them."""
    version: int = 1
    """Raised whenever `build` makes another page of the same Index."""

    @property
    def name(self) -> PageKindName:
        """The kind, as targets name it."""
        return self.form.name


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """One build's view of the repository."""

    index: Index
    """All that is known."""
    title: str
    """Title of the entry page."""
    hosting: Hosting | None
    """Where the repository is hosted, if that is known."""
    documentation: Documentation
    """What the project's documents say about the repository."""
    told: Documentation
    """What of that the pages are to tell."""
    file_keywords: Mapping[str, tuple[Keyword, ...]]
    """The keywords of every text file."""
    imported_symbols: Mapping[str, Mapping[str, int]]
    """For each file, how many files of other folders import each of its symbols by name."""
    same_stem: Mapping[tuple[str, str], tuple[str, ...]]
    """Files of one folder whose names differ only in what follows the first dot, by folder and name."""
    folder_words: Mapping[str, FolderWords]
    """What folders say they are, by path; those that say nothing are left out."""
    file_counts: Mapping[str, int]
    """How many files each folder has with all below it."""
    keyword_counts: Mapping[str, int]
    """How many keywords each folder has with all below it."""
    long_listings: Mapping[str, tuple[Keyword, ...]]
    """The keywords of folders whose keyword pages have several parts, sorted once for all of them."""
    keywords: tuple[Keyword, ...]
    """The keywords of all files, in the order of the A-Z index."""
    use_plan: UsePlan
    """Where the pages of uses have a place for which symbol or file."""
    kinds: Mapping[PageKindName, PageKind]
    """Every kind of page by name, in the order in which they get their addresses."""
    keys: Mapping[PageKindName, tuple[Target, ...]]
    """Every page by kind, in the same order."""
    paths: Mapping[PageKindName, frozenset[str]]
    """The files or folders that have a page of a kind, by kind."""
    sections: dict[str, tuple[Section, ...]]
    """The sections of the file whose documentation was built last: its keyword page maps keywords to them."""
    uses: dict[str, Mapping[str, TargetUses]]
    """Who uses what the file defines whose page was built last: each of its pages tells of it."""
    left_out: int
    """How many names the A-Z index leaves to the files' own pages because they occur nearly everywhere."""

    @property
    def forms(self) -> dict[PageKindName, PageForm]:
        """What each kind of page is about and how it is called."""
        return {name: kind.form for name, kind in self.kinds.items()}


def prepare_site(
    index: Index,
    title: str,
    hosting: Hosting | None,
    documentation: Documentation,
    told: Documentation,
    edit: KeywordEdit | None = None,
) -> Site:
    """Make the lists that pages need; which pages there are is not known yet."""
    groups = {path: keywords_of(index, path) for path in index.facts}
    counts = subtree_counts({path: len(keywords) for path, keywords in groups.items()})
    kept, left_out = split_common(groups)
    entries = [*kept, *document_keywords(index, told)]
    return Site(
        index=index,
        title=title,
        hosting=hosting,
        documentation=documentation,
        told=told,
        file_keywords=groups,
        imported_symbols=_imported_symbols(index),
        same_stem=_same_stem(index),
        folder_words={path: words for path in index.folders if (words := _folder_words(index, path))},
        file_counts=subtree_counts(dict.fromkeys(index.files, 1)),
        keyword_counts=counts,
        long_listings=long_listings(index, groups, counts),
        keywords=tuple(in_index_order(edit(entries) if edit else entries)),
        use_plan=plan_uses(index, told),
        kinds={},
        keys={},
        paths={},
        sections={},
        uses={},
        left_out=left_out,
    )


def _folder_words(index: Index, path: str) -> FolderWords | None:
    prefix = f"{path}/" if path else ""
    files = index.folders[path].files
    readmes = [file for file in files if file[len(prefix) :].casefold().partition(".")[0] == "readme"]
    for file in [*readmes, f"{prefix}__init__.py"]:
        facts = index.facts.get(file)
        if facts and (words := first_paragraph(facts.doc) or facts.title):
            return FolderWords(words, file)
    return None


def _same_stem(index: Index) -> dict[tuple[str, str], tuple[str, ...]]:
    groups: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for path in index.files:
        folder, _, name = path.rpartition("/")
        if stem := name.partition(".")[0]:
            groups[folder, stem].append(path)
    return {key: tuple(paths) for key, paths in groups.items() if len(paths) > 1 and key[1] != "__init__"}


def _imported_symbols(index: Index) -> dict[str, Counter[str]]:
    users: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path, links in index.imports.items():
        folder = path.rpartition("/")[0]
        for target, symbol in {(link.target, link.symbol) for link in links if link.symbol}:
            if target.rpartition("/")[0] != folder:
                users[target][symbol] += 1
    return users
