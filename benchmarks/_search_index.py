"""Reads a search index of Sphinx into facts that can be compared, whatever the order in which it lists them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

Fact = tuple[str, ...]
"""A kind of fact, the page it is about, and what the index says of that page."""


@dataclass(frozen=True, slots=True)
class SearchFacts:
    """What a search index knows, by who has put it there."""

    ours: frozenset[Fact]
    """About generated pages, and the names on them."""
    own: frozenset[Fact]
    """About the project's own documents."""
    entries: frozenset[Fact]
    """The entries of `index` directives, of which Sphinx keeps none from build to build."""


def read_search_index(script: bytes, root: str = "kwdocs") -> SearchFacts:
    """Read the script; raises ValueError if it is none. `root` is the folder of the generated pages."""
    index = json.loads(script[script.index(b"(") + 1 : script.rindex(b")")])
    entries = frozenset(_entries(index))
    facts = frozenset(_facts(index))
    ours = frozenset(fact for fact in facts if fact[1].startswith(f"{root}/") or fact[2].startswith("kw:"))
    return SearchFacts(ours, facts - ours, entries)


def _facts(index: dict[str, Any]) -> Iterator[Fact]:
    names: list[str] = index["docnames"]
    for name, title, file in zip(names, index["titles"], index["filenames"], strict=True):
        yield "title", name, str(title), str(file)
    for kind in ("terms", "titleterms"):
        for word, places in index[kind].items():
            for place in [places] if isinstance(places, int) else places:
                yield kind, names[place], word
    for title, titled in index["alltitles"].items():
        yield from (("heading", names[place], title, str(anchor)) for place, anchor in titled)
    kinds = {int(number): ":".join(kind[:2]) for number, kind in index["objnames"].items()}
    for prefix, objects in index["objects"].items():
        for place, kind, priority, anchor, name in objects:
            yield "object", names[place], kinds[kind], f"{prefix}.{name}", str(anchor), str(priority)


def _entries(index: dict[str, Any]) -> Iterator[Fact]:
    for entry, places in index.get("indexentries", {}).items():
        for place, anchor, is_main in places:
            yield "entry", index["docnames"][place], entry, str(anchor), str(is_main)
