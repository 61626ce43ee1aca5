"""What every kind of page is built from: the Index, the settings that show, and lists made once for a build."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sphinx_kwdocs.config import OPTIONAL_PAGES
from sphinx_kwdocs.model.page import PageKindName  # noqa: TC001  a field of a NamedTuple
from sphinx_kwdocs.pages._a_to_z import Listing, RepositoryListing, StableListing
from sphinx_kwdocs.pages._document_links import document_keywords
from sphinx_kwdocs.pages._file_stems import common_limit, named_tests, test_subjects
from sphinx_kwdocs.pages._folder_listing import listing
from sphinx_kwdocs.pages._folder_words import FolderDescriber
from sphinx_kwdocs.pages._keywords import Keyword, first_imports, keyword_names, keywords_of, subtree_counts
from sphinx_kwdocs.pages._last_value import Latest
from sphinx_kwdocs.pages._lazy_mapping import Computed
from sphinx_kwdocs.pages._use_plan import UsePlan, plan_uses

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_kwdocs.model.documents import Documentation
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.model.page import Page, PageForm, Section, Target
    from sphinx_kwdocs.pages._file_stems import TestSubject
    from sphinx_kwdocs.pages._folder_words import FolderWords
    from sphinx_kwdocs.pages._uses import SaidOfFile


KeywordEdit = Callable[[list[Keyword]], list[Keyword]]
"""Takes the entries of the index from A to Z and returns those that it is to have."""


class Hosting(Protocol):
    """Knows where a file of the repository can be seen on the web."""

    def url(self, path: str, line: int = 0) -> str:
        """Return a URL, or an empty string."""


class Choices(NamedTuple):
    """What a project wants its pages to be like."""

    kinds: frozenset[PageKindName] = frozenset(OPTIONAL_PAGES)
    """Those of the optional kinds of pages that are made."""
    folds_private: bool = False
    """Whether private names are folded up at the end of lists."""


USUAL_CHOICES = Choices()
"""What pages are like unless a project wants something else."""


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
    order: int = 500
    """Of our kinds, those of lower numbers get their addresses and their tabs first; those of others come behind."""

    @property
    def name(self) -> PageKindName:
        """The kind, as targets name it."""
        return self.form.name


@dataclass(frozen=True, slots=True)
class FileSection:
    """A plug-in that writes one section of the documentation of every file."""

    name: str
    """The anchor of the section on its page: small letters, digits and hyphens."""
    order: int
    """Sections of lower numbers come first; ours have 10 for the metadata to 140 for cross-references."""
    write: Callable[[Site, str], Section | None]
    """The site and the path of a file to the section, or None if there is nothing true to say."""
    version: int = 1
    """Raised whenever `write` makes another section of the same Index."""


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """One build's view of the repository."""

    index: Index
    """All that is known."""
    title: str
    """Title of the entry page."""
    hosting: Hosting | None
    """Where the repository is hosted, if that is known."""
    choices: Choices
    """What the pages are to be like."""
    documentation: Documentation
    """What the project's documents say about the repository."""
    told: Documentation
    """What of that the pages are to tell."""
    file_keywords: Mapping[str, tuple[Keyword, ...]]
    """The keywords of every text file."""
    keyword_numbers: Mapping[str, int]
    """How many keywords every text file has."""
    imported_symbols: Mapping[str, Mapping[str, int]]
    """For each file, how many files of other folders import each of its symbols by name."""
    same_stem: Mapping[str, Mapping[str, tuple[str, ...]]]
    """For each folder, its files whose names differ only in what follows the first dot, by what stands before it."""
    test_subjects: Mapping[str, TestSubject]
    """What the test files are about whose names lead to other files."""
    named_tests: Mapping[str, tuple[str, ...]]
    """The test files that may be named after each file."""
    common_limits: Mapping[str, int]
    """How many test files may use a name that is tested and not what tests work with, under the empty string."""
    folder_words: Mapping[str, FolderWords | None]
    """What each folder is, if it says or shows that."""
    file_counts: Mapping[str, int]
    """How many files each folder has with all below it."""
    keyword_counts: Mapping[str, int]
    """How many keywords each folder has with all below it."""
    long_listings: Mapping[str, Listing]
    """The keywords that a folder's pages list; for those that have several parts, sorted once for all of them."""
    keywords: Listing
    """The keywords of all files, in the order of the A-Z index."""
    use_plan: UsePlan
    """Where the pages of uses have a place for which symbol or file."""
    kinds: Mapping[PageKindName, PageKind]
    """Every kind of page by name, in the order in which they get their addresses."""
    keys: Mapping[PageKindName, tuple[Target, ...]]
    """Every page by kind, in the same order."""
    paths: Mapping[PageKindName, frozenset[str]]
    """The files or folders that have a page of a kind, by kind."""
    sections: Latest[tuple[Section, ...]]
    """The sections of the file whose documentation was built last: its keyword page maps keywords to them."""
    said: Latest[SaidOfFile]
    """What others say of the file whose page was built last: each of its pages tells of it."""

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
    choices: Choices = USUAL_CHOICES,
) -> Site:
    """Count what decides which pages there are; all else is worked out when a page needs it."""
    names = {path: keyword_names(index, path) for path in index.facts}
    numbers = {path: len(found) for path, found in names.items()}
    counts = subtree_counts(
        {path: sum(numbers.get(file, 0) for file in folder.files) for path, folder in index.folders.items()}
    )
    keywords = Computed(index.facts, partial(keywords_of, index))
    imports = Computed(index.imports, partial(first_imports, index))
    entries: Listing = RepositoryListing(index, keywords, names, imports, document_keywords(index, told))
    if edit:
        left_out = entries.left_out
        entries = StableListing(edit(list(entries)))
        entries.left_out = left_out
    subjects = test_subjects(index)
    return Site(
        index=index,
        title=title,
        hosting=hosting,
        choices=choices,
        documentation=documentation,
        told=told,
        file_keywords=keywords,
        keyword_numbers=numbers,
        imported_symbols=Computed(index.files, partial(_imported_symbols, index)),
        same_stem=Computed(index.folders, partial(_same_stem, index)),
        test_subjects=subjects,
        named_tests=named_tests(subjects),
        common_limits={"": common_limit(len(index.tests))},
        folder_words=Computed(index.folders, FolderDescriber(index).words_of),
        file_counts=subtree_counts({path: len(folder.files) for path, folder in index.folders.items()}),
        keyword_counts=counts,
        long_listings=Computed(index.folders, lambda path: listing(index, path, keywords, counts)),
        keywords=entries,
        use_plan=plan_uses(index, told) if "xref" in choices.kinds else UsePlan({}, {}, {}),
        kinds={},
        keys={},
        paths={},
        sections=Latest(),
        said=Latest(),
    )


def complete_lists(site: Site) -> None:
    """Work out at once the lists that most pages need, so that worker processes inherit them and need not do it each.

    Worth it where most pages are to be built; a build of a few pages does without.
    """
    for _keywords in site.file_keywords.values():
        pass
    site.index.symbols.values()
    if len(site.keywords):
        site.keywords.name_at(0)


def _same_stem(index: Index, folder: str) -> dict[str, tuple[str, ...]]:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for path in index.folders[folder].files:
        if stem := path.rpartition("/")[2].partition(".")[0]:
            groups[stem].append(path)
    return {stem: tuple(paths) for stem, paths in groups.items() if len(paths) > 1 and stem != "__init__"}


def _imported_symbols(index: Index, path: str) -> Counter[str]:
    users: Counter[str] = Counter()
    folder = path.rpartition("/")[0]
    for importer in dict.fromkeys(place.path for place in index.imported_by.get(path, ())):
        if importer.rpartition("/")[0] != folder:
            users.update({link.symbol for link in index.imports[importer] if link.target == path and link.symbol})
    return users
