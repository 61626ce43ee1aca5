"""Reads a Python syntax tree for what its statements do with names.

The walk is functions over one `WalkState`: those that read a node are found by its type in `node_readers`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.languages.python.walk.bindings import close_scope
from sphinx_kwdocs.languages.python.walk.bodies import note_mentions, read_scope_body
from sphinx_kwdocs.languages.python.walk.module_source import module_source
from sphinx_kwdocs.languages.python.walk.node_readers import EXPRESSION_READERS, STATEMENT_READERS
from sphinx_kwdocs.languages.python.walk.result import finish
from sphinx_kwdocs.languages.python.walk.state import WalkState

if TYPE_CHECKING:
    import ast
    from collections.abc import Sequence

    from sphinx_kwdocs.languages.python.source_lines import SourceLines
    from sphinx_kwdocs.languages.python.symbols import SymbolMaker
    from sphinx_kwdocs.model.facts import Import, Symbol
    from sphinx_kwdocs.model.python_code import PythonCode


def read_code(
    module: ast.Module, text: str, lines: SourceLines, made: SymbolMaker, imports: Sequence[Import], *, is_stub: bool
) -> tuple[PythonCode, tuple[Symbol, ...]]:
    """Return what a module does with names, and its symbols with the attributes that methods define."""
    source = module_source(text, lines, made, imports, is_stub=is_stub)
    walk = WalkState(source, EXPRESSION_READERS, STATEMENT_READERS)
    note_mentions(walk, module.body, 0)
    read_scope_body(walk, module.body)
    close_scope(walk)
    return finish(walk, made)
