"""Says how classes and their members descend from one another."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Code, TreeItem
from sphinx_kwdocs.pages._phrases_and_links import and_more, definition_link, joined, sentence
from sphinx_kwdocs.translation import N_, _
from sphinx_kwdocs.wording import count

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sphinx_kwdocs.model.blocks import Content, Link
    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.index import Index

MOST_RELATIVES = 30
"""Relatives of one sort that are named; further ones are counted."""
_LABELS = (N_("Bases"), N_("Subclasses"), N_("Overrides"), N_("Overridden by"))


def relatives(index: Index, target: str) -> tuple[tuple[str, Content], ...]:
    """Name what a class or a member descends from and what descends from it, each sort under its label."""
    return tuple(
        [
            (_(label), _named(index, found))
            for label, relation in zip(_LABELS, index.hierarchy, strict=True)
            if (found := relation.get(target))
        ]
    )


def called(index: Index, target: str) -> tuple[tuple[str, Content], ...]:
    """Name the functions and classes that a definition calls, under their label."""
    found = index.calls.callees.get(target)
    return ((_("Calls"), _named(index, found)),) if found else ()


def relatives_in_words(index: Index, target: str) -> str:
    """Count the relatives of a class or a member: `1 base, 2 subclasses`, `overridden by 3 definitions`."""
    bases, subclasses, overrides, overridden_by = (len(relation.get(target, ())) for relation in index.hierarchy)
    words = (
        (bases, count(bases, "base")),
        (subclasses, count(subclasses, "subclass")),
        (overrides, _("overrides {definitions}").format(definitions=count(overrides, "definition"))),
        (overridden_by, _("overridden by {definitions}").format(definitions=count(overridden_by, "definition"))),
    )
    return ", ".join(text for number, text in words if number)


def _named(index: Index, ids: Sequence[str]) -> Content:
    items: list[Content] = [
        (definition_link(index.symbols[one], with_path=True),) for one in ids[:MOST_RELATIVES] if one in index.symbols
    ]
    if len(ids) > MOST_RELATIVES:
        items.append((and_more(len(ids) - MOST_RELATIVES),))
    return joined(items)


def class_tree(index: Index, symbols: Sequence[Symbol]) -> Iterator[TreeItem]:
    """List the classes of a file that have bases or subclasses, each below its first base of the same file."""
    own = {symbol.id: symbol for symbol in symbols if symbol.bases or symbol.id in index.hierarchy.subclasses}
    parents = {one: _parent(index, one, own) for one in own}
    children: defaultdict[str, list[str]] = defaultdict(list)
    for one, parent in parents.items():
        children[parent].append(one)
    stack = [(one, 0) for one in reversed(children[""])]
    while stack:
        one, depth = stack.pop()
        yield TreeItem(depth, _derivation(index, own[one], own.get(parents[one])))
        yield from _subclasses_elsewhere(index, one, own, depth + 1)
        stack += [(child, depth + 1) for child in reversed(children[one])]


def _parent(index: Index, symbol: str, own: Mapping[str, Symbol]) -> str:
    """Return the class below which another stands, or an empty string; bases that go in circles do not count."""
    first = next((base for base in index.hierarchy.bases.get(symbol, ()) if base in own), "")
    above, seen = first, {symbol}
    while above and above not in seen:
        seen.add(above)
        above = next((base for base in index.hierarchy.bases.get(above, ()) if base in own), "")
    return "" if above else first


def _derivation(index: Index, symbol: Symbol, parent: Symbol | None) -> Content:
    """Name a class with the bases that its place in the tree does not tell."""
    bases = _bases(index, symbol)
    if not bases or (parent is not None and len(bases) == 1):
        return (definition_link(symbol),)
    named = joined([(base,) for base in bases])
    return sentence(_("{name} derives from {bases}"), name=definition_link(symbol), bases=named)


def _subclasses_elsewhere(index: Index, symbol: str, own: Mapping[str, Symbol], depth: int) -> Iterator[TreeItem]:
    below = [one for one in index.hierarchy.subclasses.get(symbol, ()) if one not in own and one in index.symbols]
    for one in below[:MOST_RELATIVES]:
        yield TreeItem(depth, (definition_link(index.symbols[one], with_path=True),))
    if len(below) > MOST_RELATIVES:
        others = count(len(below) - MOST_RELATIVES, "more subclass")
        yield TreeItem(depth, (_("and {others}").format(others=others),))


def _bases(index: Index, symbol: Symbol) -> list[Code | Link]:
    """Return the bases as written, as links where it is known which class of the repository each one is."""
    known = [index.symbols[one] for one in index.hierarchy.bases.get(symbol.id, ()) if one in index.symbols]
    places: defaultdict[str, deque[int]] = defaultdict(deque)
    for place, text in enumerate(symbol.bases):
        places[_last_name(text)].append(place)
    chosen = {places[base.name].popleft(): base for base in known if places[base.name]}
    placed = {base.id for base in chosen.values()}
    left = [base for base in known if base.id not in placed]
    free = [place for place in range(len(symbol.bases)) if place not in chosen]
    # Both are in the order of the class statement, so where all that is left was found, one is the other.
    if len(left) == len(free):
        chosen.update(zip(free, left, strict=True))
    return [
        definition_link(chosen[place], text) if place in chosen else Code(text)
        for place, text in enumerate(symbol.bases)
    ]


def _last_name(text: str) -> str:
    return text.partition("[")[0].rpartition(".")[2].strip()
