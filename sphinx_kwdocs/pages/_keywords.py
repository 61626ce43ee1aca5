"""Lists the keywords of files: the definitions, imports and terms that a reader may look up, each at its line."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.page import symbol_anchor
from sphinx_kwdocs.vocabulary import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx_kwdocs.documents import Passage
    from sphinx_kwdocs.model import ImportLink, Index, Symbol, Term

COMMON = 20
"""An identifier without a definition that occurs in more files than this is left to the files' own pages."""
_SPACE = re.compile(r"\s+")
_HAN = "漢"
"""The heading of all Chinese characters: they have no letters, and a heading for each would be none."""
_HANGUL = (0x1100, 0x1112)
"""The consonants with which Korean syllables begin, as Unicode takes them apart."""
_CONSONANTS = "ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ"
"""The headings of Korean indexes for these; a doubled one stands with the single one."""
_KATAKANA = (0x30A1, 0x30F6)
_TO_HIRAGANA = 0x60


class Keyword(NamedTuple):
    """A name at one place of a file or a document."""

    name: str
    """What a reader looks up."""
    kind: str
    """A key of `vocabulary.KINDS`."""
    path: str
    """The file, or the document."""
    line: int
    """The line; 0 in a document."""
    anchor: str = ""
    """Its place on the file's keyword page, or in the document."""
    origin: Symbol | ImportLink | Term | Passage | None = None
    """What it was made from; None if somebody just says so."""

    @classmethod
    def in_file(cls, name: str, kind: str, path: str, line: int) -> Keyword:
        """Return a name that stands on a line of a file."""
        return cls(name, kind, path, line)

    @classmethod
    def in_document(cls, name: str, kind: str, passage: Passage) -> Keyword:
        """Return a name that stands at a place of a document."""
        return cls(name, kind, passage.document, 0, passage.anchor, passage)


def keywords_of(index: Index, path: str) -> tuple[Keyword, ...]:
    """List the keywords of one file: symbols as they appear, then imports, then terms by name."""
    facts = index.facts.get(path)
    if facts is None:
        return ()
    taken: dict[str, int] = {}
    found = [
        Keyword(symbol.name, symbol.kind, path, symbol.span.line, symbol_anchor(symbol.qualname), symbol)
        for symbol in facts.symbols
    ]
    seen: set[str] = set()
    for link in index.imports.get(path, ()):
        name = link.item.wanted
        if name not in seen:
            seen.add(name)
            found.append(Keyword(name, "import", path, link.item.span.line, _unique(f"import:{name}", taken), link))
    kind = "term" if is_prose(index, path) else "identifier"
    found.extend(
        Keyword(term.name, kind, path, term.lines[0], _unique(f"{kind}:{term.name}", taken), term)
        for term in index.terms.get(path, ())
    )
    return tuple(found)


def is_prose(index: Index, path: str) -> bool:
    """Tell whether a text file is read for its sentences."""
    return index.languages[index.facts[path].language].is_prose


def _unique(wanted: str, taken: dict[str, int]) -> str:
    anchor = _SPACE.sub("-", wanted)
    taken[anchor] = number = taken.get(anchor, 0) + 1
    return anchor if number == 1 else f"{anchor}~~{number}"


def in_index_order(keywords: Iterable[Keyword]) -> list[Keyword]:
    """Sort keywords as an A-Z index does: leading underscores and case come last."""
    return sorted(keywords, key=_order)


def _order(keyword: Keyword) -> tuple[str, str, str, bool, str, int, str]:
    bare = _fold(keyword.name)
    return (
        letter_of(keyword.name),
        bare,
        keyword.name,
        not KINDS[keyword.kind].is_definition,
        keyword.path,
        keyword.line,
        keyword.anchor,
    )


@lru_cache(maxsize=50_000)
def _fold(name: str) -> str:
    bare = name.lstrip("_.") or name
    if not bare.isascii():
        bare = "".join(char for char in unicodedata.normalize("NFKD", bare) if not unicodedata.combining(char))
    return bare.casefold()


@lru_cache(maxsize=50_000)
def letter_of(name: str) -> str:
    """Return the heading of the A-Z index under which a name stands."""
    first = _fold(name)[:1].upper()
    if first.isascii():
        if first.isdigit():
            return "0–9"  # noqa: RUF001  a range of digits is written with an en dash
        return first if first.isalpha() else "#"
    if first.isdigit():
        return "0–9"  # noqa: RUF001  see above
    return _letter_of_script(first) if first.isalpha() else "#"


def _letter_of_script(first: str) -> str:
    """Return the heading for a letter that is not Latin; scripts of thousands of signs get few."""
    number = ord(first)
    if _HANGUL[0] <= number <= _HANGUL[1]:
        return _CONSONANTS[number - _HANGUL[0]]
    if _KATAKANA[0] <= number <= _KATAKANA[1]:
        return chr(number - _TO_HIRAGANA)
    return _HAN if unicodedata.name(first, "").startswith("CJK") else first


def split_common(groups: Mapping[str, tuple[Keyword, ...]]) -> tuple[list[Keyword], int]:
    """Part identifiers that stand nearly everywhere from the rest; return the rest and how many names were left out."""
    files = Counter(
        keyword.name for keywords in groups.values() for keyword in keywords if keyword.kind == "identifier"
    )
    common = {name for name, count in files.items() if count > COMMON}
    kept = [
        keyword
        for keywords in groups.values()
        for keyword in keywords
        if keyword.kind != "identifier" or keyword.name not in common
    ]
    return kept, len(common)


def subtree_counts(numbers: Mapping[str, int]) -> dict[str, int]:
    """Add up numbers of files for every folder with all below it."""
    counts: Counter[str] = Counter()
    for path, number in numbers.items():
        for folder in folders_above(path):
            counts[folder] += number
    return dict(counts)


def folders_above(path: str) -> Iterator[str]:
    """Yield the folders that hold a path, the nearest first, the root last."""
    while path:
        path = path.rpartition("/")[0]
        yield path
