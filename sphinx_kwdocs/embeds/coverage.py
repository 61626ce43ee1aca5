"""Shows how many public names have a docstring or are described in a document, and which ones do not."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.embeds import _checks
from sphinx_kwdocs.embeds._arguments import files_below, find_path
from sphinx_kwdocs.embeds._embed import Embed, EmbedOption
from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.linking.public_names import is_stub
from sphinx_kwdocs.model.blocks import Bar, BarPart, Paragraph, Table
from sphinx_kwdocs.pages import definition_link, file_link, joined
from sphinx_kwdocs.translation import N_, _, ngettext
from sphinx_kwdocs.wording import in_digits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_kwdocs.embeds._embed import Request
    from sphinx_kwdocs.lookup import Lookup
    from sphinx_kwdocs.model.blocks import Block, Content
    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.pages import Site

MEASURED = ("class", "function", "method", "property")
"""Kinds that are expected to have a docstring unless an author says otherwise."""


class _Name(NamedTuple):
    """A public name, with all its definitions: overloads, or a property with its setter."""

    first: Symbol
    has_docstring: bool
    is_described: bool


class _Measure(NamedTuple):
    """The words for one thing that a name may have."""

    said: str
    has: str
    lacks: str
    head: str


_DOCSTRINGS = _Measure(
    N_("{number} of {total} public names ({share} %) have a docstring."),
    N_("with a docstring"),
    N_("without a docstring"),
    N_("Without a docstring"),
)
_DOCUMENTS = _Measure(
    N_("{number} of {total} public names ({share} %) are described in a document."),
    N_("described in a document"),
    N_("described in no document"),
    N_("Described in no document"),
)


def build(site: Site, lookup: Lookup, request: Request) -> Iterator[Block]:
    """Measure a folder, a file or the whole repository."""
    path = find_path(site.index, lookup, request.argument, request.document)
    names = [name for file in files_below(site.index, path) for name in _names(site, file, request.options["kind"])]
    if not names:
        yield Paragraph((_("There are no public names to measure here."),))
        return
    show, limit = request.options["show"], request.options["limit"]
    if show != "documents":
        yield from _measured(names, [not name.has_docstring for name in names], _DOCSTRINGS, limit)
    if show != "docstrings":
        yield from _measured(names, [not name.is_described for name in names], _DOCUMENTS, limit)


def _names(site: Site, path: str, kinds: Sequence[str]) -> Iterator[_Name]:
    """Yield the public names of a file, unless it is a test, a stub beside its source, or written by a program."""
    index = site.index
    facts = index.facts.get(path)
    if facts is None or path in index.tests or path in index.generated or is_stub(index, path):
        return
    groups: dict[str, list[Symbol]] = {}
    for symbol in facts.symbols:
        if symbol.visibility == "public" and symbol.kind in kinds:
            groups.setdefault(symbol.plain_qualname, []).append(symbol)
    described = site.documentation.documented
    for group in groups.values():
        yield _Name(
            group[0], any(symbol.doc.strip() for symbol in group), any(symbol.id in described for symbol in group)
        )


def _measured(names: list[_Name], are_missing: list[bool], measure: _Measure, limit: int) -> Iterator[Block]:
    missing = [name.first for name, is_missing in zip(names, are_missing, strict=True) if is_missing]
    total, number = len(names), len(names) - len(missing)
    # Rounded down: one name that lacks something is enough to be short of all.
    share = 100 * number // total
    said = _(measure.said).format(number=in_digits(number), total=in_digits(total), share=share)
    parts = (BarPart(_(measure.has), number, "good"), BarPart(_(measure.lacks), len(missing), "poor"))
    yield Bar(parts, said)
    if not missing:
        return
    rows: list[tuple[Content, ...]] = []
    for path, group in groupby(missing[:limit], key=lambda symbol: symbol.path):
        rows.append(((file_link(path),), joined([(definition_link(symbol),) for symbol in group])))
    yield Table((_("File"), _(measure.head)), tuple(rows))
    if len(missing) > limit:
        more = len(missing) - limit
        yield Paragraph(
            (ngettext("and {number} more name", "and {number} more names", more).format(number=in_digits(more)),)
        )


def _measurable_kinds() -> list[str]:
    return [kind.name for kind in all_kinds().values() if kind.is_definition and kind.is_code]


EMBED = Embed(
    name="coverage",
    argument="a folder or a file",
    is_required=False,
    help="How many public names, those of tests and generated files not counted, have a docstring, and how many are "
    "described in a document of the project; as a bar, and a table of those that are not.",
    options=(
        EmbedOption(
            "show",
            _checks.one_of("docstrings", "documents", "both"),
            "`docstrings`, `documents` or `both`",
            "What is measured.",
            default="both",
        ),
        EmbedOption(
            "kind",
            _checks.some_of(_measurable_kinds),
            "kinds of symbols, separated by commas or spaces",
            "Which kinds of names are counted.",
            default=MEASURED,
        ),
        EmbedOption(
            "limit",
            _checks.number(1, 2_000),
            "a whole number from 1 to 2000",
            "How many names each table has; the others are counted.",
            default=100,
        ),
    ),
    build=build,
)
