"""Edits a project in the ways that people do, one function for each, so that the build after it can be measured."""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from _sample_project import python_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from _sample_project import SampleProject

Definition = ast.FunctionDef | ast.AsyncFunctionDef
_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import|import[ \t]+([\w.]+))", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The files that are edited."""

    typical: Path
    """Of middle size, among those with a function."""
    used: Path
    """Imported by most files, among those with a function whose signature can be changed."""
    importers: int
    """How many that are."""
    removed: Path
    """Of middle size too; it is deleted."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One kind of edit."""

    name: str
    apply: Callable[[SampleProject, Chosen], None]
    can_be_repeated: bool = True


def choose_files(folder: Path) -> Chosen:
    """Choose what to edit in a folder of Python files."""
    texts = {path: _text(path) for path in python_files(folder) if path.suffix == ".py"}
    # Only files that were parsed count: those from the middle outwards, until there are two with a function.
    by_size = sorted(texts, key=lambda path: (len(texts[path]), path))
    middle = len(by_size) // 2
    outwards = sorted(range(len(by_size)), key=lambda place: (abs(place - middle), place))
    usual = (by_size[place] for place in outwards if _commentable(texts[by_size[place]]))
    typical, removed = next(usual), next(usual)
    importers = _count_importers(folder, texts)
    often = (path for path, _ in importers.most_common() if path not in {typical, removed})
    used = next(path for path in (*often, typical) if _extensible(texts[path]))
    return Chosen(typical, used, importers[used], removed)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="surrogateescape")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", errors="surrogateescape")


def _count_importers(folder: Path, texts: dict[Path, str]) -> Counter[Path]:
    """Count for each file how many others name it in an absolute import."""
    by_module: dict[str, Path] = {}
    for path in texts:
        parts = path.relative_to(folder.parent).with_suffix("").parts
        by_module[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    counts: Counter[Path] = Counter()
    for path, text in texts.items():
        names = {one or other for one, other in _IMPORT.findall(text)}
        counts.update({found for name in names if (found := _find_module(name, folder.name, by_module))} - {path})
    return counts


def _find_module(name: str, folder: str, by_module: dict[str, Path]) -> Path | None:
    """Find a module; names may start above the folder, at it, or below it."""
    above, at, below = f".{name}".partition(f".{folder}.")
    return by_module.get(f"{folder}.{below}" if at else f"{folder}{above}")


def _definitions(text: str) -> Iterator[Definition]:
    """Yield the functions at the outermost level, none if the text cannot be parsed."""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    yield from (node for node in tree.body if isinstance(node, Definition))


def _commentable(text: str) -> tuple[int, int] | None:
    """Return the line before which a comment can stand inside a function, and its indent."""
    for function in _definitions(text):
        last = function.body[-1]
        if len(function.body) > 1 and last.lineno > function.body[-2].lineno and not hasattr(last, "decorator_list"):
            return last.lineno, last.col_offset
    return None


def _extensible(text: str) -> tuple[int, int] | None:
    """Return the line and column (in bytes) at which a function can get one more parameter."""
    for function in _definitions(text):
        given = function.args
        if given.vararg or given.kwonlyargs or given.kwarg or not (given.args or given.posonlyargs):
            continue
        last = (given.args or given.posonlyargs)[-1]
        nodes: tuple[ast.arg | ast.expr, ...] = (last, *given.defaults[-1:])
        ends = [(node.end_lineno or 0, node.end_col_offset or 0) for node in nodes]
        return max(ends)
    return None


def insert(text: str, line: int, column: int, piece: str) -> str:
    """Insert text at a line, counted from 1, and a column in bytes, as `ast` gives them."""
    lines = text.split("\n")
    before = lines[line - 1].encode("utf-8", "surrogateescape")
    changed = before[:column] + piece.encode() + before[column:]
    lines[line - 1] = changed.decode("utf-8", "surrogateescape")
    return "\n".join(lines)


def add_comment(_project: SampleProject, chosen: Chosen) -> None:
    """Add a line with a comment inside a function."""
    text = _text(chosen.typical)
    if place := _commentable(text):
        line, indent = place
        _write(chosen.typical, insert(text, line, 0, " " * indent + "# A comment that a benchmark added.\n"))


def append_function(_project: SampleProject, chosen: Chosen) -> None:
    """Append a function to a file."""
    text = _text(chosen.typical)
    name = f"function_of_benchmark_{text.count('function_of_benchmark')}"
    added = f'\n\ndef {name}(value):\n    """Return what is given."""\n    return value\n'
    _write(chosen.typical, text.rstrip("\n") + "\n" + added)


def change_signature(_project: SampleProject, chosen: Chosen) -> None:
    """Give a function of a file that many use one more parameter."""
    text = _text(chosen.used)
    if place := _extensible(text):
        _write(chosen.used, insert(text, *place, f", added_by_benchmark_{text.count('added_by_benchmark')}=None"))


def add_file(_project: SampleProject, chosen: Chosen) -> None:
    """Add a file beside another."""
    text = '"""A module that a benchmark added."""\n\nimport os\n\n\ndef added(path):\n    return os.fspath(path)\n'
    number = len(list(chosen.typical.parent.glob("module_of_benchmark_*.py")))
    _write(chosen.typical.with_name(f"module_of_benchmark_{number}.py"), text)


def delete_file(_project: SampleProject, chosen: Chosen) -> None:
    """Delete a file."""
    chosen.removed.unlink()


def edit_document(project: SampleProject, _chosen: Chosen) -> None:
    """Add a paragraph to a document of the project."""
    with project.guide.open("a", encoding="utf-8") as stream:
        stream.write("\nOne more paragraph, with `os.path.join`.\n")


EDITS = (
    Edit("comment added in a function", add_comment),
    Edit("function appended", append_function),
    Edit("signature changed in a much-used file", change_signature),
    Edit("file added", add_file),
    Edit("file deleted", delete_file, can_be_repeated=False),
    Edit("document edited", edit_document),
)
