"""Prints what names cost in Sphinx's search index: bytes for a thousand of them, and how much larger the file grows.

Builds this project's own documentation several times, each with another `kwdocs_search_names`. The first build has no
names of ours in its search, and all others are compared with it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).parents[1] / "docs"
LIMITS = (0, 500, 1_000, 2_000)


class Size(NamedTuple):
    """What one build left behind."""

    names: int
    """Files and symbols that the search has of ours."""
    plain: int
    """Bytes of `searchindex.js`."""
    packed: int
    """Bytes of it as servers send it."""
    inventory: int
    """Bytes of `objects.inv`, which has all names whatever the search has."""


def main() -> None:
    """Build and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docs", type=Path, default=DOCS, help="a Sphinx project that uses the extension")
    docs = parser.parse_args().docs
    with tempfile.TemporaryDirectory() as folder:
        sizes = [_build(docs, Path(folder), limit) for limit in LIMITS]
    base = sizes[0]
    print("| at most | names in the search | `searchindex.js` | of that without | a thousand names | gzipped |")
    print("|---:|---:|---:|---:|---:|---:|")
    for limit, size in zip(LIMITS, sizes, strict=True):
        print(
            f"| {limit:,} | {size.names:,} | {size.plain:,} bytes | {size.plain / base.plain:.2f} | "
            f"{_for_a_thousand(size.plain - base.plain, size.names)} | "
            f"{_for_a_thousand(size.packed - base.packed, size.names)} |"
        )
    print(f"\nobjects.inv: {base.inventory:,} bytes")


def _for_a_thousand(added: int, names: int) -> str:
    return f"{1_000 * added / names:,.0f} bytes" if names else ""


def _build(docs: Path, folder: Path, limit: int) -> Size:
    out = folder / str(limit)
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-d", str(folder / f"{limit}-doctrees")]
    subprocess.run([*command, "-D", f"kwdocs_search_names={limit}", str(docs), str(out)], check=True)
    data = (out / "searchindex.js").read_bytes()
    index: dict[str, Any] = json.loads(data[data.index(b"(") + 1 : data.rindex(b")")])
    kinds = {int(number) for number, names in index["objnames"].items() if names[:2] == ["kw", "symbol"]}
    symbols = sum(item[1] in kinds for items in index["objects"].values() for item in items)
    files = sum(name.endswith("_docs") for name in index["docnames"])
    return Size(symbols + files, len(data), len(gzip.compress(data)), (out / "objects.inv").stat().st_size)


if __name__ == "__main__":
    main()
