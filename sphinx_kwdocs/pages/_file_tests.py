"""Says which tests have a file for their subject and why, and shows lines of other files that use what it defines."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.blocks import Bullets, Snippet, UseLine, UseList
from sphinx_kwdocs.model import ROLES
from sphinx_kwdocs.page import Section
from sphinx_kwdocs.pages._uses import file_uses
from sphinx_kwdocs.pages._words import definition_link, file_link, joined, sentence
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.vocabulary import ROLE_WORDS
from sphinx_kwdocs.wording import count, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx_kwdocs.blocks import Block, Content
    from sphinx_kwdocs.file_references import FileUses
    from sphinx_kwdocs.model import Index, Symbol
    from sphinx_kwdocs.pages._site import Site
    from sphinx_kwdocs.pages._uses import TargetUses

MOST_TESTS = 20
"""Test files that are named; the others are counted."""
MOST_NAMES = 4
"""Names, and definitions that use them, that are listed for one test."""
MOST_EXAMPLES = 3
"""Lines that show how the file is used."""
_CALL = ROLES.index("call")
_TESTED = frozenset(ROLES.index(role) for role in ("call", "read", "write", "base"))
_SHOWN = ("function", "class", "method")


class _Reason(NamedTuple):
    """Why a test file is taken for a test of a file."""

    is_named: bool
    names: Mapping[str, Symbol]
    holders: Mapping[str, Symbol]


def testing_and_usage(site: Site, path: str) -> Section | None:
    """List the tests that have the file for their subject, lines that use it, and how it is run."""
    inner = []
    if path not in site.index.tests and (items := _tests(site, path)):
        inner.append(Section("testing", _("Testing"), (Bullets(tuple(items)),)))
    if usage := [*_examples(site, path), *_commands(site.index, path)]:
        inner.append(Section("usage-examples", _("Usage Examples"), tuple(usage)))
    return Section("testing-usage", _("Testing & Usage"), (), tuple(inner)) if inner else None


def _tests(site: Site, path: str) -> list[Content]:
    reasons = _reasons(site, path)
    order = sorted(reasons, key=lambda test: (not reasons[test].is_named, -len(reasons[test].holders), test))
    found = [_because(test, reasons[test]) for test in order[:MOST_TESTS]]
    if len(order) > MOST_TESTS:
        found.append((_("and {others}").format(others=count(len(order) - MOST_TESTS, "more test file")),))
    return found


def _reasons(site: Site, path: str) -> dict[str, _Reason]:
    index = site.index
    names: defaultdict[str, dict[str, Symbol]] = defaultdict(dict)
    holders: defaultdict[str, dict[str, Symbol]] = defaultdict(dict)
    related: set[str] = set()
    for target, found in file_uses(site, path).items():
        symbol = index.symbols.get(target)
        users = {other: group for other, group in found.by_file.items() if other != path and other in index.tests}
        related.update(users)
        if symbol is None or not users or len(users) > site.common_limits[""]:
            continue
        for other, group in users.items():
            for holder in _testing_holders(index, group):
                holders[other][holder.id] = holder
                names[other][target] = symbol
    named = set(_named_after(site, path, related))
    return {test: _Reason(test in named, names[test], holders[test]) for test in sorted({*named, *holders})}


def _testing_holders(index: Index, uses: FileUses) -> Iterator[Symbol]:
    """Yield the definitions of a test file that do something with a name, more than to import, annotate or decorate."""
    for holder, role in zip(uses.holders, uses.roles, strict=True):
        if holder and role in _TESTED and (symbol := index.symbols.get(holder)):
            yield symbol


def _named_after(site: Site, path: str, related: set[str]) -> Iterable[str]:
    """Return the tests that are named after a file: where several files have the name, those that speak of this one."""
    stem = path.rpartition("/")[2].rpartition(".")[0].casefold()
    tests = site.tests_by_stem.get(stem, ()) if stem and path in site.index.facts else ()
    if not tests or site.index.languages[site.index.facts[path].language].is_prose:
        return ()
    importers = {place.path for place in site.index.imported_by.get(path, ())}
    if site.sources_by_stem.get(stem) == 1:
        return tests
    return [test for test in tests if test in related or test in importers]


def _because(test: str, reason: _Reason) -> Content:
    file = file_link(test)
    if not reason.holders:
        return sentence(_("{test}: named after it"), test=file)
    used = {"names": _listed(reason.names.values()), "definitions": _listed(reason.holders.values())}
    if reason.is_named:
        return sentence(_("{test}: named after it; uses {names} in {definitions}"), test=file, **used)
    return sentence(_("{test} uses {names} in {definitions}"), test=file, **used)


def _listed(symbols: Iterable[Symbol]) -> Content:
    order = sorted(symbols, key=lambda symbol: symbol.span)
    items: list[Content] = [(definition_link(symbol),) for symbol in order[:MOST_NAMES]]
    if len(order) > MOST_NAMES:
        items.append((count(len(order) - MOST_NAMES, "more definition"),))
    return joined(items)


def _examples(site: Site, path: str) -> Iterator[Block]:
    """Show for the names that others call most a line each: of the nearest file that is no test, else of a test."""
    if path in site.index.tests:
        return
    called = []
    for target, found in file_uses(site, path).items():
        symbol = site.index.symbols.get(target)
        if symbol and symbol.kind in _SHOWN and symbol.visibility == "public":
            number = sum(group.roles.count(_CALL) for other, group in found.by_file.items() if other != path)
            if number:
                called.append((-number, target, found))
    called.sort(key=lambda item: item[:2])
    examples = (_example(site.index, path, found) for _number, _target, found in called)
    # One line may call several of them.
    distinct = {(example.path, example.lines[0].line): example for example in islice(examples, MOST_EXAMPLES)}
    yield from distinct.values()


def _example(index: Index, path: str, found: TargetUses) -> UseList:
    calling = [other for other, group in found.by_file.items() if other != path and _CALL in group.roles]
    other = calling[0]
    uses = found.by_file[other]
    row = next(row for row, role in zip(uses.rows, uses.roles, strict=True) if role == _CALL)
    # Asked of the file that is quoted: what moves in others that use the name does not concern this page.
    file = index.references.files[other]
    holder = index.symbols.get(file[row].holder)
    remark = _("a test") if other in index.tests else ""
    line = UseLine(file.lines[row], ((file.cols[row], file.ends[row]),), _(ROLE_WORDS["call"].singular))
    if holder:
        line = line._replace(holder=holder.plain_qualname, holder_line=holder.span.line)
    return UseList(other, remark, (line,))


def _commands(index: Index, path: str) -> list[Block]:
    """Say how a file is run that has a main guard."""
    facts = index.facts.get(path)
    if facts is None or not facts.main_guard:
        return []
    module = index.modules.get(path, "")
    in_package = f"{path.rpartition('/')[0]}/__init__.py" in index.files
    if in_package:
        return [Snippet("shell", f"python -m {module}")] if module else []
    if shown(path) != path:
        return []
    start = "./" if path.startswith("-") else ""
    return [Snippet("shell", f"python {start}{quote(path)}")]
