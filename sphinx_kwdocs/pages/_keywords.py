"""Lists the keywords of files: the definitions, imports and terms that a reader may look up, each at its line."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter, defaultdict
from functools import lru_cache, partial
from itertools import repeat
from string import ascii_letters
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.documents import Passage
from sphinx_kwdocs.model.facts import Symbol, without_repeats
from sphinx_kwdocs.model.page import symbol_anchor
from sphinx_kwdocs.model.terms import NO_TERMS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sphinx_kwdocs.model.facts import Term
    from sphinx_kwdocs.model.index import ImportLink, Index

_SPACE = re.compile(r"\s+")
_LATIN = {letter: letter.upper() for letter in ascii_letters}
"""The headings of nearly all names by what these begin with."""
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
    """A key of `languages.all_kinds`."""
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


ShownValues = tuple[str, str, int, str, Passage | None, str]
"""What an index shows of a keyword: kind, path, line, the qualified name of a symbol, the place in a document.

The last is what orders those of a name that stand on one line: the anchor, or what it begins with if that will do.
"""
_new_keyword = partial(tuple.__new__, Keyword)


def keywords_of(index: Index, path: str) -> tuple[Keyword, ...]:
    """List the keywords of one file: symbols as they appear, then imports, then terms by name."""
    facts = index.facts.get(path)
    if facts is None:
        return ()
    found = [
        Keyword(symbol.name, symbol.kind, path, symbol.span.line, symbol_anchor(symbol.qualname), symbol)
        for symbol in facts.symbols
    ]
    first = first_imports(index, path)
    anchors = _anchors("import", first)
    found += [
        Keyword(name, "import", path, link.item.span.line, anchor, link)
        for (name, link), anchor in zip(first.items(), anchors, strict=True)
    ]
    kind = term_kind(index, path)
    terms = index.terms.get(path, NO_TERMS)
    anchors = _anchors(kind, terms.names)
    lines = [term.lines[0] for term in terms]
    # As `Keyword(…)` for each, in a third of the time: most keywords of a repository are terms.
    found += map(_new_keyword, zip(terms.names, repeat(kind), repeat(path), lines, anchors, terms, strict=False))
    return tuple(found)


def values_at(
    index: Index, path: str, name: str, number: int, total: int, imports: Mapping[str, Mapping[str, ImportLink]]
) -> ShownValues:
    """Return what an index shows of one of the keywords of a file, by its name and number in `keywords_of`.

    That takes far longer, and so would making terms of the file: few parts of an index are made after an edit, but most
    files have a name in them. `imports` are those of each file by name.
    """
    symbols, terms = index.facts[path].symbols, index.terms.get(path, NO_TERMS)
    if number < len(symbols):
        qualname = symbols.qualnames[number]
        place = symbols.kinds[number], path, symbols.lines[number]
        return *place, without_repeats(qualname), None, symbol_anchor(qualname)
    if number < total - len(terms):
        return "import", path, imports[path][name].item.span.line, "", None, "import"
    kind = term_kind(index, path)
    return kind, path, terms.lines[number - total][0], "", None, kind


def shown_values(keyword: Keyword) -> ShownValues:
    """Return what an index shows of a keyword."""
    _name, kind, path, line, anchor, origin = keyword
    if isinstance(origin, Symbol):
        return kind, path, line, origin.plain_qualname, None, anchor
    return kind, path, line, "", origin if isinstance(origin, Passage) else None, anchor


def first_imports(index: Index, path: str) -> dict[str, ImportLink]:
    """Return the first import of each name that a file imports, by that name."""
    first: dict[str, ImportLink] = {}
    for link in index.imports.get(path, ()):
        first.setdefault(link.item.wanted, link)
    return first


def keyword_names(index: Index, path: str) -> list[str]:
    """Return the names of a file's keywords, parallel to `keywords_of`, which takes far longer."""
    facts = index.facts[path]
    imported = facts.imports.distinct_names if path in index.imports else ()
    return [*facts.symbols.names, *imported, *index.terms.get(path, NO_TERMS).names]


def term_kind(index: Index, path: str) -> str:
    """Return the kind of the keywords that a text file's terms are."""
    return "term" if is_prose(index, path) else "identifier"


def is_prose(index: Index, path: str) -> bool:
    """Tell whether a text file is read for its sentences."""
    return index.languages[index.about[path].language].is_prose


def _anchors(kind: str, names: Collection[str]) -> list[str]:
    """Return a place on the file's keyword page for each name; no two are the same."""
    anchors = [
        # What is printable has no white space but the space itself, and hardly any name has that.
        f"{kind}:{name}" if " " not in name and name.isprintable() else _SPACE.sub("-", f"{kind}:{name}")
        for name in names
    ]
    if len(set(anchors)) == len(anchors):
        return anchors
    taken: Counter[str] = Counter()
    for position, anchor in enumerate(anchors):
        taken[anchor] += 1
        if taken[anchor] > 1:
            anchors[position] = f"{anchor}~~{taken[anchor]}"
    return anchors


def in_index_order(keywords: Iterable[Keyword]) -> list[Keyword]:
    """Sort keywords as an A-Z index does: leading underscores and case come last."""
    groups = by_name(keywords)
    return [keyword for name in in_name_order(groups) for keyword in in_place_order(groups[name])]


def by_name(keywords: Iterable[Keyword]) -> dict[str, list[Keyword]]:
    """Group keywords by their names."""
    groups: defaultdict[str, list[Keyword]] = defaultdict(list)
    for keyword in keywords:
        groups[keyword.name].append(keyword)
    return groups


def in_name_order(names: Iterable[str]) -> list[str]:
    """Sort different names as an A-Z index does."""
    return [name for _letter, group in by_letter(names) for name in group]


def by_letter(names: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Sort different names as an A-Z index does, below its headings."""
    # Two sorts by a text each are faster than one by pairs, and the last one finds nearly all in order.
    found = sorted(names)
    found.sort(key=_fold)
    groups: defaultdict[str, list[str]] = defaultdict(list)
    number = 0
    while number < len(found):
        first = _fold(found[number])[:1]
        # The ends of what begins in the same way are found by halving instead of by looking at every name.
        end = bisect_right(found, first, lo=number, key=lambda name: _fold(name)[:1])
        groups[_heading(first)] += found[number:end]
        number = end
    return sorted(groups.items())


def in_place_order(keywords: list[Keyword]) -> list[Keyword]:
    """Sort keywords of the same name: definitions first, then by place."""
    return sorted(keywords, key=_place_order) if len(keywords) > 1 else keywords


def by_place(values: ShownValues) -> tuple[bool, str, int, str]:
    """Sort what is shown of keywords of the same name in the same order."""
    kind, path, line, _qualname, _passage, anchor = values
    return not all_kinds()[kind].is_definition, path, line, anchor


def _place_order(keyword: Keyword) -> tuple[bool, str, int, str]:
    return not all_kinds()[keyword.kind].is_definition, keyword.path, keyword.line, keyword.anchor


def _fold(name: str) -> str:
    bare = name.lstrip("_.") or name
    if bare.isascii():
        return bare.lower()
    bare = "".join(char for char in unicodedata.normalize("NFKD", bare) if not unicodedata.combining(char))
    return bare.casefold()


def letter_of(name: str) -> str:
    """Return the heading of the A-Z index under which a name stands."""
    return _LATIN.get(name[:1]) or _heading(_fold(name)[:1])


@lru_cache(maxsize=10_000)
def _heading(first: str) -> str:
    """Return the heading of names that begin so, in small letters or capitals."""
    first = first.upper()
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


def subtree_counts(numbers: Mapping[str, int]) -> dict[str, int]:
    """Add up the numbers of folders for each with all below it; those above others come before them."""
    counts = dict(numbers)
    for path in reversed(counts):
        if path:
            counts[path.rpartition("/")[0]] += counts[path]
    return counts
