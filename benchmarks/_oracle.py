"""Asks pyrefly about a repository and keeps what it says as one table: for each identifier, the places it means.

The table is made once and kept as JSON, so that a run of the scorer reads it in a second.
"""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, NamedTuple

from _join import Join
from _pyrefly import SERVER_COMMAND, GleanFile, Server, Spot, prepare_tree, read_glean, run_check
from _sites import Definition, Place, Row
from _source import Source, all_sites, read_source

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

VERSION = 6
"""Raised whenever pyrefly's answers are joined differently."""


class Oracle(NamedTuple):
    """All that the oracle says of a repository."""

    about: Mapping[str, str]
    """Versions and commands."""
    rows: Mapping[str, list[Row]]
    definitions: Mapping[Place, Definition]


def ask_oracle(root: Path, folder: Path, program: str, search: Sequence[str] = ()) -> None:
    """Run pyrefly over a repository and keep its answers in a folder; `search` are further roots of imports."""
    tree, glean = folder.resolve() / "tree", folder.resolve() / "glean"
    roots = prepare_tree(root, tree, search)
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    about = {
        "pyrefly": version,
        "search path": " ".join(roots),
        "command": run_check(program, tree, glean),
        "server": SERVER_COMMAND,
    }
    server = Server(program, tree)
    try:
        spots = {}
        for file in read_glean(glean):
            source = read_source(tree, file.path)
            spots[file.path] = _ask(server, source, file)
    finally:
        server.close()
    (folder / "spots.json").write_text(json.dumps({"about": about, "spots": spots}), encoding="utf-8")
    (folder / "oracle.json").unlink(missing_ok=True)


def _join(folder: Path) -> None:
    """Join pyrefly's answers into one table."""
    asked = json.loads((folder / "spots.json").read_bytes())
    files = {item.path: item for item in read_glean(folder / "glean")}
    sources = {path: read_source(folder / "tree", path) for path in sorted(files)}
    joined = Join(sources, files)
    rows = {}
    for path in sources:
        spots = {(line, col): [Spot(*spot) for spot in found] for line, col, found in asked["spots"][path]}
        rows[path] = joined.rows(path, spots)
    data = {
        "about": {**asked["about"], "table": VERSION},
        "rows": rows,
        "definitions": {path: [*source.found.definitions.values()] for path, source in sources.items()},
    }
    (folder / "oracle.json").write_text(json.dumps(data), encoding="utf-8")


def load_oracle(folder: Path) -> Oracle:
    """Read the table; it is made anew from pyrefly's answers if this program has learnt to read them better."""
    table = folder / "oracle.json"
    data = json.loads(table.read_bytes()) if table.exists() else None
    if data is None or data["about"].get("table") != VERSION:
        _join(folder)
        data = json.loads(table.read_bytes())
    rows = {
        path: [Row._make((*row[:7], tuple(Place(*target) for target in row[7]), row[8])) for row in items]
        for path, items in data["rows"].items()
    }
    definitions = {
        Place(path, item[0], item[1]): Definition(*item)
        for path, items in data["definitions"].items()
        for item in items
    }
    return Oracle(data["about"], rows, definitions)


def _ask(server: Server, source: Source, glean: GleanFile) -> list[tuple[int, int, list[Spot]]]:
    """Ask the server for the definition of every identifier of a file."""
    sites = [site for site in all_sites(source, glean) if site.syntax != "dots"]
    wanted = [(site.line - 1, source.lines.utf16(site.line, site.col)) for site in sites]
    answers = server.definitions(source.path, wanted)
    return [(site.line, site.col, spots) for site, spots in zip(sites, answers, strict=True) if spots]
