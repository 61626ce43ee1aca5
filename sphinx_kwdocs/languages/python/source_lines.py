"""Finds in a Python text what its syntax tree only points at: names of definitions, and expressions as written."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from functools import partial
from itertools import accumulate, compress, count
from operator import not_
from typing import Protocol

from sphinx_kwdocs.languages._lines import split_lines
from sphinx_kwdocs.model.files import Span

_HEADER_NAME = re.compile(r"(?:async[ \t\f]++)?(?:def|class)[ \t\f]++([^\s(:\[\\]+)")
_CONTINUED_NAME = re.compile(r"(?:async(?:[ \t\f]|\\\n)++)?(?:def|class)(?:[ \t\f]|\\\n)++([^\s(:\[\\]+)")
_TYPE_PARAMETER_NAME = re.compile(r"\**+[ \t\f]*+([^\s:=,\]\\]+)")

# A quoted literal, or a run of blanks, line breaks and comments with the comma before it.
_STRING = (
    r'"""(?:[^"\\]++|\\[\s\S]|"(?!""))*+(?:""")?|\'\'\'(?:[^\'\\]++|\\[\s\S]|\'(?!\'\'))*+(?:\'\'\')?'
    r'|"(?:[^"\\\n]++|\\[\s\S])*+"?|\'(?:[^\'\\\n]++|\\[\s\S])*+\'?'
)
_RUN = re.compile(rf"{_STRING}|,?(?:\s++|\\\n|#[^\n]*+)++|[()\[\]{{}}]")
_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
_span = partial(tuple.__new__, Span)  # as `Span(…)`, which takes longer


class Located(Protocol):
    """A node of the syntax tree that knows where it stands."""

    lineno: int
    col_offset: int
    end_lineno: int | None
    end_col_offset: int | None


class SourceLines:
    """The lines of a text that parsed, addressed by the syntax tree's lines and UTF-8 columns."""

    __slots__ = ("_byte_columns", "_is_ascii", "lines", "wide")

    def __init__(self, text: str) -> None:
        self.lines = split_lines(text)
        self._is_ascii = text.isascii()
        wide = () if self._is_ascii else compress(count(1), map(not_, map(str.isascii, self.lines)))
        self.wide: frozenset[int] = frozenset(wide)
        """The numbers of the lines on which columns in bytes and in code points differ."""
        self._byte_columns: dict[int, list[int]] = {}

    def column(self, line: int, byte_column: int) -> int:
        """Return the column in code points of a column in UTF-8 bytes."""
        if line not in self.wide:
            return byte_column
        columns = self._byte_columns.get(line)
        if columns is None:
            text = self.lines[line - 1]
            columns = list(accumulate((len(char.encode()) for char in text), initial=0))
            self._byte_columns[line] = columns
        return bisect_left(columns, byte_column)

    def span(self, node: Located) -> Span:
        """Return where a node stands."""
        if self._is_ascii and node.end_lineno is not None and node.end_col_offset is not None:
            return _span((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset))
        end_line = node.end_lineno or node.lineno
        end = node.col_offset if node.end_col_offset is None else node.end_col_offset
        return Span(
            node.lineno,
            self.column(node.lineno, node.col_offset),
            end_line,
            self.column(end_line, end),
        )

    def header_name(self, node: Located) -> Span:
        """Return where the name of a function or a class stands."""
        start = node.col_offset if self._is_ascii else self.column(node.lineno, node.col_offset)
        match = _HEADER_NAME.match(self.lines[node.lineno - 1], start)
        if match:
            return _span((node.lineno, match.start(1), node.lineno, match.end(1)))
        last = node.lineno
        while last < len(self.lines) and self.lines[last - 1].endswith("\\"):
            last += 1
        text = "\n".join(self.lines[node.lineno - 1 : last])
        match = _CONTINUED_NAME.match(text, start)
        if not match:  # Python parsed it, so this cannot be; a span without width claims nothing.
            return Span(node.lineno, start, node.lineno, start)
        line = node.lineno + text.count("\n", 0, match.start(1))
        column = match.start(1) - (text.rfind("\n", 0, match.start(1)) + 1)
        return Span(line, column, line, column + len(match[1]))

    def type_parameter_name(self, node: Located) -> Span:
        """Return where the name of a type parameter stands, behind its stars."""
        start = self.column(node.lineno, node.col_offset)
        match = _TYPE_PARAMETER_NAME.match(self.lines[node.lineno - 1], start)
        if not match:
            return self.span(node)
        return Span(node.lineno, match.start(1), node.lineno, match.end(1))

    def attribute_name(self, node: Located) -> Span:
        """Return where the last name of a dotted one stands: it ends where the whole does."""
        line = node.end_lineno or node.lineno
        text = self.lines[line - 1]
        end = start = self.column(line, node.end_col_offset or 0)
        while start and f"a{text[start - 1]}".isidentifier():
            start -= 1
        return Span(line, start, line, end)

    def decorator_start(self, node: Located) -> tuple[int, int]:
        """Return line and column of the `@` before a decorator's expression, which opens its line."""
        line = node.lineno
        while line > 1 and not self.lines[line - 1].lstrip().startswith("@"):
            line -= 1
        return line, self.lines[line - 1].find("@")

    def text_of(self, node: Located, limit: int = 0) -> str:
        """Return an expression as written, on one line; with a limit, a longer one is cut and ends in `…`."""
        if self._is_ascii:
            if type(node) is ast.Name:
                return node.id
            if node.lineno == node.end_lineno:
                text = self.lines[node.lineno - 1][node.col_offset : node.end_col_offset]
                if not (limit and len(text) > limit) and not _needs_collapsing(text):
                    return text
        span = self.span(node)
        # Collapsing only shrinks, mostly by indentation and comments; a value of a million lines is not read whole.
        raw, complete = self._between(span, limit * 20)
        text = collapse(raw) if _needs_collapsing(raw) else raw
        if limit and (not complete or len(text) > limit):
            return text[: limit - 1].rstrip() + "…"
        return text

    def _between(self, span: Span, most: int) -> tuple[str, bool]:
        line, col, end_line, end_col = span
        if line == end_line:
            if most and end_col - col > most:
                return self.lines[line - 1][col : col + most], False
            return self.lines[line - 1][col:end_col], True
        parts = [self.lines[line - 1][col:]]
        length = len(parts[0])
        for number in range(line, end_line - 1):
            if most and length > most:
                break
            parts.append(self.lines[number])
            length += len(parts[-1])
        if most and length > most:
            return "\n".join(parts)[:most], False
        parts.append(self.lines[end_line - 1][:end_col])
        return "\n".join(parts), True


def _needs_collapsing(text: str) -> bool:
    return "\n" in text or "  " in text or "\t" in text or "\f" in text


def collapse(text: str) -> str:
    r"""Return code on one line: comments gone, blanks outside strings merged, line breaks inside strings as `\n`."""
    return _RUN.sub(_Collapse(), text).strip()


class _Collapse:
    """Replaces one run after the other, and remembers which open brackets are those of calls."""

    __slots__ = ("_is_call",)

    def __init__(self) -> None:
        self._is_call: list[bool] = []

    def __call__(self, match: re.Match[str]) -> str:
        run = match[0]
        if run[0] in "\"'":
            return run.replace("\\\n", "").replace("\n", "\\n")
        if run in _OPENING:
            before = match.string[match.start() - 1 : match.start()]
            self._is_call.append(run == "(" and (before.isalnum() or before in {"_", ")", "]"}))
            return run
        if run in _CLOSING:
            if self._is_call:
                self._is_call.pop()
            return run
        return self._blanks(match)

    def _blanks(self, match: re.Match[str]) -> str:
        run, text = match[0], match.string
        comma = "," if run[0] == "," else ""
        if "\n" not in run:
            return comma if run == comma else comma + " "
        before = "" if comma else text[max(match.start() - 1, 0) : match.start()]
        after = text[match.end() : match.end() + 1]
        if after in {"]", "}"} or (after == ")" and self._is_call and self._is_call[-1]):
            return ""
        return comma if before in _OPENING or after in {")", ".", ","} else comma + " "
