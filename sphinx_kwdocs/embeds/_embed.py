"""The nouns of what an author can place in a document: a part of the index, its options, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sphinx_kwdocs.lookup import Lookup
    from sphinx_kwdocs.model.blocks import Block
    from sphinx_kwdocs.pages import Site


@dataclass(frozen=True, slots=True)
class EmbedOption:
    """One option of a directive."""

    name: str
    """As an author writes it."""
    check: Callable[[str], Any]
    """Turns what is written into the value used, which is plain data, or raises ValueError saying what is allowed."""
    allowed: str
    """What may be given, for the reference page."""
    help: str
    """What it is for, for the reference page."""
    default: Any = None
    """The value used where it is not given."""


class Request(NamedTuple):
    """What an author asks for at one place."""

    argument: str
    """The directive's argument, or empty."""
    options: Mapping[str, Any]
    """The checked value of every option of the directive, given or not."""
    document: str
    """The document it stands in, as a path of the repository: paths in the argument may be relative to that."""


class EmbedError(Exception):
    """What an author asks for cannot be shown."""

    def __init__(self, message: str, subtype: str) -> None:
        super().__init__(message)
        self.message = message
        """What is the matter, as a sentence without a full stop."""
        self.subtype = subtype
        """A key of `config.WARNING_SUBTYPES`."""


@dataclass(frozen=True, slots=True)
class Embed:
    """A part of the index that an author can place in a document."""

    name: str
    """The directive's name behind `kw:`."""
    argument: str
    """What the argument is, completing "needs …"; empty if there is none."""
    is_required: bool
    """Whether the argument has to be given."""
    help: str
    """What it shows, for the reference page."""
    options: tuple[EmbedOption, ...]
    """Its options, in the order of the reference page."""
    build: Callable[[Site, Lookup, Request], Iterable[Block]]
    """Makes what is shown; raises EmbedError where that cannot be done."""

    def request(self, argument: str, given: Mapping[str, Any], document: str) -> Request:
        """Complete the options that are given with the others' defaults."""
        return Request(argument, {option.name: option.default for option in self.options} | dict(given), document)
