"""Finds what an author names: a symbol, a file or a folder; says what is near where that is none, or more than one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.embeds._embed import EmbedError
from sphinx_kwdocs.lookup import problem_with
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from sphinx_kwdocs.lookup import Lookup
    from sphinx_kwdocs.model.index import Index


def find_symbol(lookup: Lookup, text: str, near: str) -> str:
    """Return the id of the symbol that a text names, or the path of a file if it is a module's name."""
    answer = lookup.symbol(text, near)
    if not answer.is_found:
        raise EmbedError(problem_with(text, "symbol", answer), "symbol")
    return answer.target


def find_file(lookup: Lookup, text: str, near: str) -> str:
    """Return the path of the file that a text names."""
    answer = lookup.file(text, near)
    if not answer.is_found:
        raise EmbedError(problem_with(text, "file", answer), "file")
    return answer.target


def find_path(index: Index, lookup: Lookup, text: str, near: str) -> str:
    """Return the folder or file that a text names, by path or as a module; the root if it is empty or `/`."""
    if (path := exact_path(index, text)) is not None:
        return path
    folder = lookup.folder(text, near)
    if folder.is_found:
        return folder.target
    file = lookup.file(text, near)
    if file.is_found and not folder.is_ambiguous:
        return file.target
    # A module's name is one of its file.
    if (module := lookup.symbol(text, near).target) in index.files:
        return module
    raise EmbedError(problem_with(text, "path", folder, file), "folder")


def find_anything(index: Index, lookup: Lookup, text: str, near: str) -> str:
    """Return the id of the symbol, or the path of the file, that a text names; a symbol where it could be both."""
    if text in index.symbols or text in index.files:
        return text
    if exact_path(index, text) is not None:
        raise EmbedError(_('"{text}" is a folder, but a symbol or a file is needed').format(text=text), "symbol")
    symbol = lookup.symbol(text, near)
    if symbol.is_found:
        return symbol.target
    file = lookup.file(text, near)
    # Where several symbols fit, the author is told of them, not given a file that happens to be called so.
    if file.is_found and not symbol.is_ambiguous:
        return file.target
    raise EmbedError(problem_with(text, "anything", symbol, file), "symbol")


def exact_path(index: Index, text: str) -> str | None:
    """Return the folder or file whose whole path a text is; None if there is none."""
    path = text.strip().strip("/")
    path = "" if path == "." else path
    return path if path in index.folders or path in index.files else None


def matches(spec: GitIgnoreSpec, path: str) -> bool:
    """Tell whether gitignore patterns fit a path; that of a folder ends with a slash."""
    # The expressions' dot and dollar treat a line break in a name as special.
    return bool(spec.match_file(path.replace("\n", "\0")))


def is_below(path: str, folder: str) -> bool:
    """Tell whether a path is a folder or file itself, or lies below it."""
    return not folder or path == folder or path.startswith(f"{folder}/")


def files_below(index: Index, path: str) -> list[str]:
    """Return all files of a folder and below it, in path order; a file is its own."""
    if path in index.files:
        return [path]
    return [file for file in index.files if is_below(file, path)]
