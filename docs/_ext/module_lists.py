"""Lists the modules of the package by room, each with the words its docstring opens with."""

from __future__ import annotations

import ast
from pathlib import Path

import house
from markdown_text import prose

TOP = "top"
"""Stands for the modules that are in no folder."""


def headings() -> list[str]:
    """Return what the modules are listed by: the folders of the package in the order of their ranks, then the rest."""
    rooms = [room for rank in house.RANKS for room in rank]
    return [room for room in rooms if room not in house.modules() and "/" not in room] + [TOP]


def heading_of(module: str) -> str:
    """Return the folder that a module is listed under."""
    return module.partition("/")[0] if "/" in module else TOP


def opening_words(path: str) -> str:
    """Return the first paragraph of a module's docstring; the module is read, not imported."""
    doc = ast.get_docstring(house.syntax_of(path)) or ""
    return " ".join(doc.partition("\n\n")[0].split())


def modules(heading: str) -> list[str]:
    """List the modules of a folder, parts shared inside of it last."""
    chosen = [module for module in house.modules() if heading_of(module) == heading]
    chosen.sort(key=lambda path: (Path(path).name.startswith("_") and Path(path).name != "__init__", path))
    return [f"- {{kw:file}}`{path}.py <sphinx_kwdocs/{path}.py>`: {prose(opening_words(path))}" for path in chosen]
