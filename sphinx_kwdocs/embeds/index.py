"""Shows keywords as a table or a list: those of some files, of some kinds, and those that documents declare."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from pathspec import GitIgnoreSpec

from sphinx_kwdocs.embeds import _checks
from sphinx_kwdocs.embeds._arguments import files_below, find_path, matches
from sphinx_kwdocs.embeds._declared_keywords import word_items
from sphinx_kwdocs.embeds._embed import Embed, EmbedError, EmbedOption
from sphinx_kwdocs.embeds._index_rows import COLUMNS, IndexItem, cell, head, index_list
from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.linking.public_names import is_stub
from sphinx_kwdocs.model.blocks import Link, Paragraph, Table
from sphinx_kwdocs.model.documents import Passage
from sphinx_kwdocs.model.facts import Symbol
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.pages import file_link, in_index_order, letter_of, sentence
from sphinx_kwdocs.translation import _, ngettext
from sphinx_kwdocs.wording import in_digits, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_kwdocs.embeds._embed import Request
    from sphinx_kwdocs.lookup import Lookup
    from sphinx_kwdocs.model.blocks import Block, Content
    from sphinx_kwdocs.pages import Keyword, Site

DOCUMENT_KINDS = frozenset({"concept", "glossary-term", "index-entry", "object"})
"""Kinds of keywords that stand in documents, not in files."""


def chosen_kinds() -> list[str]:
    """Return the kinds that an author can ask for; places in documents are a column."""
    return [kind for kind in all_kinds() if kind not in {"documentation", "mention", "see-also"}]


def build(site: Site, lookup: Lookup, request: Request) -> Iterator[Block]:
    """Show the keywords that fit, in index order, and how many there are besides."""
    options = request.options
    root = find_path(site.index, lookup, request.argument, request.document)
    keywords = _keywords(site, root, options)
    is_narrowed = bool(root or options["path"])
    declared = {item.keyword: item for item in word_items(site, _document_kinds(options, is_narrowed=is_narrowed))}
    if declared:
        keywords = in_index_order([*keywords, *declared])
    if not keywords:
        yield Paragraph((_("No keyword fits."),))
        return
    limit = options["limit"]
    items = [declared.get(keyword) or _item(keyword) for keyword in keywords[:limit]]
    for heading, group in _groups(items, options["group"]):
        if heading:
            yield Paragraph(heading)
        yield _block(site, group, options)
    if len(keywords) > limit:
        yield Paragraph(_more(site, root, len(keywords) - limit))


def _item(keyword: Keyword) -> IndexItem:
    return IndexItem(keyword, keyword.origin if isinstance(keyword.origin, Passage) else None)


def _keywords(site: Site, root: str, options: Mapping[str, Any]) -> list[Keyword]:
    """Return the keywords of files that fit, in index order."""
    kinds = set(options["kind"] or [kind.name for kind in all_kinds().values() if kind.is_definition]) - DOCUMENT_KINDS
    paths = _paths(site, root, options)
    wanted = frozenset(paths)
    return [
        keyword
        for keyword in site.keywords
        if keyword.kind in kinds and _is_in_files(keyword, wanted) and _is_visible(keyword, options)
    ]


def _is_in_files(keyword: Keyword, paths: frozenset[str]) -> bool:
    return keyword.path in paths and not isinstance(keyword.origin, Passage)


def _is_visible(keyword: Keyword, options: Mapping[str, Any]) -> bool:
    return not isinstance(keyword.origin, Symbol) or keyword.origin.visibility in options["visibility"]


def _paths(site: Site, root: str, options: Mapping[str, Any]) -> list[str]:
    """Return the files whose keywords are wanted."""
    index = site.index
    # A stub has the names of the source beside it once more.
    paths = [path for path in files_below(index, root) if path == root or not is_stub(index, path)]
    if options["path"]:
        spec = GitIgnoreSpec.from_lines(options["path"])
        paths = [path for path in paths if matches(spec, path)]
        if not paths:
            message = _("no file of the repository matches {patterns}")
            raise EmbedError(message.format(patterns=", ".join(options["path"])), "file")
    if languages := options["language"]:
        for word in languages:
            if word not in index.languages:
                raise EmbedError(_checks.unknown_word(word, tuple(index.languages)), "config")
        paths = [path for path in paths if path in index.facts and index.facts[path].language in languages]
    tests = options["tests"]
    # An author who names tests only wants to see them.
    if tests == "include" or (tests is None and index.tests.issuperset(paths)):
        return paths
    return [path for path in paths if (path in index.tests) == (tests == "only")]


def _document_kinds(options: Mapping[str, Any], *, is_narrowed: bool) -> frozenset[str]:
    """Return which kinds of keywords of documents are wanted."""
    if options["kind"]:
        return DOCUMENT_KINDS & set(options["kind"])
    is_about_files = is_narrowed or options["language"] or options["tests"] == "only"
    return frozenset() if is_about_files else frozenset({"concept", "glossary-term"})


def _groups(items: list[IndexItem], group: str) -> Iterator[tuple[Content, list[IndexItem]]]:
    """Part the items, each part with its heading."""
    if group == "letter":
        for letter, part in groupby(items, key=lambda item: letter_of(item.keyword.name)):
            yield (letter,), list(part)
    elif group == "file":
        found: dict[str, list[IndexItem]] = {}
        for item in items:
            found.setdefault("" if item.passage else item.keyword.path, []).append(item)
        for path in sorted(found):
            yield (file_link(path),) if path else (_("Documents"),), found[path]
    else:
        yield (), items


def _block(site: Site, items: list[IndexItem], options: Mapping[str, Any]) -> Block:
    if options["style"] == "list":
        return index_list(items)
    columns = options["columns"]
    rows = tuple(tuple(cell(site, item, column) for column in columns) for item in items)
    return Table(tuple(head(column) for column in columns), rows)


def _more(site: Site, root: str, number: int) -> Content:
    """Say how many keywords are left out, and where all of them are."""
    target, name = Target("keywords"), _("all keywords")
    if root in site.index.files and "kw" in site.choices.kinds:
        target, name = Target("kw", root), _("the keywords of {path}").format(path=shown(root))
    elif root and root not in site.index.files and "sub" in site.choices.kinds:
        target, name = Target("sub", root), _("the keywords of {path}").format(path=f"{shown(root)}/")
    said = ngettext("and {number} more: see {place}", "and {number} more: see {place}", number)
    return sentence(said, number=in_digits(number), place=Link(target, name))


EMBED = Embed(
    name="index",
    argument="a folder or a file",
    is_required=False,
    help="Keywords as a table or a list: those of a folder, of a file or of the whole repository; in the last case "
    "with the concepts and glossary terms that documents declare.",
    options=(
        EmbedOption(
            "path",
            _checks.patterns,
            "paths or gitignore patterns, separated by commas or line breaks",
            "Only keywords of files that match one of them, relative to the repository's root.",
            default=(),
        ),
        EmbedOption(
            "kind",
            _checks.some_of(chosen_kinds),
            "kinds of keywords, separated by commas or spaces",
            "Only keywords of these kinds. By default everything that files define, and concepts and glossary terms.",
            default=(),
        ),
        EmbedOption(
            "language",
            _checks.some_words,
            "names of languages, separated by commas or spaces",
            "Only keywords of files in these languages.",
            default=(),
        ),
        EmbedOption(
            "visibility",
            _checks.some_of(lambda: ("public", "private", "special", "local")),
            "`public`, `private`, `special`, `local`, or several of them",
            "Only definitions of this visibility.",
            default=("public",),
        ),
        EmbedOption(
            "tests",
            _checks.one_of("include", "exclude", "only"),
            "`include`, `exclude` or `only`",
            "Whether keywords of tests are shown. By default they are not, unless only tests are asked for.",
        ),
        EmbedOption(
            "columns",
            _checks.some_of(lambda: tuple(COLUMNS)),
            "columns, separated by commas or spaces: " + ", ".join(f"`{name}`" for name in COLUMNS),
            "What the table says of each keyword.",
            default=("name", "kind", "file", "summary"),
        ),
        EmbedOption(
            "style",
            _checks.one_of("table", "list"),
            "`table` or `list`",
            "A table with a line for each place, or a list of names with their places.",
            default="table",
        ),
        EmbedOption(
            "group",
            _checks.one_of("letter", "file", "none"),
            "`letter`, `file` or `none`",
            "Whether there is one table or list for each letter or file.",
            default="none",
        ),
        EmbedOption(
            "limit",
            _checks.number(1, 5_000),
            "a whole number from 1 to 5000",
            "How many keywords are shown; the others are counted, with a link to a page that has them all.",
            default=200,
        ),
    ),
    build=build,
)
