"""The nouns of the accuracy scorer: identifiers, definitions, places, and what an oracle says of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

INSIDE, OUTSIDE, DEFINITION, SILENT, UNPLACED = "inside", "outside", "definition", "silent", "unplaced"


class Site(NamedTuple):
    """An identifier in the text."""

    line: int
    col: int
    end: int
    text: str
    syntax: str
    """One of `import`, `name`, `attribute`, `keyword`, `string`, `dots`."""
    shape: str
    """In which surroundings, in words."""
    receiver: tuple[int, int] | None = None
    """Where the last identifier of the expression stands that an attribute is taken from."""


class Definition(NamedTuple):
    """A place that gives a name."""

    line: int
    col: int
    kind: str
    """A word for readers; `is_strict` knows which allow no other place."""
    qualname: str
    group: str = ""
    """Not empty where several functions are one: `overload` or `property`."""


def is_strict(kind: str) -> bool:
    """Say whether a definition of this kind is one place, not any of several assignments."""
    return kind in {"function", "method", "property", "class", "module"}


@dataclass
class FileSites:
    """All identifiers and definitions of one file, by line and column."""

    sites: dict[tuple[int, int], Site] = field(default_factory=dict)
    definitions: dict[tuple[int, int], Definition] = field(default_factory=dict)
    strings: list[tuple[int, int, int, int, str]] = field(default_factory=list)
    """Line, column, end line, end column and kind of each string literal."""


class Place(NamedTuple):
    """Where something is defined; line 0 stands for the file itself."""

    path: str
    line: int
    col: int


class Row(NamedTuple):
    """An identifier and what the oracle says it means."""

    line: int
    col: int
    end: int
    text: str
    state: str
    """`inside` the repository; `outside` of it; the place is itself a `definition`; `silent`; or `unplaced`, known to
    be in the repository but not where."""
    category: str
    """One of `CATEGORIES`, or for attributes without a target in the repository, `attribute`."""
    shape: str
    targets: tuple[Place, ...]
    """Any of these is right; for `outside`, the imports that bring it, which are no mistake."""
    note: str = ""
    """The oracle's own name for what stands outside."""
