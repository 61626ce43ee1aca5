"""What the walk over a Python file is given: its lines, symbols and imports, and where names stand in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._lines import split_lines

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable, Mapping, Sequence

    from sphinx_kwdocs.languages.python.source_lines import SourceLines
    from sphinx_kwdocs.languages.python.symbols import SymbolMaker
    from sphinx_kwdocs.model.facts import Import, Symbol

_LAST_WORD = re.compile(r"(?<!\w)\w+$")
_LONGEST_WORD = 200
_TYPING = frozenset({"typing", "typing_extensions"})
_GENERIC_MODULES = _TYPING | {"collections", "collections.abc"}
GENERIC_BUILTINS = frozenset({"dict", "frozenset", "list", "set", "tuple", "type"})
"""Builtins that take types in brackets."""


@dataclass(frozen=True, slots=True)
class ModuleSource:
    """A Python file before the walk; nothing in it changes."""

    lines: SourceLines
    """Its text."""
    is_ascii: bool
    """Whether columns in bytes are columns in code points."""
    symbols: Sequence[Symbol]
    """Its definitions."""
    symbol_at: Mapping[tuple[int, int], int]
    """The number of the symbol whose name stands at a line and a column."""
    symbol_of: Mapping[ast.AST, int]
    """The number of the symbol that a function or a class is."""
    import_at: Mapping[tuple[int, int], int]
    """The number of the import that stands at a line and a column."""
    typing_names: Mapping[str, str]
    """What names of `typing` are called that are imported under another name, by that name."""
    generic_names: frozenset[str]
    """Names that take types in brackets: builtins, and names and modules of the standard library."""
    walrus_names: Sequence[tuple[int, str]]
    """The names that `:=` may give, each with its line, and perhaps more."""
    has_code_spans: bool
    """Whether a docstring may mention something."""
    is_deferred: bool
    """Whether annotations are read when everything is defined."""

    def column(self, line: int, byte_column: int) -> int:
        """Return a column in code points."""
        return byte_column if self.is_ascii else self.lines.column(line, byte_column)

    def name_length(self, line: int, col: int, name: str) -> int:
        """Return the length of a name in the source, where it may be written with other characters."""
        text = self.lines.lines[line - 1]
        end = col
        while end < len(text) and f"a{text[end]}".isidentifier():
            end += 1
        return end - col if end > col else len(name)

    def name_place(self, line: int, col: int, end: int) -> tuple[int, int, int]:
        """Return line, column and end of a name in code points, told by where it ends in bytes."""
        text = self.lines.lines[line - 1]
        if self.is_ascii or text.isascii():
            return line, col, end
        end = start = self.column(line, end)
        while start and f"a{text[start - 1]}".isidentifier():
            start -= 1
        return line, start, end

    def find_name(self, name: str, line: int, byte_column: int, before: str) -> tuple[int, int]:
        """Return where a name stands that the syntax tree gives no place for, behind a place and a pattern."""
        column = self.column(line, byte_column)
        pattern = re.compile(rf"{before}({re.escape(name)})\b" if name.isascii() else rf"{before}(\w+)")
        for number in range(line, min(line + 3, len(self.lines.lines)) + 1):
            match = pattern.search(self.lines.lines[number - 1], column if number == line else 0)
            if match:
                return number, match.start(1)
        return line, column

    def is_plain_string(self, node: ast.Constant) -> bool:
        """Tell whether a string is written on one line, in one pair of quotes, without prefix or escapes."""
        if node.lineno != node.end_lineno:
            return False
        line = node.lineno
        start, end = self.column(line, node.col_offset), self.column(line, node.end_col_offset or 0)
        written = self.lines.lines[line - 1][start:end]
        return written[:1] in {"'", '"'} and written[1:-1] == node.value


def module_source(
    text: str, lines: SourceLines, made: SymbolMaker, imports: Sequence[Import], *, is_stub: bool
) -> ModuleSource:
    """Return what the walk is given of a file."""
    return ModuleSource(
        lines=lines,
        is_ascii=text.isascii(),
        symbols=made.symbols,
        symbol_at={symbol.span[:2]: number for number, symbol in enumerate(made.symbols)},
        symbol_of=made.numbers,
        import_at={each.span[:2]: number for number, each in enumerate(imports)},
        typing_names=_typing_names(imports),
        generic_names=_generic_names(imports),
        walrus_names=_names_before_walruses(text) if ":=" in text else (),
        has_code_spans="`" in text,
        is_deferred=is_stub or "import annotations" in text,
    )


def _typing_names(imports: Iterable[Import]) -> dict[str, str]:
    return {each.alias: each.name for each in imports if each.alias and each.name and each.module in _TYPING}


def _generic_names(imports: Iterable[Import]) -> frozenset[str]:
    imported = {
        each.alias or each.name or each.module.partition(".")[0] for each in imports if each.module in _GENERIC_MODULES
    }
    return GENERIC_BUILTINS | imported


def _names_before_walruses(text: str) -> list[tuple[int, str]]:
    names: list[tuple[int, str]] = []
    line = 1
    for part in text.split(":=")[:-1]:
        line += len(split_lines(part)) - 1
        match = _LAST_WORD.search(part[-_LONGEST_WORD:].rstrip())
        if match:
            names.append((line, match[0]))
    return names
