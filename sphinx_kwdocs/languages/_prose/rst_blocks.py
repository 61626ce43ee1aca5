"""Reads the blocks of reStructuredText line by line: titles, directives, literal blocks, tables, lists, paragraphs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._prose import directives
from sphinx_kwdocs.languages._prose.passage import Passage, Piece, pieces_of
from sphinx_kwdocs.languages._prose.rst_inline import reference_name, scan_rst
from sphinx_kwdocs.model.facts import Hyperlink

if TYPE_CHECKING:
    from sphinx_kwdocs.languages._prose.passage import PassageRole
    from sphinx_kwdocs.languages._prose.sections import Prose

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1+[ \t]*")
_DIRECTIVE = re.compile(r"\s*+\.\.[ \t]++(?:\|[^|]*+\|[ \t]++)?([A-Za-z][\w:+.-]*?)[ \t]?::(?:[ \t]++(.*))?")
_TARGET = re.compile(r"\s*\.\.[ \t]+_(`[^`]+`|[^:`]+):(?:[ \t]+(\S.*))?")
_NOTE = re.compile(r"\s*\.\.[ \t]+\[[^\]]+\][ \t]+(?=\S)")
_ITEM = re.compile(r"\s*(?:[-*+•‣]|\(?(?:\d+|#|[A-Za-z]|[ivxIVX]+)[.)]|\|)[ \t]+(?=\S)")
_FIELD = re.compile(r"\s*:(?![:\s])[^:\n]{1,100}:(?:[ \t]+|$)")
_OPTION = re.compile(r"\s*(?:--?|/)[A-Za-z][\w-]*")
_GRID_BORDER = re.compile(r"\s*\+[-=+]{2,}\+[ \t]*")
_SIMPLE_BORDER = re.compile(r"\s*={2,}(?:[ \t]+={2,})+[ \t]*")
_SHORTEST_UNDERLINE = 4
_OVERLINED = 3


def read_rst(prose: Prose, first: int, lines: list[str]) -> None:
    """Read lines that stand inside of another text from line `first` on; their titles make no sections."""
    _Reader(prose, first, lines, has_sections=False).run()


def read_rst_document(prose: Prose) -> None:
    """Read a whole file."""
    _Reader(prose, 1, prose.lines, has_sections=True).run()


def is_underline(title: str, line: str) -> bool:
    """Say whether a line of punctuation makes the line before it a title."""
    adornment = line.rstrip()
    if adornment == "::" or not _ADORNMENT.fullmatch(line) or _ADORNMENT.fullmatch(title):
        return False
    return len(adornment) >= len(title.rstrip()) or len(adornment) >= _SHORTEST_UNDERLINE


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


class _Reader:
    """Walks over the lines once; each `_read_…` method takes a block at `at` or leaves it to the next."""

    def __init__(self, prose: Prose, first: int, lines: list[str], *, has_sections: bool) -> None:
        self.prose = prose
        self.first = first
        self.lines = lines
        self.has_sections = has_sections
        self.at = 0
        self.styles: list[tuple[str, bool]] = []
        self.references: dict[str, str] = {}
        self.layout_end = 0
        """Where the innermost directive ends that only places the text it holds."""
        self.layout_indent = 0

    def run(self) -> None:
        for line in self.lines:
            if (target := _TARGET.fullmatch(line)) and target.group(2):
                self.references.setdefault(reference_name(target.group(1)), target.group(2).strip())
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.strip():
                self.at += 1
            elif not (
                self._read_title(line)
                or self._read_explicit(line)
                or self._read_table(line)
                or self._read_doctest(line)
            ):
                self._read_text(line)

    def _line(self, number: int) -> str:
        return self.lines[number] if number < len(self.lines) else ""

    def _read_title(self, line: str) -> bool:
        if line[0].isspace() or line.rstrip() in {"::", ".."}:
            return False
        behind, further = self._line(self.at + 1), self._line(self.at + 2)
        if _ADORNMENT.fullmatch(line):
            is_title = behind.strip() and further.rstrip() == line.rstrip() and not _ADORNMENT.fullmatch(behind)
            if is_title:
                self._add_title(self.at + 1, (line[0], True))
            self.at += _OVERLINED if is_title else 1
            # A row of punctuation by itself separates paragraphs; a short one is text, but says nothing.
            return True
        if not is_underline(line, behind):
            return False
        self._add_title(self.at, (behind[0], False))
        self.at += 2
        return True

    def _add_title(self, number: int, style: tuple[str, bool]) -> None:
        pieces = pieces_of([(self.first + number, self._line(number))])
        passage = scan_rst(Passage("heading" if self.has_sections else "item", pieces), self.references)
        if not self.has_sections:
            self.prose.add(passage)
            return
        if style not in self.styles:
            self.styles.append(style)
        self.prose.add_heading(self.styles.index(style) + 1, passage, self.first + number - style[1])

    def _read_explicit(self, line: str) -> bool:
        """Read what starts with two dots: a directive, a target, a footnote or a comment."""
        content = line.lstrip()
        if not (content.startswith((".. ", "..\t")) or content.rstrip() == ".."):
            return False
        if directive := _DIRECTIVE.fullmatch(line):
            self._read_directive(directive.group(1).lower(), (directive.group(2) or "").strip(), _indent(line))
        elif target := _TARGET.fullmatch(line):
            if target.group(2):
                name = target.group(1).strip("`")
                self.prose.hyperlinks.append(Hyperlink(self.first + self.at, name, target.group(2).strip()))
            self.at += 1
        elif note := _NOTE.match(line):
            self._read_passage("item", note.end(), self.at + 1)
        else:
            self.at = self._end_of_block(self.at + 1, _indent(line))
        return True

    def _end_of_block(self, start: int, indent: int) -> int:
        """Return the line behind the lines from `start` on that are indented deeper, without blank ones at the end."""
        end = number = start
        while number < len(self.lines):
            line = self.lines[number]
            if line.strip():
                if _indent(line) <= indent:
                    break
                end = number + 1
            number += 1
        return end

    def _read_directive(self, name: str, argument: str, indent: int) -> None:
        line = self.first + self.at
        if name == "default-domain":
            self.prose.domain = argument
        if name in directives.INCLUDING:
            directives.note_inclusion(self.prose, line, argument)
        elif directives.is_naming(name):
            directives.note_name(self.prose, line, argument)
        elif argument and name not in directives.CODE | directives.OPAQUE and not name.startswith("version"):
            self._read_argument(argument)
        end = self._end_of_block(self.at + 1, indent)
        start = self.at + 1
        start += directives.behind_options(self.lines[start:end])
        body = self.lines[start:end]
        self.at = end
        if name in directives.LAYOUT and body:
            self.layout_end, self.layout_indent = end, _indent(body[0])
        self._read_content(name, argument, start, end)

    def _read_content(self, name: str, argument: str, start: int, end: int) -> None:
        body = self.lines[start:end]
        if name in directives.CODE:
            self.prose.add_code(self.first + start, self.first + end - 1, directives.language_argument(name, argument))
        elif name == "toctree":
            directives.note_toctree(self.prose, self.first + start, body)
        elif name in directives.TABLES:
            self._add_cells(start, end)
        elif name == "glossary":
            self._read_glossary(start, end)
        elif name not in directives.OPAQUE:
            # The content is text like any other, only further in.
            self.at = min(start, end)

    def _read_argument(self, argument: str) -> None:
        col = self._line(self.at).rfind(argument)
        piece = Piece(self.first + self.at, col, argument)
        self.prose.add(scan_rst(Passage("item", (piece,)), self.references))

    def _read_glossary(self, start: int, end: int) -> None:
        """Read terms, which stand at the glossary's margin, and leave the definitions to be read as text."""
        body = [(number, self.lines[number]) for number in range(start, end) if self.lines[number].strip()]
        margin = min((_indent(line) for _, line in body), default=0)
        for number, line in body:
            if _indent(line) == margin and not line.lstrip().startswith(".. "):
                pieces = pieces_of([(self.first + number, line.partition(" : ")[0])])
                self.prose.add(scan_rst(Passage("term", pieces), self.references))
            else:
                pieces = pieces_of([(self.first + number, line)])
                self.prose.add(scan_rst(Passage("item", pieces), self.references))

    def _read_table(self, line: str) -> bool:
        is_simple = _SIMPLE_BORDER.fullmatch(line) is not None
        if not is_simple and not _GRID_BORDER.fullmatch(line):
            return False
        end = self.at + 1
        while end < len(self.lines):
            before = self.lines[end - 1]
            is_over = _SIMPLE_BORDER.fullmatch(before) and end - 1 > self.at if is_simple else True
            if not self.lines[end].strip() and is_over:
                break
            end += 1
        self._add_cells(self.at, end)
        self.at = end
        return True

    def _add_cells(self, start: int, end: int) -> None:
        for number in range(start, end):
            if self.lines[number].strip("+-=|: \t"):
                pieces = pieces_of([(self.first + number, self.lines[number])])
                self.prose.add(scan_rst(Passage("cell", pieces), self.references))

    def _read_doctest(self, line: str) -> bool:
        if not line.lstrip().startswith(">>> "):
            return False
        start = self.at
        while self._line(self.at).strip():
            self.at += 1
        self.prose.add_code(self.first + start, self.first + self.at - 1, "")
        return True

    def _read_text(self, line: str) -> None:
        """Read a paragraph, an item of a list, a field or the name in a definition list."""
        behind = self._line(self.at + 1)
        mark = _ITEM.match(line) or _FIELD.match(line)
        if mark:
            self._read_passage("item", mark.end(), self.at + 1)
        elif behind.strip() and _indent(behind) > _indent(line) and not line.rstrip().endswith("::"):
            role: PassageRole = "item" if _OPTION.match(line) else "term"
            self._read_passage(role, _indent(line), self.at + 1, is_single=True)
        else:
            is_laid_out = self.at < self.layout_end and _indent(line) == self.layout_indent
            is_running = is_laid_out or not line[0].isspace()
            self._read_passage("paragraph" if is_running else "item", _indent(line), self.at + 1)

    def _read_passage(self, role: PassageRole, col: int, number: int, *, is_single: bool = False) -> None:
        """Take the line at `at` from `col` on, those that continue it, and a literal block if one is announced."""
        line = self._line(self.at)
        indent = _indent(line)
        margin = col if role == "item" and col > indent else indent
        source = [(self.first + self.at, " " * col + line[col:])]
        while not is_single and self._continues(number, indent, margin):
            source.append((self.first + number, self.lines[number]))
            number += 1
        self.at = number
        pieces = list(pieces_of(source))
        has_literal = bool(pieces) and pieces[-1].text.endswith("::")
        if has_literal:
            text = pieces[-1].text
            pieces[-1:] = [pieces[-1]._replace(text=text[:-1])] if text != "::" else []
        if pieces:
            self.prose.add(scan_rst(Passage(role, tuple(pieces)), self.references))
        if has_literal:
            self._read_literal(indent)

    def _continues(self, number: int, indent: int, margin: int) -> bool:
        line = self._line(number)
        if not line.strip() or (_ITEM.match(line) and _indent(line) <= indent and margin > indent):
            return False
        return _indent(line) == indent if margin == indent else _indent(line) > indent

    def _read_literal(self, indent: int) -> None:
        start = self.at
        while start < len(self.lines) and not self.lines[start].strip():
            start += 1
        end = self._end_of_block(start, indent)
        if end > start:
            self.prose.add_code(self.first + start, self.first + end - 1, "")
            self.at = end
