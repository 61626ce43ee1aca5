"""Reads Python imports: every part of a module's name is a use, and each gives a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages.python.walk.bindings import bind
from sphinx_kwdocs.model.index import IMPORT

if TYPE_CHECKING:
    import ast

    from sphinx_kwdocs.languages.python.walk.state import WalkState

_FROM = re.compile(r"from\s*+\.*+\s*+(\w++(?:\.\w++)*+)\s++import\b")


def read_import(walk: WalkState, node: ast.Import) -> None:
    """Read `import a.b as c`: every part is a use, the first part or the alias a name given."""
    for alias in node.names:
        line, col = alias.lineno, walk.source.column(alias.lineno, alias.col_offset)
        number = walk.source.import_at.get((line, col))
        if number is None:
            continue
        _note_module_parts(walk, alias.name, line, col, number)
        first, _, rest = alias.name.partition(".")
        if alias.asname:
            _bind_alias(walk, alias, alias.asname, number)
        elif rest:
            _bind_import(walk, first, line, col, walk.numbers["import-part", number, 1])
        else:
            _bind_import(walk, first, line, col, walk.numbers["import", number])


def read_import_from(walk: WalkState, node: ast.ImportFrom) -> None:
    """Read `from a.b import c as d`."""
    source, first = walk.source, node.names[0]
    number = source.import_at.get((first.lineno, source.column(first.lineno, first.col_offset)))
    if node.module and number is not None:
        start = source.column(node.lineno, node.col_offset)
        match = _FROM.match(source.lines.lines[node.lineno - 1], start)
        if match:
            _note_module_parts(walk, node.module, node.lineno, match.start(1), number)
    for alias in node.names:
        line, col = alias.lineno, source.column(alias.lineno, alias.col_offset)
        number = source.import_at.get((line, col))
        if number is None:
            continue
        if alias.name == "*":
            if not walk.frame.scope:
                walk.stars.append(number)
            continue
        value = walk.numbers["import", number]
        length = len(alias.name) if alias.name.isascii() else source.name_length(line, col, alias.name)
        walk.placed.append((line, col, col + length, value, IMPORT, walk.frame.scope))
        if alias.asname:
            _bind_alias(walk, alias, alias.asname, number)
        else:
            _bind_import(walk, alias.name, line, col, value)


def _note_module_parts(walk: WalkState, module: str, line: int, col: int, number: int) -> None:
    """Note a use of every part of a module's name, if it is written plainly at a place."""
    if not walk.source.lines.lines[line - 1].startswith(module, col):
        return
    for count, part in enumerate(module.split("."), 1):
        expr = walk.numbers["import-part", number, count]
        walk.placed.append((line, col, col + len(part), expr, IMPORT, walk.frame.scope))
        col += len(part) + 1


def _bind_alias(walk: WalkState, alias: ast.alias, name: str, number: int) -> None:
    end: int = alias.end_col_offset  # type: ignore[assignment]
    line, col, _ = walk.source.name_place(alias.end_lineno or alias.lineno, end - len(name), end)
    _bind_import(walk, name, line, col, walk.numbers["import", number])


def _bind_import(walk: WalkState, name: str, line: int, col: int, value: int) -> None:
    walk.imported.add(bind(walk, name, line, col, value, "import"))
