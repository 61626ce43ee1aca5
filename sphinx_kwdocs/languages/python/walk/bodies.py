"""Reads the statements of a body one by one, and sees to it that one that is nested too deeply costs only itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.languages.python.walk.docstring_mentions import has_code_spans, mentions
from sphinx_kwdocs.model.index import MENTION

if TYPE_CHECKING:
    import ast
    from collections.abc import Sequence

    from sphinx_kwdocs.languages.python.walk.state import WalkState


def read_body(walk: WalkState, statements: Sequence[ast.stmt]) -> bool:
    """Read statements; tell whether control does not come out behind them."""
    is_ended, readers = False, walk.statement_readers
    for walk.body_index, node in enumerate(statements):
        walk.body = statements
        if readers[type(node)](walk, node):
            is_ended = True
    return is_ended


def read_scope_body(walk: WalkState, statements: Sequence[ast.stmt]) -> None:
    """Read all statements of a scope; one that is nested too deeply is left out."""
    readers, index, frame = walk.statement_readers, 0, walk.frame.copy()
    while index < len(statements):
        try:
            # Goes on where a statement failed.
            for index, node in enumerate(statements[index:], index):  # noqa: B020
                walk.body, walk.body_index = statements, index
                readers[type(node)](walk, node)
        except RecursionError:
            walk.frame = frame.copy()  # it may have been left in the middle of anything
        index += 1


def note_mentions(walk: WalkState, body: Sequence[ast.stmt], scope: int) -> None:
    """Note what the docstring of a body mentions, as seen from a scope."""
    if not walk.source.has_code_spans or not has_code_spans(body):
        return
    frame = walk.frame
    for line, col, dotted in mentions(body, walk.source.lines.lines):
        first, *rest = dotted.split(".")
        # Nothing has been read of a function yet but its parameters.
        number = frame.env.get(first) or walk.numbers["name", scope, first]
        for part in rest:
            number = walk.numbers["attr", number, part]
        walk.placed.append((line, col, col + len(dotted), number, MENTION, frame.scope))
