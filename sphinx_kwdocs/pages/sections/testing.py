"""Says which tests have a file for their subject and why, and shows lines of other files that use what it defines."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.model.blocks import Bullets, Snippet, UseLine, UseList
from sphinx_kwdocs.model.index import BASE, CALL, READ, WRITE
from sphinx_kwdocs.model.page import Section
from sphinx_kwdocs.model.vocabulary import ROLE_WORDS
from sphinx_kwdocs.pages._phrases_and_links import definition_link, file_link, joined, sentence
from sphinx_kwdocs.pages._site import FileSection
from sphinx_kwdocs.pages._uses import file_uses
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import count, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx_kwdocs.model.blocks import Block, Content
    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.model.occurrences import FileReferences, FileUses
    from sphinx_kwdocs.pages._site import Site
    from sphinx_kwdocs.pages._uses import TargetUses

MOST_TESTS = 20
"""Test files that are named; the others are counted."""
MOST_NAMES = 4
"""Names, and definitions that use them, that are listed for one test."""
MOST_EXAMPLES = 3
"""Lines that show how the file is used."""
ENOUGH_TESTS = 4
"""One in so many tests of a file has to call something for the file to be about it."""
_TESTED = frozenset({CALL, READ, WRITE, BASE})
_RAISES = frozenset(["pytest.raises", "_pytest.raises.raises", "_pytest.python_api.raises"])
_BELOW_RAISES = 3
"""How many lines below that count as tried."""
_FUNCTIONS = ("function", "method")
_SHOWN = ("function", "class", "method")


class _Reason(NamedTuple):
    """Why a test file is taken for a test of a file."""

    is_named: bool
    """Whether it is named after the file."""
    is_subject: bool
    """Whether it has the file for its subject, and does not only use it along the way."""
    names: Mapping[str, Symbol]
    """What it uses of the file."""
    holders: Mapping[str, Symbol]
    """Which of its definitions do."""


class _Use(NamedTuple):
    """What a definition of a test file does with something of another file."""

    symbol: Symbol
    holder: Symbol
    is_call: bool


def write(site: Site, path: str) -> Section | None:
    """List the tests that have the file for their subject, lines that use it, and how it is run."""
    inner = []
    if path not in site.index.tests and (items := _tests(site, path)):
        inner.append(Section("testing", _("Testing"), (Bullets(tuple(items)),)))
    if usage := [*_examples(site, path), *_commands(site.index, path)]:
        inner.append(Section("usage-examples", _("Usage Examples"), tuple(usage)))
    return Section("testing-usage", _("Testing & Usage"), (), tuple(inner)) if inner else None


def _tests(site: Site, path: str) -> list[Content]:
    reasons = _reasons(site, path)
    subject = [test for test in reasons if reasons[test].is_subject]
    order = sorted(subject, key=lambda test: (not reasons[test].is_named, -len(reasons[test].holders), test))
    found = [_because(test, reasons[test]) for test in order[:MOST_TESTS]]
    if len(order) > MOST_TESTS:
        found.append((_("and {others}").format(others=count(len(order) - MOST_TESTS, "more test file")),))
    if not any(reason.is_named for reason in reasons.values()):
        found += _also_used_in([test for test in reasons if not reasons[test].is_subject])
    return found


def _also_used_in(tests: list[str]) -> Iterator[Content]:
    """Say which tests use a file along the way; one that has a test of its own needs none of these."""
    items: list[Content] = [(file_link(test),) for test in tests[:MOST_NAMES]]
    if len(tests) > MOST_NAMES:
        items.append((count(len(tests) - MOST_NAMES, "more test file"),))
    if items:
        yield sentence(_("also used in {tests}"), tests=joined(items))


def _reasons(site: Site, path: str) -> dict[str, _Reason]:
    index = site.index
    uses: defaultdict[str, list[_Use]] = defaultdict(list)
    related: set[str] = set()
    for target, found in file_uses(site, path).items():
        symbol = index.symbols.get(target)
        users = {other: group for other, group in found.by_file.items() if other != path and other in index.tests}
        related.update(users)
        if symbol is not None and len(users) <= site.common_limits[""]:
            for other, group in users.items():
                uses[other] += _testing_uses(index, symbol, group)
    named = set(_named_after(site, path, related))
    reasons = {test: _reason(site, path, test, uses[test], is_named=test in named) for test in sorted({*named, *uses})}
    return {test: reason for test, reason in reasons.items() if reason}


def _reason(site: Site, path: str, test: str, uses: list[_Use], *, is_named: bool) -> _Reason | None:
    """Return what a test file has to do with a file, or None if that is nothing to speak of."""
    spoken_of = {use.symbol.id for use in uses}
    # A member of something that is not named here came along with another class, or with what a function gave.
    direct = [use for use in uses if use.is_call and (not use.symbol.parent or use.symbol.parent in spoken_of)]
    subject = site.test_subjects.get(test)
    if not is_named and (not uses or (subject and not direct)):
        return None
    told = direct if direct and not is_named else uses
    names = {use.symbol.id: use.symbol for use in told}
    holders = {use.holder.id: use.holder for use in told}
    is_subject = is_named or (subject.covers(path) if subject else _is_much(site.index, test, direct))
    return _Reason(is_named, is_subject, names, holders)


def _is_much(index: Index, path: str, uses: list[_Use]) -> bool:
    """Tell whether enough of the tests in a file do something that it is what they are about."""
    symbols = index.facts[path].symbols
    all_tests = sum(symbol.kind in _FUNCTIONS and _is_test(symbol.name) for symbol in symbols)
    using = {name for use in uses if (name := _test_around(use.holder))}
    return len(using) * ENOUGH_TESTS >= all_tests > 0


def _test_around(holder: Symbol) -> str:
    """Return the name of the test that a definition is, or stands in; empty if there is none."""
    parts = holder.plain_qualname.split(".")
    number = next((number for number, part in enumerate(parts) if _is_test(part)), None)
    return ".".join(parts[: number + 1]) if number is not None else ""


def _is_test(name: str) -> bool:
    return name.startswith("test")


def _testing_uses(index: Index, symbol: Symbol, uses: FileUses) -> Iterator[_Use]:
    """Yield what the definitions of a test file do with a name, more than to import, annotate or decorate with it."""
    for holder_id, role in zip(uses.holders, uses.roles, strict=True):
        if holder_id and role in _TESTED and (holder := index.symbols.get(holder_id)):
            is_fixture = any("fixture" in each for each in holder.decorators)
            yield _Use(symbol, holder, role == CALL and not is_fixture)


def _named_after(site: Site, path: str, related: set[str]) -> Iterable[str]:
    """Return the tests that are named after a file: of several files that are equally near, those that speak of it."""
    importers = {place.path for place in site.index.imported_by.get(path, ())}
    tests = site.named_tests.get(path, ())
    return [test for test in tests if site.test_subjects[test].is_sure or test in related or test in importers]


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
            number = sum(group.roles.count(CALL) for other, group in found.by_file.items() if other != path)
            if number:
                called.append((-number, target, found))
    called.sort(key=lambda item: item[:2])
    examples = (example for *_order, found in called if (example := _example(site.index, path, found)))
    # One line may call several of them.
    distinct = {(example.path, example.lines[0].line): example for example in islice(examples, MOST_EXAMPLES)}
    yield from distinct.values()


def _example(index: Index, path: str, found: TargetUses) -> UseList | None:
    """Return the first call of a name that is no trial of what goes wrong, in the nearest file that has one."""
    for other, uses in found.by_file.items():
        if other == path or CALL not in uses.roles:
            continue
        # Asked of the file that is quoted: what moves in others that use the name does not concern this page.
        file = index.references.files[other]
        failing = _failing_lines(file) if other in index.tests else frozenset()
        rows = (row for row, role in zip(uses.rows, uses.roles, strict=True) if role == CALL)
        row = next((row for row in rows if file.lines[row] not in failing), None)
        if row is not None:
            return _example_at(index, other, row)
    return None


def _example_at(index: Index, other: str, row: int) -> UseList:
    file = index.references.files[other]
    holder = index.symbols.get(file[row].holder)
    remark = _("a test") if other in index.tests else ""
    line = UseLine(file.lines[row], ((file.cols[row], file.ends[row]),), _(ROLE_WORDS["call"].singular))
    if holder:
        line = line._replace(holder=holder.plain_qualname, holder_line=holder.span.line)
    return UseList(other, remark, (line,), is_whole=True)


def _failing_lines(file: FileReferences) -> frozenset[int]:
    """Return the lines of a test that are to go wrong: those below `pytest.raises`."""
    starts = [place.line for place in file.externals if place.name in _RAISES]
    return frozenset(line for start in starts for line in range(start, start + _BELOW_RAISES + 1))


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


SECTION = FileSection("testing-usage", 120, write)
