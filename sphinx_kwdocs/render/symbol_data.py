"""Writes the names of the whole repository as scripts that a page loads while a reader types, each of bounded size.

The scripts are a tree by the letters that names begin with: one that would be too large names the letters that go on
instead. So what is loaded for a letter does not grow with the repository. Rows have no line numbers: a script changes
only when a name that begins so comes, goes or moves to another file.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import defaultdict
from hashlib import blake2b
from itertools import accumulate
from json.encoder import encode_basestring_ascii as quoted
from string import ascii_letters, digits
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.page import Target, symbol_anchor
from sphinx_kwdocs.render.characters import show_controls
from sphinx_kwdocs.render.urls import SYMBOLS
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.render.urls import Urls

LARGEST = 64 * 1024
"""Bytes of one script."""
LONGEST_SPELLING = 100
"""Characters of a name that the tree tells apart; `kwdocs-symbols.js` names it too."""
LONGEST_NAME = 300
"""Characters that are shown of a name."""
LONGEST_ANCHOR = 1_000
"""A symbol whose name is longer is linked to by the top of its page."""
_HEAD = 4 * 1024
"""What a script has besides its rows is smaller than this."""
_SPELLED = [chr(byte) if chr(byte).isalnum() or byte == ord("_") else f"-{byte:02x}" for byte in range(128)]
_SPELLED += [f"-{byte:02x}" for byte in range(128, 256)]
_LETTERS = {char: char.lower() for char in f"{ascii_letters}{digits}_"}
"""What spellings begin with, by what nearly all names do."""
_SHORTEST = len('["a",0,0,"a"],\n')
"""No row of a script is shorter."""
_LAST = "\x7f"
"""Comes behind every character of a spelling."""


class _Row(NamedTuple):
    """A symbol in a script."""

    key: str
    """How its place in the tree is spelled."""
    id: str
    """Unique in the repository."""
    text: str
    """As the script has it."""


def symbol_scripts(
    index: Index, urls: Urls, known: Container[str] = (), *, to_lines: bool = False
) -> Iterator[tuple[str, str]]:
    """Yield the address and text of each script; URLs are relative to the folder of all pages.

    Where the scripts are parted by letters, those of letters that are `known` are left out. Names lead to their places
    among the keywords of files, or with `to_lines` to the lines of definitions.
    """
    tail = urls.usual_tail("docs" if to_lines else "kw")
    words = {
        "kinds": [_(kind.singular) for kind in all_kinds().values()],
        "prose": [number for number, kind in enumerate(all_kinds().values()) if not kind.is_code],
        "none": _("No symbol begins like this."),
        "more": _("There are more: type on."),
        "tail": tail,
    }
    head = json.dumps(words)[1:-1] + ","
    if not is_parted(index):
        yield from _Tree(sorted(_rows(index.symbols.values(), urls, tail, to_lines=to_lines))).scripts("", head)
        return
    letters = _by_letter(index)
    yield _script("", f'{head}"at":"","next":{quoted("".join(letters))}')
    for letter, ids in letters.items():
        if letter not in known:
            rows = _rows(map(index.symbols.__getitem__, ids), urls, tail, to_lines=to_lines)
            yield from _Tree(sorted(rows)).scripts(letter)


def is_parted(index: Index) -> bool:
    """Tell whether there surely are too many symbols for one script, and they do not all begin with the same letter."""
    if len(index.symbols) * _SHORTEST <= LARGEST:
        return False
    letters = (letter_of(name) for file in index.facts.values() for name in file.symbols.names)
    first = next(letters, "")
    return any(letter != first for letter in letters)


def letter_of(name: str) -> str:
    """Return what the spelling of a name begins with."""
    return _LETTERS.get(name[:1]) or spelled(_readable(name))[:1] or "."


def script_letter(address: str) -> str:
    """Return the letter that a script is for; an empty string if it is for all."""
    return address.removeprefix(f"{SYMBOLS}/s-").removesuffix(".js")[:1]


def letter_script(letter: str) -> str:
    """Return the address of the first script for a letter, if there are several letters."""
    return _script(letter, "")[0]


def _by_letter(index: Index) -> dict[str, list[str]]:
    """Return the ids of symbols by what their names' spellings begin with, in the order of these."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for file in index.facts.values():
        for symbol_id, name in zip(file.symbols.ids, file.symbols.names, strict=True):
            found[letter_of(name)].append(symbol_id)
    return dict(sorted(found.items()))


def spelled(text: str) -> str:
    """Write a name in small ASCII letters, digits, `_` and `-`, so that what begins alike still does."""
    text = text.lower()
    if text.isascii() and text.replace("_", "a").replace(".", "a").isalnum():
        return text.replace(".", "-2e")
    return "".join([_SPELLED[byte] for byte in text.encode("utf-8", "replace")])


def _rows(symbols: Iterable[Symbol], urls: Urls, tail: str, *, to_lines: bool) -> Iterator[_Row]:
    numbers = {kind: str(number) for number, kind in enumerate(all_kinds())}
    places: dict[str, tuple[str, str]] = {}
    for symbol in symbols:
        place = places.get(symbol.path)
        if place is None:
            path, url = shown(symbol.path), urls.page(Target("docs" if to_lines else "kw", symbol.path))
            # Most URLs can be told from the path.
            place = places[symbol.path] = quoted(path), "0" if url == quote(path) + tail else quoted(url)
        yield _row(symbol, numbers[symbol.kind], *place, line=symbol.span.line if to_lines else 0)


def _row(symbol: Symbol, kind: str, path: str, url: str, line: int) -> _Row:
    """Write name, qualified name, kind, path, URL and anchor; 0 where that can be told from what stands before it."""
    name, qualname = _readable(symbol.name), _readable(symbol.qualname)
    given = f"L{line}" if line else symbol_anchor(symbol.qualname)
    anchor = qualname if given == symbol.qualname else _readable(given)
    cells = [quoted(_cut(name)), "0" if qualname == name else quoted(_cut(qualname)), kind, path]
    if anchor != qualname or len(anchor) > LONGEST_NAME:
        cells += [url, quoted(anchor if len(anchor) <= LONGEST_ANCHOR else "")]
    elif url != "0":
        cells.append(url)
    # The full stops keep a key from being the beginning of another.
    beginning = spelled(name)[:LONGEST_SPELLING]
    key = f"{beginning}.{beginning if name == qualname else spelled(qualname)[:LONGEST_SPELLING]}."
    return _Row(key, symbol.id, f"[{','.join(cells)}]")


def _readable(text: str) -> str:
    return text if text.isascii() and text.isprintable() else shown(show_controls(text))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"


class _Tree:
    """Rows in order, and the scripts that they are parted into."""

    def __init__(self, rows: list[_Row]) -> None:
        self._rows = rows
        self._keys = [row.key for row in rows]
        self._sizes = list(accumulate((len(row.text) + 2 for row in rows), initial=0))

    def scripts(self, prefix: str, head: str = "") -> Iterator[tuple[str, str]]:
        """Yield the scripts of all rows, which have a prefix."""
        return self._scripts(prefix, 0, len(self._rows), head)

    def _scripts(self, prefix: str, first: int, end: int, head: str = "") -> Iterator[tuple[str, str]]:
        """Yield the script of the rows with a prefix, or one that tells how the prefix goes on, and then those."""
        if self._sizes[end] - self._sizes[first] <= LARGEST - _HEAD:
            yield _script(prefix, f'{head}"rows":[\n{self._text(first, end)}]')
            return
        common = _common_beginning(self._keys[first], self._keys[end - 1])
        if common == self._keys[end - 1]:
            # Too many of the same name: any order that parts them will do.
            yield from _Tree(sorted(map(_numbered, self._rows[first:end]))).scripts(prefix, head)
            return
        parts = list(self._parts(len(common), first, end))
        letters = "".join(letter for letter, _start, _end in parts)
        yield _script(prefix, f'{head}"at":{quoted(common)},"next":{quoted(letters)}')
        for letter, start, stop in parts:
            yield from self._scripts(common + letter, start, stop)

    def _parts(self, depth: int, first: int, end: int) -> Iterator[tuple[str, int, int]]:
        """Yield each letter at a depth with its range of rows; no key ends before it."""
        while first < end:
            beginning = self._keys[first][: depth + 1]
            stop = bisect_left(self._keys, beginning + _LAST, first, end)
            yield beginning[-1], first, stop
            first = stop

    def _text(self, first: int, end: int) -> str:
        return ",\n".join([row.text for row in self._rows[first:end]])


def _common_beginning(one: str, other: str) -> str:
    return one[: next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))]


def _numbered(row: _Row) -> _Row:
    return row._replace(key=f"{row.key}{blake2b(row.id.encode('utf-8', 'replace'), digest_size=8).hexdigest()}")


def _script(prefix: str, data: str) -> tuple[str, str]:
    # Without the letter in front, some names would be those of devices on Windows.
    return f"{SYMBOLS}/s-{prefix}.js", f"kwdocs.symbols({{{data}}});\n"
