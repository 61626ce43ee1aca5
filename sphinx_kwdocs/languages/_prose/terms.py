"""Finds the terms of a text: names in code and in running text, acronyms, and phrases that the author repeats."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.languages._prose.inline_code_names import name_in_code
from sphinx_kwdocs.languages._prose.tokens import PARTICIPLE, TELLING, Token, split_runs
from sphinx_kwdocs.model.facts import Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_kwdocs.languages._prose.passage import Passage

# How much one occurrence tells, by where it stands.
_HEADING, _DEFINED, _LEAD, _STRESSED, _LINKED, _PLAIN, _IN_TABLE = 3.0, 4.0, 2.0, 2.0, 1.5, 1.0, 0.5
_CODE_FACTOR, _PHRASE_FACTOR, _NAME_FACTOR = 2.0, 2.0, 1.5
# How often a word must occur to be a term, if nothing but its repetition speaks for it.
_REPEATS, _REPEATS_OF_NAME, _REPEATS_OF_GENERAL = 3, 2, 4
_LONGEST_PHRASE = 3
# A repository keeps at most 60 of them for a file; the rest is room for choosing.
_MOST_WORDS = 300


@dataclass(slots=True)
class _Entry:
    """What is known of one candidate."""

    lines: set[int] = field(default_factory=set)
    value: float = 0.0
    count: int = 0
    forms: Counter[str] = field(default_factory=Counter)
    """Spellings at places where the author chose the case of the first letter."""
    start_forms: Counter[str] = field(default_factory=Counter)
    """Spellings elsewhere, in lower case."""
    is_marked: bool = False
    """Whether a heading, emphasis, a link or a definition shows exactly this."""
    is_defined: bool = False
    """Whether a glossary or a definition list defines it, or it is all that is emphasised somewhere."""
    in_title: bool = False
    """Whether a heading, emphasis or a link contains it."""

    def note(self, line: int, value: float) -> None:
        self.lines.add(line)
        self.value += value
        self.count += 1

    def name(self) -> str:
        """Return the commonest spelling; among equals one in lower case, then the first of the alphabet."""
        forms = self.forms or self.start_forms
        return min(forms, key=lambda form: (-forms[form], form != form.lower(), form))


class _Phrase(NamedTuple):
    """Consecutive tokens that may be a term."""

    tokens: tuple[Token, ...]

    @property
    def key(self) -> tuple[str, ...]:
        return tuple(token.stem for token in self.tokens)


def collect_terms(passages: Sequence[Passage]) -> tuple[Term, ...]:
    """Return the candidates for a file's keywords, in alphabetical order."""
    codes: dict[str, _Entry] = {}
    runs: list[tuple[Passage, list[Token]]] = []
    for passage in passages:
        _note_codes(passage, codes)
        if passage.role != "cell":
            runs.extend((passage, run) for run in split_runs(passage))
    words = _note_words(runs, codes)
    return _as_terms(codes, words)


def _note_codes(passage: Passage, codes: dict[str, _Entry]) -> None:
    value = _value(passage)
    for code in passage.codes:
        name = name_in_code(code.text)
        if name and code.start < code.end:
            codes.setdefault(name, _Entry()).note(passage.place(code.start)[0], value)


def _value(passage: Passage) -> float:
    if passage.role == "heading":
        return _HEADING
    if passage.role == "term":
        return _DEFINED
    if passage.role == "cell":
        return _IN_TABLE
    return _LEAD if passage.is_lead else _PLAIN


def _note_words(runs: list[tuple[Passage, list[Token]]], codes: dict[str, _Entry]) -> dict[tuple[str, ...], _Entry]:
    """Fill in the entries of words and phrases; names that are code by their look go to `codes`."""
    known = _repeated_phrases([run for _, run in runs])
    words: dict[tuple[str, ...], _Entry] = {}
    for passage, run in runs:
        if run[0].is_code:
            codes.setdefault(run[0].form, _Entry()).note(run[0].line, _value(passage))
            continue
        whole = _whole_title(passage, run)
        for phrase in [whole] if whole else _cut_into_phrases(run, known):
            _note_phrase(passage, phrase, words, is_marked=whole is not None)
            for token in phrase.tokens if len(phrase.tokens) > 1 else ():
                # An acronym or a name is looked up by itself too.
                if token.is_name:
                    _note_phrase(passage, _Phrase((token,)), words, is_marked=False)
    return words


def _note_phrase(passage: Passage, phrase: _Phrase, words: dict[tuple[str, ...], _Entry], *, is_marked: bool) -> None:
    entry = words.setdefault(phrase.key, _Entry())
    first = phrase.tokens[0]
    value = _value(passage)
    if any(token.is_stressed for token in phrase.tokens):
        value = max(value, _STRESSED)
    elif any(token.is_linked for token in phrase.tokens):
        value = max(value, _LINKED)
    entry.note(first.line, value)
    entry.is_marked |= is_marked
    entry.is_defined |= is_marked and (passage.role == "term" or first.is_stressed)
    entry.in_title |= value > _LEAD or first.is_stressed or first.is_linked
    form = " ".join(token.form for token in phrase.tokens)
    if first.is_case_chosen:
        entry.forms[form] += 1
    elif not first.is_name and len(phrase.tokens) > 1 and _is_proper(phrase.tokens[1:]):
        entry.start_forms[form[0].upper() + form[1:]] += 1
    else:
        entry.start_forms[form] += 1


def _repeated_phrases(runs: list[list[Token]]) -> Counter[tuple[str, ...]]:
    """Count every phrase of two or three words; those the author capitalises count as repeated."""
    counts: Counter[tuple[str, ...]] = Counter()
    general: set[tuple[str, ...]] = set()
    for run in runs:
        for start in range(len(run) - 1):
            for length in range(2, min(_LONGEST_PHRASE, len(run) - start) + 1):
                phrase = _Phrase(tuple(run[start : start + length]))
                if _can_be_phrase(phrase.tokens):
                    counts[phrase.key] += 2 if _is_proper(phrase.tokens) else 1
                    if not any(token.rank >= TELLING for token in phrase.tokens):
                        general.add(phrase.key)
    for key in general:
        # "Parameter server" is a term made of two words that are none, but only if the text insists on it.
        if counts[key] < _REPEATS_OF_GENERAL:
            del counts[key]
    return counts


def _can_be_phrase(tokens: tuple[Token, ...]) -> bool:
    if PARTICIPLE.fullmatch(tokens[-1].stem) or len({token.stem for token in tokens}) < len(tokens):
        return False
    return not any(token.stem.endswith("ing") for token in tokens[1:-1])


def _is_proper(tokens: tuple[Token, ...]) -> bool:
    # Two names side by side, such as "Python WSGI", are no third one.
    return not tokens[0].is_name and all(token.is_case_chosen and token.form[0].isupper() for token in tokens)


def _whole_title(passage: Passage, run: list[Token]) -> _Phrase | None:
    """Return the run as a term if a definition, emphasis, a link or a short heading shows just this."""
    if len(run) > _LONGEST_PHRASE or not any(token.rank >= TELLING for token in run):
        return None
    start, end = run[0].start, run[-1].end
    if passage.role in {"heading", "term"}:
        is_alone = not re.search(r"\w", passage.text[:start] + passage.text[end:])
        return _Phrase(tuple(run)) if is_alone else None
    if not (all(token.is_stressed for token in run) or all(token.is_linked for token in run)):
        return None
    for first, last in run[0].shown_in:
        around = passage.text[first:start] + passage.text[end:last]
        if first <= start and end <= last and not re.search(r"\w", around):
            return _Phrase(tuple(run))
    return None


def _cut_into_phrases(run: list[Token], known: Counter[tuple[str, ...]]) -> Iterator[_Phrase]:
    """Cut a run into repeated phrases, longest first, and single words."""
    at = 0
    while at < len(run):
        length = _best_length(run, at, known)
        phrase = _Phrase(tuple(run[at : at + length]))
        at += length
        if length > 1 or phrase.tokens[0].rank >= TELLING:
            yield phrase


def _best_length(run: list[Token], at: int, known: Counter[tuple[str, ...]]) -> int:
    stems = tuple(token.stem for token in run[at : at + _LONGEST_PHRASE])
    if len(stems) == 1:
        return 1
    pair = known[stems[:2]]
    if len(stems) == 2:  # noqa: PLR2004  a pair is what is left
        return 2 if pair > 1 else 1
    next_pair, triple = known[stems[1:]], known[stems]
    if triple > 1 and 2 * triple >= max(pair, next_pair):
        return 3
    return 2 if pair > 1 and pair >= next_pair else 1


def _as_terms(codes: dict[str, _Entry], words: dict[tuple[str, ...], _Entry]) -> tuple[Term, ...]:
    named: dict[str, Term] = {}
    parts = _parts_of_phrases(words)
    kept = [
        (key, entry, entry.name())
        for key, entry in words.items()
        if _is_term(key, entry) and not (entry.count == 1 and key in parts)
    ]
    kept.sort(key=lambda item: (-item[1].value * _factor(item[0], item[2]), item[2]))
    for key, entry, name in kept[:_MOST_WORDS]:
        if name in codes:
            codes[name].lines |= entry.lines
            codes[name].value += entry.value
        elif name not in named:
            named[name] = _term(name, entry, _factor(key, name), is_code=False)
    for name, entry in codes.items():
        named[name] = _term(name, entry, _CODE_FACTOR, is_code=True)
    return tuple(sorted(named.values(), key=lambda term: (term.name.casefold(), term.name)))


def _parts_of_phrases(words: dict[tuple[str, ...], _Entry]) -> set[tuple[str, ...]]:
    """Return the pairs of words inside of longer phrases; one that stands alone only once is a slip of those."""
    return {part for key in words if len(key) == _LONGEST_PHRASE for part in (key[:2], key[1:])}


def _term(name: str, entry: _Entry, factor: float, *, is_code: bool) -> Term:
    return Term(name, tuple(sorted(entry.lines)), round(entry.value * factor, 3), is_code)


def _factor(key: tuple[str, ...], name: str) -> float:
    if len(key) > 1:
        return _PHRASE_FACTOR
    return _NAME_FACTOR if name != name.lower() else 1.0


def _is_term(key: tuple[str, ...], entry: _Entry) -> bool:
    """Say whether a word or phrase has enough to speak for it."""
    name = entry.name()
    if len(key) > 1 or entry.is_defined or re.search(r".[A-Z]|[A-Za-z]\d", name):
        return True
    if name[0].isupper():
        return entry.is_marked or entry.count >= _REPEATS_OF_NAME
    if key[0].endswith("ing"):
        return entry.in_title and entry.count >= _REPEATS
    return entry.count >= _REPEATS - entry.in_title
