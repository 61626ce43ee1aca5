"""Reads annotations, also those in strings, and other strings that hold names."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages.python.walk.module_source import GENERIC_BUILTINS
from sphinx_kwdocs.model.index import ANNOTATION, READ
from sphinx_kwdocs.model.python_code import UNKNOWN, types_in

if TYPE_CHECKING:
    from sphinx_kwdocs.languages.python.walk.state import WalkState

_LONGEST_TYPE = 2000


def read_annotation(walk: WalkState, node: ast.expr) -> int:
    """Read an annotation; return the type that it names."""
    frame = walk.frame
    if (walk.source.is_deferred or frame.is_quoted) and frame.lookup != frame.scope:
        is_class = walk.scopes[frame.scope].kind == "class"
        lookup, frame.lookup = frame.lookup, types_in(frame.scope) if is_class else frame.scope
        number = read_type(walk, node)
        frame.lookup = lookup
        return number
    return read_type(walk, node)


def read_type(walk: WalkState, node: Any) -> int:  # noqa: ANN401, PLR0911  any expression, one answer for each sort
    """Read a type, or a part of one."""
    kind = type(node)
    if kind is ast.Name:
        return walk.readers[kind](walk, node, ANNOTATION)
    if kind is ast.Subscript:
        return _read_subscript(walk, node)
    if kind is ast.Constant:
        return _read_quoted_type(walk, node) if type(node.value) is str else walk.readers[kind](walk, node, READ)
    if kind is ast.BinOp:
        return _read_union(walk, node)
    if kind is ast.Tuple:
        return walk.numbers["tuple", *[read_type(walk, part) for part in node.elts]]
    if kind is ast.List:
        return walk.numbers["list", *[read_type(walk, part) for part in node.elts]]
    if kind is ast.Starred:
        return walk.numbers["star", read_type(walk, node.value)]
    return walk.readers[kind](walk, node, ANNOTATION)


def _read_subscript(walk: WalkState, node: ast.Subscript) -> int:
    readers = walk.readers
    owner = read_type(walk, node.value)
    form = form_of(walk, node.value)
    if form == "Literal":
        index = readers[type(node.slice)](walk, node.slice, READ)
    elif form == "Annotated" and isinstance(node.slice, ast.Tuple) and node.slice.elts:
        first, *rest = node.slice.elts
        parts = [read_type(walk, first), *[readers[type(part)](walk, part, READ) for part in rest]]
        index = walk.numbers["tuple", *parts]
    else:
        index = read_type(walk, node.slice)
    return walk.numbers["item", owner, index] if owner else UNKNOWN


def form_of(walk: WalkState, node: ast.expr) -> str:
    """Return the name by which `typing` knows what stands before brackets, or is an annotation."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return walk.source.typing_names.get(node.id, node.id) if isinstance(node, ast.Name) else ""


def is_generic(walk: WalkState, node: ast.expr) -> bool:
    """Tell whether what stands before brackets takes types there, so that strings in them are types."""
    while isinstance(node, ast.Attribute):
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in walk.source.generic_names:
        return False
    now = walk.frame.env.get(node.id)
    if now is not None:
        return now in walk.imported
    first = walk.scopes[0].first.get(node.id)
    return node.id in GENERIC_BUILTINS if first is None else walk.sites[first][4] == "import"


def read_generic_part(walk: WalkState, node: ast.expr, form: str) -> int:
    """Read what stands in the brackets of an alias such as `dict[str, "C"]`, which is no annotation."""
    readers, kind = walk.readers, type(node)
    if kind is ast.Constant and type(node.value) is str:  # type: ignore[attr-defined]
        return _read_quoted_type(walk, node)  # type: ignore[arg-type]
    if kind is ast.Tuple or kind is ast.List:
        parts: list[ast.expr] = node.elts  # type: ignore[attr-defined]
        if form == "Annotated":
            first = [read_generic_part(walk, part, "") for part in parts[:1]]
            return walk.numbers["tuple", *first, *[readers[type(part)](walk, part, READ) for part in parts[1:]]]
        sort = "tuple" if kind is ast.Tuple else "list"
        return walk.numbers[sort, *[read_generic_part(walk, part, "") for part in parts]]
    return readers[kind](walk, node, READ)


def _read_union(walk: WalkState, node: ast.expr) -> int:
    stack: list[ast.BinOp] = []
    while isinstance(node, ast.BinOp):
        stack.append(node)
        node = node.left
    number = read_type(walk, node)
    while stack:
        operation = stack.pop()
        right = read_type(walk, operation.right)
        number = walk.numbers["operation", type(operation.op).__name__, number, right]
    return number


def _read_quoted_type(walk: WalkState, node: ast.Constant) -> int:
    """Read the type in a string, with the places of its names if it is written plainly on one line."""
    frame = walk.frame
    text: str = node.value  # type: ignore[assignment]
    if len(text) > _LONGEST_TYPE or frame.is_quoted:
        return UNKNOWN
    try:
        tree = ast.parse(text.strip() if text[:1].isspace() else text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return UNKNOWN
    is_plain = not text[:1].isspace() and walk.source.is_plain_string(node)
    uses = frame.uses
    if is_plain:
        for part in ast.walk(tree):
            if isinstance(part, (ast.expr, ast.keyword)):
                part.lineno = part.end_lineno = node.lineno
                part.col_offset += node.col_offset + 1
                part.end_col_offset += node.col_offset + 1  # type: ignore[operator]
    else:
        frame.uses = []
    frame.is_quoted = True
    try:
        return read_annotation(walk, tree)
    finally:
        frame.is_quoted = False
        frame.uses = uses


def note_quoted_use(walk: WalkState, node: ast.Constant, number: int, role: int) -> None:
    """Note a use of the name that a plain string holds."""
    source = walk.source
    if source.is_plain_string(node):
        line = node.lineno
        start, end = source.column(line, node.col_offset), source.column(line, node.end_col_offset or 0)
        walk.placed.append((line, start + 1, end - 1, number, role, walk.frame.scope))
