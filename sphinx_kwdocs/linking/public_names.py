"""Tells which names of the repository others may rely on, under which name they find them, and which are searched."""

from __future__ import annotations

from heapq import nlargest
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.model.fast_frozen import tuple_maker

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from sphinx_kwdocs.model.index import Index


def is_stub(index: Index, path: str) -> bool:
    """Tell whether a file only declares what the source beside it defines."""
    return path.endswith(".pyi") and path[:-1] in index.files


class PublicSymbol(NamedTuple):
    """What is asked of a public definition, without making the symbol."""

    id: str
    """Its id."""
    path: str
    """The file that defines it."""
    qualname: str
    """Its qualified name."""


_new_public = tuple_maker(PublicSymbol)


def public_symbols(index: Index) -> dict[str, PublicSymbol]:
    """Return the public definitions outside of tests, stubs and generated code, by the name by which others find them.

    That is the dotted name where the file can be imported, and the symbol's id otherwise or if the name is taken.
    """
    found: dict[str, PublicSymbol] = {}
    for path, facts in index.facts.items():
        if path in index.tests or path in index.generated or is_stub(index, path):
            continue
        module = index.modules.get(path, "")
        ids, qualnames = facts.symbols.ids, facts.symbols.qualnames
        for number in facts.symbols.public:
            symbol_id, qualname = ids[number], qualnames[number]
            name = f"{module}.{qualname}" if module else symbol_id
            found[symbol_id if name in found else name] = _new_public((symbol_id, path, qualname))
    return found


def choose_searched(
    index: Index, public: Mapping[str, PublicSymbol], limit: int, known: AbstractSet[str] = frozenset()
) -> frozenset[str]:
    """Return the paths of files and the ids of public symbols that a search finds: those with most uses.

    What a search finds already, because documents describe it or are made from it, is `known` and left out.
    """
    found = [each for each in chain(index.files, (symbol.id for symbol in public.values())) if each not in known]
    if len(found) <= limit:
        return frozenset(found)
    count = index.references.count
    # Of those that are used equally often the first ones.
    ranked = nlargest(limit, ((count(each), -place, each) for place, each in enumerate(found)))
    return frozenset(each for _, _, each in ranked)
