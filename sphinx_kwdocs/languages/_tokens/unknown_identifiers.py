"""Finds the identifiers of code in a language that is not known here, and says nothing where there are none to find."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._lines import split_lines
from sphinx_kwdocs.languages._tokens.code_terms import code_terms
from sphinx_kwdocs.languages._tokens.stop_words import STOP_WORDS
from sphinx_kwdocs.model.terms import NO_TERMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.facts import Terms

_KEYWORDS_TEXT = """
abstract and as assert async await begin bool boolean break byte case catch char class const continue def
default delete do done double echo elif else elseif elsif end endfunction endif enum esac eval except export
extends extern false fi final finally float fn for foreach from func function global goto if implements import
in include inline instanceof int integer interface is it lambda let local long loop match mod module mut
namespace new nil none not null object of operator or override package pass private protected pub public raise
ref repeat require return self set short signed sizeof static string struct super switch template then this
throw throws to true try type typedef typeof undef undefined union unless unsigned until use using val var
virtual void volatile when where while with xor yield
"""
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
_DATA_SUFFIXES_TEXT = """
lock svg po pot mo map ipynb sum log patch diff pem crt key asc snap geojson ndjson jsonl obj stl ply pdb mol
"""
_DATA_SUFFIXES = frozenset(_DATA_SUFFIXES_TEXT.split())
_DATA_NAMES = frozenset({"package-lock.json", "pnpm-lock.yaml", "npm-shrinkwrap.json", "composer.lock", "go.sum"})
_MINIFIED = re.compile(r"\.min\.\w+$")
_LONGEST_AVERAGE = 500
_MOST_DIGITS, _MOST_MARKS = 0.2, 0.45
_LONGEST_NAME = 80
_LONGEST_LINE = 5_000

# Strings and comments come first, so that a name in one of them is passed over with it.
_TOKEN = re.compile(
    r"\"(?:[^\"\\]|\\.){0,1000}\"|(?<!\w)'(?:[^'\\]|\\.){0,1000}'"
    r"|(?:^|(?<=\s))(?://|--\s|#(?=[\s!#]|$)|;;).*|^\s*[;%].*"
    # A name that is given to a compiler, an option of a program, a command of TeX or of an R manual, a batch variable.
    r"|(?<![\w-])-D(?=[A-Z][A-Z_])|(?<!\S)(?:--[A-Za-z]|-[A-Za-z](?=\s|$)|/[A-Za-z](?=\s|$))[\w-]*|\\[A-Za-z]+"
    r"|(?P<name>[A-Za-z_$][\w$]*)|\d[\w.]*"
)
_MANUAL_NAME = re.compile(r"\\(?:name|alias|code|link|item|S3method|method)\{([A-Za-z_.][\w.]+)")
# Comments that begin in no way that other languages know.
_BATCH_COMMENT = re.compile(r"\s*+@?(?:rem\b|::)", re.IGNORECASE)
_BATCH_SUFFIXES = ("bat", "cmd")


def find_identifiers(path: str, text: str) -> Terms:
    """Return the names in a file, in alphabetical order; none for files that are data."""
    name = path.rpartition("/")[2].lower()
    suffix = name.rpartition(".")[2]
    if suffix in {"csv", "tsv", "tab"}:
        return code_terms(_column_names(text, "," if suffix == "csv" else "\t"))
    if suffix == "rd":
        return code_terms(_manual_names(text))
    if name in _DATA_NAMES or suffix in _DATA_SUFFIXES or _MINIFIED.search(name) or is_data(text):
        return NO_TERMS
    return code_terms(_names_in_code(text, suffix))


def is_data(text: str) -> bool:
    """Say whether a text is numbers, marks or endless lines rather than something to read."""
    lines = text.count("\n") + 1
    if len(text) / lines > _LONGEST_AVERAGE:
        return True
    digits = len(re.findall(r"\d", text))
    letters = len(re.findall(r"[^\W\d]", text))
    visible = len(re.findall(r"\S", text)) or 1
    return digits > _MOST_DIGITS * visible or letters < (1 - _MOST_MARKS) * visible


def _column_names(text: str, separator: str) -> Iterator[tuple[str, int]]:
    """Yield the names in the header of a table, if its first line is one."""
    header = split_lines(text[:_LONGEST_LINE])[0]
    names = [cell.strip().strip("\"'") for cell in header.lstrip("\ufeff").split(separator)]
    if len(names) > 1 and all(re.fullmatch(r"[^\W\d][\w .()/%#-]{0,60}", name) for name in names):
        yield from ((name, 1) for name in names)


def _manual_names(text: str) -> Iterator[tuple[str, int]]:
    """Yield what a page of an R manual is called, is about and marks as code; all else in it is sentences."""
    for number, line in enumerate(split_lines(text), 1):
        yield from ((match[1], number) for match in _MANUAL_NAME.finditer(line))


def _names_in_code(text: str, suffix: str) -> Iterator[tuple[str, int]]:
    owned = _KEYWORDS | STOP_WORDS.get(suffix, frozenset())
    for number, line in enumerate(split_lines(_without_block_comments(text)), 1):
        if len(line) > _LONGEST_LINE or _is_comment(line, suffix):
            # No one writes such a long line by hand.
            continue
        for match in _TOKEN.finditer(line):
            name = match.group("name")
            if name and 1 < len(name) <= _LONGEST_NAME and name.lower() not in owned and name.strip("_$"):
                yield name, number


def _is_comment(line: str, suffix: str) -> bool:
    if suffix == "r":
        return line.lstrip().startswith("#")
    return suffix in _BATCH_SUFFIXES and _BATCH_COMMENT.match(line) is not None


def _without_block_comments(text: str) -> str:
    """Blank out `/* … */`; an opening without an end, or inside of a word such as a file pattern, is none."""
    kept: list[str] = []
    position = 0
    while (start := text.find("/*", position)) >= 0 and (end := text.find("*/", start + 2)) >= 0:
        if start and not (text[start - 1].isspace() or text[start - 1] in ";{}(),"):
            kept.append(text[position : start + 2])
            position = start + 2
            continue
        kept.append(text[position:start])
        kept.append("\n" * len(split_lines(text[start:end])[1:]) or " ")
        position = end + 2
    kept.append(text[position:])
    return "".join(kept)
