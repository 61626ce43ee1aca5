"""Learns how a theme rewrites a page's table of contents, so that it need not do so for each of ten thousand pages.

Some themes parse the list of every page and add classes to it, which takes longer than all else on the page. What they
make of an entry depends on how deep it stands and on what comes before it. So three lists that show every such case
are given to the theme once, and the lists of real pages are put together from the pieces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sphinx_kwdocs.sphinx_ext.shell.placeholders import UnusableError, mark, text_mark

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# An entry, with all that comes until the next one.
_ENTRY = re.compile(
    r'<li><a class="reference internal" href="#([^"]*)">([^<]*)</a>(<ul>\n|</li>\n(?:</ul>\n</li>\n)*)(?:</ul>\n\Z)?'
)
_MARKUP = len('<li><a class="reference internal" href="#"></a>')
_FIRST_SECTION = 2
_CLOSED, _CLOSED_LIST = len("</li>\n"), len("</ul>\n</li>\n")
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_START = "<ul>\n"
ANCHOR, TEXT = "tocanchor", "toctext"
"""The words of the marks of an entry, before its number."""
_WORD = re.compile(rf"({ANCHOR}|{TEXT})(\d+)")

# Deep enough for every page of ours. The first list shows each way from one entry to the next; the others show another
# beginning and other ends.
PROBES: tuple[tuple[int, ...], ...] = (
    (0, 1, 2, 3, 3, 2, 3, 2, 2, 2, 3, 1, 2, 1, 2, 3, 1, 1, 1, 2, 1, 1, 2, 3),
    (0, 1, 1, 2),
    (0, 1),
)


END = -1
"""Follows the last entry."""


class Contents(NamedTuple):
    """The entries of a table of contents."""

    kinds: list[int]
    """What a theme may make a difference of: twice the level of an entry, and one more if it has parts."""
    entries: list[dict[str, str]]
    """The anchor and the text of each, by the words of their marks."""


class _Run(NamedTuple):
    """One appearance of a table of contents in a page that was cut at its marks."""

    first: int
    """Place of its first mark among the parts."""
    last: int
    start: int
    end: int
    inside: dict[int, tuple[str, ...]]
    between: dict[tuple[int, int], str]


@dataclass(frozen=True, slots=True)
class TocStyle:
    """What a theme makes of a table of contents, in one of the places where it shows it."""

    skips_title: bool
    """Whether the entry for the page itself is left out."""
    starts: dict[int, str]
    """What comes before the first entry."""
    ends: dict[int, str]
    """What comes after the last one."""
    inside: dict[int, tuple[str, ...]]
    """What an entry consists of: words for its anchor and text at even places, markup at odd ones."""
    between: dict[tuple[int, int], str]
    """What stands between two entries."""
    pieces: dict[tuple[int, int], str]
    """An entry with all that comes until the next one, by their kinds, ready for its anchor and text."""

    def write(self, contents: Contents) -> str:
        """Write a table of contents; a KeyError says that one of its cases is not known."""
        kinds, entries = contents
        if self.skips_title:
            kinds, entries = kinds[1:], entries[1:]
        pieces = self.pieces
        written = [
            pieces[kind, following] % entry
            for kind, following, entry in zip(kinds, [*kinds[1:], END], entries, strict=True)
        ]
        return self.starts[kinds[0]] + "".join(written)


def read_contents(toc: str) -> Contents | None:
    """Return the entries of a table of contents in the shape that we give it, or None for another shape."""
    found = _ENTRY.findall(toc)
    kinds: list[int] = []
    level = 0
    for _anchor, _text, after in found:
        has_parts = after == _START
        kinds.append(2 * level + has_parts)
        level += 1 if has_parts else (_CLOSED - len(after)) // _CLOSED_LIST
    # Nothing else may stand between the entries.
    length = sum(map(len, chain.from_iterable(found))) + len(found) * _MARKUP + len("<ul>\n</ul>\n")
    if not found or level or length != len(toc) or not toc.startswith(_START):
        return None
    return Contents(kinds, [{ANCHOR: anchor, TEXT: text} for anchor, text, _ in found])


def probe(levels: Sequence[int]) -> str:
    """Return a table of contents whose entries are marks, and stand on these levels."""
    written = [_START]
    for number, (level, following) in enumerate(pairwise((*levels, 0))):
        anchor = mark(f"{ANCHOR}{number}") if number else ""
        text = text_mark(f"{TEXT}{number}")
        written.append(f'<li><a class="reference internal" href="#{anchor}">{text}</a>')
        written.append(_START if following > level else "</li>\n" + "</ul>\n</li>\n" * (level - following))
    written.append("</ul>\n")
    return "".join(written)


def learn(cuts: Sequence[Sequence[str]]) -> tuple[TocStyle, ...]:
    """Learn from the parts of one page with each of the probes as its table of contents."""
    pages = [list(_runs(parts, levels)) for parts, levels in zip(cuts, PROBES, strict=True)]
    if len({len(runs) for runs in pages}) != 1:
        message = "the table of contents is not always shown in the same places"
        raise UnusableError(message)
    return tuple(_learn_one(cuts, runs) for runs in zip(*pages, strict=True))


def _learn_one(cuts: Sequence[Sequence[str]], runs: Sequence[_Run]) -> TocStyle:
    before = [parts[run.first - 1] for parts, run in zip(cuts, runs, strict=True)]
    after = [parts[run.last + 1] for parts, run in zip(cuts, runs, strict=True)]
    shared = _shared_length(before)
    shared_after = _shared_length([text[::-1] for text in after])
    starts: dict[int, str] = {}
    ends: dict[int, str] = {}
    inside: dict[int, tuple[str, ...]] = {}
    between: dict[tuple[int, int], str] = {}
    for run, head, tail in zip(runs, before, after, strict=True):
        _note(starts, run.start, head[shared:])
        _note(ends, run.end, tail[: len(tail) - shared_after])
        for kind, parts in run.inside.items():
            _note(inside, kind, parts)
        for pair, joint in run.between.items():
            _note(between, pair, joint)
    joints = between | {(kind, END): end for kind, end in ends.items()}
    pieces = {pair: _piece(inside[pair[0]], joint) for pair, joint in joints.items()}
    return TocStyle(runs[0].start >= _FIRST_SECTION, starts, ends, inside, between, pieces)


def _piece(inside: tuple[str, ...], after: str) -> str:
    """Make a text with places for the anchor and the text of an entry."""
    shown = [part.replace("%", "%%") if place % 2 else f"%({part})s" for place, part in enumerate(inside)]
    return "".join([*shown, after.replace("%", "%%")])


def place(parts: Sequence[str], learned: Sequence[TocStyle]) -> list[str]:
    """Return the parts of a page with the first probe, each of its tables of contents replaced by one word."""
    runs = list(_runs(parts, PROBES[0]))
    if len(runs) != len(learned):
        message = "the table of contents is not always shown in the same places"
        raise UnusableError(message)
    placed = list(parts)
    # From the last to the first, so that the places of the others stay what they are.
    for number, (run, known) in reversed(list(enumerate(zip(runs, learned, strict=True)))):
        before, after = placed[run.first - 1], placed[run.last + 1]
        start, end = known.starts[run.start], known.ends[run.end]
        is_known = all(known.inside[kind] == shown for kind, shown in run.inside.items())
        is_known &= all(known.between[pair] == joint for pair, joint in run.between.items())
        if not (is_known and before.endswith(start) and after.startswith(end)):
            message = "the table of contents is not always written in the same way"
            raise UnusableError(message)
        words = [before.removesuffix(start), f"contents{number}", after.removeprefix(end)]
        placed[run.first - 1 : run.last + 2] = words
    return placed


def shows_contents(parts: Sequence[str]) -> bool:
    """Tell whether a page that was cut has marks of a table of contents in it."""
    return any(_WORD.fullmatch(word) for word in parts[1::2])


def _runs(parts: Sequence[str], levels: Sequence[int]) -> Iterator[_Run]:
    """Find each appearance of a probe; it has to be whole, though the entry of the page itself may be missing."""
    kinds = [2 * level + (following > level) for level, following in pairwise((*levels, 0))]
    run: list[tuple[int, int]] = []
    for position in range(1, len(parts), 2):
        found = _WORD.fullmatch(parts[position])
        number = int(found[2]) if found else -1
        if run and number not in {run[-1][1], run[-1][1] + 1}:
            yield _read_run(parts, kinds, run)
            run = []
        if found:
            run.append((position, number))
    if run:
        yield _read_run(parts, kinds, run)


def _read_run(parts: Sequence[str], kinds: Sequence[int], run: Sequence[tuple[int, int]]) -> _Run:
    """Tell apart what stands within the entries and between them."""
    start = run[0][1]
    if start > 1 or run[-1][1] != len(kinds) - 1:
        message = "the table of contents is not shown as a whole"
        raise UnusableError(message)
    groups: dict[int, list[int]] = {}
    for position, number in run:
        groups.setdefault(number, []).append(position)
    inside: dict[int, tuple[str, ...]] = {}
    between: dict[tuple[int, int], str] = {}
    for number, positions in groups.items():
        shown = tuple(parts[positions[0] : positions[-1] + 1])
        words = tuple(part if place % 2 else part.rstrip("0123456789") for place, part in enumerate(shown))
        _note(inside, kinds[number], words)
        if number > start:
            _note(between, (kinds[number - 1], kinds[number]), parts[positions[0] - 1])
    return _Run(run[0][0], run[-1][0], kinds[start], kinds[-1], inside, between)


def _note(known: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    if known.setdefault(key, value) != value:
        message = "the table of contents is not always written in the same way"
        raise UnusableError(message)


def _shared_length(texts: Sequence[str]) -> int:
    """Return how many characters texts have in common from their beginning."""
    for length, characters in enumerate(zip(*texts, strict=False)):
        if len(set(characters)) > 1:
            return length
    return min(map(len, texts))
