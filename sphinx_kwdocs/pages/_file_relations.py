"""Sums up for a file's documentation who uses its names and whose names it uses; whatever is left out is counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Link
from sphinx_kwdocs.model.index import MENTION
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.pages._phrases_and_links import definition_link, file_link, joined, sentence, with_lines
from sphinx_kwdocs.pages._uses import FILE_ANCHOR, distance, file_uses, uses_target
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import count, in_digits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sphinx_kwdocs.model.blocks import Content
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.pages._site import Site

    Names = Mapping[str, Counter[str]]
    """How often each name is used, by the other file and by target."""

MOST_FILES = 20
"""Files that a list names."""
MOST_NAMES = 6
"""Names that are listed for one file."""
MOSTMENTIONS = 30
"""Mentions that are listed."""


def used_by(site: Site, path: str) -> Iterator[Content]:
    """Name the files other than tests that use the file or its names, those with most uses first."""
    names: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for target, users in file_uses(site, path).items():
        for other, group in users.by_file.items():
            if other == path or other in site.index.tests:
                continue
            if number := len(group) - group.roles.count(MENTION):
                names[other][target] = number
    return _ranked(site.index, path, names, lambda target: _link_to_uses(site, path, target))


def uses(site: Site, path: str) -> Iterator[Content]:
    """Name the files whose names the file uses, those with most uses first."""
    index = site.index
    references = index.references.of(path)
    names: defaultdict[str, Counter[str]] = defaultdict(Counter)
    if references is None:
        return iter(())
    used = (number for number, role in zip(references.targets, references.roles, strict=True) if role != MENTION)
    for number, times in Counter(used).items():
        target = index.references.names[number]
        symbol = index.symbols.get(target)
        other = symbol.path if symbol else target
        if other != path:
            names[other][target] = times
    return _ranked(index, path, names, lambda target: _link_to_definition(index, target))


def _ranked(index: Index, path: str, names: Names, link: Callable[[str], Link]) -> Iterator[Content]:
    totals = {other: found.total() for other, found in names.items()}
    order = sorted(totals, key=lambda other: (-totals[other], distance(index, path, other)))
    for other in order[:MOST_FILES]:
        found = sorted(names[other].items(), key=lambda item: (-item[1], item[0]))
        listed: list[Content] = [(link(target), f" {in_digits(times)}") for target, times in found[:MOST_NAMES]]
        if len(found) > MOST_NAMES:
            listed.append((count(len(found) - MOST_NAMES, "more name"),))
        said = count(totals[other], "use")
        yield sentence(_("{file}, {uses}: {names}"), file=file_link(other), uses=said, names=joined(listed))
    if len(order) > MOST_FILES:
        rest = sum(totals[other] for other in order[MOST_FILES:])
        files = count(len(order) - MOST_FILES, "more file")
        yield (_("and {files} with {uses}").format(files=files, uses=count(rest, "use")),)


def _link_to_uses(site: Site, path: str, target: str) -> Link:
    if "xref" not in site.choices.kinds:
        return _link_to_definition(site.index, target)
    symbol = site.index.symbols.get(target)
    if symbol is None:
        return Link(Target("xref", path, FILE_ANCHOR, site.use_plan.parts[path]), _("the file itself"))
    return Link(uses_target(site, symbol) or Target("xref", path), symbol.plain_qualname, is_code=True)


def _link_to_definition(index: Index, target: str) -> Link:
    symbol = index.symbols.get(target)
    return definition_link(symbol) if symbol else Link(Target("docs", target), _("the file itself"))


def mentions(site: Site, path: str) -> Iterator[Content]:
    """Name the places where prose or documentation strings of other files speak of the file's names."""
    index = site.index
    found: list[tuple[str, str, list[int]]] = []
    for target, users in file_uses(site, path).items():
        for other, group in users.by_file.items():
            if other != path and (lines := group.mention_lines):
                found.append((target, other, lines))
    for target, other, lines in found[:MOSTMENTIONS]:
        symbol = index.symbols.get(target)
        name = definition_link(symbol) if symbol else file_link(target)
        yield sentence(_("{name} in {place}"), name=name, place=with_lines(other, lines))
    if len(found) > MOSTMENTIONS:
        rest = sum(len(item[2]) for item in found[MOSTMENTIONS:])
        yield (_("and {others}").format(others=count(rest, "more mention")),)
