"""Puts numbers, paths, documentation and diagnostics into words, the same wherever they are shown."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from sphinx_kwdocs.translation import NN_, _, localized, lowered, ngettext, remembered

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sphinx_kwdocs.model.facts import Purpose
    from sphinx_kwdocs.model.files import Diagnostic
    from sphinx_kwdocs.model.plugin_records import Kind

# What must not stand before the mark is looked at behind it, so that only marks are looked at.
_SENTENCE_END = re.compile(
    r"[.!?](?=\s+[^a-z\s]|$)"
    r"(?<![ .(][a-zA-Z].)(?<!\be\.g.)(?<!\bi\.e.)(?<!\betc.)(?<!\bcf.)(?<!\bvs.)(?<!\b[MD]r.)(?<!\bSt.)"
)
# A directive or comment, a field such as `:param x:` (but no role, such as :class:`X`), and what is indented below one.
_NO_PROSE = re.compile(r"\n?(?:\.\. |[ \t]|:\w+(?: [^:`\n]+)?:(?!`))")
_UNDERLINE = re.compile(r"\n[=~^*#+\"'-]{3,}(?=\n|$)")
# *text* and **text**, but neither *args nor 2*3*4
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,2})(?=[^\s*])([^*]*[^\s*])\1(?![\w*])")
# ``code``, `code`, :role:`text`, :role:`title <target>`, `title <target>`_
_MARKUP = re.compile(
    r"(?::[\w:+.-]{1,60}:)?(?<!`)(?P<ticks>`{1,2})(?!`)(?P<text>(?P<title>[^`<>]*?)(?:(?<=\S)\s+<[^`<>]+>)|[^`]+)(?P=ticks)(?!`)_{0,2}"
)


# [text](address) and [`Name`] of Markdown, and [1]_ of reStructuredText
_MARKDOWN_LINK = re.compile(r"!?\[([^\[\]]{1,200})\](?:\((?=[^()\s]{0,300}[/.#:])[^()\s]{1,500}\)|\[[^\[\]]{0,200}\])")
_NAME_LINK = re.compile(r"\[(`[^`\[\]]{1,200}`)\](?![(\[\w])")
_FOOTNOTE = re.compile(r" ?\[[\w#*-]{1,40}\]_(?!\w)")


_COUNTED: Mapping[str, tuple[str, str]] = {
    "byte": NN_("{number} byte", "{number} bytes"),
    "code block": NN_("{number} code block", "{number} code blocks"),
    "diagnostic": NN_("{number} diagnostic", "{number} diagnostics"),
    "file": NN_("{number} file", "{number} files"),
    "finding": NN_("{number} finding", "{number} findings"),
    "folder": NN_("{number} folder", "{number} folders"),
    "keyword place": NN_("{number} keyword place", "{number} keyword places"),
    "line": NN_("{number} line", "{number} lines"),
    "link": NN_("{number} link", "{number} links"),
    "name": NN_("{number} name", "{number} names"),
    "page": NN_("{number} page", "{number} pages"),
    "place": NN_("{number} place", "{number} places"),
    "private name": NN_("{number} private name", "{number} private names"),
    "subclass": NN_("{number} subclass", "{number} subclasses"),
    "subfolder": NN_("{number} subfolder", "{number} subfolders"),
    "use": NN_("{number} use", "{number} uses"),
    "withheld file": NN_("{number} file is withheld", "{number} files are withheld"),
    "more definition": NN_("{number} more definition", "{number} more definitions"),
    "more file": NN_("{number} more file", "{number} more files"),
    "more folder": NN_("{number} more folder", "{number} more folders"),
    # Translators: always stands in "{uses} on {lines}".
    "more line": NN_("{number} more line", "{number} more lines"),
    "more mention": NN_("{number} more mention", "{number} more mentions"),
    "more name": NN_("{number} more name", "{number} more names"),
    "more subclass": NN_("{number} more subclass", "{number} more subclasses"),
    "more test file": NN_("{number} more test file", "{number} more test files"),
    "more use": NN_("{number} more use", "{number} more uses"),
    # Roles of uses, by their names in `vocabulary.ROLE_WORDS`.
    "definition": NN_("{number} definition", "{number} definitions"),
    "import": NN_("{number} import", "{number} imports"),
    "call": NN_("{number} call", "{number} calls"),
    "read": NN_("{number} read", "{number} reads"),
    "write": NN_("{number} write", "{number} writes"),
    "base": NN_("{number} base", "{number} bases"),
    "annotation": NN_("{number} annotation", "{number} annotations"),
    "decorator": NN_("{number} decorator", "{number} decorators"),
    "mention": NN_("{number} mention", "{number} mentions"),
}
"""What is counted: the name used in code, and one and several of them with their number."""


@remembered
def count(number: int, noun: str) -> str:
    """Write a number with its noun, one of those declared above: `1 class`, `1,204 classes`."""
    return ngettext(*_COUNTED[noun], number).format(number=localized(f"{number:,}"))


@remembered
def count_kind(number: int, kind: Kind) -> str:
    """Write how many of a kind there are: `1 class`, `1,204 classes`."""
    one, several = kind.counted
    if not one:
        one, several = f"{{number}} {kind.singular}", f"{{number}} {lowered(kind.plural)}"
    return ngettext(one, several, number).format(number=localized(f"{number:,}"))


def in_digits(number: int) -> str:
    """Write a number by itself: `1,204`."""
    return localized(f"{number:,}") if number >= 1000 else f"{number}"  # noqa: PLR2004  less has no separator


def size_in_words(size: int) -> str:
    """Write a size as the file pages do: `3,411 bytes (3.33 KB)`."""
    kilobytes = localized(f"{size / 1024:,.2f}")
    return _("{bytes} ({kilobytes} KB)").format(bytes=count(size, "byte"), kilobytes=kilobytes)


def shown(path: str) -> str:
    """Return a path as it can be shown: bytes that are no text become replacement characters."""
    return path if path.isascii() else path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def first_paragraph(text: str) -> str:
    """Return the first paragraph on one line, without the marks of inline markup."""
    return plain_text(_first_prose(text))


def plain_text(text: str) -> str:
    """Return a passage on one line, without the marks of inline markup."""
    paragraph = " ".join(text.split())
    if "]" in paragraph:
        paragraph = _FOOTNOTE.sub("", _NAME_LINK.sub(r"\1", _MARKDOWN_LINK.sub(r"\1", paragraph)))
    paragraph = _MARKUP.sub(_unmark, paragraph) if "`" in paragraph else paragraph
    return _EMPHASIS.sub(r"\2", paragraph) if "*" in paragraph else paragraph


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
    return opening_sentence(first_paragraph(text))


def opening_sentence(paragraph: str) -> str:
    """Return the first sentence of a paragraph, or all of it if it has no end."""
    match = _SENTENCE_END.search(paragraph)
    sentence = paragraph[: match.end()] if match else paragraph
    return sentence if len(sentence) <= 300 else sentence[:299].rstrip() + "…"  # noqa: PLR2004  what fits two lines


def sentence_ends(paragraph: str) -> list[int]:
    """Return where each sentence of a paragraph ends, the last one at the paragraph's end."""
    ends = [match.end() for match in _SENTENCE_END.finditer(paragraph)]
    return ends if ends and ends[-1] == len(paragraph) else [*ends, len(paragraph)]


def purpose_in_words(purpose: Purpose | None, *, whole: bool = False) -> str:
    """Write what a file says it is for: its title and the first sentence, or the whole paragraph; empty if nothing."""
    if purpose is None:
        return ""
    title, text = purpose.title, purpose.text if whole else opening_sentence(purpose.text)
    if title and text and not text.startswith(title):
        return f"{title}: {text}"
    return text or title


def diagnostics_in_words(diagnostics: Collection[Diagnostic]) -> str:
    """Sum diagnostics up: `3 diagnostics about 2 files; 1 file is withheld`."""
    files = len({item.path for item in diagnostics})
    said = _("{diagnostics} about {files}").format(
        diagnostics=count(len(diagnostics), "diagnostic"), files=count(files, "file")
    )
    withheld = sum(item.code == "withheld" for item in diagnostics)
    return f"{said}; {count(withheld, 'withheld file')}" if withheld else said
