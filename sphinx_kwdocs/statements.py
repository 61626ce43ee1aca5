"""Finds in what a file says of itself the sentences that may tell what it is for.

Whether all files say the same is not known here; that is for the linker to find out, which chooses among these.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages import holds_licence_text, is_for_tools, is_licence_name, opens_notice, without_notices
from sphinx_kwdocs.model import Statement
from sphinx_kwdocs.wording import plain_text, sentence_ends

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_kwdocs.model import FileFacts

_MOST = 4
"""Sentences that are kept of a file: if the first is one that all files have, the next may tell."""
_LONGEST_DOC, _MOST_PARAGRAPHS, _LONGEST_TEXT = 6_000, 20, 1_200
_FEWEST_BEFORE_A_LIST = 8
_FEWEST_LETTERS, _MOST_PATHS, _MOST_FIELDS = 0.6, 0.4, 3

_RULER_LINE = re.compile(r"[ \t]*([=~^*#+\"'_.`<>|/\\-])(?:[ \t]*\1){2,}[ \t]*")
_FIELDS = re.compile(r"\s:\w[\w -]{0,30}:(?=\s|$)")
_FILE_NAME = re.compile(r"[\w./\\+-]*\w\.\w{1,8}\s*(?:--?|[:–—])\s+(?=\S)")  # noqa: RUF001  dashes that people write
_RULER = re.compile(r"(?<!\S)([=~^*#+_-])\1{3,}(?!\S)")
_DIRECTIVE = re.compile(r"\.\. |:\w[\w -]*:(?!`)|>>>|\[\w+\]: |[ \t]*[|+][-=|+ ]")
_BULLET = re.compile(r"[ \t]*(?:[-*+•]|\(?\d{1,3}[.)])[ \t]+(?=\S)")
# What Doxygen and its like are told of a file, and the one thing that a reader is told.
_TAG_LINE = re.compile(
    r"[ \t]*[@\\](?:file|author|date|version|copyright|since|ingroup|addtogroup|defgroup|package|fileoverview)\b"
)
_BRIEF = re.compile(r"[ \t]*[@\\](?:brief|short|description|fileoverview|fileOverview)[ \t:]+")
_WORD = re.compile(r"[^\W\d_]{2,}")
_URL = re.compile(r"<?https?://\S+")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_A-Za-z]+|\d+")
_PATH_LIKE = re.compile(r"[\w.~*-]*(?:[/\\]|\w_\w|\.[^\W\d])\S*|[\[\]{}<>=|&;]+|\S*=\S*")
_FIELD = re.compile(r"(?:^|\s)[A-Z][\w-]*: ")
_FILLERS_TEXT = """
a an and api class code docs documentation extension file files for from in init is it library main module modules of
on package page py python reference script source submodule the this to with
"""
_FILLERS = frozenset(_FILLERS_TEXT.split())
_GENERIC_TITLES_TEXT = """
about abstract background changelog checklist contents description details example examples features index installation
introduction motivation note notes overview preface prerequisites readme requirements section summary title todo usage
"""
_GENERIC_TITLES = frozenset(_GENERIC_TITLES_TEXT.split())
_FUNCTION_WORDS_TEXT = "a an and are as at by for from in is it of on or that the this to with"
_FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_TEXT.split())
_NO_PURPOSE = re.compile(
    # What is to be done, looked up or minded.
    r"(?:todo|fixme|xxx|hack|bug|nb|note|notes|warning|caution|important|attention|tip|deprecated)\s*(?:\([^)]*\)\s*)?[:!]"
    r"|(?:todo|fixme|xxx)\b|(?:note|please|see|cf)\b(?! how)|(?:usage|example|examples|synopsis|prerequisites)\s*:"
    r"|(?:to use|to run|run|invoke|call|execute)\b(?=.{0,40}:)"
    # Who wrote it, when, and where it comes from.
    r"|(?:authors?|maintainers?|contact|e-?mail|date|created|version|revision|since|status|url|home-?page|credits?|name"
    r"|encoding|original author|release date|last (?:modified|updated|change))\s*[:=]|@author|\$\w+(?::[^$]*)?\$"
    r"|(?:created|written|contributed|maintained|authored|developed) (?:on|by|in)\b"
    r"|(?:was |is |this (?:file|code|module|header) (?:is|was) )?(?:largely |mostly |originally |heavily |partly )*"
    r"(?:adapted|copied|taken|derived|ported|borrowed|vendored|imported|forked|modified|inspired) (?:from|by|version)\b"
    r"|from \S+(?: \S+){0,4} as of\b"
    # In which state it is, and in which order it has to be read.
    r"|(?:(?:this|the) )?(?:(?:api|file|header|module|code|package|feature|class|interface)s? )?(?:is |are )?"
    r"(?:currently |still |considered |strictly )*(?:an? )?(?:highly )?"
    r"(?:experimental|unstable|deprecated|private|internal|public|work in progress|wip|prototype|alpha|beta)"
    r"(?: (?:api|header|file|module|code|feature|use only|only))*(?:[,;] (?:not|do not|don't|use|will|may)\b.*)?[.!]?$"
    r"|(?:api|this) (?:is|are) experimental\b"
    # What its reader is to do, or finds below.
    r"|(?:you|if|yes|no)\b(?!-)"
    r"|(?:once done|this (?:module|script|file) )?(?:this )?(?:will )?(?:sets?|defines?) the following\b"
    # The middle of something.
    r"|(?:and|or|but|nor|which|then|because|e\.g|i\.e|etc)\b[ .,]|[\[{<=|@$%&;,)}\]]|--\w|\([^)]*\)[.:]?$",
    re.IGNORECASE,
)
_COPYRIGHT = re.compile(r"(?:the )?copyright|©|\(c\)|permission is", re.IGNORECASE)
_GOES_ON = re.compile(
    r"(?:it|its|they|these|those|however|also|otherwise|therefore|moreover|furthermore|thus|hence|so|then|here|instead"
    r"|in particular)\b",
    re.IGNORECASE,
)
_LONGEST_LIST = 12
_READING = re.compile(r"(?:includ|import|load|link)(?:e|ed|es|ing)?|header", re.IGNORECASE)
_ORDER = frozenset({"before", "after", "first", "last", "order"})
_CODE = re.compile(r"[\w.]+\([^)]*\);?$|[\w.\[\]\"'-]+ *=(?!=)|.*[;{}]$|#\s*(?:define|include|if|pragma)\b")


def find_statements(path: str, facts: FileFacts) -> tuple[Statement, ...]:
    """Return the sentences of a file's documentation that may tell what it is for, each with what follows it."""
    if not facts.doc:
        return ()
    found: list[Statement] = []
    name = path.rpartition("/")[2]
    lines = facts.doc[:_LONGEST_DOC].split("\n")
    for line, paragraph in _paragraphs(lines if is_licence_name(name) else without_notices(lines)):
        text = _FIELDS.split(_without_name(paragraph, name), maxsplit=1)[0]
        start = 0
        for end in sentence_ends(text):
            if is_purpose(text[start:end], path) and not (start and _GOES_ON.match(text, start)):
                found.append(Statement(facts.doc_line + line if facts.doc_line else 0, text[start:][:_LONGEST_TEXT]))
                if len(found) == _MOST:
                    return tuple(found)
            start = end + len(text[end:]) - len(text[end:].lstrip())
    return tuple(found)


def is_purpose(sentence: str, path: str) -> bool:
    """Say whether a sentence tells something of the file that its path does not, by all that shows in the sentence."""
    words = _WORD.findall(_URL.sub("", sentence[:_LONGEST_TEXT]))
    if _length(words) < 2 or _repeats(sentence, path) or _is_no_prose(sentence):  # noqa: PLR2004  one word is a label
        return False
    if _NO_PURPOSE.match(sentence) or is_for_tools(sentence) or sentence.endswith("?"):
        return False
    if sentence.endswith("::") or (sentence.endswith((":", "-", ",")) and len(words) < _FEWEST_BEFORE_A_LIST):
        return False
    is_legal = opens_notice(sentence) or holds_licence_text(sentence)
    if is_legal and (not is_licence_name(path.rpartition("/")[2]) or _COPYRIGHT.match(sentence)):
        return False
    return not _is_about_order(words)


def _length(words: list[str]) -> int:
    """Count words, those too that no space parts from each other."""
    return sum(1 if word.isascii() else 1 + len(word) // 4 for word in words)


def _is_about_order(words: list[str]) -> bool:
    """Say whether a sentence tells in which order files are to be included or imported."""
    low = list(map(str.lower, words))
    return not _ORDER.isdisjoint(low) and any(map(_READING.fullmatch, low))


def is_title(title: str, path: str) -> bool:
    """Say whether the heading of a text tells something of it that its path does not."""
    if (
        not _WORD.search(title)
        or title.strip(" .:").lower() in _GENERIC_TITLES
        or re.fullmatch(r"[a-z\d]+|\W.*", title)
    ):
        return False
    return not _repeats(title, path) and not _NO_PURPOSE.match(title)


def _repeats(sentence: str, path: str) -> bool:
    """Say whether a sentence has no word that the path has not, in whichever way the path parts them."""
    words = list(map(_singular, _PART.findall(sentence)))
    return set(words) <= _words_of_path(path) or "".join(words) in _letters_of(path)


@lru_cache(maxsize=100)  # a file's sentences are asked about one after the other
def _words_of_path(path: str) -> frozenset[str]:
    return _FILLERS | {_singular(part) for part in _PART.findall(path)}


@lru_cache(maxsize=100)
def _letters_of(path: str) -> str:
    return "".join(map(_singular, _PART.findall(path)))


def _singular(word: str) -> str:
    word = word.lower()
    return word[:-1] if len(word) > 3 and word.endswith("s") else word  # noqa: PLR2004  `is` and `bus` are no plurals


def _is_no_prose(sentence: str) -> bool:
    """Say whether it is art, code, or a list of files or fields."""
    letters = sum(map(str.isalpha, sentence)) + sentence.count(" ")
    if letters < _FEWEST_LETTERS * len(sentence) or _CODE.match(sentence):
        return True
    parts = sentence.split()
    if len(parts) > _LONGEST_LIST and _FUNCTION_WORDS.isdisjoint(map(str.lower, parts)) and sentence.isascii():
        return True
    listed = sum(_PATH_LIKE.fullmatch(part.rstrip(".,:")) is not None for part in parts)
    return listed > max(1, _MOST_PATHS * len(parts)) or len(_FIELD.findall(sentence)) >= _MOST_FIELDS


def _without_name(text: str, name: str) -> str:
    """Return `adlist.c - A generic list` without what everybody sees."""
    if match := _FILE_NAME.match(text):
        return text[match.end() :]
    rest = text[len(name) :] if text[: len(name)].lower() == name.lower() else ""
    return rest[3:].lstrip() if rest.startswith((" - ", " -- ")) else text


def _paragraphs(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs of running text, each on one line and with the number of lines above it.

    Lines are taken as they are needed: most files say what they are for at once.
    """
    paragraphs = 0
    block: list[str] = []
    for number, line in enumerate(chain(lines, ("",))):
        if line.strip() and not _RULER_LINE.fullmatch(line):
            block.append(line)
        elif block:
            text, skipped = _running_text(block, is_first=not paragraphs)
            paragraphs += 1
            if text:
                yield number - len(block) + skipped, text
            if paragraphs == _MOST_PARAGRAPHS:
                return
            block = []


def _running_text(lines: list[str], *, is_first: bool) -> tuple[str, int]:
    """Return the running text that a paragraph begins with, and how many lines stand above it."""
    if _DIRECTIVE.match(lines[0]) or (lines[0][:1].isspace() and not is_first):
        return "", 0
    kept: list[str] = []
    skipped = 0
    for number, line in enumerate(lines):
        said = _said(line)
        if not said:
            # Before the text, a tag; behind it, the end of the text.
            if kept:
                break
            skipped = number + 1
            continue
        if bullet := _BULLET.match(line):
            is_lone = is_first and not kept and not any(map(_BULLET.match, lines[number + 1 :]))
            if not is_lone:
                break
            said = line[bullet.end() :]
        kept.append(said)
    text = _RULER.sub("", plain_text("\n".join(kept))).strip()
    is_cut = bool(kept) and len(kept) + skipped < len(lines) and _BULLET.match(lines[len(kept) + skipped])
    return ("" if is_cut and text[-1:] not in ".!?:" else text), skipped


def _said(line: str) -> str:
    """Return what a line says to a reader."""
    if brief := _BRIEF.match(line):
        return line[brief.end() :].strip()
    return "" if _TAG_LINE.match(line) else line
