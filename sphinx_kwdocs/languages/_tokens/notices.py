"""Tells what was written for lawyers and for tools from what was written for a reader of the file."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Only a licence says these, wherever they stand.
_LICENCE_PHRASES = (
    "permission is hereby", "without warrant", "redistribution and use", "all rights reserved", "licensed under the",
    "spdx-license",
)  # fmt: skip
# A comment may be about a licence without being one, so these count only where a reader of comments looks for them.
_LEGAL = re.compile(
    rf"{'|'.join(_LICENCE_PHRASES)}|©|\(c\)|copyright|spdx-|licen[sc]e|warranty|public domain"
    r"|(?:the )?(?:mit|bsd|apache|gnu)\b.{0,100}?licen[sc]e"
    r"|this (?:source code|file|program|software|code|library|module) is"
    r" (?:dual[- ])?(?:licen[sc]ed|free software|part of|distributed|released|subject|governed)",
    re.IGNORECASE,
)
# What stands in the other paragraphs of licences.
_LICENCE_BODY = re.compile(
    r"redistributions?\b|following conditions|merchantability|fitness for a"
    r"|\bliab(?:le|ility)\b|['\"]as is['\"]|provided as[ -]is"
    r"|may not use this (?:file|code|software|work)|in compliance with|applicable law|agreed to in writing"
    r"|received a copy|free software foundation"
    r"|in the hope that|neither the name|endorse or promote|written permission|notice file distributed"
    r"|contributor agreements|asf licenses|limitations under|governing permissions|either express or implied"
    r"|patents? (?:grant|rights)",
    re.IGNORECASE,
)
_GENERATED = re.compile(r"@generated|do not (?:edit|modify)|auto(?:matically)?[- ]?generated", re.IGNORECASE)
GENERATED_MARKS = ("generated", "do not ")
"""One of these is in everything that says so."""
_LONGEST_HEAD, _MOST_HEAD_LINES = 3000, 20
_COMMENT_MARKS = ("#", "//", "/*", "*", "--", ";", "<!--", "%", '"""', "'''")
# Editors' modelines, and the switches of linters, formatters and type checkers.
_FOR_TOOLS = re.compile(
    r"-\*-|\bvim?:|\bnoqa\b|\bnolint|\bclang-format\b|\bshellcheck\b|\b(?:es|ts|js|std)lint\b|\beslint-|\bprettier-"
    r"|\byaml-language-server\b|\byamllint\b|\bhadolint\b|@ts-|@jsx|@flow\b|<reference\b|\bsyntax=|\bsourceMappingURL"
    r"|^(?:mypy|flake8|pylint|pyright|pyre|ruff|isort|black|fmt|yapf|nosec|type|ex|pragma|cython|distutils|coding"
    r"|owner\(s\)|nopycln|usort|ufmt)\s*[:=]|^pyre-|^/// "
    r"|^#?compdef "
    r"|^(?:go:|\+build\b|lint:|nosemgrep|codespell:|spell-?checker:|swift-tools-version|frozen_string_literal)"
    r"|^(?:istanbul|webpack)\b.*:|^globals? .*: *(?:true|false|writable|readonly)\b",
    re.IGNORECASE,
)


_LICENCE_NAME = re.compile(r"(?:un)?licen[cs]es?|copying|copyright|notice|patents", re.IGNORECASE)


def is_licence_name(name: str) -> bool:
    """Say whether a file of this name is there for its legal text."""
    return _LICENCE_NAME.match(name) is not None


def holds_licence_text(text: str) -> bool:
    """Say whether a passage of prose is a part of a licence."""
    low = text.lower()
    return any(phrase in low for phrase in _LICENCE_PHRASES)


def without_notices(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a comment with empty ones for legal notices, and for those that a program wrote the file."""
    paragraph: list[str] = []
    for line in lines:
        paragraph.append(line)
        if not line.strip():
            yield from _without_notice(paragraph)
            paragraph = []
    yield from _without_notice(paragraph)


def _without_notice(paragraph: list[str]) -> list[str]:
    """Return a paragraph up to the line that begins a notice; nothing of it if one stands elsewhere in it."""
    if any(map(_GENERATED.search, paragraph)):
        return [""] * len(paragraph)
    for number, line in enumerate(paragraph):
        if _LEGAL.search(line) or _LICENCE_BODY.search(line):
            before = paragraph[number - 1].rstrip() if number else ""
            # What goes on over the line is a sentence that only speaks of licences.
            is_new = opens_notice(line.strip()) and (not line.strip()[0].islower() or before.endswith("."))
            kept = paragraph[:number] if is_new else []
            return kept + [""] * (len(paragraph) - len(kept))
    return paragraph


@lru_cache(maxsize=1000)  # the same lines open most files of a repository
def opens_notice(line: str) -> bool:
    """Say whether a line of a comment begins a legal notice."""
    return _LEGAL.match(line) is not None


def is_generated(text: str) -> bool:
    """Say whether a comment at the top of a file says that a program wrote it."""
    head = text[:_LONGEST_HEAD]
    if head.isascii():
        low = head.lower()
        # Which tells most files, in a tenth of the time.
        if not any(mark in low for mark in GENERATED_MARKS):
            return False
    lines = head.splitlines()[:_MOST_HEAD_LINES]
    return any(_GENERATED.search(line) for line in lines if line.lstrip().startswith(_COMMENT_MARKS))


@lru_cache(maxsize=1000)
def is_for_tools(line: str) -> bool:
    """Say whether a line of a comment, without its marks, speaks to a tool."""
    return _FOR_TOOLS.search(line.strip()) is not None
