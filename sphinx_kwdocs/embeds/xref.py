"""Shows where a symbol or file is defined, used, tested and documented: as a card, or in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.embeds import _checks
from sphinx_kwdocs.embeds._arguments import find_anything
from sphinx_kwdocs.embeds._embed import Embed, EmbedOption
from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.blocks import Code, FactList, Link, Paragraph
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.pages import (
    FILE_ANCHOR,
    and_more,
    called,
    definition_link,
    description,
    file_link,
    joined,
    passage_links,
    relatives,
    sentence,
    target_uses,
    type_label,
    use_blocks,
    uses_target,
    uses_words,
)
from sphinx_kwdocs.translation import _, ngettext
from sphinx_kwdocs.wording import first_sentence, in_digits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.embeds._embed import Request
    from sphinx_kwdocs.lookup import Lookup
    from sphinx_kwdocs.model.blocks import Block, Content
    from sphinx_kwdocs.pages import Site, TargetUses

MOST_TESTS = 20
"""Test files that are named; further ones are counted."""


def build(site: Site, lookup: Lookup, request: Request) -> Iterator[Block]:
    """Show one symbol or file."""
    target = find_anything(site.index, lookup, request.argument, request.document)
    symbol = site.index.symbols.get(target)
    uses = target_uses(site.index, symbol.path if symbol else target, target)
    is_full = request.options["style"] == "full"
    yield Paragraph(_definition(site, target))
    said = first_sentence(symbol.doc) if symbol else description(site.index, target)
    if said:
        yield Paragraph((said,))
    rows = [*_facts(site, target, uses, is_full=is_full)]
    if is_full:
        rows += [*relatives(site.index, target), *called(site.index, target)]
    yield FactList(tuple(rows))
    if is_full and uses:
        yield from use_blocks(site.index, symbol.path if symbol else target, uses)


def _definition(site: Site, target: str) -> Content:
    """Name a symbol with how it is declared and where, or a file with its type."""
    symbol = site.index.symbols.get(target)
    if symbol is None:
        return (file_link(target), ", ", type_label(site.index, target))
    signature: Content = (Code(symbol.signature.lstrip()),) if symbol.signature else ()
    kind = _(all_kinds()[symbol.kind].singular)
    name = (definition_link(symbol), *signature)
    return sentence(_("{name}, {kind} in {file}"), name=name, kind=kind, file=file_link(symbol.path))


def _facts(site: Site, target: str, uses: TargetUses | None, *, is_full: bool) -> Iterator[tuple[str, Content]]:
    yield _("Uses"), _uses(site, target, uses)
    tests = _tests(site, uses)
    if tests and is_full:
        links: list[Content] = [(file_link(path),) for path in tests[:MOST_TESTS]]
        if len(tests) > MOST_TESTS:
            links.append((and_more(len(tests) - MOST_TESTS),))
        yield _("Tests"), joined(links)
    elif tests:
        said = ngettext("used in {number} test file", "used in {number} test files", len(tests))
        yield _("Tests"), (said.format(number=in_digits(len(tests))),)
    if passages := site.documentation.documented.get(target):
        yield _("Documented in"), passage_links(passages)
    if passages := site.documentation.mentioned.get(target):
        yield _("Mentioned in"), passage_links(passages)


def _uses(site: Site, target: str, uses: TargetUses | None) -> Content:
    if uses is None:
        return (_("No use of it is known."),)
    said = uses_words(uses.number, len(uses.by_file))
    symbol = site.index.symbols.get(target)
    place = uses_target(site, symbol) if symbol else None
    if symbol is None and target in site.use_plan.parts:
        place = Target("xref", target, FILE_ANCHOR, site.use_plan.parts[target])
    return (Link(place, said),) if place else (said,)


def _tests(site: Site, uses: TargetUses | None) -> list[str]:
    """Return the test files that do more with it than import or mention it."""
    if uses is None:
        return []
    return [
        path
        for path, group in uses.by_file.items()
        if path in site.index.tests and any(item.role not in {"import", "mention"} for item in group)
    ]


EMBED = Embed(
    name="xref",
    argument="a symbol, or the path of a file",
    is_required=True,
    help="Where a symbol or file is defined, what it is, and who uses, tests and documents it.",
    options=(
        EmbedOption(
            "style",
            _checks.one_of("card", "full"),
            "`card` or `full`",
            "A card counts the uses and tests; in full, every line that uses the name is shown, with its tests, the "
            "classes it descends from and what it calls.",
            default="card",
        ),
    ),
    build=build,
)
