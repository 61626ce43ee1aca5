"""Writes what each folder holds as a script that pages load on demand, which works from `file://` too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sphinx_kwdocs.page import Target
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model import Index
    from sphinx_kwdocs.render.urls import Urls


def folder_scripts(index: Index, urls: Urls) -> Iterator[tuple[str, str]]:
    """Yield the address and text of each folder's script; its URLs are relative to the script itself."""
    for path, folder in index.folders.items():
        key = Target("index", path)
        seen = urls.seen_from_script(key)
        data = {
            "path": shown(path),
            "up": seen.script(Target("index", path.rpartition("/")[0])) if path else "",
            "folders": [
                [
                    shown(child.rpartition("/")[2]),
                    seen.raw(Target("index", child)),
                    seen.script(Target("index", child)),
                ]
                for child in folder.folders
            ],
            "files": [[shown(file.rpartition("/")[2]), seen.raw(Target("docs", file))] for file in folder.files],
        }
        yield urls.script_address(key), f"kwdocs.folder({json.dumps(data, ensure_ascii=True)});\n"
