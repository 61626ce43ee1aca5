"""Scans the inline markup of Markdown and MyST in linear time, keeping the place of everything it finds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._prose.passage import InlineCode, InlineLink
from sphinx_kwdocs.languages._prose.roles import read_role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.languages._prose.passage import Passage

# Every repetition is bounded, so that a text of opening marks alone costs no more than its length times the bound.
_MARKUP = re.compile(
    r"(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<code>(?:\{[\w:+.-]{1,80}\})?`+)"
    r"|(?P<auto><(?:https?|ftp|mailto):[^\s<>]{1,2000}>)"
    r"|(?P<comment><!--)"
    r"|(?P<tag></?[A-Za-z][^<>]{0,2000}>)"
    r"|(?P<url>\bhttps?://[^\s<>\"'`|\[\]]{1,2000}|\bwww\.[\w.-]{1,200}(?:/[^\s<>\"'`|\[\]]{0,2000})?)"
    r"|(?P<email>\b[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64})"
    r"|(?P<math>\$\$[^$]{1,1000}\$\$|(?<![\w$])\$(?=[^\s$])[^$\n]{1,200}(?<=\S)\$(?![\w$]))"
    r"|(?P<open>!?\[)"
    r"|(?P<close>\])"
    r"|(?P<stress>\*{1,3}|~~|_{1,3})"
)
_DESTINATION = re.compile(
    r"\(\s*+(?:<(?P<angle>[^<>\n]{0,1000}+)>|(?P<bare>[^\s()<>]{0,1000}+(?:\([^\s()]{0,200}+\)[^\s()]{0,200}+){0,5}+))"
    r"(?:\s++(?:\"[^\"]{0,500}+\"|'[^']{0,500}+'|\([^()]{0,500}+\)))?+\s*+\)"
)
_CODE_LANGUAGE = re.compile(r"(?:#!|:::)[\w+-]{1,20} (?=\S)")
_LABEL = re.compile(r"\[([^\[\]]{0,300})\]")
_ALTERNATIVE = re.compile(r"\s*!\[([^\[\]]{0,300})\]")
_TRAILING = ".,;:!?*_~"


def scan_markdown(passage: Passage, references: Mapping[str, str]) -> Passage:
    """Fill in what the markup of a passage says, and return it; `references` are its link definitions."""
    _Scan(passage, references).run()
    return passage


def reference_label(label: str) -> str:
    """Return the form in which labels of link definitions are compared."""
    return " ".join(label.split()).casefold()


class _Scan:
    """One pass over a passage; brackets and emphasis that are still open wait on stacks."""

    def __init__(self, passage: Passage, references: Mapping[str, str]) -> None:
        self.passage = passage
        self.text = passage.text
        self.references = references
        self.brackets: list[re.Match[str]] = []
        self.stresses: dict[str, int] = {}
        self.ticks = _tick_runs(self.text) if "`" in self.text else {}

    def run(self) -> None:
        position = 0
        while match := _MARKUP.search(self.text, position):
            position = getattr(self, f"_{match.lastgroup}")(match)

    def _escape(self, match: re.Match[str]) -> int:
        self.passage.hidden.append((match.start(), match.start() + 1))
        return match.end()

    def _code(self, match: re.Match[str]) -> int:
        """Read inline code or a role up to the next run of as many backticks."""
        role, length = match.group().rstrip("`"), match.group().count("`")
        waiting = self.ticks.get(length, [])
        while waiting and waiting[-1] < match.end():
            waiting.pop()
        if not waiting:
            return match.end()
        close = waiting.pop()
        start, end = match.end(), close
        content = self.text[start:end]
        if not content.strip():
            return close + length
        start, end = start + len(content) - len(content.lstrip()), start + len(content.rstrip())
        if role:
            read_role(self.passage, role[1:-1], match.start(), start, end, close + length)
        else:
            self._add_code(match.start(), start, end, close + length)
        return close + length

    def _add_code(self, opening: int, start: int, end: int, behind: int) -> None:
        # How MkDocs is told the language of inline code.
        if shebang := _CODE_LANGUAGE.match(self.text, start, end):
            start = shebang.end()
        self.passage.hidden += [(opening, start), (end, behind)]
        self.passage.opaque.append((start, end))
        self.passage.codes.append(InlineCode(start, end, self.text[start:end].replace("\n", " ")))

    def _auto(self, match: re.Match[str]) -> int:
        self._bare_link(match.start() + 1, match.end() - 1)
        self.passage.hidden += [(match.start(), match.start() + 1), (match.end() - 1, match.end())]
        return match.end()

    def _url(self, match: re.Match[str]) -> int:
        # A link in brackets or at the end of a sentence does not own the mark behind it.
        url = match.group().rstrip(_TRAILING)
        if url.endswith(")") and "(" not in url:
            url = url.rstrip(")").rstrip(_TRAILING)
        self._bare_link(match.start(), match.start() + len(url))
        return match.start() + max(len(url), 1)

    def _bare_link(self, start: int, end: int) -> None:
        if start < end:
            target = self.text[start:end]
            self.passage.opaque.append((start, end))
            self.passage.links.append(InlineLink(start, end, target, target))

    def _comment(self, match: re.Match[str]) -> int:
        close = self.text.find("-->", match.end())
        end = close + 3 if close >= 0 else len(self.text)
        self.passage.cuts.append((match.start(), end))
        return end

    def _tag(self, match: re.Match[str]) -> int:
        self.passage.cuts.append(match.span())
        return match.end()

    _email = _tag

    def _math(self, match: re.Match[str]) -> int:
        self.passage.opaque.append(match.span())
        return match.end()

    def _open(self, match: re.Match[str]) -> int:
        self.brackets.append(match)
        return match.end()

    def _close(self, match: re.Match[str]) -> int:
        """Finish a link or an image: `](target)`, `][label]`, or a label by itself."""
        if not self.brackets:
            return match.end()
        opening = self.brackets.pop()
        target, end = self._target(opening, match)
        if target is None:
            return match.end()
        shown_start, shown_end = opening.end(), match.start()
        if opening.group() == "![":
            self.passage.cuts.append((opening.start(), end))
            self._forget_links(shown_start)
            return end
        # Two links cannot share a text: those inside of this one, such as a bare address, give way.
        self._forget_links(shown_start)
        self.passage.hidden += [opening.span(), (shown_end, end)]
        text = self._alternative(shown_start, shown_end)
        self.passage.links.append(InlineLink(shown_start, shown_end, target, text))
        return end

    def _target(self, opening: re.Match[str], closing: re.Match[str]) -> tuple[str | None, int]:
        behind = closing.end()
        if destination := _DESTINATION.match(self.text, behind):
            return destination["angle"] or destination["bare"] or "", destination.end()
        label = _LABEL.match(self.text, behind)
        written = label.group(1) if label and label.group(1).strip() else self._short_text(opening, closing)
        target = self.references.get(reference_label(written))
        return target, label.end() if label else behind

    def _short_text(self, opening: re.Match[str], closing: re.Match[str]) -> str:
        # Labels have at most 999 characters, which keeps nested brackets from being read over and over.
        return self.text[opening.end() : min(closing.start(), opening.end() + 1000)]

    def _alternative(self, start: int, end: int) -> str:
        """Return the alternative text of the image that is all a link shows, or nothing."""
        if not self.passage.cuts or self.passage.cuts[-1][1] != end:
            return ""
        image = _ALTERNATIVE.match(self.text, start, end)
        return " ".join(image.group(1).split()) if image else ""

    def _forget_links(self, start: int) -> None:
        while self.passage.links and self.passage.links[-1].start >= start:
            self.passage.links.pop()

    def _stress(self, match: re.Match[str]) -> int:
        """Pair emphasis marks of a kind; those inside of words or between blanks are text."""
        mark, start, end = match.group(), match.start(), match.end()
        before = self.text[start - 1] if start else " "
        behind = self.text[end] if end < len(self.text) else " "
        is_inside_word = mark[0] == "_" and (before.isalnum() and behind.isalnum())
        can_open = not behind.isspace() and not (mark[0] == "_" and before.isalnum())
        can_close = not before.isspace() and not (mark[0] == "_" and behind.isalnum())
        opened = self.stresses.get(mark, -1)
        if is_inside_word or not (can_open or can_close):
            return end
        if can_close and opened >= 0:
            del self.stresses[mark]
            self.passage.hidden += [(opened, opened + len(mark)), (start, end)]
            if mark != "~~":
                self.passage.stressed.append((opened + len(mark), start))
        elif can_open:
            self.stresses[mark] = start
        return end


def _tick_runs(text: str) -> dict[int, list[int]]:
    """Return where runs of backticks stand, by their length, the last first."""
    runs: dict[int, list[int]] = {}
    for match in re.finditer(r"`+", text):
        runs.setdefault(len(match.group()), []).append(match.start())
    for places in runs.values():
        places.reverse()
    return runs
