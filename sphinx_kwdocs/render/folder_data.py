"""Writes what each folder holds as scripts that pages load on demand, which works from `file://` too."""

from __future__ import annotations

import json
from itertools import chain, repeat
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.render.urls import Urls

LARGEST = 64 * 1024
"""Bytes of one script; what a folder holds beyond that is in further ones, each named by the one before."""
_HEAD = 16 * 1024
"""What a script has besides its entries is smaller than this, however deep the folder."""


def folder_scripts(index: Index, urls: Urls) -> Iterator[tuple[str, str]]:
    """Yield the address and text of each folder's scripts; URLs are relative to the script itself."""
    for path in index.folders:
        key = Target("index", path)
        address = urls.script_address(key)
        head = {
            "path": shown(path),
            "up": urls.seen_from_script(key).script(Target("index", path.rpartition("/")[0])) if path else "",
        }
        parts = list(_parts(index, urls, path))
        left = sum(len(folders) + len(files) for folders, files in parts)
        for number, (folders, files) in enumerate(parts, 1):
            left -= len(folders) + len(files)
            name = address if number == 1 else _further(address, number)
            more = {"more": quote(_further(address, number + 1).rpartition("/")[2]), "left": left} if left else {}
            data = {**head, "folders": folders, "files": files, **more}
            yield name, f"kwdocs.folder({json.dumps(data, ensure_ascii=True)});\n"


def _further(address: str, number: int) -> str:
    return f"{address.removesuffix('.js')}-{number}.js"


def _parts(index: Index, urls: Urls, path: str) -> Iterator[tuple[list[list[str]], list[list[str]]]]:
    """Yield the folders and files of a folder, as many together as a script may hold."""
    folder = index.folders[path]
    seen = urls.seen_from_script(Target("index", path))
    folders: list[list[str]] = []
    files: list[list[str]] = []
    size = 0
    listed = chain(zip(folder.folders, repeat("index")), zip(folder.files, repeat("docs")))
    for child, kind in listed:
        key = Target(kind, child)
        entry = [shown(child.rpartition("/")[2]), seen.raw(key)]
        if kind == "index":
            entry.append(seen.script(key))
        length = len(json.dumps(entry)) + 2
        if size + length > LARGEST - _HEAD:
            yield folders, files
            folders, files, size = [], [], 0
        (folders if kind == "index" else files).append(entry)
        size += length
    yield folders, files
