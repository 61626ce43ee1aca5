"""Answers what a name means that an author wrote: a role's symbol, file or folder, a described object, inline code.

A wrong link is worse than none, so an answer is exactly one thing, or nothing and the candidates.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.mentions import CALLABLE, NAME, distinct, only_named
from sphinx_kwdocs.linking.python.modules import STANDARD
from sphinx_kwdocs.lookup._answer import ROOT, SIMILAR, Answer, Nearness
from sphinx_kwdocs.lookup._declared_keywords import WordLookup
from sphinx_kwdocs.lookup._domain_kinds import DOMAIN_LANGUAGES, contradicts, is_of_kind
from sphinx_kwdocs.lookup._exports import Exports
from sphinx_kwdocs.lookup._inline_code import InlineNames
from sphinx_kwdocs.lookup._line_ranges import first_and_last, split_lines
from sphinx_kwdocs.lookup._names import NameTable
from sphinx_kwdocs.lookup._paths import PathTable
from sphinx_kwdocs.lookup._problems import problem_with

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_kwdocs.linking.mentions import Reading
    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.index import Index

__all__ = ["Answer", "Lookup", "WordLookup", "first_and_last", "problem_with", "split_lines"]

LONGEST = 1000
"""No name is longer; a longer text is not looked at."""
_MOST_PARTS = 50


class Lookup:
    """The names of a repository, as its index has them; made once a build, and it remembers its answers."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._nearness = Nearness(index)
        self._names = NameTable(index.symbols)
        self._exports = Exports(index, self._names)
        self._files = PathTable(index.files, self._nearness)
        self._folders = PathTable(index.folders, self._nearness)
        self._answers: dict[tuple[str, str], Answer] = {}
        self._described: dict[tuple[str, str, str], str] = {}
        self._mentioned: dict[str, str] = {}

    def symbol(self, text: str, near: str = "") -> Answer:
        """Return the symbol that a text means: its id, or the end of its dotted name, also where it is re-exported.

        A module's dotted name means its file, if no symbol has it.
        """
        key = (text, near)
        if key not in self._answers:
            name = text.strip().removesuffix("()")
            self._answers[key] = self._search(name, near) if len(name) <= LONGEST else Answer("")
        return self._answers[key]

    def file(self, text: str, near: str = "") -> Answer:
        """Return the file that a text means: its path, the end of it, or with `./` and `../` a path from `near`."""
        return self._files.find(text.strip(), near)

    def folder(self, text: str, near: str = "") -> Answer:
        """Return the folder that a text means, likewise; see `Answer.is_found` for the root."""
        name = text.strip()
        if name in {"", "/", "."}:
            return ROOT
        return self._folders.find(name.rstrip("/") or "/", near)

    def described(self, domain: str, name: str, kind: str = "") -> str:
        """Return the id or path of what an object of a domain is, or an empty string."""
        key = (domain, name, kind)
        if key not in self._described:
            self._described[key] = self._describe(domain, name, kind) if len(name) <= LONGEST else ""
        return self._described[key]

    def has_module(self, dotted: str) -> bool:
        """Tell whether a module may be one of the repository's, by the first part of its name."""
        return dotted.partition(".")[0] in self._exports.tops

    def inline(self, text: str) -> Reading:
        """Return what inline code in prose means by itself, or in a document that speaks of it besides."""
        return self._inline.read(text)

    def is_outside(self, word: str) -> bool:
        """Tell whether a word is the name of a package that the repository imports from others."""
        return bool(word) and self._inline.is_outside(word)

    def mention(self, text: str) -> str:
        """Return the id or path of the only thing that a name can mean which an author says is one of Python's."""
        if text not in self._mentioned:
            target = self._find_mention(text.strip()) if len(text) <= LONGEST else ""
            symbol = self._index.symbols.get(target)
            # Who means what a test defines says so: the names of tests are words of examples too.
            is_of_test = symbol is not None and symbol.path in self._index.tests and "#" not in text
            self._mentioned[text] = "" if is_of_test else target
        return self._mentioned[text]

    @cached_property
    def _inline(self) -> InlineNames:
        return InlineNames(self._index, self._names, self._exports)

    def _search(self, name: str, near: str) -> Answer:
        if name in self._index.symbols:
            return Answer(name)
        parts = _parts(name)
        if not parts:
            return Answer("", self._of_file(name, near))
        for targets in self._fitting(parts):
            if targets:
                return self._nearness.answer(self._distinct(targets), near)
        return Answer("", self._similar(".".join(parts), near))

    def _fitting(self, parts: tuple[str, ...]) -> Iterator[list[str]]:
        """Yield what a dotted name can mean, the most certain first; each group counts if those before are empty."""
        dotted = ".".join(parts)
        yield self._exports.full_name(parts)
        yield distinct(self._names.ending_with(dotted))
        yield self._exports.handed_on(parts)
        yield self._inherited(parts)
        yield self._exports.modules(dotted)
        yield distinct(self._names.ending_with(dotted, local=True))

    def _inherited(self, parts: tuple[str, ...]) -> list[str]:
        """Return the members of bases that classes have, the class being given by the end of its name."""
        if len(parts) == 1:
            return []
        holders = distinct(self._names.ending_with(".".join(parts[:-1])))
        return [member for holder in holders for member in self._exports.attribute(holder, parts[-1:])]

    def _similar(self, dotted: str, near: str) -> tuple[str, ...]:
        modules = self._nearness.nearest(self._exports.modules_ending_with(dotted), near, SIMILAR)
        found: list[str] = []
        for group in self._names.similar(dotted, SIMILAR):
            if len(found) >= SIMILAR:
                break
            found = self._distinct([*found, *self._nearness.nearest(group, near, SIMILAR)])
        return (*modules, *found)[:SIMILAR]

    def _of_file(self, name: str, near: str) -> tuple[str, ...]:
        """Return what may be meant by an id that there is not: the same name in another file, or one alike."""
        path, _, qualname = name.partition("#")
        parts = _parts(qualname)
        return self._similar(".".join(parts), path or near) if parts else ()

    def _distinct(self, targets: Iterable[str]) -> list[str]:
        """Return the targets with all that are one thing taken together; files as they are."""
        found = dict.fromkeys(targets)
        symbols = [self._index.symbols[target] for target in found if target in self._index.symbols]
        return [*distinct(symbols), *(target for target in found if target not in self._index.symbols)]

    def _only(self, targets: Iterable[str]) -> Symbol | None:
        found = self._distinct(targets)
        return self._index.symbols.get(found[0]) if len(found) == 1 else None

    def _describe(self, domain: str, name: str, kind: str) -> str:
        parts = _parts(name.partition("(")[0])
        if not parts:
            return ""
        if domain in DOMAIN_LANGUAGES:
            return self._describe_other(domain, parts)
        if domain != "py":
            return ""
        if kind == "module":
            paths = self._exports.modules(".".join(parts))
            return paths[0] if len(paths) == 1 else ""
        if full := self._exports.full_name(parts):
            symbol = self._only(full)
            return symbol.id if symbol and not contradicts(kind, symbol.kind) else ""
        return self._describe_short(parts, kind)

    def _describe_short(self, parts: tuple[str, ...], kind: str) -> str:
        """Return the one public symbol that is meant by a name without its module."""
        if parts[0] in self._exports.tops or parts[0] in STANDARD:
            return ""
        found = [
            symbol
            for symbol in self._names.ending_with(".".join(parts))
            if symbol.visibility != "private" and symbol.path not in self._index.tests
        ]
        symbol = self._only(each.id for each in found)
        if symbol is None or (len(parts) == 1 and symbol.parent) or not is_of_kind(kind, symbol.kind):
            return ""
        return symbol.id if self._index.facts[symbol.path].language == "python" else ""

    def _describe_other(self, domain: str, parts: tuple[str, ...]) -> str:
        languages = DOMAIN_LANGUAGES[domain]
        dotted = ".".join(parts)
        symbol = self._only(
            symbol.id
            for symbol in self._names.ending_with(dotted)
            if f".{symbol.plain_qualname}".endswith(f".{dotted}")
            and symbol.path not in self._index.tests
            and (len(parts) > 1 or not symbol.parent)
            and self._index.facts[symbol.path].language in languages
        )
        return symbol.id if symbol else ""

    def _find_mention(self, text: str) -> str:
        if text in self._index.symbols:
            return text
        if "/" in text:
            is_folder = text.endswith("/") and text[:-1] in self._index.folders
            return text[:-1] if is_folder else text if text in self._index.files else ""
        match = NAME.fullmatch(text)
        parts = _parts(match[1]) if match else ()
        if not match or len(parts) < 2:  # noqa: PLR2004  a bare name is one part
            is_sure = match and self._inline.outer_names.isdisjoint(parts)
            return only_named(self._names.by_name.get(parts[0], ()), text) if is_sure and parts else ""
        if full := self._exports.full_name(parts):
            symbol = self._only(full)
            return symbol.id if symbol and (not match[2] or symbol.kind in CALLABLE) else ""
        paths = [] if match[2] else self._exports.modules(".".join(parts))
        if paths or parts[0] in self._exports.tops or parts[0] in STANDARD:
            # What begins like a module is a full name: `logging.getLogger` is not that of `tools/logging.py`.
            return paths[0] if len(paths) == 1 else ""
        return self._ending(parts, is_call=bool(match[2]))

    def _ending(self, parts: tuple[str, ...], *, is_call: bool) -> str:
        """Return the only symbol whose dotted name ends so, by the same rule as the finder, but without a search."""
        found = self._names.ending_with(".".join(parts))
        symbol = self._only(each.id for each in found if not is_call or each.kind in CALLABLE)
        return symbol.id if symbol else ""


def _parts(name: str) -> tuple[str, ...]:
    """Return the parts of a dotted name, or none if it cannot be one."""
    parts = tuple(name.replace("::", ".").split("."))
    is_name = len(parts) <= _MOST_PARTS and all(part and part.isprintable() and "#" not in part for part in parts)
    return parts if is_name else ()
