"""Finds in what a file says of itself the sentences that may tell what it is for, the best first.

Whether all files say the same is not known here; that is for the linker to find out, which chooses among these.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.languages import all_languages, is_licence_name, without_notices
from sphinx_kwdocs.model.facts import Statement
from sphinx_kwdocs.reading.no_purposes import DESCRIBES, GOES_ON, IS_ABOUT_ITSELF, IS_NO_PURPOSE
from sphinx_kwdocs.reading.purpose_judgement import (
    LONGEST_TEXT,
    Rank,
    is_name,
    is_placeholder,
    licence_name,
    rank_of,
    speaks_for_folder,
)
from sphinx_kwdocs.reading.purpose_paragraphs import Paragraph, paragraphs_of
from sphinx_kwdocs.wording import sentence_ends

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_kwdocs.model.facts import FileFacts

_MOST = 4
"""Sentences that are kept of a file: if the first is one that all files have, the next may tell."""
_MOST_LOOKED_AT = 12
_LONGEST_DOC = 6_000

_FIELDS = re.compile(r"\s:\w[\w -]{0,30}:(?=\s|$)")
_FILE_NAME = re.compile(r"[\w./\\+-]*\w\.\w{1,8}\s*(?:--?|[:–—])\s+(?=\S)")  # noqa: RUF001  dashes that people write
# A short heading of what stands below it, such as `Endian-neutral encoding:`, but none of what others are to do.
_LABEL = re.compile(
    r"(?!.*\b(?:arguments?|below|commands?|examples?|following|includes?|issues?|list|notes?|options?|parameters?"
    r"|requires?|requirements?|returns?|these|this|usage|variables?|versions?)\b)[A-Z][\w/-]+(?: [\w/-]+){1,5}:",
    re.IGNORECASE,
)


class _Candidate(NamedTuple):
    rank: Rank
    statement: Statement


def find_statements(path: str, facts: FileFacts) -> tuple[Statement, ...]:
    """Return the sentences of a file's documentation that may tell what it is for, each with what follows it."""
    if not facts.doc or is_placeholder(path):
        return ()
    language = all_languages().get(facts.language)
    is_prose = language is not None and language.is_prose
    name = path.rpartition("/")[2]
    lines = facts.doc[:_LONGEST_DOC].split("\n")
    if is_prose and is_licence_name(name):
        return _named_licence(lines, facts.doc_line)
    paragraphs = _paragraphs(lines, name, facts.doc_line)
    candidates = _in_prose(paragraphs, path, facts) if is_prose else _in_code(paragraphs, path)
    ranked = sorted(islice(candidates, _MOST_LOOKED_AT), key=lambda candidate: candidate.rank)
    return tuple(candidate.statement for candidate in ranked[:_MOST])


def _paragraphs(lines: list[str], name: str, doc_line: int) -> Iterator[Paragraph]:
    """Yield the paragraphs of a file's documentation with their lines in the file."""
    for paragraph in paragraphs_of(without_notices(lines)):
        text = _FIELDS.split(_without_name(paragraph.text, name), maxsplit=1)[0]
        if text:
            yield Paragraph(doc_line + paragraph.line if doc_line else 0, text)


def _in_prose(paragraphs: Iterable[Paragraph], path: str, facts: FileFacts) -> Iterator[_Candidate]:
    """Yield what the opening paragraph of a text says, and what speaks of the text itself further on."""
    is_opening = leads_up = True
    for paragraph in paragraphs:
        if facts.language == "text" and paragraph.text[0].islower() and paragraph.text[-1] not in ".!?:":
            # Most likely data that a program reads.
            continue
        if speaks_for_folder(path) and _names_itself(paragraph.text, facts.title):
            text = _closed(paragraph.text[:LONGEST_TEXT])
            yield _Candidate(Rank.ABOUT_ITSELF, Statement(paragraph.line, text))
            continue
        candidates = list(_candidates(paragraph, path, is_opening=is_opening, is_prose=True))
        # A text that does not open with what it is about comes to that by and by.
        yield from (item for item in candidates if is_opening or leads_up or item.rank is Rank.ABOUT_ITSELF)
        leads_up = leads_up and bool(candidates) and all(item.rank is Rank.ANNOUNCING for item in candidates)
        is_opening = False


def _in_code(paragraphs: Iterable[Paragraph], path: str) -> Iterator[_Candidate]:
    """Yield what a docstring or a comment says, up to its second heading; behind a remark only what describes."""
    is_opening, has_told, has_remark = True, False, False
    for line, text in paragraphs:
        if re.match(r"#{1,6} ", text):
            if has_told:
                return
            continue
        is_label = is_opening and _LABEL.fullmatch(text) and not IS_NO_PURPOSE.match(text)
        paragraph = Paragraph(line, text[:-1] if is_label else text)
        for candidate in _candidates(paragraph, path, is_opening=is_opening, is_prose=False):
            if not (has_remark and candidate.rank is Rank.FURTHER):
                has_told = True
                yield candidate
        has_remark = has_remark or IS_NO_PURPOSE.match(text) is not None
        # Above what a file says of itself its name may stand as a heading.
        is_opening = is_opening and is_name(text, path)


def _names_itself(text: str, title: str) -> bool:
    """Say whether a paragraph begins with what the title names and says what that is."""
    if not title or text[: len(title)].casefold() != title.casefold():
        return False
    return re.match(r"(?: \([^)]{1,40}\))? (?:is (?:an?|the)|provides|offers)\b", text[len(title) :]) is not None


def _named_licence(lines: list[str], doc_line: int) -> tuple[Statement, ...]:
    """Return the name that a licence gives itself; what it says is not what the file is for."""
    for paragraph in paragraphs_of(lines):
        if name := licence_name(paragraph.text):
            return (Statement(doc_line + paragraph.line if doc_line else 0, name),)
    return ()


def _candidates(paragraph: Paragraph, path: str, *, is_opening: bool, is_prose: bool) -> Iterator[_Candidate]:
    """Yield the sentences of a paragraph that tell something, each with what follows it.

    A text is about what its paragraphs begin with; what else stands in them counts if it speaks of the page itself. In
    code, what follows a remark remarks on the same.
    """
    text = paragraph.text
    start = 0
    is_remark = False
    for end in sentence_ends(text):
        sentence = text[start:end]
        if sentence.endswith("?"):
            # What follows answers it.
            return
        if start and (is_prose or is_remark):
            is_candidate = (IS_ABOUT_ITSELF if is_prose else DESCRIBES).match(text, start) is not None
        else:
            is_candidate = (is_opening and not start) or not GOES_ON.match(text, start)
        is_remark = is_remark or IS_NO_PURPOSE.match(sentence) is not None
        if is_candidate:
            rank = rank_of(sentence, path, is_opening=is_opening and not start, is_prose=is_prose)
            if rank is not None:
                yield _Candidate(rank, Statement(paragraph.line, _closed(text[start:][:LONGEST_TEXT])))
        start = end + len(text[end:]) - len(text[end:].lstrip())


def _closed(text: str) -> str:
    """Return a paragraph without sentences at its end that lead to what is not there."""
    ends = sentence_ends(text)
    while len(ends) > 1:
        last = text[ends[-2] : ends[-1]].strip()
        if not last.endswith(":") and not re.match(r"see |for more |for details|generated on ", last, re.IGNORECASE):
            break
        ends.pop()
    return text[: ends[-1]]


def _without_name(text: str, name: str) -> str:
    """Return `adlist.c - A generic list` without what everybody sees."""
    if match := _FILE_NAME.match(text):
        return text[match.end() :]
    rest = text[len(name) :] if text[: len(name)].lower() == name.lower() else ""
    return rest[3:].lstrip() if rest.startswith((" - ", " -- ")) else text
