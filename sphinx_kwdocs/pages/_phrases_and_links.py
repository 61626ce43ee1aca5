"""Turns facts into the words and links that several kinds of page share."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.blocks import Content, Inline, LineNumbers, Link
from sphinx_kwdocs.model.page import Target, line_target, symbol_anchor
from sphinx_kwdocs.translation import N_, _, ngettext, remembered
from sphinx_kwdocs.wording import count_kind, in_digits, purpose_in_words, shown

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.pages._folder_words import FolderWords
    from sphinx_kwdocs.pages._site import Site

MOST_STEPS = 20
"""Folders that the way to a page names."""
_KIND_WORDS = {
    "binary": N_("Binary file"),
    "symlink": N_("Symbolic link"),
    "large": N_("Large file"),
    "unreadable": N_("Unreadable file"),
    "submodule": N_("Submodule"),
    "withheld": N_("Withheld file"),
}


def kind_counts(kinds: Iterable[str]) -> str:
    """Write how many of each kind there are, in the kinds' order: `2 classes, 1 function`."""
    counts = Counter(kinds)
    return ", ".join(count_kind(counts[name], kind) for name, kind in all_kinds().items() if name in counts)


def and_more(number: int) -> str:
    """Close a list that does not name everything: `and 12 more`."""
    return ngettext("and {number} more", "and {number} more", number).format(number=in_digits(number))


def part_remark(part: int, parts: int) -> str:
    """Say in a heading which part of a page this is, if it has several; parts are counted from 0."""
    return _(", part {part} of {parts}").format(part=part + 1, parts=parts) if parts > 1 else ""


def sentence(template: str, **parts: Inline | Content) -> Content:
    """Put pieces of content into a translated template at the places that it names.

    As with `str.format`, what is put in is not looked through for places again.
    """
    out: list[Inline] = []
    for text, name in _pieces(template):
        if text:
            out.append(text)
        if name:
            part = parts[name]
            if isinstance(part, tuple):
                out += part
            else:
                out.append(part)
    return tuple(out)


@lru_cache(maxsize=1_000)
def _pieces(template: str) -> tuple[tuple[str, str], ...]:
    """Part a template into texts, each with the name of the place behind it or an empty string."""
    return tuple((text, name or "") for text, name, *_rest in Formatter().parse(template))


def base_name(path: str) -> str:
    """Return the last part of a path as it can be shown."""
    return shown(path.rpartition("/")[2])


def type_label(index: Index, path: str) -> str:
    """Say what type of file this is."""
    if about := index.about.get(path):
        return _(index.languages[about.language].label)
    return _(_KIND_WORDS[index.files[path].kind])


def description(index: Index, path: str) -> str:
    """Return a file's own sentence about what it is for, or an empty string."""
    return purpose_in_words(index.purposes.get(path))


def line_link(path: str, line: int, text: str = "", *, is_code: bool = False) -> Link:
    """Link to a line of a file."""
    return Link(line_target(path, line), text or _line_words(line), is_code)


@remembered
def _line_words(line: int) -> str:
    return _("line {line}").format(line=in_digits(line))


def place_of(index: Index, target: str) -> Target:
    """Return where the id of a symbol or the path of a file or folder leads: the line of a definition, or the page."""
    symbol = index.symbols.get(target)
    if symbol is not None:
        return line_target(symbol.path, symbol.span.line)
    return Target("docs" if target in index.files else "index", target)


@lru_cache(maxsize=2_000)
def file_link(path: str, *, whole: bool = True) -> Link:
    """Link to a file's page, showing its path or only its name."""
    return Link(Target("docs", path), shown(path) if whole else base_name(path), is_code=True)


def folder_link(path: str, *, whole: bool = True) -> Link:
    """Link to a folder's index."""
    text = (shown(path) if whole else base_name(path)) + "/" if path else "/"
    return Link(Target("index", path), text, is_code=True)


def folder_description(about: FolderWords) -> Content:
    """Say what a folder is, with the file that says so if one does."""
    return (about.words, " (", file_link(about.teller), ")") if about.teller else (about.words,)


def with_lines(path: str, lines: Iterable[int]) -> Content:
    """Link to a file and to some of its lines."""
    return (file_link(path), " ", *numbered_lines(path, lines))


def numbered_lines(path: str, lines: Iterable[int]) -> Content:
    """Link to lines of a file by number: `line 3`, or `lines 3, 9, 12`."""
    numbers = tuple(sorted(set(lines)))
    return sentence(ngettext("line {numbers}", "lines {numbers}", len(numbers)), numbers=LineNumbers(path, numbers))


def symbol_link(symbol: Symbol, kinds: Container[str] = ("kw",)) -> Link:
    """Link to a symbol among the keywords of its file, or to its line if `kinds` of pages lack those."""
    if "kw" not in kinds:
        return definition_link(symbol)
    return Link(Target("kw", symbol.path, symbol_anchor(symbol.qualname)), symbol.plain_qualname, is_code=True)


def definition_link(symbol: Symbol, text: str = "", *, with_path: bool = False) -> Link:
    """Link to the line of a definition, showing its qualified name or another text."""
    text = text or symbol.plain_qualname
    if with_path:
        text = _("{name} in {place}").format(name=text, place=shown(symbol.path))
    return Link(line_target(symbol.path, symbol.span.line), text, all_kinds()[symbol.kind].is_code)


def way_to(site: Site, path: str) -> tuple[Link, ...]:
    """Return the links from the entry page down to a file's or folder's parent."""
    above = path.split("/")[:-1]
    links = [Link(Target("index"), site.title)]
    # Below hundreds of folders the way would be longer than the page; the folder above the gap has its own way.
    skipped = max(0, len(above) - MOST_STEPS)
    links += [Link(Target("index", "/".join(above[:skipped])), "…")] if skipped else []
    links += [
        Link(Target("index", "/".join(above[: depth + 1])), shown(part))
        for depth, part in enumerate(above)
        if depth >= skipped
    ]
    return tuple(links)


def joined(items: Iterable[Content], separator: str = ", ") -> Content:
    """Join pieces of content; one that says nothing gets no separator."""
    out: list[Inline] = []
    for item in items:
        if item and item != ("",):
            out += item
            out.append(separator)
    del out[-1:]
    return tuple(out)
