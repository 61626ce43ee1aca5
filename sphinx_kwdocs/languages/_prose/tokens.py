"""Cuts running text into words that can be parts of terms; everything else ends a phrase."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from sys import maxsize
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.languages._prose.inline_code_names import name_in_code
from sphinx_kwdocs.languages._prose.passage import UNSEEN
from sphinx_kwdocs.languages._prose.word_lists import BREAKERS, DOMAIN_SUFFIXES, FILE_SUFFIXES, GENERIC
from sphinx_kwdocs.languages._tokens.notices import holds_licence_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.languages._prose.passage import Passage

GENERAL, TELLING = 1, 2
_LONGEST_WORD = 40
# No one writes a paragraph of this many characters; what is as long is data.
_LONGEST_PASSAGE = 50_000
# Two acronyms side by side are no shouting.
_SHOUTING, _SHOUTED_WORDS = 0.7, 3
_LONGEST_PATH = 80
_SHORTEST_PART = 2
_SHORTEST_PLURAL = 3
_PLURALS_OF_IE = frozenset({"calories", "cookies", "genies", "movies", "pixies", "series", "species", "zombies"})

# An option; a word with what joins words, dots, slashes or `::` inside and `()` behind; a number; any other mark.
_TOKEN = re.compile(
    r"(?P<option>(?<![\w-])--[A-Za-z][\w-]*)"
    r"|(?P<word>[^\W\d]\w*(?:(?:[./'\u2019]|::)[^\W\d]\w*|-\w+)*(?:\(\))?)"
    r"|(?P<number>\d\w*)"
    r"|(?P<mark>[^\w\s]+)"
)
_SENTENCE_END = frozenset(".!?:;\"“'(*•")
# A version, or a placeholder such as `arg1`.
_POSSESSIVE = re.compile("['\u2019]s$")
_VERSION = re.compile(r"(?:v|py|p|cp|x)\d+|[A-Za-z]\d+|[a-z]+-?\d")
# A small letter somewhere before a capital, two capitals somewhere before a small letter, or a digit in a name; each
# looked for where the two stand nearest, so that no stretch is gone through twice.
_INNER_CAPITAL = re.compile(r"[a-z][^\Wa-zA-Z]*+[A-Z]|[A-Z]{2}(?:[^\Wa-zA-Z]|[A-Z](?![A-Z]))*+[a-z]|[A-Z][a-z]*+\d")
_ACRONYM = re.compile(r"[A-Z]\d*+[A-Z][A-Z\d]*+s?")
PARTICIPLE = re.compile(r"\w{3,}[^e]ed")
_ADVERB = re.compile(r"\w{3,}ly")
_NO_ADVERBS = frozenset(
    {"family", "assembly", "anomaly", "reply", "supply", "multiply", "butterfly", "polly", "homepage"}
)
_OUTPUT = re.compile(r"[^\s.!?:;,)\"]\s{2,}\S|-{4,}|={4,}|\.{4,}|^\s*(?:>>>|\$|#|%|C:\\)\s|\|.*\||^\s*[+|]|\t\S")
_CAPITALS = re.compile(r"[A-Z]{2}[^\w]{1,20}[A-Z]{2}|[A-Z]{13}")
_MAY_BE_OUTPUT = re.compile(r"\s\s|[-=.]{4}|[|\t]|^[>$#%+C]")
_GAP_BEHIND_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)]|-{1,2}\w[\w-]{0,40}(?:[ =,][^\s]{1,40}){0,3}(?=\s\s))\s+")


class Token(NamedTuple):
    """A word of a passage that can be a part of a term."""

    stem: str
    """What its singular and plural, and its spellings with capitals, have in common."""
    form: str
    """As a term would spell it."""
    rank: int
    """`GENERAL`: no term by itself; `TELLING`: it may be."""
    line: int
    """Where it stands."""
    start: int
    """Its offset in the passage."""
    end: int
    """The offset behind it."""
    is_case_chosen: bool
    """Whether the author could have written its first letter otherwise."""
    is_name: bool = False
    """Whether it is an acronym or has a capital inside."""
    is_code: bool = False
    """Whether it can only be an identifier, an option or a file."""
    is_stressed: bool = False
    """Whether it stands in bold or emphasised text."""
    is_linked: bool = False
    """Whether it stands in the text of a link."""
    shown_in: tuple[tuple[int, int], ...] = ()
    """The stretches that make it stressed or linked."""


def stem(word: str) -> str:
    """Return a word in lower case without the ending of its plural."""
    low = word.lower()
    if not low.endswith("s") or len(low) <= _SHORTEST_PLURAL or word.isupper():
        return low
    if low.endswith("ies") and len(low) > _SHORTEST_PLURAL + 1:
        return low[:-1] if low in _PLURALS_OF_IE else low[:-3] + "y"
    if low.endswith(("sses", "xes", "ches", "shes")):
        return low[:-2]
    is_plural = word[:-1].isupper() or not low.endswith(("ss", "us", "is", "as", "os"))
    return low[:-1] if is_plural else low


def split_runs(passage: Passage) -> Iterator[list[Token]]:
    """Yield words that stand together; a name that is code by its look is a run of its own."""
    if len(passage.text) > _LONGEST_PASSAGE or holds_licence_text(passage.text):
        return
    run: list[Token] = []
    starts_sentence = True
    shown = _Shown(passage)
    for match in _TOKEN.finditer(_readable(passage)):
        kind, text, start = match.lastgroup, match.group(), match.start()
        tokens: list[Token] = []
        if kind == "mark":
            if text.strip(UNSEEN):
                starts_sentence = text[-1] in _SENTENCE_END
        else:
            if kind != "number":
                is_case_chosen = not starts_sentence and passage.role != "heading"
                tokens = [shown.mark(token) for token in _read(passage, text, start, is_case_chosen=is_case_chosen)]
            starts_sentence = False
        goes_on = len(tokens) == 1 and not tokens[0].is_code
        if run and not (goes_on and shown.together(run[-1], tokens[0])):
            yield run
            run = []
        if goes_on:
            run.append(tokens[0])
        else:
            yield from ([token] for token in tokens)
    if run:
        yield run


class _Shown:
    """Finds the bold, emphasised or linked stretch that a word stands in."""

    def __init__(self, passage: Passage) -> None:
        self._stressed = sorted(passage.stressed)
        self._linked = sorted((link.start, link.end) for link in passage.links if not link.text)
        self._edges = sorted(edge for pair in self._stressed + self._linked for edge in pair)

    def mark(self, token: Token) -> Token:
        if not self._edges:
            return token
        stressed, linked = _around(self._stressed, token), _around(self._linked, token)
        if not stressed and not linked:
            return token
        return token._replace(is_stressed=bool(stressed), is_linked=bool(linked), shown_in=stressed + linked)

    def together(self, before: Token, token: Token) -> bool:
        """Say whether no stretch ends or starts between two words."""
        return bisect_right(self._edges, token.start) == bisect_right(self._edges, before.end - 1)


def _around(stretches: list[tuple[int, int]], token: Token) -> tuple[tuple[int, int], ...]:
    number = bisect_right(stretches, (token.start, maxsize)) - 1
    return (stretches[number],) if number >= 0 and stretches[number][1] >= token.end else ()


def _readable(passage: Passage) -> str:
    """Return the masked text without lines that are output, aligned columns or shouting."""
    masked = passage.masked()
    if passage.role in {"heading", "term"}:
        is_shouting = not re.search(r"[a-z]", masked) and re.search(r"[A-Z]{6}", masked) and masked.isascii()
        return masked.lower() if is_shouting else masked
    lines = masked.split("\n")
    if len(lines) != len(passage.pieces):
        # Code or a link goes across a line's end: no line is output.
        return masked
    is_output = [
        looks_like_output(piece.text) or _is_shouting(line) for piece, line in zip(passage.pieces, lines, strict=True)
    ]
    if 2 * sum(is_output) > len(lines):
        return ""
    return "\n".join("\0" * len(line) if bad else line for line, bad in zip(lines, is_output, strict=True))


def looks_like_output(line: str) -> bool:
    """Say whether a line is a row of columns, a rule or a program's output and not a sentence."""
    return bool(_MAY_BE_OUTPUT.search(line)) and bool(_OUTPUT.search(line, _bullet_width(line)))


def _bullet_width(line: str) -> int:
    bullet = _GAP_BEHIND_BULLET.match(line)
    return bullet.end() if bullet else 0


def _is_shouting(line: str) -> bool:
    if not _CAPITALS.search(line):
        return False
    words = re.findall(r"[^\W\d_]{2,}", line)
    return len(words) >= _SHOUTED_WORDS and sum(word.isupper() for word in words) > _SHOUTING * len(words)


def _read(passage: Passage, text: str, start: int, *, is_case_chosen: bool) -> list[Token]:
    """Return the tokens of one word; none if it ends a phrase, several if it is several words."""
    parts = _parts(text)
    if not parts:
        return []
    line = passage.place(start)[0]
    found = []
    for part in parts:
        at = start + part.offset
        form = part.form if is_case_chosen or part.keeps_case else part.form.lower()
        is_chosen = is_case_chosen or part.is_code
        found.append(
            Token(part.stem, form, part.rank, line, at, at + part.length, is_chosen, part.is_name, part.is_code)
        )
    return found


class _Part(NamedTuple):
    """What can be said of a word wherever it stands."""

    offset: int
    length: int
    stem: str
    form: str
    rank: int
    keeps_case: bool
    is_name: bool
    is_code: bool = False


@lru_cache(maxsize=1 << 15)
def _parts(text: str) -> tuple[_Part, ...]:
    if text.startswith("--") or text.endswith("()") or "::" in text:
        name = name_in_code(text)
        return (_code(name, len(text)),) if name else ()
    for read in (_read_path, _read_dotted, _read_underscored):
        if (names := read(text)) is not None:
            return tuple(_code(name, len(text)) for name in names)
    found = []
    offset = 0
    for part in text.split("/"):
        if word := _word(part, offset):
            found.append(word)
        offset += len(part) + 1
    return tuple(found)


def _code(name: str, length: int) -> _Part:
    return _Part(0, length, name, name, TELLING, keeps_case=True, is_name=True, is_code=True)


def _read_path(text: str) -> list[str] | None:
    if "/" not in text or "." not in text:
        return None
    return [text] if text.rpartition(".")[2].lower() in FILE_SUFFIXES and len(text) <= _LONGEST_PATH else None


def _read_dotted(text: str) -> list[str] | None:
    """Return the file or dotted name that a word with dots is; nothing for hosts, abbreviations and slips."""
    if "." not in text:
        return None
    parts = re.split(r"[./'\u2019-]", text)
    last = parts[-1].lower()
    if last in FILE_SUFFIXES and "'" not in text:
        return [text]
    if last in DOMAIN_SUFFIXES or max(map(len, parts)) < _SHORTEST_PART or re.search(r"[/'\u2019-]", text):
        return []
    if any(part.lower() in BREAKERS for part in parts) or len(text) > _LONGEST_PATH or not text.isascii():
        return []
    return [text] if name_in_code(text) == text else []


def _read_underscored(text: str) -> list[str] | None:
    """Return the name that a word with underscores is; a text may emphasise a _word_ with them."""
    if "_" not in text.strip("_"):
        is_dunder = text.startswith("__") and text.endswith("__")
        return [text] if is_dunder and text.strip("_") else ([] if "_" in text else None)
    name = text if text.startswith("__") or not (text.startswith("_") and text.endswith("_")) else text.strip("_")
    is_name = re.fullmatch(r"\w+", name) and len(name) <= _LONGEST_PATH and re.search(r"[A-Za-z]{2}", name)
    return [name] if is_name and name.isascii() else []


def _word(text: str, offset: int) -> _Part | None:
    """Return a word as a part of terms, or None if it ends a phrase."""
    word = _POSSESSIVE.sub("", text)
    low = word.lower()
    if not 1 < len(word) <= _LONGEST_WORD or "'" in word or "\u2019" in word:
        return None
    if low in BREAKERS or _VERSION.fullmatch(word) or (_ADVERB.fullmatch(low) and low not in _NO_ADVERBS):
        return None
    root = stem(word)
    is_name = bool(_ACRONYM.fullmatch(word) or _INNER_CAPITAL.search(word))
    is_general = low in GENERIC or root in GENERIC or bool(PARTICIPLE.fullmatch(root))
    rank = GENERAL if is_general else TELLING
    return _Part(offset, len(word), root, word, rank, is_name, is_name and not is_general)
