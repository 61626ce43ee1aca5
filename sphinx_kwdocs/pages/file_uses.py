"""The uses of one file and of all it defines: by name, by file, line by line; what is too much to show is counted."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.blocks import FactList, Link, Paragraph, UseLine, UseList
from sphinx_kwdocs.model.index import CERTAINTIES, ROLES
from sphinx_kwdocs.model.occurrences import NOWHERE
from sphinx_kwdocs.model.page import PageForm, Section, Target, symbol_anchor
from sphinx_kwdocs.model.vocabulary import ROLE_WORDS
from sphinx_kwdocs.pages._class_hierarchy import called, relatives
from sphinx_kwdocs.pages._document_links import document_rows
from sphinx_kwdocs.pages._file_page import file_page
from sphinx_kwdocs.pages._phrases_and_links import base_name, joined, line_link, part_remark, sentence
from sphinx_kwdocs.pages._site import PageKind
from sphinx_kwdocs.pages._use_limits import counted_uses, shown_lines
from sphinx_kwdocs.pages._use_plan import MOST_LINES, targets_of
from sphinx_kwdocs.pages._uses import FILE_ANCHOR, file_uses, said_of, uses_words
from sphinx_kwdocs.translation import N_, _, remembered
from sphinx_kwdocs.wording import count, in_digits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_kwdocs.model.blocks import Block, Content
    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.model.occurrences import FileReferences, FileUses
    from sphinx_kwdocs.model.page import Page
    from sphinx_kwdocs.pages._site import Site
    from sphinx_kwdocs.pages._uses import SaidOfFile, TargetUses

_ROLE_NUMBERS = [(role, ROLES.index(role)) for role in ROLE_WORDS]
_CERTAINTY = {"exact": "{role}", "inferred": N_("{role} (inferred)"), "name": N_("{role} (by name)")}


def keys(site: Site) -> Iterator[Target]:
    """Name the pages of every file that is used or defines something that is, or that has relatives."""
    for path, parts in site.use_plan.part_counts.items():
        yield from (Target("xref", path, part=part) for part in range(parts))


def build(site: Site, key: Target) -> Page:
    """Build one part of a file's page of uses."""
    plan = site.use_plan
    targets = [target for target in targets_of(site.index, key.path) if plan.parts.get(target) == key.part]
    said = said_of(site, key.path)
    entries = tuple([_entry(site.index, key.path, target, said) for target in targets])
    sections = [Section("uses-by-name", _("Uses by name"), (), entries)]
    if len(entries) > 1:
        sections.insert(0, _names(site, key, targets, entries))
    parts = plan.part_counts[key.path]
    return file_page(site, key, _lead(site, key, parts), tuple(sections), part_remark(key.part, parts))


def _lead(site: Site, key: Target, parts: int) -> tuple[Block, ...]:
    used = file_uses(site, key.path)
    total = sum(uses.number for uses in used.values())
    files = len({path for uses in used.values() for path in uses.by_file})
    said = _("No use is known.")
    if used:
        said = _("{uses} of {names} in {files}.").format(
            uses=count(total, "use"), names=count(len(used), "name"), files=count(files, "file")
        )
    blocks = [Paragraph((said,))]
    if parts > 1:
        blocks.append(Paragraph(sentence(_("Parts of this page: {parts}"), parts=joined(_parts(site, key), " · "))))
    return tuple(blocks)


def _parts(site: Site, key: Target) -> Iterator[Content]:
    """Link every other part by the names it spans."""
    places = site.use_plan.parts
    names = [target for target in targets_of(site.index, key.path) if target in places]
    for part, group in groupby(names, key=places.__getitem__):
        first, *others = (_name(site.index, key.path, site.index.symbols.get(target)) for target in group)
        text = f"{first} … {others[-1]}" if others else first
        yield (text,) if part == key.part else (Link(Target("xref", key.path, part=part), text),)


def _name(index: Index, path: str, symbol: Symbol | None) -> str:
    return symbol.plain_qualname if symbol else index.modules.get(path) or base_name(path)


def _names(site: Site, key: Target, targets: list[str], entries: tuple[Section, ...]) -> Section:
    used = file_uses(site, key.path)
    items: list[Content] = [
        (
            Link(Target(key.kind, key.path, entry.anchor, key.part), entry.title, is_code=True),
            f" {in_digits(used[target].number)}" if target in used else "",
        )
        for target, entry in zip(targets, entries, strict=True)
    ]
    return Section("names-on-this-page", _("Names on this page"), (Paragraph(joined(items, " · ")),))


def _entry(index: Index, path: str, target: str, said: SaidOfFile) -> Section:
    symbol = index.symbols.get(target)
    uses = said.uses.get(target)
    ties = (*relatives(index, target), *called(index, target), *document_rows(said, target))
    blocks: list[Block] = [Paragraph(_what_it_is(path, symbol, uses))]
    if ties:
        blocks.append(FactList(ties))
    if uses:
        blocks += use_blocks(index, path, uses)
    anchor = symbol_anchor(symbol.qualname) if symbol else FILE_ANCHOR
    return Section(anchor, _name(index, path, symbol), tuple(blocks))


def _what_it_is(path: str, symbol: Symbol | None, uses: TargetUses | None) -> Content:
    subject: Content = (_("The file itself"),)
    if symbol:
        line = line_link(path, symbol.span.line)
        subject = sentence(_("{kind} on {line}"), kind=_at_the_beginning(symbol.kind), line=line)
    if uses is None:
        return sentence(_("{subject}; no use of it is known."), subject=subject)
    roles = b"".join([group.roles for group in uses.by_file.values()])
    counts = ", ".join([count(found, role) for role, number in _ROLE_NUMBERS if (found := roles.count(number))])
    number = uses_words(uses.number, len(uses.by_file))
    return sentence(_("{subject}: {uses}; {roles}."), subject=subject, uses=number, roles=counts)


@remembered
def _at_the_beginning(kind: str) -> str:
    """Name a kind as a sentence begins with it."""
    word = _(all_kinds()[kind].singular)
    return f"{word[0].upper()}{word[1:]}"


def use_blocks(index: Index, path: str, uses: TargetUses) -> Iterator[Block]:
    """Show the lines that use something of a file, file by file; what is too much is counted."""
    if uses.number <= MOST_LINES:
        for other, group in uses.by_file.items():
            yield _use_list(index, path, other, group, MOST_LINES)
        return
    sizes = {other: len(set(map(group.file.lines.__getitem__, group.rows))) for other, group in uses.by_file.items()}
    limits = shown_lines(sizes)
    total, shown = sum(sizes.values()), sum(limits.values())
    if shown < total:
        said = _("{number} of the {lines} that use it are shown; the others are counted.")
        yield Paragraph((said.format(number=in_digits(shown), lines=count(total, "line")),))
    for other, limit in limits.items():
        yield _use_list(index, path, other, uses.by_file[other], limit)
    yield from counted_uses({other: group for other, group in uses.by_file.items() if other not in limits})


def _use_list(index: Index, path: str, other: str, uses: FileUses, limit: int) -> UseList:
    """Show the lines of a file up to a limit."""
    rows, file = uses.rows, uses.file
    lines = [rows] if len(rows) == 1 else [[*group] for _line, group in groupby(rows, file.lines.__getitem__)]
    kept = tuple([_use_line(index, file, group) for group in lines[:limit]])
    more = _more(sum(map(len, lines[limit:])), len(lines) - limit) if len(lines) > limit else ""
    return UseList(other, _remark(index, path, other), kept, more)


def _more(uses: int, lines: int) -> str:
    return _("{uses} on {lines}").format(uses=count(uses, "more use"), lines=count(lines, "more line"))


def _remark(index: Index, path: str, other: str) -> str:
    if other == path:
        return _("this file")
    if other in index.generated:
        return _("generated")
    return _("a test") if other in index.tests else ""


def _use_line(index: Index, file: FileReferences, rows: Sequence[int]) -> UseLine:
    """Say what some occurrences do that stand on one line."""
    first = rows[0]
    spans: tuple[tuple[int, int], ...] = ((file.cols[first], file.ends[first]),)
    words = _role_words(file.roles[first], file.known[first])
    if len(rows) > 1:
        spans = tuple(dict.fromkeys([(file.cols[row], file.ends[row]) for row in rows]))
        words = ", ".join(dict.fromkeys([_role_words(file.roles[row], file.known[row]) for row in rows]))
    number = file.holders[first]
    holder = index.symbols.get(file.names[number]) if number != NOWHERE else None
    if holder is None:
        return UseLine(file.lines[first], spans, words)
    # As `UseLine(…)`, in half the time, which counts here: one page may have hundreds of these.
    return tuple.__new__(UseLine, (file.lines[first], spans, words, holder.plain_qualname, holder.span.line))


@remembered
def _role_words(role: int, known: int) -> str:
    """Name a role and a certainty, each given by its number."""
    return _(_CERTAINTY[CERTAINTIES[known]]).format(role=_(ROLE_WORDS[ROLES[role]].singular))


PAGE = PageKind(PageForm("xref", "file", N_("Uses"), N_("Uses"), is_apart=True), keys, build, order=80)
