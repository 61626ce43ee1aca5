"""Lists the modules of the package by layer, each with the words its docstring opens with."""

from __future__ import annotations

import ast
from fnmatch import fnmatchcase
from pathlib import Path

from markdown_text import prose

PACKAGE = Path(__file__).parents[2] / "sphinx_kwdocs"
LAYERS = {
    "nouns": (
        "model.py",
        "file_references.py",
        "references.py",
        "imports.py",
        "symbols.py",
        "symbol_table.py",
        "terms.py",
        "python_code.py",
        "vocabulary.py",
        "page.py",
        "blocks.py",
        "config.py",
        "addresses.py",
        "_safe_names.py",
        "wording.py",
        "documents.py",
        "translation.py",
        "plugins.py",
    ),
    "keeping": (
        "digests.py",
        "store.py",
        "no_store.py",
        "shared_store.py",
        "checked_facts.py",
        "_fitting.py",
        "_facts_codec.py",
        "_columns.py",
        "_kept.py",
        "_thawed.py",
        "_references_codec.py",
        "known_facts.py",
        "known_links.py",
        "program.py",
        "manifest.py",
        "whole_files.py",
    ),
    "reading": (
        "reading.py",
        "extraction.py",
        "statements.py",
        "rules.py",
        "foreign_facts.py",
        "scan.py",
        "withheld.py",
        "_opening.py",
        "decode.py",
        "git.py",
        "_folders.py",
        "_hosting.py",
        "_ignore.py",
        "_listing.py",
        "_root.py",
        "_times.py",
    ),
    "languages": ("languages/*",),
    "linking": (
        "link.py",
        "link_*.py",
        "lookup/*",
        "inference/*",
        "samples/*",
        "skip.py",
        "public_names.py",
        "python_interface.py",
    ),
    "pages": ("pages/*", "embeds/*"),
    "rendering": ("render/*", "publish.py", "watch.py", "page_sources.py", "page_states.py"),
    "exports": ("export/*",),
    "driver": ("pipeline.py", "workers.py", "time_limit.py", "collector.py"),
    "sphinx": ("sphinx_ext/*",),
    "entry": ("__init__.py", "__main__.py", "api.py"),
}
"""Which files make up each layer, as `fnmatch` patterns of paths inside the package."""


def package_files() -> list[str]:
    """Return every module's path inside the package."""
    return sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


def layer_of(path: str) -> str:
    """Return the layer of a module, or an empty string if none claims it."""
    for layer, patterns in LAYERS.items():
        if any(fnmatchcase(path, pattern) for pattern in patterns):
            return layer
    return ""


def opening_words(path: str) -> str:
    """Return the first paragraph of a module's docstring; the module is read, not imported."""
    doc = ast.get_docstring(ast.parse((PACKAGE / path).read_text(encoding="utf-8"))) or ""
    return " ".join(doc.partition("\n\n")[0].split())


def modules(layer: str) -> list[str]:
    """List the modules of a layer, parts shared inside it last."""
    chosen = [path for path in package_files() if layer_of(path) == layer]
    chosen.sort(key=lambda path: (Path(path).name.startswith("_") and Path(path).name != "__init__.py", path))
    return [f"- {{kw:file}}`{path} <sphinx_kwdocs/{path}>`: {prose(opening_words(path))}" for path in chosen]
