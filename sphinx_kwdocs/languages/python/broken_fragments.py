"""Cuts signatures, decorators, docstrings and imports out of Python text that does not parse as a whole."""

from __future__ import annotations

import ast
import keyword
import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages.python.broken_mask import mask
from sphinx_kwdocs.languages.python.docstrings import clean_doc, encodable
from sphinx_kwdocs.languages.python.source_lines import collapse
from sphinx_kwdocs.model.files import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME = r"[^\W\d]\w*+"
_DOTTED = rf"{_NAME}(?:\.{_NAME})*+"
_GAP = r"(?:[ \t\f]|\\\n)"
_ITEM = rf"{_DOTTED}(?:{_GAP}++as{_GAP}++{_NAME})?+"
_ITEMS = rf"{_ITEM}(?:{_GAP}*+,{_GAP}*+{_ITEM})*+{_GAP}*+(?=;|\n|\Z)"
_IMPORT_MODULES = re.compile(rf"import{_GAP}++({_ITEMS})")
_IMPORT_NAMES = re.compile(
    rf"from(?={_GAP}|\.){_GAP}*+(\.*+){_GAP}*+((?!import\b){_DOTTED})?+{_GAP}*+(?<=[\s.])import"
    rf"(?:{_GAP}++({_ITEMS}|\*)|{_GAP}*+\(((?:[\s,]++|{_NAME})*+)\)|{_GAP}*+(\*))"
)
_IMPORT_ITEM = re.compile(rf"(\*|{_DOTTED})(?:(?:\s|\\\n)++as(?:\s|\\\n)++({_NAME}))?+")
_BRACKET = re.compile(r"[()\[\]{}]|\n[ \t]*+(?:(?:def|class|return|import)\b|@)")
_COMMA_OR_BRACKET = re.compile(r"[()\[\]{},]")
_RETURNS = re.compile(r"[ \t]*+->[ \t]*+([^:\n]+):")
_BEFORE_DOC = re.compile(r"[^\n:]*+:\s*+[rRuU]?(?=\")")
_OPENING_DOC = re.compile(r"\s*+[rRuU]?(?=\")")
_ALL = re.compile(r"(?m:^)__all__\b[ \t]*+(=(?!=)[ \t]*+)?")
_KEYWORD_ARGUMENT = re.compile(rf"\s*+(?:{_NAME}\s*+=(?!=)|\*\*)")
_DECORATOR = re.compile(r"@[ \t]*+[\w.]*+[ \t]*+")
_MOST_SIGNATURE = 5000
_MOST_DOC = 100_000
_VALUE_LIMIT = 80


class Fragments:
    """A text with line feeds only, and its masked twin, in which brackets and words can be trusted."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.masked = mask(text)
        self.masked_lines = self.masked.text.split("\n")
        self._starts = list(accumulate((len(line) + 1 for line in self.lines), initial=0))

    def header(self, line: int, col: int, *, is_class: bool) -> tuple[str, tuple[str, ...], str]:
        """Return signature, bases and docstring of a definition whose name ends here."""
        masked = self.masked.text
        opening = end = self._starts[line - 1] + col
        parameters = ""
        if masked.startswith("[", opening):
            close = self._closing(opening)
            if close < 0:
                return "", (), ""
            parameters = collapse(self.text[opening : close + 1])
            opening = end = close + 1
        if not masked.startswith("(", opening):
            return parameters, (), self._doc_behind(end)
        close = self._closing(opening)
        if close < 0:
            return "", (), ""
        written = collapse(self.text[opening : close + 1])
        if written.endswith(",)"):
            written = written[:-2] + ")"
        bases: tuple[str, ...] = ()
        if is_class:
            written = "" if written == "()" else written
            bases = tuple(self._positional(opening, close))
        elif match := _RETURNS.match(masked, close + 1):
            written += " -> " + collapse(self.text[match.start(1) : match.end(1)])
        return parameters + written, bases, self._doc_behind(close + 1)

    def decorator(self, line: int, col: int) -> str:
        """Return a decorator without its `@`."""
        start = self._starts[line - 1] + col
        match = _DECORATOR.match(self.masked.text, start)
        end = match.end() if match else start
        if self.masked.text.startswith("(", end) and (close := self._closing(end)) > 0:
            return collapse(self.text[start + 1 : close + 1])
        return collapse(self.text[start + 1 : start - col + len(self.masked_lines[line - 1].rstrip())])

    def value(self, line: int, col: int) -> str:
        """Return what is declared behind a name, as far as its first line goes."""
        masked = self.masked_lines[line - 1].rstrip()
        text = collapse(self.lines[line - 1][col : len(masked)][: _VALUE_LIMIT * 20])
        if not text.startswith("="):
            text = ": " + text.removeprefix(":").lstrip()
        is_whole = (
            masked.count("(") + masked.count("[") + masked.count("{")
            == (masked.count(")") + masked.count("]") + masked.count("}"))
            and line + 1 not in self.masked.inside
        )
        if is_whole and len(text) <= _VALUE_LIMIT:
            return text
        return text[: _VALUE_LIMIT - 1].rstrip() + "…"

    def imports(self, line: int, col: int) -> Iterator[tuple[Span, str, str, str, int]]:
        """Yield span, module, name, alias and level of each name that an import statement takes."""
        start = self._starts[line - 1] + col
        if match := _IMPORT_MODULES.match(self.masked.text, start):
            for item in _IMPORT_ITEM.finditer(self.masked.text, *match.span(1)):
                yield self._span(item), item[1], "", item[2] or "", 0
        elif (match := _IMPORT_NAMES.match(self.masked.text, start)) and (match[1] or match[2]):
            group = next(number for number in (3, 4, 5) if match[number] is not None)
            for item in _IMPORT_ITEM.finditer(self.masked.text, *match.span(group)):
                if not keyword.iskeyword(item[1]):
                    yield self._span(item), match[2] or "", item[1], item[2] or "", len(match[1])

    def opening_doc(self) -> tuple[str, int] | None:
        """Return the string that opens the file and its line."""
        match = _OPENING_DOC.match(self.masked.text)
        if match and (doc := self._string_at(match.end())):
            return doc, self.text.count("\n", 0, match.end()) + 1
        return None

    def literal_exports(self) -> tuple[str, ...] | None:
        """Return `__all__` if the file sets it once, to a literal list."""
        found: tuple[str, ...] | None = None
        for match in _ALL.finditer(self.masked.text):
            close = self._closing(match.end()) if self.masked.text[match.end() : match.end() + 1] in ("[", "(") else -1
            if found is not None or not match[1] or close < 0:
                return None
            try:
                names = ast.literal_eval(self.text[match.end() : close + 1])
            except (ValueError, SyntaxError, MemoryError, RecursionError):
                return None
            if not (isinstance(names, (list, tuple)) and all(isinstance(name, str) for name in names)):
                return None
            found = tuple(dict.fromkeys(encodable(name) for name in names))
        return found

    def _positional(self, opening: int, close: int) -> Iterator[str]:
        """Yield the arguments between two brackets that have no keyword."""
        start, depth = opening + 1, 0
        for match in _COMMA_OR_BRACKET.finditer(self.masked.text, start, close + 1):
            if match[0] in "([{":
                depth += 1
            elif match[0] in ")]}" and match.start() != close:
                depth -= 1
            elif not depth:
                text = collapse(self.text[start : match.start()])
                if text and not _KEYWORD_ARGUMENT.match(self.masked.text, start, match.start()):
                    yield text
                start = match.end()

    def _closing(self, opening: int) -> int:
        """Return where the bracket that opens here is closed, or -1 if it is not closed within reason."""
        depth = 0
        for match in _BRACKET.finditer(self.masked.text, opening, opening + _MOST_SIGNATURE):
            if match[0] in "([{":
                depth += 1
            elif match[0] in ")]}":
                depth -= 1
                if not depth:
                    return match.start()
            else:
                break
        return -1

    def _doc_behind(self, offset: int) -> str:
        match = _BEFORE_DOC.match(self.masked.text, offset)
        return self._string_at(match.end()) if match else ""

    def _string_at(self, start: int) -> str:
        end = self.masked.strings.get(start)
        if end is None or end - start > _MOST_DOC:
            return ""
        literal = self.text[start - 1 if self.text[start - 1 : start].lower() == "r" else start : end]
        try:
            value = ast.literal_eval(literal)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return ""
        return clean_doc(value) if isinstance(value, str) else ""

    def _span(self, match: re.Match[str]) -> Span:
        line = bisect_right(self._starts, match.start())
        end_line = bisect_right(self._starts, match.end())
        return Span(line, match.start() - self._starts[line - 1], end_line, match.end() - self._starts[end_line - 1])
