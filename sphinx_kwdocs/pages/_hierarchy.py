"""Says how classes and their members descend from one another."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING

from sphinx_kwdocs.page import Code, TreeItem
from sphinx_kwdocs.pages._words import definition_link, joined
from sphinx_kwdocs.wording import count

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_kwdocs.model import Index, Symbol
    from sphinx_kwdocs.page import Content, Inline, Link

MOST_RELATIVES = 30
"""Relatives of one sort that are named; further ones are counted."""
_LABELS = ("Bases", "Subclasses", "Overrides", "Overridden by")


def relatives(index: Index, target: str) -> tuple[tuple[str, Content], ...]:
    """Name what a class or a member descends from and what descends from it, each sort under its label."""
    return tuple(
        (label, _named(index, found))
        for label, relation in zip(_LABELS, index.hierarchy, strict=True)
        if (found := relation.get(target))
    )


def called(index: Index, target: str) -> tuple[tuple[str, Content], ...]:
    """Name the functions and classes that a definition calls, under their label."""
    found = index.calls.callees.get(target)
    return (("Calls", _named(index, found)),) if found else ()


def relatives_in_words(index: Index, target: str) -> str:
    """Count the relatives of a class or a member: `1 base, 2 subclasses`, `overridden by 3 definitions`."""
    bases, subclasses, overrides, overridden_by = (len(relation.get(target, ())) for relation in index.hierarchy)
    words = (
        (bases, count(bases, "base")),
        (subclasses, count(subclasses, "subclass", "subclasses")),
        (overrides, f"overrides {count(overrides, 'definition')}"),
        (overridden_by, f"overridden by {count(overridden_by, 'definition')}"),
    )
    return ", ".join(text for number, text in words if number)


def _named(index: Index, ids: Sequence[str]) -> Content:
    items: list[Content] = [
        (definition_link(index.symbols[one], with_path=True),) for one in ids[:MOST_RELATIVES] if one in index.symbols
    ]
    if len(ids) > MOST_RELATIVES:
        items.append((f"and {len(ids) - MOST_RELATIVES:,} more",))
    return joined(items)


def class_tree(index: Index, symbols: Sequence[Symbol]) -> Iterator[TreeItem]:
    """List the classes among symbols that have bases or subclasses: bases as written, subclasses below."""
    for symbol in symbols:
        below = index.hierarchy.subclasses.get(symbol.id, ())
        if not symbol.bases and not below:
            continue
        said: list[Inline] = [definition_link(symbol)]
        if symbol.bases:
            said += [" derives from ", *joined([(base,) for base in _bases(index, symbol)])]
        yield TreeItem(0, tuple(said))
        for one in below[:MOST_RELATIVES]:
            if one in index.symbols:
                yield TreeItem(1, ("subclass ", definition_link(index.symbols[one], with_path=True)))
        if len(below) > MOST_RELATIVES:
            yield TreeItem(1, (f"and {count(len(below) - MOST_RELATIVES, 'more subclass', 'more subclasses')}",))


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
