"""Gathers who uses a file and what it defines: name by name, file by file, the nearest files first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.model.page import Target, line_target, symbol_anchor
from sphinx_kwdocs.pages._use_plan import targets_of
from sphinx_kwdocs.translation import _, remembered
from sphinx_kwdocs.wording import count

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.model.documents import Passage
    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.model.occurrences import FileUses
    from sphinx_kwdocs.pages._site import Site

FILE_ANCHOR = "the-file-itself"
"""Where the uses of the file itself stand."""


class TargetUses(NamedTuple):
    """Who uses one symbol or file."""

    number: int
    """How many uses there are."""
    by_file: Mapping[str, FileUses]
    """The uses by the file they stand in: the defining file first, the nearest next, tests, then generated code."""


class SaidOfFile(NamedTuple):
    """What others say of a file and its symbols, by target and in their order; what nobody speaks of is left out."""

    uses: Mapping[str, TargetUses]
    """Who uses them."""
    documented: Mapping[str, tuple[Passage, ...]]
    """Where documents describe them."""
    mentioned: Mapping[str, tuple[Passage, ...]]
    """Where documents mention them."""


def said_of(site: Site, path: str) -> SaidOfFile:
    """Return what others say of a file and its symbols."""
    return site.said.of(path, lambda: _gather(site, path))


def file_uses(site: Site, path: str) -> Mapping[str, TargetUses]:
    """Return who uses a file and its symbols, by target; what nobody uses is left out."""
    return said_of(site, path).uses


def _gather(site: Site, path: str) -> SaidOfFile:
    targets = targets_of(site.index, path)
    documented, mentioned = site.told.documented, site.told.mentioned
    return SaidOfFile(
        {target: uses for target in targets if (uses := target_uses(site.index, path, target))},
        {target: places for target in targets if (places := documented.get(target))},
        {target: places for target in targets if (places := mentioned.get(target))},
    )


def target_uses(index: Index, path: str, target: str) -> TargetUses | None:
    """Return who uses a file or one of its symbols, or None if nobody does."""
    by_file = index.references.uses_by_file(target)
    if not by_file:
        return None
    if len(by_file) > 1:
        by_file = {other: by_file[other] for other in sorted(by_file, key=lambda other: distance(index, path, other))}
    return TargetUses(sum([len(uses) for uses in by_file.values()]), by_file)


def distance(index: Index, path: str, other: str) -> tuple[bool, bool, bool, int, str]:
    """Order files as seen from one of them: itself, the nearest next, then tests, and generated code last."""
    shared = 0
    for ours, theirs in zip(path.split("/"), other.split("/"), strict=False):
        if ours != theirs:
            break
        shared += 1
    return path != other, other in index.generated, other in index.tests, -shared, other


def uses_target(site: Site, symbol: Symbol) -> Target | None:
    """Return where the uses of a symbol stand, or None if it has neither uses nor relatives."""
    part = site.use_plan.parts.get(symbol.id)
    # As `Target(…)`, in half the time: every page of a file asks for every symbol.
    return None if part is None else tuple.__new__(Target, ("xref", symbol.path, symbol_anchor(symbol.qualname), part))


def symbol_target(site: Site, symbol: Symbol) -> Target:
    """Return the place of a symbol among the keywords of its file, or its line where there is no such page."""
    if "kw" in site.choices.kinds:
        return Target("kw", symbol.path, symbol_anchor(symbol.qualname))
    return line_target(symbol.path, symbol.span.line)


def definition_target(site: Site, symbol: Symbol) -> Target | None:
    """Return where its definition leads a reader: to the uses of a symbol, or else to its keyword, if there is one."""
    return uses_target(site, symbol) or (symbol_target(site, symbol) if "kw" in site.choices.kinds else None)


@remembered
def uses_words(number: int, files: int) -> str:
    """Say how often something is used: `12 uses in 4 files`."""
    return _("{uses} in {files}").format(uses=count(number, "use"), files=count(files, "file"))
