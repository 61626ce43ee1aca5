"""Puts numbers, paths, documentation and diagnostics into words, the same wherever they are shown."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from sphinx_kwdocs.model import Diagnostic

_SENTENCE_END = re.compile(
    r"(?<![ .(][a-zA-Z])(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bcf)(?<!\bvs)(?<!\b[MD]r)(?<!\bSt)[.!?](?=\s+[^a-z\s]|$)"
)
# A directive or comment, a field such as `:param x:` (but no role, such as :class:`X`), and what is indented below one.
_NO_PROSE = re.compile(r"\n?(?:\.\. |[ \t]|:\w+(?: [^:`\n]+)?:(?!`))")
_UNDERLINE = re.compile(r"\n[=~^*#+\"'-]{3,}(?=\n|$)")
# ``code``, `code`, :role:`text`, :role:`title <target>`, `title <target>`_
_MARKUP = re.compile(
    r"(?::[\w:+.-]+:)?(?<!`)(?P<ticks>`{1,2})(?!`)(?P<text>(?P<title>[^`<>]*?)(?:(?<=\S)\s+<[^`<>]+>)|[^`]+)(?P=ticks)(?!`)_{0,2}"
)


def count(number: int, singular: str, plural: str = "") -> str:
    """Write a number with its noun: `1 class`, `1,204 classes`."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def size_in_words(size: int) -> str:
    """Write a size as the file pages do: `3,411 bytes (3.33 KB)`."""
    return f"{count(size, 'byte')} ({size / 1024:,.2f} KB)"


def shown(path: str) -> str:
    """Return a path as it can be shown: bytes that are no text become replacement characters."""
    return path if path.isascii() else path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def first_paragraph(text: str) -> str:
    """Return the first paragraph on one line, without the marks of inline markup."""
    paragraph = " ".join(_first_prose(text).split())
    return _MARKUP.sub(_unmark, paragraph) if "`" in paragraph else paragraph


def _first_prose(text: str) -> str:
    """Return the first paragraph that is neither markup nor part of it."""
    text = text.strip()
    paragraphs = text.split("\n\n") if text.startswith((".. ", ":")) else [text.partition("\n\n")[0]]
    for paragraph in paragraphs:
        if paragraph.strip() and not _NO_PROSE.match(paragraph):
            return _UNDERLINE.sub("", paragraph)
    return ""


def _unmark(match: re.Match[str]) -> str:
    return match["title"] or match["text"].lstrip("~!")


@lru_cache(maxsize=20_000)
def first_sentence(text: str) -> str:
    """Return the first sentence on one line, or the first paragraph if it has no end."""
    paragraph = first_paragraph(text)
    match = _SENTENCE_END.search(paragraph)
    sentence = paragraph[: match.end()] if match else paragraph
    return sentence if len(sentence) <= 300 else sentence[:299].rstrip() + "…"  # noqa: PLR2004  what fits two lines


def diagnostics_in_words(diagnostics: Collection[Diagnostic]) -> str:
    """Sum diagnostics up: `3 diagnostics about 2 files`."""
    files = len({item.path for item in diagnostics})
    return f"{count(len(diagnostics), 'diagnostic')} about {count(files, 'file')}"
