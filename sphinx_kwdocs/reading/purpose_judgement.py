"""Judges sentences and titles: whether they may tell what a file is for, and which of several tells it best."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages import holds_licence_text, is_for_tools, opens_notice
from sphinx_kwdocs.reading.no_purposes import (
    DESCRIBES,
    IS_ABOUT_ITSELF,
    IS_NO_PURPOSE,
    IS_REMARK,
    POINTS_BACK,
    is_about_order,
    is_no_prose,
)

if TYPE_CHECKING:
    from collections.abc import Collection

LONGEST_TEXT = 1_200
"""Characters of a paragraph that are looked at."""
_FEWEST_BEFORE_A_LIST = 8
_SHORTEST_STEM, _SHORTEST_PART = 4, 3
_WORD = re.compile(r"[^\W\d_]{2,}")
_URL = re.compile(r"<?https?://\S+")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_A-Za-z]+|\d+")
_FILLERS_TEXT = """
a an and api class code docs documentation extension file files for from in init is it library main module modules of
on package page py python reference script source submodule the this to with
"""
_FILLERS = frozenset(_FILLERS_TEXT.split())
_SPEAKERS = frozenset({"__init__", "__main__", "index", "mod", "lib", "main", "readme", "doc", "package-info"})
_ARTICLES = frozenset(["a", "an", "the", "this", "file", "module", "package", "page", "py", "script"])
"""What a name has around it and is still the name."""
_WEAK_TEXT = """
basic class code common core definition doc documentation extension function general helper implementation library
method misc miscellaneous reference related routine support test testing tool unit util utility various
"""
_WEAK = _FILLERS | frozenset(_WEAK_TEXT.split())
"""What can be said of any file."""
_GENERIC_TITLES_TEXT = """
about abstract additional asked background change changelog checklist content description detail doc documentation
example faq feature frequently further getting guide home index information install installation instruction
introduction link list manual misc more motivation note other overview policy preface prerequisite project question
quick quickstart readme requirement resource section security site start started summary title todo tutorial
unreleased usage user welcome
"""
_GENERIC_TITLES = frozenset(_GENERIC_TITLES_TEXT.split())
_OF_A_PROJECT = re.compile(
    r"(?:the )?[\w.-]+(?:'s)? (?:documentation|docs|examples?|manual|readme|homepage)", re.IGNORECASE
)
_REQUIREMENT = re.compile(r"[\w.\[\],-]+ ?(?:[=<>~!]=|[<>]|@ )|.*; ?(?:python_version|sys_platform)")
_COPYRIGHT = re.compile(r"\W*(?:the )?copyright|\W*©|\W*\(c\)|permission is|.*all rights reserved", re.IGNORECASE)
_LICENCE = re.compile(
    r"(?:the |a )?(?=(?:\S+ ){0,5}?\(?(?:mit|x11|[\w-]*bsd|apache|gnu|l?a?gpl|mozilla|isc|boost|creative|cc0|zlib"
    r"|python|psf|eclipse|artistic|academic|expat|public|\d-clause|modified|simplified|new|microsoft|sil|upstream|mulan)\b)"
    r"(?:[\w.,()\"-]+ ){0,6}?(?:un)?licen[cs]e\b(?: \(\w[\w. -]{0,20}\)|,? v(?:ersion )?[\d.]*\d)*",
    re.IGNORECASE,
)
_LICENSED = re.compile(
    r"(?:this|the) (?:\w+ ){0,2}is (?:dual[- ]|triple[- ])?licen[cs]ed under "
    r"(?:[^\s.]+ ){0,12}?licen[cs]es?\b[^.]{0,30}\.",
    re.IGNORECASE,
)
_PLACEHOLDERS = re.compile(r"(?:^|/)(?:todo|issue_template|pull_request_template|\.?release_template)s?(?=[./_-]|$)")


class Rank(IntEnum):
    """How well a sentence tells what a file is for, the best first."""

    ABOUT_ITSELF = 1
    """It speaks of the page that it stands on."""
    TELLING = 2
    """It has a word of its own."""
    REPEATING = 3
    """It puts the file's name into other words."""
    FURTHER = 4
    """It stands below the opening and may be about anything."""
    ANNOUNCING = 5
    """It leads up to what the text is about."""


def rank_of(sentence: str, path: str, *, is_opening: bool, is_prose: bool) -> Rank | None:
    """Rank a sentence of a file's documentation, or return None if it does not tell what the file is for."""
    if not is_purpose(sentence, path):
        return None
    if sentence.endswith(":") and not (is_prose and is_opening):
        return None
    if is_prose and IS_ABOUT_ITSELF.match(sentence) and not POINTS_BACK.search(sentence, 4):
        return Rank.ABOUT_ITSELF
    if IS_REMARK.search(sentence):
        return Rank.ANNOUNCING
    if not _own_words(sentence, stem_of(path)) - _WEAK:
        return Rank.REPEATING
    return Rank.TELLING if is_opening or is_prose or DESCRIBES.match(sentence) else Rank.FURTHER


def is_purpose(sentence: str, path: str) -> bool:
    """Say whether a sentence may tell what a file is for, by all that shows in the sentence."""
    words = _WORD.findall(_URL.sub("", sentence[:LONGEST_TEXT]))
    if _length(words) < 2 or is_name(sentence, path) or is_no_prose(sentence):  # noqa: PLR2004  one word is a label
        return False
    if IS_NO_PURPOSE.match(sentence) or is_for_tools(sentence) or sentence.endswith("?"):
        return False
    if sentence.endswith("::") or (sentence.endswith((":", "-", ",")) and len(words) < _FEWEST_BEFORE_A_LIST):
        return False
    return not (opens_notice(sentence) or holds_licence_text(sentence) or is_about_order(words))


def is_title(title: str, path: str, project: Collection[str] = ()) -> bool:
    """Say whether the heading of a text tells something of it that its path and the project's name do not."""
    if not _WORD.search(title) or re.fullmatch(r"[a-z\d]+|\W.*", title) or is_placeholder(path):
        return False
    if _REQUIREMENT.match(title) or _COPYRIGHT.match(title) or _OF_A_PROJECT.fullmatch(title):
        return False
    own = set(words_of(title)) - _words_of_path(path) - _FILLERS - _GENERIC_TITLES
    return bool(own.difference(project)) and not repeats(title, path) and not IS_NO_PURPOSE.match(title)


def is_placeholder(path: str) -> bool:
    """Say whether a file is there to be filled in, or for what does not exist yet."""
    return _PLACEHOLDERS.search(path.lower()) is not None


def licence_name(text: str) -> str:
    """Return the name of the licence that a legal text opens with, or nothing."""
    match = _LICENSED.match(text) or _LICENCE.match(text, text.startswith("("))
    return match.group() if match and not _COPYRIGHT.match(match.group()) else ""


def repeats(sentence: str, path: str) -> bool:
    """Say whether a sentence has no word that the path has not, in whichever way the path parts them."""
    return set(words_of(sentence)) <= _words_of_path(path) | _FILLERS or "".join(words_of(sentence)) in _letters_of(
        path
    )


def words_of(text: str) -> list[str]:
    """Return the words of a text or a path in the form in which they are compared."""
    return list(map(_singular, _PART.findall(text)))


def speaks_for_folder(path: str) -> bool:
    """Say whether a file is there to speak for its folder or the program in it."""
    return path.rpartition("/")[2].partition(".")[0].lower() in _SPEAKERS


def stem_of(path: str) -> str:
    """Return the name that a file is known by: without its suffix, and of its folder if it speaks for that."""
    folder, _, name = path.rpartition("/")
    stem = name.lstrip(".").rpartition(".")[0] or name
    if speaks_for_folder(path):
        return folder.rpartition("/")[2] or stem
    return stem


def is_name(sentence: str, path: str) -> bool:
    """Say whether a sentence is the file's name, or the end of its path, and no more."""
    if sentence.isascii() and not re.search(r"\S\s+\S", sentence):
        return True
    said = "".join(word for word in words_of(sentence) if word not in _ARTICLES)
    if not said or said == "".join(word for word in words_of(stem_of(path)) if word not in _ARTICLES):
        return True
    stem = "/".join(filter(None, (path.rpartition("/")[0], path.rpartition("/")[2].partition(".")[0])))
    return _letters_of(stem).removesuffix("init").endswith(said) or not _own_words(sentence, stem_of(path)) - _ARTICLES


def _own_words(sentence: str, path: str) -> set[str]:
    """Return the words of a sentence that a path has neither whole nor in short, as `conf` is configuration."""
    others, letters = _words_of_path(path), _letters_of(path)
    starts = tuple(word for word in others if len(word) >= _SHORTEST_STEM)
    own = {word for word in words_of(sentence) if word not in others and not word.startswith(starts)}
    return {word for word in own if len(word) < _SHORTEST_PART or word not in letters}


@lru_cache(maxsize=100)  # a file's sentences are asked about one after the other
def _words_of_path(path: str) -> frozenset[str]:
    return frozenset(words_of(path))


@lru_cache(maxsize=100)
def _letters_of(path: str) -> str:
    return "".join(words_of(path))


def _singular(word: str) -> str:
    word = word.lower()
    if len(word) > 4 and word.endswith("ies"):  # noqa: PLR2004  not `ties`
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 3 and word.endswith("s") else word  # noqa: PLR2004  `is` and `bus` are no plurals


def _length(words: list[str]) -> int:
    """Count words, those too that no space parts from each other."""
    return sum(1 if word.isascii() else 1 + len(word) // 4 for word in words)
