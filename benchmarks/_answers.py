"""Collects what our index answers for every identifier, and the controls that a scorer must tell from it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from _sites import DEFINITION, Place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _oracle import Oracle

    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.model.occurrences import FileReferences


class Answer(NamedTuple):
    """One thing that an identifier means, as we say."""

    key: str
    """A symbol's id, a file's path, or for a local the place where it is first given."""
    place: Place
    role: str


Spans = dict[tuple[int, int], tuple[int, tuple[Answer, ...]]]
"""The column and the answers of each span, by its line and end: an import's `a.b.c` ends where its `c` does."""


class Answers(NamedTuple):
    """All answers for a repository."""

    files: Mapping[str, Spans]
    writes: Mapping[Place, frozenset[str]]
    """The keys of what is assigned at a place."""


def our_answers(index: Index) -> Answers:
    """Return what our index says."""
    files: dict[str, Spans] = {}
    writes: dict[Place, set[str]] = {}
    for path, references in index.references.files.items():
        if path.endswith((".py", ".pyi")):
            files[path] = _of_file(path, references, index.symbols, writes)
    return Answers(files, {place: frozenset(keys) for place, keys in writes.items()})


def _of_file(
    path: str, references: FileReferences, symbols: Mapping[str, Symbol], writes: dict[Place, set[str]]
) -> Spans:
    """Return the answers in one file, and note what is assigned where."""
    found: dict[tuple[int, int], tuple[int, list[Answer]]] = {}
    for item in references:
        span = item.span
        if item.role == "write":
            writes.setdefault(Place(path, span.line, span.col), set()).add(item.target)
        symbol = symbols.get(item.target)
        place = Place(symbol.path, symbol.span.line, symbol.span.col) if symbol else Place(item.target, 0, 0)
        answer = Answer(item.target, place, item.role)
        found.setdefault((span.line, span.end_col), (span.col, []))[1].append(answer)
    for local in references.locals:
        key = f"{path}:{local.first_line}:{local.first_col}"
        writes.setdefault(Place(path, local.first_line, local.first_col), set()).add(key)
        writes.setdefault(Place(path, local.line, local.col), set()).add(key)
        if (local.line, local.col) != (local.to_line, local.to_col):
            answer = Answer(key, Place(path, local.to_line, local.to_col), "local")
            found.setdefault((local.line, local.end_col), (local.col, []))[1].append(answer)
    for remote in references.remotes:
        place = Place(remote.path, remote.to_line, remote.to_col)
        answer = Answer(f"{remote.path}:{remote.to_line}:{remote.to_col}", place, "local")
        found.setdefault((remote.line, remote.end_col), (remote.col, []))[1].append(answer)
    return {span: (col, tuple(dict.fromkeys(answers))) for span, (col, answers) in found.items()}


def no_answers() -> Answers:
    """Return the control that says nothing."""
    return Answers({}, {})


def shuffled_answers(answers: Answers, seed: int = 0) -> Answers:
    """Return the control that gives our own answers to other identifiers than they are for."""
    pool = [item for spans in answers.files.values() for _, item in spans.values()]
    random.Random(seed).shuffle(pool)  # noqa: S311  a control, no secret
    take = iter(pool)
    files = {path: {key: (col, next(take)) for key, (col, _) in spans.items()} for path, spans in answers.files.items()}
    return Answers(files, answers.writes)


def same_name_answers(index: Index, oracle: Oracle) -> Answers:
    """Return the control that takes the first symbol of the same name, by path."""
    first: dict[str, Answer] = {}
    for symbol in sorted(index.symbols.values(), key=lambda item: (item.path, item.span)):
        if symbol.path.endswith((".py", ".pyi")):
            place = Place(symbol.path, symbol.span.line, symbol.span.col)
            first.setdefault(symbol.name, Answer(symbol.id, place, "read"))
    files: dict[str, Spans] = {
        path: {
            (row.line, row.end): (row.col, (first[row.text],))
            for row in rows
            if row.text in first and row.state != DEFINITION
        }
        for path, rows in oracle.rows.items()
    }
    return Answers(files, {})
