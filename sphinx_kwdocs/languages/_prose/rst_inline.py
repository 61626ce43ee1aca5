"""Scans the inline markup of reStructuredText in linear time, keeping the place of everything it finds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._prose.passage import InlineCode, InlineLink
from sphinx_kwdocs.languages._prose.roles import read_role

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx_kwdocs.languages._prose.passage import Passage

    _Handler = Callable[[Passage, re.Match[str], Mapping[str, str]], None]

# Every repetition is bounded, so that a text of opening marks alone costs no more than its length times the bound.
_MARKUP = re.compile(
    r"(?P<escape>\\[^\s])"
    r"|(?P<literal>(?<![\w`])``(?=\S)[^\n](?:[^`]|`(?!`)){0,1000}?``(?!\w))"
    r"|(?P<ticked>(?<![\w`])(?::[\w:+.-]{1,80}:)?`[^`\s](?:[^`]{0,1000})`(?:__?|:[\w:+.-]{1,80}:)?(?!`))"
    r"|(?P<strong>(?<![\w*])\*\*[^\s*](?:[^*]{0,500}[^\s*])?\*\*(?!\w))"
    r"|(?P<emphasis>(?<![\w*])\*[^\s*](?:[^*]{0,500}[^\s*])?\*(?![\w*]))"
    r"|(?P<substitution>(?<!\w)\|[^\s|][^|\n]{0,200}\|_{0,2})"
    r"|(?P<cut>\[[\w#*.-]{1,80}\]_|\b[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64})"
    r"|(?P<url>\b(?:https?|ftp)://[^\s<>\"'`|*]{1,2000})"
    r"|(?P<word>(?<![\w`:])[A-Za-z0-9][\w.+-]{0,80}(?<=[A-Za-z0-9])_{1,2}(?![\w`]))"
)
_ROLE = re.compile(r":([\w:+.-]+):")
_TITLED_LINK = re.compile(r"(.*\S|)\s*<([^<>]+)>", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][\w.]*(?:\(\))?")


def scan_rst(passage: Passage, references: Mapping[str, str]) -> Passage:
    """Fill in what the markup of a passage says, and return it; `references` are its named targets."""
    for match in _MARKUP.finditer(passage.text):
        _HANDLERS[str(match.lastgroup)](passage, match, references)
    return passage


def reference_name(name: str) -> str:
    """Return the form in which names of targets are compared."""
    return " ".join(name.strip("`").split()).lower()


def _escape(passage: Passage, match: re.Match[str], references: Mapping[str, str]) -> None:
    del references
    passage.hidden.append((match.start(), match.start() + 1))


def _literal(passage: Passage, match: re.Match[str], references: Mapping[str, str]) -> None:
    del references
    _add_code(passage, match, match.start() + 2, match.end() - 2)


def _add_code(passage: Passage, match: re.Match[str], start: int, end: int) -> None:
    content = passage.text[start:end]
    start, end = start + len(content) - len(content.lstrip()), start + len(content.rstrip())
    if start >= end:
        return
    passage.hidden += [(match.start(), start), (end, match.end())]
    passage.opaque.append((start, end))
    passage.codes.append(InlineCode(start, end, passage.text[start:end].replace("\n", " ")))


def _ticked(passage: Passage, match: re.Match[str], references: Mapping[str, str]) -> None:
    """Read text in single backticks: a role, a link, or a name marked by the default role."""
    text = match.group()
    start = match.start() + text.index("`") + 1
    end = match.start() + text.rindex("`")
    tail = passage.text[end + 1 : match.end()]
    role = _ROLE.match(text) or _ROLE.match(tail)
    if role:
        read_role(passage, role.group(1), match.start(), start, end, match.end())
    elif tail:
        _link(passage, match, start, end, references)
    elif _NAME.fullmatch(passage.text, start, end):
        _add_code(passage, match, start, end)
    else:
        passage.hidden += [(match.start(), start), (end, match.end())]
        passage.stressed.append((start, end))


def _link(passage: Passage, match: re.Match[str], start: int, end: int, references: Mapping[str, str]) -> None:
    titled = _TITLED_LINK.fullmatch(passage.text, start, end)
    target = "".join(titled.group(2).split()) if titled else references.get(reference_name(passage.text[start:end]), "")
    if titled and target.endswith("_"):
        target = references.get(reference_name(titled.group(2)[:-1]), "")
    shown_end = titled.end(1) if titled and titled.group(1) else end
    passage.hidden += [(match.start(), start), (shown_end, match.end())]
    if target:
        passage.links.append(InlineLink(start, shown_end, target))


def _strong(passage: Passage, match: re.Match[str], references: Mapping[str, str]) -> None:
    del references
    width = len(match.group()) - len(match.group().lstrip("*"))
    start, end = match.start() + width, match.end() - width
    passage.hidden += [(match.start(), start), (end, match.end())]
    passage.stressed.append((start, end))


def _cut(passage: Passage, match: re.Match[str], references: Mapping[str, str]) -> None:
    del references
    passage.cuts.append(match.span())


def _substitution(passage: Passage, match: re.Match[str], references: Mapping[str, str]) -> None:
    del references
    passage.has_gaps = True
    start, end = match.start() + 1, match.start() + match.group().rindex("|")
    passage.hidden += [(match.start(), start), (end, match.end())]
    passage.opaque.append((start, end))


def _url(passage: Passage, match: re.Match[str], references: Mapping[str, str]) -> None:
    del references
    url = match.group().rstrip(".,;:!?_")
    if "(" not in url:
        url = url.rstrip(")")
    passage.opaque.append((match.start(), match.start() + len(url)))
    passage.links.append(InlineLink(match.start(), match.start() + len(url), url, url))


def _word(passage: Passage, match: re.Match[str], references: Mapping[str, str]) -> None:
    name = match.group().rstrip("_")
    target = references.get(reference_name(name))
    if target:
        passage.hidden.append((match.start() + len(name), match.end()))
        passage.links.append(InlineLink(match.start(), match.start() + len(name), target))


_HANDLERS: Mapping[str, _Handler] = {
    "escape": _escape,
    "literal": _literal,
    "ticked": _ticked,
    "strong": _strong,
    "emphasis": _strong,
    "substitution": _substitution,
    "cut": _cut,
    "url": _url,
    "word": _word,
}
